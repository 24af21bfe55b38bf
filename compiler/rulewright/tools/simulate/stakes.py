"""Which decisions matter: now and then every answer is tried, and it is compared where they lead."""

from __future__ import annotations

import random
from typing import Any

from rulewright_runtime import saves
from rulewright_runtime.core import Position, step
from rulewright_runtime.engine import Engine

LOOKED_AT = 0.1  # of the decisions
MOST_ANSWERS = 16  # that are tried

# For each choice: how often it was real, how often looked at, how often all answers led to the same position, and
# the one answer that was always given, or None if there were several.
Stakes = dict[str, tuple[int, int, int, int | None]]


class Observer:
    """Looks on at one game; what it looks at depends on the seed alone, and the game goes its way."""

    def __init__(self, engine: Engine, seed: int) -> None:
        self.engine = engine
        self.rng = random.Random(seed)
        self.attributes: list[str] = []
        self.found: Stakes = {}

    def look(self, g: Position, option: int) -> None:
        """Before an answer is given."""
        if len(g.options) < 2:
            return
        name = self.engine.machine.choices[g.choice].name
        real, looked, same, only = self.found.get(name, (0, 0, 0, option))
        if self.rng.random() < LOOKED_AT:
            looked += 1
            same += self._leads_to_the_same(g)
        self.found[name] = real + 1, looked, same, only if only == option else None

    def _leads_to_the_same(self, g: Position) -> bool:
        """True if all answers lead to the same position, as far as they were tried."""
        if not self.attributes:
            self.attributes = saves.state_attributes(self.engine, g)
        first: list[Any] | None = None
        for option in g.options[:MOST_ANSWERS]:
            after = g.clone()
            step(after, option)
            content = self._content(after)
            if first is not None and content != first:
                return False
            first = content
        return len(g.options) <= MOST_ANSWERS

    def _content(self, g: Position) -> list[Any]:
        """All that tells one position from another."""
        waits = [g.then, g.player, g.options, g.chance, g.over, g.winners]
        return [*waits, *[getattr(g, name) for name in self.attributes]]


def together(games: list[Stakes]) -> Stakes:
    """The stakes of many games."""
    found: Stakes = {}
    for one in games:
        for name, (real, looked, same, only) in one.items():
            before = found.get(name, (0, 0, 0, only))
            kept = only if before[3] == only else None
            found[name] = before[0] + real, before[1] + looked, before[2] + same, kept
    return found
