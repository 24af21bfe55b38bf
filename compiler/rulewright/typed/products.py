"""Members of products by their factors: `card(clubs, 3)`."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING

from ..surface import ast
from . import types as t
from .context import several
from .tree import E
from .wanted import const

if TYPE_CHECKING:
    from .names import Names


def sizes_of(c: Names, kind: str) -> list[tuple[int, int]]:
    """For each factor, its lowest value as a number and how many values it has."""
    found: list[tuple[int, int]] = []
    for factor in c.game.kinds[kind].factors:
        if factor.type is None:
            found.append((0, len(c.game.kinds[factor.name].members)))
        else:
            low, high = c.bound(factor.type.low) or 0, c.bound(factor.type.high) or 0
            found.append((low, high - low + 1))
    return found


def member_with(c: Names, kind: str, args: list[E], span: ast.Span) -> E:
    """The member of a product with these factors; none if a number that is worked out is beyond its bounds."""
    factors = c.game.kinds[kind].factors
    c.used.add(kind)
    if len(args) != len(factors):
        form = f"{kind}({', '.join(f.name for f in factors)})"
        c.report(
            "RW217",
            f"{kind} takes {several(len(factors), 'value')}, not {len(args)}",
            span,
            f"write `{form}`",
        )
        return const(0, t.kind(kind), span)
    wanted = [t.NUMBER if f.type is not None else t.kind(f.name) for f in factors]
    args = [c.expect(a, w, f"`{f.name}`") for a, w, f in zip(args, wanted, factors)]
    sizes = sizes_of(c, kind)
    for a, f, (low, size) in zip(args, factors, sizes):
        if (
            a.op == "const"
            and a.type.name == "number"
            and f.type is not None
            and not low <= a.data < low + size
        ):
            c.report("RW304", f"{f.name} is between {low} and {low + size - 1}", a.span, "mend the number")
            return const(0, t.kind(kind), span)
    if all(a.op == "const" for a in args):
        number = 0
        for a, (low, size) in zip(args, sizes):
            number = number * size + a.data - low
        return const(number, t.kind(kind), span, list(c.game.kinds[kind].members)[number])
    if all(a.op == "const" or f.type is None for a, f in zip(args, factors)):
        return worked_out(kind, args, sizes, span)
    tests = [
        E("compare", t.FLAG, [column(kind, f.name, w, span), a], "=", span=span)
        for f, w, a in zip(factors, wanted, args)
    ]
    test = tests[0]
    for one in tests[1:]:
        test = E("and", t.FLAG, [test, one], span=span)
    members = E("lib", t.many(t.kind(kind)), name="members", data=kind, span=span)
    return E("query", t.maybe(t.kind(kind)), [members, test, None], "one_of_them", "first", span)


def column(kind: str, name: str, type: t.Type, span: ast.Span) -> E:
    return E("column", type, [E("local", t.kind(kind), name="one_of_them", span=span)], name, kind, span)


def worked_out(kind: str, args: list[E], sizes: list[tuple[int, int]], span: ast.Span) -> E:
    """The number of a member from the numbers of its factors, the last of which counts up first."""
    number: E | None = None
    for place, (a, (low, _)) in enumerate(zip(args, sizes)):
        each = prod(size for _, size in sizes[place + 1 :])
        if a.op == "const":
            part = E("const", t.NUMBER, data=(a.data - low) * each, span=span)
        else:
            part = E("math", t.NUMBER, [a, E("const", t.NUMBER, data=each, span=span)], "*", span=span)
        number = part if number is None else E("math", t.NUMBER, [number, part], "+", span=span)
    assert number is not None
    return E(number.op, t.kind(kind), number.args, number.name, number.data, span)
