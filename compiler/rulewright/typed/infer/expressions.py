"""Types of expressions: every name becomes a local, a field, a call, a constant; every place gets its type."""

from __future__ import annotations

from ...surface import ast
from ...surface.parse import parse_label
from .. import types as t
from ..context import Context, Scope
from ..expr import And, Const, Minus, Not, Or, Range, Text, const
from ..tree import E
from . import access, amounts, coerce, names, operators
from .arguments import Args, Named
from .library import LIBRARY


def expr(c: Context, e: ast.Expr, scope: Scope) -> E:
    """An expression with the type of each of its parts."""
    if isinstance(e, ast.Number):
        return Const(t.NUMBER, e.value, span=e.span)
    if isinstance(e, ast.Name):
        return names.name(c, e, scope)
    if isinstance(e, ast.Your):
        return access.of_player(c, coerce.you(c, scope, e.span), e.name, None, e.span, scope)
    if isinstance(e, ast.MemberOf):
        return access.member_of(c, e, None, scope)
    if isinstance(e, ast.Apply):
        return names.apply(c, e, scope)
    if isinstance(e, ast.Compare):
        return operators.compare(c, e, scope)
    if isinstance(e, ast.Arithmetic):
        return operators.arithmetic(c, e, scope)
    if isinstance(e, ast.Quantity):
        return amounts.quantity(c, e, scope)
    if isinstance(e, ast.Query):
        return operators.query(c, e, scope)
    if isinstance(e, ast.Fold):
        return operators.fold(c, e, scope)
    if isinstance(e, (ast.Both, ast.Either)):
        of = And if isinstance(e, ast.Both) else Or
        return of(t.FLAG, [coerce.flag(c, e.left, scope), coerce.flag(c, e.right, scope)], span=e.span)
    if isinstance(e, ast.Negate):
        return Not(t.FLAG, coerce.flag(c, e.value, scope), span=e.span)
    if isinstance(e, ast.Conditional):
        return operators.conditional(c, e, scope)
    if isinstance(e, ast.Listing):
        return operators.listing(c, e.items, e.span, scope)
    if isinstance(e, ast.Range):
        low, high = coerce.number(c, e.low, scope), coerce.number(c, e.high, scope)
        return Range(t.many(t.NUMBER), low, high, span=e.span)
    if isinstance(e, ast.Minus):
        value = coerce.number(c, e.value, scope)
        if isinstance(value, Const):
            return const(-value.value, t.NUMBER, e.span)
        return Minus(t.NUMBER, value, span=e.span)
    return text(c, e, scope)


def text(c: Context, e: ast.Text, scope: Scope) -> E:
    """A text with its holes typed."""
    parts, problems = parse_label(e.value, e.span)
    if c.final:
        c.diagnostics.extend(problems)
    texts: list[str | None] = []
    holes: list[E] = []
    for part in parts:
        if isinstance(part, str):
            texts.append(part)
        else:
            texts.append(None)
            holes.append(expr(c, part, scope))
    return Text(t.TEXT, texts, holes, e.value, span=e.span)


def library(c: Context, name: str, args: Args, named: Named, span: ast.Span, scope: Scope) -> E:
    """The call of a function of the library, by its handler."""
    return LIBRARY[name](c, args, named, span, scope)
