"""The fast face: integers only, for bots, simulations and learning; nothing is checked, nothing is worded."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import chance
from .core import Position, step
from .engine import Engine

if TYPE_CHECKING:
    import random

__all__ = ["Position", "clone", "new", "playout", "step"]


def new(engine: Engine, players: int, seed: int | None = None, **options: Any) -> Position:
    """A position up to its first decision, without a log. `g.options` is what can be answered, by `step(g, option)`."""
    chosen = {option.name: option.default for option in engine.options}
    chosen.update(options)
    g = engine.make(players, chosen)
    chance.seed(g, chance.any_seed() if seed is None else seed)
    engine.begin(g)
    return g


def clone(g: Position) -> Position:
    return g.clone()


def playout(g: Position, rng: random.Random, limit: int = 1_000_000) -> int:
    """Plays random moves to the end of the game; returns how many decisions that took."""
    choice = rng.random
    for count in range(limit):  # not while: Python 3.11 makes loops that end in a plain jump faster
        if g.then is None:
            return count
        options = g.options
        step(g, options[int(choice() * len(options))])
    return limit
