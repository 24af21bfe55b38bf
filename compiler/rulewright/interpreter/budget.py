"""What the interpreter may use up for one answer: values that it works out, and how large they may become."""

from __future__ import annotations

from typing import Any, Final

from rulewright_runtime.budgets import OverBudget, TooLong, fits, limited

VALUES = 1_000_000  # that are worked out for one answer, trials included
LARGE: Final = 1_000  # things in a collection that are gone over for nothing


class Budget:
    """Counts down from one answer to the next."""

    def __init__(self) -> None:
        self.left = VALUES
        self.saved = 0

    @property
    def spent(self) -> int:
        """What the last answer needed, and would have needed if nothing was remembered."""
        return VALUES - self.left + self.saved

    def renew(self) -> None:
        """The next answer has a budget of its own."""
        self.left = VALUES
        self.saved = 0

    def spend(self, values: int = 1) -> None:
        """Takes something away; rules that need more than there is fail."""
        self.left -= values
        if self.left < 0:
            raise TooLong("this goes on for too long without a decision")

    def of_size(self, things: tuple[Any, ...]) -> tuple[Any, ...]:
        """A collection that is gone over: a large one costs what it holds."""
        if len(things) > LARGE:
            self.spend(len(things) // 10)
        return things


def kept(value: Any) -> Any:
    """A value that is kept: no number and no list grows without end."""
    if isinstance(value, tuple):
        limited(value)
        if value and isinstance(value[0], int):
            fits(max(value)), fits(min(value))
    elif isinstance(value, int):
        fits(value)
    return value


__all__ = ["Budget", "OverBudget", "TooLong", "kept"]
