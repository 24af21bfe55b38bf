"""Figures of a position by the names that people write: of the table, of players, cells, places and pieces."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from . import described
from .boards import DIRECTIONS
from .core import NONE, Position, invalidate_all
from .engine import Engine, Field
from .moves import NO, NOTHING, YES, cell_spellings, edge_spellings, simple
from .plain import Checker, Wrong, written_number
from .views import key_names
from .words import Words, split_type

# Collections in which the order of things means something.
ORDERED: Final = ("list", "deck", "pile")


class Unknown(Exception):
    """A name that nothing in the game has; perhaps another one is meant."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


def unknown(what: str, name: str, known: list[str]) -> Unknown:
    """The error for a name that is not there, with the nearest one as a hint."""
    import difflib  # only for names that are not there

    close = difflib.get_close_matches(name, known, n=1)
    return Unknown(f"there is no {what} {name!r}", f"did you mean {close[0]!r}?" if close else "")


@dataclass(frozen=True, slots=True)
class Figure:
    """One value of a position: which list of the state holds it, and where."""

    name: str
    field: Field
    index: int | None  # None: a figure of the table that is no map

    @property
    def type(self) -> str:
        """The type of its field."""
        return self.field.type

    def value(self, g: Position) -> Any:
        """What a position holds there."""
        held = getattr(g, self.field.attribute)
        return held if self.index is None else held[self.index]

    def set(self, g: Position, value: Any) -> None:
        """Puts a value there, and drops what was memoised of the position."""
        invalidate_all(g)
        if self.index is None:
            setattr(g, self.field.attribute, value)
        else:
            getattr(g, self.field.attribute)[self.index] = value


