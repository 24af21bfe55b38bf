"""Decisions that were taken without asking, since there was one answer: noted, so that people may mention them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from . import core
from .core import Machine, Position, Then
from .moves import Pending


@dataclass(frozen=True, slots=True)
class Taken:
    """A decision that was taken without asking, with the position it was taken in."""

    position: Position
    pending: Pending
    option: int


def recording(machine: Machine, taken: list[Taken]) -> Machine:
    """The same machine, but decisions with a single answer are noted: people may mention them."""
    other = Machine(machine.stores)
    other.resume = machine.resume[:]
    other.labels = machine.labels
    other.risky = machine.risky
    other.choices = machine.choices
    other.actions = machine.actions
    other.free_menus = machine.free_menus
    other.exact_menus = machine.exact_menus
    other.controller = machine.controller
    other.decide = machine.decide
    other.veiled = False
    other.resume[core.L_FORCED] = _noting(machine.resume[core.L_FORCED], taken)
    return other


def _noting(
    forced: Callable[[Any, Then, int], Then | None], taken: list[Taken]
) -> Callable[[Any, Then, int], Then | None]:
    def note(g: Any, f: Then, pick: int) -> Then | None:
        if g.trial < 0 and f.up is not None and len(f.saved) == 3:
            option, you, number = f.saved
            choice = g.machine.choices[number]
            taken.append(Taken(g.clone(), Pending(you, you, number, choice, [option], f.up), option))
        return forced(g, f, pick)

    return note
