"""Features of what players and the table own, from the declarations: whole numbers, each with a name.

A block reads some attributes of the state and fills its own features; nothing that the seat may not see has a feature.
Beside the function that does so stands the same as whole numbers, for native cores (looking.h says what they mean).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

from ..boards import Board
from ..core import NONE
from ..engine import Engine, Field, Kind
from ..words import split_type

ONE_HOT: Final = 24  # members of a kind that get a feature each
KEYS: Final = 24  # entries of a map that get features each
STEPS: Final = 12  # values of a bounded number that get a feature each
MEAN: Final = 12  # means of other players are told in twelfths, so that they are whole numbers

# What the attributes hold, the seat, and where to write.
Fill = Callable[[tuple[Any, ...], int, list[int]], None]


# What a block does, for native cores.
PENDING, OWN, PIECES, TABLE, NAMED, OWNED, HOLDING, BESIDE, CELLS, AROUND, GROUND, HANGING, NOW = range(13)
# How one value is read, for native cores.
NUMBER, SIZE, IN_STEPS, MEMBER, FIGURES, MEMBERS, NUMBERS = range(7)


class Block(NamedTuple):
    """Some features that depend on a few attributes only."""

    names: tuple[str, ...]
    attributes: tuple[str, ...]
    fill: Fill  # content of the attributes, seat, one number for each name
    code: tuple[int, ...]  # the same for native cores: what it does, then its figures


class Shape(NamedTuple):
    """What the blocks need to know of an engine: seats and sizes."""

    engine: Engine
    players: int

    @property
    def seats(self) -> int:
        """The number of seats, automatic participants included."""
        return self.players + len(self.engine.participants)

    def keys(self, field: Field) -> list[str]:
        """The names of a map's entries; one without a name if it is no map."""
        if not field.keys:
            return [""]
        if field.keys.startswith("kind:"):
            return [" " + member for member in self.engine.kinds[field.keys[5:]].members]
        if field.keys == "player":
            return [f" {seat}" for seat in range(self.seats)]
        low, _, high = field.keys.partition(":")[2].partition("..")
        return [f" {number}" for number in range(int(low), int(high) + 1)]

    def board(self, name: str) -> Board:
        """A board, on the map for so many players."""
        return self.engine.maps.get(name, {}).get(self.players) or self.engine.boards[name]

    def kind(self, type: str) -> Kind | None:
        """The kind that a type names, or None if it is of another sort."""
        return self.engine.kinds.get(type.removeprefix("kind:")) if type.startswith("kind:") else None


def figures(kind: Kind) -> Iterator[tuple[str, list[int]]]:
    """The columns of a kind that are whole numbers and tell its members apart."""
    for name, texts in kind.columns.items():
        try:
            values = [0 if text in ("", "none", "-") else int(text) for text in texts]
        except ValueError:
            continue
        if len(set(values)) > 1:
            yield name, values


# ---------------------------------------------------------------- one value as numbers


class Reading(NamedTuple):
    """How one value becomes numbers: their names, and what adds them to a list from a place on."""

    names: tuple[str, ...]
    add: Callable[[Any, list[int], int], None]
    code: tuple[int, ...]  # the same for native cores: how it is read, then its figures

    def coded(self) -> tuple[int, ...]:
        """The code with its own length and the number of names before it."""
        return len(self.code) + 1, len(self.names), *self.code


def table_code(columns: list[list[int]]) -> tuple[int, ...]:
    """Columns of figures one after another, with their length before them."""
    return (len(columns[0]) if columns else 0), *[value for column in columns for value in column]


def number(value: int, out: list[int], at: int) -> None:
    """Adds a number to its feature; an absent one counts nothing."""
    if value != NONE:
        out[at] += value


def size(value: tuple[Any, ...], out: list[int], at: int) -> None:
    """Adds the length of a collection to its feature."""
    out[at] += len(value)


def _steps(low: int) -> Callable[[int, list[int], int], None]:
    """A writer for numbers of a small range: the number itself, and one feature for each value from `low` on."""

    def add(value: int, out: list[int], at: int) -> None:
        if value != NONE:
            out[at] += value
            out[at + 1 + value - low] += 1

    return add


def _member(value: int, out: list[int], at: int) -> None:
    """Counts a member of a kind at the feature of its place; none counts nowhere."""
    if value >= 0:
        out[at + value] += 1


def _figures_of(columns: list[list[int]]) -> Callable[[int, list[int], int], None]:
    """A writer that counts a member and adds its number from each column of its kind's table."""

    def add(value: int, out: list[int], at: int) -> None:
        if value >= 0:
            out[at] += 1
            for i, column in enumerate(columns):
                out[at + 1 + i] += column[value]

    return add


def _members(counted: int, columns: list[list[int]]) -> Callable[[Sequence[int], list[int], int], None]:
    """A writer for several members: how many, how often each one if `counted`, and the sum of each column."""

    def add(value: Sequence[int], out: list[int], at: int) -> None:
        out[at] += len(value)
        for one in value:
            if one < 0:
                continue
            if counted:
                out[at + 1 + one] += 1
            for i, column in enumerate(columns):
                out[at + 1 + counted + i] += column[one]

    return add


