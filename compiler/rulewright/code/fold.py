"""What is known at compile time: figures of members that are named, and defines that only name a figure."""

from __future__ import annotations

from dataclasses import replace

from ..typed.expr import CallExpr, ColumnOf, Const
from ..typed.tree import E, Result
from ..typed.types import NONE_VALUE
from .lowering import Lowering


def folded(c: Lowering, e: E) -> E:
    """The figure that stands for an expression; most stand for themselves."""
    if isinstance(e, ColumnOf):
        return constant_column(c, e)
    if not isinstance(e, CallExpr):
        return e
    return named_figure(c, e)


def constant_column(c: Lowering, e: ColumnOf) -> E:
    """The figure of a member that is named."""
    column = c.game.kinds[e.kind].columns[e.name]
    member = folded(c, e.member)
    if not column.constant or not isinstance(member, Const) or member.value == NONE_VALUE or not c.opens:
        return e
    found: E | None = column.cells[member.value]
    if found is None or not isinstance(found, Const) or found.type.name not in ("number", "flag", "kind"):
        return e
    return found


def named_figure(c: Lowering, e: E) -> E:
    """A figure for a define without parameters that only names one."""
    while isinstance(e, CallExpr) and len(e.parts) == 2:
        f = c.plan.signatures[e.name]
        if len(f.body) != 1 or not isinstance(f.body[0], Result) or f.body[0].test is not None:
            return e
        value = f.body[0].value
        simple = (Const,) if c.places else (Const, CallExpr)
        if not isinstance(value, simple) or f.uses_you or e.this is not None:
            return e
        e = replace(value, span=e.span)
    return e
