"""Menus, the actions in them, and the periods in which these can be used."""

from __future__ import annotations

from dataclasses import replace

from ..analysis.walk import statements
from ..plan import model
from ..plan.names import constant, local_name
from ..typed import tree as typed
from . import tree as code
from .functions import AFTER_UNIT, POSITION_PARAM, UP_PARAM
from .lowering import Lowering, expr
from .tree import (
    CHOSEN,
    POSITION_LOCAL,
    UP,
    YOU,
    Assign,
    Call,
    Collection,
    Constant,
    Do,
    Effects,
    Expr,
    Frame,
    Function,
    Index,
    Jump,
    Param,
    Put,
    Return,
    Statement,
    number,
    when,
)
from .types import ANY, FLAG, FRAME, NOTHING, NUMBER, OPTIONS, Type, many

YOU_PARAM = Param("you", NUMBER)
ARGS = code.Local("args", type=many(ANY))


def menus(c: Lowering) -> list[Function]:
    """For each menu the actions that are in force and not used up."""
    offered = {menu for o in c.plan.options for menu, _ in o.menus}
    found: list[Function] = []
    for menu in c.game.menus:
        if menu in c.plan.free_menus:
            found.append(menu_function(c, menu, free=True))
        if menu in offered or menu not in c.plan.free_menus:
            found.append(menu_function(c, menu, free=False))
    return found


def menu_params(c: Lowering, menu: str, actions: list[model.Action]) -> list[tuple[str, Type]]:
    """What a menu is given; the actions know it by more exact types."""
    params = [(d.name, d.type) for d in c.game.menus[menu][1]]
    for a in actions:
        f = c.plan.signatures[a.key]
        types = {q.name: q.type for q in f.params}
        for i, name in enumerate(f.menu_args[: len(params)]):
            params[i] = (params[i][0], types.get(name, params[i][1]))
    return params


def menu_function(c: Lowering, menu: str, free: bool) -> Function:
    """The actions of one menu; free ones are numbered as they stand beside other options."""
    actions = [a for a in c.plan.actions if a.menu == menu]
    given = menu_params(c, menu, actions)
    names: list[Expr] = [code.Local(local_name(n), type=ty) for n, ty in given]
    body: list[Statement] = [Assign(CHOSEN, Collection(type=OPTIONS), declared=OPTIONS)]
    for a in actions:
        add = Put(CHOSEN, Constant(f"{'F' if free else 'A'}_{constant(a.name)}", "rules"))
        test = code.all_of(tests_of(c, a, names))
        body.append(add if test is None else when(test, add, place=a.span))
    what = "free actions" if free else "actions"
    return Function(
        f"free_{menu}" if free else f"{menu}_menu",
        (POSITION_PARAM, YOU_PARAM, *(Param(local_name(n), ty) for n, ty in given)),
        OPTIONS,
        (*body, Return(CHOSEN)),
        f"The {what} of the menu {menu.replace('_', ' ')} that you may try.",
        effects=Effects(pure=True),
    )


def given_args(c: Lowering, a: model.Action, given: list[Expr]) -> list[Expr]:
    """What the menu passes, in the order of the action's own parameters."""
    f = c.plan.signatures[a.key]
    return [given[f.menu_args.index(q.name)] for q in f.params if q.name in f.menu_args]


def tests_of(c: Lowering, a: model.Action, given: list[Expr]) -> list[Expr]:
    """What must hold so that an action may be tried."""
    tests: list[Expr] = []
    if a.once_per:
        tests.append(code.Not(used(a), type=FLAG))
    if a.in_force is not None:
        tests.append(expr(c, a.in_force))
    if a.gate:
        f = c.plan.signatures[a.gate]
        args = (POSITION_LOCAL, *((YOU,) if f.uses_you else ()), *given_args(c, a, given))
        tests.append(Call(c.plan.names[a.gate], args, type=FLAG))
    return [x for test in tests for x in (test.parts if is_all(test) else (test,))]  # type: ignore[attr-defined]


def is_all(test: Expr) -> bool:
    """Whether a test is several ones that must hold together."""
    return isinstance(test, code.Logic) and test.op == "and"


def used(a: model.Action) -> code.Field:
    """Whether an action has been used in its period."""
    return code.Field(f"used_{a.name}", None if a.shared else YOU, type=FLAG)


# ---------------------------------------------------------------- actions and periods


def actions(c: Lowering) -> list[Function]:
    """How each action is carried out once it is picked: as a unit, and marked as used first."""
    found: list[Function] = []
    for a in c.plan.actions:
        f = c.plan.signatures[a.key]
        given = given_args(c, a, [Index(ARGS, number(i)) for i in range(len(f.menu_args))])
        call = (POSITION_LOCAL, *((YOU,) if f.uses_you else ()), *given)
        name = c.plan.names[a.key]
        end = Frame(UP, Constant("L_UNIT", "runtime"), (Constant(f"A_{constant(a.name)}", "rules"),))
        body: list[Statement] = [Assign(used(a), code.YES)] if a.once_per else []
        if a.asking:
            body.append(Jump(Call(name, (*call, end), type=FRAME)))
        else:
            test = AFTER_UNIT.frame
            assert isinstance(test, code.Conditional)
            body += [Do(Call(name, call)), code.Resume(replace(test, otherwise=end))]
        params = (POSITION_PARAM, YOU_PARAM, Param("args", many(ANY)), UP_PARAM)
        found.append(Function(f"run_{a.name}", params, FRAME, tuple(body), place=a.span))
    return found


def periods(c: Lowering) -> list[Function]:
    """`begin round` makes the actions of that period free again."""
    found: list[Function] = []
    for period in sorted({a.once_per for a in c.plan.actions if a.once_per} | begun(c)):
        body: list[Statement] = []
        for a in c.plan.actions:
            if a.once_per == period:
                all_of_them = code.Field(f"used_{a.name}", type=FLAG)
                seats = code.Size(all_of_them, type=NUMBER)
                body.append(Assign(all_of_them, code.NO if a.shared else code.Filled(code.NO, seats)))
        doc = f"Begins a {period.replace('_', ' ')}: its actions can be used again."
        found.append(Function(f"begin_{period}", (POSITION_PARAM,), NOTHING, tuple(body), doc))
    return found


def begun(c: Lowering) -> set[str]:
    """The periods that rules begin."""
    return {
        s.period for f in c.plan.signatures.values() for s in statements(f.body) if isinstance(s, typed.Begin)
    }
