"""Whole games by bots from their seeds alone, on the native core if the engine has one, else in Python: the same games."""

from __future__ import annotations

import random
from array import array
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from .. import fast, native
from ..core import step
from ..engine import Engine
from .asked import Bot
from .budget import Budget
from .features import Features
from .native import NativeBots, native_bots
from .outcomes import margin
from .simple import RandomBot
from .turn import DEALS, TIES, TurnBot
from .value import Judge

MOST_DECISIONS: Final = 20_000
LARGEST: Final = 32_000  # of a feature, to fit two bytes


class Seat(NamedTuple):
    """Who plays: turn search by a value; without one, any answer."""

    seed: int
    judge: Judge | None = None
    positions: int = 1
    noise: float = TIES
    deals: int = DEALS


class Looks(NamedTuple):
    """At which positions is looked: a share of the ends of turns, and a part of that inside of turns."""

    features: Features
    share: float
    inside: float
    others: float  # part of the others' scores in the margins
    seed: int


@dataclass(slots=True)
class Match:
    """What came of a game, and the rows of features that were looked at on the way."""

    players: int
    decisions: int = 0
    scores: list[int] = field(default_factory=list)  # all 0 in a game without scores
    winners: tuple[int, ...] = ()
    seats: array[int] = field(default_factory=lambda: array("q"))  # who saw each row
    moments: array[int] = field(default_factory=lambda: array("q"))  # after how many decisions
    margins: array[float] = field(default_factory=lambda: array("d"))  # at that moment
    rows: array[int] = field(default_factory=lambda: array("h"))


def match(engine: Engine, seed: int, seats: list[Seat], looks: Looks | None = None) -> Match:
    """One game with as many players as there are seats."""
    core = native.core_of(engine)
    if core is None:
        return _in_python(engine, seed, seats, looks)
    return _in_core(core, seed, seats, looks)


def _in_python(engine: Engine, seed: int, seats: list[Seat], looks: Looks | None) -> Match:
    """Plays the game by the engine in Python, and notes the rows of features that are asked for."""
    g = fast.new(engine, len(seats), seed)
    bots = [_bot(engine, seat) for seat in seats]
    made = Match(len(seats))
    rng = random.Random(looks.seed if looks is not None else 0)
    while g.then is not None and made.decisions < MOST_DECISIONS:
        mover = g.player
        step(g, bots[mover].answer(g))
        made.decisions += 1
        if g.over:
            break
        if looks is None:
            continue
        if (g.player != mover or rng.random() < looks.inside) and rng.random() < looks.share:
            row = looks.features.row(g, mover)
            made.rows.extend([min(max(one, -LARGEST), LARGEST) for one in row])
            made.margins.append(margin(engine, g, mover, looks.others))
            made.seats.append(mover)
            made.moments.append(made.decisions)
    made.scores = [0 if engine.score is None else int(engine.score(g, seat)) for seat in range(len(seats))]
    made.winners = tuple(g.winners)
    return made


def _bot(engine: Engine, seat: Seat) -> Bot:
    """The bot of a seat in Python: random if nothing judges, else turn search."""
    if seat.judge is None:
        return RandomBot(engine, seat.seed)
    return TurnBot(engine, seat.seed, seat.judge, Budget(seat.positions), seat.noise, seat.deals)


def _in_core(core: native.Core, seed: int, seats: list[Seat], looks: Looks | None) -> Match:
    """Plays the game in the native core, and unpacks what it noted."""
    bots = native_bots(core, len(seats))
    found: Any = core.module.match(
        core.before_setup(len(seats)),
        seed & native.WORD,
        seed >> 64 & native.WORD,
        [_native_bot(bots, seat) for seat in seats],
        None if looks is None else bots.features,
        *((0.0, 0.0, 0.0, 0) if looks is None else (looks.share, looks.inside, looks.others, looks.seed)),
        MOST_DECISIONS,
    )
    decisions, scores, winners, whose, moments, margins, rows = found
    made = Match(len(seats), decisions, _numbers("q", scores).tolist(), winners)
    made.seats, made.moments = _numbers("q", whose), _numbers("q", moments)
    made.margins, made.rows = _numbers("d", margins), _numbers("h", rows)
    return made


def _numbers(type: Any, content: bytes) -> array[Any]:
    """The bytes that the core gave as an array of numbers."""
    found = array(type)
    found.frombytes(content)
    return found


def _native_bot(bots: NativeBots, seat: Seat) -> Any:
    """The bot of a seat inside the core: random if nothing judges, else turn search."""
    if seat.judge is None:
        return bots.random(seat.seed)
    return bots.turn(seat.seed, seat.judge, seat.positions, seat.noise, seat.deals)
