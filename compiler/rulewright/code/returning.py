"""What a define gives, returned step by step where that is shorter or quicker than one expression."""

from __future__ import annotations

from ..typed.expr import (
    And,
    IfExpr,
    Lib,
    Or,
    Query,
    conjuncts,
    is_lib,
    present,
)
from ..typed.tree import E
from . import tree as code
from .fold import folded
from .loops import has_loop, hoisted
from .lowering import (
    Lowering,
    expr,
    items,
    local,
    many,
    value,
)
from .search import is_search, search, tested
from .tree import (
    Call,
    For,
    Return,
    Statement,
    when,
)


def returned_query(c: Lowering, e: E) -> list[Statement] | None:
    """A query as the whole value of a define: a loop that returns as soon as it knows; None: not such a query."""
    if is_lib(e, "first", "last") and (found := first_or_last(c, e)) is not None:
        return found
    tests = conjuncts(e)
    if len(tests) > 1:
        if not is_search(tests[-1]):
            return None
        return [*tested(c, tests, (Return(code.YES),), 0), Return(code.NO)]
    e = tests[0]
    if (
        not isinstance(e, Query)
        or e.where is None
        or e.quantifier not in ("any", "no", "first")
        or e.type.is_many
    ):
        return None
    one = local(e.variable, e.source.type.item)
    there = {"any": code.YES, "no": code.NO, "first": one}[e.quantifier]
    missing = {"any": code.NO, "no": code.YES, "first": code.NONE}[e.quantifier]
    return [*search(c, e.variable, e.source, e.where, (Return(there),)), Return(missing)]


def first_or_last(c: Lowering, e: Lib) -> list[Statement] | None:
    """The first or the last thing that meets a test; None: there is no test."""
    inner = folded(c, e.arg(0))
    if not isinstance(inner, Query) or inner.quantifier != "all" or inner.where is None or e.type.is_many:
        return None
    source = items(c, inner.source)
    if e.name == "last":
        source = Call("reversed", (many(c, inner.source),), "language", type=inner.type)
    one = local(inner.variable, e.type)
    found = when(expr(c, inner.where), Return(one))
    return [For((one.name,), source, (found,)), Return(code.NONE)]


def returned(c: Lowering, e: E) -> list[Statement]:
    """A value parts of which are loops; one that may not be needed stands behind the test before it."""
    e, before = flat(folded(c, e)), list[Statement]()
    if isinstance(e, (And, Or, IfExpr)) and any(has_loop(c, a) for a in e.parts[1:]):
        test = expr(c, hoisted(c, present(e.parts[0]), before))
        rest = present(e.parts[1])
        if len(e.parts) > 2 and not isinstance(e, IfExpr):
            rest = e.with_parts(e.operands[1:])
        if isinstance(e, Or):
            return [*before, when(test, Return(code.YES)), *returned(c, rest)]
        otherwise: list[Statement] = [Return(code.NO)]
        inner = returned(c, e.value if isinstance(e, IfExpr) else rest)
        if isinstance(e, IfExpr):
            otherwise = returned(c, e.otherwise)
        elif inner[-1:] == otherwise:
            inner.pop()
        return [*before, when(test, *inner), *otherwise]
    found = returned_query(c, e)
    if found is None:
        e = hoisted(c, e, before)
        found = [Return(expr(c, e) if c.result is None else value(c, e, c.result))]
    return [*before, *found]


def flat(e: E) -> E:
    """Tests all of which, or one of which, must hold, side by side."""
    if not isinstance(e, (And, Or)):
        return e
    args: list[E] = []
    for part in map(flat, e.operands):
        args += part.operands if isinstance(part, (And, Or)) and type(part) is type(e) else [part]
    return e.with_parts(args)
