"""Goes on from a value: changes it as far as new positions ask for, instead of forgetting what it knew.

A fit from nothing knows only what its lessons show, and those of some hundred games are soon used up. Here the older
value is what is believed in the beginning: the weights are held back from leaving it, and hidden units go on from where they were.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rulewright.tools.train.hidden import Hidden, learned
from rulewright.tools.train.learning import (
    CUT,
    DOUBT,
    LATE,
    NEAR,
    Array,
    Fit,
    Lessons,
    moments,
    parts,
    returns,
)

PASSES = 2  # weights, then hidden units
SWEEPS = 3  # fits of the weights in a pass, each to what the one before says of later positions
HELD = 4  # times the doubt of a fit from nothing: what is known comes from many more positions


@dataclass(slots=True)
class _Seen:
    """The lessons as the older value sees them."""

    told: Array  # features that differ
    scale: Array
    features: Array  # each with mean 0 and deviation 1
    late: Array  # how far the game is, in a column
    plain: Array  # what the weights say
    hidden: Hidden | None


def gone_on(lessons: Lessons, old: Fit, future: float, seed: int, units: int) -> Fit:
    """The value that an older one becomes by the lessons. `future`: what the mean of scores to come counts beside the result."""
    mean, deviation = moments(lessons.rows)
    known = old.weights.any(1)
    low = np.where(known, old.low, np.floor(mean - CUT * deviation)).astype(np.float32)
    high = np.where(known, old.high, np.ceil(mean + CUT * deviation)).astype(np.float32)
    seen = _seen(lessons, old, low, high, mean, deviation)
    both = np.concatenate([seen.features, seen.late * seen.features, seen.late], axis=1)
    count = len(seen.told)
    doubt = HELD * DOUBT * np.concatenate([np.ones(count), LATE * np.ones(count), [1e-2]])
    inverse = np.linalg.inv((both.T @ both).astype(np.float64) + np.diag(doubt))
    near = 1 - future * (1 - NEAR)
    hidden, now = seen.hidden, seen.plain + _said(seen.hidden, seen.features)
    for _ in range(PASSES):
        beside = seen.plain + _said(hidden, seen.features)
        for _ in range(SWEEPS):
            gap = returns(lessons, now, near) - beside
            middle = float(gap.mean())
            slopes = (inverse @ (both.T @ (gap - middle).astype(np.float32))).astype(np.float32)
            change = both @ slopes + np.float32(middle)
            now = beside + change
        plain = seen.plain + change
        hidden = learned(seen.features, returns(lessons, now, near) - plain, seed, hidden, units)
        now = plain + _said(hidden, seen.features)
    unexplained = float(((now - lessons.results) ** 2).mean())
    quality = 1 - unexplained / (float(lessons.results.var()) + 1e-9)
    weights, bias = _together(old, seen, mean, slopes, middle, hidden)
    return Fit(low, high, mean, weights, bias, np.zeros(0) if hidden is None else hidden.tops, quality)


def _said(hidden: Hidden | None, features: Array) -> Array:
    """What hidden units say of each row; none say nothing."""
    return np.zeros(len(features), np.float32) if hidden is None else hidden(features)


def _seen(lessons: Lessons, old: Fit, low: Array, high: Array, mean: Array, deviation: Array) -> _Seen:
    """The lessons, and what the older value says of them."""
    told = np.flatnonzero(deviation > 1e-6)
    scale = (1 / deviation[told]).astype(np.float32)
    features = np.empty((len(lessons.rows), len(told)), np.float32)
    sums = np.empty((len(lessons.rows), 3), np.float32)
    for part in parts(len(lessons.rows)):
        cut = np.clip(lessons.rows[part], low, high)
        features[part] = (cut[:, told] - mean[told]) * scale
        sums[part] = cut @ old.weights[:, :3] + old.bias[:3]
    late = np.clip(sums[:, 0], 0, 1) - np.float32(0.5)
    hidden = None
    if len(old.tops):
        inner = (old.weights[told, 3:] / scale[:, None]).astype(np.float32)
        bias = old.bias[3:] + np.clip(mean, low, high) @ old.weights[:, 3:]
        size = np.maximum((features @ inner).std(0), 1e-6)  # a unit that is scaled says the same
        hidden = Hidden(inner / size, (bias / size).astype(np.float32), (old.tops * size).astype(np.float32))
    return _Seen(told, scale, features, late[:, None], sums[:, 2] + late * sums[:, 1], hidden)


def _together(
    old: Fit, seen: _Seen, mean: Array, slopes: Array, middle: float, hidden: Hidden | None
) -> tuple[Array, Array]:
    """Weights and what is added to them: the older ones, what has changed, the hidden units."""
    count = len(seen.told)
    units = 0 if hidden is None else len(hidden.tops)
    weights = np.zeros((len(old.weights), 3 + units), np.float64)
    weights[:, :3] = old.weights[:, :3]
    bias = np.concatenate([old.bias[:3], np.zeros(units)])
    added = np.zeros_like(weights)
    added[seen.told, 1] = slopes[count:-1] * seen.scale
    added[seen.told, 2] = slopes[:count] * seen.scale
    bias[1:3] += slopes[-1], middle
    if hidden is not None:
        added[seen.told, 3:] = hidden.weights * seen.scale[:, None]
        bias[3:] = hidden.bias
    return weights + added, bias - mean @ added
