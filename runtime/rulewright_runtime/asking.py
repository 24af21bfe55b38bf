"""Asking: a decision is stored in the position, with the free actions beside it and without what would lead into a dead end."""

from __future__ import annotations

from .position import (
    FREE,
    NONE,
    UNDECIDED,
    Finished,
    Position,
    RulesFailure,
    Then,
)
from .steps import without_asking
from .trials import ask_in_trial, can_finish, nothing_to_choose, standing, stays_open


def ask(g: Position, you: int, choice: int, options: list[int], then: Then) -> Then | None:
    """Stops for an answer of `you`; a single option is taken without asking."""
    if g.trial >= 0:
        return ask_in_trial(g, you, choice, options, then)
    machine = g.machine
    if you >= g.players and machine.decide is not None:
        answer = machine.decide(g, choice, you, options, then)
        if answer != UNDECIDED:
            return without_asking(g, you, choice, answer, then)
    if machine.free_menus:
        free = free_options(g, you, choice, then)
        if free:
            options = options + free
    if len(options) < 2 and not is_asked_alone(g, you, choice, options, then):
        return without_asking(g, you, choice, options[0], then)
    g.player = you if 0 <= you < g.players else controller_of(g, you, choice)
    g.you = you
    g.choice = choice
    g.options = options
    g.then = then
    return None


def controller_of(g: Position, you: int, choice: int) -> int:
    """The player who answers for a seat without a human; RulesFailure if nobody does."""
    if you < 0:
        raise RulesFailure(f"nobody is there to answer {g.machine.choices[choice].name}")
    controller = g.machine.controller
    player = you if controller is None else controller(g, you)
    if player >= g.players:
        raise RulesFailure(f"no `decides` answers {g.machine.choices[choice].name} for a participant")
    return player


def is_asked_alone(g: Position, you: int, choice: int, options: list[int], then: Then) -> bool:
    """Whether the only option is asked for all the same: a free action, or what would otherwise tell others what they cannot see."""
    asked = g.machine.choices[choice]
    if not options:
        raise RulesFailure(f"nothing can be chosen for {asked.name}")
    option = options[0]
    if option >= FREE or g.machine.asks_all:
        return True
    if g.players == 1:
        return False
    if asked.always and option != NONE:
        return True
    return g.machine.veiled and asked.veil is not None and asked.veil(g, then, you)


def ask_checked(g: Position, you: int, choice: int, options: list[int], then: Then) -> Then | None:
    """As `ask`, but offers only what the rest of the unit can be carried through with."""
    if g.trial < 0:
        around = standing(g, then)
        if around.inside:
            options = finishing(g, you, choice, options, then)
        else:
            options = checked(g, you, choice, options, then)
    return ask(g, you, choice, options, then)


def ask_outside(g: Position, you: int, choice: int, options: list[int], then: Then) -> Then | None:
    """As `ask_checked`, where no unit ever encloses the question."""
    if g.trial < 0:
        options = checked(g, you, choice, options, then)
    return ask(g, you, choice, options, then)


def finishing(g: Position, you: int, choice: int, options: list[int], then: Then) -> list[int]:
    """The options after which the enclosing unit can be carried through."""
    return [x for x in options if can_finish(g, you, choice, x, then)]


def checked(g: Position, you: int, choice: int, options: list[int], then: Then) -> list[int]:
    """Outside of units: the options that their own tests decide on, and those that a trial finds possible."""
    asked = g.machine.choices[choice]
    sure, sure_if = asked.sure, asked.sure_if
    if sure.issuperset(options):
        return options
    found: list[int] = []
    for x in options:
        if x in sure or (sure_if is not None and sure_if(g, then, x)) or can_finish(g, you, choice, x, then):
            found.append(x)
    return found


