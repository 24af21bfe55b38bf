"""Ratings of bots from the tables they played at: who came before whom, with the uncertainty of so few games."""

from __future__ import annotations

import math
import random

from rulewright.tools.simulate.playing import Played
from rulewright.tools.simulate.results import Rating

SAMPLES = 100  # of the games, drawn with repetition, for the intervals
ROUNDS = 60
SCALE = 400 / math.log(10)


def ratings(games: list[Played], seed: int = 1) -> list[Rating]:
    """One for each bot, by Bradley and Terry's model of all pairs at a table; none if all are the same bot."""
    names = sorted({bot for one in games for bot in one.bots})
    if len(names) < 2:
        return []
    pairs = [_pairs(one) for one in games]
    middle = _fitted(names, pairs)
    rng = random.Random(seed)
    drawn = [_fitted(names, rng.choices(pairs, k=len(pairs))) for _ in range(SAMPLES)]
    found = []
    for name in names:
        values = sorted(one[name] for one in drawn)
        low, high = values[round(0.025 * (SAMPLES - 1))], values[round(0.975 * (SAMPLES - 1))]
        found.append(Rating(bot=name, rating=middle[name], low=low, high=high))
    return sorted(found, key=lambda one: -one.rating)


def _pairs(one: Played) -> list[tuple[str, str, float]]:
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


def _fitted(names: list[str], games: list[list[tuple[str, str, float]]]) -> dict[str, float]:
    """Strengths by repeated approximation; half a win and half a loss against the mean keep them finite."""
    strength = dict.fromkeys(names, 1.0)
    wins = dict.fromkeys(names, 0.5)
    meetings: dict[tuple[str, str], int] = {}
    for pairs in games:
        for a, b, result in pairs:
            wins[a] += result
            wins[b] += 1 - result
            meetings[(a, b)] = meetings.get((a, b), 0) + 1
    for _ in range(ROUNDS):
        weights = {name: 1 / (strength[name] + 1) for name in names}
        for (a, b), count in meetings.items():
            part = count / (strength[a] + strength[b])
            weights[a] += part
            weights[b] += part
        strength = {name: wins[name] / weights[name] for name in names}
    centre = sum(math.log(one) for one in strength.values()) / len(names)
    return {name: SCALE * (math.log(one) - centre) for name, one in strength.items()}
