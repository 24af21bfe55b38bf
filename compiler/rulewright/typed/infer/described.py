"""Pieces by their fields, in examples: `card(clubs, 3)` is the first such card, `card(rank: 3)` any with that rank."""

from __future__ import annotations

from typing import TypeGuard

from ...diagnostics import suggest
from ...surface import ast
from .. import types as t
from ..context import Context, Scope, several
from ..expr import And, Compare, Local, Not, Pieces, Query
from ..tree import E
from . import access, coerce, expressions


def piece_with(c: Context, piece: str, e: ast.Apply, scope: Scope) -> E:
    """The first piece that has these values in its fields, or none."""
    infos = c.pieces[piece]
    c.used.add(piece)
    if len(e.args) > len(infos):
        message = f"{piece} has {several(len(infos), 'field')}, not {len(e.args)}"
        c.report("RW217", message, e.span, f"its fields: {', '.join(infos) or 'none'}")
    type = t.piece(piece)
    local = scope.inner().bind(piece, type)
    test: E | None = None
    for name, value in [*zip(infos, e.args), *e.named]:
        if name not in infos:
            near = suggest(name, list(infos))
            hint = f"did you mean `{near}`?" if near else f"its fields: {', '.join(infos) or 'none'}"
            c.report("RW216", f"{piece} has no field `{name}`", value.span, hint)
            continue
        wanted = coerce.expect(c, expressions.expr(c, value, scope), infos[name].type, f"`{name}`")
        found = access.read(c, infos[name], Local(type, local, span=e.span), None, e.span)
        one = Compare(t.FLAG, "=", found, wanted, span=value.span)
        test = one if test is None else And(t.FLAG, [test, one], span=e.span)
    pieces = Pieces(t.many(type), piece, span=e.span)
    return Query(t.maybe(type), "first", local, pieces, test, span=e.span)


def any_like(described: Query, where: E, negated: bool) -> E:
    """Whether a piece of some is one that is described so."""
    span = described.span
    found = Query(t.FLAG, "any", described.variable, where, described.where, span=span)
    return Not(t.FLAG, found, span=span) if negated else found


def is_described(e: E) -> TypeGuard[Query]:
    """Whether a value is a piece by its fields."""
    return isinstance(e, Query) and e.quantifier == "first" and isinstance(e.source, Pieces)
