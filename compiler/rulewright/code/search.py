"""Searches as loops that end as soon as it is known what is looked for."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeGuard

from ..plan.names import local_name
from ..plan.substitution import all_of
from ..typed.expr import Query, conjuncts, present
from ..typed.tree import E
from . import tree as code
from .fold import folded
from .loops import hoisted, inside
from .lowering import Lowering, expr, items
from .tree import Block, Break, Expr, For, Return, Statement, when


def search(c: Lowering, name: str, source: E, test: E, action: Block) -> list[Statement]:
    """Does something for the first thing, or for each one, for which a test holds."""
    return [loop(c, name, source, test, action, 1)]


def loop(c: Lowering, name: str, source: E, test: E, action: Block, depth: int) -> For:
    """One loop of a search; `depth` counts it and those around it."""
    source, wanted = all_of(name, source, test)
    assert wanted is not None
    over = items(c, source)
    with inside(c, name):
        body = tested(c, conjuncts(wanted), action, depth)
    return For((local_name(name),), over, body, place=source.span)


# ---------------------------------------------------------------- tests in a loop


def tested(c: Lowering, left: list[E], action: Block, depth: int) -> Block:
    """Does something if tests hold; a query for none, or any query at the end, becomes a loop of its own."""
    if not left:
        return action
    first = folded(c, left[0])
    if is_search(first) and first.quantifier == "no":
        return (unless_found(c, first, tested(c, left[1:], action, depth)),)
    if len(left) == 1 and is_search(first):
        return inner_search(c, first, action, depth)
    filled: list[Statement] = []
    tests: list[Expr] = []
    while left and not (is_search(left[0]) and (len(left) == 1 or left[0].quantifier == "no")):
        fills: list[Statement] = []
        test = hoisted(c, left[0], fills)
        if fills and tests:
            break  # what an earlier test rules out must not be computed
        filled += fills
        made = expr(c, test)
        tests += made.parts if isinstance(made, code.Logic) and made.op == "and" else (made,)
        left = left[1:]
    whole = code.all_of(tests)
    assert whole is not None
    return (*filled, when(whole, *tested(c, left, action, depth)))


def inner_search(c: Lowering, query: Query, action: Block, depth: int) -> Block:
    """A search inside a search: once it has found something, the loop around it goes on, or is over."""
    variable, source, where = query.variable, query.source, present(query.where)
    if isinstance(action[-1], Return):
        return (loop(c, variable, source, where, action, depth + 1),)
    innermost = action if isinstance(action[-1], Break) else (*action, Break())
    made = loop(c, variable, source, where, innermost, depth + 1)
    if depth <= 1:
        return (made,)
    return (replace(made, otherwise=(code.Continue(),)), Break())  # the loop around it is a search, too


def unless_found(c: Lowering, query: Query, action: Block) -> Statement:
    """Does something if nothing meets the test of a query."""
    test = expr(c, present(query.where))
    over = items(c, query.source)
    return For((local_name(query.variable),), over, (when(test, Break()),), action, place=query.span)


# ---------------------------------------------------------------- kinds of tests


def is_search(e: E) -> TypeGuard[Query]:
    """Whether a test looks for something of which a condition holds."""
    return isinstance(e, Query) and e.quantifier in ("any", "no") and e.where is not None