class Figures:
    """All figures of the positions of one game."""

    def __init__(self, words: Words, players: int) -> None:
        self.words = words
        self.engine: Engine = words.engine
        self.players = players
        self._names: dict[str, dict[str, tuple[Field, int | None, int]]] = {}
        self._found: dict[tuple[str, str], Figure] = {}
        self._cells: dict[str, tuple[str, int]] | None = None
        self._things: dict[str, dict[str, int]] = {}

    # ------------------------------------------------------------ whose and which

    def find(self, g: Position, of: str, name: str) -> Figure:
        """The figure of that name of the table, a player, a cell, an edge or a piece."""
        known = self._found.get((of, name))
        if known is not None:
            return known
        owner, number = self._owner(g, of)
        names = self._names.get(owner)
        if names is None:
            names = self._names[owner] = self._spellings(owner)
        found = names.get(name) or names.get(_figure_spelling(name))
        if found is None:
            raise unknown(f"figure of {of}", name, [known.replace(" ", "_") for known in names])
        field, key, keys = found
        index = key if owner == "table" else number if key is None else number * keys + key
        figure = Figure(name, field, index)
        if not owner.startswith("piece:"):  # the names of pieces depend on the position
            self._found[of, name] = figure
        return figure

    def _owner(self, g: Position, of: str) -> tuple[str, int]:
        """What a name stands for, and its number: the table, a player, a cell or a piece; `Unknown` with a hint otherwise."""
        if of == "table":
            return "table", 0
        seat = self.words.seat_named(of)
        if seat != NONE:
            return "player", seat
        if self._cells is None:
            self._cells = self._places()
        found = self._cells.get(simple(of))
        if found is not None:
            return found
        for piece in self.engine.pieces:
            for number, name in self.words.piece_names(g, piece, getattr(g, piece + "_alive")).items():
                if simple(name) == simple(of):
                    return "piece:" + piece, number
        known = ["table", "game", *self.words.names, *self._cells]
        raise unknown("player, place or piece", of, known)

    def _places(self) -> dict[str, tuple[str, int]]:
        """Cells and edges by their spellings; what two boards call the same needs the board's name before it."""
        found: dict[str, tuple[str, int]] = {}
        twice: set[str] = set()
        for board in self.engine.boards.values():
            for cell, name in enumerate(board.names):
                for spelling in cell_spellings(board.name, name):
                    if spelling in found and found[spelling][0] != "cell:" + board.name:
                        twice.add(spelling)
                    found[spelling] = ("cell:" + board.name, cell)
            for edges, edge_set in board.edges.items():
                for edge in range(edge_set.size):
                    for spelling in edge_spellings(board, edges, edge):
                        found.setdefault(simple(spelling), (f"edge:{board.name}.{edges}", edge))
        return {spelling: place for spelling, place in found.items() if spelling not in twice}

    def _spellings(self, owner: str) -> dict[str, tuple[Field, int | None, int]]:
        """The names of the figures of an owner: by name or label; of a map with the key, as bowl(1) or bowl_1."""
        found: dict[str, tuple[Field, int | None, int]] = {}
        for field in self.engine.fields:
            if field.owner != owner or field.internal:
                continue
            names = dict.fromkeys((field.name, self.engine.names.get(field.name, field.name)))
            if not field.keys:
                for name in names:
                    found.setdefault(_figure_spelling(name), (field, None, 1))
                continue
            keys = key_names(self.words, field, self.players)
            for number, key in enumerate(keys):
                for name in names:
                    for spelling in (f"{name}({key})", f"{name}_{key}"):
                        found.setdefault(_figure_spelling(spelling), (field, number, len(keys)))
        return found

    # ------------------------------------------------------------ values

    def read(self, type: str, value: Any) -> Any:
        """What a written value is in a position, by the type of its figure; Unknown says why it is none."""
        collection, one = split_type(type)
        if collection or isinstance(value, list | tuple):
            return tuple([self._read_one(one, part) for part in _parts(value)])
        return self._read_one(one, value)

    def _read_one(self, type: str, value: Any) -> Any:
        """A written value as the engine holds it, by its type; `Unknown` if no thing of the type is called so."""
        if isinstance(value, bool):
            value = "yes" if value else "no"
        if value is None or (isinstance(value, str) and value in ("none", "-")):
            return NONE
        if type == "text":
            return str(value)
        if type == "bundle":
            return self._bundle(value)
        number = value if isinstance(value, int) else written_number(str(value))
        if number is not None and type == "number":
            return number
        things = self._things.get(type)
        if things is None:
            things = self._things[type] = self._named(type)
        found = things.get(simple(str(value)))
        if found is None:
            what = type.partition(":")[2] or type
            raise unknown(what, str(value), list(things))
        return bool(found) if type == "flag" else found

    def _bundle(self, value: Any) -> tuple[int, ...]:
        """2 worker + 1 coin, or an object with amounts."""
        amounts = [0] * len(self.engine.resources)
        if not isinstance(value, dict):
            parts = [part.split() for part in str(value).split("+") if part.strip() not in ("", "0")]
            found = [(part[-1], written_number(part[0]) if len(part) == 2 else None) for part in parts]
            if not all(amount is not None and amount >= 0 for _, amount in found):
                raise Unknown(f"{value!r} is no bundle of resources", "write it as in `2 worker + 1 coin`")
            value = dict(found)
        for name, amount in value.items():
            amounts[self._read_one("resource", name)] = amount
        return tuple(amounts)

    def _named(self, type: str) -> dict[str, int]:
        """The things of a type by their names, where these are the same in every position."""
        what, _, of = type.partition(":")
        engine = self.engine
        found: dict[str, int] = {}
        if what == "flag":
            return {**dict.fromkeys(NO, 0), **dict.fromkeys(YES, 1)}
        if what == "kind":
            kind = engine.kinds[of]
            found = {simple(label): number for number, label in enumerate(kind.labels)}
            found.update({simple(member): number for number, member in enumerate(kind.members)})
            found.update({simple(f"{of}.{member}"): number for number, member in enumerate(kind.members)})
        elif what == "cell":
            for cell, name in enumerate(engine.boards[of].names):
                found.update(dict.fromkeys(cell_spellings(of, name), cell))
        elif what in ("player", "participant"):
            seats = range(self.players + len(engine.participants))
            found = {simple(self.words.seat(seat)): seat for seat in seats}
        elif what == "edge":
            board, _, edges = of.partition(".")
            for edge in range(engine.boards[board].edges[edges].size):
                found.update(
                    dict.fromkeys(map(simple, edge_spellings(engine.boards[board], edges, edge)), edge)
                )
        elif what == "direction":
            found = {simple(DIRECTIONS[number]): number for number in self.words.directions()}
        elif what == "resource":
            found = {simple(name): number for number, name in enumerate(engine.resources)}
            for number, name in enumerate(engine.resources):
                found.setdefault(simple(engine.names.get(name, name)), number)
        elif what == "effect":
            found = {simple(name): number for number, name in enumerate(engine.effects)}
        return found

    # ------------------------------------------------------------ comparing and setting

    def differs(self, g: Position, figure: Figure, wanted: Any) -> bool:
        """Whether a figure is not as it is written."""
        actual = figure.value(g)
        if isinstance(actual, int) and str(actual) == str(wanted) and figure.field.type == "number":
            return False
        collection, one = split_type(figure.type)
        if one.startswith("piece:"):
            pieces = actual if collection else () if actual == NONE else (actual,)
            names = self.words.piece_names(g, one.removeprefix("piece:"), pieces).values()
            expected = [] if wanted is None else [simple(str(part)) for part in _parts(wanted)]
            return _in_order(collection, [simple(name) for name in names]) != _in_order(collection, expected)
        expected_value = self.read(figure.type, wanted)
        if collection:
            return _in_order(collection, list(actual)) != _in_order(collection, list(expected_value))
        return bool(actual != expected_value)

    def text(self, g: Position, figure: Figure) -> str:
        """A figure as a record writes it."""
        value = self.words.plain(g, figure.type, figure.value(g))
        if isinstance(value, list):
            return f"({', '.join([str(one) for one in value])})"
        if isinstance(value, dict):
            return self.words.bundle(figure.value(g))
        if isinstance(value, bool):
            return "yes" if value else "no"
        return "none" if value is None else str(value)

    def set(self, g: Position, figure: Figure, value: Any) -> None:
        """Makes a figure what a record gives."""
        if split_type(figure.type)[1].startswith("piece:"):
            raise Unknown(
                f"{figure.name} holds pieces, which cannot be given",
                "tell what chance gives: next shuffle: …",
            )
        new = self.read(figure.type, value)
        field = figure.field
        try:
            Checker(self.engine, self.players).check(field.type, new, field.low, field.high)
        except Wrong as wrong:
            raise Unknown(f"{figure.name} cannot be {value}: {wrong}") from None
        figure.set(g, new)


