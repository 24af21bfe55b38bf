"""Cases of campaigns: a text that a seed writes, and a trial that must come to a good end, within a time of the processor."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType
from typing import Final

SECONDS: Final = 60.0  # of the processor for one case: far more than any should need


@dataclass(frozen=True, slots=True)
class Campaign:
    """One sort of cases. All that a case is made of is its text, so that it can be kept and tried again."""

    name: str
    about: str
    suffix: str  # of files that keep its cases
    write: Callable[[int], str]  # the text of a case, by its seed
    attempt: Callable[[str], None]  # raises whatever should not have happened


class Hangs(Exception):
    """A case that does not come to an end."""


@contextmanager
def limited(seconds: float = SECONDS) -> Iterator[None]:
    """Interrupts what takes longer, where the system can do that."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(number: int, frame: FrameType | None) -> None:
        raise Hangs(f"not at its end after {seconds:g} s of the processor")

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
