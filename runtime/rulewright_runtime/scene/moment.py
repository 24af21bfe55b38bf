"""The moment: what of a scene changes with every move, as one viewer may see it."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final

from .. import moves
from ..engine import Engine, Field
from ..game import Game
from ..position import NONE
from ..sized import cells_shown
from .decisions import decision
from .handles import Handles
from .log import lines
from .printed import figures, spent
from .roles import look_of
from .scores import scores
from .setting import named_colour
from .turns import turn
from .values import Values
from .wording import words_in

# So many lines of the log come with a moment; older ones are asked for.
TAIL: Final = 60


def moment(
    game: Game,
    viewer: int | None = None,
    handles: Handles | None = None,
    bots: Collection[int] = (),
    language: str = "",
) -> dict[str, Any]:
    """What lies where, what is asked and what happened; `handles` remembers what the viewer calls the pieces."""
    engine, g = game.engine, game.position
    words = words_in(game, language)
    handles = Handles() if handles is None else handles
    handles.look(engine, g, viewer)
    values = Values(words, g, viewer, handles)
    fields = [field for field in engine.fields if not field.internal]
    total = len(g.log or [])
    return {
        "revision": len(game.past),
        "viewer": viewer,
        "over": g.over,
        "winners": list(g.winners),
        "scores": scores(game, viewer),
        "colours": _colours(engine, g),
        "table": {field.name: values.field(field, 0, False) for field in fields if field.owner == "table"},
        "players": _players(values, fields),
        "cells": _cells(values, fields),
        "edges": _edges(values, fields),
        "pieces": _pieces(values, fields),
        "figures": figures(engine, g),
        "spent": spent(engine, g),
        "decisions": [decision(game, values, pending) for pending in moves.pending_decisions(g)],
        "turn": [] if viewer is None else turn(game, viewer, bots, words),
        "lines": total,
        "log": lines(game, max(0, total - TAIL), words.language),
    }


def _colours(engine: Engine, g: Any) -> list[str | None]:
    """The colours of seats that follow from a field of theirs, as the look says."""
    name, _, column = str(look_of(engine, "player").get("colour", "")).partition(".")
    field = next((one for one in engine.fields if one.owner == "player" and one.name == name), None)
    if field is None or field.visibility != "open":
        return []
    kind = engine.kinds.get(field.type.removesuffix(" or none").removeprefix("kind:"))
    if kind is None:
        return []
    found: list[str | None] = []
    for member in getattr(g, field.attribute):
        if member == NONE:
            found.append(None)
        elif column in kind.columns:
            found.append(named_colour(engine, kind.columns[column][member], kind.name) or None)
        else:
            found.append(named_colour(engine, kind.members[member], "") or None)
    return found


def _players(values: Values, fields: list[Field]) -> list[dict[str, Any]]:
    """The fields and computed values of each seat, participants included, as the viewer may see them."""
    engine, g = values.engine, values.g
    own = [field for field in fields if field.owner == "player"]
    computed = [one for one in engine.computed if one.owner == "player"]
    return [
        {
            **{field.name: values.field(field, seat, seat == values.viewer) for field in own},
            **{one.name: values.computed(one, seat) for one in computed},
        }
        for seat in range(g.players + len(engine.participants))
    ]


def _cells(values: Values, fields: list[Field]) -> dict[str, Any]:
    """By board, the fields and computed values of the cells that are shown."""
    found: dict[str, Any] = {}
    for name in values.engine.boards:
        owner, cells = f"cell:{name}", cells_shown(values.engine, name, values.g)
        found[name] = {
            field.name: [values.field(field, cell, False) for cell in cells]
            for field in fields
            if field.owner == owner
        }
        for one in values.engine.computed:
            if one.owner == owner:
                found[name][one.name] = [values.computed(one, cell) for cell in cells]
    return found


def _edges(values: Values, fields: list[Field]) -> dict[str, Any]:
    """By board and edge set, the fields of the edges."""
    found: dict[str, Any] = {}
    for field in fields:
        base, _, owner = field.owner.partition(":")
        if base == "edge":
            board, _, edges = owner.partition(".")
            count = values.engine.boards[board].edges[edges].size
            found.setdefault(owner, {})[field.name] = [
                values.field(field, edge, False) for edge in range(count)
            ]
    return found


def _pieces(values: Values, fields: list[Field]) -> dict[str, Any]:
    """The pieces in sight, by their references."""
    engine, g, words = values.engine, values.g, values.words
    found: dict[str, Any] = {}
    for piece in engine.pieces:
        owner = f"piece:{piece}"
        own = [field for field in fields if field.owner == owner]
        owners = next(
            (getattr(g, f.attribute) for f in own if f.name == "owner" and f.type.startswith("player")), None
        )
        computed = [one for one in engine.computed if one.owner == owner]
        board = words.board_of(piece)
        for number in values.handles.numbers(piece):
            mine = values.viewer is not None and owners is not None and owners[number] == values.viewer
            one: dict[str, Any] = {field.name: values.field(field, number, mine) for field in own}
            for each in computed:
                one[each.name] = values.computed(each, number)
            if board is not None:
                cells = words.piece_cells(g, piece, number)
                one["cells"] = [f"cell:{board.name}:{board.names[cell]}" for cell in cells]
            found[str(values.handles.ref(piece, number))] = one
    return found
