"""Sums, counts and collections that a line needs, as loops before it: a query costs more than the loop it stands for."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from ..analysis.bounds import at_least_zero
from ..analysis.liveness import free_in
from ..plan.copying import all_of, in_words, substitute
from ..plan.names import local_name
from ..typed import types as t
from ..typed.tree import E
from . import tree as code
from .empty import given_nothing
from .fold import folded
from .inline import inlined
from .lowering import Lowering, expr, items, local, ranging
from .tree import Assign, Collection, For, Local, Put, Statement, number, when
from .types import NUMBER, Type, list_of, set_of

# What a loop works out, and what that is called.
FOLDS = {"sum": "total", "listed": "those", "different": "different"}
QUERIES = {"count": "number", "all": "those", "any": "is_there", "no": "is_there", "first": "first_one"}
GATHERED = ("all", "listed", "different")  # a list or a set that grows
# So much is gone over that adding one thing after the other would take longer.
WHOLE = ("cells", "members", "pieces")


@contextmanager
def loops_before(
    c: Lowering, params: list[tuple[str, Type]], expressions: list[E], running: str = ""
) -> Iterator[None]:
    """While a function that only works out these expressions is lowered, loops may stand before a line of it;
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


def lifted(c: Lowering, e: E, before: list[Statement]) -> E:
    """An expression, with locals for what loops before it work out, as far as it is worked out in any case."""
    if c.scope is None:
        return e
    e = as_loop(folded(c, e))
    if is_loop(e):
        return worked_out_before(c, e, before)
    if e.op in ("query", "fold", "text") or (e.op == "lib" and e.name == "some_subset"):
        return e
    first_only = e.op in ("and", "or", "if")
    args = [a if a is None or (first_only and i > 0) else lifted(c, a, before) for i, a in enumerate(e.args)]
    return asked_of_some(c, E(e.op, e.type, args, e.name, e.data, e.span))


def asked_of_some(c: Lowering, e: E) -> E:
    """A define of things that were gathered is not called if there are none and it is known what it gives then."""
    if e.op != "call":
        return e
    for p, a in zip(c.plan.signatures[e.name].params, e.args[2:]):
        if a is not None and a.op == "gathered" and a.data != "different":
            figure = given_nothing(c.plan, e.name, p.name)
            if figure is not None:
                some = E("gathered some", t.FLAG, name=a.name)
                return E("if", e.type, [some, e, E("const", e.type, data=figure)], span=e.span)
    return e


def is_loop(e: E) -> bool:
    """Whether an expression can be worked out by a loop before the line."""
    if e.op == "fold":
        return e.data in FOLDS and e.arg(0).type.name != "flag"
    if e.op != "query" or e.data not in QUERIES or e.args[1] is None:
        return False
    return not (e.data == "all" and is_whole(e.arg(0))) and not (e.data == "first" and e.type.is_many)


def has_loop(c: Lowering, e: E | None) -> bool:
    """Whether a part of an expression that may be worked out is a loop."""
    if e is None:
        return False
    e = as_loop(folded(c, e))
    if is_loop(e):
        return True
    if e.op in ("query", "fold", "text") or (e.op == "lib" and e.name == "some_subset"):
        return False
    return any(has_loop(c, a) for a in e.args)


def as_loop(e: E) -> E:
    """How many things meet a test, and how many different values there are, as loops of their own."""
    inner = e.arg(0) if e.op == "lib" and e.name == "size" else e
    if inner is not e and inner.op == "query" and inner.data == "all" and inner.args[1] is not None:
        return E("query", e.type, inner.args, inner.name, "count", e.span)
    values = inner.arg(0) if inner is not e and inner.op == "lib" and inner.name == "distinct" else e
    if values is not e and values.op == "fold" and values.data == "each":
        return E("fold", e.type, values.args, values.name, "different", e.span)
    return e


def is_whole(source: E) -> bool:
    """Whether a whole board, kind or supply is gone over."""
    return source.op in WHOLE or (source.op == "lib" and source.name in WHOLE)


# ---------------------------------------------------------------- loops


def worked_out_before(c: Lowering, e: E, before: list[Statement]) -> E:
    """The local that holds what a loop has worked out."""
    name = fresh(c, (FOLDS if e.op == "fold" else QUERIES)[e.data])
    made = E("local", e.type, name=name, span=e.span)
    if e.op == "fold":
        body, source, where = e.arg(0), e.arg(1), e.args[2]
    else:
        one = E("local", e.arg(0).type.item, name=e.name, span=e.span)
        body, source, where = one, e.arg(0), e.args[1]
    source, where = all_of(e.name, source, where)
    if e.data == "sum" and where is not None and adds_nothing(c, body, where):
        where = None
    source = lifted(c, source, before)
    loop = own_name(c, e.name)
    if loop != e.name:
        renamed = {e.name: E("local", source.type.item, name=loop, span=e.span)}
        body, where = substitute(body, renamed), where and substitute(where, renamed)
    with inside(c, loop):
        if e.data in ("any", "no", "first"):
            assert where is not None
            before += until_found(c, e, name, loop, source, where)
        else:
            before += for_each(c, e, name, loop, source, where, body)
    if e.data == "no":
        return E("not", t.FLAG, [made])
    return E("gathered", e.type, name=name, data=e.data) if e.data in GATHERED else made


def own_name(c: Lowering, name: str) -> str:
    """What a loop runs over, under a name that nothing around it has."""
    assert c.scope is not None
    while name in c.scope:
        name += "_too"
    return name


def adds_nothing(c: Lowering, body: E, where: E) -> bool:
    """Whether a sum leaves out nothing but what is 0."""
    if where.op != "compare" or where.name not in (">", "!=") or where.arg(1).op != "const":
        return False
    same = where.arg(1).data == 0 and in_words(where.arg(0)) == in_words(body)
    return same and (where.name == "!=" or at_least_zero(c.bounds.least(body)))


def for_each(c: Lowering, e: E, name: str, loop: str, source: E, where: E | None, body: E) -> list[Statement]:
    """A loop that counts, adds up or gathers."""
    from .search import search

    found = Local(local_name(name), type=NUMBER)
    start: Statement = Assign(found, number(0))
    action: list[Statement] = []
    if e.data == "count":
        action.append(Assign(found, number(1), "+="))
    else:
        one = expr(c, lifted(c, inlined(c, body), action))
        if e.data == "sum":
            action.append(Assign(found, one, "+="))
        else:
            grows = set_of(body.type) if e.data == "different" else list_of(e.type.item)
            start = Assign(found, Collection(type=grows), declared=grows)
            action.append(Put(Local(found.name, type=grows), one))
    if where is None:
        return [start, For((local_name(loop),), items(c, source), tuple(action), place=e.span)]
    return [start, *search(c, loop, source, where, tuple(action))]


def until_found(c: Lowering, e: E, name: str, loop: str, source: E, where: E) -> list[Statement]:
    """A loop that looks for the first thing, or for any."""
    found = Local(local_name(name), type=e.type)
    one = local(loop, source.type.item)
    start, there = (code.NONE, one) if e.data == "first" else (code.NO, code.YES)
    with ranging(c, loop, source):
        test = expr(c, inlined(c, where))
    body = when(test, Assign(found, there), code.Break())
    return [Assign(found, start), For((one.name,), items(c, source), (body,), place=e.span)]
