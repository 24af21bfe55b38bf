"""Budgets of play: what rules may use up between two decisions, and how large numbers and lists may become.

Rules that go past one of them fail with their place, and the move that led there is taken back.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Collection, Iterable, Iterator
from types import FrameType
from typing import Any, Final, TypeVar

from .position import Position, RulesFailure

# Things gone over in counted loops, counted calls, and rounds in which nobody is asked, all together.
STEP_LIMIT: Final = 1_000_000
ROUND: Final = (
    10  # steps that a round counts in which nobody is asked, or a turn of a loop without a known end
)
FRAME_LIMIT: Final = 200_000  # parts of rules that are gone on with, one after the other
TOO_LONG: Final = "this goes on for too long without a decision"
# So many steps are taken without a look at the clock: hardly any decision of a game needs more.
UNWATCHED: Final = 3_000
OFTEN: Final = 256  # steps between two looks
TURNS: Final = 16  # turns of a loop between two looks, whatever they do
SECONDS: Final = 2.0  # of the processor, for one decision: what is not counted is not endless either
MEGABYTES: Final = 200  # that one decision may add to what the whole program ever needed
SIZE_LIMIT: Final = 10_000  # things in a list
RANGE_LIMIT: Final = 100_000  # numbers in a row, and turns of a loop
NUMBER_LIMIT: Final = 2**53
DEPTH_LIMIT: Final = 200  # calls of rules inside each other; Python itself allows not many more

Thing = TypeVar("Thing")
Things = TypeVar("Things", bound=Collection[Any])
now = getattr(time, "thread_time", time.monotonic)


def memory() -> float:
    """The most memory that the program needed so far, in megabytes; 0 where the system does not tell."""
    try:
        import resource  # here: most games never come to it
    except ImportError:
        return 0.0
    most: int = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / (1 << 20 if sys.platform == "darwin" else 1 << 10)


class Watch(threading.local):
    """When the steps that a thread takes for a decision became unusually many, and the memory that it had then."""

    since = 0.0
    memory = 0.0
    call: FrameType | None = None  # the function of the rules that is only asked for something


WATCH = Watch()


class OverBudget(RulesFailure):
    """The rules need more than a budget allows."""


class TooLong(OverBudget):
    """What the rules do between two decisions takes too many steps, too much time or memory."""


def watched(g: Position, added: int, failure: str = TOO_LONG) -> None:
    """Looks whether there is something left of the budget of a decision that needs unusually many steps."""
    if (g.then is not None or g.over) and is_another_call(g):
        g.idle_rounds = UNWATCHED + added  # what was asked of a position before has no part in this
        WATCH.since, WATCH.memory = now(), memory()
        return
    if g.idle_rounds > STEP_LIMIT:
        raise TooLong(failure)
    if (
        g.idle_rounds - added <= UNWATCHED
    ):  # they have just become too many: the clock begins with this decision
        WATCH.since, WATCH.memory = now(), memory()
    elif g.idle_rounds // OFTEN > (g.idle_rounds - added) // OFTEN:
        look(failure)


def is_another_call(g: Position) -> bool:
    """Whether something is asked anew of a position at rest, from outside of the rules: a score, a figure to be shown."""
    rules = g.machine.resume[-1].__code__.co_filename
    frame: FrameType | None = sys._getframe(2)
    outermost: FrameType | None = None
    while frame is not None:
        if frame.f_code.co_filename == rules:
            outermost = frame
        frame = frame.f_back
    if outermost is WATCH.call:
        return False
    WATCH.call = outermost
    return True


def look(failure: str = TOO_LONG) -> None:
    """Looks at the clock and at the memory."""
    if now() - WATCH.since > SECONDS:
        raise TooLong(failure)
    if memory() - WATCH.memory > MEGABYTES:
        raise TooLong("this needs too much memory")


def stepping(g: Position, things: Collection[Thing], weight: int = 1) -> Iterable[Thing]:
    """What a loop goes over, when it begins: each thing is a step, or several if there is much to do for it."""
    added = len(things) * weight + 1
    steps = g.idle_rounds = g.idle_rounds + added
    if steps > UNWATCHED:
        watched(g, added)
        return watching(things)
    return things


def watching(things: Iterable[Thing]) -> Iterator[Thing]:
    """Things that are gone over with a look at clock and memory now and then."""
    for turn, thing in enumerate(things, 1):
        if turn % TURNS == 0:
            look()
        yield thing


def one_step(g: Position, weight: int = 1) -> None:
    """A call of a function that has much to do: a step, or several."""
    steps = g.idle_rounds = g.idle_rounds + weight
    if steps > UNWATCHED:
        watched(g, weight)


def bounded(g: Position, place: str) -> Iterator[int]:
    """The turns of a `repeat until`: so many that only a loop without an end reaches the last of them."""
    for turn in range(RANGE_LIMIT):
        g.idle_rounds += ROUND
        if g.idle_rounds > UNWATCHED:
            watched(g, ROUND, f"the loop at {place} does not end")
        yield turn
    raise TooLong(f"the loop at {place} does not end")


def deeper(g: Position, rule: str, place: str) -> None:
    """One call more of rules that call themselves or one another."""
    g.call_depth += 1
    g.idle_rounds += 1
    if g.call_depth > DEPTH_LIMIT:
        raise TooLong(f"{rule} at {place} calls itself without end")
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
        raise OverBudget(f"a list has more than {SIZE_LIMIT:,} things")
    return things


def numbers(low: int, high: int) -> range:
    """Numbers in a row, up to but without the last."""
    if high - low > RANGE_LIMIT:
        raise OverBudget(f"more than {RANGE_LIMIT:,} numbers in a row")
    return range(low, high)


def fits(value: int) -> int:
    """A number that may have grown."""
    if not -NUMBER_LIMIT <= value <= NUMBER_LIMIT:
        raise OverBudget("a number is larger than 2 to the power of 53")
    return value


def too_many() -> OverBudget:
    """The failure of rules that make pieces without end."""
    return OverBudget(f"there are more than {SIZE_LIMIT:,} pieces of one sort")
