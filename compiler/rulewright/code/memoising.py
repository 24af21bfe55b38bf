"""Which defines are memoised for ever."""

from __future__ import annotations

from ..analysis.walk import own_expressions
from ..plan.model import Plan
from ..typed import tree
from ..typed.expr import Fold, Query


def forever(plan: Plan) -> set[str]:
    """Names of the defines that give the same in every position and take longer than a look-up."""
    return {plan.names[k] for k in plan.constants if is_worth_it(plan.signatures[k])}


def is_worth_it(f: tree.Function) -> bool:
    """Whether computing a constant define takes longer than looking it up; what is looked up must never change."""
    if f.result is None or f.result.name == "map" or f.locals.keys() & {"found"}:
        return False
    return any(isinstance(x, (Query, Fold)) for s in f.body for e in own_expressions(s) for x in e.walk())
