"""Turn search: follows the chains of one's own answers to where somebody else is asked or chance decides.

Only the ends of chains are judged: in the middle of a turn costs are paid whose gains have not come yet. Chains
without free actions come first. What the budget leaves unfinished is carried on by the best answer at each step.
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush
from math import log
from typing import Any, Final, NamedTuple

from ..core import FREE, Position, step
from ..engine import Engine
from ..views import has_secrets
from .asked import Asked, Bot
from .budget import Budget, Meter
from .judging import Worth

DEALS: Final = 3
SAMPLES: Final = 3  # outcomes that are tried where chance decides
FINISHING: Final = 0.4  # part of the budget that is kept for chains which are not finished
LONGEST: Final = 60  # answers of one chain
TIES: Final = (
    1e-7  # noise that decides among ends which are worth the same: whoever took the first would always build in the same corner
)

Chain = tuple[Any, ...]  # answers as nested pairs: (chain before, answer)


class Plan(NamedTuple):
    """The rest of a turn that was thought through: what the position will be like, and the answer there."""

    content: tuple[Any, ...]
    choice: int
    option: int


class Found:
    """The best end of a chain for each first answer."""

    def __init__(self) -> None:
        self.best: dict[int, float] = {}
        self.top = float("-inf")
        self.chain: Chain = ()
        self.lucky = False  # chance has a part in the best one

    def end(self, first: int, value: float, chain: Chain, lucky: bool) -> None:
        """Notes the end of a chain: the best value of its first answer, and the chain if no other was better."""
        if value > self.best.get(first, float("-inf")):
            self.best[first] = value
        if value > self.top:
            self.top, self.chain, self.lucky = value, chain, lucky


class TurnBot(Bot):
    """Thinks its own turn through, as far as its budget goes."""

    def __init__(
        self,
        engine: Engine,
        seed: int,
        worth: Worth,
        budget: Budget,
        noise: float = TIES,
        deals: int = DEALS,
    ) -> None:
        super().__init__(engine, seed)
        self.deals = deals  # positions that are searched where something is hidden
        self.worth = worth
        self.budget = budget
        self.noise = noise  # of learners, who should not always play the same
        self.secrets = has_secrets(engine)
        self._plan: list[Plan] = []

    def pick(self, asked: Asked) -> int:
        if not self.secrets and self.worth.cost == 1:
            dealt = asked.deal()
            planned = self._planned(dealt)
            if planned is not None:
                return planned
            found = self._search(dealt, asked.seat, self.budget.start())
            if not found.lucky:  # who plans anew at every step never comes to the end of a plan
                self._remember(dealt, found.chain)
            return max(asked.options, key=lambda option: found.best.get(option, float("-inf")))
        total: dict[int, float] = {}
        for meter in self._meters():
            found = self._search(asked.deal(), asked.seat, meter)
            low = min(found.best.values())
            for option in asked.options:  # what was not reached is no better than the worst that was
                total[option] = total.get(option, 0.0) + found.best.get(option, low)
        return max(asked.options, key=lambda option: total[option])

    def _meters(self) -> Iterator[Meter]:
        """Where something is hidden, some deals share the budget; a rough judgement is made as often as it allows."""
        if self.worth.cost == 1:
            for _ in range(self.deals):
                yield self.budget.start(self.deals)
            return
        meter = self.budget.start()
        yield meter
        while meter.left > 0:
            yield meter

    # ------------------------------------------------------------ plans

    def _planned(self, g: Position) -> int | None:
        """The next answer of the plan made before, or None if the position is not the one that it expected."""
        if self._plan:
            content, choice, option = self._plan.pop()
            if choice == g.choice and option in g.options and content == self.worth.content(g):
                return option
            self._plan = []
        return None

    def _remember(self, g: Position, chain: Chain) -> None:
        """Keeps what follows the first answer, the next one last."""
        answers: list[int] = []
        while chain:
            chain, answer = chain
            answers.append(answer)
        g = g.clone()
        plan: list[Plan] = []
        step(g, answers.pop())
        while answers:
            answer = answers.pop()
            if len(g.options) > 1:
                plan.append(Plan(self.worth.content(g.clone()), g.choice, answer))
            step(g, answer)
        self._plan = plan[::-1]

    # ------------------------------------------------------------ searching

    def _search(self, g: Position, seat: int, meter: Meter) -> Found:
        """Follows chains of the seat's own answers, those with fewest free actions first, until the meter is used up."""
        worth, found = self.worth, Found()
        worth.rebase(g)
        keep = int(meter.left * FINISHING) if not meter.deadline else 0
        waiting: list[tuple[int, int, int, Position, int, Chain]] = []
        heappush(waiting, (0, 0, 0, g, -1, ()))
        seen: set[Any] = set()
        number = 0
        while waiting and meter.left > keep:
            free, depth, _, at, first, chain = heappop(waiting)
            for option in at.options:
                after = at.clone()
                step(after, option)
                root = option if depth == 0 else first
                longer = (chain, option)
                alive = meter.spend()
                if after.chance != at.chance:
                    self._by_chance(at, after, option, root, longer, seat, found, meter)
                elif after.then is None or after.player != seat or depth >= LONGEST:
                    self._end(after, root, longer, seat, found, meter)
                else:
                    key = (after.choice, after.then, worth.difference(after))
                    if key not in seen:
                        seen.add(key)
                        number += 1
                        cost = free + 1 if option >= FREE else free
                        heappush(waiting, (cost, depth + 1, number, after, root, longer))
                if not alive:
                    break
        if waiting:
            waiting.sort(key=lambda one: one[:3])
            self._finish([one[3:] for one in waiting], seat, found, meter)
        return found

    def _end(self, g: Position, first: int, chain: Chain, seat: int, found: Found, meter: Meter) -> None:
        """Judges where a chain ends, with noise if the bot is to vary."""
        value = self.worth(g, seat)
        if self.worth.cost > 1:
            meter.spend(self.worth.cost)
        if self.noise:
            value -= self.noise * log(-log(self.rng.random() or 0.5))
        found.end(first, value, chain, False)

    def _by_chance(
        self,
        before: Position,
        after: Position,
        option: int,
        first: int,
        chain: Chain,
        seat: int,
        found: Found,
        meter: Meter,
    ) -> None:
        """The mean over some outcomes of chance."""
        total = self.worth(after, seat)
        for _ in range(SAMPLES - 1):
            other = before.clone()
            other.chance = self.rng.getrandbits(64)
            step(other, option)
            meter.spend(self.worth.cost)
            total += self.worth(other, seat)
        found.end(first, total / SAMPLES, chain, True)

    def _finish(
        self, unfinished: list[tuple[Position, int, Chain]], seat: int, found: Found, meter: Meter
    ) -> None:
        """Carries the chains on that look best, by the best answer at each step, while the budget lasts."""
        worth = self.worth
        judged = []
        for number, (g, first, chain) in enumerate(unfinished):
            judged.append((worth(g, seat), -number, g, first, chain))
            if not meter.spend(worth.cost):
                break
        judged.sort(reverse=True)
        for value, _, g, first, chain in judged:
            if meter.left <= 0:
                if first not in found.best:  # nothing better is known of this answer
                    found.best[first] = value
                if not found.chain:
                    found.chain = chain
                continue
            self._carry_on(g, first, chain, seat, found, meter)

    def _carry_on(self, g: Position, first: int, chain: Chain, seat: int, found: Found, meter: Meter) -> None:
        """Finishes a chain by the best answer at each step, for when the meter leaves no more to search with."""
        worth = self.worth
        for _ in range(LONGEST):
            best, top, ended = None, float("-inf"), False
            for option in g.options:
                after = g.clone()
                step(after, option)
                value = worth(after, seat)
                meter.spend(worth.cost)
                if value > top:
                    best, top = (after, option), value
            assert best is not None
            ended = best[0].then is None or best[0].player != seat or best[0].chance != g.chance
            chain = (chain, best[1])
            if ended:
                found.end(first, top, chain, best[0].chance != g.chance)
                return
            g = best[0]
        found.end(first, top, chain, False)
