"""How much a bot may think about one answer: a number of positions, or a time."""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter


@dataclass(frozen=True, slots=True)
class Budget:
    """Positions, or seconds if those are not 0; only a budget in positions makes a bot repeatable."""

    positions: int
    seconds: float = 0.0

    def start(self, share: int = 1) -> Meter:
        """Begins to count; `share`: one of so many equal parts."""
        if self.seconds:
            return Meter(1 << 60, perf_counter() + self.seconds / share)
        return Meter(max(1, self.positions // share), 0.0)


class Meter:
    """What is left of a budget."""

    __slots__ = ("left", "deadline", "_next_look")

    def __init__(self, left: int, deadline: float) -> None:
        self.left = left
        self.deadline = deadline
        self._next_look = left

    def spend(self, positions: int = 1) -> bool:
        """Takes something off; False if nothing is left afterwards."""
        self.left -= positions
        if self.deadline and self.left <= self._next_look:
            self._next_look = self.left - 8
            if perf_counter() >= self.deadline:
                self.left = 0
        return self.left > 0


def read_budget(text: str, default: Budget) -> Budget:
    """The budget in `300`, `0.5s` or nothing at all; ValueError says what is wrong."""
    if not text:
        return default
    number, seconds = (text[:-1], True) if text.endswith("s") else (text, False)
    try:
        amount = float(number) if seconds else int(number)
    except ValueError:
        raise ValueError(
            f"{text!r} is no budget: a number of positions, as in 300, or a time, as in 0.5s"
        ) from None
    if not 0 < amount < 1e9:
        raise ValueError(f"a budget is more than 0, not {text}")
    return Budget(0, amount) if seconds else Budget(int(amount))
