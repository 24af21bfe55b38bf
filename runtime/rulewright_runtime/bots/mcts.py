"""Monte Carlo tree search for any number of players: each simulation deals anew what is hidden, and everybody seeks their own.

The tree is one of answers, not of positions: what chance or the deal makes of them shows in the means. Answers that are
given secretly at the same time are chosen without regard to one another.
"""

from __future__ import annotations

from math import exp, log, sqrt
from typing import Any, Final, NamedTuple

from ..core import L_JOIN, Position, Then, step
from ..engine import Engine
from ..fast import playout
from ..views import has_secrets
from .asked import Asked, Bot
from .budget import Budget
from .judging import LONGEST, OTHERS
from .outcomes import margin, won

CURIOSITY: Final = 0.7  # how much an answer counts that was tried seldom
WINNING: Final = 0.5  # part of winning in a reward, in a game with scores


class Answer:
    """What is known of one answer."""

    __slots__ = ("tried", "offered", "total", "proven")

    def __init__(self) -> None:
        self.tried = 0
        self.offered = 0
        self.total = 0.0
        self.proven: list[float] | None = None  # the rewards that it surely leads to


class ForcedAnswer(NamedTuple):
    """An answer on the way down the tree, and what else could have been answered."""

    player: int
    answer: Answer
    answers: dict[int, Answer]


class Node:
    """What follows some answers: the questions that came up there, and what follows them."""

    __slots__ = ("questions", "next")

    def __init__(self) -> None:
        self.questions: dict[Any, dict[int, Answer]] = {}
        self.next: dict[Any, Node] = {}


class MctsBot(Bot):
    """Thinks by simulated games."""

    def __init__(self, engine: Engine, seed: int, budget: Budget) -> None:
        super().__init__(engine, seed)
        self.budget = budget
        self.proves = engine.score is None and not has_secrets(engine)

    def pick(self, asked: Asked) -> int:
        root = Node()
        scale = Scale(self.engine, asked.players)
        meter = self.budget.start()
        going = True
        while going:
            self._simulate(root, asked.deal(), scale)
            going = meter.spend()
        (answers,) = [known for key, known in root.questions.items() if key[0] == asked.seat][:1]
        return max(asked.options, key=lambda option: _firmness(answers.get(option), asked.seat))

    def _simulate(self, root: Node, g: Position, scale: Scale) -> None:
        """One game: by the tree as far as it goes, then at random."""
        node = root
        taken: list[ForcedAnswer] = []
        chance = g.chance
        given: tuple[tuple[int, int], ...] = ()  # the answer, or all secret answers of one lot
        while g.then is not None:
            options = g.options
            gate = _gate(g.then)
            if len(options) == 1:
                option, new = options[0], False
            else:
                own = tuple([answer for seat, answer in given if seat == g.player])
                key = (g.player, g.choice, own) if gate is not None else (g.player, g.choice)
                answers = node.questions.setdefault(key, {})
                option, answer = self._choose(answers, options, g.player)
                taken.append(ForcedAnswer(g.player, answer, answers))
                new = answer.tried == 0
            player = g.player
            step(g, option)
            given = (*given, (player, option))
            if new:
                break
            if gate is None or g.then is None or _gate(g.then) is not gate:
                node = node.next.setdefault(given, Node())
                given = ()
        sure = self.proves and g.then is None and g.chance == chance
        if g.then is not None:
            playout(g, self.rng, LONGEST)
        rewards = scale.rewards(g)
        for player, answer, _ in taken:
            answer.tried += 1
            answer.total += rewards[player]
        if sure:
            _prove(taken, rewards)

    def _choose(self, answers: dict[int, Answer], options: list[int], player: int) -> tuple[int, Answer]:
        """An answer that was never tried, or the one that promises most."""
        untried: list[int] = []
        best, most = options[0], -1.0
        for option in options:
            answer = answers.get(option)
            if answer is None:
                answer = answers[option] = Answer()
            answer.offered += 1
            if answer.tried == 0:
                untried.append(option)
            elif not untried:
                if answer.proven is None:
                    promise = answer.total / answer.tried + CURIOSITY * sqrt(
                        log(answer.offered) / answer.tried
                    )
                else:
                    promise = answer.proven[player]
                if promise > most:
                    best, most = option, promise
        if untried:
            best = untried[int(self.rng.random() * len(untried))]
        return best, answers[best]


class Scale:
    """Turns the ends of games into rewards from 0 to 1; scores are measured by those seen so far."""

    def __init__(self, engine: Engine, players: int) -> None:
        self.engine = engine
        self.players = players
        self.seats = players + len(engine.participants)
        self.count = 0
        self.sum = 0.0
        self.squares = 0.0

    def rewards(self, g: Position) -> list[float]:
        """What an ended game is worth to each seat, from 0 to 1: mostly winning, partly the lead against all games so far."""
        wins = [won(g, seat) for seat in range(self.seats)]
        if self.engine.score is None:
            return wins
        margins = [margin(self.engine, g, seat, OTHERS) for seat in range(self.players)]
        for one in margins:
            self.count += 1
            self.sum += one
            self.squares += one * one
        middle = self.sum / self.count
        spread = sqrt(max(self.squares / self.count - middle * middle, 1e-6))
        for seat, one in enumerate(margins):
            lead = 1 / (1 + exp(-max(-30.0, min(30.0, 2 * (one - middle) / spread))))
            wins[seat] = WINNING * wins[seat] + (1 - WINNING) * lead
        return wins


def _prove(taken: list[ForcedAnswer], rewards: list[float]) -> None:
    """The end was reached without chance: goes back up as long as it shows what everybody would do."""
    for player, answer, answers in reversed(taken):
        answer.proven = rewards
        if rewards[player] < 1:  # something else may be better: all must be known
            known = [one.proven for one in answers.values() if one.proven is not None]
            if len(known) < len(answers):
                return
            rewards = max(known, key=lambda one: one[player])


def _gate(then: Then | None) -> Then | None:
    """The frame where the secret answers come together to which a question belongs; None: it is no secret one."""
    while then is not None:
        if then[1] == L_JOIN:
            return then
        then = then[0]
    return None


def _firmness(answer: Answer | None, seat: int) -> tuple[int, int, float]:
    """A sure win is best and a sure loss worst; else what was tried most; among equals, what brought most."""
    if answer is None:
        return 0, 0, 0.0
    sure = 0 if answer.proven is None else (answer.proven[seat] >= 1) - (answer.proven[seat] <= 0)
    return sure, answer.tried, answer.total
