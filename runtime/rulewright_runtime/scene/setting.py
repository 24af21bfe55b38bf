"""The setting: what of a scene stays the same for a whole game."""

from __future__ import annotations

from typing import Any, Final

from ..boards import Board
from ..engine import Computed, Engine, Field, Kind
from ..game import Game
from ..sized import board_shown
from ..views import has_secrets
from ..words import Words
from . import colours
from .layout import places
from .printed import actions
from .roles import look_of, roles, shown_fields
from .signs import drawn, under
from .wording import words_in

VERSION: Final = 1


def setting(game: Game, language: str = "") -> dict[str, Any]:
    """Seats, kinds, boards, fields and resources of a game, in a language."""
    engine = game.engine
    words = words_in(game, language)
    return {
        "scene": VERSION,
        "game": engine.name,
        "variant": engine.variant,
        "title": words.title,
        "language": words.language,
        "languages": ["en", *[one for one in engine.labels if one != "en"]],
        "rules": engine.rules,
        "seats": _seats(words),
        "secrets": has_secrets(engine),
        "kinds": {name: _kind(words, kind) for name, kind in engine.kinds.items()},
        "boards": {name: _board(words, board_for(engine, name, game)) for name in engine.boards},
        "fields": _fields(words),
        "pieces": {
            name: {
                "label": words.name(name),
                "plural": words.name(piece.plural),
                "board": piece.board,
                "face": look_of(engine, name).get("face"),
                "title": look_of(engine, name).get("title", ""),
            }
            for name, piece in engine.pieces.items()
        },
        "resources": {name: _resource(words, name, place) for place, name in enumerate(engine.resources)},
        "effects": _effects(words),
        "actions": actions(words),
        "from": _colour_of_seats(engine),
        "forecast": words.say(engine.forecasts[0][0]) if engine.forecasts else "",
    }


def board_for(engine: Engine, name: str, game: Game) -> Board:
    """A board with the borders that it has for so many players, in the size that was agreed on."""
    shown = board_shown(engine, name, game.options.__getitem__)
    return engine.maps.get(name, {}).get(game.players, shown)


def _seats(words: Words) -> list[dict[str, Any]]:
    """The seats in their order, with name, colour and shape; automatic participants come last."""
    people = len(words.names)
    look = look_of(words.engine, "player")
    tints, shapes = look.get("colours") or colours.SEATS, look.get("shapes", [])
    return [
        {
            "name": words.say(words.seat(seat)),
            "colour": tints[seat] if seat < len(tints) else colours.SEATS[seat % len(colours.SEATS)],
            "shape": shapes[seat] if seat < len(shapes) else "",
            "participant": seat >= people,
        }
        for seat in range(people + len(words.engine.participants))
    ]


def _colour_of_seats(engine: Engine) -> list[str]:
    """The path of fields from a player to the member whose colour is the seat's; empty if the look names none."""
    colour = look_of(engine, "player").get("colour", "")
    return colour.split(".") if colour else []


# ---------------------------------------------------------------- kinds and resources


def _kind(words: Words, kind: Kind) -> dict[str, Any]:
    """A kind with all of its members as they are labelled and drawn."""
    look = look_of(words.engine, kind.name)
    labels = [words.text(None, f"kind:{kind.name}", place) for place in range(len(kind.members))]
    titles = [label.partition(" (")[0] if label.endswith(")") else label for label in labels]
    signs = colours.signs(titles)
    members: dict[str, Any] = {}
    for place, name in enumerate(kind.members):
        hint = look.get("members", {}).get(name, {})
        members[name] = {
            "label": labels[place],
            "title": titles[place],
            "note": labels[place][len(titles[place]) :].strip(" ()"),
            "columns": {
                column: words.name(values[place])
                for column, values in kind.columns.items()
                if values[place] not in ("-", "no", "")
            },
            "colour": hint.get("colour") or _member_colour(words.engine, kind, place),
            "shape": hint.get("shape", ""),
            "glyph": hint.get("glyph") or signs[place],
            "icons": drawn(words, hint.get("icons", [])),
            "under": under(words.engine, hint.get("under", [])),
            "grants": _grants(words, f"kind:{kind.name}:{name}"),
        }
    return {
        "label": words.name(kind.name),
        "columns": {column: words.name(column) for column in kind.columns},
        "face": look.get("face"),
        "signs": look.get("signs", {}),
        "members": members,
    }


def _grants(words: Words, member: str) -> list[str]:
    """The actions that a tile or card grants, in words."""
    return [words.say(one.label) for one in words.engine.machine.actions if one.granted == member]


def _member_colour(engine: Engine, kind: Kind, place: int) -> str:
    """Its own colour, or that of the member of another kind which a column names."""
    tint = look_of(engine, kind.name).get("tint", "")
    if tint in kind.columns:
        found = named_colour(engine, kind.columns[tint][place], kind.name)
        if found:
            return found
    return colours.of_member(kind.members[place], place)


