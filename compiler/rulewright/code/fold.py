"""What is known before play: figures of members, and defines that give the same in every position."""

from __future__ import annotations

from ..typed import types as t
from ..typed.tree import E, Result
from ..typed.types import NONE_VALUE
from .known import Known, Mostly, Possible
from .lowering import Lowering

# What is read where it stands: an argument of a call that costs nothing.
READY = ("const", "local", "you", "this", "field", "column", "known")


def folded(c: Lowering, e: E) -> E:
    """The figure, or the table, that stands for an expression; most stand for themselves."""
    if e.op == "column":
        return known_column(c, e)
    if e.op != "call":
        return e
    if (known := c.known.get(e.name)) is not None:
        return looked_up_known(c, e, known)
    if (possible := c.possible.get(e.name)) is not None:
        return asked_of_possible(e, possible)
    if (mostly := c.mostly.get(e.name)) is not None:
        return mostly_looked_up(c, e, mostly)
    return named_figure(c, e)


def known_column(c: Lowering, e: E) -> E:
    """The figure of a member that is named."""
    column = c.game.kinds[e.data].columns[e.name]
    member = folded(c, e.arg(0))
    if not column.constant or member.op != "const" or member.data == NONE_VALUE or not c.opens:
        return e
    found: E | None = column.cells[member.data]
    if found is None or found.op != "const" or found.type.name not in ("number", "flag", "kind"):
        return e
    return found


def looked_up_known(c: Lowering, e: E, known: Known) -> E:
    """The place of a table that holds what a define gives; its figure, if the members are named."""
    args = [folded(c, a) for a in (e.args[1:] if known.function.uses_this else e.args[2:]) if a is not None]
    if len(args) != len(known.kinds) or any(
        a.type.optional and not known.takes_none(i) for i, a in enumerate(args)
    ):
        return e
    if known.column is not None:
        column = known.column
        return known_column(c, E("column", column.type, [args[0]], column.name, column.data, e.span))
    if known.same and c.opens:
        return known.figure(next(iter(known.values)))
    if c.opens and all(a.op == "const" for a in args):
        return known.figure(tuple(a.data for a in args))
    return E("known", e.type, list(args), known.name, span=e.span)


def asked_of_possible(e: E, possible: Possible) -> E:
    """A test whose arguments are not worked out for members of which it cannot hold."""
    if e.data == "possible" or all(a is None or a.op in READY for a in e.args):
        return e
    member = e.arg(possible.place)
    some = E("possible", t.many(member.type), name=possible.name)
    asked = E("call", e.type, e.args, e.name, "possible", e.span)
    return E("and", t.FLAG, [E("in", t.FLAG, [member, some]), asked], span=e.span)


def mostly_looked_up(c: Lowering, e: E, mostly: Mostly) -> E:
    """What a table gives of most members; a define is called for the others."""
    member = e.args[mostly.place]
    if e.data == "asked" or not c.opens or member is None or member.type.optional:
        return e
    if any(a is not None and a.op not in READY for a in e.args):
        return e
    asked = E("call", e.type, e.args, e.name, "asked", e.span)
    return E("mostly", e.type, [E("known", e.type, [member], mostly.name), asked], span=e.span)


def named_figure(c: Lowering, e: E) -> E:
    """A figure for a define without parameters that only names one."""
    while e.op == "call" and len(e.args) == 2:
        f = c.plan.signatures[e.name]
        if len(f.body) != 1 or not isinstance(f.body[0], Result) or f.body[0].test is not None:
            return e
        value = f.body[0].value
        simple = ("const",) if c.places else ("const", "call")
        if value.op not in simple or f.uses_you or e.args[1] is not None:
            return e
        e = E(value.op, value.type, value.args, value.name, value.data, e.span)
    return e
