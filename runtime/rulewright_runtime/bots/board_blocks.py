"""Features of what stands on boards: who owns cells and pieces, of which kinds, beside whom, and the cells of small boards."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

from ..core import NONE
from ..engine import Field
from ..words import split_type
from .blocks import BESIDE, CELLS, HOLDING, MEAN, ONE_HOT, OWNED, Block, Shape
from .ground_blocks import ground_blocks, parts_of

SMALL: Final = 24  # cells of a board whose values get a feature each
EVERY: Final = 64  # cells of a board of which it is told who owns each


class Part(NamedTuple):
    """A field beside the owner, by which what is owned is counted (kinds, cells) or added up (numbers)."""

    attribute: str
    names: tuple[str, ...]
    adds: bool


def owners(shape: Shape) -> Iterator[Field]:
    """The fields that say whose a cell, an edge or a piece is."""
    for field in shape.engine.fields:
        if field.owner.partition(":")[0] in ("cell", "edge", "piece") and not field.keys:
            if split_type(field.type) == ("", "player") and field.visibility == "open":
                yield field


def board_blocks(shape: Shape) -> Iterator[Block]:
    """All features of boards and pieces."""
    owned = {field.owner: field for field in owners(shape)}
    secret = {
        split_type(field.type)[1]
        for field in shape.engine.fields
        if field.visibility != "open" and split_type(field.type)[1].startswith("piece:")
    }
    for where, field in owned.items():
        if where not in secret:
            yield _owned_block(shape, field)
            yield from _beside_block(shape, field)
            if where.startswith("cell:"):
                yield from ground_blocks(shape, field)
    for field in shape.engine.fields:
        what = field.owner.partition(":")[0]
        if what == "cell" and not field.keys and field.visibility == "open":
            yield from _cell_block(shape, field)
        elif what == "piece" and field.type.removesuffix(" or none") in owned and not field.keys:
            target = field.type.removesuffix(" or none")
            if field.visibility == "open" and target not in secret and field.owner not in secret:
                yield _holding_block(shape, field, owned[target])


def _parts(shape: Shape, field: Field) -> list[Part]:
    """The open fields of the same owner that become features beside this one: small kinds, cells of small boards, numbers and flags."""
    found: list[Part] = []
    for other in shape.engine.fields:
        if other.owner != field.owner or other is field or other.keys or other.visibility != "open":
            continue
        collection, type = split_type(other.type)
        if collection:
            continue
        kind = shape.kind(type)
        if kind is not None and len(kind.members) <= ONE_HOT:
            found.append(
                Part(other.attribute, tuple([f" {other.name}={member}" for member in kind.members]), False)
            )
        elif type.startswith("cell:") and shape.engine.boards[type[5:]].size <= SMALL:
            names = tuple([f" {other.name}={name}" for name in shape.engine.boards[type[5:]].names])
            found.append(Part(other.attribute, names, False))
        elif type in ("number", "flag"):
            found.append(Part(other.attribute, (f" {other.name}",), True))
    return found


def _alive(field: Field) -> tuple[str, ...]:
    """The attribute that lists the pieces in play; cells and edges are always there."""
    return (field.owner.removeprefix("piece:") + "_alive",) if field.owner.startswith("piece:") else ()


def _counter(parts: list[Part]) -> Callable[[tuple[Any, ...], int, list[int]], None]:
    """What adds one owned thing to counts: the lists of its parts, its number, the counts."""
    places: list[tuple[int, bool]] = []
    at = 1
    for part in parts:
        places.append((at, part.adds))
        at += len(part.names)

    def count(lists: tuple[Any, ...], one: int, out: list[int]) -> None:
        out[0] += 1
        for (at, adds), values in zip(places, lists):
            value = values[one]
            if adds:
                if value != NONE:
                    out[at] += value
            elif value >= 0:
                out[at + value] += 1

    return count


def _owned_block(shape: Shape, field: Field) -> Block:
    """How much is one's own, of which kinds; of the others the mean and the most."""
    parts = _parts(shape, field)
    alive, players = _alive(field), shape.players
    what = field.owner.replace(":", " ")
    inner = ["", *[name for part in parts for name in part.names]]
    width = len(inner)
    names = [f"own {what}{name}" for name in inner]
    if players > 1:
        names += [f"mean {what}{name}" for name in inner] + [f"most {what}{name}" for name in inner]
    count = _counter(parts)

    def fill(content: tuple[Any, ...], me: int, out: list[int]) -> None:
        seats = content[0]
        lists = content[1 : 1 + len(parts)]
        there = content[-1] if alive else range(len(seats))
        rows = [[0] * width for _ in range(players)]
        for one in there:
            if 0 <= seats[one] < players:
                count(lists, one, rows[seats[one]])
        _compared(rows, me, players, out)

    attributes = (field.attribute, *[part.attribute for part in parts], *alive)
    return Block(tuple(names), attributes, fill, (OWNED, players, len(alive), *_parts_code(parts)))


