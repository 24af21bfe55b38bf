"""Budgets of play: what rules may use up between two decisions, and how large numbers and lists may become.

Rules that go past one of them fail with their place, and the move that led there is taken back.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Collection, Iterator
from typing import Any, Final, TypeVar

from .position import Position, RulesFailure

# Things gone over in counted loops, counted calls, and rounds in which nobody is asked, all together.
STEP_LIMIT: Final = 1_000_000
ROUND: Final = 10  # steps that a round counts in which nobody is asked
FRAME_LIMIT: Final = 200_000  # parts of rules that are gone on with, one after the other
TOO_LONG: Final = "this goes on for too long without a decision"
# So many steps are taken without a look at the clock: games need a third of them.
UNWATCHED: Final = 1_000
SECONDS: Final = 2.0  # of the processor, for one decision: what is not counted is not endless either
SIZE_LIMIT: Final = 10_000  # things in a list
RANGE_LIMIT: Final = 100_000  # numbers in a row, and turns of a loop
NUMBER_LIMIT: Final = 2**53
DEPTH_LIMIT: Final = 200  # calls of rules inside each other; Python itself allows not many more

Things = TypeVar("Things", bound=Collection[Any])
now = getattr(time, "thread_time", time.monotonic)


class Watch(threading.local):
    """When the steps that a thread takes for a decision became unusually many."""

    since = 0.0


WATCH = Watch()


def watched(g: Position, added: int, failure: str = TOO_LONG) -> None:
    """Looks whether there is something left of the budget of a decision that needs unusually many steps."""
    if g.idle_rounds > STEP_LIMIT:
        raise RulesFailure(failure)
    if (
        g.idle_rounds - added <= UNWATCHED
    ):  # they have just become too many: the clock begins with this decision
        WATCH.since = now()
    elif now() - WATCH.since > SECONDS:
        raise RulesFailure(failure)


def stepping(g: Position, things: Things) -> Things:
    """What a loop goes over, when it begins: each thing is a step."""
    steps = g.idle_rounds = g.idle_rounds + len(things) + 1
    if steps > UNWATCHED:
        watched(g, len(things) + 1)
    return things


def one_step(g: Position) -> None:
    """A call of a function that has much to do."""
    steps = g.idle_rounds = g.idle_rounds + 1
    if steps > UNWATCHED:
        watched(g, 1)


def bounded(g: Position, place: str) -> Iterator[int]:
    """The turns of a `repeat until`: so many that only a loop without an end reaches the last of them."""
    for turn in range(RANGE_LIMIT):
        g.idle_rounds += 1
        if g.idle_rounds > UNWATCHED:
            watched(g, 1, f"the loop at {place} does not end")
        yield turn
    raise RulesFailure(f"the loop at {place} does not end")


def deeper(g: Position, rule: str, place: str) -> None:
    """One call more of rules that call themselves or one another."""
    g.call_depth += 1
    g.idle_rounds += 1
    if g.call_depth > DEPTH_LIMIT:
        raise RulesFailure(f"{rule} at {place} calls itself without end")
    if g.idle_rounds > UNWATCHED:
        watched(g, 1, f"{rule} at {place} calls itself too often")


def next_round(g: Position, place: str) -> None:
    """One turn more of something that may go round without asking: a loop, or answers that nobody is asked for."""
    g.idle_rounds += ROUND
    if g.idle_rounds > UNWATCHED:
        watched(g, ROUND, f"the rules at {place} go round without end")


def limited(things: Things) -> Things:
    """A list that is kept: it has an end."""
    if len(things) > SIZE_LIMIT:
        raise RulesFailure(f"a list has more than {SIZE_LIMIT:,} things")
    return things


def numbers(low: int, high: int) -> range:
    """Numbers in a row, up to but without the last."""
    if high - low > RANGE_LIMIT:
        raise RulesFailure(f"more than {RANGE_LIMIT:,} numbers in a row")
    return range(low, high)


def fits(value: int) -> int:
    """A number that may have grown."""
    if not -NUMBER_LIMIT <= value <= NUMBER_LIMIT:
        raise RulesFailure("a number is larger than 2 to the power of 53")
    return value


def too_many() -> RulesFailure:
    """The failure of rules that make pieces without end."""
    return RulesFailure(f"there are more than {SIZE_LIMIT:,} pieces of one sort")
