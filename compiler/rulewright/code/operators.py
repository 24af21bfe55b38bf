"""Values that are computed of others: arithmetic, comparisons, logic, lists, queries and sums over them."""

from __future__ import annotations

from dataclasses import replace

from ..plan.names import local_name
from ..plan.path_state import negation
from ..plan.substitution import all_of
from ..typed.expr import (
    And,
    Bundle,
    Compare,
    Const,
    Field,
    Fold,
    Get,
    IfExpr,
    In,
    Item,
    ListOf,
    Math,
    Minus,
    Not,
    Or,
    Query,
    Range,
    is_lib,
    present,
)
from ..typed.types import NONE_VALUE
from . import tree as code
from .fold import folded
from .lowering import Lowering, clause, expr, items, local, many, members_of, not_, operation
from .tree import Binary, Clause, Collection, Contains, Convert, Expr, Literal, Size, number, runtime
from .types import FLAG, NUMBER
from .values import index


@operation(Math)
def math(c: Lowering, e: Math) -> Expr:
    """Arithmetic; divisions round down."""
    op = "//" if e.sign == "/" else e.sign
    return Binary(op, expr(c, e.left), expr(c, e.right), type=e.type, place=e.span)


@operation(Minus)
def minus(c: Lowering, e: Minus) -> Expr:
    """A number with the other sign."""
    return code.Negative(expr(c, e.value), type=e.type, place=e.span)


@operation(Compare)
def compare(c: Lowering, e: Compare) -> Expr:
    """A comparison, in its shortest form."""
    left, right = e.left, e.right
    op = "==" if e.sign == "=" else e.sign
    if is_lib(left, "piece_at") and isinstance(right, Const) and right.value == NONE_VALUE:
        there = code.Some(code.Field(f"{left.of}_on", expr(c, left.arg(0))), type=FLAG, place=e.span)
        return not_(there) if op == "==" else there
    if "set" in (left.type.shape, right.type.shape):
        sides = [Convert("set", many(c, x), type=x.type) for x in (left, right)]
        return Binary(op, sides[0], sides[1], type=FLAG, place=e.span)
    if left.type.is_many or right.type.is_many:
        return Binary(op, many(c, left), many(c, right), type=FLAG, place=e.span)
    if isinstance(right, Const) and isinstance(right.value, bool) and op in ("==", "!="):
        return expr(c, left) if right.value == (op == "==") else not_(expr(c, left))
    first, second = expr(c, left), expr(c, right)
    if isinstance(first, Size) and isinstance(second, Literal) and second.value == 0:
        some = code.Some(first.of, type=FLAG, place=e.span)
        if op in (">", "!="):
            return some
        if op in ("==", "<="):
            return not_(some)
    return Binary(op, first, second, type=FLAG, place=e.span)


@operation(In)
def contains(c: Lowering, e: In) -> Expr:
    """Whether something is in a collection, or is not."""
    return Contains(expr(c, e.element), members_of(c, e.collection), e.negated, type=FLAG, place=e.span)


@operation(And, Or)
def logic(c: Lowering, e: And | Or) -> Expr:
    """All of some tests, or one of them; tests of the same sort stand side by side."""
    parts: list[Expr] = []
    op = "and" if isinstance(e, And) else "or"
    for a in e.operands:
        made = expr(c, a)
        parts += made.parts if isinstance(made, code.Logic) and made.op == op else (made,)
    return code.Logic(op, tuple(parts), type=FLAG, place=e.span)


@operation(Not)
def negative(c: Lowering, e: Not) -> Expr:
    """That a test does not hold."""
    inner = e.operand
    if isinstance(inner, In):
        return expr(c, negation(inner))
    if isinstance(inner, Query) and inner.quantifier == "no":
        return expr(c, replace(inner, quantifier="any"))
    return replace(code.Not(expr(c, inner), type=FLAG), place=e.span)


@operation(IfExpr)
def conditional(c: Lowering, e: IfExpr) -> Expr:
    """One of two values."""
    form = many if e.type.is_many else expr
    test, then, otherwise = expr(c, e.test), form(c, e.value), form(c, e.otherwise)
    return code.Conditional(test, then, otherwise, type=e.type, place=e.span)


