"""What is worked out of an object once, and looked up as long as the same object comes again."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast

MOST = 8_000  # objects of which something is kept: the functions of some large games
Work = TypeVar("Work", bound=Callable[..., Any])


class Known:
    """What was worked out of objects, each time with what else it depends on."""

    def __init__(self) -> None:
        self.entries: dict[int, tuple[Any, tuple[Any, ...], Any]] = {}

    def get(self, of: Any, facts: tuple[Any, ...]) -> Any:
        """What was worked out of this very object, if all that it depends on is the same; None: nothing is known."""
        found = self.entries.get(id(of))
        return found[2] if found is not None and found[0] is of and are_same(found[1], facts) else None

    def put(self, of: Any, facts: tuple[Any, ...], made: Any) -> None:
        """Keeps what was worked out of an object."""
        if len(self.entries) >= MOST:
            for old in list(self.entries)[: MOST // 2]:
                self.entries.pop(old, None)
        self.entries[id(of)] = of, facts, made


def once(work: Work) -> Work:
    """A function that works out something of an object once, as long as what else it is given is the same.

    It must depend on nothing else, and neither the object nor what comes out may change; what comes out is never None.
    """
    known = Known()

    @wraps(work)
    def looked_up(of: Any, *facts: Any) -> Any:
        found = known.get(of, facts)
        if found is None:
            found = work(of, *facts)
            known.put(of, facts, found)
        return found

    return cast(Work, looked_up)


def are_same(some: tuple[Any, ...], others: tuple[Any, ...]) -> bool:
    """Whether tuples hold the same objects, or equal numbers and texts, also in tuples inside them."""
    return len(some) == len(others) and all(map(is_same, some, others))


def is_same(one: Any, other: Any) -> bool:
    """Whether two are the same object, or equal numbers or texts, or tuples of these."""
    if one is other:
        return True
    if one.__class__ is tuple and other.__class__ is tuple:
        return are_same(one, other)
    return one.__class__ in (int, str) and one.__class__ is other.__class__ and bool(one == other)
