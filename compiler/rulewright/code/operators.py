"""Values that are worked out of others: arithmetic, comparisons, logic, lists, queries and sums over them."""

from __future__ import annotations

from dataclasses import replace

from ..plan.copying import all_of
from ..plan.names import local_name
from ..plan.walks import negation
from ..typed.tree import E, FieldInfo
from ..typed.types import NONE_VALUE
from . import tree as code
from .fold import folded
from .inline import inlined
from .lowering import Lowering, clause, expr, items, local, many, members_of, not_, operation, ranging
from .tree import Binary, Clause, Collection, Contains, Convert, Expr, Literal, Query, Size, number, runtime
from .types import FLAG, NUMBER
from .values import index


@operation("math")
def math(c: Lowering, e: E) -> Expr:
    """Arithmetic; divisions round down."""
    op = "//" if e.name == "/" else e.name
    return Binary(op, expr(c, e.arg(0)), expr(c, e.arg(1)), type=e.type, place=e.span)


@operation("minus")
def minus(c: Lowering, e: E) -> Expr:
    """A number with the other sign."""
    return code.Negative(expr(c, e.arg(0)), type=e.type, place=e.span)


@operation("compare")
def compare(c: Lowering, e: E) -> Expr:
    """A comparison, in its shortest form."""
    left, right = e.arg(0), e.arg(1)
    op = "==" if e.name == "=" else e.name
    if left.op == "lib" and left.name == "piece_at" and right.op == "const" and right.data == NONE_VALUE:
        there = code.Some(code.Field(f"{left.data}_on", expr(c, left.arg(0))), type=FLAG, place=e.span)
        return not_(there) if op == "==" else there
    if "set" in (left.type.shape, right.type.shape):
        sides = [Convert("set", many(c, x), type=x.type) for x in (left, right)]
        return Binary(op, sides[0], sides[1], type=FLAG, place=e.span)
    if left.type.is_many or right.type.is_many:
        return Binary(op, many(c, left), many(c, right), type=FLAG, place=e.span)
    if right.op == "const" and isinstance(right.data, bool) and op in ("==", "!="):
        return expr(c, left) if right.data == (op == "==") else not_(expr(c, left))
    first, second = expr(c, left), expr(c, right)
    if isinstance(first, Size) and isinstance(second, Literal) and second.value == 0:
        some = code.Some(first.of, type=FLAG, place=e.span)
        if op in (">", "!="):
            return some
        if op in ("==", "<="):
            return not_(some)
    return Binary(op, first, second, type=FLAG, place=e.span)


@operation("in")
def contains(c: Lowering, e: E) -> Expr:
    """Whether something is in a collection."""
    return Contains(expr(c, e.arg(0)), members_of(c, e.arg(1)), type=FLAG, place=e.span)


@operation("not in")
def misses(c: Lowering, e: E) -> Expr:
    """Whether something is not in a collection."""
    return Contains(expr(c, e.arg(0)), members_of(c, e.arg(1)), True, type=FLAG, place=e.span)


@operation("and", "or")
def logic(c: Lowering, e: E) -> Expr:
    """All of some tests, or one of them; tests of the same sort stand side by side."""
    parts: list[Expr] = []
    for a in e.args:
        if a is not None:
            made = expr(c, a)
            parts += made.parts if isinstance(made, code.Logic) and made.op == e.op else (made,)
    return code.Logic(e.op, tuple(parts), type=FLAG, place=e.span)


@operation("not")
def negative(c: Lowering, e: E) -> Expr:
    """That a test does not hold."""
    inner = e.arg(0)
    if inner.op in ("in", "not in"):
        return expr(c, negation(inner))
    if inner.op == "query" and inner.data == "no":
        return expr(c, E(inner.op, inner.type, inner.args, inner.name, "any", inner.span))
    return replace(code.Not(expr(c, inner), type=FLAG), place=e.span)


@operation("if")
def conditional(c: Lowering, e: E) -> Expr:
    """One of two values."""
    form = many if e.type.is_many else expr
    test, then, otherwise = expr(c, e.arg(0)), form(c, e.arg(1)), form(c, e.arg(2))
    return code.Conditional(test, then, otherwise, type=e.type, place=e.span)


@operation("list")
def listed(c: Lowering, e: E) -> Expr:
    """Values side by side."""
    return Collection(tuple(expr(c, a) for a in e.args if a is not None), type=e.type, place=e.span)