@operation(ListOf)
def listed(c: Lowering, e: ListOf) -> Expr:
    """Values side by side."""
    return Collection(tuple(expr(c, a) for a in e.items if a is not None), type=e.type, place=e.span)


@operation(Range)
def numbers(c: Lowering, e: Range) -> Expr:
    """The numbers from one to another one, both included."""
    low, high = folded(c, e.low), folded(c, e.high)
    if isinstance(high, Const):
        end: Expr = number(high.value + 1)
    elif (
        isinstance(high, Math)
        and high.sign == "-"
        and isinstance(high.right, Const)
        and high.right.value == 1
    ):
        end = expr(c, high.left)
    else:
        end = Binary("+", expr(c, high), number(1), type=NUMBER)
    return code.Range(expr(c, low), end, type=e.type, place=e.span)


@operation(Bundle)
def bundle(c: Lowering, e: Bundle) -> Expr:
    """Amounts of all resources, in their order."""
    amounts = dict(zip(e.resources, e.amounts))
    parts = [expr(c, a) if (a := amounts.get(r)) is not None else number(0) for r in c.resources]
    return Collection(tuple(parts), type=e.type, place=e.span)


@operation(Item)
def element(c: Lowering, e: Item) -> Expr:
    """An element of a sequence, counted from 1; whether there is one is checked in play unless it is sure."""
    group, at = many(c, e.collection), expr(c, e.index)
    if e.sure:
        return code.Index(group, Binary("-", at, number(1), type=NUMBER), type=e.type, place=e.span)
    return runtime("item", group, at, type=e.type)


@operation(Get)
def looked_up(c: Lowering, e: Get) -> Expr:
    """The value of a key."""
    group = e.map
    if isinstance(group, Field):
        info = group.info
        at = index(c, info, group.owner, e.key)
        return code.Field(info.attribute, at, type=e.type, place=e.span)
    return code.Index(expr(c, group), expr(c, e.key), type=e.type, place=e.span)


# ---------------------------------------------------------------- queries


@operation(Query)
def query(c: Lowering, e: Query) -> Expr:
    """Things of a source of which a test holds, or what is asked about them."""
    source, where = e.source, e.where
    one = local(e.variable, source.type.item)

    def made(kind: str, body: Expr = one, **more: Expr) -> code.Query:
        return code.Query(
            kind, body, (clause(c, e.variable, source, where),), type=e.type, place=e.span, **more
        )

    if e.quantifier == "count":
        return made("count") if where is not None else Size(many(c, source), type=NUMBER, place=e.span)
    if e.quantifier in ("any", "no"):
        found = any_of(c, e)
        return not_(found) if e.quantifier == "no" else found
    if e.quantifier == "all":
        return many(c, source) if where is None else made("sequence")
    if e.quantifier == "first":
        return runtime("first", made("sequence"), type=e.type) if e.type.is_many else made("first")
    key = expr(c, present(e.by))
    if where is None:
        over = items(c, source)
        return code.Query(e.quantifier, one, (Clause(one.name, over),), key, over, type=e.type, place=e.span)
    return made(e.quantifier, key=key)


def any_of(c: Lowering, e: Query) -> Expr:
    """Whether a test holds of something."""
    if e.where is None:
        return code.Some(many(c, e.source), type=FLAG, place=e.span)
    source, where = all_of(e.variable, e.source, e.where)
    assert where is not None
    over, test = items(c, source), expr(c, where)
    return code.Query("any", test, (Clause(local_name(e.variable), over),), type=FLAG, place=e.span)


FOLDS = {"each": "map", "listed": "sequence", "sum": "sum", "highest": "highest"}


@operation(Fold)
def fold(c: Lowering, e: Fold) -> Expr:
    """A value for each thing of a source, put together."""
    body, source, where = e.body, e.source, e.where
    outer = clause(c, e.variable, source, where)
    if e.operation == "joined":
        each = local_name(f"{e.variable}_each")
        inner = Clause(each, items(c, body))
        one = code.Local(each, type=body.type.item)
        return code.Query("sequence", one, (outer, inner), type=e.type, place=e.span)
    made = expr(c, body)
    if e.operation == "sum_bundles":  # the key says how many resources there are
        return code.Query("bundles", made, (outer,), number(len(c.resources)), type=e.type, place=e.span)
    return code.Query(FOLDS.get(e.operation, "lowest"), made, (outer,), type=e.type, place=e.span)
