"""Hidden units beside the weighted sums of a value: what features say only together, learned from what the sums leave over."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]

UNITS = 32  # if nothing else is said
BATCH = 512
RATE = 7e-4  # of learning, at the beginning
EPOCHS = 8
PATIENCE = 2  # epochs without a gain on held-out positions
RIDGE = 2e-2  # what holds weights back
HELD_OUT = 10  # one stretch of positions in so many is not learned from
STRETCH = 2_000  # positions that follow one another, so that few games are torn apart


@dataclass(slots=True)
class Hidden:
    """Weights of the units by feature, what is added to them, and what each of them counts."""

    weights: Array  # feature, unit
    bias: Array
    tops: Array

    def __call__(self, rows: Array) -> Array:
        found: Array = np.maximum(rows @ self.weights + self.bias, 0) @ self.tops
        return found


def learned(
    rows: Array, wanted: Array, seed: int, start: Hidden | None = None, units: int = UNITS
) -> Hidden | None:
    """Units that tell some of what is wanted, as far as that holds for positions they have not seen; None: nothing does."""
    rng = np.random.default_rng(seed)
    held = (np.arange(len(rows)) // STRETCH) % HELD_OUT == HELD_OUT - 1
    shown, unseen = np.flatnonzero(~held), np.flatnonzero(held)
    if len(unseen) < STRETCH or len(shown) < BATCH:
        return start
    spread = float(wanted.std()) + 1e-6
    goal = (wanted / spread).astype(np.float32)
    now = _begun(rows.shape[1], units, rng) if start is None else _copied(start, 1 / spread)
    best, least = None, float((goal[unseen] ** 2).mean())
    if start is not None:
        best, least = _copied(now, 1.0), float(((now(rows[unseen]) - goal[unseen]) ** 2).mean())
    steps, worse, adam = EPOCHS * (len(shown) // BATCH), 0, _Adam()
    for _ in range(EPOCHS):
        rng.shuffle(shown)
        for at in range(0, len(shown) - BATCH + 1, BATCH):
            some = shown[at : at + BATCH]
            adam.step(now, rows[some], goal[some], RATE * (1 - 0.95 * adam.count / steps))
        error = float(((now(rows[unseen]) - goal[unseen]) ** 2).mean())
        worse = 0 if error < least else worse + 1
        if error < least:
            best, least = _copied(now, 1.0), error
        if worse >= PATIENCE:
            break
    return None if best is None else _copied(best, spread)


def _begun(width: int, units: int, rng: np.random.Generator) -> Hidden:
    """Hidden units with random weights to begin with."""
    return Hidden(
        (rng.normal(size=(width, units)) * 0.5 / np.sqrt(width)).astype(np.float32),
        np.zeros(units, np.float32),
        (rng.normal(size=units) * 0.1 / np.sqrt(units)).astype(np.float32),
    )


def _copied(one: Hidden, times: float) -> Hidden:
    """The same units, which count so many times as much."""
    return Hidden(one.weights.copy(), one.bias.copy(), (one.tops * times).astype(np.float32))


class _Adam:
    """Steps down the gradient, by its mean and its spread."""

    def __init__(self) -> None:
        self.count = 0
        self.means: dict[str, Any] = {}
        self.squares: dict[str, Any] = {}

    def step(self, now: Hidden, rows: Array, goal: Array, rate: float) -> None:
        """One step of Adam on the squared error over some rows."""
        before = rows @ now.weights + now.bias
        above = np.maximum(before, 0)
        error = (above @ now.tops - goal) * np.float32(2 / len(rows))
        back = np.outer(error, now.tops) * (before > 0)
        slopes = {
            "weights": rows.T @ back + RIDGE * now.weights,
            "bias": back.sum(0),
            "tops": above.T @ error,
        }
        self.count += 1
        for name, slope in slopes.items():
            mean = self.means[name] = 0.9 * self.means.get(name, 0) + 0.1 * slope
            square = self.squares[name] = 0.999 * self.squares.get(name, 0) + 0.001 * slope**2
            move = mean / (1 - 0.9**self.count) / (np.sqrt(square / (1 - 0.999**self.count)) + 1e-8)
            setattr(now, name, (getattr(now, name) - rate * move).astype(np.float32))
