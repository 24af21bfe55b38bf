"""Examples: runs the worked examples of a game's rules, step by step, and says which claims hold."""

from __future__ import annotations

import traceback
from dataclasses import dataclass

from . import failures, saves
from .core import Blocked
from .engine import Engine
from .example_claims import check_asked, check_claim
from .example_play import ALL, Failed, Play
from .example_steps import Chance, Claim, Example, Given, Move, Step


class AtRest(Failed):
    """An example that carries out a part of the rules and ends with it: no game can go on from there."""


@dataclass(frozen=True, slots=True)
class ExampleResult:
    """How one example ended."""

    title: str
    rules: str
    place: str
    passed: bool
    message: str  # what failed and what was found instead; empty if it passed
    failed_at: str = ""  # rules file and line of the step or claim that failed

    def __str__(self) -> str:
        return f"{self.place}: {self.title}: {'ok' if self.passed else f'{self.failed_at}: {self.message}'}"


def run_examples(engine: Engine) -> list[ExampleResult]:
    """Runs all examples of an engine."""
    return (
        [run_example(engine, example) for example in engine.examples()] if engine.examples is not None else []
    )


def run_example(engine: Engine, example: Example) -> ExampleResult:
    """Runs one example on a game of its own."""
    try:
        run = Run(engine, example)
    except Exception as error:  # there is no position: too many players, or first values that do not fit
        told = error.message if isinstance(error, Failed) else _failure(engine, error)
        return ExampleResult(example.title, example.rules, example.place, False, told, example.place)
    return result_of(run)


def result_of(run: Run) -> ExampleResult:
    """Carries a run out and says how it ended."""
    engine, example = run.engine, run.example
    message, place = "", ""
    try:
        run.all()
    except Failed as failed:
        message, place = failed.message, failed.place
    except Blocked as blocked:
        message, place = f"this cannot be done: {blocked.reason} [{blocked.rule}]", run.place
    except Exception as error:  # whatever an engine does wrong is a failed example, not the end of the run
        message, place = _failure(engine, error), run.place
    message = run.play.words.named(message)
    return ExampleResult(example.title, example.rules, example.place, not message, message, place)


def saved_after(engine: Engine, example: Example) -> str:
    """The position after an example's moves as a saved game, whatever the example claims of it; `AtRest` if nobody is asked anything."""
    run = _Moves(engine, example)
    run.all()
    if run.play.g.then is None and not run.play.g.over:
        raise AtRest("nobody is asked anything at its end", example.place)
    return saves.dump(engine, run.play.g, run.play.words.names, run.play.options, part=True)


def _failure(engine: Engine, error: Exception) -> str:
    """What went wrong in the rules or in the engine, in words, with its place."""
    if failures.words_of(error):
        return f"the rules fail: {failures.in_words(engine, error)}"
    where = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__}: {error} ({where.filename}:{where.lineno})"


class Run:
    """The steps of one example, in their order."""

    def __init__(self, engine: Engine, example: Example) -> None:
        self.play = Play(engine, example)
        self.engine = engine
        self.example = example
        self.place = example.place  # of the step at work

    def all(self) -> None:
        """Plays the example from its setup to the last step; `Failed` at the first that does not hold."""
        steps = self.example.steps
        ahead = next((i for i, step in enumerate(steps) if not isinstance(step, Chance)), len(steps))
        for step in steps[:ahead]:  # what chance gives in the setup too
            self.step(step)
        self.play.set_up()
        starting = self.starts_play()
        for step in steps[ahead:]:
            if starting and not isinstance(step, (Given, Chance)):
                self.play.start_play()
                starting = False
            self.place = step.place
            self.step(step)
        for left in self.play.unused():
            raise Failed(f"this was not used: there was no {left.what} after it", left.place)

    def starts_play(self) -> bool:
        """Whether the game begins by itself; not if the first move is the call of a rule."""
        for step in self.example.steps:
            if isinstance(step, Move) and step.kind in ("answer", "call"):
                return step.kind == "answer"
        return True

    def step(self, step: Step) -> None:
        """Carries out one step by its kind."""
        play = self.play
        if isinstance(step, Chance):
            play.tell(step)
        elif isinstance(step, Given):
            play.clear_way("anything else is given", step.place)
            step.change(play.g)
        elif isinstance(step, Claim):
            check_claim(play, step)
        elif step.kind == "call":
            assert step.call is not None
            play.call(step.call, step.place)
        elif step.kind == "answer":
            self.answer(step)
        else:
            check_asked(play, step)

    def answer(self, move: Move) -> None:
        """Gives the answers of a step, by one player or by all."""
        if move.player == ALL:
            for text in move.answers:
                self.play.answer_every(text, move.place)
            return
        seat = self.play.seat(move.player, move.place)
        for text in move.answers:
            self.play.answer(seat, text, move.place)


class _Moves(Run):
    """The steps of an example without its claims."""

    def step(self, step: Step) -> None:
        if not isinstance(step, Claim) and (not isinstance(step, Move) or step.kind in ("call", "answer")):
            super().step(step)
