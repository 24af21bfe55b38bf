"""Words: any value of a position as plain data for programs and as text for people, by its type."""

from __future__ import annotations

import re
from typing import Any, Final

from .boards import Board
from .core import NONE
from .engine import Engine, Field

COLLECTIONS: Final = ("set", "list", "bag", "deck", "pile", "hand", "row", "zone")
_SEAT: Final = re.compile("\u2983(\\d+)\u2984")
_HOLE: Final = r"\{[^{}]*\}"


def split_type(type: str) -> tuple[str, str]:
    """("deck", "kind:card") of "deck kind:card"; ("", "number") of "number or none"."""
    type = type.removesuffix(" or none")
    word, _, rest = type.partition(" ")
    if word in COLLECTIONS and rest:
        return word, rest.removeprefix("of ")
    return "", type


def seat_text(seat: int) -> str:
    """A player inside a text that is made where names are not known; `Words` puts the name there."""
    return f"\u2983{seat}\u2984"


class Words:
    """Names and texts of one game, for its players, in one language."""

    def __init__(self, engine: Engine, names: tuple[str, ...], language: str = "en") -> None:
        self.engine = engine
        self.names = names
        self.language = language
        self._table: dict[str, str] = engine.labels.get(language, {})
        self._templates = [_Template(text, other) for text, other in self._table.items() if "{" in text]
        self._labels = self._label_table()

    # ------------------------------------------------------------ texts

    def say(self, text: str) -> str:
        """A text of the rules in the chosen language; unknown texts stay as they are."""
        text = self.named(text)
        if not self._table:
            return text
        known = self._table.get(text, self._labels.get(text))
        if known is not None:
            return known
        for template in self._templates:
            found = template.pattern.fullmatch(text)
            if found is not None:
                parts = [self.say(part) for part in found.groups()]
                return template.filled(dict(zip(template.holes, parts, strict=True)))
        return text

    def named(self, text: str) -> str:
        """A text with the names of the players that it speaks of."""
        if "\u2983" not in text:
            return text
        return _SEAT.sub(lambda found: self.seat(int(found[1])), text)

    def _label_table(self) -> dict[str, str]:
        """English labels of members -> translations, which are given by the members' names."""
        found: dict[str, str] = {}
        for kind in self.engine.kinds.values() if self._table else ():
            for member, label in zip(kind.members, kind.labels, strict=True):
                if member in self._table:
                    found[label] = self._table[member]
        return found

    def name(self, name: str) -> str:
        """A name of the rules as people read it."""
        if name in self._table:
            return self._table[name]
        return self.say(self.engine.names.get(name, name.replace("_", " ")))

    def seat(self, seat: int) -> str:
        """The name of a player, or of a participant without a human."""
        if 0 <= seat < len(self.names):
            return self.names[seat]
        others = self.engine.participants
        if 0 <= seat - len(self.names) < len(others):
            return self.name(others[seat - len(self.names)])
        return f"seat {seat}"

    def seat_named(self, name: str) -> int:
        """The seat of that name, or NONE."""
        if name in self.names:
            return self.names.index(name)
        if name in self.engine.participants:
            return len(self.names) + self.engine.participants.index(name)
        for seat in range(len(self.names) + len(self.engine.participants)):
            if self.seat(seat).lower() == name.lower():
                return seat
        return NONE

    # ------------------------------------------------------------ values

    def plain(self, g: Any, type: str, value: Any) -> Any:
        """A value as JSON has it: names of the rules, numbers, lists, null."""
        collection, type = split_type(type)
        if collection or (isinstance(value, tuple) and type != "bundle"):
            if type.startswith("piece:"):
                return list(self.piece_names(g, type.removeprefix("piece:"), value).values())
            return [self.plain(g, type, one) for one in value]
        if value is None or value == NONE:
            return None
        what, _, of = type.partition(":")
        if what == "flag":
            return bool(value)
        if what == "bundle":
            return {self.engine.resources[i]: amount for i, amount in enumerate(value) if amount}
        name = self.name_of(g, what, of, value)
        return value if name is None else name

    def text(self, g: Any, type: str, value: Any) -> str:
        """A value in words for people."""
        collection, type = split_type(type)
        if collection or (isinstance(value, tuple) and type != "bundle"):
            return ", ".join([self.text(g, type, one) for one in value]) or "-"
        if value is None or value == NONE:
            return self.say("none")
        what, _, of = type.partition(":")
        if what == "flag":
            return self.say("yes") if value else self.say("no")
        if what == "bundle":
            return self.bundle(value)
        if what == "kind":
            kind = self.engine.kinds[of]
            translated = self._table.get(kind.members[value])
            return self.say(kind.labels[value]) if translated is None else translated
        if what == "piece":
            return self.piece_text(g, of, value)
        name = self.name_of(g, what, of, value)
        if name is None:
            return self.say(str(value))
        return self.name(name) if what in ("direction", "resource", "effect") else name

    def bundle(self, amounts: tuple[int, ...]) -> str:
        parts = [f"{n} {self.name(self.engine.resources[i])}" for i, n in enumerate(amounts) if n]
        return " + ".join(parts) or "0"

    def name_of(self, g: Any, what: str, of: str, value: int) -> str | None:
        """The unique name of a thing; None for what is its own name, as numbers are."""
        engine = self.engine
        if what == "kind":
            return engine.kinds[of].members[value]
        if what == "cell":
            return engine.boards[of].names[value]
        if what in ("player", "participant"):
            return self.seat(value)
        if what == "piece":
            return self._piece_at(g, of, value)
        if what == "edge":
            board, _, edges = of.partition(".")
            return engine.boards[board].edge_name(edges, value)
        if what == "direction":
            return self.directions(of)[value]
        if what == "resource":
            return engine.resources[value]
        if what == "effect":
            return engine.effects[value]
        return None

    def directions(self, board: str) -> tuple[str, ...]:
        """The directions of a board; if none is named, of the first on which people speak of directions."""
        if board:
            return self.engine.boards[board].directions
        for shape in ("grid", "hexes", "ring", "track"):
            for other in self.engine.boards.values():
                if other.shape == shape:
                    return other.directions
        return ()

    # ------------------------------------------------------------ pieces

    def piece_fields(self, piece: str) -> list[Field]:
        """What everybody may know of such a piece."""
        owner = "piece:" + piece
        return [
            f
            for f in self.engine.fields
            if f.owner == owner and f.visibility == "open" and not f.internal and not f.keys
        ]

    def piece_cells(self, g: Any, piece: str, number: int) -> tuple[int, ...]:
        if not self.engine.pieces[piece].board:
            return ()
        cells: tuple[int, ...] = getattr(g, piece + "_cells")[number]
        return cells

    def piece_parts(self, g: Any, piece: str, number: int) -> list[str]:
        """The figures of a piece that have names: its type, its owner."""
        parts: list[str] = []
        for f in self.piece_fields(piece):
            value = getattr(g, f.attribute)[number]
            collection, type = split_type(f.type)
            if collection or value == NONE or type == "flag" or type.startswith("piece:"):
                continue
            parts.append(str(self.plain(g, type, value)))
        return parts

    def piece_names(self, g: Any, piece: str, among: list[int] | tuple[int, ...]) -> dict[int, str]:
        """A different description of each of some pieces: where it stands, if need be more, if need be a number.

        Only these pieces are compared: a name must not tell what others, perhaps hidden, are like.
        """
        names = {number: self._piece_at(g, piece, number) for number in among}
        count = _counted(names)
        names = {n: self._piece_whole(g, piece, n) if count[name] > 1 else name for n, name in names.items()}
        seen: dict[str, int] = {}
        for number, name in names.items():
            seen[name] = seen.get(name, 0) + 1
            if seen[name] > 1:
                names[number] = f"{name} #{seen[name]}"
        return names

    def piece_text(self, g: Any, piece: str, number: int) -> str:
        parts: list[str] = []
        for f in self.piece_fields(piece):
            value = getattr(g, f.attribute)[number]
            collection, type = split_type(f.type)
            if not collection and value != NONE and type != "flag" and not type.startswith("piece:"):
                parts.append(self.text(g, type, value))
        board = self.board_of(piece)
        if board is not None:
            parts.extend([board.names[cell] for cell in self.piece_cells(g, piece, number)])
        name = self.name(piece)
        return f"{name} ({', '.join(parts)})" if parts else f"{name} {number + 1}"

    def board_of(self, piece: str) -> Board | None:
        return self.engine.boards.get(self.engine.pieces[piece].board)

    def _piece_at(self, g: Any, piece: str, number: int) -> str:
        board = self.board_of(piece)
        cells = self.piece_cells(g, piece, number)
        if board is not None and cells:
            return f"{piece} at {' + '.join([board.names[cell] for cell in cells])}"
        return " ".join([piece, *self.piece_parts(g, piece, number)])

    def _piece_whole(self, g: Any, piece: str, number: int) -> str:
        short = self._piece_at(g, piece, number)
        if not self.piece_cells(g, piece, number):
            return short
        return ", ".join([short, *self.piece_parts(g, piece, number)])


def _counted(names: dict[int, str]) -> dict[str, int]:
    count: dict[str, int] = {}
    for name in names.values():
        count[name] = count.get(name, 0) + 1
    return count


class _Template:
    """A text with holes and its translation."""

    def __init__(self, text: str, other: str) -> None:
        self.holes: list[str] = re.findall(_HOLE, text)
        self.pattern = re.compile("(.+?)".join([re.escape(part) for part in re.split(_HOLE, text)]))
        self.other = other

    def filled(self, parts: dict[str, str]) -> str:
        text = self.other
        for hole, part in parts.items():
            text = text.replace(hole, part)
        return text
