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
    """Rows of features, what each was worth in the end, and the game that it is from."""

    width: int
    rows: array[int] = field(default_factory=lambda: array("h"))
    results: array[float] = field(default_factory=lambda: array("f"))
    futures: array[float] = field(default_factory=lambda: array("f"))  # mean margin from there to the end
    wins: array[float] = field(default_factory=lambda: array("f"))
    games: array[int] = field(default_factory=lambda: array("i"))
    scores: list[float] = field(default_factory=list)
    played: int = 0
    upsets: int = 0  # games in which others won than those with the highest score


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
    engine, players, features = learner.engine, learner.players, learner.features
    seen: list[tuple[int, int]] = []  # seat, number of the margins before
    course: list[list[float]] = []
    for _ in range(MOST_DECISIONS):
        if g.then is None:
            break
        mover = g.player
        step(g, bots[mover].answer(g))
        if g.over:
            break
        ends = g.player != mover
        if ends or rng.random() < INSIDE:
            if ends:
                course.append([margin(engine, g, seat, learner.others) for seat in range(players)])
            seats = [mover] if mover < players else []
            if players > 1 and rng.random() < 0.5:
                seats.append(rng.choice([seat for seat in range(players) if seat != mover]))
            for seat in seats:
                if rng.random() < share:
                    row = features.row(g, seat)
                    lesson.rows.extend([min(max(one, -LARGEST), LARGEST) for one in row])
                    seen.append((seat, len(course)))
    final = [margin(engine, g, seat, learner.others) for seat in range(players)]
    course.append(final)
    later = _later(course, players)
    for seat, at in seen:
        lesson.results.append(final[seat])
        lesson.futures.append(later[min(at, len(later) - 1)][seat])
        lesson.wins.append(won(g, seat))
        lesson.games.append(lesson.played)
    scores = scores_of(engine, g)
    lesson.scores += scores
    lesson.upsets += not g.winners or any(scores[seat] < max(scores) for seat in g.winners)
    lesson.played += 1


def _later(course: list[list[float]], players: int) -> list[list[float]]:
    """For each moment the mean of the margins from there on."""
    found: list[list[float]] = []
    total = [0.0] * players
    for count, margins in enumerate(reversed(course), 1):
        total = [a + b for a, b in zip(total, margins)]
        found.append([one / count for one in total])
    return found[::-1]


def scores_of(engine: Engine, g: Any) -> list[float]:
    """The scores of a game; without scores, who won."""
    if engine.score is None:
        return [won(g, seat) for seat in range(g.players)]
    return [float(engine.score(g, seat)) for seat in range(g.players)]
