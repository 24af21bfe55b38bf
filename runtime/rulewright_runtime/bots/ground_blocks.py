"""Features of the ground that players hold on a board: what lies around it, what connected parts come to, and how far they hang together.

Only the relation of a cell's kind to a kind of one's own is told, not each pair of them: so what was learned with one home holds for all.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from ..engine import Field, Kind
from ..words import split_type
from .blocks import AROUND, GROUND, HANGING, STEPS, Block, Shape, figures

RELATED: Final = 12  # members of a kind whose places one after another are told

Around = list[tuple[int, ...]]


def ground_blocks(shape: Shape, field: Field) -> Iterator[Block]:
    """All of them for the owners of a board's cells."""
    kinds = [(other, kind) for other, kind in _plain(shape, field.owner) if other is not field]
    for other, kind in kinds:
        if len(kind.members) <= RELATED:
            for own, own_kind in _plain(shape, "player"):
                for name, homes in _homes(own_kind, kind):
                    yield _around_block(
                        shape, field, other, own, f"{own.name}{name}", homes, len(kind.members)
                    )
    flags: list[Field | None] = [other for other in shape.engine.fields if _is_flag(other, field.owner)]
    for other, kind in kinds:
        for name, values in figures(kind):
            for flag in flags or [None]:
                yield _ground_block(shape, field, other, f"{other.name} {name}", values, flag)
    yield _hanging_block(shape, field, field.owner.partition(":")[2])


def _plain(shape: Shape, owner: str) -> Iterator[tuple[Field, Kind]]:
    """The open fields of an owner that hold a member of a kind."""
    for field in shape.engine.fields:
        collection, type = split_type(field.type)
        kind = shape.kind(type)
        if field.owner == owner and not collection and not field.keys and field.visibility == "open" and kind:
            yield field, kind


def _homes(own: Kind, kind: Kind) -> Iterator[tuple[str, list[int]]]:
    """How a member of one kind stands for a member of another: as itself, or by a column of its table."""
    place = {member: i for i, member in enumerate(kind.members)}
    if own is kind:
        yield "", list(place.values())
    for name, texts in own.columns.items():
        if all(text in place for text in texts):
            yield f" {name}", [place[text] for text in texts]


def _is_flag(field: Field, owner: str) -> bool:
    """Whether a field is an open flag of an owner."""
    return field.owner == owner and field.type == "flag" and field.visibility == "open" and not field.keys


def _links(around: Around) -> list[int]:
    """The neighbours of each cell for native cores, with their number before them."""
    return [one for cells in around for one in (len(cells), *cells)]


# ---------------------------------------------------------------- around


def _around_block(
    shape: Shape, field: Field, cells: Field, own: Field, home: str, homes: list[int], members: int
) -> Block:
    """Cells of nobody beside one's own, and those one further: how far their kind is from the player's in the order of its members."""
    name = field.owner.partition(":")[2]
    around = shape.board(name).neighbours
    names = [
        f"{name} {cells.name} {where} own, {home} +{far}"
        for where in ("beside", "near")
        for far in range(members)
    ]

    def fill(content: tuple[Any, ...], me: int, out: list[int]) -> None:
        seats, kinds, member = content[0], content[1], content[2][me]
        if member < 0:
            return
        mine = homes[member]
        known = [seat == me for seat in seats]
        edge = [cell for cell, seat in enumerate(seats) if seat == me]
        for at in (0, members):
            further: list[int] = []
            for cell in edge:
                for other in around[cell]:
                    if known[other]:
                        continue
                    known[other] = True
                    if seats[other] < 0:
                        further.append(other)
                        if kinds[other] >= 0:
                            out[at + (kinds[other] - mine) % members] += 1
            edge = further

    code = (AROUND, len(around), members, len(homes), *homes, *_links(around))
    return Block(tuple(names), (field.attribute, cells.attribute, own.attribute), fill, code)


# ---------------------------------------------------------------- connected parts


def _ground_block(
    shape: Shape, field: Field, cells: Field, what: str, values: list[int], flag: Field | None
) -> Block:
    """What the connected parts of one's own cells come to: the highest sum of a figure, one by one if small, and the second."""
    name = field.owner.partition(":")[2]
    around = shape.board(name).neighbours
    of = f"{name} own {what}" + (f" without {flag.name}" if flag else "")
    names = [f"{of} most", f"{of} second", *[f"{of} most={value}" for value in range(STEPS + 1)]]
    attributes = (field.attribute, cells.attribute, *([flag.attribute] if flag else []))

    def fill(content: tuple[Any, ...], me: int, out: list[int]) -> None:
        seats, kinds = content[:2]
        left = {cell for cell, seat in enumerate(seats) if seat == me and not (flag and content[2][cell])}
        most = second = 0
        for part in parts_of(left, around):
            total = sum([values[kinds[cell]] for cell in part if kinds[cell] >= 0])
            if total > most:
                most, second = total, most
            elif total > second:
                second = total
        out[0], out[1] = most, second
        out[2 + min(most, STEPS)] = 1

    code = (GROUND, len(around), int(flag is not None), STEPS, len(values), *values, *_links(around))
    return Block(tuple(names), attributes, fill, code)


def parts_of(left: set[int], around: Around) -> Iterator[list[int]]:
    """The connected parts of some cells, which are taken out of the set."""
    while left:
        found = [left.pop()]
        for cell in found:
            for other in around[cell]:
                if other in left:
                    left.remove(other)
                    found.append(other)
        yield found


def _hanging_block(shape: Shape, field: Field, name: str) -> Block:
    """The largest part of one's own cells in which each is at most two steps from another, and how many such parts; the largest of others."""
    around, players = shape.board(name).neighbours, shape.players
    further: Around = [
        tuple(sorted({far for beside in cells for far in (beside, *around[beside])} - {cell}))
        for cell, cells in enumerate(around)
    ]
    names = [f"{name} own hanging together", f"{name} own parts hanging together"]
    if players > 1:
        names.append(f"{name} most hanging together")

    def fill(content: tuple[Any, ...], me: int, out: list[int]) -> None:
        cells: list[set[int]] = [set() for _ in range(players)]
        for cell, seat in enumerate(content[0]):
            if 0 <= seat < players:
                cells[seat].add(cell)
        for seat in range(players):
            sizes = [len(part) for part in parts_of(cells[seat], further)]
            largest = max(sizes, default=0)
            if seat == me:
                out[0], out[1] = largest, len(sizes)
            elif largest > out[2]:
                out[2] = largest

    return Block(tuple(names), (field.attribute,), fill, (HANGING, len(further), players, *_links(further)))
