"""How it goes with those who have a thing in the end, on both sides of a difference: wins and scores by faction, card, tile."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

from rulewright.tools.diff.duels import Outcome
from rulewright.tools.diff.report import Interval, Measure
from rulewright.tools.diff.statistics import interval, mean, share, spread, two_sample_test

FEWEST = 10  # seats on either side that must have a thing
MOST = 40  # things that are had most often are measured
Z = 1.959963984540054


def holders(pairs: Sequence[tuple[Outcome, Outcome]]) -> list[Measure]:
    """Wins of those who have each thing, and what they score above the mean of their game."""
    total = Counter(name for pair in pairs for outcome in pair for things in outcome.held for name in things)
    scored = all(outcome.scores for pair in pairs for outcome in pair)
    found: list[Measure] = []
    for name, _ in sorted(total.items(), key=lambda item: (-item[1], item[0]))[:MOST]:
        sides = [_seats([pair[side] for pair in pairs], name) for side in (0, 1)]
        if min(map(len, sides)) < FEWEST or any(_all_have(pairs, name, side) for side in (0, 1)):
            continue
        wins = [[float(seat in one.winners) for one, seat in seats] for seats in sides]
        found.append(_measure("wins with", name, wins, share(wins[0]), share(wins[1])))
        if scored:
            leads = [[one.scores[seat] - mean(one.scores) for one, seat in seats] for seats in sides]
            found.append(_measure("lead with", name, leads, interval(leads[0]), interval(leads[1])))
    return found


def _seats(outcomes: Sequence[Outcome], name: str) -> list[tuple[Outcome, int]]:
    """Who has a thing in the end."""
    return [(one, seat) for one in outcomes for seat, things in enumerate(one.held) if name in things]


def _all_have(pairs: Sequence[tuple[Outcome, Outcome]], name: str, side: int) -> bool:
    """Whether everybody has it on a side, so that having it tells nothing."""
    return all(name in things for pair in pairs for things in pair[side].held)


def _measure(
    topic: str, name: str, values: Sequence[Sequence[float]], old: Interval, new: Interval
) -> Measure:
    """The measure of two samples that are no pairs, still without the correction for many comparisons."""
    middle = mean(values[1]) - mean(values[0])
    half = Z * math.hypot(spread(values[0]), spread(values[1]))
    return Measure.model_validate(
        {
            "topic": topic,
            "name": name,
            "old": old,
            "new": new,
            "difference": Interval(mean=middle, low=middle - half, high=middle + half),
            "p": two_sample_test(values[0], values[1]),
            "q": 1.0,
            "significant": False,
        }
    )
