"""The open figures of a game and the settings of them that a search may try."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Sequence
from dataclasses import dataclass

from rulewright.tools.tune.outcomes import Setting
from rulewright_runtime.engine import Engine


@dataclass(frozen=True, slots=True)
class Figure:
    """An open figure with all its values."""

    name: str
    values: tuple[int, ...]
    labels: tuple[str, ...]
    default: int

    def label(self, value: int) -> str:
        """A value of the figure in words."""
        return self.labels[self.values.index(value)]


def figures_of(engine: Engine) -> list[Figure]:
    """The options that the rules mark as open."""
    found = []
    for option in engine.options:
        if not option.open:
            continue
        values = tuple(range(option.low, option.high + 1))
        if option.type == "flag":
            labels: tuple[str, ...] = ("no", "yes")
        elif option.type.startswith("kind:"):
            labels = tuple(engine.kinds[option.type[5:]].members)
        else:
            labels = tuple(map(str, values))
        found.append(Figure(option.name, values, labels, option.default))
    return found


def size(figures: Sequence[Figure]) -> int:
    """How many settings there are."""
    return math.prod([len(figure.values) for figure in figures])


def settings(figures: Sequence[Figure], most: int, seed: int) -> list[Setting]:
    """All settings, or `most` of them with every figure's values spread evenly; the one of now is always the first."""
    now = tuple([figure.default for figure in figures])
    if size(figures) <= most:
        every = itertools.product(*[figure.values for figure in figures])
        return [now, *[one for one in every if one != now]]
    rng = random.Random(seed)
    found = {now: None}
    while len(found) < most:
        columns = [_spread(figure.values, most, rng) for figure in figures]
        for one in zip(*columns, strict=True):
            if len(found) < most:
                found[one] = None
    return list(found)


def _spread(values: tuple[int, ...], count: int, rng: random.Random) -> list[int]:
    """So many values in any order, each as often as the others or once more."""
    some = list(values) * (count // len(values)) + rng.sample(values, count % len(values))
    rng.shuffle(some)
    return some


def neighbours(figures: Sequence[Figure], setting: Setting) -> list[Setting]:
    """The settings in which one figure has its next value."""
    found = []
    for at, figure in enumerate(figures):
        place = figure.values.index(setting[at])
        for other in (place - 1, place + 1):
            if 0 <= other < len(figure.values):
                found.append((*setting[:at], figure.values[other], *setting[at + 1 :]))
    return found
