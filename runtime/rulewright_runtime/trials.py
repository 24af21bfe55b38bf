"""Trial runs: an option of a unit is played on a copy, with all answers that can follow, to see whether the unit can be finished."""

from __future__ import annotations

from typing import Any, Final

from .budgets import STEP_LIMIT
from .position import (
    FREE,
    L_REASK,
    L_UNIT,
    L_WITH,
    NONE,
    NOWHERE,
    UNDECIDED,
    Blocked,
    Finished,
    Position,
    RulesFailure,
    Standing,
    Stuck,
    Then,
)
from .steps import run, step

# A trial that has gone through so many positions is given up: the rules fail, and say where.
TRIAL_LIMIT: Final = 20_000
# From so many positions on, a trial remembers where it has been: most trials end long before that pays.
REMEMBERED_FROM: Final = 50
# Of so many frames it is remembered what encloses them.
FRAMES_REMEMBERED: Final = 100
# In place of an option: nothing can be chosen, so the game goes on as the rules say for that case.
NOTHING: Final = UNDECIDED


class TooManyWays(RulesFailure):
    """A unit has too many ways to go on, and none of those tried leads to its end."""


def ask_in_trial(g: Position, you: int, choice: int, options: list[int], then: Then) -> Then | None:
    """A question inside a trial: somebody else's ends it, one of `you` waits for the search to answer."""
    if you != g.trial:
        raise Finished
    if g.machine.choices[choice].type == "menu" and g.tried:
        options = [option for option in options if option not in g.tried]
    if not options:
        raise nothing_to_choose(g, choice, then)
    if not in_risky_unit(g, then):
        opened = g.machine.choices[choice].opened
        if opened is None or not opened(then):
            raise Finished  # every option carries the rest through
    g.you = you
    g.player = you
    g.choice = choice
    g.options = options
    g.then = then
    return None


def in_risky_unit(g: Position, then: Then | None) -> bool:
    """Whether something that can fail still follows inside an enclosing unit, or after a free action."""
    return standing(g, then).risky


def standing(g: Position, then: Then | None) -> Standing:
    """What encloses a frame: it is remembered of the last one, and of some frames that make a difference to those within."""
    machine = g.machine
    last, around = machine.last_enclosed
    if then is last:
        return around
    differs, known = machine.risky, machine.enclosing
    unknown: list[Then] = []
    around = NOWHERE
    frame = then
    while frame is not None:
        if differs[frame[1]]:
            found = known.get(id(frame))
            if found is not None:
                around = found[1]
                break
            unknown.append(frame)
        frame = frame[0]
    if len(known) >= FRAMES_REMEMBERED:
        known.clear()
    while unknown:
        below = unknown.pop()
        around = standing_below(below, around, g)
        known[id(below)] = below, around
    machine.last_enclosed = then, around
    return around


def standing_below(frame: Then, up: Standing, g: Position) -> Standing:
    """What encloses a frame that makes a difference, from what encloses the one above."""
    label = frame[1]
    if label == L_UNIT:
        if up.inside and up.risky_after:
            return up
        if up.in_unit is None:
            up.in_unit = Standing(True, up.risky, True, up.menus)
        return up.in_unit
    if label == L_WITH:
        _, _, seat, menu = frame
        block = up.in_block.get((seat, menu))
        if block is None:
            block = Standing(up.inside, up.risky, up.risky_after, {**up.menus, seat: menu})
            up.in_block[seat, menu] = block
        return block
    if label == L_REASK:  # what it interrupted must still have an answer
        _, _, _, you, choice = frame
        risky = up.risky_after or not g.machine.choices[choice].never_empty
        return Standing(up.inside, risky, risky, {**up.menus, you: -1})
    if up.risky == up.risky_after:
        return up
    if up.before_risk is None:
        up.before_risk = Standing(up.inside, up.risky_after, up.risky_after, up.menus)
    return up.before_risk


