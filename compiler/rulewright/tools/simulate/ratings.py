"""Ratings of bots from the tables they played at: who came before whom, with the uncertainty of so few games."""

from __future__ import annotations

import math
import random

from rulewright.tools.simulate.playing import Played
from rulewright.tools.simulate.results import Rating

SAMPLES = 200  # of the weights of games, for the intervals
ROUNDS = 60
SCALE = 400 / math.log(10)

Pairs = list[tuple[str, str, float]]  # of one game: two bots, and 1 if the first came before the second


def ratings(games: list[Played], seed: int = 1) -> list[Rating]:
    """One for each bot, by Bradley and Terry's model of all pairs at a table; none if all are the same bot."""
    names = sorted({bot for one in games for bot in one.bots})
    if len(names) < 2:
        return []
    pairs = [_pairs(one) for one in games]
    middle = _fitted(pairs, [1.0] * len(pairs), dict.fromkeys(names, (0.5, 0.5)))
    drawn = _drawn(names, pairs, random.Random(seed))
    found = []
    for name in names:
        values = sorted(one[name] for one in drawn)
        low, high = values[round(0.025 * (SAMPLES - 1))], values[round(0.975 * (SAMPLES - 1))]
        found.append(Rating(bot=name, rating=middle[name], low=low, high=high))
    return sorted(found, key=lambda one: -one.rating)


def _pairs(one: Played) -> Pairs:
    """Each pair of different bots at a table: 1 if the first came before the second, half if they are level."""
    found = []
    for a in range(len(one.bots)):
        for b in range(a + 1, len(one.bots)):
            if one.bots[a] != one.bots[b]:
                rank_a, rank_b = _rank(one, a), _rank(one, b)
                result = 0.5 if rank_a == rank_b else float(rank_a > rank_b)
                found.append((one.bots[a], one.bots[b], result))
    return found


def _rank(one: Played, seat: int) -> tuple[bool, int]:
    """The key by which seats of a game are ordered: winning first, then the score."""
    return seat in one.winners, one.scores[seat] if one.scores else 0


def _drawn(names: list[str], pairs: list[Pairs], rng: random.Random) -> list[dict[str, float]]:
    """Strengths as they may be: by the Bayesian bootstrap, which leaves room also where one bot always comes first."""
    return [
        _fitted(
            pairs,
            [rng.expovariate(1) for _ in pairs],
            {name: (rng.gammavariate(0.5, 1), rng.gammavariate(0.5, 1)) for name in names},
        )
        for _ in range(SAMPLES)
    ]


def _fitted(
    games: list[Pairs], weights: list[float], assumed: dict[str, tuple[float, float]]
) -> dict[str, float]:
    """Strengths by repeated approximation; wins and losses against the mean that are assumed keep them finite."""
    strength = dict.fromkeys(assumed, 1.0)
    wins = {name: won for name, (won, _) in assumed.items()}
    meetings: dict[tuple[str, str], float] = {}
    for pairs, weight in zip(games, weights, strict=True):
        for a, b, result in pairs:
            wins[a] += weight * result
            wins[b] += weight * (1 - result)
            meetings[(a, b)] = meetings.get((a, b), 0.0) + weight
    for _ in range(ROUNDS):
        parts = {name: sum(assumed[name]) / (one + 1) for name, one in strength.items()}
        for (a, b), count in meetings.items():
            part = count / (strength[a] + strength[b])
            parts[a] += part
            parts[b] += part
        strength = {name: wins[name] / parts[name] for name in assumed}
    centre = sum(math.log(one) for one in strength.values()) / len(assumed)
    return {name: SCALE * (math.log(one) - centre) for name, one in strength.items()}
