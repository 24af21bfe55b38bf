"""Members of products by their factors: `card(clubs, 3)`."""

from __future__ import annotations

from dataclasses import replace
from math import prod

from ...surface import ast
from .. import types as t
from ..context import Context, several
from ..expr import And, ColumnOf, Compare, Const, Lib, Local, Math, Query, const
from ..tree import E
from . import coerce


def sizes_of(c: Context, kind: str) -> list[tuple[int, int]]:
    """For each factor, its lowest value as a number and how many values it has."""
    found: list[tuple[int, int]] = []
    for factor in c.game.kinds[kind].factors:
        if factor.type is None:
            found.append((0, len(c.game.kinds[factor.name].members)))
        else:
            low, high = c.bound(factor.type.low) or 0, c.bound(factor.type.high) or 0
            found.append((low, high - low + 1))
    return found


def member_with(c: Context, kind: str, args: list[E], span: ast.Span) -> E:
    """The member of a product with these factors; none if a number that is computed is beyond its bounds."""
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
    args = [coerce.expect(c, a, w, f"`{f.name}`") for a, w, f in zip(args, wanted, factors)]
    sizes = sizes_of(c, kind)
    for a, f, (low, size) in zip(args, factors, sizes):
        if (
            isinstance(a, Const)
            and a.type.name == "number"
            and f.type is not None
            and not low <= a.value < low + size
        ):
            c.report("RW304", f"{f.name} is between {low} and {low + size - 1}", a.span, "mend the number")
            return const(0, t.kind(kind), span)
    known = [a.value for a in args if isinstance(a, Const)]
    if len(known) == len(args):
        number = 0
        for value, (low, size) in zip(known, sizes):
            number = number * size + value - low
        return const(number, t.kind(kind), span, list(c.game.kinds[kind].members)[number])
    if all(isinstance(a, Const) or f.type is None for a, f in zip(args, factors)):
        return member_number(kind, args, sizes, span)
    tests = [
        Compare(t.FLAG, "=", column(kind, f.name, w, span), a, span=span)
        for f, w, a in zip(factors, wanted, args)
    ]
    test: E = tests[0]
    for one in tests[1:]:
        test = And(t.FLAG, [test, one], span=span)
    members = Lib(t.many(t.kind(kind)), "members", [], kind, span=span)
    return Query(t.maybe(t.kind(kind)), "first", "one_of_them", members, test, span=span)


def column(kind: str, name: str, type: t.Type, span: ast.Span) -> E:
    """A column of the member that a search for a member goes through."""
    return ColumnOf(type, kind, name, Local(t.kind(kind), "one_of_them", span=span), span=span)


def member_number(kind: str, args: list[E], sizes: list[tuple[int, int]], span: ast.Span) -> E:
    """The number of a member from the numbers of its factors, the last of which counts up first."""
    number: E | None = None
    for place, (a, (low, _)) in enumerate(zip(args, sizes)):
        each = prod(size for _, size in sizes[place + 1 :])
        if isinstance(a, Const):
            part: E = Const(t.NUMBER, (a.value - low) * each, span=span)
        else:
            part = Math(t.NUMBER, "*", a, Const(t.NUMBER, each, span=span), span=span)
        number = part if number is None else Math(t.NUMBER, "+", number, part, span=span)
    assert number is not None
    return replace(number, type=t.kind(kind), span=span)
