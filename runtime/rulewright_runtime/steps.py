"""Running: frames are resumed one after the other until the game waits for an answer or is over."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any, Final

from .budgets import FRAME_LIMIT, TOO_LONG, next_round
from .position import FREE, L_REASK, L_UNIT, Finished, GameOver, Position, RulesFailure, Then, beneath

# So often a rule that is carried out by itself may ask.
ROUND_LIMIT: Final = 100_000


def run(g: Position, then: Then | None) -> None:
    """Resumes frames until the game waits for an answer or is over."""
    resume = g.machine.resume
    try:
        for _ in range(FRAME_LIMIT):
            if then is None:
                return
            then = resume[then[1]](g, then, g.answer)
        raise RulesFailure(TOO_LONG)
    except GameOver:
        end(g)
    except RecursionError as error:
        raise too_deep(error) from None


def end(g: Position) -> None:
    """Ends the game: nothing is asked any more."""
    g.then = None
    g.waiting = ()
    g.over = True


def start(g: Position, rule: Callable[[Any], Then | None]) -> None:
    """Carries out a rule outside the flow of the game, up to its first decision."""
    try:
        following = rule(g)
    except GameOver:
        g.over = True
        return
    except RecursionError as error:
        raise too_deep(error) from None
    run(g, following)


def carry_out(g: Position, rule: Callable[[Any], Then | None]) -> None:
    """Carries out a rule and answers whatever it asks by the first option."""
    start(g, rule)
    for _ in range(ROUND_LIMIT):
        if g.then is None:
            return
        step(g, g.options[0])
    raise RulesFailure(f"{g.machine.choices[g.choice].name} is asked without end")


def step(g: Position, pick: int) -> None:
    """Answers the pending decision and plays on to the next one. The pick must be one of `g.options`."""
    then = g.then
    if then is None:
        raise RulesFailure("no decision is pending")
    g.then = None
    g.idle_rounds = 0
    resume = g.machine.resume
    try:
        if pick >= FREE:
            again = (then, L_REASK, g.player, g.you, g.choice)
            following = g.machine.actions[pick - FREE].run(g, g.you, (), again)
        else:
            following = resume[then[1]](g, then, pick)
        for _ in range(FRAME_LIMIT):
            if following is None:
                return
            following = resume[following[1]](g, following, g.answer)
        raise RulesFailure(TOO_LONG)
    except GameOver:
        end(g)
    except RecursionError as error:
        raise too_deep(error) from None


def without_asking(g: Position, you: int, choice: int, answer: int, then: Then) -> Then:
    """An answer that nobody is asked for: the frame that waits for it is the next to be resumed."""
    next_round(g, g.machine.choices[choice].place)
    if g.machine.noting is not None:
        g.machine.noting(g, you, choice, answer, then)
    g.answer = answer
    return then


def too_deep(error: RecursionError) -> RulesFailure:
    """Rules that call one another deeper than Python allows; the rule is told that was called most often."""
    names: Counter[str] = Counter()
    trace = error.__traceback__
    while trace is not None:
        names[trace.tb_frame.f_code.co_name] += 1
        trace = trace.tb_next
    return RulesFailure(f"{names.most_common(1)[0][0].partition('__')[0]} calls itself without end")


# ---------------------------------------------------------------- the runtime's own frames


def unit_end(g: Position, f: Then, pick: int) -> Then | None:
    """A unit has been carried through; the outermost one ends a trial run, but for what a free action interrupted."""
    up: Then | None = f[0]
    if g.trial >= 0:
        if len(f) > 2:  # the unit was an action
            g.tried = tuple(action for action in g.tried if action != f[2])
        frame = up
        while frame is not None:
            if frame[1] == L_UNIT or frame[1] == L_REASK:
                return up
            frame = frame[0]
        raise Finished
    return up


def finish(g: Position, f: Then, pick: int) -> Then | None:
    """Resumed when nothing is left to do: the game is over."""
    raise GameOver


def with_end(g: Position, f: Then, pick: int) -> Then | None:
    """Resumed at the end of a block with free actions: goes on with what follows it."""
    return beneath(f, 1)
