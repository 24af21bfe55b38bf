"""Choices of several things, one after the other: what can be picked next, and which things stand for one another."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from typing import Any

from .core import NONE

SUBSET_LIMIT = 12  # conditions on sets that do not grow are tried on all subsets of at most so many things


def subset_options(
    picked: tuple[int, ...],
    candidates: tuple[int, ...],
    low: int,
    high: int,
    holds: Callable[[tuple[int, ...]], bool] | None = None,
    grows: bool = False,
    alike: dict[int, int] | None = None,
) -> list[int]:
    """What can be picked next, in the order of the candidates, and NONE where the choice may end.

    `grows`: what a set meets, every larger set meets. `alike` says for each candidate the first of those that cannot
    be told apart from it (see `sorts`); None: each of them stands for itself.
    """
    rest = left_to_pick(picked, candidates, alike)
    size = len(picked)
    enough = holds is None or ((grows or size >= low) and holds(picked))
    options: list[int] = []
    if rest and size < high >= low:
        if holds is None or (grows and enough):
            beginnings = rest
        elif grows and high >= size + len(rest):
            beginnings = while_enough(picked, rest, holds)
        else:
            beginnings = tried(picked, rest, low, high, holds, grows, alike)
        if low > size + 1:  # so many must follow
            beginnings = beginnings[: max(0, size + len(rest) - low + 1)]
        options = each_once(beginnings, alike)
    if enough and size >= low:
        options.append(NONE)
    return options


def sum_options(
    picked: tuple[int, ...],
    candidates: tuple[int, ...],
    worth: list[int],
    needed: int,
    alike: dict[int, int] | None = None,
) -> list[int]:
    """As `subset_options`, for any things that are worth enough together; none of them is worth less than nothing."""
    worth_of = dict(zip(candidates, worth))
    rest = left_to_pick(picked, candidates, alike)
    lacking = needed - sum([worth_of[x] for x in picked])
    if lacking <= 0:
        return [*each_once(rest, alike), NONE]
    left = sum([worth_of[x] for x in rest])
    beginnings = 0
    for x in rest:
        if left < lacking:
            break  # with this one or a later one to begin with, there would be too little
        beginnings += 1
        left -= worth_of[x]
    return each_once(rest[:beginnings], alike)


def left_to_pick(
    picked: tuple[int, ...], candidates: tuple[int, ...], alike: dict[int, int] | None
) -> tuple[int, ...]:
    """The candidates behind the last one picked; equal things stand for one another, the first ones first."""
    rest = candidates if alike is None else tuple(alike)
    place = 0
    for x in picked:
        place = rest.index(x, place) + 1
    return rest[place:]


def each_once(things: tuple[int, ...], alike: dict[int, int] | None) -> list[int]:
    """Things side by side, without those that another one stands for."""
    if alike is None:
        return list(dict.fromkeys(things))
    found: list[int] = []
    before = NONE
    for x in things:
        look = alike[x]
        if look != before:
            found.append(x)
            before = look
    return found


def while_enough(
    picked: tuple[int, ...], rest: tuple[int, ...], holds: Callable[[tuple[int, ...]], bool]
) -> tuple[int, ...]:
    """With which of the rest to begin, if all behind it may follow and more is never worse."""
    for i in range(len(rest)):
        if not holds(picked + rest[i:]):
            return rest[:i]  # with a later one to begin with, there would be less
    return rest


def tried(
    picked: tuple[int, ...],
    rest: tuple[int, ...],
    low: int,
    high: int,
    holds: Callable[[tuple[int, ...]], bool],
    grows: bool,
    alike: dict[int, int] | None,
) -> tuple[int, ...]:
    """With which of the rest to begin, each tried by itself."""
    found: dict[int, int] = {}
    for i, x in enumerate(rest):
        look = x if alike is None else alike[x]
        if look not in found and completable((*picked, x), rest[i + 1 :], low, high, holds, grows):
            found[look] = x
    return tuple(found.values())


def completable(
    picked: tuple[int, ...],
    rest: tuple[int, ...],
    low: int,
    high: int,
    holds: Callable[[tuple[int, ...]], bool] | None = None,
    grows: bool = False,
) -> bool:
    """Whether some of the rest can still make the choice complete; `grows`: what a set meets, every larger set meets."""
    if len(picked) + len(rest) < low or len(picked) > high or low > high:
        return False
    if holds is None or (len(picked) >= low and holds(picked)):
        return True
    room = min(high - len(picked), len(rest))
    if room == len(rest):
        if holds(picked + rest):  # sums and counts only grow: all of the rest is the best try
            return True
        if grows:
            return False
    pool = rest[:SUBSET_LIMIT]
    for n in range(max(1, low - len(picked)), min(room, len(pool)) + 1):
        for more in combinations(pool, n):
            if holds(picked + more):
                return True
    return False


def without_alike(
    g: Any, things: list[int], sorts_of: Callable[[Any, list[int]], dict[int, int] | None]
) -> list[int]:
    """Things for one pick: of those that cannot be told apart the first one."""
    alike = sorts_of(g, things)
    return things if alike is None else list(dict.fromkeys(alike.values()))


def sorts(things: Sequence[int], looks: list[tuple[Any, ...]], named: Iterable[int] = ()) -> dict[int, int]:
    """For each thing the first one that looks like it, such things side by side; what a field names looks like nothing else."""
    told = set(named)
    groups: dict[Any, list[int]] = {}
    for x, look in zip(things, looks):
        groups.setdefault(x if x in told else look, []).append(x)
    return {x: group[0] for group in groups.values() for x in group}
