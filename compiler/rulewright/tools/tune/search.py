"""Successive halving: all settings play a few games, the better half twice as many, until a few are left.

Every setting plays the games of the same seeds, so that luck is the same for all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from rulewright.tools.tune.figures import Figure, neighbours, settings, size
from rulewright.tools.tune.goals import Goal, Ratio, off
from rulewright.tools.tune.outcomes import Outcome, Setting

FINALISTS = 4
FEWEST = 4  # games of a setting before it may drop out

Play = Callable[[str, Sequence[Setting], int], dict[Setting, list[Outcome]]]


@dataclass(slots=True)
class Tried:
    """A setting with its games so far."""

    setting: Setting
    games: list[Outcome]
    measured: list[list[Ratio]]  # for each goal
    off: float


@dataclass(slots=True)
class Search:
    """One search; `play` lets settings play so many games each and gives the games of all of them."""

    figures: Sequence[Figure]
    goals: Sequence[Goal]
    most: int
    games: int
    seed: int
    play: Play
    tried: dict[Setting, Tried] = field(default_factory=dict)
    best: list[Setting] = field(default_factory=list)  # of the last step that was finished

    def run(self) -> None:
        """Goes through all steps; what is known after each is in `tried` and `best`."""
        current = settings(self.figures, self.most, self.seed)
        sampled = size(self.figures) > len(current)
        steps = steps_of(len(current), self.games)
        for number, games in enumerate(steps):
            name = f"step {number + 1} of {len(steps)}"
            self._measure(self.play(name, current, games))
            current = sorted(current, key=lambda one: self.tried[one].off)
            self.best = current
            if number + 1 < len(steps):
                current = current[: max(FINALISTS, -(-len(current) // 2))]
                if sampled:
                    near = [one for one in neighbours(self.figures, current[0]) if one not in self.tried]
                    current += near

    def _measure(self, played: dict[Setting, list[Outcome]]) -> None:
        """Measures settings by the games that they have played."""
        for setting, games in played.items():
            measured = [goal.measure(games) for goal in self.goals]
            far = off(self.goals, measured, range(len(games)))
            self.tried[setting] = Tried(setting, games, measured, far)


def steps_of(count: int, games: int) -> list[int]:
    """How many games each setting has played after each step."""
    found = [games]
    while count > FINALISTS and found[0] > FEWEST:
        found.insert(0, max(FEWEST, found[0] // 2))
        count = -(-count // 2)
    return found
