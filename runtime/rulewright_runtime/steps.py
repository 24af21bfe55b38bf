"""Running: frames are resumed one after the other until the game waits for an answer or is over."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .position import FREE, L_REASK, L_UNIT, Finished, GameOver, Position, RulesFailure, Then


def run(g: Position, then: Then | None) -> None:
    """Resumes frames until the game waits for an answer or is over."""
    resume = g.machine.resume
    try:
        while then is not None:
            then = resume[then.label](g, then, 0)
    except GameOver:
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
    run(g, following)


def carry_out(g: Position, rule: Callable[[Any], Then | None]) -> None:
    """Carries out a rule and answers whatever it asks by the first option."""
    start(g, rule)
    while g.then is not None:
        step(g, g.options[0])


def step(g: Position, pick: int) -> None:
    """Answers the pending decision and plays on to the next one. The pick must be one of `g.options`."""
    then = g.then
    if then is None:
        raise RulesFailure("no decision is pending")
    g.then = None
    resume = g.machine.resume
    try:
        if pick >= FREE:
            again = Then(then, L_REASK, (g.player, g.you, g.choice))
            following = g.machine.actions[pick - FREE].run(g, g.you, (), again)
        else:
            following = resume[then.label](g, then, pick)
        while following is not None:
            following = resume[following.label](g, following, 0)
    except GameOver:
        g.then = None
        g.waiting = ()
        g.over = True


# ---------------------------------------------------------------- the runtime's own frames


def unit_end(g: Position, f: Then, pick: int) -> Then | None:
    """A unit has been carried through; the outermost one ends a trial run, but for what a free action interrupted."""
    if g.trial >= 0:
        if f.saved:  # the unit was an action
            g.tried = tuple(action for action in g.tried if action != f.saved[0])
        frame = f.up
        while frame is not None:
            if frame.label == L_UNIT or frame.label == L_REASK:
                return f.up
            frame = frame.up
        raise Finished
    return f.up


def forced(g: Position, f: Then, pick: int) -> Then | None:
    up = f.up
    assert up is not None
    answer: int = f.saved[0]
    return g.machine.resume[up.label](g, up, answer)


def finish(g: Position, f: Then, pick: int) -> Then | None:
    raise GameOver


def with_end(g: Position, f: Then, pick: int) -> Then | None:
    return f.up
