"""Fits a value to positions and what came of them, by numpy: a linear part, and hidden units for what it leaves over.

Games are few and what comes of a position is mostly luck, so the linear part is held back firmly, as if so many
positions had shown that nothing matters; hidden units count only if games held back show that they help.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]

BATCH = 512
RATE = 2e-3
RIDGE = 1e-2  # of the hidden units
CUT = 6.0  # features are cut off so many standard deviations from their mean
HELD_BACK = 0.1  # of the games, to see how well it does on what it has not seen
DOUBT = 10_000  # positions that speak for nothing
GAIN = 0.02  # part of the error that hidden units must take away to be kept


@dataclass(slots=True)
class Fit:
    """A fitted value in plain floats; `quality` is the part of the variance that it explains in games held back."""

    low: Array
    high: Array
    mean: Array
    weights: Array  # feature, unit; raw features
    bias: Array
    out: Array
    linear: Array
    base: float
    quality: float


def fit(rows: Array, targets: Array, games: Array, units: int, epochs: int, seed: int) -> Fit:
    """First the linear part, then the hidden units."""
    rng = np.random.default_rng(seed)
    width = rows.shape[1]
    mean, deviation = _moments(rows)
    low = np.floor(mean - CUT * deviation).astype(np.float32)
    high = np.ceil(mean + CUT * deviation).astype(np.float32)
    scale = np.where(deviation > 1e-6, 1 / np.maximum(deviation, 1e-6), 0).astype(np.float32)
    known = np.unique(games)
    held = np.isin(games, rng.permutation(known)[: max(1, int(len(known) * HELD_BACK))])
    train, test = np.flatnonzero(~held), np.flatnonzero(held)

    def scaled(index: Array) -> Array:
        return (np.clip(rows[index].astype(np.float32), low, high) - mean) * scale

    middle = float(targets.mean())
    slope = _linear(scaled, train, targets - middle)
    rest = np.empty(len(rows), np.float32)
    for part in _parts(np.arange(len(rows))):
        rest[part] = targets[part] - middle - scaled(part) @ slope
    raw = np.zeros((width, units), np.float32)
    bias, out, base = np.zeros(units, np.float32), np.zeros(units, np.float32), 0.0
    before = float((rest[test] ** 2).mean()) if len(test) else 1.0
    after, found = _hidden(scaled, train, test, rest, units, epochs, rng)
    if after < before * (1 - GAIN):
        raw = found["weights"] * scale[:, None]
        bias, out, base = found["bias"] - mean @ raw, found["out"], float(found["base"][0])
        before = after
    straight = slope * scale
    spread = float(np.var(targets[test])) if len(test) else 1.0
    return Fit(
        low,
        high,
        mean,
        raw,
        bias,
        out,
        straight,
        middle + base - float(mean @ straight),
        1 - before / (spread + 1e-9),
    )


Scaled = Callable[[Array], Array]


def _parts(index: Array) -> Iterator[Array]:
    for start in range(0, len(index), 8_192):
        yield index[start : start + 8_192]


def _linear(scaled: Scaled, index: Array, wanted: Array) -> Array:
    """Ridge regression, the rows a part at a time."""
    width = scaled(index[:1]).shape[1]
    squares, products = np.zeros((width, width)), np.zeros(width)
    for part in _parts(index):
        z = scaled(part)
        squares += z.T @ z
        products += z.T @ wanted[part]
    found: Array = np.linalg.solve(squares + DOUBT * np.eye(width), products).astype(np.float32)
    return found


def _hidden(
    scaled: Scaled,
    train: Array,
    test: Array,
    wanted: Array,
    units: int,
    epochs: int,
    rng: np.random.Generator,
) -> tuple[float, dict[str, Array]]:
    """Hidden units by Adam on squared errors: the best epoch on games held back, and its error there."""
    width = scaled(train[:1]).shape[1]
    spread = float(wanted[train].std()) + 1e-6
    goal = (wanted / spread).astype(np.float32)
    parameters: dict[str, Array] = {
        "weights": (rng.normal(size=(width, units)) * 0.5 / np.sqrt(width)).astype(np.float32),
        "bias": np.zeros(units, np.float32),
        "out": (rng.normal(size=units) * 0.1 / np.sqrt(units)).astype(np.float32),
        "base": np.zeros(1, np.float32),
    }
    first = {name: np.zeros_like(one) for name, one in parameters.items()}
    second = {name: np.zeros_like(one) for name, one in parameters.items()}
    steps, number = max(1, epochs * (len(train) // BATCH)), 0
    best, kept = float("inf"), parameters
    for _ in range(epochs):
        rng.shuffle(train)
        for start in range(0, len(train) - BATCH + 1, BATCH):
            index = train[start : start + BATCH]
            changes = _gradients(scaled(index), goal[index], parameters)
            number += 1
            speed = RATE * min(1.0, number / 50) * (1 - 0.95 * number / steps)
            for name, change in changes.items():
                first[name] = 0.9 * first[name] + 0.1 * change
                second[name] = 0.999 * second[name] + 0.001 * change**2
                step = (first[name] / (1 - 0.9**number)) / (
                    np.sqrt(second[name] / (1 - 0.999**number)) + 1e-8
                )
                parameters[name] = (parameters[name] - speed * step).astype(np.float32)
        error = sum(
            [
                float(((_forward(scaled(part), parameters)[1] - goal[part]) ** 2).sum())
                for part in _parts(test)
            ]
        )
        if error < best:
            best, kept = error, {name: one.copy() for name, one in parameters.items()}
    kept = {**kept, "out": kept["out"] * spread, "base": kept["base"] * spread}
    return best / max(1, len(test)) * spread**2, kept


def _moments(rows: Array) -> tuple[Array, Array]:
    """Means and standard deviations, a part at a time: the rows are small integers."""
    total = np.zeros(rows.shape[1], np.float64)
    squares = np.zeros(rows.shape[1], np.float64)
    for start in range(0, len(rows), 20_000):
        part = rows[start : start + 20_000].astype(np.float64)
        total += part.sum(0)
        squares += (part**2).sum(0)
    mean = total / len(rows)
    return mean.astype(np.float32), np.sqrt(np.maximum(squares / len(rows) - mean**2, 0)).astype(np.float32)


def _forward(z: Array, p: dict[str, Array]) -> tuple[Array, Array]:
    hidden = z @ p["weights"] + p["bias"]
    return hidden, np.maximum(hidden, 0) @ p["out"] + p["base"][0]


def _gradients(z: Array, wanted: Array, p: dict[str, Array]) -> dict[str, Array]:
    hidden, given = _forward(z, p)
    error = (given - wanted) * (2 / len(wanted))
    back = np.outer(error, p["out"]) * (hidden > 0)
    return {
        "weights": z.T @ back + RIDGE * p["weights"],
        "bias": back.sum(0),
        "out": np.maximum(hidden, 0).T @ error,
        "base": np.array([error.sum()], np.float32),
    }