def nothing_to_choose(g: Position, choice: int, then: Then) -> Stuck:
    """The error for a choice without options, with the position in which it came up."""
    asked = g.machine.choices[choice]
    return Stuck(f"nothing can be chosen ({asked.outline()})", asked.rule, g, choice, then)


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


def stays_open(g: Position, you: int, choice: int, action: int, then: Then) -> bool:
    """Whether the pending decision still has an answer after a free action, which is taken back again."""
    done = g.machine.actions[action]
    memo, log, idle_rounds = g.memo[:], g.log, g.idle_rounds
    before: list[Any] = []
    for name in done.changes:
        value = getattr(g, name)
        before.append(value[:] if type(value) is list else value)
    g.log = None
    try:
        done.run(g, you, (), None)  # it asks nothing, so it need not know that it is tried
        return bool(g.machine.choices[choice].options(g, then))
    except Blocked:
        return False
    except RulesFailure:
        return True  # a mistake in the rules, not a dead end: whoever comes to it is told
    finally:
        for name, value in zip(done.changes, before):
            setattr(g, name, value)
        g.memo, g.log, g.idle_rounds = memo, log, idle_rounds


def why_blocked(g: Position, you: int, choice: int, option: int, then: Then) -> Blocked | None:
    """The first reason that stops the unit after this option, or None if it can be carried through."""
    reason: Blocked | None = None
    been: set[Any] = set()
    tried = steps = 0
    # still to be tried, the next one last: a position, an answer, whether no other answer needs the position
    pending: list[tuple[Position, int, bool]] = [(trial_of(g, you, choice, then), option, True)]
    while pending:
        position, answer, last = pending.pop()
        tried += 1
        if tried > TRIAL_LIMIT:
            raise too_many_ways(g, choice)
        if not last:
            position = position.clone()
        try:
            take(position, answer)
            steps += position.idle_rounds
            if steps > STEP_LIMIT:
                raise too_many_ways(g, choice)
        except Finished:
            return None
        except Blocked as blocked:
            reason = reason or blocked
            continue
        except TooManyWays:
            raise
        except RulesFailure:
            return None  # a mistake in the rules, not a dead end: whoever comes to it is told
        if position.then is None:
            return None  # the game is over, or the chain has ended: nothing failed
        if tried > REMEMBERED_FROM:
            here = known_by(position)
            if here in been:
                continue
            been.add(here)
        asked = g.machine.choices[position.choice]
        answers = position.options if asked.otherwise is None else [*position.options, NOTHING]
        pending.extend((position, answers[i], i == len(answers) - 1) for i in range(len(answers) - 1, -1, -1))
    return reason or Blocked("this would go on without end")


def too_many_ways(g: Position, choice: int) -> TooManyWays:
    """The failure of a trial that is given up."""
    asked = g.machine.choices[choice]
    return TooManyWays(f"too many ways to try after {asked.name} at {asked.place}")


def take(g: Position, answer: int) -> None:
    """Answers the question at which a trial has arrived."""
    then = g.then
    assert then is not None
    asked = g.machine.choices[g.choice]
    if answer == NOTHING:
        assert asked.otherwise is not None
        g.then = None
        run(g, asked.otherwise(g, then, 0))
        return
    if answer >= FREE or (asked.type == "menu" and answer != NONE):
        g.tried = (*g.tried, answer % FREE)
    step(g, answer)


def known_by(g: Position) -> Any:
    """All that tells one position of a trial from another."""
    made: Any = g.__reduce__()
    fields: dict[str, Any] = made[1][-1]
    state = [
        tuple(v) if isinstance(v, list) else v for k, v in fields.items() if k not in ("then", "waiting")
    ]
    frames: list[tuple[int, tuple[Any, ...]]] = []
    frame = g.then
    while frame is not None:
        frames.append((frame[1], frame[2:]))
        frame = frame[0]
    return tuple(state), tuple(frames)
