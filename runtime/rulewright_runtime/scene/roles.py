"""Roles: how each field is drawn, by its type alone, and what a look says instead."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from ..engine import Computed, Engine, Field
from ..words import split_type

HIDE: Final = "hide"
_CELL: Final = {
    "player": "owner",
    "participant": "owner",
    "flag": "dot",
    "number": "badge",
    "effect": "words",
}
_PIECE: Final = {
    "kind": "figure",
    "player": "owner",
    "participant": "owner",
    "direction": "facing",
    "flag": "dot",
    "number": "badge",
    "piece": "link",
    "cell": "place",
    "effect": "words",
}


@dataclass(frozen=True, slots=True)
class Role:
    """What a field is drawn as, and what that needs to know: a field to sort by, a board to stand on."""

    name: str
    by: str = ""
    on: str = ""


def shown_fields(engine: Engine) -> list[Field | Computed]:
    """Everything that people may look at."""
    return [*[field for field in engine.fields if not field.internal], *engine.computed]


def roles(engine: Engine) -> dict[tuple[str, str], Role]:
    """(owner, field) -> its role."""
    found = {key: Role(name) for key, name in _inferred(engine).items()}
    for owner, name in found:
        hint = _hint(engine, owner, name)
        if hint is not None:
            found[owner, name] = hint
    return found


def look_of(engine: Engine, name: str) -> dict[str, Any]:
    """What the rules say of how a kind, a board, a piece, the players, the table or the resources look."""
    found = engine.look.get(name, {})
    return found if isinstance(found, dict) else {}


def _hint(engine: Engine, owner: str, name: str) -> Role | None:
    """The role that a look gives a field, or None if it says nothing."""
    look = look_of(engine, owner.partition(":")[2] or owner)
    if name in look.get("hide", ()):
        return Role(HIDE)
    hint = look.get("as", {}).get(name)
    return None if hint is None else Role(hint["role"], hint.get("by", ""), hint.get("on", ""))


def _inferred(engine: Engine) -> dict[tuple[str, str], str]:
    """By owner and name, the role that follows from the type of each shown field."""
    found: dict[tuple[str, str], str] = {}
    grounds: dict[str, tuple[str, str]] = {}  # owner -> type and name of the field that is its ground
    for field in shown_fields(engine):
        collection, type = split_type(field.type)
        what = type.partition(":")[0]
        base = field.owner.partition(":")[0]
        keys = field.keys if isinstance(field, Field) else ""
        if base == "cell" and what == "kind" and not collection:
            role = _ground(found, grounds, field.owner, field.name, type)
        elif base == "cell":
            role = _of_several(what) if collection else _CELL.get(what, "note")
        elif base == "edge":
            role = "owner" if what in ("player", "participant") else "badge"
        elif base == "piece":
            stored = isinstance(field, Field)  # what is computed of pieces names some that lie elsewhere
            role = ("zone" if stored else "note") if collection else _PIECE.get(what, "note")
        elif base == "player":
            role = _of_player(engine, field.name, collection, what, keys)
        elif keys.startswith("kind:") and not collection:
            role = "matrix"
        else:
            role = "zone" if collection and what in ("kind", "piece", "number") else "counter"
        found[field.owner, field.name] = role
    return found


def _ground(
    found: dict[tuple[str, str], str], grounds: dict[str, tuple[str, str]], owner: str, name: str, type: str
) -> str:
    """The last of several fields of one kind is the ground, what it was before is its rim."""
    known = grounds.get(owner)
    if known is not None and known[0] != type:
        return "figure"
    if known is not None:
        found[owner, known[1]] = "rim"
    grounds[owner] = (type, name)
    return "ground"


def _of_several(what: str) -> str:
    """The role of a cell's collection."""
    return "zone" if what in ("piece", "kind") else "note"


def _of_player(engine: Engine, name: str, collection: str, what: str, keys: str) -> str:
    """The role of a player's field."""
    if collection:
        return "note" if what == "cell" else "zone"
    if what == "cell":
        return "stands"
    if keys.startswith("kind:"):
        return "matrix"
    return "resource" if name in engine.resources else "counter"
