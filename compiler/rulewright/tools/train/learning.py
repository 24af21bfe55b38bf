"""Fits a value to positions and what came of them: a linear part beside one layer of hidden units, by numpy."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]

BATCH = 512
CUT = 6.0  # features are cut off so many standard deviations from their mean
HELD_BACK = 0.08  # of the games, to see how well it does on what it has not seen


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


def fit(
    rows: Array,
    targets: Array,
    games: Array,
    units: int,
    epochs: int,
    seed: int,
    ridge: float = 1e-4,
    rate: float = 2e-3,
) -> Fit:
    """Adam on squared errors, the best epoch on games held back."""
    rng = np.random.default_rng(seed)
    width = rows.shape[1]
    mean, deviation = _moments(rows)
    low = np.floor(mean - CUT * deviation).astype(np.float32)
    high = np.ceil(mean + CUT * deviation).astype(np.float32)
    scale = np.where(deviation > 1e-6, 1 / np.maximum(deviation, 1e-6), 0).astype(np.float32)
    middle, spread = float(targets.mean()), float(targets.std()) + 1e-6
    wanted = ((targets - middle) / spread).astype(np.float32)
    held = np.isin(games, rng.permutation(np.unique(games))[: max(1, int(len(np.unique(games)) * HELD_BACK))])
    train, test = np.flatnonzero(~held), np.flatnonzero(held)
    parameters: dict[str, Array] = {
        "weights": (rng.normal(size=(width, units)) * 0.5 / np.sqrt(width)).astype(np.float32),
        "bias": np.zeros(units, np.float32),
        "out": (rng.normal(size=units) * 0.1 / np.sqrt(units)).astype(np.float32),
        "base": np.zeros(1, np.float32),
        "linear": np.zeros(width, np.float32),
    }
    first = {name: np.zeros_like(one) for name, one in parameters.items()}
    second = {name: np.zeros_like(one) for name, one in parameters.items()}
    steps, number = max(1, epochs * (len(train) // BATCH)), 0
    best, kept = float("inf"), {name: one.copy() for name, one in parameters.items()}

    def scaled(index: Array) -> Array:
        return (np.clip(rows[index].astype(np.float32), low, high) - mean) * scale

    for _ in range(epochs):
        rng.shuffle(train)
        for start in range(0, len(train) - BATCH + 1, BATCH):
            index = train[start : start + BATCH]
            changes = _gradients(scaled(index), wanted[index], parameters, ridge)
            number += 1
            speed = rate * min(1.0, number / 50) * (1 - 0.95 * number / steps)
            for name, change in changes.items():
                first[name] = 0.9 * first[name] + 0.1 * change
                second[name] = 0.999 * second[name] + 0.001 * change**2
                step = (first[name] / (1 - 0.9**number)) / (
                    np.sqrt(second[name] / (1 - 0.999**number)) + 1e-8
                )
                parameters[name] = (parameters[name] - speed * step).astype(np.float32)
        error = _error(scaled, test, wanted, parameters)
        if error < best:
            best, kept = error, {name: one.copy() for name, one in parameters.items()}
    raw = kept["weights"] * scale[:, None]
    straight = kept["linear"] * scale
    return Fit(
        low,
        high,
        mean,
        raw,
        kept["bias"] - mean @ raw,
        kept["out"] * spread,
        straight * spread,
        float(kept["base"][0] * spread + middle - (mean @ straight) * spread),
        1 - best / (float(np.var(wanted[test])) + 1e-9),
    )


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
    return hidden, np.maximum(hidden, 0) @ p["out"] + p["base"][0] + z @ p["linear"]


def _gradients(z: Array, wanted: Array, p: dict[str, Array], ridge: float) -> dict[str, Array]:
    hidden, given = _forward(z, p)
    error = (given - wanted) * (2 / len(wanted))
    back = np.outer(error, p["out"]) * (hidden > 0)
    return {
        "weights": z.T @ back + ridge * p["weights"],
        "bias": back.sum(0),
        "out": np.maximum(hidden, 0).T @ error,
        "base": np.array([error.sum()], np.float32),
        "linear": z.T @ error + ridge * p["linear"],
    }


def _error(scaled: Any, index: Array, wanted: Array, p: dict[str, Array]) -> float:
    total = 0.0
    for start in range(0, len(index), 8_192):
        part = index[start : start + 8_192]
        total += float(((_forward(scaled(part), p)[1] - wanted[part]) ** 2).sum())
    return total / max(1, len(index))
