"""Self-play: games by bots that try things out, and what came of the positions in them."""

from __future__ import annotations

import random
from array import array
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from rulewright_runtime import fast
from rulewright_runtime.bots import Bot, Budget, Judge, RandomBot, TurnBot, Value
from rulewright_runtime.bots.features import Features
from rulewright_runtime.bots.outcomes import margin, won
from rulewright_runtime.core import Position, step
from rulewright_runtime.engine import Engine

MOST_DECISIONS = 20_000
INSIDE = 0.1  # of the positions in the middle of a turn are looked at
LARGEST = 32_000  # of a feature, to fit two bytes


@dataclass(slots=True)
class Lesson:
    """Rows of features at the ends of turns, what came of them, and what followed."""

    width: int
    rows: array[int] = field(default_factory=lambda: array("h"))
    after: array[int] = field(default_factory=lambda: array("i"))  # the same seat's next row, -1 for none
    times: array[float] = field(default_factory=lambda: array("f"))  # part of the game that was over
    margins: array[float] = field(default_factory=lambda: array("f"))  # at that moment
    results: array[float] = field(default_factory=lambda: array("f"))  # margin in the end
    finals: array[float] = field(default_factory=lambda: array("f"))  # score in the end
    wins: array[float] = field(default_factory=lambda: array("f"))
    scores: list[float] = field(default_factory=list)
    played: int = 0
    upsets: int = 0  # games in which others won than those with the highest score

    def add(self, other: Lesson) -> None:
        """Takes in another lesson."""
        start = len(self.after)
        self.after.extend([row + start if row >= 0 else -1 for row in other.after])
        for name in ("rows", "times", "margins", "results", "finals", "wins"):
            getattr(self, name).extend(getattr(other, name))
        self.scores += other.scores
        self.played += other.played
        self.upsets += other.upsets


@dataclass(slots=True)
class Learner:
    """Everything that games of learners need."""

    engine: Engine
    players: int
    features: Features
    others: float
    value: Value | None = None
    best: Value | None = None

    def bots(self, rng: random.Random, budget: int, noise: float) -> list[Bot]:
        """Bots at a table: most play by the newest value or the best one, with more or less noise; now and then one is random."""
        if self.value is None or self.best is None:
            return [RandomBot(self.engine, rng.getrandbits(60)) for _ in range(self.players)]
        found: list[Bot] = []
        for _ in range(self.players):
            seed = rng.getrandbits(60)
            if rng.random() < 0.02:
                found.append(RandomBot(self.engine, seed))
                continue
            judge = self._judge(self.value if rng.random() < 0.6 else self.best)
            much = noise * rng.choice((0.0, 0.3, 0.3, 1.0))
            found.append(TurnBot(self.engine, seed, judge, Budget(budget), much, deals=1))
        return found

    def _judge(self, value: Value) -> Judge:
        key = id(value)
        if key not in _JUDGES:
            if len(_JUDGES) > 4:
                _JUDGES.clear()
            _JUDGES[key] = (value, Judge(value, self.engine, self.players))
        return _JUDGES[key][1]


_JUDGES: dict[int, tuple[Value, Judge]] = {}  # what they remember is worth keeping between games


def gather(
    learner: Learner,
    seed: int,
    budget: int,
    noise: float,
    share: float,
    go_on: Callable[[Lesson], bool],
) -> Lesson:
    """Plays games until `go_on` says that it is enough; `share` of the ends of turns are looked at."""
    lesson = Lesson(len(learner.features.names))
    rng = random.Random(seed)
    while go_on(lesson):
        g = fast.new(learner.engine, learner.players, rng.getrandbits(60))
        bots = learner.bots(rng, budget, noise)
        _game(learner, g, bots, rng, share, lesson)
    return lesson


def _game(
    learner: Learner, g: Position, bots: list[Bot], rng: random.Random, share: float, lesson: Lesson
) -> None:
    """One game. A row is what a seat sees where its turn ends, as in search; now and then also in the middle of it."""
    engine, players, features = learner.engine, learner.players, learner.features
    start = len(lesson.after)
    seats: list[int] = []
    moments: list[int] = []
    count = 0
    while g.then is not None and count < MOST_DECISIONS:
        mover = g.player
        step(g, bots[mover].answer(g))
        count += 1
        if g.over:
            break
        if mover < players and (g.player != mover or rng.random() < INSIDE) and rng.random() < share:
            row = features.row(g, mover)
            lesson.rows.extend([min(max(one, -LARGEST), LARGEST) for one in row])
            lesson.margins.append(margin(engine, g, mover, learner.others))
            seats.append(mover)
            moments.append(count)
    final = [margin(engine, g, seat, learner.others) for seat in range(players)]
    lesson.after.extend(_following(seats, start))
    scores = scores_of(engine, g)
    for seat, moment in zip(seats, moments):
        lesson.times.append(moment / count)
        lesson.results.append(final[seat])
        lesson.finals.append(scores[seat])
        lesson.wins.append(won(g, seat))
    lesson.scores += scores
    lesson.upsets += not g.winners or any(scores[seat] < max(scores) for seat in g.winners)
    lesson.played += 1


def _following(seats: list[int], start: int) -> list[int]:
    """For each row of a game the next one of the same seat, -1 for none."""
    found: list[int] = []
    last: dict[int, int] = {}
    for at in range(len(seats) - 1, -1, -1):
        found.append(last.get(seats[at], -1))
        last[seats[at]] = start + at
    return found[::-1]


def scores_of(engine: Engine, g: Any) -> list[float]:
    """The scores of a game; without scores, who won."""
    if engine.score is None:
        return [won(g, seat) for seat in range(g.players)]
    return [float(engine.score(g, seat)) for seat in range(g.players)]