def ask_in_unit(g: Position, you: int, choice: int, options: list[int], then: Then) -> Then | None:
    """As `ask_checked`, where it depends on the callers whether anything later in the unit can fail."""
    if g.trial < 0:
        around = standing(g, then)
        if around.risky:
            options = leading_on(g, you, choice, options, then)
    return ask(g, you, choice, options, then)


def leading_on(g: Position, you: int, choice: int, options: list[int], then: Then) -> list[int]:
    """As `finishing`; where nothing can fail but what the options' own tests look at, these may decide."""
    asked = g.machine.choices[choice]
    sure_if = asked.sure_if
    up: Then | None = then[0]
    for label in asked.beyond:
        if up is None or up[1] != label:
            return finishing(g, you, choice, options, then)
        up = up[0]
    if sure_if is None or standing(g, up).risky:
        return finishing(g, you, choice, options, then)
    found: list[int] = []
    for x in options:
        if sure_if(g, then, x) or (not asked.decides and can_finish(g, you, choice, x, then)):
            found.append(x)
    return found


# ---------------------------------------------------------------- free actions


def reask(g: Position, f: Then, pick: int) -> Then | None:
    """Asks the decision that a free action interrupted, with its options computed again."""
    then: Then = f[0]
    you: int = f[3]
    choice: int = f[4]
    asked = g.machine.choices[choice]
    options = asked.options(g, then)
    if g.trial >= 0:
        return reask_in_trial(g, you, choice, options, then)
    if asked.otherwise is not None:
        options = finishing(g, you, choice, options, then)
        if not options:
            return asked.otherwise(g, then, 0)
    if g.machine.risky[then[1]]:  # the free action may have used up what an option needs
        return ask_checked(g, you, choice, options, then)
    return ask_in_unit(g, you, choice, options, then)


def reask_in_trial(g: Position, you: int, choice: int, options: list[int], then: Then) -> Then | None:
    """A trial goes on with the interrupted decision; outside of units it is enough that there is an answer."""
    if you != g.trial:
        raise Finished
    otherwise = g.machine.choices[choice].otherwise
    if standing(g, then).inside:
        if not options and otherwise is not None:
            return otherwise(g, then, 0)
        return ask_in_trial(g, you, choice, options, then)
    if g.machine.risky[then[1]]:
        options = checked(g, you, choice, options, then)
    if options or otherwise is not None:
        raise Finished
    raise nothing_to_choose(g, choice, then)


def free_options(g: Position, you: int, choice: int, then: Then) -> list[int]:
    """The free actions that `you` may take beside the pending decision, which must still have an answer after them."""
    begun = g.machine.choices[choice].begun
    if begun is not None and begun(then):
        return []  # a set is one decision, however many things are picked for it
    around = standing(g, then)
    menu = around.menus.get(you, -1)
    if menu < 0:
        return []  # inside a free action its menu is not offered again
    machine = g.machine
    actions = machine.free_menus[menu](g, you)
    if not actions:
        return actions
    asked = machine.choices[choice]
    if menu in machine.exact_menus:
        if asked.never_empty and not (around.risky and around.inside):
            return actions
        if not around.risky:
            return interrupting(g, you, choice, actions, then)
    return finishing(g, you, choice, actions, then)


def interrupting(g: Position, you: int, choice: int, actions: list[int], then: Then) -> list[int]:
    """The free actions that leave a decision an answer, where nothing after it can fail."""
    asked = g.machine.choices[choice]
    plain = asked.otherwise is None and not g.machine.risky[then[1]]
    found: list[int] = []
    for action in actions:
        if action in asked.harmless or can_interrupt(g, you, choice, action, then, plain):
            found.append(action)
    return found


def can_interrupt(g: Position, you: int, choice: int, action: int, then: Then, plain: bool) -> bool:
    """Whether a free action leaves a decision an answer, where nothing after it can fail; plain: any option answers it."""
    if plain and g.machine.actions[action - FREE].changes:
        return stays_open(g, you, choice, action - FREE, then)
    return can_finish(g, you, choice, action, then)
