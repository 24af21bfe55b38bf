"""A progress bar on a terminal; nothing where nobody watches."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

BAR = 30  # characters
PAUSE = 0.1  # seconds between two drawings


class Progress:
    """One line on standard error that is drawn again and again, and gone in the end."""

    def __init__(self, shown: bool | None = None) -> None:
        self.shown = sys.stderr.isatty() if shown is None else shown
        self.width = 0

    def __call__(self, what: str, total: int) -> Callable[[int], None]:
        """A job of so many steps; the result is called with how many were done since the last call."""
        done = 0
        last = 0.0

        def step(count: int) -> None:
            nonlocal done, last
            done = min(done + count, total)
            now = time.monotonic()
            if self.shown and (now - last > PAUSE or done == total):
                last = now
                self._draw(what, done, total)

        if self.shown and total:
            self._draw(what, 0, total)
        return step

    def _draw(self, what: str, done: int, total: int) -> None:
        """Draws the bar over the one before."""
        full = BAR * done // max(total, 1)
        line = f"{what} [{'#' * full}{'.' * (BAR - full)}] {done}/{total}"
        sys.stderr.write("\r" + line.ljust(self.width))
        sys.stderr.flush()
        self.width = len(line)

    def clear(self) -> None:
        """Wipes the bar from its line."""
        if self.shown and self.width:
            sys.stderr.write("\r" + " " * self.width + "\r")
            sys.stderr.flush()
            self.width = 0
