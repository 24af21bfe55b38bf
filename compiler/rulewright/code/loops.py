"""Sums, counts and collections that a line needs, as loops before it: a query costs more than the loop it stands for."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TypeGuard

from ..analysis.liveness import free_in
from ..plan.names import local_name
from ..plan.substitution import all_of, substitute
from ..typed import types as t
from ..typed.expr import (
    And,
    Fold,
    IfExpr,
    Local,
    Not,
    Or,
    Pieces,
    Query,
    SomeSubset,
    Text,
    is_lib,
)
from ..typed.tree import E
from . import tree as code
from .fold import folded
from .lookups import Gathered
from .lowering import Lowering, expr, items, local
from .tree import Assign, Collection, For, Put, Statement, number, when
from .types import NUMBER, Type, list_of, set_of

# What a loop computes, and what that is called.
FOLDS = {"sum": "total", "listed": "those", "different": "different"}
QUERIES = {"count": "number", "all": "those", "any": "is_there", "no": "is_there", "first": "first_one"}
GATHERED = ("all", "listed", "different")  # a list or a set that grows
# So much is gone over that adding one thing after the other would take longer.
WHOLE = ("cells", "members")


@contextmanager
def loops_before(
    c: Lowering, params: list[tuple[str, Type]], expressions: list[E], running: str = ""
) -> Iterator[None]:
    """While a function that only computes these expressions is lowered, loops may stand before a line of it;
    one of their locals may be what a loop runs over.
    """
    if expressions and not c.places:
        c.scope = set[str]().union(*map(free_in, expressions)) - {running} | {name for name, _ in params}
    yield
    c.scope = None


@contextmanager
def inside(c: Lowering, name: str) -> Iterator[None]:
    """While the body of a loop is lowered, nothing in it may be called like what it runs over."""
    before = c.scope
    c.scope = None if before is None else before | {name}
    yield
    if before is not None and c.scope is not None:
        c.scope = c.scope if name in before else c.scope - {name}


def fresh(c: Lowering, word: str) -> str:
    """A local that the function does not have yet."""
    assert c.scope is not None
    word = f"{word}_now" if word in names_of_the_rules(c) else word
    name, count = word, 2
    while name in c.scope:
        name, count = f"{word}_{count}", count + 1
    c.scope.add(name)
    return name


def names_of_the_rules(c: Lowering) -> set[str]:
    """What functions and locals are called: nothing else may be called so."""
    if not c.taken:
        functions = c.plan.signatures.values()
        c.taken |= {name for f in functions for name in (*f.locals, *(p.name for p in f.params))}
        c.taken |= set(c.plan.names.values())
    return c.taken


# ---------------------------------------------------------------- what becomes a loop


def hoisted(c: Lowering, e: E, before: list[Statement]) -> E:
    """An expression, with locals for what loops before it compute, as far as it is computed in any case."""
    if c.scope is None:
        return e
    e = as_loop(folded(c, e))
    if is_loop(e):
        return worked_out_before(c, e, before)
    if isinstance(e, (Query, Fold, Text, SomeSubset)):
        return e
    first_only = isinstance(e, (And, Or, IfExpr))
    args = [
        a if a is None or (first_only and i > 0) else hoisted(c, a, before) for i, a in enumerate(e.parts)
    ]
    return e.with_parts(args)


def is_loop(e: E) -> TypeGuard[Query | Fold]:
    """Whether an expression can be computed by a loop before the line."""
    if isinstance(e, Fold):
        return e.operation in FOLDS and e.body.type.name != "flag"
    if not isinstance(e, Query) or e.quantifier not in QUERIES or e.where is None:
        return False
    return not (e.quantifier == "all" and is_whole(e.source)) and not (
        e.quantifier == "first" and e.type.is_many
    )


def has_loop(c: Lowering, e: E | None) -> bool:
    """Whether a part of an expression that may be computed is a loop."""
    if e is None:
        return False
    e = as_loop(folded(c, e))
    if is_loop(e):
        return True
    if isinstance(e, (Query, Fold, Text, SomeSubset)):
        return False
    return any(has_loop(c, a) for a in e.parts)


def as_loop(e: E) -> E:
    """How many things meet a test, and how many different values there are, as loops of their own."""
    inner = e.arg(0) if is_lib(e, "size") else e
    if inner is not e and isinstance(inner, Query) and inner.quantifier == "all" and inner.where is not None:
        return replace(inner, type=e.type, quantifier="count", span=e.span)
    values = inner.arg(0) if inner is not e and is_lib(inner, "distinct") else e
    if values is not e and isinstance(values, Fold) and values.operation == "each":
        return replace(values, type=e.type, operation="different", span=e.span)
    return e


def is_whole(source: E) -> bool:
    """Whether a whole board, kind or supply is gone over."""
    return isinstance(source, Pieces) or is_lib(source, *WHOLE)


# ---------------------------------------------------------------- loops


def worked_out_before(c: Lowering, e: Query | Fold, before: list[Statement]) -> E:
    """The local that holds what a loop has computed."""
    what = operation_of(e)
    name = fresh(c, (FOLDS if isinstance(e, Fold) else QUERIES)[what])
    made = Local(e.type, name, span=e.span)
    body: E
    where: E | None
    if isinstance(e, Fold):
        body, source, where = e.body, e.source, e.where
    else:
        one = Local(e.source.type.item, e.variable, span=e.span)
        body, source, where = one, e.source, e.where
    source, where = all_of(e.variable, source, where)
    source = hoisted(c, source, before)
    loop = own_name(c, e.variable)
    if loop != e.variable:
        renamed: dict[str, E] = {e.variable: Local(source.type.item, loop, span=e.span)}
        body, where = substitute(body, renamed), where and substitute(where, renamed)
    with inside(c, loop):
        if isinstance(e, Query) and what in ("any", "no", "first"):
            assert where is not None
            before += until_found(c, e, name, loop, source, where)
        else:
            before += for_each(c, e, name, loop, source, where, body)
    if what == "no":
        return Not(t.FLAG, made)
    return Gathered(e.type, name, what == "different") if what in GATHERED else made


def operation_of(e: Query | Fold) -> str:
    """What a loop is to compute."""
    return e.operation if isinstance(e, Fold) else e.quantifier


def own_name(c: Lowering, name: str) -> str:
    """What a loop runs over, under a name that nothing around it has."""
    assert c.scope is not None
    while name in c.scope:
        name += "_too"
    return name


def for_each(
    c: Lowering, e: Query | Fold, name: str, loop: str, source: E, where: E | None, body: E
) -> list[Statement]:
    """A loop that counts, adds up or gathers."""
    from .search import search

    found = code.Local(local_name(name), type=NUMBER)
    start: Statement = Assign(found, number(0))
    action: list[Statement] = []
    what = operation_of(e)
    if what == "count":
        action.append(Assign(found, number(1), "+="))
    else:
        one = expr(c, hoisted(c, body, action))
        if what == "sum":
            action.append(Assign(found, one, "+="))
        else:
            grows = set_of(body.type) if what == "different" else list_of(e.type.item)
            start = Assign(found, Collection(type=grows), declared=grows)
            action.append(Put(code.Local(found.name, type=grows), one))
    if where is None:
        return [start, For((local_name(loop),), items(c, source), tuple(action), place=e.span)]
    return [start, *search(c, loop, source, where, tuple(action))]


def until_found(c: Lowering, e: Query, name: str, loop: str, source: E, where: E) -> list[Statement]:
    """A loop that looks for the first thing, or for any."""
    found = code.Local(local_name(name), type=e.type)
    one = local(loop, source.type.item)
    start, there = (code.NONE, one) if e.quantifier == "first" else (code.NO, code.YES)
    test = expr(c, where)
    body = when(test, Assign(found, there), code.Break())
    return [Assign(found, start), For((one.name,), items(c, source), (body,), place=e.span)]
