"""The generated engines, and positions of them to measure."""

from __future__ import annotations

import importlib
import random
from collections.abc import Iterable
from typing import Any

import measuring

DECISIONS = 300  # of a random game, among which the deepest is sought
SEED = 5


def names(wanted: Iterable[str] = ()) -> list[str]:
    """The engines in ``generated/``, or those asked for."""
    found = sorted(path.parent.name for path in (measuring.ROOT / "generated").glob("*/engine.py"))
    return [name for name in found if name in wanted] if wanted else found


def load(name: str) -> tuple[Any, Any]:
    """An engine and the fast face of its runtime."""
    engine = importlib.import_module(f"{name}.engine").ENGINE
    return engine, importlib.import_module(f"{name}._runtime").fast


def seats(engine: Any) -> int:
    """Four players if so many may play, else as many as may."""
    allowed: tuple[int, ...] = engine.players
    return max((n for n in allowed if n <= 4), default=allowed[0])


def depth(position: Any) -> int:
    """How many frames are below the pending choice."""
    found, frame = 0, position.then
    while frame is not None:
        found, frame = found + 1, frame[0]
    return found


def middle(name: str) -> Any:
    """A position in the middle of a game, at the choice that is nested deepest."""
    engine, fast = load(name)
    rng = random.Random(SEED)
    deepest = None
    decisions = 0
    while decisions < DECISIONS:
        position = fast.new(engine, seats(engine), seed=decisions)
        while position.then is not None and decisions < DECISIONS:
            if deepest is None or depth(position) >= depth(deepest):
                deepest = position.clone()
            fast.step(position, rng.choice(position.options))
            decisions += 1
    return deepest