def _parts_code(parts: list[Part]) -> tuple[int, ...]:
    """How many parts, and of each how many names it has; 0 if it is added up."""
    return len(parts), *[0 if part.adds else len(part.names) for part in parts]


def _compared(rows: list[list[int]], me: int, players: int, out: list[int]) -> None:
    """Own counts, then the mean and the most of the others."""
    width = len(rows[me])
    out[:width] = rows[me]
    if players > 1:
        others = [row for seat, row in enumerate(rows) if seat != me]
        out[width : 2 * width] = [sum(column) * MEAN // (players - 1) for column in zip(*others)]
        out[2 * width : 3 * width] = [max(column) for column in zip(*others)]


def _holding_block(shape: Shape, field: Field, owner: Field) -> Block:
    """Pieces that name a piece of somebody: counted for that player, of which kinds they are."""
    parts = _parts(shape, field)
    players = shape.players
    inner = ["", *[name for part in parts for name in part.names]]
    what = f"{field.owner.removeprefix('piece:')} {field.name}"
    names = [f"own {what}{name}" for name in inner]
    if players > 1:
        names += [f"mean {what}{name}" for name in inner] + [f"most {what}{name}" for name in inner]
    count = _counter(parts)

    def fill(content: tuple[Any, ...], me: int, out: list[int]) -> None:
        held, seats = content[:2]
        rows = [[0] * len(inner) for _ in range(players)]
        for one in content[-1]:
            named = held[one]
            if named >= 0 and 0 <= seats[named] < players:
                count(content[2:-1], one, rows[seats[named]])
        _compared(rows, me, players, out)

    attributes = (field.attribute, owner.attribute, *[part.attribute for part in parts], *_alive(field))
    return Block(tuple(names), attributes, fill, (HOLDING, players, *_parts_code(parts)))


def _beside_block(shape: Shape, field: Field) -> Iterator[Block]:
    """Neighbours: pairs of own cells, of own and others', of the same kind, and the largest connected group."""
    what, _, of = field.owner.partition(":")
    piece = what == "piece"
    name = shape.engine.pieces[of].board if piece else of
    if what == "edge" or not name:
        return
    board = shape.board(name)
    around = board.neighbours
    kinds = [part for part in _parts(shape, field) if not part.adds and part.names][:1]
    cells = (of + "_on",) if piece else ()
    every = board.size <= EVERY
    names = [
        f"{of} own beside own",
        f"{of} own beside others",
        f"{of} own beside same",
        f"{of} own group",
        f"{of} own groups",
    ]
    if every:
        names += [f"{of} own at {cell}" for cell in board.names]
        names += [f"{of} others at {cell}" for cell in board.names]
    size = board.size

    def fill(content: tuple[Any, ...], me: int, out: list[int]) -> None:
        seats = content[0]
        sorts = content[1] if kinds else None
        who: list[int] = [NONE] * size
        sort: list[int] = [NONE] * size
        for cell in range(size):
            one = (content[-1][cell] or (NONE,))[0] if piece else cell
            if one >= 0:
                who[cell] = seats[one]
                sort[cell] = sorts[one] if sorts is not None else NONE
        mine = [cell for cell in range(size) if who[cell] == me]
        for cell in mine:
            for other in around[cell]:
                if who[other] == me:
                    out[0] += 1
                elif who[other] >= 0:
                    out[1] += 1
                if sort[cell] >= 0 and sort[other] == sort[cell]:
                    out[2] += 1
        groups = [len(part) for part in parts_of(set(mine), around)]
        out[3], out[4] = max(groups, default=0), len(groups)
        if every:
            for cell in range(size):
                if who[cell] == me:
                    out[5 + cell] = 1
                elif who[cell] >= 0:
                    out[5 + size + cell] = 1

    links = [one for cell in range(size) for one in (len(around[cell]), *around[cell])]
    code = (BESIDE, size, len(kinds), int(piece), int(every), *links)
    yield Block(tuple(names), (field.attribute, *[part.attribute for part in kinds], *cells), fill, code)


def _cell_block(shape: Shape, field: Field) -> Iterator[Block]:
    """Numbers, flags and zones of the cells of a small board one by one; of a large one added up."""
    name = field.owner.partition(":")[2]
    collection, type = split_type(field.type)
    if not collection and type not in ("number", "flag"):
        return
    names: tuple[str, ...] = (f"{name} {field.name}",)
    if shape.engine.boards[name].size <= SMALL:
        names += tuple([f"{name} {field.name} {cell}" for cell in shape.engine.boards[name].names])
    each = len(names) > 1

    def fill(content: tuple[Any, ...], me: int, out: list[int]) -> None:
        for cell, value in enumerate(content[0]):
            amount = len(value) if collection else (0 if value == NONE else int(value))
            out[0] += amount
            if each:
                out[1 + cell] = amount

    yield Block(names, (field.attribute,), fill, (CELLS, int(bool(collection)), int(each)))
