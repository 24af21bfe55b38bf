"""Calls of defines, and rules that are kept as values."""

from __future__ import annotations

from ...surface import ast
from .. import types as t
from ..context import Context, Scope, Signature, several
from ..expr import CallExpr, Const, Get, Item, RuleValue, const
from ..tree import E
from . import amounts, coerce


def call(
    c: Context, sig: Signature, who: E | None, this: E | None, args: list[E], span: ast.Span, scope: Scope
) -> E:
    """The call of a define, or a rule, event or action as a value."""
    f = sig.function
    if f.category in ("rule", "event", "action"):
        return effect(c, sig, who, this, args, span, scope)
    if args and not f.params:  # a computed list or map is read like a stored one
        found = CallExpr(sig.result, sig.key, subject(c, sig, who, span, scope), this, span=span)
        return index(c, found, args, span)
    check_arguments(c, sig, args, span)
    return CallExpr(sig.result, sig.key, subject(c, sig, who, span, scope), this, list(args), span=span)


def subject(c: Context, sig: Signature, who: E | None, span: ast.Span, scope: Scope) -> E | None:
    """The player to whom a function speaks, or None if it speaks to nobody."""
    c.depends_on(sig)
    if not sig.uses_you:
        return None
    return who if who is not None else coerce.you(c, scope, span)


def check_arguments(c: Context, sig: Signature, args: list[E], span: ast.Span) -> None:
    """Reports a wrong number of arguments, and lets the parameters take their types."""
    f = sig.function
    if len(args) != len(f.params):
        names = ", ".join(p for p, _ in f.params)
        wanted = f"{f.name}({names})" if names else f"{f.name} without arguments"
        c.report(
            "RW217",
            f"{f.name} takes {several(len(f.params), 'value')}, not {len(args)}",
            span,
            f"write `{wanted}`",
        )
    for i, a in enumerate(args[: len(f.params)]):
        c.grow_param(sig, i, a.type, a.span)


def effect(
    c: Context, sig: Signature, who: E | None, this: E | None, args: list[E], span: ast.Span, scope: Scope
) -> E:
    """A rule named where a value is wanted: carried out later by `perform`."""
    check_arguments(c, sig, args, span)
    c.depends_on(sig)
    if who is not None or this is not None or any(not isinstance(a, Const) for a in args):
        c.report(
            "RW306",
            "a rule kept as a value needs constant arguments",
            span,
            f"call {sig.function.name} on a line of its own",
        )
    return RuleValue(t.EFFECT, sig.key, list(args), span=span)


def index(c: Context, target: E, args: list[E], span: ast.Span) -> E:
    """`tiles(round)`, `amounts(p)`: an element of a list by its number, or of a map by its key."""
    if target.type.name == "unknown":
        return Const(t.UNKNOWN, 0, span=span)
    if target.type.name == "bundle" and len(args) == 1:
        return amounts.amount_in(c, target, args[0], span)
    if len(args) != 1 or not target.type.is_many:
        few = target.type.is_many
        text = (
            f"one value finds an element, not {len(args)}"
            if few
            else f"this is {target.type}, neither a list nor a map"
        )
        c.report("RW215", text, span, "give one number or key" if few else "read it without parentheses")
        return const(0, t.UNKNOWN, span)
    if target.type.name == "map" and target.type.key is not None and target.type.key.name == "pair":
        c.report(
            "RW217",
            "a map of pairs is read with 2 values, not 1",
            span,
            "name it with both, as in `f(a, b)`",
        )
        return const(0, t.UNKNOWN, span)
    if target.type.name == "map":
        return Get(target.type.item, target, args[0], span=span)
    coerce.expect(c, args[0], t.NUMBER, "the place in the list")
    return Item(target.type.item, target, args[0], span=span)
