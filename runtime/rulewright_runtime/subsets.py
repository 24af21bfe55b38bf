"""Choices of several things, one after the other: what can be picked next, and which things stand for one another."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from typing import Any

from .core import NONE

SUBSET_LIMIT = 12  # conditions on sets that do not grow are tried on all subsets of at most so many things

# Things, those that cannot be told apart side by side, and for each the first of them; None: all look different.
SideBySide = tuple[tuple[int, ...], list[int] | None]


def number_options(
    picked: tuple[int, ...],
    candidates: tuple[int, ...],
    low: int,
    high: int,
    looks: list[int] | None = None,
    repeats: bool = False,
) -> list[int]:
    """What can be picked next, in the order of the candidates, and NONE where the choice may end: their number alone counts.

    `looks`: of the candidates, as `sorts` lays them; None: each of them stands for itself. `repeats`: the same thing may
    stand among the candidates twice.
    """
    size = len(picked)
    options: list[int] = []
    if size < high >= low:
        place = behind(picked, candidates)
        rest = candidates[place:]
        if low > size + 1:  # so many must follow
            rest = rest[: max(0, size + len(rest) - low + 1)]
        options = each_once(rest, looks, place, repeats) if looks is not None or repeats else list(rest)
    if size >= low:
        options.append(NONE)
    return options


def subset_options(
    picked: tuple[int, ...],
    candidates: tuple[int, ...],
    low: int,
    high: int,
    holds: Callable[[tuple[int, ...]], bool],
    grows: bool,
    looks: list[int] | None = None,
    repeats: bool = False,
) -> list[int]:
    """As `number_options`, of sets that meet a condition; `grows`: what a set meets, every larger set meets."""
    place = behind(picked, candidates)
    rest = candidates[place:]
    size = len(picked)
    enough = (grows or size >= low) and holds(picked)
    options: list[int] = []
    if rest and size < high >= low:
        if grows and enough:
            beginnings = rest
        elif grows and high >= size + len(rest):
            beginnings = while_enough(picked, rest, holds)
        else:
            beginnings = tried(picked, rest, low, high, holds, grows, looks, place)
            looks, repeats = None, False
        if low > size + 1:  # so many must follow
            beginnings = beginnings[: max(0, size + len(rest) - low + 1)]
        options = each_once(beginnings, looks, place, repeats)
    if enough and size >= low:
        options.append(NONE)
    return options


def growing_options(
    picked: tuple[int, ...],
    candidates: tuple[int, ...],
    holds: Callable[[tuple[int, ...]], bool],
    looks: list[int] | None = None,
    repeats: bool = False,
) -> list[int]:
    """As `number_options`, of any things that meet a condition, which every larger set meets too.

    Between two picks nothing may change: what is picked could be picked since it is enough with all that follows it.
    """
    place = behind(picked, candidates)
    rest = candidates[place:]
    if holds(picked):
        return [*each_once(rest, looks, place, repeats), NONE]
    beginnings = 1 if picked else 0
    while beginnings < len(rest) and holds(picked + rest[beginnings:]):
        beginnings += 1
    return each_once(rest[:beginnings], looks, place, repeats)


def sum_options(
    picked: tuple[int, ...],
    candidates: tuple[int, ...],
    worth: list[int],
    needed: int,
    looks: list[int] | None = None,
    repeats: bool = False,
) -> list[int]:
    """As `number_options`, of things that are worth enough together; none of them is worth less than nothing."""
    lacking = needed
    place = 0
    for x in picked:
        place = candidates.index(x, place)
        lacking -= worth[place]
        place += 1
    rest = candidates[place:]
    if lacking > 0:
        left = sum(worth[place:]) - lacking
        beginnings = 0
        for each in worth[place:]:
            if left < 0:
                break  # with this one or a later one to begin with, there would be too little
            beginnings += 1
            left -= each
        return each_once(rest[:beginnings], looks, place, repeats)
    return [*each_once(rest, looks, place, repeats), NONE]


def behind(picked: tuple[int, ...], candidates: tuple[int, ...]) -> int:
    """The place behind the last one picked; equal things stand for one another, the first ones first."""
    place = 0
    for x in picked:
        place = candidates.index(x, place) + 1
    return place


def each_once(things: tuple[int, ...], looks: list[int] | None, place: int, repeats: bool) -> list[int]:
    """Things side by side, without those that another one stands for; their looks begin at a place."""
    if looks is None:
        return list(dict.fromkeys(things)) if repeats else list(things)
    found: list[int] = []
    before = NONE
    for x in things:
        look = looks[place]
        if look != before:
            found.append(x)
            before = look
        place += 1
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
    looks: list[int] | None,
    place: int,
) -> tuple[int, ...]:
    """With which of the rest to begin, each tried by itself; of those that look the same one."""
    found: dict[int, int] = {}
    for i, x in enumerate(rest):
        look = x if looks is None else looks[place + i]
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
    g: Any, things: list[int], sorts_of: Callable[[Any, tuple[int, ...]], SideBySide]
) -> list[int]:
    """Things for one pick: of those that cannot be told apart the first one."""
    side_by_side, looks = sorts_of(g, tuple(things))
    return things if looks is None else each_once(side_by_side, looks, 0, False)


def sorts(things: tuple[int, ...], looks: Sequence[Any], named: Iterable[int] = ()) -> SideBySide:
    """Things that look the same side by side, in the order of the first of them; what a field names looks like nothing else."""
    if named:
        told = set(named)
        looks = [("named", x) if x in told else look for x, look in zip(things, looks)]
    if len(set(looks)) == len(looks):
        return things, None  # as most often
    groups: dict[Any, list[int]] = {}
    for x, look in zip(things, looks):
        if look not in groups:
            groups[look] = [x]
        elif x not in groups[look]:  # the same thing may stand there twice
            groups[look].append(x)
    side_by_side: list[int] = []
    firsts: list[int] = []
    for group in groups.values():
        side_by_side += group
        firsts += group[:1] * len(group)
    return tuple(side_by_side), firsts


def sorts_of_both(some: SideBySide, others: SideBySide) -> SideBySide:
    """Things of two places: none of the one looks like one of the other."""
    things, looks = some
    more, other_looks = others
    if looks is None and other_looks is None:
        return things + more, None
    return things + more, [*(looks or things), *(other_looks or more)]
