"""Words: any value of a position as plain data for programs and as text for people, by its type."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, Final

from .boards import DIRECTIONS, Board
from .core import NONE
from .engine import Engine, Field
from .pairs import halves, types_of
from .phrases import PHRASES
from .position import outline
from .templates import Template

COLLECTIONS: Final = ("set", "list", "bag", "deck", "pile", "hand", "row", "zone")
_SEAT: Final = re.compile("\u2983(\\d+)\u2984")
_AMOUNTS: Final = re.compile("\u2985([^\u2985\u2986]*)\u2986")  # as `bundle_text` marks them
_NESTED: Final = 4  # how deep texts stand in the holes of texts
# Stands between the parts of a log line, which are translated each by itself: who, what was asked, what was picked.
PART: Final = "\x1f"


@cache
def split_type(type: str) -> tuple[str, str]:
    """("deck", "kind:card") of "deck kind:card"; ("", "number") of "number or none"."""
    type = type.removesuffix(" or none")
    word, _, rest = type.partition(" ")
    if word in COLLECTIONS and rest:
        return word, rest.removeprefix("of ")
    return "", type


class Words:
    """Names and texts of one game, for its players, in one language."""

    def __init__(self, engine: Engine, names: tuple[str, ...], language: str = "en") -> None:
        self.engine = engine
        self.names = names
        self.language = language
        own = engine.labels.get(language, {})
        self._table: dict[str, str] = {
            **own,
            **PHRASES.get(language, {}),
            **own,
        }  # its own templates come first
        self._table.update({outline(t): outline(o) for t, o in self._table.items() if outline(t) != t})
        templates = [Template(text, other) for text, other in self._table.items() if "{" in text]
        self._templates = sorted(templates, key=lambda one: -one.weight)
        self._members: dict[str, dict[str, str]] = {}  # kind -> English label of a member -> in this language
        self._labels: dict[str, str] = {}  # English labels of names -> in this language
        self._plain: set[str] = set()  # what needs no translation: names, places, words that have no other
        # names that no position changes: of members, cells, seats by type and number; of pieces by their figures
        self._fixed: dict[tuple[str, int], str] = {}
        self._sorts: dict[str, dict[tuple[int, ...], str]] = {}
        self._named = {piece: _named_fields(engine, piece) for piece in engine.pieces}
        self._links = {piece: _links(engine, piece) for piece in engine.pieces}
        self._fill_labels()

    def _fill_labels(self) -> None:
        """Translations are given by names of the rules or by texts; texts for people hold the labels of names."""
        if not self._table:
            return
        engine = self.engine
        for name, other in self._table.items():
            self._labels.setdefault(name.replace("_", " "), other)
        for name, label in (*engine.names.items(), *_asked_names(engine)):
            if name in self._table:
                self._labels[label] = self._table[name]
        for kind in engine.kinds.values():
            members = zip(kind.members, kind.labels, strict=True)
            self._members[kind.name] = {
                label: self._table.get(member, self._table.get(label, label)) for member, label in members
            }
        self._plain.update([name for board in engine.boards.values() for name in board.names])
        self._plain.update(self.names, engine.names.values(), engine.pieces, engine.effects)
        self._plain.update([self.name(name) for name in engine.participants])

    # ------------------------------------------------------------ texts

    @property
    def title(self) -> str:
        """The name of the game; the labels of a variant name that."""
        table = self.engine.labels.get(self.language, {})
        return table.get(self.engine.variant, table.get(self.engine.name, self.engine.title))

    def say(self, text: str) -> str:
        """A text of the rules in the chosen language; unknown texts stay as they are."""
        if not self._table or not text:
            return self.named(text)
        text = self._with_names(_AMOUNTS.sub(self._amounts, text))
        found = self._said(text, 0)
        return _AMOUNTS.sub(r"\1", text if found is None else found)

    def _amounts(self, found: re.Match[str]) -> str:
        """Amounts in the chosen language; they stay marked."""
        parts: list[str] = []
        for part in found[1].split(", "):
            n, _, name = part.partition(" ")
            parts.append(f"{n} {self._labels.get(name) or self._labels.get(name + 's', name)}")
        return f"\u2985{', '.join(parts)}\u2986"

    def fill(self, template: str, **values: str) -> str:
        """A text of the runtime with its values, in the chosen language."""
        text = self._table.get(template, template)
        for name, value in values.items():
            text = text.replace("{" + name + "}", value)
        return text

    def _said(self, text: str, depth: int) -> str | None:
        """The translation of a whole text; None if there is none."""
        known = self._table.get(text, self._labels.get(text))
        if known is not None:
            return known
        for members in self._members.values():
            if text in members:
                return members[text]
        filled = self._filled(text, depth) if depth < _NESTED else None
        return filled or self._numbered(text, depth) or self._joined(text, depth)

    def _numbered(self, text: str, depth: int) -> str | None:
        """A name with a number behind it, by which several of that name are told apart."""
        name, _, number = text.rpartition(" ")
        said = self._said(name, depth) if name and number.isdecimal() else None
        return None if said is None else f"{said} {number}"

    def _joined(self, text: str, depth: int) -> str | None:
        """Two values with nothing but a colon between them."""
        first, colon, rest = text.partition(": ")
        parts = [self._part(first, "", depth + 1), self._part(rest, "", depth + 1)] if colon else [None]
        known = [part for part in parts if part is not None]
        return ": ".join(known) if len(known) == len(parts) else None

    def _filled(self, text: str, depth: int) -> str | None:
        """By the template that says most of the text itself and whose holes hold values."""
        likely: str | None = None
        for template in self._templates:
            for values in template.readings(text):
                parts = [
                    self._part(value, hole, depth + 1)
                    for value, hole in zip(values, template.holes, strict=True)
                ]
                known = [part for part in parts if part is not None]
                if len(known) == len(parts):
                    return template.filled(known)
                if likely is None and 2 * template.weight >= len(text):
                    likely = template.filled(
                        [
                            part if part is not None else value
                            for part, value in zip(parts, values, strict=True)
                        ]
                    )
        return likely

    def _part(self, value: str, hole: str, depth: int) -> str | None:
        """The value in a hole, by itself; None if it is nothing that stands in holes."""
        if value.lstrip("-").isdecimal() or _AMOUNTS.fullmatch(value):
            return value
        named_kind = re.split(r"[^\w]+", hole.strip("{}").strip())[-1]
        for kind in (named_kind, *self._members):
            if value in self._members.get(kind, {}):
                return self._members[kind][value]
        said = self._said(value, depth)
        if said is not None or value in self._plain:
            return said if said is not None else value
        for mark in (", ", " + ", " and ", " "):
            one, found, rest = value.partition(mark)
            if found and (mark != " " or one.isdecimal()):
                first, others = self._part(one, hole, depth), self._part(rest, hole, depth)
                if first is not None and others is not None:
                    return first + self._table.get(mark, mark) + others
        return None

    def named(self, text: str) -> str:
        """A text with the names of the players and the amounts that it speaks of."""
        return self._with_names(_AMOUNTS.sub(r"\1", text) if "\u2985" in text else text)

    def _with_names(self, text: str) -> str:
        """A text with the names of players in the place of their marks."""
        if "\u2983" not in text:
            return text
        return _SEAT.sub(lambda found: self.seat(int(found[1])), text)

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
            if name.lower() in (self.seat(seat).lower(), self.say(self.seat(seat)).lower()):
                return seat
        return NONE

    # ------------------------------------------------------------ values

    def plain(self, g: Any, type: str, value: Any) -> Any:
        """A value as JSON has it: names of the rules, numbers, lists, null."""
        if value.__class__ is int:
            if value == NONE:
                return None
            if type == "number":
                return value
            known = self._fixed.get((type, value))
            if known is not None:
                return known
        elif value.__class__ is bool and type == "flag":
            return value
        whole = type
        collection, type = split_type(type)
        if collection or (isinstance(value, tuple) and type != "bundle"):
            if type.startswith("piece:"):
                return list(self.piece_names(g, type.removeprefix("piece:"), value).values())
            return [self.plain(g, type, one) for one in value]
        if value is None or value == NONE:
            return None
        if type == "number":
            return value
        what, _, of = type.partition(":")
        if what == "flag":
            return bool(value)
        if what == "bundle":
            return {self.engine.resources[i]: amount for i, amount in enumerate(value) if amount}
        name = self.name_of(g, what, of, value)
        if name is not None and what != "piece":
            self._fixed[whole, value] = name
        return value if name is None else name

    def text(self, g: Any, type: str, value: Any) -> str:
        """A value in words for people."""
        collection, type = split_type(type)
        if collection or (isinstance(value, tuple) and type != "bundle"):
            return ", ".join([self.text(g, type, one) for one in value]) or "-"
        if value is None or value == NONE:
            return self.say("none")
        both = types_of(type)
        if both is not None:
            return ", ".join([self.text(g, one, half) for one, half in zip(both, halves(value), strict=True)])
        what, _, of = type.partition(":")
        if what == "flag":
            return self.say("yes") if value else self.say("no")
        if what == "bundle":
            return self.bundle(value)
        if what == "kind":
            label = self.engine.kinds[of].labels[value]
            return self._members[of][label] if self._members else label
        if what == "piece":
            return self.piece_text(g, of, value)
        name = self.name_of(g, what, of, value)
        if name is None:
            return self.say(str(value))
        if what in ("player", "participant"):
            return self.say(name)
        if what == "cell" and (name in self.engine.names or name in self._table):
            return self.name(name)  # a member of the kind of which the board is made, or a translated place
        return self.name(name) if what in ("direction", "resource", "effect") else name

    def bundle(self, amounts: tuple[int, ...]) -> str:
        """A bundle as text: "2 wood + 1 stone"."""
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
            return DIRECTIONS[value]
        if what == "resource":
            return engine.resources[value]
        if what == "effect":
            return engine.effects[value]
        return None

    def directions(self) -> list[int]:
        """The directions that some board has."""
        had = {name for board in self.engine.boards.values() for name in board.directions}
        return [number for number, name in enumerate(DIRECTIONS) if name in had]

    # ------------------------------------------------------------ pieces

    def piece_cells(self, g: Any, piece: str, number: int) -> tuple[int, ...]:
        """The cells that a piece stands on; none if its sort has no board."""
        if not self.engine.pieces[piece].board:
            return ()
        cells: tuple[int, ...] = getattr(g, piece + "_cells")[number]
        return cells

    def piece_parts(self, g: Any, piece: str, number: int) -> list[str]:
        """The figures of a piece that have names: its type, its owner."""
        parts: list[str] = []
        for attribute, type in self._named[piece]:
            value = getattr(g, attribute)[number]
            if value != NONE:
                parts.append(str(self.plain(g, type, value)))
        return parts

    def linked_parts(self, g: Any, piece: str, number: int) -> list[str]:
        """The figures of the pieces to which a piece belongs."""
        parts: list[str] = []
        for other, its_number in self._linked(g, piece, number):
            parts.extend(self.piece_parts(g, other, its_number) or [f"{other} {its_number + 1}"])
        return parts

    def _linked(self, g: Any, piece: str, number: int) -> Iterator[tuple[str, int]]:
        """The pieces that a piece belongs to, each with its sort."""
        for attribute, other in self._links[piece]:
            value = getattr(g, attribute)[number]
            if value != NONE:
                yield other, value

    def piece_names(self, g: Any, piece: str, among: list[int] | tuple[int, ...]) -> dict[int, str]:
        """A different description of each of some pieces: where it stands, if need be more, if need be a number.

        Only these pieces are compared: a name must not tell what others, perhaps hidden, are like.
        """
        names = self._pieces_at(g, piece, among)
        longer: list[Callable[[Any, str, int], str]] = []
        if self.board_of(piece) is not None:
            longer.append(self._piece_whole)
        if self._links[piece]:
            longer.append(self._piece_linked)
        for more in longer:
            count = _counted(names)
            names = {n: more(g, piece, n) if count[name] > 1 else name for n, name in names.items()}
        seen: dict[str, int] = {}
        for number, name in names.items():
            seen[name] = seen.get(name, 0) + 1
            if seen[name] > 1:
                names[number] = f"{name} #{seen[name]}"
        return names

    def piece_texts(self, g: Any, piece: str, among: list[int]) -> dict[int, str]:
        """Some pieces in words for people; those that would read alike say to which pieces they belong."""
        texts = {number: self.piece_text(g, piece, number) for number in among}
        count = _counted(texts)
        return {
            n: self.piece_text(g, piece, n, linked=True) if count[text] > 1 else text
            for n, text in texts.items()
        }

    def piece_text(self, g: Any, piece: str, number: int, linked: bool = False) -> str:
        """A piece for people: its sort with what tells it apart, else with its number."""
        parts: list[str] = []
        if linked:
            parts = [self.piece_text(g, other, one) for other, one in self._linked(g, piece, number)]
        for attribute, type in self._named[piece]:
            value = getattr(g, attribute)[number]
            if value != NONE:
                parts.append(self.text(g, type, value))
        board = self.board_of(piece)
        if board is not None:
            parts.extend([board.names[cell] for cell in self.piece_cells(g, piece, number)])
        name = self.name(piece)
        return f"{name} ({', '.join(parts)})" if parts else f"{name} {number + 1}"

    def board_of(self, piece: str) -> Board | None:
        """The board that pieces of a sort stand on, or None."""
        return self.engine.boards.get(self.engine.pieces[piece].board)

    def _piece_at(self, g: Any, piece: str, number: int) -> str:
        """A piece as answers name it: by its cells, else by its fields."""
        board = self.board_of(piece)
        cells = self.piece_cells(g, piece, number)
        if board is not None and cells:
            return f"{piece} at {' + '.join([board.names[cell] for cell in cells])}"
        return " ".join([piece, *self.piece_parts(g, piece, number)])

    def _pieces_at(self, g: Any, piece: str, among: list[int] | tuple[int, ...]) -> dict[int, str]:
        """The same for several pieces; those off the board are named once for each set of fields."""
        if self.engine.pieces[piece].board:
            return {number: self._piece_at(g, piece, number) for number in among}
        columns = [getattr(g, attribute) for attribute, _ in self._named[piece]]
        known = self._sorts.setdefault(piece, {})
        names: dict[int, str] = {}
        for number in among:
            sort = tuple([column[number] for column in columns])
            name = known.get(sort)
            if name is None:
                name = known[sort] = self._piece_at(g, piece, number)
            names[number] = name
        return names

    def _piece_whole(self, g: Any, piece: str, number: int) -> str:
        """A piece by its cells and its fields."""
        short = self._piece_at(g, piece, number)
        if not self.piece_cells(g, piece, number):
            return short
        return ", ".join([short, *self.piece_parts(g, piece, number)])

    def _piece_linked(self, g: Any, piece: str, number: int) -> str:
        """A piece by all of these and the pieces that it belongs to."""
        linked = self.linked_parts(g, piece, number)
        if self.piece_cells(g, piece, number):
            return ", ".join([self._piece_whole(g, piece, number), *linked])
        return " ".join([piece, *linked, *self.piece_parts(g, piece, number)])


def _asked_names(engine: Engine) -> list[tuple[str, str]]:
    """Actions, and menus and rules that ask, with their labels."""
    found = [(action.name, action.label) for action in engine.machine.actions]
    asked = [choice for choice in engine.machine.choices if choice.type in ("menu", "branch")]
    return found + [(choice.name.partition("#")[0], choice.prompt) for choice in asked]


def _open_fields(engine: Engine, piece: str) -> list[Field]:
    """What everybody may know of such a piece."""
    owner = "piece:" + piece
    return [
        f
        for f in engine.fields
        if f.owner == owner and f.visibility == "open" and not f.internal and not f.keys
    ]


def _named_fields(engine: Engine, piece: str) -> list[tuple[str, str]]:
    """The fields of a piece by which people tell it from others, and their types."""
    found = [(f.attribute, *split_type(f.type)) for f in _open_fields(engine, piece)]
    return [
        (attribute, type)
        for attribute, collection, type in found
        if not collection and type != "flag" and not type.startswith("piece:")
    ]


def _links(engine: Engine, piece: str) -> list[tuple[str, str]]:
    """The fields of a piece that name a piece to which it belongs, and what sort that is."""
    found = [(f.attribute, *split_type(f.type)) for f in _open_fields(engine, piece)]
    return [
        (attribute, type[6:])
        for attribute, collection, type in found
        if not collection and type.startswith("piece:")
    ]


def _counted(names: dict[int, str]) -> dict[str, int]:
    """How often each name occurs."""
    count: dict[str, int] = {}
    for name in names.values():
        count[name] = count.get(name, 0) + 1
    return count
