"""Examples in the interpreter: what an engine's example played is played again there, and every claim asked again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from rulewright.code.reasons import conjuncts
from rulewright.interpreter import Play as Game
from rulewright.interpreter.asking import run
from rulewright.interpreter.env import Env
from rulewright.interpreter.machine import Machine
from rulewright.interpreter.rules import Rules
from rulewright.tools.fuzz.lockstep import Disagreement, field_here, field_there
from rulewright.typed import tree
from rulewright.typed.example_tree import Example as TypedExample
from rulewright_runtime import GameOver, chance
from rulewright_runtime.example_play import Play
from rulewright_runtime.example_steps import Chance, Claim, Example, Given, Move, Step
from rulewright_runtime.examples import Run
from rulewright_runtime.moves import Pending

from .compiled import Compiled

Event = tuple[str, Any]


class Noted(Play):
    """The engine's side of an example; notes what happens, without what is only tried."""

    events: list[Event]

    def set_up(self) -> None:
        super().set_up()
        self.events = [("setup", None)]

    def start_play(self) -> None:
        self.events.append(("play", None))
        super().start_play()

    def answered(self, pending: Pending, option: int) -> None:
        self.events.append(("answer", (pending.choice.name.partition("#")[0], pending.you, option)))

    def step(self, pending: Pending, option: int) -> None:
        self.answered(pending, option)
        super().step(pending, option)

    def take(self, pending: Pending, option: int) -> None:
        self.answered(pending, option)
        super().take(pending, option)

    @contextmanager
    def aside(self) -> Iterator[None]:
        before = len(self.events)
        with super().aside():
            yield
        del self.events[before:]

    def go_on(self, seat: int, until: Callable[[], bool]) -> bool:
        before = len(self.events)
        done = super().go_on(seat, until)
        if not done:
            del self.events[before:]
        return done


class NotedRun(Run):
    """All steps of an example, with what of the typed example each of them is."""

    play: Noted

    def __init__(self, game: Compiled, example: Example, typed: TypedExample) -> None:
        super().__init__(game.engine, example)
        self.play = Noted(game.engine, example)
        self.ahead: list[Chance] = []
        self.typed = dict(zip(map(id, example.steps), parts_of(typed), strict=True))

    def step(self, step: Step) -> None:
        known = self.typed[id(step)]
        if isinstance(step, Chance) and not hasattr(self.play, "events"):
            self.ahead.append(step)
            super().step(step)
            return
        if isinstance(step, Given) or (isinstance(step, Move) and step.kind == "call"):
            self.play.clear_way("this", step.place)
            self.play.events.append(("given" if isinstance(step, Given) else "call", known.body))
        elif isinstance(step, Chance):
            self.play.events.append(("chance", step))
        super().step(step)
        if isinstance(step, Claim):
            self.play.events.append(("claim", (known, step.text)))


def parts_of(typed: TypedExample) -> Iterator[Any]:
    """The typed steps, as many as the engine has: of a claim each part that must hold by itself."""
    for step in typed.steps:
        if step.kind == "claim":
            yield from conjuncts(step.value)
        else:
            yield step


class Oracle(Game):
    """The interpreter's side of an example."""

    def __init__(self, game: Compiled, players: int, options: dict[str, int], ahead: list[Chance]) -> None:
        self.rules = Rules(game.typed, players, game.disputes)
        self.machine = Machine(self.rules)
        self.machine.waiting = []
        self.machine.after_secret = None
        self.state = self.rules.new_state(players, options)
        state: Any = self.state
        chance.seed(state, 0)
        for step in ahead:
            self.do_chance(step)

    def go_on(self, step: Any) -> None:
        """As in a game, but what an example calls or is given comes to an end."""
        machine = self.machine
        try:
            waiting = run(step, self.machine.values.budget)
            while waiting is None and not machine.waiting and machine.after_secret is not None:
                after, machine.after_secret = machine.after_secret, None
                waiting = run(after, self.machine.values.budget)
            if waiting is not None:
                machine.waiting.insert(0, waiting)
        except GameOver:
            machine.waiting = []
            self.state.over = True

    def do_setup(self, _: None) -> None:
        self.go_on(lambda: self.rule("setup", lambda st: None))
        self.answer_first()
        self.state.log = ()

    def do_play(self, _: None) -> None:
        self.go_on(lambda: self.rule("play", self.end))

    def do_given(self, body: tree.Block) -> None:
        self.do_call(body)
        self.answer_first()

    def do_call(self, body: tree.Block) -> None:
        """As part of a unit: the engine's options look ahead, whoever calls their rule."""
        self.take_what_is_asked_alone()
        self.go_on(lambda: self.machine.block(body, Env({}).in_unit(), self.state, lambda e, st: None))

    def do_chance(self, step: Chance) -> None:
        assert not callable(step.values)
        self.state.script = (*self.state.script, (step.what, step.values))

    def do_answer(self, answer: tuple[str, int, int]) -> None:
        while True:
            for number, one in enumerate(self.pending):
                if (one.choice, one.you) == answer[:2] and answer[2] in one.options:
                    self.answer(number, answer[2])
                    return
            if not self.take_one():
                raise Disagreement(f"interpreter: {answer} is not asked, but {self.pending}")

    def do_claim(self, claim: tuple[tree.E, str]) -> None:
        self.take_what_is_asked_alone()
        if not self.machine.values.holds(claim[0], Env({}), self.state):
            raise Disagreement(f"interpreter: {claim[1]} does not hold")

    def answer_first(self) -> None:
        while self.pending:
            self.answer(0, self.pending[0].options[0])

    def take_what_is_asked_alone(self) -> None:
        while self.take_one():
            pass

    def take_one(self) -> bool:
        """Answers what is asked only in order to tell nothing: examples leave that out."""
        for number, one in enumerate(self.pending):
            if len(one.options) == 1:
                self.answer(number, one.options[0])
                return True
        return False


def compare_example(game: Compiled, number: int) -> None:
    """One example on both sides: the same answers, the same claims, at the end the same position."""
    assert game.engine.examples is not None
    example, typed = game.engine.examples()[number], game.typed.examples[number]
    if any(isinstance(step, Chance) and callable(step.values) for step in example.steps):
        return  # what chance gives is asked of the engine's own position
    noted = NotedRun(game, example, typed)
    noted.all()
    g: Any = noted.play.g
    defaults = {option.name: option.default for option in game.engine.options}
    oracle = Oracle(game, g.players, {**defaults, **example.options}, noted.ahead)
    for what, data in noted.play.events:
        getattr(oracle, "do_" + what)(data)
    for info in game.typed.fields.values():
        ours, theirs = field_here(oracle, info), field_there(g, info)
        if ours is not None and ours != theirs:
            raise Disagreement(f"{example.title}: {info.name}: interpreter {ours}, engine {theirs}")
    if list(oracle.state.log) != [text for text, _ in g.log]:
        raise Disagreement(f"{example.title}: interpreter {oracle.state.log[-5:]}, engine {g.log[-5:]}")
