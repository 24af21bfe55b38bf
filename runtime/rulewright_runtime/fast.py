"""The fast face: integers only, for bots, simulations and learning; nothing is worded, and Python checks nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import chance, core, native
from .core import Position
from .engine import Engine

if TYPE_CHECKING:
    import random

    from .native import Core
    from .native_observing import NativeObserver
    from .observing import Observer

__all__ = ["Position", "clone", "fastest", "new", "observer", "playout", "step"]


def fastest(engine: Engine) -> Engine | Core:
    """What `new` makes the fastest positions of: the native core of an engine, or the engine itself if it has none."""
    return native.core_of(engine) or engine


def new(engine: Engine | Core, players: int, seed: int | None = None, **options: Any) -> Any:
    """A position up to its first decision, without a log. `g.options` is what can be answered, by `step(g, option)`.

    Of a native core it is a native position, which has no fields to look at.
    """
    if not isinstance(engine, Engine):
        return engine.new(players, seed, **options)
    chosen = {option.name: option.default for option in engine.options}
    chosen.update(options)
    g = engine.make(players, chosen)
    chance.seed(g, chance.any_seed() if seed is None else seed)
    engine.begin(g)
    return g


def observer(engine: Engine | Core, players: int) -> Observer | NativeObserver:
    """What gives the numbers that learning programs see: `vector(g, viewer)`, of each what it is in `names()`."""
    if isinstance(engine, Engine):
        from .observing import Observer  # a bot that only plays does not wait for it

        return Observer(engine, players)
    from .native_observing import NativeObserver

    return NativeObserver(engine, players)


def clone(g: Any) -> Any:
    """A copy of the position that can be played on by itself."""
    return g.clone()


def step(g: Any, option: int) -> None:
    """Answers the pending decision. A native position refuses what is none of its options; a Python one does not look."""
    if isinstance(g, Position):
        core.step(g, option)
    else:
        g.step(option)


def playout(g: Any, rng: random.Random, limit: int = 1_000_000) -> int:
    """Plays random moves to the end of the game; returns how many decisions that took. Takes native positions, too."""
    if not isinstance(g, Position):
        decisions: int = g.playout(rng.getrandbits(64), limit)
        return decisions
    choice = rng.random
    for count in range(limit):  # not while: Python 3.11 makes loops that end in a plain jump faster
        if g.then is None:
            return count
        options = g.options
        core.step(g, options[int(choice() * len(options))])
    return limit
