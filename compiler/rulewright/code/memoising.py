"""Which defines are worth memoising: for ever, or while a menu is put together."""

from __future__ import annotations

from ..analysis.walk import all_expressions, own_expressions
from ..plan.model import Plan
from ..typed import tree
from ..typed.expr import CallExpr, Fold, Query


def forever(plan: Plan) -> set[str]:
    """Names of the defines that give the same in every position and take longer than a look-up."""
    return {plan.names[k] for k in plan.constants if is_worth_it(plan.signatures[k])}


def is_worth_it(f: tree.Function) -> bool:
    """Whether computing a constant define takes longer than looking it up; what is looked up must never change."""
    if f.result is None or f.result.name == "map" or f.locals.keys() & {"found"}:
        return False
    return any(isinstance(x, (Query, Fold)) for s in f.body for e in own_expressions(s) for x in e.walk())


def for_menus(plan: Plan) -> list[str]:
    """Names of the collections for which the gates of several actions of one menu ask."""
    menus: dict[str, set[str]] = {}
    for a in plan.actions:
        if a.gate:
            menus.setdefault(a.menu, set()).add(a.gate)
    keys = sorted({key for gates in menus.values() for key in asked_by_several(plan, gates)})
    return [plan.names[k] for k in keys]


def asked_by_several(plan: Plan, gates: set[str]) -> set[str]:
    """Collections of a player or of the table that several gates need, and that are not kept anyway."""
    kept = {*plan.constants, *plan.memoised.defines}
    asked: dict[str, int] = {}
    for gate in gates:
        for key in reached(plan, gate):
            f = plan.signatures[key]
            if f.category == "define" and not f.params and not f.uses_this and f.result and f.result.is_many:
                asked[key] = asked.get(key, 0) + 1
    return {k for k, n in asked.items() if n > 1 and k not in kept and k in plan.names and "@" not in k}


def reached(plan: Plan, start: str) -> set[str]:
    """The functions that one leads to."""
    found, pending = {start}, [start]
    while pending:
        for e in all_expressions(plan.signatures[pending.pop()].body):
            if isinstance(e, CallExpr) and e.name not in found and e.name in plan.signatures:
                found.add(e.name)
                pending.append(e.name)
    return found
