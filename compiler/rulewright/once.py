"""What is worked out of an object once, and looked up as long as the same object comes again."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast

MOST = 8_000  # objects of which something is kept: the functions of some large games
Work = TypeVar("Work", bound=Callable[..., Any])


def once(work: Work) -> Work:
    """A function that works out something of an object once, as long as what else it is given are the same objects, or equal numbers.

    It must depend on nothing else, and neither the object nor what comes out may change.
    """
    known: dict[int, tuple[Any, tuple[Any, ...], Any]] = {}

    @wraps(work)
    def looked_up(of: Any, *facts: Any) -> Any:
        found = known.get(id(of))
        if found is not None and found[0] is of and are_same(found[1], facts):
            return found[2]
        made = work(of, *facts)
        if len(known) >= MOST:
            for old in list(known)[: MOST // 2]:
                known.pop(old, None)
        known[id(of)] = of, facts, made
        return made

    return cast(Work, looked_up)


def are_same(some: tuple[Any, ...], others: tuple[Any, ...]) -> bool:
    """Whether tuples hold the same objects, or equal numbers, also in tuples inside them."""
    return len(some) == len(others) and all(map(is_same, some, others))


def is_same(one: Any, other: Any) -> bool:
    """Whether two are the same object, or equal numbers, or tuples of these."""
    if one is other:
        return True
    if one.__class__ is tuple and other.__class__ is tuple:
        return are_same(one, other)
    return one.__class__ is int and other.__class__ is int and bool(one == other)
