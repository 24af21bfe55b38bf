"""Plays a game on the Python engine and on its native core at once, and compares whole positions at every decision."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from rulewright_runtime import Blocked, Position, RulesFailure, core, fast
from rulewright_runtime.native import SHARED, Core

FAILURES = (RulesFailure, Blocked, IndexError, TypeError, ZeroDivisionError)  # what rules can lead to
OVER, ASKED = 2, slice(3, 6)  # among the numbers of a native position


def seen(native: Core, g: Position) -> dict[str, Any]:
    """All that a position holds."""
    own = {name: getattr(g, name) for name in native.module.field_names}
    asked = {"options": list(g.options), "player": g.player, "you": g.you, "choice": g.choice}
    return {
        **own,
        **(asked if g.then is not None else {}),
        "then": g.then,
        "waiting": [(*w[:3], list(w[3]), w[4]) for w in g.waiting],
        "over": g.over,
        "winners": g.winners,
        "chance": g.chance,
        "tried": g.tried,
    }


def outcome(what: Callable[[], Any]) -> bool:
    """Does something; whether the rules carried it out."""
    try:
        what()
    except FAILURES:
        return False
    return True


def plain(value: Any) -> Any:
    """A value of a field as a core gives it: of lists, a sequence."""
    return tuple(value) if isinstance(value, list) else value


def alike(native: Core, g: Position, n: Any) -> bool:
    """Whether two positions are the same, by their plain values; quicker than to make a position of the one in C."""
    numbers, low, high, block, draw, options, fields = n.read()
    chance = (low | high << 64) << 67 | block << 3 | draw
    if (chance, g.over) != (g.chance, bool(numbers[OVER])) or fields[0] != g.then:
        return False
    if g.then is not None and [g.player, g.you, g.choice, *g.options] != [*numbers[ASKED], *options]:
        return False
    waiting = tuple((*w[:3], tuple(w[3]), w[4]) for w in g.waiting)
    if [waiting, plain(g.tried), plain(g.winners)] != fields[1:4]:
        return False
    own: list[Any] = fields[SHARED:]
    return own == [plain(getattr(g, name)) for name in native.module.field_names]


class Pair:
    """One game on both sides; `crossing`: how often, from 0 to 1, both positions go over to the other side."""

    def __init__(self, native: Core, players: int, seed: int, crossing: float = 0) -> None:
        self.native = native
        self.rng = random.Random(seed)
        self.crossing = crossing
        self.answers: list[int] = []
        self.g: Any = None
        self.n: Any = None
        here = outcome(lambda: setattr(self, "g", fast.new(native.engine, players, seed)))
        there = outcome(lambda: setattr(self, "n", native.new(players, seed)))
        assert here == there, "only one side can begin"
        self.failed = not here

    def compare(self) -> None:
        """The two positions are the same; where they seem not to be, it is told where they differ."""
        if alike(self.native, self.g, self.n):
            return
        here, there = seen(self.native, self.g), seen(self.native, self.native.given_back(self.n))
        different = [name for name in here if here[name] != there[name]]
        told = [f"{name}: {here[name]!r} in Python, {there[name]!r} in C" for name in different]
        assert not different, f"after {self.answers[-10:]}: " + "; ".join(told)[:2000]

    def step(self) -> None:
        """One random answer on both sides, by any of those who are asked."""
        if self.g.waiting and self.rng.random() < 0.4:
            player = self.rng.choice(self.g.waiting)[0]
            core.turn_to(self.g, player)
            assert self.n.turn_to(player)
        option = self.rng.choice(self.g.options)
        self.answers.append(option)
        here = outcome(lambda: core.step(self.g, option))
        there = outcome(lambda: self.n.step(option))
        assert here == there, f"after {self.answers[-10:]}: Python {here}, C {there}"
        self.failed = not here

    def play(self, limit: int) -> int:
        """Up to so many answers, with a comparison after each; gives how many there were."""
        while not self.failed:
            self.compare()
            if self.g.then is None or len(self.answers) == limit:
                break
            if self.crossing and self.rng.random() < self.crossing:
                self.g, self.n = self.native.given_back(self.n), self.native.taken_over(self.g)
            self.step()
        return len(self.answers)


def play_in_lockstep(native: Core, players: int, seed: int, limit: int, crossing: float = 0) -> bool:
    """One game on both sides, which must agree; whether the rules never failed."""
    pair = Pair(native, players, seed, crossing)
    pair.play(limit)
    if not pair.failed and native.engine.score is not None:
        scores = [native.engine.score(pair.g, p) for p in range(players)]
        assert scores == list(pair.n.scores())
    return not pair.failed
