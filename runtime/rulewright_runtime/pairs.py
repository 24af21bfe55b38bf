"""Pairs: two things that are chosen together, as one option; a number like all options."""

from __future__ import annotations

from typing import Final

from .position import RulesFailure

PAIR: Final = 32_768  # the numbers of things in pairs are below this


def paired(first: int, second: int) -> int:
    """The option that stands for two things."""
    if not (0 <= first < PAIR and 0 <= second < PAIR):
        raise RulesFailure(f"numbers that are chosen together lie between 0 and {PAIR - 1}")
    return first * PAIR + second


def halves(option: int) -> tuple[int, int]:
    """The two things for which an option stands."""
    return option // PAIR, option % PAIR


def types_of(type: str) -> tuple[str, str] | None:
    """The types of the two things that are chosen together; None: the choice is not of pairs."""
    if not type.startswith("pair:"):
        return None
    first, _, second = type.removeprefix("pair:").partition(",")
    return first, second
