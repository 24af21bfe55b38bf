"""Self-play: games by bots that try things out, and what came of the positions in them."""

from __future__ import annotations

import random
from array import array
from collections.abc import Iterable
from dataclasses import dataclass, field

from rulewright_runtime.bots import Judge
from rulewright_runtime.bots.features import Features
from rulewright_runtime.bots.matches import Looks, Match, Seat, match
from rulewright_runtime.bots.outcomes import share_of_win
from rulewright_runtime.bots.turn import TIES
from rulewright_runtime.engine import Engine

INSIDE = 0.1  # of the positions in the middle of a turn are looked at
RANDOM = 0.02  # of the players play at random
NEWEST = 0.6  # of the others play by the newest value, the rest by the best
NOISES = (0.0, 0.3, 0.3, 1.0)  # parts of the noise, one of them for each player of a game


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
    upsets: int = 0  # games in which others won than the players with the highest score

    def add(self, other: Lesson) -> None:
        """Takes in another lesson."""
        start = len(self.after)
        self.after.extend([row + start if row >= 0 else -1 for row in other.after])
        for name in ("rows", "times", "margins", "results", "finals", "wins"):
            getattr(self, name).extend(getattr(other, name))
        self.scores += other.scores
        self.played += other.played
        self.upsets += other.upsets

    def take(self, game: Match, scored: bool, others: float) -> None:
        """Takes in a game."""
        scores = scores_of(game, scored)
        final = [margin_of(scores, seat, others) if scored else 0.0 for seat in range(game.players)]
        self.after.extend(following(game.seats, len(self.after)))
        self.rows.extend(game.rows)
        self.margins.extend(array("f", game.margins))
        for seat, moment in zip(game.seats, game.moments, strict=True):
            self.times.append(moment / game.decisions)
            self.results.append(final[seat])
            self.finals.append(scores[seat])
            self.wins.append(share_of_win(game.winners, game.players, seat))
        self.scores += scores
        self.upsets += not game.winners or any(
            seat >= game.players or scores[seat] < max(scores) for seat in game.winners
        )
        self.played += 1


@dataclass(frozen=True, slots=True)
class Learner:
    """Everything that games of learners need."""

    engine: Engine
    features: Features
    others: float
    newest: Judge | None  # None: all play at random
    best: Judge | None

    def seats(self, rng: random.Random, positions: int, noise: float) -> list[Seat]:
        """Who sits at a table: most play by the newest value or the best one, with more or less noise; now and then one is random."""
        found: list[Seat] = []
        for _ in range(self.features.players):
            seed, lot, much = rng.getrandbits(60), rng.random(), rng.choice(NOISES)
            judge = self.newest if rng.random() < NEWEST else self.best
            if judge is None or lot < RANDOM:
                found.append(Seat(seed))
            else:
                found.append(Seat(seed, judge, positions, max(noise * much, TIES), deals=1))
        return found


def gather(learner: Learner, seeds: Iterable[int], positions: int, noise: float, share: float) -> Lesson:
    """The lesson of a game for each seed; `share` of the ends of turns are looked at."""
    lesson = Lesson(len(learner.features.names))
    for seed in seeds:
        rng = random.Random(seed)
        seats = learner.seats(rng, positions, noise)
        looks = Looks(learner.features, share, INSIDE, learner.others, rng.getrandbits(60))
        game = match(learner.engine, rng.getrandbits(60), seats, looks)
        lesson.take(game, learner.engine.score is not None, learner.others)
    return lesson


def following(seats: Iterable[int], start: int) -> list[int]:
    """For each row of a game the next one of the same seat, -1 for none."""
    found: list[int] = []
    last: dict[int, int] = {}
    whose = list(seats)
    for at in range(len(whose) - 1, -1, -1):
        found.append(last.get(whose[at], -1))
        last[whose[at]] = start + at
    return found[::-1]


def scores_of(game: Match, scored: bool) -> list[float]:
    """The scores of a game; without scores, who won."""
    if not scored:
        return [share_of_win(game.winners, game.players, seat) for seat in range(game.players)]
    return [float(score) for score in game.scores]


def margin_of(scores: list[float], seat: int, others: float) -> float:
    """A score, less a part of the mean of the other players'."""
    if len(scores) == 1:
        return scores[seat]
    return scores[seat] - others * (sum(scores) - scores[seat]) / (len(scores) - 1)
