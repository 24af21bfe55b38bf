"""What a body knows while it is interpreted: its names, its subject, what is overridden, and what lies around it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from .state import NONE, State

Step = Callable[[], Any]  # what to do next: gives the next step, a decision, or None at the end
Then = Callable[["Env", State], Any]  # what follows a statement


@dataclass(frozen=True, slots=True)
class Around:
    """What lies around a statement, also around the rules that called its rule."""

    units: int = 0  # how many units are open
    free: tuple[tuple[int, str], ...] = ()  # player and menu of free actions, the innermost last
    tried: frozenset[str] = frozenset()  # actions that are being tried out
    secret: bool = False


@dataclass(frozen=True, slots=True)
class Base:
    """What `base` means: the function and the layers that are left of it, from the inside out."""

    key: str
    layers: tuple[Any, ...]
    this: int
    params: tuple[str, ...]  # of the override, passed on by a bare `base`


@dataclass(frozen=True, slots=True)
class Env:
    names: dict[str, Any]
    you: int = NONE
    this: int = NONE
    base: Base | None = None
    around: Around = field(default_factory=Around)
    leave: Then | None = None  # where `stop` leads

    def bind(self, name: str, value: Any) -> Env:
        return replace(self, names={**self.names, name: value})

    def within(self, around: Around) -> Env:
        return replace(self, around=around)

    def in_unit(self) -> Env:
        return self.within(replace(self.around, units=self.around.units + 1))


def scratch(env: Env) -> Env:
    """A copy whose names may be written to, for the variables of a query."""
    return replace(env, names=dict(env.names))