def _figure_spelling(name: str) -> str:
    """The name of a figure without what people write differently, spaces at brackets included."""
    return simple(name).replace(" (", "(").replace("( ", "(").replace(" )", ")")


def _in_order(collection: str, things: list[Any]) -> list[Any]:
    """Things in the order in which collections are compared: as they are if order matters, else sorted."""
    return things if collection in ORDERED else sorted(things)


def _parts(value: Any) -> list[Any]:
    """The members of a written collection; one value alone is a collection of one."""
    if isinstance(value, list | tuple):
        return list(value)
    return [] if value is None or str(value) in (*NOTHING, "empty", "()") else [value]


# ---------------------------------------------------------------- what chance gives


def among(
    figures: Figures, g: Position, names: tuple[Any, ...], things: tuple[Any, ...], dice: bool
) -> tuple[Any, ...]:
    """The things that names mean, among those that chance works with; all are of one type."""
    readings: list[tuple[Any, ...]] = []
    only_numbers = all(written_number(str(name)) is not None for name in names)
    for type in ["number"] if only_numbers else _types(figures.engine):
        try:
            found = (
                _of_pieces(figures, g, type, names, things)
                if type.startswith("piece:")
                else tuple([figures.read(type, name) for name in names])
            )
        except Unknown:
            continue
        there = all(one in things for one in found) if dice else _all_there(found, things)
        if there and found not in readings:
            readings.append(found)
    if len(readings) == 1:
        return readings[0]
    listed = ", ".join([str(name) for name in names])
    if readings:
        raise Unknown(
            f"{listed} can mean several things here", "say of which kind they are, as in `kind.member`"
        )
    raise Unknown(
        f"chance cannot give {listed} here",
        "it gives only what is there, none of it more often than it is there",
    )


def _all_there(found: tuple[Any, ...], things: tuple[Any, ...]) -> bool:
    """Whether all can be taken away from the things, none more often than it is there."""
    rest = list(things)
    for one in found:
        if one not in rest:
            return False
        rest.remove(one)
    return True


def _types(engine: Engine) -> list[str]:
    """All types of things that have names."""
    kinds = [f"kind:{name}" for name in engine.kinds]
    boards = [f"cell:{name}" for name in engine.boards]
    return [*kinds, "player", "resource", *boards, *[f"piece:{name}" for name in engine.pieces]]


def _of_pieces(
    figures: Figures, g: Position, type: str, names: tuple[Any, ...], things: tuple[Any, ...]
) -> tuple[Any, ...]:
    """The numbers of the pieces that names mean, each piece once; `Unknown` if one is called by no name."""
    piece = type.removeprefix("piece:")
    alive = set(getattr(g, piece + "_alive"))
    if not all(thing in alive for thing in things):
        raise Unknown("these are no such pieces")
    numbers = {simple(name): number for number, name in figures.words.piece_names(g, piece, things).items()}
    found: list[int] = []
    for name in names:
        left = [thing for thing in things if thing not in found]
        fitting = described.pieces_for(figures.words, g, piece, left, str(name))  # card(clubs, 3)
        number = numbers.get(simple(str(name)), fitting[0] if fitting else None)
        if number is None:
            raise Unknown(f"no {piece} is called {str(name)!r}")
        found.append(number)
    return tuple(found)
