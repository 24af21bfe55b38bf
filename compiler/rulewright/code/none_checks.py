"""Figures and amounts with which something is done: none among them makes the rules fail there."""

from __future__ import annotations

from ..typed import tree as typed
from ..typed.expr import Bundle, CallExpr, IfExpr, Lib, Math, Minus
from ..typed.tree import E
from ..typed.types import Type
from .lowering import Lowering
from .tree import Expr, runtime

RECKONED = (Math, Minus, Bundle, IfExpr)  # what is none if a part of it is


def checked_for_none(c: Lowering, e: E, made: Expr) -> Expr:
    """A figure or an amount, tested where it may be none."""
    return runtime("not_none", made, type=made.type) if may_hold_none(e, c.plan.signatures) else made


def argument_checked_for_none(c: Lowering, e: E, wanted: Type, made: Expr) -> Expr:
    """An argument: a rule that reckons with a number, as those that pay a mix do, is never given none."""
    plain = wanted.name == "number" and not wanted.optional
    return checked_for_none(c, e, made) if plain and e.type.optional else made


def may_hold_none(e: E, functions: dict[str, typed.Function]) -> bool:
    """Whether a figure or an amount may be none, or what it is reckoned from may, also in the defines that give it."""
    seen: set[str] = set()
    pending = [e]
    while pending:
        x = pending.pop()
        if x.type.name == "number" and x.type.optional:
            return True
        if isinstance(x, CallExpr) and x.name in functions and x.name not in seen:
            seen.add(x.name)
            pending += [s.value for s in functions[x.name].body if isinstance(s, typed.Result)]
        elif isinstance(x, RECKONED) or (isinstance(x, Lib) and x.name.endswith(("_bundle", "_bundles"))):
            pending += [a for a in x.parts if a is not None]
    return False
