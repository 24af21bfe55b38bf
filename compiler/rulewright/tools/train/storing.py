"""The file of a learned value: plain data, weights as whole numbers, what has never differed left out."""

from __future__ import annotations

import base64
from pathlib import Path

import numpy as np
from pydantic import BaseModel, ConfigDict

from rulewright.tools.files import write_file
from rulewright.tools.train.learning import Array, Fit
from rulewright_runtime.bots import Judge, Value
from rulewright_runtime.bots.features import Features
from rulewright_runtime.bots.value import FORMAT, LANE, PLAIN, USUAL
from rulewright_runtime.naming import meaning_of

ROOM = 1 << (LANE - 3)  # no sum of a unit comes near the end of its lane
LARGEST = (1 << 15) - 1  # of a stored weight


class Measured(BaseModel):
    """How well a bot with this value played, with itself, on fresh seeds."""

    model_config = ConfigDict(extra="forbid")

    bots: str
    games: int
    mean: float
    error: float  # half of the interval of 95 %


class ValueFile(BaseModel):
    """What `rulewright train` writes and bots read."""

    model_config = ConfigDict(extra="forbid")

    format: int = FORMAT
    game: str
    variant: str
    players: int
    rules: str  # hash of their meaning
    made_by: str
    rounds: int
    measured: Measured | None
    others: float
    winning: float
    positions: int = USUAL  # of the search with which it was taught
    scales: list[float]
    bias: list[int]
    tops: list[int]
    features: list[str]
    low: list[int]
    high: list[int]
    mean: list[int]
    shifts: str
    weights: str


def stored(
    fit: Fit,
    features: Features,
    rounds: int,
    others: float,
    winning: float,
    positions: int = USUAL,
    measured: Measured | None = None,
) -> ValueFile:
    """A fit as whole numbers. Each lane has its own scale: as fine as it has room for."""
    kept = np.flatnonzero((fit.high > fit.low) & fit.weights.any(1))
    matrix = fit.weights[kept]
    reach = np.maximum(np.abs(fit.low[kept]), np.abs(fit.high[kept]))[:, None]
    most = (np.abs(matrix) * reach).sum(0) + np.abs(fit.bias) + 1e-9
    scale = ROOM / most
    scale[PLAIN:] = scale[PLAIN:].min(initial=1e30)  # hidden units are added up before they are scaled
    finest = LARGEST / max(float(np.abs(fit.tops).max(initial=0.0)), 1e-9)
    whole = np.rint(matrix * scale).astype(np.int64)
    highest = np.maximum(np.abs(whole).max(1), 1)
    shifts = np.maximum(0, np.ceil(np.log2(highest / LARGEST))).astype(np.int64)
    small = np.rint(whole / (1 << shifts)[:, None]).astype(np.int64).clip(-LARGEST, LARGEST)
    engine = features.engine
    return ValueFile(
        game=engine.name,
        variant=engine.variant,
        players=features.players,
        rules=meaning_of(engine),
        made_by=command(engine.name, engine.variant, features.players),
        rounds=rounds,
        measured=measured,
        others=others,
        winning=winning,
        positions=positions,
        scales=[float(f"{one:.9g}") for one in (*(1 / scale[:PLAIN]), _deep(scale[PLAIN:], finest))],
        bias=[int(one) for one in np.rint(fit.bias * scale)],
        tops=[int(one) for one in np.rint(fit.tops * finest)],
        features=[features.names[i] for i in kept],
        low=[int(one) for one in fit.low[kept]],
        high=[int(one) for one in fit.high[kept]],
        mean=[int(one) for one in np.rint(fit.mean[kept])],
        shifts=base64.b85encode(shifts.astype(np.uint8).tobytes()).decode(),
        weights=base64.b85encode(small.astype("<i2").tobytes()).decode(),
    )


def restored(value: Value, features: Features) -> Fit:
    """The fit that a value was stored from, for the features of rules that may be others by now."""
    fitted = Judge(value, features.engine, features.players).fitted
    *plain, deep = value.scales
    scales = np.array([*plain, *[1 / ROOM] * len(value.tops)])
    return Fit(
        low=np.array(fitted.low, np.float32),
        high=np.array(fitted.high, np.float32),
        mean=np.zeros(len(features.names), np.float32),
        weights=np.array(fitted.weights, np.float64) * scales,
        bias=np.array(fitted.start, np.float64) * scales,
        tops=np.array(value.tops, np.float64) * deep * ROOM,
        quality=0.0,
    )


def _deep(scale: Array, finest: float) -> float:
    """What one in the sum of the hidden units stands for."""
    return 1 / (float(scale[0]) * finest) if len(scale) else 0.0


def command(game: str, variant: str, players: int) -> str:
    """What makes such a file."""
    return f"rulewright train {game}{'@' + variant if variant else ''} --players {players}"


def write(path: Path, value: ValueFile) -> None:
    """All or nothing."""
    path.parent.mkdir(parents=True, exist_ok=True)
    write_file(path, value.model_dump_json() + "\n")
