"""What is asked about a choice: which functions it needs, and which of its options are sure."""

from __future__ import annotations

from ..plan import model
from ..typed.expr import Text


def choice_name(c: model.Choice) -> str:
    """The name of a choice as functions have it."""
    return c.name.replace(".", "__").replace("#", "__")


def is_filled(c: model.Choice) -> bool:
    """Whether what is asked depends on the position; whether to do something is asked in the words of its label."""
    return isinstance(c.prompt, Text) and bool(c.prompt.holes) and c.kind != "may"


def in_the_open(c: model.Choice) -> bool:
    """Whether all see what could be chosen, but not whether the player can do it."""
    return bool(c.veil) and not c.private and not c.hidden and c.kind in ("pick", "subset")


def has_sure_function(plan: model.Plan, c: model.Choice) -> bool:
    """Whether a function tells which options need no trial."""
    return bool(c.sure_if) or c.sure_pick is not None or bool(sure_actions(plan, c))


def sure_actions(plan: model.Plan, c: model.Choice) -> list[model.Action]:
    """The actions of a menu whose gates decide under a condition."""
    menus = [m for m, _ in c.options.menus]
    return [a for a in plan.actions if a.menu in menus and not a.exact and a.sure]


def never_empty(plan: model.Plan, c: model.Choice) -> bool:
    """Whether some option is there in every position, or the game can go on without one."""
    o = c.options
    if c.otherwise_fails:
        return False
    if c.kind == "may" or o.optional or o.refusal or c.otherwise:
        return o.declined is None
    if c.kind == "menu":
        menus = [m for m, _ in o.menus]
        return any(
            a.menu in menus and a.exact and not (a.gate or a.once_per or a.in_force) for a in plan.actions
        )
    gates = o.gates or [None] * len(o.tests)
    return c.kind == "branch" and any(o.tests[i] is None and gates[i] is None for i in c.sure)
