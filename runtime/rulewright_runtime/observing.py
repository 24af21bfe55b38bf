"""What a player may know of a position as a list of numbers, always of the same length, for learning programs.

It holds what `view` shows, and looks where `view` may look: of a hidden value nothing but the size of a collection.
Things are numbered from 1 (0: none), numbers are themselves. Of long collections only the first things are listed in
their order; how many there are of each kind is told of all.
"""

from __future__ import annotations

from typing import Any, Final

from .core import NONE, Position
from .engine import Engine, Field
from .meanings import unique_names
from .plain import Checker
from .things import plain_seats, thing_names
from .views import hidden_pieces, key_names, may_see, owners_of
from .words import Words, split_type

LARGEST: Final = 1_000_000  # what is beyond is told as this
LISTED: Final = 8  # things of a collection that are told in their order
COUNTED: Final = 32  # numbers from 0 that are counted in a collection
PIECES: Final = 64  # of each kind that are told one by one


class Observer:
    """How positions of an engine are observed, for one number of players."""

    def __init__(self, engine: Engine, players: int) -> None:
        self.engine = engine
        self.players = players
        self.seats = players + len(engine.participants)
        self._checker = Checker(engine, players)
        self._words = Words(engine, plain_seats(players))
        shown = [field for field in engine.fields if not field.internal]
        self.fields = [field for field in shown if not field.owner.startswith("piece:")]
        self._places = {field.attribute: self._entries(field) for field in self.fields}
        self.pieces = {
            name: [field for field in shown if field.owner == "piece:" + name] for name in engine.pieces
        }
        self._head = 5
        self.size = self._head
        for field in self.fields:
            self.size += self._places[field.attribute] * self._width(field)
        for name in engine.pieces:
            self.size += 1 + PIECES * self.piece_width(name)

    # ------------------------------------------------------------ shapes

    def _entries(self, field: Field) -> int:
        """How many values a field has."""
        keys = len(key_names(self._words, field, self.players)) if field.keys else 1
        what = field.owner.partition(":")[0]
        if what == "player":
            return self.seats * keys
        if what in ("cell", "edge"):
            return (self._checker.count(field.owner) or 0) * keys
        return keys

    def _width(self, field: Field) -> int:
        """How many numbers one value of a field takes; what is not open has one more, whether it is seen."""
        return (field.visibility != "open") + self.value_width(field)

    def value_width(self, field: Field) -> int:
        """How many numbers the value itself takes."""
        collection, type = split_type(field.type)
        if collection:
            return 1 + LISTED + self._counted(field, type)
        if type == "text":
            return 0
        if type == "bundle":
            return len(self.engine.resources)
        return 2 if type == "number" and field.type.endswith(" or none") else 1

    def _counted(self, field: Field, type: str) -> int:
        """How many kinds of things are counted in a collection; on cells and pieces there is no room for it."""
        if field.owner not in ("table", "player") or type.startswith("piece:"):
            return 0
        return COUNTED if type == "number" else self._checker.count(type) or 0

    def piece_width(self, piece: str) -> int:
        """Whether it is there, its cell, its zone, and its fields."""
        return 3 + sum([self._width(field) for field in self.pieces[piece]])

    # ------------------------------------------------------------ names

    def names(self) -> tuple[str, ...]:
        """What each number of a vector is: `p1.chips`, `p1.hand count king`, `square.mark[A1]`; no two alike."""
        found = ["viewer", "over", "decides", "decides for", "choice"]
        for field in self.fields:
            for entry in self._entry_names(field):
                found += self._value_names(field, entry)
        for piece, fields in self.pieces.items():
            found.append(f"{piece} count")
            for place in range(1, PIECES + 1):
                found += [f"{piece} {place} there", f"{piece} {place} cell", f"{piece} {place} zone"]
                for field in fields:
                    found += self._value_names(field, f"{piece} {place}.{field.name}")
        return unique_names(tuple(found))

    def _entry_names(self, field: Field) -> list[str]:
        """The values of a field by their owners and keys, as they stand in a position."""
        keys = [f"[{key}]" for key in key_names(self._words, field, self.players)] if field.keys else [""]
        what, _, of = field.owner.partition(":")
        if what == "player":
            owned = [f"{self._words.seat(seat)}.{field.name}" for seat in range(self.seats)]
        elif what in ("cell", "edge"):
            things = thing_names(self._words, self._checker, field.owner)
            owned = [f"{of}.{field.name}[{thing}]" for thing in things]
        else:
            owned = [field.name]
        return [name + key for name in owned for key in keys]

    def _value_names(self, field: Field, name: str) -> list[str]:
        """The numbers by which one value is told."""
        found = [f"{name} known"] if field.visibility != "open" else []
        collection, type = split_type(field.type)
        if collection:
            found.append(f"{name} size")
            found += [f"{name} {place}" for place in range(1, LISTED + 1)]
            counted = self._counted(field, type)
            things = (
                thing_names(self._words, self._checker, type)
                if type != "number"
                else map(str, range(counted))
            )
            found += [f"{name} count {thing}" for thing, _ in zip(things, range(counted))]
        elif type == "bundle":
            found += [f"{name} {resource}" for resource in self.engine.resources]
        elif type != "text":
            found += [f"{name} there", name] if self.value_width(field) == 2 else [name]
        return found

    # ------------------------------------------------------------ positions

    def vector(self, g: Position, viewer: int | None) -> list[int]:
        """What the viewer may know; None: what everybody may know."""
        slots = {name: self._visible(g, name, viewer) for name in self.engine.pieces}
        found = [0 if viewer is None else viewer + 1, 1 if g.over else 0]
        found += [g.player + 1, g.you + 1, g.choice + 1] if g.then is not None else [0, 0, 0]
        for field in self.fields:
            self._field(g, field, viewer, slots, found)
        for name in self.engine.pieces:
            self._piece_table(g, name, viewer, slots, found)
        return [min(max(value, -LARGEST), LARGEST) for value in found]

    def _field(
        self, g: Any, field: Field, viewer: int | None, slots: dict[str, dict[int, int]], found: list[int]
    ) -> None:
        """Adds all values of a field, those of a player's own as that player sees them."""
        values = getattr(g, field.attribute)
        if not isinstance(values, list):
            self._value(field, values, may_see(field, False), slots, found)
            return
        keys = max(len(values) // self.seats, 1) if field.owner == "player" else 1
        for i, value in enumerate(values):
            own = field.owner == "player" and i // keys == viewer
            self._value(field, value, may_see(field, own), slots, found)

    def _value(
        self, field: Field, value: Any, seen: bool, slots: dict[str, dict[int, int]], found: list[int]
    ) -> None:
        """Adds one value: zeros if it is not seen, though the size of a collection is always told."""
        if field.visibility != "open":
            found.append(1 if seen else 0)
        width = self.value_width(field)
        collection, type = split_type(field.type)
        if collection:
            found.append(len(value))
            if not seen:
                found.extend([0] * (width - 1))
                return
            found.extend(self._listed(type, value, slots))
            counts = [0] * (width - 1 - LISTED)
            for one in value:
                if 0 <= one < len(counts):
                    counts[one] += 1
            found.extend(counts)
        elif not seen or width == 0:
            found.extend([0] * width)
        elif type == "bundle":
            found.extend(value)
        elif type == "number":
            if width == 2:
                found.append(0 if value == NONE else 1)
            found.append(0 if value == NONE else value)
        else:
            found.append(self._thing(type, value, slots))

    def _listed(self, type: str, value: tuple[Any, ...], slots: dict[str, dict[int, int]]) -> list[int]:
        """The first things of a collection, in their order."""
        if type == "number":
            first = [int(one) for one in value[:LISTED]]
        elif type == "text":
            first = []
        else:
            first = [self._thing(type, one, slots) for one in value[:LISTED]]
        return first + [0] * (LISTED - len(first))

    def _thing(self, type: str, value: Any, slots: dict[str, dict[int, int]]) -> int:
        """A thing by its number; a piece by its place in the table of pieces, if it is told there."""
        if value == NONE:
            return 0
        if type.startswith("piece:"):
            return slots[type.removeprefix("piece:")].get(value, -1) + 1
        return int(value) if type == "flag" else int(value) + 1

    # ------------------------------------------------------------ pieces

    def _visible(self, g: Any, piece: str, viewer: int | None) -> dict[int, int]:
        """The places in the table of the pieces that the viewer sees: by their looks, as their numbers are nobody's business."""
        hidden = hidden_pieces(self.engine, g, piece, viewer)
        seen = [number for number in getattr(g, piece + "_alive") if number not in hidden]
        looks = {number: self._piece(g, piece, number, viewer, {}) for number in seen}
        seen.sort(key=lambda number: (looks[number], number))
        return {number: place for place, number in enumerate(seen[:PIECES])}

    def _piece_table(
        self, g: Any, piece: str, viewer: int | None, slots: dict[str, dict[int, int]], found: list[int]
    ) -> None:
        """Adds how many pieces of a sort are told of, then one row for each, then empty rows."""
        told = slots[piece]
        found.append(len(told))
        for number in told:
            found.extend(self._piece(g, piece, number, viewer, slots))
        found.extend([0] * ((PIECES - len(told)) * self.piece_width(piece)))

    def _piece(
        self, g: Any, piece: str, number: int, viewer: int | None, slots: dict[str, dict[int, int]]
    ) -> list[int]:
        """One piece; without `slots` the pieces that it refers to are left out."""
        cells: tuple[int, ...] = ()
        if self.engine.pieces[piece].board:
            cells = getattr(g, piece + "_cells")[number]
        zones = getattr(g, piece + "_zone", None)
        zone = NONE if zones is None else zones[number]
        found = [1, cells[0] + 1 if cells else 0, 0 if zone == NONE else zone + 1]
        owners = owners_of(g, self.pieces[piece])
        own = viewer is not None and owners is not None and owners[number] == viewer
        known = slots or {name: {} for name in self.engine.pieces}
        for field in self.pieces[piece]:
            self._value(field, getattr(g, field.attribute)[number], may_see(field, own), known, found)
        return found
