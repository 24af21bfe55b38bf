"""What a define gives, returned step by step where that is shorter or quicker than one expression."""

from __future__ import annotations

from dataclasses import replace

from ..analysis.liveness import free_in
from ..typed.expr import (
    And,
    IfExpr,
    Lib,
    Local,
    Or,
    Query,
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
from .search import is_search, last_search, search, tests_in
from .tree import (
    Assign,
    Call,
    Expr,
    For,
    Return,
    Statement,
    number,
    when,
)
from .types import FLAG, NUMBER, record, unset
from .types import many as sequence


def returned_query(c: Lowering, e: E) -> list[Statement] | None:
    """A query as the whole value of a define: a loop that returns as soon as it knows; None: not such a query."""
    if is_lib(e, "first", "last") and (found := first_or_last(c, e)) is not None:
        return found
    tests = tests_in(e)
    if len(tests) > 1:
        if not is_search(tests[-1]):
            return None
        return [*last_search(c, tests, (Return(code.YES),)), Return(code.NO)]
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


def remembered_with_pile(c: Lowering, query: Query) -> list[Statement]:
    """The same search through the very same pile has found the same."""
    store = memory(c, c.name)
    piece = local(query.variable, query.type)
    (key,) = free_in(query.where) - {query.variable}
    asked = local(key, NUMBER)
    pile = code.Local("pile", type=query.source.type)
    pair = record(sequence(NUMBER), NUMBER)
    found = code.Local("found", type=pair)
    known = code.Logic(
        "and",
        (code.Not(code.IsUnset(found)), code.Same(code.Index(found, number(0)), pile)),
        type=FLAG,
    )
    looked_for = search(
        c, query.variable, Local(query.source.type, "pile"), present(query.where), (code.Break(),)
    )
    *before, loop = looked_for
    assert isinstance(loop, For)
    return [
        Assign(pile, items(c, query.source)),
        Assign(found, code.Method(store, "get", (asked,)), declared=unset(pair)),
        when(known, Return(code.Index(found, number(1)))),
        *before,
        replace(loop, otherwise=(Assign(piece, code.NONE),)),
        Assign(code.Index(store, asked), code.Collection((pile, piece), type=pair)),
        Return(piece),
    ]


def memory(c: Lowering, name: str) -> Expr:
    """Where the position keeps what a function has computed."""
    return code.Field("memo", number(c.stores.index(name)))
