"""The simplest bots: any answer, and the answer after which the position is worth most."""

from __future__ import annotations

from typing import Final

from ..core import Position, step
from ..engine import Engine
from ..views import has_secrets
from ..words import Words
from .asked import Asked, Bot, options_of
from .judging import Worth

DEALS: Final = 3  # positions that are thought through where something is hidden


class RandomBot(Bot):
    """Picks any answer."""

    def pick(self, asked: Asked) -> int:
        return asked.options[self.rng.randrange(len(asked.options))]

    def answer(self, g: Position, seat: int | None = None, words: Words | None = None) -> int:
        """It looks at nothing, so it needs not be told anything."""
        options = options_of(g, g.player if seat is None else seat)
        return options[self.rng.randrange(len(options))]


class GreedyBot(Bot):
    """Picks the answer after which the position is worth most to its seat."""

    def __init__(self, engine: Engine, seed: int, worth: Worth) -> None:
        super().__init__(engine, seed)
        self.worth = worth

    def pick(self, asked: Asked) -> int:
        total = [0.0] * len(asked.options)
        for _ in range(DEALS if has_secrets(self.engine) else 1):
            dealt = asked.deal()
            self.worth.rebase(dealt)
            for i, option in enumerate(asked.options):
                total[i] += self.worth(after(dealt, option), asked.seat)
        return asked.options[total.index(max(total))]


def after(g: Position, option: int) -> Position:
    """The position after an answer; the one before stays as it is."""
    other = g.clone()
    step(other, option)
    return other
