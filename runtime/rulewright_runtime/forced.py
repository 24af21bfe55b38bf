"""Decisions that were taken without asking, since there was one answer: noted, so that people may mention them."""

from __future__ import annotations

from dataclasses import dataclass

from .core import Machine, Position, Then
from .moves import Pending


@dataclass(frozen=True, slots=True)
class ForcedAnswer:
    """A decision that was taken without asking, with the position it was taken in."""

    position: Position
    pending: Pending
    option: int


def recording(machine: Machine, taken: list[ForcedAnswer]) -> Machine:
    """The same machine, but decisions with a single answer are noted: people may mention them."""
    other = noting(machine, taken)
    other.veiled = False
    return other


def asking_all(machine: Machine) -> Machine:
    """The same machine, but decisions with a single answer are asked, too."""
    other = _copy(machine)
    other.asks_all = True
    return other


def noting(machine: Machine, taken: list[ForcedAnswer]) -> Machine:
    """The same machine, which asks the same, and notes what it does not ask for."""
    other = _copy(machine)

    def note(g: Position, you: int, number: int, option: int, then: Then) -> None:
        pending = Pending(you, you, number, machine.choices[number], [option], then)
        taken.append(ForcedAnswer(g.clone(), pending, option))

    other.noting = note
    return other


def _copy(machine: Machine) -> Machine:
    """A machine with the same tables, of which some can be replaced."""
    other = Machine(machine.stores)
    other.resume = machine.resume
    other.labels = machine.labels
    other.risky = machine.risky
    other.choices = machine.choices
    other.actions = machine.actions
    other.free_menus = machine.free_menus
    other.exact_menus = machine.exact_menus
    other.controller = machine.controller
    other.decide = machine.decide
    other.veiled = machine.veiled
    other.asks_all = machine.asks_all
    return other