def _numbers(value: tuple[int, ...], out: list[int], at: int) -> None:
    """Adds how many numbers there are, their sum, the largest and the smallest."""
    out[at] += len(value)
    out[at + 1] += sum(value)
    if value:
        out[at + 2] += max(value)
        out[at + 3] += min(value)


def _of_members(names: tuple[str, ...], counted: int, columns: list[list[int]]) -> Reading:
    """The reading of a collection of members, for Python and as the code of the native core."""
    return Reading(names, _members(counted, columns), (MEMBERS, counted, *table_code(columns)))


SIZES: Final = Reading(("",), size, (SIZE,))


def reading(shape: Shape, field: Field, own: bool = True) -> Reading | None:
    """How a value of a field that may be seen is read; None: it tells nothing by itself. `own`: in all detail."""
    collection, type = split_type(field.type)
    kind = shape.kind(type)
    if collection:
        if kind is not None:
            columns = list(figures(kind))
            counted = len(kind.members) if len(kind.members) <= ONE_HOT * 2 and own else 0
            names = [f"={member}" for member in kind.members[:counted]] + [f" {name}" for name, _ in columns]
            return _of_members(("", *names), counted, [values for _, values in columns])
        if type == "number":
            return Reading(("", " sum", " most", " least"), _numbers, (NUMBERS,))
        return SIZES
    if kind is not None:
        if len(kind.members) <= ONE_HOT:
            return Reading(tuple([f"={member}" for member in kind.members]), _member, (MEMBER,))
        columns = list(figures(kind))
        names = [f" {name}" for name, _ in columns]
        of = [values for _, values in columns]
        return Reading(("", *names), _figures_of(of), (FIGURES, *table_code(of)))
    if type == "flag":
        return Reading(("",), number, (NUMBER,))
    if type == "number":
        low, high = field.low, field.high
        if own and low is not None and high is not None and high - low <= STEPS:
            names = [f"={value}" for value in range(low, high + 1)]
            return Reading(("", *names), _steps(low), (IN_STEPS, low))
        return Reading(("",), number, (NUMBER,))
    return None


def piece_reading(shape: Shape, field: Field) -> tuple[Reading, str] | None:
    """A zone of pieces is read by what its pieces are: how, and the attribute that says what each is."""
    piece = split_type(field.type)[1]
    for other in shape.engine.fields:
        kind = shape.kind(other.type)
        if other.owner == piece and kind is not None and other.visibility == "open" and not other.keys:
            columns = list(figures(kind))
            counted = len(kind.members) if len(kind.members) <= ONE_HOT * 2 else 0
            names = [f"={member}" for member in kind.members[:counted]] + [f" {name}" for name, _ in columns]
            return _of_members(("", *names), counted, [values for _, values in columns]), other.attribute
    return None


# ---------------------------------------------------------------- players


def player_blocks(shape: Shape, field: Field) -> Iterator[Block]:
    """Own values in detail; of the other players their mean and the highest, if they may be seen."""
    collection, type = split_type(field.type)
    keys = shape.keys(field)
    if len(keys) > KEYS or (collection == "" and field.visibility == "hidden"):
        return
    if collection and type.startswith("piece:") and field.visibility != "hidden":
        found = piece_reading(shape, field)
        if found is not None:
            yield _own_pieces(shape, field, keys, found)
    own = reading(shape, field)
    if own is None:
        return
    hidden = field.visibility == "hidden" or type.startswith("piece:")
    others = (
        reading(shape, field, own=False) if field.visibility == "open" else (SIZES if collection else None)
    )
    yield _own_and_others(shape, field, keys, SIZES if collection and hidden else own, others)


def _own_and_others(
    shape: Shape, field: Field, keys: list[str], own: Reading, others: Reading | None
) -> Block:
    """The block of a field of players: the seat's own values, mean and most of the others', and those of automatic participants."""
    names: list[str] = []
    for key in keys:
        names += [f"own {field.name}{key}{name}" for name in own.names]
        if others is not None and shape.players > 1:
            names += [f"mean {field.name}{key}{name}" for name in others.names]
            names += [f"most {field.name}{key}{name}" for name in others.names]
    for seat in shape.engine.participants:
        names += [
            f"{seat} {field.name}{key}{name}" for key in keys for name in (others.names if others else ())
        ]
    entries, width, players = len(keys), len(own.names), shape.players
    wide = len(others.names) if others is not None else 0
    automatic = range(players, shape.seats)

    def fill(content: tuple[Any, ...], me: int, out: list[int]) -> None:
        values = content[0]
        at = 0
        for key in range(entries):
            own.add(values[me * entries + key], out, at)
            at += width
            if others is None or players == 1:
                continue
            for seat in range(players):
                if seat == me:
                    continue
                one = [0] * wide
                others.add(values[seat * entries + key], one, 0)
                for i, value in enumerate(one):
                    out[at + i] += value
                    if value > out[at + wide + i]:
                        out[at + wide + i] = value
            for i in range(wide):
                out[at + i] = out[at + i] * MEAN // (players - 1)
            at += 2 * wide
        if others is not None:
            for seat in automatic:
                for key in range(entries):
                    others.add(values[seat * entries + key], out, at)
                    at += wide

    code = (OWN, entries, players, len(automatic), *own.coded(), *(others.coded() if others else (0,)))
    return Block(tuple(names), (field.attribute,), fill, code)


