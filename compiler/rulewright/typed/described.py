"""Pieces by their fields, in examples: `card(clubs, 3)` is the first such card, `card(rank: 3)` any with that rank."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..diagnostics import suggest
from ..surface import ast
from . import types as t
from .context import Scope, several
from .tree import E

if TYPE_CHECKING:
    from .names import Names


def piece_with(c: Names, piece: str, e: ast.Apply, scope: Scope) -> E:
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
        wanted = c.expect(c.expr(value, scope), infos[name].type, f"`{name}`")
        found = c.read(infos[name], E("local", type, name=local, span=e.span), None, e.span)
        one = E("compare", t.FLAG, [found, wanted], "=", span=value.span)
        test = one if test is None else E("and", t.FLAG, [test, one], span=e.span)
    pieces = E("pieces", t.many(type), name=piece, span=e.span)
    return E("query", t.maybe(type), [pieces, test, None], local, "first", e.span)


def any_like(described: E, where: E, negated: bool) -> E:
    """Whether a piece of some is one that is described so."""
    span = described.span
    found = E("query", t.FLAG, [where, described.args[1], None], described.name, "any", span)
    return E("not", t.FLAG, [found], span=span) if negated else found


def is_described(e: E) -> bool:
    """Whether a value is a piece by its fields."""
    return e.op == "query" and e.data == "first" and e.arg(0).op == "pieces"