def named_colour(engine: Engine, member: str, besides: str) -> str:
    """The colour of a member of that name in another kind, or nothing if there is none."""
    for kind in engine.kinds.values():
        if kind.name != besides and member in kind.members:
            hint = look_of(engine, kind.name).get("members", {}).get(member, {})
            return str(hint.get("colour") or colours.of_member(member, kind.members.index(member)))
    return ""


def _resource(words: Words, name: str, place: int) -> dict[str, str]:
    """A resource as it is labelled and drawn."""
    hint = look_of(words.engine, "resource").get("members", {}).get(name, {})
    return {
        "label": words.name(name),
        "colour": hint.get("colour") or colours.of_member(name, place),
        "glyph": hint.get("glyph", ""),
        "shape": hint.get("shape", ""),
    }


def _effects(words: Words) -> dict[str, Any]:
    """The icons of effects, by their words."""
    icons = look_of(words.engine, "effect").get("icons", [])
    return {words.text(None, "effect", place): drawn(words, one) for place, one in enumerate(icons) if one}


# ---------------------------------------------------------------- boards


def _board(words: Words, board: Board) -> dict[str, Any]:
    """A board with the places of its cells and how it is drawn."""
    engine = words.engine
    look = look_of(engine, board.name)
    at = _places(board, look)
    kind = next((one.name for one in engine.kinds.values() if set(board.names) <= set(one.members)), "")
    links = {(min(a, b), max(a, b)) for a in board.cells for b in board.neighbours[a]}
    return {
        "label": words.name(board.name),
        "shape": board.shape,
        "rows": board.rows,
        "columns": board.columns,
        "kind": kind,
        "tint": _tint(engine, kind, look.get("tint", "")),
        "none": look.get("none", ""),
        "chequer": look.get("chequer", ""),
        "frame": look.get("frame", ""),
        "around": look.get("around", ""),
        "divide": look.get("divide", []),
        "cells": [
            {
                "ref": f"cell:{board.name}:{name}",
                "name": name,
                "label": words.text(None, f"cell:{board.name}", engine.boards[board.name].cell_named[name]),
                "x": at[cell][0],
                "y": at[cell][1],
            }
            for cell, name in enumerate(board.names)
        ],
        "links": sorted(links) if board.shape == "graph" else [],
        "edges": [
            {"ref": f"edge:{board.name}.{edges.name}:{edge}", "set": edges.name, "a": a, "b": b}
            for edges in board.edges.values()
            for edge, (a, b) in enumerate(edges.ends)
        ],
    }


def _places(board: Board, look: dict[str, Any]) -> list[tuple[float, float]]:
    """The places that the look gives, or those that the shape has."""
    given = {name: hint["at"] for name, hint in look.get("members", {}).items() if "at" in hint}
    if not given:
        return places(board)
    found: list[tuple[float, float]] = []
    for name, place in zip(board.names, places(board), strict=True):
        x, y = given[name] if name in given else (place[0] * 100, place[1] * 100)
        found.append((x / 100, y / 100))
    return found


def _tint(engine: Engine, kind: str, column: str) -> dict[str, str]:
    """The ground of cells that are members of a kind: by cell a colour, from the column that the look names."""
    if not kind or not column:
        return {}
    values = engine.kinds[kind].columns.get(column, ())
    found = {
        member: named_colour(engine, value, kind)
        for member, value in zip(engine.kinds[kind].members, values, strict=False)
    }
    return found if all(found.values()) else {}


# ---------------------------------------------------------------- fields


def _fields(words: Words) -> list[dict[str, Any]]:
    """The shown fields with labels, types and roles, in the order in which they are drawn."""
    known = roles(words.engine)
    found: list[dict[str, Any]] = []
    for field in sorted(shown_fields(words.engine), key=lambda one: _rank(words.engine, one)):
        role = known[field.owner, field.name]
        one: dict[str, Any] = {
            "owner": field.owner,
            "name": field.name,
            "label": words.name(field.name),
            "type": field.type,
            "keys": "",
            "low": None,
            "high": None,
            "role": role.name,
        }
        if isinstance(field, Field):
            one.update(keys=field.keys, low=field.low, high=field.high)
        hint = look_of(words.engine, field.owner.partition(":")[2] or field.owner).get("signs", {})
        said = hint.get(field.name, {})
        one.update(shape=said.get("shape", ""), colour=said.get("colour", ""))
        one["under"] = under(words.engine, said.get("under", []))
        if role.by:
            one["by"] = role.by
        if role.on:
            one["on"] = role.on
        found.append(one)
    return found


def _rank(engine: Engine, field: Field | Computed) -> int:
    """Where a look puts a field among those of its owner."""
    order = look_of(engine, field.owner.partition(":")[2] or field.owner).get("order", [])
    return order.index(field.name) if field.name in order else len(order)
