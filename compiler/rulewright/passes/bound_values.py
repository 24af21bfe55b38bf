"""Numbers and lists that may grow are looked at where they are kept: neither grows without end.

before                              after

    g.points[you] += gained(g)          g.points[you] += fits(gained(g))
    g.seen = g.seen + more              g.seen = limited(g.seen + more)

A product is looked at where it is worked out. What has a range, or is small and known, cannot grow that fast.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypeGuard

from ..code import tree as code
from ..code.tree import Expr, Module, runtime
from ..once import once
from .facts import Facts

SMALL = 1_000_000  # no sum or product of a few of them is large
LISTS = ("many", "list")
CHECKED = {"within", "fits", "item"}
CHOSEN = {"min", "max", "smaller", "larger", "at_least", "not_none"}


def bound_values(module: Module, facts: Facts) -> Module:
    """The module with checked sums, products, lists and rows of numbers."""
    return module.changed(within)


@once
def within(item: code.Function | code.Table) -> code.Function | code.Table:
    """A function or a table with checked values."""
    made: code.Function | code.Table = code.rewrite(item, bounded)
    return made


def bounded(node: Any) -> Any:
    """A node with checks where it keeps something that may have grown."""
    if isinstance(node, code.Assign):
        value = stored(node)
        return node if value is node.value else replace(node, value=value)
    if isinstance(node, code.Return) and node.value is not None:
        value = passed_on(node.value)
        return node if value is node.value else replace(node, value=value)
    if isinstance(node, code.Call) and node.module == "rules":
        args = code.same_or(list(map(passed_on, node.args)), node.args)
        return node if args is node.args else replace(node, args=args)
    if isinstance(node, code.Frame):
        saved = code.same_or(list(map(passed_on, node.saved)), node.saved)
        return node if saved is node.saved else replace(node, saved=saved)
    if isinstance(node, (code.Convert, code.Spread)):
        return in_a_row(node)
    return node


def stored(node: code.Assign) -> Expr:
    """The value of an assignment; what a field of the position gets is checked however it came about."""
    value, target = node.value, node.target
    if is_joined(value):
        return runtime("limited", value, type=value.type)
    if not isinstance(target, code.Field):
        return passed_on(value)
    is_number = target.type.name == "number" and target.type.high is None
    is_as_before = node.op == "=" and is_read(value)
    return fitting(value) if is_number and is_large(value) and not is_as_before else passed_on(value)


def passed_on(value: Expr) -> Expr:
    """A value that goes into a local, to a caller or to a function, checked if it may be far larger than what it was made of."""
    if isinstance(value, code.Conditional):
        then, otherwise = passed_on(value.then), passed_on(value.otherwise)
        same = then is value.then and otherwise is value.otherwise
        return value if same else replace(value, then=then, otherwise=otherwise)
    if is_joined(value):
        small = any(isinstance(x, code.Collection) or is_figure(x) for x in (value.left, value.right))
        return value if small or of_fields(value) else runtime("limited", value, type=value.type)
    return fitting(value) if has_product(value) else value


def is_joined(value: Expr) -> TypeGuard[code.Binary]:
    """Whether a value is two lists, one behind the other."""
    return isinstance(value, code.Binary) and value.op == "+" and value.type.name in LISTS


def of_fields(e: Expr) -> bool:
    """Whether a list is joined of nothing but what the position keeps: it is as many times too long at most as there are parts."""
    if isinstance(e, code.Binary):
        return of_fields(e.left) and of_fields(e.right)
    while isinstance(e, code.Index):
        e = e.of
    return isinstance(e, code.Field)


def has_product(e: Expr) -> bool:
    """Whether a number is a product of two that may be large, or a sum of such products."""
    if isinstance(e, code.Binary) and e.op in "+-":
        return has_product(e.left) or has_product(e.right)
    if isinstance(e, code.Query):
        return e.kind == "sum" and has_product(e.body)
    if not isinstance(e, code.Binary) or e.op != "*" or e.type.name in LISTS:
        return False
    return is_large(e.left) and is_large(e.right)


def is_read(e: Expr) -> bool:
    """Whether a number is only read where it was kept before, or is chosen among such numbers."""
    if isinstance(e, code.Call) and e.module in ("runtime", "language"):
        return e.function in CHECKED or (e.function in CHOSEN and all(map(is_read, e.args)))
    if isinstance(e, code.Binary) and e.op in "+-":
        return is_read(e.left) and not is_large(e.right)
    return isinstance(e, (code.Field, code.Index, code.Literal, code.Constant, code.Size))


def is_large(e: Expr) -> bool:
    """Whether a number may be large."""
    if isinstance(e, (code.Literal, code.Constant, code.Size)):
        return isinstance(e, code.Literal) and isinstance(e.value, int) and abs(e.value) > SMALL
    if isinstance(e, code.Binary) and e.op in "+-":
        return is_large(e.left) or is_large(e.right)
    if isinstance(e, code.Negative):
        return is_large(e.value)
    if isinstance(e, code.Call) and e.module in ("runtime", "language") and e.function in CHOSEN:
        return any(map(is_large, e.args))
    if isinstance(e, code.Conditional):
        return is_large(e.then) or is_large(e.otherwise)
    if isinstance(e, code.Query):
        return e.kind not in ("count", "any") and is_large(e.body)
    return e.type.name in ("number", "unknown") and not is_figure(e) and not has_range(e)


def is_figure(e: Expr) -> bool:
    """Whether a value stands in a table, at a place that is worked out or not."""
    if isinstance(e, code.Call) and e.module == "runtime" and e.function == "item":
        return is_figure(e.args[0])
    while isinstance(e, (code.Index, code.Part)):
        e = e.of
    return isinstance(e, code.Constant)


def has_range(e: Expr) -> bool:
    """Whether the rules say between what and what a number lies."""
    low, high = e.type.low, e.type.high
    return low is not None and high is not None and low >= -SMALL and high <= SMALL


def fitting(value: Expr) -> Expr:
    """A number that is looked at."""
    return runtime("fits", value, type=value.type)


def in_a_row(node: code.Convert | code.Spread) -> code.Convert | code.Spread:
    """Numbers in a row that are listed: not too many."""
    inner = node.value if isinstance(node, code.Convert) else node.of
    if not isinstance(inner, code.Range) or isinstance(inner.high, code.Literal):
        return node
    listed = runtime("numbers", inner.low, inner.high, type=inner.type)
    return replace(node, value=listed) if isinstance(node, code.Convert) else replace(node, of=listed)