def _own_pieces(shape: Shape, field: Field, keys: list[str], found: tuple[Reading, str]) -> Block:
    """What the pieces in one's own zones are; of the others' open zones the same, as a mean."""
    read, attribute = found
    parts, add = read.names, read.add
    entries, width, players = len(keys), len(parts), shape.players
    seen = field.visibility == "open" and players > 1
    names = [f"own {field.name}{key} of{part}" for key in keys for part in parts]
    if seen:
        names += [f"mean {field.name} of{part}" for part in parts]

    def fill(content: tuple[Any, ...], me: int, out: list[int]) -> None:
        zones, kinds = content
        for key in range(entries):
            add([kinds[one] for one in zones[me * entries + key]], out, key * width)
        if seen:
            at = entries * width
            for seat in range(players):
                if seat != me:
                    for key in range(entries):
                        add([kinds[one] for one in zones[seat * entries + key]], out, at)
            for i in range(width):
                out[at + i] = out[at + i] * MEAN // (players - 1)

    code = (PIECES, entries, players, int(seen), *read.coded())
    return Block(tuple(names), (field.attribute, attribute), fill, code)


# ---------------------------------------------------------------- the table


def table_blocks(shape: Shape, field: Field) -> Iterator[Block]:
    """What lies open on the table; of players it is told whether one is meant oneself."""
    collection, type = split_type(field.type)
    keys = shape.keys(field)
    if len(keys) > KEYS:
        return
    if type == "player":
        if field.visibility == "open":
            yield _players_named(shape, field, keys, bool(collection))
        return
    if field.keys == "player" and field.visibility == "open":
        yield from player_blocks(shape, replace(field, keys=""))  # as if each player had a value of their own
        return
    read = reading(shape, field)
    if field.visibility != "open" or (collection and type.startswith("piece:")):
        read = SIZES if collection else None
    if read is None:
        return
    names = tuple([f"{field.name}{key}{name}" for key in keys for name in read.names])
    add, width = read.add, len(read.names)

    def single(content: tuple[Any, ...], me: int, out: list[int]) -> None:
        add(content[0], out, 0)

    def mapped(content: tuple[Any, ...], me: int, out: list[int]) -> None:
        for key, value in enumerate(content[0]):
            add(value, out, key * width)

    code = (TABLE, int(bool(field.keys)), len(keys), *read.coded())
    yield Block(names, (field.attribute,), mapped if field.keys else single, code)


def now_blocks(shape: Shape, field: Field) -> Iterator[Block]:
    """Of what lies open for each number of a row (rounds, years): what a number on the table says is now, and what comes next."""
    if field.visibility != "open" or not field.keys.startswith("range:"):
        return
    read = reading(shape, field)
    first, last = [int(one) for one in field.keys.removeprefix("range:").split("..")]
    if read is None or split_type(field.type)[1].startswith("piece:"):
        return
    for other in shape.engine.fields:
        if (other.owner, other.type, other.keys, other.visibility) != ("table", "number", "", "open"):
            continue
        if other.high == last and other.low is not None and first - 1 <= other.low <= first:
            yield _now_block(field, other, first, last, read)


def _now_block(field: Field, pointer: Field, first: int, last: int, read: Reading) -> Block:
    """The values at a number and after it."""
    width = len(read.names)
    names = [f"{field.name} {when} {pointer.name}{name}" for when in ("at", "after") for name in read.names]

    def fill(content: tuple[Any, ...], me: int, out: list[int]) -> None:
        values, now = content
        for at, number in ((0, now), (width, now + 1)):
            if first <= number <= last:
                read.add(values[number - first], out, at)

    code = (NOW, first, last, *read.coded())
    return Block(tuple(names), (field.attribute, pointer.attribute), fill, code)


def _players_named(shape: Shape, field: Field, keys: list[str], several: bool) -> Block:
    """The block of a field that names players: where it is the seat itself, by place if it names several."""
    width = shape.players if several else 1
    names = tuple(
        [f"me {field.name}{key}" + (f" {i + 1}" if several else "") for key in keys for i in range(width)]
    )
    is_map = bool(field.keys)

    def fill(content: tuple[Any, ...], me: int, out: list[int]) -> None:
        for key, value in enumerate(content[0] if is_map else content):
            if several:
                if me in value[:width]:
                    out[key * width + value.index(me)] = 1
            elif value == me:
                out[key] = 1

    code = (NAMED, int(is_map), int(several), len(keys), width)
    return Block(names, (field.attribute,), fill, code)
