"""Goals of tuning: what they say, what games come to, and how far that is from what is wished."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from rulewright.tools.errors import UsageError
from rulewright.tools.tune.outcomes import Outcome

FEWEST: Final = 5  # seats that must have something before it is measured
HINT: Final = (
    "as in 'seat 1 wins about 25 %', 'every faction wins at most 30 %', 'decisions about 90', "
    "'score at least 100', 'use of temple at least 2'; '2 * …' counts twice"
)
_GOAL: Final = re.compile(
    r"(?:(?P<weight>\d+(?:\.\d+)?)\s*\*\s*)?(?P<what>.+?)\s+(?P<way>about|at most|at least)\s+"
    r"(?P<value>-?\d+(?:\.\d+)?)\s*(?P<percent>%)?"
)
_NO: Final = re.compile(r"((?:\d+(?:\.\d+)?\s*\*\s*)?)no (.+?) (?:wins )?above (.+)")


@dataclass(frozen=True, slots=True)
class Ratio:
    """A figure as a quotient of two sums over games, so that any choice of games can be measured."""

    name: str
    above: tuple[float, ...]  # of each game
    below: tuple[float, ...]

    def of(self, games: Sequence[int]) -> float | None:
        """What the figure is in these games; None if they say too little."""
        below = math.fsum([self.below[game] for game in games])
        if below == 0 or (self.name and below < FEWEST):
            return None
        return math.fsum([self.above[game] for game in games]) / below


@dataclass(frozen=True, slots=True)
class Goal:
    """One goal. Distances are in points of percent, or in percent of the figure that is wished for."""

    text: str
    weight: float
    way: str
    value: float  # a share is from 0 to 1
    percent: bool
    measure: Callable[[Sequence[Outcome]], list[Ratio]]

    def distance(self, found: float) -> float:
        """How far a value is from the goal, in per cent."""
        off = found - self.value
        if self.way == "at most":
            off = max(0.0, off)
        elif self.way == "at least":
            off = min(0.0, off)
        return 100 * abs(off) / (1.0 if self.percent else max(1.0, abs(self.value)))

    def worst(self, ratios: Sequence[Ratio], games: Sequence[int]) -> tuple[str, float] | None:
        """The figure that is farthest from the goal, with its name; None if these games say too little."""
        found = [(one.name, value) for one in ratios if (value := one.of(games)) is not None]
        return max(found, key=lambda pair: self.distance(pair[1]), default=None)


def off(goals: Sequence[Goal], measured: Sequence[Sequence[Ratio]], games: Sequence[int]) -> float:
    """How far games are from all goals together: the weighted root of the mean square of their distances."""
    total = weights = 0.0
    for goal, ratios in zip(goals, measured, strict=True):
        worst = goal.worst(ratios, games)
        if worst is not None:
            total += goal.weight * goal.distance(worst[1]) ** 2
            weights += goal.weight
    return math.sqrt(total / weights) if weights else math.inf


# ---------------------------------------------------------------- reading


def read_goal(text: str, players: int) -> Goal:
    """A goal as it is written on the command line."""
    said = " ".join(text.split())
    said = _NO.sub(r"\1every \2 wins at most \3", said)
    match = _GOAL.fullmatch(said)
    if match is None:
        raise UsageError(f"{text!r} is no goal", HINT)
    share, measure = _measure(match["what"], players, text)
    if share != bool(match["percent"]):
        raise UsageError(
            f"{text!r}: {match['what']} is {'a share, with a %' if share else 'a number, without a %'}", HINT
        )
    weight = float(match["weight"] or 1)
    if weight <= 0:
        raise UsageError(f"{text!r}: a goal that counts nothing is none", HINT)
    value = float(match["value"]) / (100 if share else 1)
    if share and not 0 <= value <= 1:
        raise UsageError(f"{text!r}: a share is from 0 % to 100 %", HINT)
    return Goal(said, weight, match["way"], value, share, measure)


def _measure(what: str, players: int, text: str) -> tuple[bool, Callable[[Sequence[Outcome]], list[Ratio]]]:
    """Whether a measure is a share, and how it is taken."""
    plain = {
        "decisions": lambda one: float(one.decisions),
        "choices": lambda one: sum(one.choices) / len(one.choices),
        "score": lambda one: _scores(one, text, lambda scores: sum(scores) / len(scores)),
        "best score": lambda one: _scores(one, text, max),
        "gap": lambda one: _scores(one, text, _gap),
    }
    shares: dict[str, Callable[[Outcome], float]] = {
        "several win": lambda one: float(len(one.winners) > 1),
        "nobody wins": lambda one: float(not one.winners),
        "first player wins": lambda one: one.won(0),
    }
    shares |= {f"seat {seat + 1} wins": _won_by(seat) for seat in range(players)}
    if what in plain:
        return False, _each_game(plain[what])
    if what in shares:
        return True, _each_game(shares[what])
    if what.startswith("use of "):
        name = what.removeprefix("use of ").strip("\"'")
        return False, _each_game(lambda one: float(sum(_uses(one, name))))
    if what.startswith("every ") and what.endswith(" wins"):
        return True, _by_thing(what.removeprefix("every ").removesuffix(" wins"))
    known = ", ".join([*plain, "first player wins", "seat 1 wins", "several win", "nobody wins"])
    raise UsageError(f"{text!r}: {what!r} is nothing that is measured", f"{known}, every … wins, use of …")


def _each_game(value: Callable[[Outcome], float]) -> Callable[[Sequence[Outcome]], list[Ratio]]:
    """A measure with one number for each game."""
    return lambda games: [Ratio("", tuple([value(one) for one in games]), (1.0,) * len(games))]


def _won_by(seat: int) -> Callable[[Outcome], float]:
    """A function that gives the share of a win that a seat has."""
    return lambda one: one.won(seat)


def _scores(one: Outcome, text: str, value: Callable[[list[int]], float]) -> float:
    """A number made of the scores of a game; UsageError if it has none."""
    if not one.scores:
        raise UsageError(f"{text!r}: this game has no scores")
    return float(value(one.scores))


def _gap(scores: list[int]) -> float:
    """By how much the first is above the second."""
    first, *others = sorted(scores, reverse=True)
    return first - others[0] if others else 0


def _uses(one: Outcome, name: str) -> list[int]:
    """How often each seat chose something of this name."""
    return [count for chosen in one.chosen for (_, label), count in chosen.items() if label == name]


def _by_thing(sort: str) -> Callable[[Sequence[Outcome]], list[Ratio]]:
    """For each thing of a sort (a field of players, or a choice) the share of wins of those who have it."""

    def measure(games: Sequence[Outcome]) -> list[Ratio]:
        wins: dict[str, Counter[int]] = {}
        seats: dict[str, Counter[int]] = {}
        known: set[str] = set()
        for number, one in enumerate(games):
            for seat in range(len(one.choices)):
                for (of, name), _ in {**one.owned[seat], **one.chosen[seat]}.items():
                    known.add(of.removeprefix("choice "))
                    if of.removeprefix("choice ") == sort:
                        wins.setdefault(name, Counter())[number] += one.won(seat)  # type: ignore[assignment]
                        seats.setdefault(name, Counter())[number] += 1
        if not wins:
            have = ", ".join(sorted(known)) or "nothing"
            raise UsageError(f"players have no {sort!r}", f"they have or choose: {have}")
        span = range(len(games))
        return [
            Ratio(
                name,
                tuple([float(wins[name][i]) for i in span]),
                tuple([float(seats[name][i]) for i in span]),
            )
            for name in sorted(wins)
        ]

    return measure
