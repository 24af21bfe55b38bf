"""A game in the interpreter: the decisions that wait, answers to them, and how it ended."""

from __future__ import annotations

from typing import Any, NamedTuple

from rulewright.typed import tree
from rulewright_runtime import GameOver, chance

from . import choosing, statements
from .asking import Waiting, run
from .budget import TooLong
from .env import Around
from .machine import Machine
from .rules import Dispute, Rules
from .state import NONE, State

REGISTERING = (choosing, statements)  # their functions are in the tables of `machine`


class Pending(NamedTuple):
    """A decision as content: the choice, for whom, who answers, the options as numbers."""

    choice: str
    you: int
    player: int
    options: tuple[int, ...]


class Play:
    """One game, from its setup to its end."""

    def __init__(
        self,
        game: tree.Game,
        players: int,
        seed: int,
        options: dict[str, int],
        disputes: dict[str, Dispute] | None = None,
    ) -> None:
        self.rules = Rules(game, players, disputes or {})
        self.machine = Machine(self.rules)
        self.machine.waiting = []
        self.machine.after_secret = None
        self.state = self.rules.new_state(players, options)
        state: Any = self.state
        chance.seed(state, seed)
        self.go_on(lambda: self.rule("setup", lambda st: self.rule("play", self.end)))

    def rule(self, key: str, then: Any) -> Any:
        if key not in self.rules.game.functions:
            return then(self.state)
        return self.machine.call(key, NONE, NONE, (), Around(), self.state, then)

    def end(self, st: State) -> Any:
        st.winners = self.rules.final_winners(st)
        raise GameOver

    def go_on(self, step: Any) -> None:
        """Plays to the next decision, or to the end of the game."""
        machine = self.machine
        machine.values.budget.renew()
        machine.passed_over = False
        try:
            waiting = run(step, machine.values.budget)
            while waiting is None and not machine.waiting:  # all secret answers are there
                waiting = run(machine.after_secret, machine.values.budget)
            if waiting is not None:
                machine.waiting.insert(0, waiting)
        except GameOver:
            machine.waiting = []
            self.state.over = True
        except RecursionError:
            raise TooLong("rules call themselves without end") from None

    # ------------------------------------------------------------ the face

    @property
    def pending(self) -> list[Pending]:
        """All decisions that wait; more than one while players answer secretly."""
        return [self.content(w) for w in self.machine.waiting]

    def content(self, w: Waiting) -> Pending:
        who = w.ask.who
        return Pending(w.ask.choice, who, self.machine.controller(who, self.state), tuple(w.options))

    def answer(self, number: int, option: int) -> None:
        """Answers one of the decisions that wait."""
        waiting = self.machine.waiting.pop(number)
        self.go_on(self.machine.answer(waiting, option))

    @property
    def spent(self) -> int:
        """How many values the last answer needed."""
        return self.machine.values.budget.spent

    @property
    def passed_over(self) -> bool:
        """Whether some option of the decision leads to a mistake in the rules."""
        return self.machine.passed_over

    @property
    def scores(self) -> tuple[int, ...]:
        return self.rules.scores(self.state)
