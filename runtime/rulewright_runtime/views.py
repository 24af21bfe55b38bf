"""Views: what one player may know of a position, as plain data; what is hidden is left out, only sizes stay."""

from __future__ import annotations

from typing import Any

from .boards import Board
from .core import NONE, Position, RulesFailure
from .engine import Computed, Engine, Field
from .moves import Pending, moves_of, pending_decisions, prompt_of
from .sized import cells_shown
from .words import Words, split_type


def view(words: Words, g: Position, viewer: int | None) -> dict[str, Any]:
    """What the player at a seat may know; None: what everybody may know."""
    engine = words.engine
    shown = [field for field in engine.fields if not field.internal]
    seats = [words.seat(seat) for seat in range(g.players + len(engine.participants))]
    return {
        "game": engine.name,
        "variant": engine.variant,
        "viewer": None if viewer is None else words.seat(viewer),
        "over": g.over,
        "winners": [words.seat(seat) for seat in g.winners],
        "table": {f.name: _table_field(words, g, f) for f in shown if f.owner == "table"},
        "players": {
            name: {
                **{f.name: _owned(words, g, f, seat, seat == viewer) for f in shown if f.owner == "player"},
                **{c.name: computed_value(words, g, c, seat) for c in engine.computed if c.owner == "player"},
            }
            for seat, name in enumerate(seats)
        },
        "boards": {name: _board(words, g, board, shown) for name, board in engine.boards.items()},
        "pieces": {name: _pieces(words, g, name, viewer) for name in engine.pieces},
        "decisions": [decision_view(words, g, pending, viewer) for pending in pending_decisions(g)],
    }


def decision_view(words: Words, g: Position, pending: Pending, viewer: int | None) -> dict[str, Any]:
    """A decision as a player sees it; what can be answered is for the one who answers, if anybody has secrets.

    A choice need not look secret to tell one: "build" is not offered to a player whose hand cannot pay for it, and
    what is asked may tell what has been picked so far.
    """
    choice = pending.choice
    answers = viewer == pending.player or not has_secrets(words.engine)
    found: dict[str, Any] = {
        "player": words.seat(pending.player),
        "for": words.seat(pending.you),
        "choice": choice.name,
        "prompt": prompt_of(words, g, pending) if answers else words.say(choice.outline()),
        "rule": choice.rule,
        "hidden": choice.hidden,
    }
    if answers:
        found["moves"] = [move.as_dict() for move in moves_of(words, g, pending)]
    return found


# ---------------------------------------------------------------- fields


def has_secrets(engine: Engine) -> bool:
    """Whether there is anything that not everybody may know."""
    return any(field.visibility != "open" and not field.internal for field in engine.fields)


def redacted(field: Field, value: Any) -> dict[str, Any]:
    """What stays of a value that the viewer may not know: the size of a collection, of anything else nothing."""
    if split_type(field.type)[0]:
        return {"hidden": len(value)}
    return {"hidden": True}


def may_see(field: Field, own: bool) -> bool:
    """True if a viewer may see a field; `own`: it is the viewer's."""
    return field.visibility == "open" or (field.visibility == "private" and own)


def key_names(words: Words, field: Field, players: int) -> list[str]:
    """The names of the keys of a map, in the order of its flattened values."""
    what, _, of = field.keys.partition(":")
    if what == "pair":
        first, second = (_names_of(words, keys, players) for keys in of.split(","))
        return [f"{a}, {b}" for a in first for b in second]
    return _names_of(words, field.keys, players)


def _names_of(words: Words, keys: str, players: int) -> list[str]:
    """The names of the keys of a map, in the order in which it is stored."""
    engine = words.engine
    what, _, of = keys.partition(":")
    if what == "kind":
        return list(engine.kinds[of].members)
    if what in ("player", "participant"):
        return [words.seat(seat) for seat in range(players + len(engine.participants))]
    if what == "cell":
        return list(engine.boards[of].names)
    if what == "resource":
        return list(engine.resources)
    low, _, high = of.partition("..")
    return [str(number) for number in range(int(low), int(high) + 1)]


def _table_field(words: Words, g: Any, field: Field) -> Any:
    """A field of the table as plain data, redacted if it is not open."""
    value = getattr(g, field.attribute)
    if not field.keys:
        return _shown(words, g, field, value, may_see(field, False))
    return _mapped(words, g, field, value, 0, may_see(field, False))


