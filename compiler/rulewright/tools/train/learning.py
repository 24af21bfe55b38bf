"""Fits a value to positions and what came of them, by numpy: weights in the middle of a game, and how they change until its end.

What comes of a position is mostly luck, and games are few. So a position is not held to the end of its game alone, but
mostly to what the same value says of the positions that soon follow (temporal differences), and the weights are
held back as if so many positions had shown that nothing matters.

Where scores cannot fall below a bottom and most end there, all that such an end tells is that the position was worth no
more. It is held to what is likely below that, by what the value says of it (censored regression): so learning
sees which of two hopeless positions is nearer to a score.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import erfc, pi, sqrt
from typing import Any

import numpy as np
import numpy.typing as npt

from rulewright.tools.train.hidden import UNITS, Hidden, learned

Array = npt.NDArray[Any]

CUT = 6.0  # features are cut off so many standard deviations from their mean
DOUBT = 1_000  # positions that speak for nothing
LATE = (
    1 / 12
)  # of that doubt holds for what changes with time: how far a game is differs that much less than a feature
SWEEPS = 6  # fits, each to what the one before says of later positions
TRACE = 0.85  # what the next position's own outcome counts; the rest is what the value says of it
NEAR = 0.9  # how much less each later score counts in the mean of those to come


@dataclass(slots=True)
class Lessons:
    """Positions at the ends of turns, and what came of them; whole numbers in rows."""

    rows: Array
    after: Array  # the same seat's next position in that game, -1 for none
    times: Array  # part of the game that was over
    margins: Array  # at that moment
    results: Array  # in the end, winning included
    bottom: Array  # whether the score is the lowest there is: then the result is known to be no better, but not how bad


@dataclass(slots=True)
class Fit:
    """A fitted value in plain floats, for raw features: how far a game is, what changes until then, what stays."""

    low: Array
    high: Array
    mean: Array
    weights: Array  # feature, lane: how far the game is, what changes with that, what stays, hidden units
    bias: Array  # of each lane
    tops: Array  # what each hidden unit counts
    quality: float  # part of the variance of results that it explains


def fit(lessons: Lessons, future: float, seed: int = 0, units: int = UNITS) -> Fit:
    """The value that fits the lessons. `future`: what the mean of scores to come counts beside the result."""
    rows, times = lessons.rows, lessons.times
    mean, deviation = moments(rows)
    low = np.floor(mean - CUT * deviation).astype(np.float32)
    high = np.ceil(mean + CUT * deviation).astype(np.float32)
    told = np.flatnonzero(deviation > 1e-6)
    scale = (1 / deviation[told]).astype(np.float32)
    features = np.empty((len(rows), len(told)), np.float32)
    for part in parts(len(rows)):
        features[part] = (np.clip(rows[part][:, told], low[told], high[told]) - mean[told]) * scale
    middle = float(times.mean())
    pace = _ridge(features, DOUBT * np.ones(len(told)), times - middle)
    late = np.clip(features @ pace + middle, 0, 1)[:, None] - np.float32(0.5)
    both = np.concatenate([features, late * features, late], axis=1)
    doubt = DOUBT * np.concatenate([np.ones(len(told)), LATE * np.ones(len(told)), [1e-2]])
    slopes, base, said = _by_differences(both, doubt, lessons, future)
    del both
    hidden = _beside(features, said, lessons, future, seed, units)
    units = 0 if hidden is None else len(hidden.tops)
    weights = np.zeros((rows.shape[1], 3 + units), np.float64)
    for lane, found in enumerate((pace, slopes[len(told) : -1], slopes[: len(told)])):
        weights[told, lane] = found * scale
    bias = np.concatenate([[middle, slopes[-1], base], np.zeros(units)])
    if hidden is not None:
        weights[told, 3:] = hidden.weights * scale[:, None]
        bias[3:] = hidden.bias
        said = said + hidden(features)
    bias -= mean @ weights
    unexplained = float(((said - lessons.results) ** 2).mean())
    quality = 1 - unexplained / (float(lessons.results.var()) + 1e-9)
    return Fit(low, high, mean, weights, bias, np.zeros(0) if hidden is None else hidden.tops, quality)


def _beside(
    features: Array, said: Array, lessons: Lessons, future: float, seed: int, units: int
) -> Hidden | None:
    """Hidden units for what the sums leave over, learned twice: then to what both say of later positions."""
    found: Hidden | None = None
    for _ in range(2):
        now = said if found is None else said + found(features)
        wanted = np.zeros(len(said), np.float32)
        for share, near in ((1 - future, 1.0), (future, NEAR)):
            if share:
                wanted += np.float32(share) * returns(lessons, now, near)
        found = learned(features, wanted - said, seed, found, units)
        if found is None:
            return None
    return found


def _by_differences(rows: Array, doubt: Array, lessons: Lessons, future: float) -> tuple[Array, float, Array]:
    """Weights, what is added to them, and what they say of each row."""
    inverse = np.linalg.inv((rows.T @ rows).astype(np.float64) + np.diag(doubt))
    slopes, base, said = np.zeros(rows.shape[1]), 0.0, np.zeros(len(rows), np.float32)
    for share, near in ((1 - future, 1.0), (future, NEAR)):
        if not share:
            continue
        now = None
        for _ in range(SWEEPS):
            wanted = returns(lessons, now, near)
            middle = float(wanted.mean())
            found = (inverse @ (rows.T @ (wanted - middle).astype(np.float32))).astype(np.float32)
            now = rows @ found + np.float32(middle)
        assert now is not None  # there is at least one sweep
        slopes += share * found
        base += share * middle
        said += np.float32(share) * now
    return slopes, base, said


def returns(lessons: Lessons, said: Array | None, near: float) -> Array:
    """What each position should be worth: of what follows it, partly what is said of it, partly what came of it in turn.

    With `near` below 1 the scores on the way count too, each later one less; without `said` all is what came of it.
    """
    trace = 1.0 if said is None else TRACE
    found = np.empty(len(lessons.rows), np.float32)
    after, results, margins = lessons.after.tolist(), lessons.results.tolist(), lessons.margins.tolist()
    values = [0.0] * len(found) if said is None else said.tolist()
    wanted = [0.0] * len(found)
    ends = results if said is None else _below(lessons, said).tolist()
    for i in range(len(found) - 1, -1, -1):
        later = after[i]
        if later < 0:
            wanted[i] = ends[i]
        else:
            ahead = (1 - trace) * values[later] + trace * wanted[later]
            wanted[i] = (1 - near) * margins[later] + near * ahead
    found[:] = wanted
    return found


def _below(lessons: Lessons, said: Array) -> Array:
    """Results; at the bottom of scores, what is likely to be below them."""
    spread = max(float(lessons.margins.std()), 1.0)
    gap = np.clip((lessons.results - said) / spread, -6, 6)
    part = np.array(
        [erfc(-one / sqrt(2)) / 2 for one in gap.tolist()]
    )  # of what could have been, that is below
    likely = said - spread * np.exp(-gap * gap / 2) / sqrt(2 * pi) / part
    return np.where(lessons.bottom, np.minimum(likely, lessons.results), lessons.results)


def _ridge(rows: Array, doubt: Array, wanted: Array) -> Array:
    """The weights of least squares with a penalty for each of them."""
    squares = (rows.T @ rows).astype(np.float64) + np.diag(doubt)
    found: Array = np.linalg.solve(squares, rows.T @ wanted.astype(np.float32)).astype(np.float32)
    return found


def parts(count: int) -> Iterator[slice]:
    """The rows in parts that fit into memory."""
    for start in range(0, count, 20_000):
        yield slice(start, start + 20_000)


def moments(rows: Array) -> tuple[Array, Array]:
    """Means and standard deviations, a part at a time: the rows are small integers."""
    total = np.zeros(rows.shape[1], np.float64)
    squares = np.zeros(rows.shape[1], np.float64)
    for part in parts(len(rows)):
        some = rows[part].astype(np.float64)
        total += some.sum(0)
        squares += (some**2).sum(0)
    mean = total / len(rows)
    return mean.astype(np.float32), np.sqrt(np.maximum(squares / len(rows) - mean**2, 0)).astype(np.float32)
