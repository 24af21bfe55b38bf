"""What a define gives for an empty list, where that is known before play: then it need not be asked."""

from __future__ import annotations

from ..plan.copying import only_value
from ..plan.model import Plan
from ..typed.tree import E

DEPTH = 4  # calls inside one another

# What there is of no things.
OF_NOTHING = {"sum": 0, "highest": 0, "count": 0, "any": False, "no": True}


def given_nothing(plan: Plan, key: str, name: str, depth: int = 0) -> int | bool | None:
    """The figure that a define gives if the list that a parameter holds is empty; None: it may be any."""
    value = only_value(plan.signatures[key])
    return None if value is None or depth > DEPTH else worked_out(plan, value, name, depth)


def worked_out(plan: Plan, e: E, name: str, depth: int) -> int | bool | None:
    if e.op == "const":
        return e.data if isinstance(e.data, int) else None
    if e.op in ("query", "fold") and e.data in OF_NOTHING:
        return OF_NOTHING[e.data] if is_empty(e.arg(0 if e.op == "query" else 1), name) else None
    if e.op == "call":
        given = [
            p.name for p, a in zip(plan.signatures[e.name].params, e.args[2:]) if a and is_empty(a, name)
        ]
        return given_nothing(plan, e.name, given[0], depth + 1) if len(given) == 1 else None
    return None


def is_empty(e: E, name: str) -> bool:
    """Whether there is nothing in a list if another one, the local `name`, is empty."""
    if e.op == "query" and e.data == "all":
        return is_empty(e.arg(0), name)
    if e.op == "range" and e.arg(0).op == "const":
        most = at_most(e.arg(1), name)
        return most is not None and most < e.arg(0).data
    return e.op == "local" and e.name == name


def at_most(e: E, name: str) -> int | None:
    if e.op == "const":
        return e.data if isinstance(e.data, int) else None
    if e.op == "lib" and e.name == "size":
        return 0 if is_empty(e.arg(0), name) else None
    if e.op == "lib" and e.name == "min":
        known = [n for a in e.args if a is not None and (n := at_most(a, name)) is not None]
        return min(known, default=None)
    return None
