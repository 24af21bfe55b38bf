"""What is known at compile time: figures of members, and defines that give the same in every position."""

from __future__ import annotations

from dataclasses import replace

from ..typed import types as t
from ..typed.expr import And, CallExpr, ColumnOf, Const, Field, In, Local, This, You, figure, present
from ..typed.tree import E, Result
from ..typed.types import NONE_VALUE
from .constant_tables import ConstantTable, PartialTable, Possible
from .lookups import CheckedCall, PartlyConstant, PossibleMembers, TableEntry
from .lowering import Lowering

# What is read where it stands: an argument of a call that costs nothing.
READY = (Const, Local, You, This, Field, ColumnOf, TableEntry)


def folded(c: Lowering, e: E) -> E:
    """The figure, or the table, that stands for an expression; most stand for themselves."""
    if isinstance(e, ColumnOf):
        return constant_column(c, e)
    if not isinstance(e, CallExpr):
        return e
    if (known := c.known.get(e.name)) is not None:
        return constant_lookup(c, e, known)
    if (possible := c.possible.get(e.name)) is not None:
        return asked_of_possible(e, possible)
    if (mostly := c.mostly.get(e.name)) is not None:
        return partly_looked_up(c, e, mostly)
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


def constant_lookup(c: Lowering, e: CallExpr, known: ConstantTable) -> E:
    """The place of a table that holds what a define gives; its figure, if the members are named."""
    args = [folded(c, a) for a in (e.parts[1:] if known.function.uses_this else e.parts[2:]) if a is not None]
    if len(args) != len(known.kinds) or any(
        a.type.optional and not known.takes_none(i) for i, a in enumerate(args)
    ):
        return e
    if known.column is not None:
        column = known.column
        return constant_column(c, replace(column, member=args[0], span=e.span))
    if known.same and c.opens:
        return known.figure(next(iter(known.values)))
    if c.opens and all(isinstance(a, Const) for a in args):
        return known.figure(tuple(map(figure, args)))
    return TableEntry(e.type, known.name, args, span=e.span)


def asked_of_possible(e: CallExpr, possible: Possible) -> E:
    """A test whose arguments are not computed for members of which it cannot hold."""
    if isinstance(e, CheckedCall) or all(a is None or isinstance(a, READY) for a in e.parts):
        return e
    member = present(e.parts[possible.place])
    some = PossibleMembers(t.many(member.type), possible.name)
    asked = checked(e)
    return And(t.FLAG, [In(t.FLAG, member, some), asked], span=e.span)


def partly_looked_up(c: Lowering, e: CallExpr, mostly: PartialTable) -> E:
    """What a table gives of most members; a define is called for the others."""
    member = e.parts[mostly.place]
    if isinstance(e, CheckedCall) or not c.opens or member is None or member.type.optional:
        return e
    if any(a is not None and not isinstance(a, READY) for a in e.parts):
        return e
    asked = checked(e)
    return PartlyConstant(e.type, TableEntry(e.type, mostly.name, [member]), asked, span=e.span)


def checked(e: CallExpr) -> CheckedCall:
    """A call behind its table."""
    return CheckedCall(e.type, e.name, e.subject, e.this, e.arguments, span=e.span)


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
