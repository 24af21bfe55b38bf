"""Trial runs: an option of a unit is played on a copy, with all answers that can follow, to see whether the unit can be finished."""

from __future__ import annotations

from typing import Final

from .position import L_REASK, L_UNIT, NONE, Blocked, Finished, Position, Then
from .steps import run, step

# A trial run of a unit gives up, as a success, after so many decisions: rules that offer endless loops stay playable.
TRIAL_LIMIT: Final = 10_000
TRIAL_DEPTH: Final = 100


def ask_in_trial(g: Position, you: int, choice: int, options: list[int], then: Then) -> Then | None:
    if you != g.trial:
        raise Finished
    if g.machine.choices[choice].type == "menu" and g.tried:
        options = [option for option in options if option not in g.tried]
    if not options:
        raise Blocked(
            f"nothing can be chosen for {g.machine.choices[choice].name}", g.machine.choices[choice].rule
        )
    if g.beyond or not in_risky_unit(g, then):
        raise Finished  # every option carries the rest through
    g.you = you
    g.player = you
    g.choice = choice
    g.options = options
    g.then = then
    return None


def in_risky_unit(g: Position, then: Then) -> bool:
    """Whether something that can fail still follows inside an enclosing unit."""
    risky = g.machine.risky
    seen = False
    frame: Then | None = then
    while frame is not None:
        if frame.label == L_UNIT:
            if seen:
                return True
        elif risky[frame.label] or frame.label == L_REASK:  # the interrupted decision must still have an answer
            seen = True
        frame = frame.up
    return False


def trial_of(g: Position, you: int, choice: int, then: Then) -> Position:
    """A copy of the position in which `you` try something out."""
    copy = g.clone()
    copy.trial = you
    copy.log = None
    copy.you = you
    copy.player = you
    copy.choice = choice
    copy.then = then
    copy.waiting = ()
    return copy


def can_finish(g: Position, you: int, choice: int, option: int, then: Then) -> bool:
    """Whether some answers carry the enclosing unit through after this option."""
    return why_blocked(g, you, choice, option, then) is None


def why_blocked(g: Position, you: int, choice: int, option: int, then: Then) -> Blocked | None:
    """The first reason that stops the unit after this option, or None if it can be carried through."""
    return _search(trial_of(g, you, choice, then), option, [TRIAL_LIMIT], TRIAL_DEPTH)


def _search(g: Position, option: int, budget: list[int], depth: int) -> Blocked | None:
    """Tries an option and all that can follow it; None: the unit can be carried through."""
    budget[0] -= 1
    if budget[0] < 0 or depth < 0:
        return None
    if g.machine.choices[g.choice].type == "menu" and option != NONE:
        g.tried = (*g.tried, option)
    try:
        step(g, option)
    except Finished:
        return None
    except Blocked as blocked:
        return blocked
    return _search_on(g, budget, depth)


def _search_on(g: Position, budget: list[int], depth: int) -> Blocked | None:
    """Tries the answers to the decision at which a trial has arrived."""
    then = g.then
    if then is None:
        return None  # the game is over, or the chain has ended: nothing failed
    first: Blocked | None = None
    for option in g.options:
        blocked = _search(g.clone(), option, budget, depth - 1)
        if blocked is None:
            return None
        if first is None:
            first = blocked
    otherwise = g.machine.choices[g.choice].otherwise
    if otherwise is None:
        return first
    g.then = None  # nothing can be chosen: what the rules say for that case
    try:
        run(g, otherwise(g, then, 0))
    except Finished:
        return None
    except Blocked as blocked_too:
        return first or blocked_too
    return _search_on(g, budget, depth - 1)


def leaves_an_answer(g: Position, you: int, choice: int, option: int, then: Then) -> bool:
    """Whether the decision that a free action interrupts can still be answered after it."""
    copy = trial_of(g, you, choice, then)
    copy.beyond = True
    return _search(copy, option, [TRIAL_LIMIT], TRIAL_DEPTH) is None
