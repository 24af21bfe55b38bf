"""Handles: names of pieces that are good for one viewer, and only as long as the piece stays in sight.

The engine's own numbers would let a card be followed through a shuffle.
"""

from __future__ import annotations

from typing import Any

from ..engine import Engine
from ..position import NONE
from ..views import hidden_pieces, may_see
from ..words import split_type


class Handles:
    """What one viewer calls the pieces that are in sight."""

    def __init__(self) -> None:
        self._names: dict[str, dict[int, int]] = {}  # piece -> its number in the engine -> the handle
        self._next: dict[str, int] = {}

    def look(self, engine: Engine, g: Any, viewer: int | None) -> None:
        """Takes in a position: what is out of sight loses its handle, what came into sight gets a new one."""
        for piece in engine.pieces:
            seen = in_sight(engine, g, piece, viewer)
            known = self._names.get(piece, {})
            names = {number: known[number] for number in seen if number in known}
            for number in seen:
                if number not in names:
                    names[number] = self._next.get(piece, 0) + 1
                    self._next[piece] = names[number]
            self._names[piece] = names

    def ref(self, piece: str, number: int) -> str | None:
        """The reference of a piece, or nothing if it is out of sight."""
        handle = self._names.get(piece, {}).get(number)
        return None if handle is None else f"piece:{piece}:{handle}"

    def numbers(self, piece: str) -> dict[int, int]:
        """The pieces in sight by their number in the engine."""
        return self._names.get(piece, {})

    def number(self, ref: str) -> int | None:
        """The engine's number of a piece that a reference names."""
        _, _, rest = ref.partition(":")
        piece, _, handle = rest.partition(":")
        for number, name in self._names.get(piece, {}).items():
            if str(name) == handle:
                return number
        return None


def in_sight(engine: Engine, g: Any, piece: str, viewer: int | None) -> list[int]:
    """The pieces that the viewer may look at, in the order in which they lie on the table.

    The order of the engine's numbers would tell something: it is kept only among pieces that lie in no zone.
    """
    alive = set(getattr(g, piece + "_alive")) - hidden_pieces(engine, g, piece, viewer)
    found: dict[int, None] = {}
    for field in engine.fields:
        collection, of = split_type(field.type)
        if of != f"piece:{piece}" or not collection:
            continue
        values = getattr(g, field.attribute)
        zones = values if isinstance(values, list) else [values]
        each = max(1, len(zones) // (g.players + len(engine.participants)))
        for place, zone in enumerate(zones):
            if may_see(field, field.owner == "player" and place // each == viewer):
                found.update(dict.fromkeys([number for number in zone if number in alive and number != NONE]))
    found.update(dict.fromkeys(sorted(alive - found.keys())))
    return list(found)
