"""Decisions: what is offered, what is tried out first, what is taken without asking, and free actions beside it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from rulewright.typed.tree import Let, Result
from rulewright_runtime import FREE, Blocked, Finished, GameOver, RulesFailure
from rulewright_runtime.failures import words_of

from .budget import Budget, TooLong
from .env import Around, Env
from .rules import Rules
from .secrets import Secrets
from .state import NONE, State

DEEPEST = 300  # decisions in a row that a trial may take


@dataclass(frozen=True, slots=True)
class Ask:
    """A decision before anything is known of what its options lead to."""

    choice: str
    who: int
    options: list[int]
    resume: Callable[[int, State], Any]
    around: Around
    opens: Callable[[int], bool]  # whether an option begins a unit
    again: Callable[[State], Any]  # asks anew, in a changed state
    otherwise: Callable[[State], Any] | None = None  # what happens if nothing can be chosen
    secrets: frozenset[str] = frozenset()  # the private fields from which its options come
    conditions: frozenset[str] = frozenset()  # those that decide whether what may be declined can be done
    begun: bool = (
        False  # something has been picked already: others know of it, and it is too late for free actions
    )
    picked: tuple[int, ...] = ()
    unbounded: bool = False  # any number may be picked


@dataclass(frozen=True, slots=True)
class Waiting:
    """A decision that waits for its answer."""

    ask: Ask
    st: State
    options: list[int]


def plain(choice: str) -> str:
    """The name of a choice without the number that tells it from others of the same rule."""
    return choice.partition("#")[0]


def run(step: Any, budget: Budget) -> Waiting | None:
    """Goes on until a decision waits or everything is done."""
    while callable(step):
        budget.spend()
        step = step()
    assert step is None or isinstance(step, Waiting)
    return step


class Asking:
    passed_over = False  # a trial came to a mistake in the rules, of which whoever comes to it is told

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.game = rules.game
        self.values = rules.values
        self.secrets = Secrets(rules.game)

    # ------------------------------------------------------------ asking

    def ask(self, d: Ask, st: State) -> Any:
        if st.trial >= 0:
            return self.ask_in_trial(d, st)
        options = [o for o in d.options if self.can_take(d, o, st)]
        if not options and d.otherwise is not None:
            return d.otherwise(st)
        answer = self.automatic(d, options, st)
        if answer is not None:
            return lambda: d.resume(answer, st)
        free = [
            FREE + a for a in self.free_actions(d, st)
        ]  # one of them may be what makes an answer possible
        if not options and not free:
            raise RulesFailure(f"nothing can be chosen for {d.choice}")
        if not free and len(options) == 1 and not self.tells(d, options[0], st):
            return lambda: d.resume(options[0], st)
        if not 0 <= self.controller(d.who, st) < st.players:
            raise RulesFailure(f"nobody answers {d.choice} for {d.who}")
        return Waiting(d, st, options + free)

    def tells(self, d: Ask, option: int, st: State) -> bool:
        """Whether not to ask for the only option would tell others what they cannot see."""
        if st.players == 1:
            return False
        if d.secrets and option != NONE:
            return True
        if not d.secrets and all(o == NONE for o in d.options):  # all see that there is nothing to choose
            return False
        attributes = set(d.secrets | d.conditions)
        if not d.begun:
            return self.secrets.holds_any(attributes, d.who, st)
        return d.unbounded and bool(d.secrets) and self.secrets.holds_more(attributes, d.picked, d.who, st)

    def ask_in_trial(self, d: Ask, st: State) -> Any:
        if not d.options:
            if d.otherwise is None:
                raise Blocked(f"nothing can be chosen for {d.choice}")
            return self.fall_back(d, st)
        if d.who != st.trial:
            raise Finished
        return Waiting(d, st, d.options)

    def answer(self, waiting: Waiting, option: int) -> Any:
        """The step that an answer leads to."""
        d = waiting.ask
        if option < FREE:
            return lambda: d.resume(option, waiting.st)
        return lambda: self.take_free(d, option - FREE, waiting.st)

    # ------------------------------------------------------------ trying out

    def can_take(self, d: Ask, option: int, st: State) -> bool:
        """Whether the unit that an option begins, or stands in, can be finished after it."""
        if not d.around.units and not d.opens(option):
            return True
        trial = self.trial(st, d.who)
        return self.finishes(lambda: d.resume(option, trial), 0)

    def trial(self, st: State, who: int) -> State:
        trial = st.copy()
        trial.trial = who
        return trial

    def finishes(self, step: Any, depth: int) -> bool:
        """Whether some answers lead to the end of the outermost unit."""
        if depth > DEEPEST:
            raise TooLong("a trial that never ends")
        try:
            waiting = run(step, self.values.budget)
        except TooLong:
            raise
        except (Finished, GameOver):
            return True
        except Exception as error:
            if isinstance(error, Blocked):
                return False
            if not words_of(error):
                raise
            self.passed_over = True
            return True  # a figure out of its range is a mistake in the rules, not a dead end
        return waiting is None or self.some_answer(waiting, depth)

    def some_answer(self, waiting: Waiting, depth: int) -> bool:
        d = waiting.ask
        for option in waiting.options:
            if not d.around.units and not d.opens(option):
                return True
            if self.finishes(partial(d.resume, option, waiting.st.copy()), depth + 1):
                return True
        return d.otherwise is not None and self.finishes(
            lambda: self.fall_back(d, waiting.st.copy()), depth + 1
        )

    def fall_back(self, d: Ask, st: State) -> Any:
        """What happens in a trial if nothing can be chosen; outside of all units nothing more can fail."""
        assert d.otherwise is not None
        if not d.around.units:
            raise Finished
        return d.otherwise(st)

    # ------------------------------------------------------------ free actions

    def free_actions(self, d: Ask, st: State) -> list[int]:
        """Actions beside a decision: they can be carried through, and something can be chosen after them."""
        if d.begun:
            return []
        menu = next((menu for who, menu in reversed(d.around.free) if who == d.who), None)
        found = self.rules.menu(menu, d.who, st) if menu is not None else []
        return [a for a in found if self.can_take_free(d, a, st)]

    def can_take_free(self, d: Ask, action: int, st: State) -> bool:
        trial = self.trial(st, d.who)
        return self.finishes(lambda: self.take_free(d, action, trial), 0)

    def take_free(self, d: Ask, action: int, st: State) -> Any:
        """Inside a free action no free actions are offered beside its decisions."""
        around = replace(d.around, free=tuple(one for one in d.around.free if one[0] != d.who))
        return self.run_action(action, d.who, (), around, st, d.again)

    def run_action(
        self,
        action: int,
        you: int,
        args: tuple[Any, ...],
        around: Around,
        st: State,
        then: Callable[[State], Any],
    ) -> Any:
        raise NotImplementedError

    # ------------------------------------------------------------ seats without a human

    def automatic(self, d: Ask, options: list[int], st: State) -> int | None:
        """What a participant answers by itself; None: somebody is asked."""
        for q in self.game.participants.values():
            if d.who != st.players + q.number:
                continue
            for rule in q.decides:
                env = Env({"options": tuple(o for o in options if o != NONE)}, you=d.who)
                if plain(rule.choice) == d.choice and self.values.holds(rule.where, env, st):
                    answer = self.result(rule.body, env, st)
                    if answer in options:
                        return answer
        return None

    def result(self, body: list[Any], env: Env, st: State) -> int:
        for s in body:
            if isinstance(s, Let):
                env = env.bind(s.name, self.values.value(s.value, env, st))
            elif isinstance(s, Result) and self.values.holds(s.test, env, st):
                return int(self.values.value(s.value, env, st))
        return NONE

    def controller(self, who: int, st: State) -> int:
        """Who answers for a seat."""
        for q in self.game.participants.values():
            if who == st.players + q.number and q.controller is not None:
                return int(self.values.value(q.controller, Env({}, you=who), st))
        return who