def _owned(words: Words, g: Any, field: Field, owner: int, own: bool) -> Any:
    """A field of one player, cell, edge or piece as plain data."""
    values: list[Any] = getattr(g, field.attribute)
    if field.keys:
        return _mapped(words, g, field, values, owner, may_see(field, own))
    return _shown(words, g, field, values[owner], may_see(field, own))


def _mapped(words: Words, g: Any, field: Field, values: list[Any], owner: int, seen: bool) -> dict[str, Any]:
    """A map of one owner, by the names of its keys."""
    names = key_names(words, field, g.players)
    first = owner * len(names)
    return {name: _shown(words, g, field, values[first + i], seen) for i, name in enumerate(names)}


def _shown(words: Words, g: Any, field: Field, value: Any, seen: bool) -> Any:
    """A value as plain data, or what may be told of it if it is not seen."""
    return words.plain(g, field.type, value) if seen else redacted(field, value)


def _board(words: Words, g: Any, board: Board, fields: list[Field]) -> dict[str, Any]:
    """The fields and computed values of a board, by the names of cells and edges."""
    found: dict[str, Any] = {}
    cells = cells_shown(words.engine, board.name, g)
    for field in fields:
        if field.owner == "cell:" + board.name:
            found[field.name] = {board.names[cell]: _owned(words, g, field, cell, False) for cell in cells}
        elif field.owner.startswith(f"edge:{board.name}."):
            edges = field.owner.rpartition(".")[2]
            count = board.edges[edges].size
            found[field.name] = {
                board.edge_name(edges, edge): _owned(words, g, field, edge, False) for edge in range(count)
            }
    for computed in words.engine.computed:
        if computed.owner == "cell:" + board.name:
            found[computed.name] = {
                board.names[cell]: computed_value(words, g, computed, cell) for cell in cells
            }
    return found


def computed_value(words: Words, g: Any, computed: Computed, index: int) -> Any:
    """What the rules compute for a cell, a piece or a player; nothing where they do not fit."""
    try:
        return words.plain(g, computed.type, computed.value(g, index))
    except (RulesFailure, IndexError, KeyError):
        return None


# ---------------------------------------------------------------- pieces


def hidden_pieces(engine: Engine, g: Any, piece: str, viewer: int | None) -> set[int]:
    """The pieces that lie where the viewer may not look."""
    found: set[int] = set()
    type = "piece:" + piece
    for field in engine.fields:
        collection, of = split_type(field.type)
        if of != type or field.visibility == "open":
            continue
        values = getattr(g, field.attribute)
        if field.owner != "player":
            zones = list(values) if isinstance(values, list) else [values]
        else:
            count = len(values) // (g.players + len(engine.participants))
            hidden = [not may_see(field, i // max(count, 1) == viewer) for i in range(len(values))]
            zones = [zone for zone, unseen in zip(values, hidden, strict=True) if unseen]
        for zone in zones:
            found.update(zone if collection else () if zone == NONE else (zone,))
    return found


def _pieces(words: Words, g: Any, piece: str, viewer: int | None) -> list[dict[str, Any]]:
    """The pieces in play; of those that lie hidden not even the number tells which they are."""
    engine = words.engine
    hidden = hidden_pieces(engine, g, piece, viewer)
    board = words.board_of(piece)
    fields = [f for f in engine.fields if f.owner == "piece:" + piece and not f.internal]
    columns = [(f, getattr(g, f.attribute), may_see(f, False), may_see(f, True)) for f in fields]
    owners = owners_of(g, fields)
    computed = [one for one in engine.computed if one.owner == "piece:" + piece]
    seen = [number for number in getattr(g, piece + "_alive") if number not in hidden]
    names = words.piece_names(g, piece, seen)
    found: list[dict[str, Any]] = []
    for number in seen:
        own = viewer is not None and owners is not None and owners[number] == viewer
        one: dict[str, Any] = {"piece": names[number]}
        if board is not None:
            one["cells"] = [board.names[cell] for cell in words.piece_cells(g, piece, number)]
        for field, values, seen_by_all, seen_by_owner in columns:
            visible = seen_by_owner if own else seen_by_all
            if field.keys:
                one[field.name] = _mapped(words, g, field, values, number, visible)
            else:
                one[field.name] = _shown(words, g, field, values[number], visible)
        for each in computed:
            one[each.name] = computed_value(words, g, each, number)
        found.append(one)
    return found


def owners_of(g: Any, fields: list[Field]) -> list[int] | None:
    """The players to whom pieces belong, if they have such a field."""
    for field in fields:
        if field.name == "owner" and field.type.startswith("player"):
            owners: list[int] = getattr(g, field.attribute)
            return owners
    return None
