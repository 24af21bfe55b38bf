"""What a define gives for an empty list, where that is known at compile time: then it need not be asked."""

from __future__ import annotations

from ..plan.model import Plan
from ..plan.substitution import only_value
from ..typed.expr import CallExpr, Const, Fold, Local, Query, Range, is_lib
from ..typed.tree import E

DEPTH = 4  # calls inside one another

# What there is of no things.
OF_NOTHING = {"sum": 0, "highest": 0, "count": 0, "any": False, "no": True}


def given_nothing(plan: Plan, key: str, name: str, depth: int = 0) -> int | bool | None:
    """The figure that a define gives if the list that a parameter holds is empty; None: it may be any."""
    value = only_value(plan.signatures[key])
    return None if value is None or depth > DEPTH else value_if_empty(plan, value, name, depth)


def value_if_empty(plan: Plan, e: E, name: str, depth: int) -> int | bool | None:
    """The value of an expression if a list is empty; None: it is not known."""
    if isinstance(e, Const):
        return e.value if isinstance(e.value, int) else None
    if isinstance(e, (Query, Fold)):
        what = e.quantifier if isinstance(e, Query) else e.operation
        return OF_NOTHING[what] if what in OF_NOTHING and is_empty(e.source, name) else None
    if isinstance(e, CallExpr):
        given = [p.name for p, a in zip(plan.signatures[e.name].params, e.arguments) if is_empty(a, name)]
        return given_nothing(plan, e.name, given[0], depth + 1) if len(given) == 1 else None
    return None


def is_empty(e: E, name: str) -> bool:
    """Whether there is nothing in a list if another one, the local `name`, is empty."""
    if isinstance(e, Query) and e.quantifier == "all":
        return is_empty(e.source, name)
    if isinstance(e, Range) and isinstance(e.low, Const):
        most = at_most(e.high, name)
        return most is not None and most < e.low.value
    return isinstance(e, Local) and e.name == name


def at_most(e: E, name: str) -> int | None:
    """The most that a number can be if a list is empty; None: it is not known."""
    if isinstance(e, Const):
        return e.value if isinstance(e.value, int) else None
    if is_lib(e, "size"):
        return 0 if is_empty(e.arg(0), name) else None
    if is_lib(e, "min"):
        known = [n for a in e.arguments if a is not None and (n := at_most(a, name)) is not None]
        return min(known, default=None)
    return None
