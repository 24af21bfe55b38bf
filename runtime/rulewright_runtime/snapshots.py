"""Snapshots: all that a position holds, kept apart from it, so that any later change of the position can be found."""

from __future__ import annotations

from operator import attrgetter
from typing import Any, Final

from .brief import brief
from .engine import Engine
from .position import Position, Then
from .saves import state_attributes

# What every position holds beside the fields of its game; the log is text and no part of the position.
COMMON: Final = ("players", "chance", "script", "over", "winners")

Snapshot = tuple[tuple[Any, ...], tuple[Any, ...], tuple[Any, ...]]


class Camera:
    """Takes snapshots of the positions of one engine, and compares positions with them."""

    def __init__(self, engine: Engine, g: Position) -> None:
        own = own_attributes(g) or state_attributes(engine, g)
        self.names = (*COMMON, *own)
        self._values = attrgetter(*self.names)

    def take(self, g: Position) -> Snapshot:
        """Lists are copied: they are what a position changes in place."""
        values = tuple([one[:] if type(one) is list else one for one in self._values(g)])
        return values, pending(g), tuple([decision(one) for one in g.waiting])

    def difference(self, before: Snapshot, g: Position) -> str:
        """What is not as in the snapshot, in words; nothing if all is the same."""
        values = self._values(g)
        if before[0] != values:
            for name, old, new in zip(self.names, before[0], values, strict=True):
                if old != new:
                    return f"{name} was {brief(old)}, is {brief(new)}"
        if before[1] != pending(g):
            return f"the pending decision was {brief(before[1])}, is {brief(pending(g))}"
        if before[2] != tuple([decision(one) for one in g.waiting]):
            return "the other secret decisions are not the same"
        return ""


def own_attributes(g: Any) -> list[str]:
    """The attributes of a state that no other game's state has, where Python can list them."""
    found: list[str] = []
    for cls in type(g).__mro__:
        if cls is Position:
            break
        found.extend(getattr(cls, "__slots__", ()))
    return found


def pending(g: Position) -> tuple[Any, ...]:
    """What is asked and what follows, as plain values."""
    if g.then is None:
        return ()
    return decision((g.player, g.you, g.choice, g.options, g.then))


def decision(waiting: tuple[int, int, int, list[int], Then]) -> tuple[Any, ...]:
    """A question with all that it holds, in tuples."""
    player, you, choice, options, then = waiting
    return player, you, choice, tuple(options), frames(then)


def frames(then: Then | None) -> list[tuple[int, tuple[Any, ...]]]:
    """A chain of frames as a list, which can be compared however long it is."""
    found: list[tuple[int, tuple[Any, ...]]] = []
    while then is not None:
        found.append((then[1], then[2:]))
        then = then[0]
    return found
