"""Choices of several things: what is offered next against all sets that can be chosen at all."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import combinations

from rulewright_runtime import (
    NONE,
    completable,
    growing_options,
    number_options,
    sorts,
    sorts_of_both,
    subset_options,
    sum_options,
)

Set = tuple[int, ...]


def all_sets(pool: Set, low: int, high: int, holds: Callable[[Set], bool] | None) -> list[Set]:
    sizes = range(max(0, low), min(high, len(pool)) + 1)
    return [x for n in sizes for x in combinations(pool, n) if holds is None or holds(x)]


def expected(picked: Set, sets: list[Set], pool: Set) -> list[int]:
    """In the order of the pool, what some set goes on with after what is picked; equal things once."""
    following = [x[len(picked) :] for x in sets if x[: len(picked)] == picked]
    found = [x for x in dict.fromkeys(pool) if any(s[:1] == (x,) for s in following)]
    return found + [NONE] * (picked in sets)


def check(pool: Set, low: int, high: int, holds: Callable[[Set], bool] | None, grows: bool) -> None:
    sets = all_sets(pool, low, high, holds)
    assert completable((), pool, low, high, holds, grows) == bool(sets)
    reached = {s[:n] for s in sets for n in range(len(s) + 1)} | {()}
    for picked in reached:
        if holds is None:
            found = number_options(picked, pool, low, high)
        else:
            found = subset_options(picked, pool, low, high, holds, grows)
        assert found == expected(picked, sets, pool)


def test_every_set_can_be_picked_and_nothing_else() -> None:
    rng = random.Random(3)
    for _ in range(300):
        pool = tuple(rng.sample(range(20), rng.randrange(7)))
        low, high = rng.randrange(-1, 4), rng.randrange(8)
        wanted = rng.randrange(60)
        check(pool, low, high, None, False)
        check(pool, low, high, lambda some, n=wanted: sum(some) >= n, True)  # type: ignore[misc]
        check(pool, low, high, lambda some, n=wanted: sum(some) % 7 == n % 7, False)  # type: ignore[misc]


def test_any_set_that_holds_enough() -> None:
    rng = random.Random(5)
    for _ in range(300):
        pool = tuple(rng.sample(range(20), rng.randrange(7)))
        wanted = rng.randrange(60)

        def holds(some: Set, wanted: int = wanted) -> bool:
            return sum(some) >= wanted

        sets = all_sets(pool, 0, 9, holds)
        for picked in {s[:n] for s in sets for n in range(len(s) + 1)} | {()}:
            assert growing_options(picked, pool, holds) == expected(picked, sets, pool)


def test_sets_that_are_worth_enough() -> None:
    rng = random.Random(4)
    for _ in range(300):
        pool = tuple(rng.sample(range(20), rng.randrange(7)))
        worth, needed = {x: rng.randrange(4) for x in pool}, rng.randrange(-1, 9)
        sets = all_sets(pool, 0, 9, lambda some, w=worth, n=needed: sum(w[x] for x in some) >= n)  # type: ignore[misc]
        for picked in {s[:n] for s in sets for n in range(len(s) + 1)} | {()}:
            assert sum_options(picked, pool, list(worth.values()), needed) == expected(picked, sets, pool)


def test_equal_things_are_offered_once() -> None:
    pool = (3, 3, 1, 3)
    assert number_options((), pool, 0, 4, repeats=True) == [3, 1, NONE]
    assert number_options((3, 3), pool, 0, 4, repeats=True) == [1, 3, NONE]
    assert number_options((), pool, 4, 4, repeats=True) == [3]


def test_things_that_look_the_same_stand_side_by_side() -> None:
    laid, looks = sorts((5, 6, 7, 8), [(1,), (2,), (1,), (2,)])
    assert (laid, looks) == ((5, 7, 6, 8), [5, 5, 6, 6])
    assert sorts((5, 6, 7), [(1,), (2,), (3,)]) == ((5, 6, 7), None)
    assert sorts((5, 6, 5), [(1,), (2,), (1,)]) == ((5, 6), [5, 6])
    assert number_options((), laid, 0, 4, looks) == [5, 6, NONE]
    assert number_options((5,), laid, 0, 4, looks) == [7, 6, NONE]
    assert number_options((5, 7), laid, 3, 3, looks) == [6]
    assert number_options((), laid, 3, 3, looks) == [5]


def test_things_of_two_places_never_look_the_same() -> None:
    assert sorts_of_both(((5, 6), None), ((7, 8), None)) == ((5, 6, 7, 8), None)
    assert sorts_of_both(sorts((5, 6), [1, 1]), ((7, 8), None)) == ((5, 6, 7, 8), [5, 5, 7, 8])
    assert sorts_of_both(((7,), None), sorts((5, 6), [1, 1])) == ((7, 5, 6), [7, 5, 5])


def test_of_things_that_look_the_same_one_is_tried() -> None:
    laid, looks = sorts((5, 6, 7, 8), [1, 2, 1, 2])
    seen: list[Set] = []

    def holds(some: Set) -> bool:
        seen.append(some)
        return len(some) == 2

    assert subset_options((), laid, 0, 4, holds, False, looks) == [5, 6]
    assert subset_options((7,), laid, 0, 4, holds, False, looks) == [6]
    assert (7, 6) in seen
    assert (7, 8) not in seen


def test_what_a_field_names_looks_like_nothing_else() -> None:
    assert sorts((5, 6, 7), [6, 6, 6], (6, NONE)) == ((5, 7, 6), [5, 5, 6])
