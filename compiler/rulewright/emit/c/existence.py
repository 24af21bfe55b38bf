"""Whether a rule that lists things lists any: a function of its own tells it, which stops at the first of them."""

from __future__ import annotations

from dataclasses import replace

from ...code import tree as code
from ...code.tree import Function, Query
from ...code.types import FLAG
from . import expressions
from .invariants import Once
from .printer import TESTS, Printer
from .queries import any_of
from .unit import Unit

LISTS = {"sequence", "list", "each"}
# What a test may be made of, so that it fails for none of the things: those after the first are not looked at any more.
SURE = (
    *(code.Local, code.Literal, code.Constant, code.Field, code.Binary, code.Logic),
    *(code.Not, code.Some, code.Contains, code.IsUnset),
)
COMPARISONS = {"==", "!=", "<", "<=", ">", ">="}


def listing(f: Function | None) -> Query | None:
    """What a rule lists if it does nothing else, and puts a test to each thing that cannot fail; else None."""
    found = f.body[0] if f is not None and len(f.body) == 1 and not f.limit else None
    query = found.value if isinstance(found, code.Return) else None
    if not isinstance(query, Query) or query.kind not in LISTS or len(query.clauses) != 1:
        return None
    test = query.clauses[0].test
    return query if test is not None and isinstance(query.body, code.Local) and is_sure(test) else None


def is_sure(test: code.Expr) -> bool:
    """Whether a test can be put to anything without a failure."""
    parts = list(code.walk(test))
    return all(isinstance(x, SURE) for x in parts) and all(
        x.op in COMPARISONS for x in parts if isinstance(x, code.Binary)
    )


def existence(unit: Unit, e: code.Expr) -> code.Call | None:
    """The call that tells whether a call of a rule would list anything; None: nothing shorter is known."""
    if not isinstance(e, code.Call) or e.module != "rules":
        return None
    f = unit.functions.get(e.function)
    query = listing(f)
    if f is None or query is None:
        return None
    (clause,) = query.clauses
    assert clause.test is not None
    name = f"{f.name}__any"
    stopping = any_of(replace(query, kind="any", body=clause.test, clauses=(replace(clause, test=None),)))
    unit.functions.setdefault(name, replace(f, name=name, result=FLAG, body=stopping))
    return replace(e, function=name, type=FLAG)


def looked(p: Printer, e: code.Expr) -> str:
    """A call, or one that is asked once in a loop, of which only is asked whether it gives anything; "": it is no such call."""
    found = existence(p.unit, e.value if isinstance(e, Once) else e)
    if found is None:
        return ""
    return f"({p.value(replace(e, value=found, type=FLAG) if isinstance(e, Once) else found)} != 0)"


def some(p: Printer, e: code.Some) -> str:
    """Whether there is anything in a collection."""
    return looked(p, e.of) or expressions.some(p, e)


TESTS |= {code.Call: looked, Once: looked, code.Some: some}
