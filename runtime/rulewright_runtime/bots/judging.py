"""What bots judge positions by: a learned value, or random games from there if nothing has been learned yet."""

from __future__ import annotations

import random
from typing import Any, Final, Protocol

from ..core import Position
from ..engine import Engine
from ..fast import playout
from .features import Features
from .outcomes import margin, won

OTHERS: Final = 0.3  # part of the others' scores in a margin
LONGEST: Final = 2_000  # decisions of a random game; a longer one counts as it stands


class Worth(Protocol):
    """Tells what a position is worth to a seat."""

    cost: int  # positions that one judgement looks at

    def rebase(self, g: Position) -> None:
        """Makes a position the one that the next ones are compared with."""

    def __call__(self, g: Position, seat: int) -> float: ...

    def content(self, g: Position) -> tuple[Any, ...]:
        """All that a position holds; equal positions have equal contents."""

    def difference(self, g: Position) -> tuple[Any, ...]:
        """What a position has otherwise than the base: equal positions have equal differences."""


class Playouts:
    """Judges by random games to the end: slow and rough, but it needs nothing but the rules."""

    def __init__(self, engine: Engine, players: int, seed: int, games: int = 4) -> None:
        self.engine = engine
        self.rng = random.Random(seed)
        self.games = games
        self.cost = 20 * games  # a random game is as quick as so many positions, or less
        self._content = Features(engine, players).content

    def rebase(self, g: Position) -> None:
        """Nothing is kept between positions."""

    def __call__(self, g: Position, seat: int) -> float:
        if g.then is None:
            return self._result(g, seat)
        total = 0.0
        for _ in range(self.games):
            other = g.clone()
            other.chance = self.rng.getrandbits(64)
            playout(other, self.rng, LONGEST)
            total += self._result(other, seat)
        return total / self.games

    def content(self, g: Position) -> tuple[Any, ...]:
        """The contents of the fields that features are made of."""
        found: tuple[Any, ...] = self._content(g)
        return found

    def difference(self, g: Position) -> tuple[Any, ...]:
        """All that the position holds."""
        return tuple([tuple(one) if isinstance(one, list) else one for one in self._content(g)])

    def _result(self, g: Position, seat: int) -> float:
        """The margin of a finished game, and what winning adds."""
        return margin(self.engine, g, seat, OTHERS) + won(g, seat)
