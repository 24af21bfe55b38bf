"""The rounds of learning: play, fit, measure; the best round is kept, and whatever is done can be gone on with."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from pydantic import BaseModel, ConfigDict

from rulewright.tools.files import write_file
from rulewright.tools.train.gathering import Learner, Lesson, gather, scores_of
from rulewright.tools.train.hidden import UNITS
from rulewright.tools.train.learning import Fit, Lessons, fit
from rulewright.tools.train.onward import gone_on
from rulewright.tools.train.storing import Measured, ValueFile, restored, stored, write
from rulewright.tools.workers import Workers
from rulewright_runtime.bots import Judge, Value
from rulewright_runtime.bots.features import Features
from rulewright_runtime.bots.matches import Seat, match
from rulewright_runtime.bots.outcomes import share_of_win
from rulewright_runtime.bots.turn import DEALS
from rulewright_runtime.bots.value import from_data
from rulewright_runtime.engine import Engine
from rulewright_runtime.views import has_secrets

REMEMBERED = 5  # rounds whose games are learned from
ROWS = 10_000  # positions of the random games in the beginning
ENOUGH = 60_000  # positions of a round: of more, a share is looked at
MOST_ROWS = 200_000  # if there are so many, older rounds are forgotten
NOISE = 0.05  # of the standard deviation of scores: what learners misjudge positions by, to try things out
CHUNK = 4  # games that a process plays at a time
FRESH = 1 << 40  # seeds of games that measure: never those of games that teach
MUTE = 0.5  # if so many scores of the first games are equal, half of what is learned is how the score stands on the way


class Settings(BaseModel):
    """What a course of learning is; only one that began with the same goes on."""

    model_config = ConfigDict(extra="forbid")

    players: int
    games: int
    positions: int
    others: float
    seed: int
    measured: int
    units: int = UNITS

    def options(self) -> str:
        """The options of the command that learns in this way."""
        return (
            f"--games {self.games} --positions {self.positions} --measure {self.measured}"
            f" --others {self.others:g} --units {self.units} --seed {self.seed}"
        )


class Point(BaseModel):
    """One round on the learning curve."""

    model_config = ConfigDict(extra="forbid")

    round: int
    games: int
    quality: float
    mean: float
    error: float
    seconds: float


class State(BaseModel):
    """Where a course of learning is."""

    model_config = ConfigDict(extra="forbid")

    game: str
    variant: str
    rules: str
    settings: Settings
    noise: float = 1.0
    share: float = 1.0  # of the ends of turns that are looked at
    winning: float = 0.0
    future: float = 0.0
    bottom: float | None = None  # the lowest score, if most random games end there
    curve: list[Point] = []
    best: int = -1
    before: float | None = None  # how the value played with which it began


@dataclass(slots=True)
class Course:
    """A course of learning in its folder."""

    engine: Engine
    settings: Settings
    folder: Path
    workers: Workers
    tell: Callable[[str], None]
    state: State
    start: Value | None = None  # of older rules, to begin with

    def run(self, rounds: int, until: float, keep: Callable[[ValueFile], None]) -> State:
        """Plays and learns until so many rounds are done or the time is over; `keep` gets each better value."""
        features = Features(self.engine, self.settings.players)
        if self.start is not None and self.state.before is None:
            self.state.before = _interval(self._measure(-1, self.start))[0]
        for number in range(len(self.state.curve), rounds):
            if number and time.monotonic() >= until:
                break
            began = time.monotonic()
            lesson = self._lesson(number, features)
            if number == 0:
                self._look_at(lesson)
            self.state.noise = self._spread(lesson)
            if number:
                each = len(lesson.after) / lesson.played / self.state.share  # ends of turns of a game
                self.state.share = min(1.0, ENOUGH / (each * self.settings.games))
            self._save(number, lesson)
            lessons = self._taught(number)
            self.tell(f"round {number}: learning from {len(lessons.rows)} positions")
            made = self._fitted(number, lessons, features)
            value = stored(
                made, features, number, self.settings.others, self.state.winning, self.settings.positions
            )
            begun = "" if self.state.before is None else ", begun with an older value"
            value.made_by += f" {self.settings.options()}{begun}"
            means = self._measure(number, from_data(value.model_dump()))
            mean, error = _interval(means)
            point = Point(
                round=number,
                games=lesson.played,
                quality=made.quality,
                mean=mean,
                error=error,
                seconds=time.monotonic() - began,
            )
            value.measured = Measured(
                bots=f"turn:{self.settings.positions}", games=self.settings.measured, mean=mean, error=error
            )
            write(self.folder / f"value-{number}.json", value)
            better = self._better(mean)
            self.state.curve.append(point)
            if better:
                self.state.best = number
                keep(value)
            self._write_state()
            self.tell(
                f"round {number}: {point.games} games, explains {100 * made.quality:.0f} %, plays {mean:.1f} ±{error:.1f}"
                f"{' (best)' if better else ''}, {point.seconds:.0f} s"
            )
        return self.state

    def _fitted(self, number: int, lessons: Lessons, features: Features) -> Fit:
        """What the lessons teach: the best value so far as they change it, or a new one if that comes from random games."""
        base = self.start if self.state.best < 0 else self._value(self.state.best)
        if base is None or (self.state.best == 0 and self.state.before is None):
            return fit(lessons, self.state.future, number, self.settings.units)
        return gone_on(lessons, restored(base, features), self.state.future, number, self.settings.units)

    def _better(self, mean: float) -> bool:
        """Whether a round plays better than the best before; without scores it was measured against that one."""
        if self.engine.score is None:
            first = self.state.best < 0 and self.start is None
            return first or mean > 100 / self.settings.players
        if self.state.best >= 0:
            return mean > self.state.curve[self.state.best].mean
        return self.state.before is None or mean > self.state.before

    # ------------------------------------------------------------ playing

    def _lesson(self, number: int, features: Features) -> Lesson:
        """The positions and outcomes of the games of a round."""
        newest, best = self._value(number - 1), self._value(self.state.best)
        if self.start is not None:
            newest, best = newest or self.start, best or self.start
        wanted = self.settings.games
        share = self.state.share
        if newest is None:
            wanted, share = self._random_games(features)
        tasks = [
            Task(
                self.settings,
                newest,
                best,
                (self.settings.seed * 1000 + number) * 100_000 + at,
                CHUNK,
                self.state.noise,
                share,
            )
            for at in range(0, wanted, CHUNK)
        ]
        whole = Lesson(len(features.names))
        for part in self.workers.each(self.engine, played, tasks):
            whole.add(part)
            self.tell(f"round {number}: {whole.played} of {wanted} games, mean {np.mean(whole.scores):.1f}")
        return whole

    def _random_games(self, features: Features) -> tuple[int, float]:
        """How many random games begin the course, and what part of their positions is looked at."""
        task = Task(self.settings, None, None, 1, 2, 0.0, 1.0)
        per_game = max(1, len(played(self.engine, task).after) // 2)
        share = min(1.0, max(0.1, 40 / per_game))
        return min(4_000, max(100, int(ROWS / (per_game * share)))), share

    def _look_at(self, lesson: Lesson) -> None:
        """What the first games tell: how scores spread, and whether they say anything at all."""
        scores = np.array(lesson.scores)
        spread = float(scores.std())
        scored = self.engine.score is not None
        common = float((scores == np.median(scores)).mean())
        if scored and common >= MUTE:
            self.state.future = 0.5
            self.state.bottom = float(scores.min()) if np.median(scores) == scores.min() else None
        upsets = lesson.upsets > 0.02 * lesson.played  # winning is more than a high score
        self.state.winning = (0.5 * max(spread, 2.0) if upsets else 0.0) if scored else 100.0

    def _spread(self, lesson: Lesson) -> float:
        """How much learners try out next: a part of what scores differ by now."""
        return max(NOISE * float(np.std(lesson.scores)), 0.5) if self.engine.score is not None else 5.0

    def _measure(self, number: int, value: Value) -> list[float]:
        """Mean scores of games with itself; without scores the share of wins against the best so far."""
        best = self._value(self.state.best) or self.start
        tasks = [
            Test(self.settings, value, best, FRESH + at, self.engine.score is None)
            for at in range(self.settings.measured)
        ]
        found: list[float] = []
        for mean in self.workers.each(self.engine, measured, tasks):
            found.append(mean)
            self.tell(
                f"round {number}: measured {len(found)} of {len(tasks)} games, mean {np.mean(found):.1f}"
            )
        return found

    # ------------------------------------------------------------ keeping

    def _value(self, number: int) -> Value | None:
        """The value that a round learned, or None."""
        path = self.folder / f"value-{number}.json"
        if number < 0 or not path.is_file():
            return None
        return from_data(ValueFile.model_validate_json(path.read_text(encoding="utf-8")).model_dump())

    def _save(self, number: int, lesson: Lesson) -> None:
        """Keeps the positions of a round, and drops those of rounds long past."""
        arrays: dict[str, Any] = {
            "rows": np.frombuffer(lesson.rows, np.int16).reshape(-1, lesson.width),
            "after": np.frombuffer(lesson.after, np.int32),
        }
        for name in ("times", "margins", "results", "finals", "wins"):
            arrays[name] = np.frombuffer(getattr(lesson, name), np.float32)
        np.savez(self.folder / f"lesson-{number}.npz", **arrays)
        for old in range(number - REMEMBERED + 1):
            (self.folder / f"lesson-{old}.npz").unlink(missing_ok=True)

    def _taught(self, number: int) -> Lessons:
        """The lessons of the last rounds, the newest first, as many as there is room for."""
        found: dict[str, list[Any]] = {name: [] for name in Lessons.__slots__}
        count = 0
        for one in range(number, max(-1, number - REMEMBERED), -1):
            path = self.folder / f"lesson-{one}.npz"
            if not path.is_file() or count >= MOST_ROWS or (one == 0 and self._random_start(number)):
                continue
            with np.load(path) as lesson:
                after = lesson["after"]
                found["after"].append(np.where(after >= 0, after + count, -1))
                found["results"].append(lesson["results"] + self.state.winning * lesson["wins"])
                found["bottom"].append(lesson["finals"] == self.state.bottom)
                for name in ("rows", "times", "margins"):
                    found[name].append(lesson[name])
                count += len(after)
        return Lessons(**{name: np.concatenate(parts) for name, parts in found.items()})

    def _random_start(self, number: int) -> bool:
        """Random games teach the first round only: what goes with playing well there is not what playing well takes."""
        return number > 0 and self.state.before is None

    def _write_state(self) -> None:
        """Keeps how far the course has come."""
        write_file(self.folder / "state.json", self.state.model_dump_json(indent=1) + "\n")


def _interval(values: list[float]) -> tuple[float, float]:
    """A mean and half of its interval of 95 %."""
    spread = float(np.std(values, ddof=1)) if len(values) > 1 else 0.0
    return float(np.mean(values)), 1.96 * spread / max(1, len(values)) ** 0.5


# ---------------------------------------------------------------- in a process of its own


@dataclass(frozen=True, slots=True)
class Task:
    """Some games to learn from."""

    settings: Settings
    value: Value | None
    best: Value | None
    seed: int
    games: int
    noise: float
    share: float


def played(engine: Engine, task: Task) -> Lesson:
    """The lesson of some games."""
    players = task.settings.players
    newest, best = [
        None if value is None else _judge(engine, players, value) for value in (task.value, task.best)
    ]
    learner = Learner(engine, _features(engine, players), task.settings.others, newest, best)
    seeds = range(task.seed, task.seed + task.games)
    deals = DEALS if has_secrets(engine) else 1  # learners look at one deal, as long as bots look at each
    return gather(learner, seeds, max(1, task.settings.positions // deals), task.noise, task.share)


_kept: dict[Any, Any] = {}  # what is worth keeping between the tasks of a process


def _features(engine: Engine, players: int) -> Features:
    """The features of a game, made once in a process."""
    key = engine.rules, players
    if key not in _kept:
        _kept[key] = Features(engine, players)
    found: Features = _kept[key]
    return found


def _judge(engine: Engine, players: int, value: Value) -> Judge:
    """A value at work; one that was sent before is taken as it was then, with all that is known by it."""
    key = engine.rules, players, value.bias, value.tops, value.weights[:3]
    if key not in _kept:
        if len(_kept) > 12:
            _kept.clear()
        _kept[key] = Judge(value, engine, players)
    found: Judge = _kept[key]
    return found


@dataclass(frozen=True, slots=True)
class Test:
    """One game that measures."""

    settings: Settings
    value: Value
    best: Value | None
    seed: int
    against: bool  # others play by the best value so far


def measured(engine: Engine, test: Test) -> float:
    """The mean score of a game; against others, 100 for winning."""
    players = test.settings.players
    mine = test.seed % players
    own = _judge(engine, players, test.value)
    others = _judge(engine, players, test.best) if test.against and test.best is not None else own
    rng = random.Random(test.seed)
    seats = [
        Seat(rng.getrandbits(60), own if seat == mine else others, test.settings.positions)
        for seat in range(players)
    ]
    game = match(engine, test.seed, seats)
    if test.against:
        return 100 * share_of_win(game.winners, players, mine)
    return float(np.mean(scores_of(game, engine.score is not None)))
