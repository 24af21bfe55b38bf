"""Progress of long work with the time left, on a terminal."""

from __future__ import annotations

import sys
import time


class Remaining:
    """One line that is written over; nothing where nobody watches."""

    def __init__(self, total: int, what: str = "", unit: str = "games") -> None:
        self.total = total
        self.what = what
        self.unit = unit
        self.done = 0
        self.began = time.monotonic()
        self.shown = sys.stderr.isatty()

    def step(self) -> None:
        """Counts one as done and shows the time left."""
        self.done += 1
        if self.shown:
            left = (time.monotonic() - self.began) / self.done * (self.total - self.done)
            sys.stderr.write(
                f"\r{self.what}{self.done} of {self.total} {self.unit}, {left / 60:.0f}:{left % 60:02.0f} left   "
            )
            sys.stderr.flush()

    def clear(self) -> None:
        """Wipes the line."""
        if self.shown:
            sys.stderr.write("\r" + " " * 78 + "\r")
            sys.stderr.flush()