@operation("range")
def numbers(c: Lowering, e: E) -> Expr:
    """The numbers from one to another one, both included."""
    low, high = folded(c, e.arg(0)), folded(c, e.arg(1))
    if high.op == "const":
        end: Expr = number(high.data + 1)
    elif high.op == "math" and high.name == "-" and high.arg(1).op == "const" and high.arg(1).data == 1:
        end = expr(c, high.arg(0))
    else:
        end = Binary("+", expr(c, high), number(1), type=NUMBER)
    return code.Range(expr(c, low), end, type=e.type, place=e.span)


@operation("bundle")
def bundle(c: Lowering, e: E) -> Expr:
    """Amounts of all resources, in their order."""
    amounts = dict(zip(e.data, e.args))
    parts = [expr(c, a) if (a := amounts.get(r)) is not None else number(0) for r in c.resources]
    return Collection(tuple(parts), type=e.type, place=e.span)


@operation("item")
def element(c: Lowering, e: E) -> Expr:
    """An element of a sequence, counted from 1; whether there is one is checked in play unless it is sure."""
    group, at = many(c, e.arg(0)), expr(c, e.arg(1))
    if e.data == "sure":
        return code.Index(group, Binary("-", at, number(1), type=NUMBER), type=e.type, place=e.span)
    return runtime("item", group, at, type=e.type)


@operation("get")
def looked_up(c: Lowering, e: E) -> Expr:
    """The value of a key."""
    group = e.arg(0)
    if group.op == "field":
        info: FieldInfo = group.data
        at = index(c, info, group.args[0], e.arg(1))
        return code.Field(info.attribute, at, type=e.type, place=e.span)
    return code.Index(expr(c, group), expr(c, e.arg(1)), type=e.type, place=e.span)


# ---------------------------------------------------------------- queries


@operation("query")
def query(c: Lowering, e: E) -> Expr:
    """Things of a source of which a test holds, or what is asked about them."""
    source, where = e.arg(0), e.args[1]
    one = local(e.name, source.type.item)

    def made(kind: str, body: Expr = one, **more: Expr) -> Query:
        return Query(kind, body, (clause(c, e.name, source, where),), type=e.type, place=e.span, **more)

    if e.data == "count":
        return made("count") if where is not None else Size(many(c, source), type=NUMBER, place=e.span)
    if e.data in ("any", "no"):
        found = any_of(c, e)
        return not_(found) if e.data == "no" else found
    if e.data == "all":
        return many(c, source) if where is None else made("sequence")
    if e.data == "first":
        return runtime("first", made("sequence"), type=e.type) if e.type.is_many else made("first")
    key = expr(c, e.arg(2))
    if where is None:
        over = items(c, source)
        return Query(e.data, one, (Clause(one.name, over),), key, over, type=e.type, place=e.span)
    return made(e.data, key=key)


def any_of(c: Lowering, e: E) -> Expr:
    """Whether a test holds of something."""
    if e.args[1] is None:
        return code.Some(many(c, e.arg(0)), type=FLAG, place=e.span)
    source, where = all_of(e.name, e.arg(0), e.arg(1))
    assert where is not None
    with ranging(c, e.name, source):
        over, test = items(c, source), expr(c, inlined(c, where))
    return Query("any", test, (Clause(local_name(e.name), over),), type=FLAG, place=e.span)


FOLDS = {"each": "map", "listed": "sequence", "sum": "sum", "highest": "highest"}


@operation("fold")
def fold(c: Lowering, e: E) -> Expr:
    """A value for each thing of a source, put together."""
    body, source, where = e.arg(0), e.arg(1), e.args[2]
    outer = clause(c, e.name, source, where)
    if e.data == "joined":
        each = local_name(f"{e.name}_each")
        inner = Clause(each, items(c, body))
        one = code.Local(each, type=body.type.item)
        return Query("sequence", one, (outer, inner), type=e.type, place=e.span)
    made = expr(c, inlined(c, body))
    if e.data == "sum_bundles":  # the key says how many resources there are
        return Query("bundles", made, (outer,), number(len(c.resources)), type=e.type, place=e.span)
    return Query(FOLDS.get(e.data, "lowest"), made, (outer,), type=e.type, place=e.span)
