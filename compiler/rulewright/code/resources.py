"""Resources: how much of one there is, whether a price can be paid, and how amounts change."""

from __future__ import annotations

from typing import TypeGuard

from ..plan.mixes_together import shared, together
from ..typed import tree as typed
from ..typed.expr import Bundle, IfExpr, Lib, Local, is_lib
from ..typed.tree import E
from . import tree as code
from .lowering import Lowering, expr, ids, library, local
from .none_checks import checked_for_none
from .tree import (
    POSITION_LOCAL,
    Assign,
    Binary,
    Call,
    Do,
    Expr,
    Index,
    Statement,
    number,
    runtime,
    text,
    when,
)
from .types import BUNDLE, FLAG, NUMBER


def stock(c: Lowering, resource: str, who: Expr) -> Expr:
    """How much of a resource somebody has."""
    r = c.game.resources[resource]
    if r.of:
        return total([stock(c, x, who) for x in r.of])
    if "stock" in r.functions:
        return Call(c.plan.names[r.functions["stock"]], (POSITION_LOCAL, who), type=NUMBER)
    return code.Field(r.field.attribute, who, type=NUMBER) if r.field is not None else number(0)


def total(amounts: list[Expr]) -> Expr:
    """A sum of amounts."""
    found = amounts[0]
    for amount in amounts[1:]:
        found = Binary("+", found, amount, type=NUMBER)
    return found


def enough(held: Expr, needed: Expr) -> Expr:
    """Whether there is as much as is needed."""
    return Binary(">=", held, needed, type=FLAG)


def conjunction(tests: list[Expr]) -> Expr:
    """All of some tests; yes, if there are none."""
    return code.all_of(tests) or code.YES


# ---------------------------------------------------------------- prices


@library("payable")
def payable(c: Lowering, e: Lib) -> Expr:
    """Whether somebody can pay a bundle."""
    who, bundle = expr(c, e.arg(0)), e.arg(1)
    if isinstance(bundle, Bundle):
        parts = [(r, expr(c, a)) for r, a in zip(bundle.resources, bundle.amounts) if a is not None]
        tests = [enough(stock(c, r, who), a) for r, a in parts]
        return conjunction([*tests, *enough_together(c, who, dict(parts))])
    name = bundle.name if isinstance(bundle, Local) else ""
    support = [r for r in c.resources if r in c.supports.get(name, c.resources)]
    if isinstance(bundle, Local) and len(support) <= 3:
        price = local(bundle.name, BUNDLE)
        places = [(r, number(c.resources.index(r))) for r in support]
        return conjunction([enough(stock(c, r, who), Index(price, i, type=NUMBER)) for r, i in places])
    if (
        isinstance(bundle, IfExpr)
        and isinstance(bundle.value, Bundle)
        and isinstance(bundle.otherwise, Bundle)
    ):
        this, other = (Lib(e.type, e.name, [e.arg(0), x]) for x in (bundle.value, bundle.otherwise))
        return expr(c, IfExpr(e.type, bundle.test, this, other))
    if is_multiple(bundle):
        return payable_multiple(c, who, bundle)
    return Call("payable", (POSITION_LOCAL, who, expr(c, bundle)), type=FLAG, place=e.span)


def payable_multiple(c: Lowering, who: Expr, bundle: Lib) -> Expr:
    """Whether somebody can pay a bundle and so many times another one, without making the sum."""
    scaled = bundle.arg(1)
    assert isinstance(scaled, Lib)
    terms = [bundle.arg(0), scaled.arg(0), scaled.arg(1)]
    of = held(c, terms[0]) | held(c, terms[2])
    made = [expr(c, x) for x in terms]
    c.needs.multiples |= of
    return Call("payable_with", (POSITION_LOCAL, who, *made), type=FLAG, place=bundle.span)


def with_more(price: Expr, times: Expr, more: Expr, place: int) -> Expr:
    """An amount of a bundle and so many times another one."""
    rest = Binary("*", times, Index(more, number(place), type=NUMBER), type=NUMBER)
    return Binary("+", Index(price, number(place), type=NUMBER), rest, type=NUMBER)


def enough_together(c: Lowering, who: Expr, amounts: dict[str, Expr]) -> list[Expr]:
    """Parts of a price that draw on the same resources must be there together."""
    tests: list[Expr] = []
    for some in shared(c.game, tuple(amounts)):
        there = total([stock(c, r, who) for r in together(c.game, some)])
        tests.append(enough(there, total([amounts[r] for r in some])))
    return tests


def held(c: Lowering, bundle: E) -> set[str]:
    """The resources that a bundle can hold."""
    known = c.supports.get(bundle.name) if isinstance(bundle, Local) else None
    return c.effects.support(bundle) if known is None else known


def is_multiple(e: E) -> TypeGuard[Lib]:
    """A bundle and so many times another one."""
    return is_lib(e, "add_bundles") and is_lib(e.arg(1), "scale_bundle")


@library("bundle_of")
def bundle_of(c: Lowering, e: Lib) -> Expr:
    """One of a resource, as a bundle."""
    return runtime("bundle_of", expr(c, e.arg(0)), number(len(c.resources)), type=BUNDLE)


@library("amount_in")
def amount_in(c: Lowering, e: Lib) -> Expr:
    """How much of a resource a bundle holds."""
    return Index(expr(c, e.arg(0)), expr(c, e.arg(1)), type=NUMBER, place=e.span)


# ---------------------------------------------------------------- changes


def gain(c: Lowering, s: typed.S) -> list[Statement]:
    """What somebody gains, pays or loses."""
    assert isinstance(s, typed.Gain)
    who, rule = expr(c, s.who), ids(s.sources) or c.rule
    if not isinstance(s.amount, Bundle):
        args = (
            POSITION_LOCAL,
            who,
            checked_for_none(c, s.amount, expr(c, s.amount)),
            *((text(rule),) if s.verb == "pay" else ()),
        )
        return [Do(Call(f"{s.verb}_bundle", args))]
    parts = [(r, expr(c, a)) for r, a in zip(s.amount.resources, s.amount.amounts) if a is not None]
    made: list[Statement] = []
    if s.verb == "pay":
        made += [can_pay(c, r, a, who, rule) for r, a in parts]
    for (r, a), e in zip(parts, (a for a in s.amount.amounts if a is not None)):
        made.append(change(c, s.verb, r, checked_for_none(c, e, a), who))
    return made


def can_pay(c: Lowering, resource: str, amount: Expr, who: Expr, rule: str) -> Statement:
    """Fails if there is less of a resource than must be paid."""
    reason = text(f"not enough {c.game.resources[resource].label}")
    return when(Binary("<", stock(c, resource, who), amount, type=FLAG), code.Fail(reason, text(rule)))


def change(c: Lowering, verb: str, resource: str, amount: Expr, who: Expr) -> Statement:
    """Changes how much there is of a resource, by its own rules if it has some."""
    r, names = c.game.resources[resource], c.plan.names
    if verb == "gain":
        if "room" in r.functions:
            room = Call(names[r.functions["room"]], (POSITION_LOCAL, who), type=NUMBER)
            amount = Call("min", (amount, room), "language", type=NUMBER)
        if "gained" in r.functions:
            return Do(Call(names[r.functions["gained"]], (POSITION_LOCAL, who, amount)))
        return Assign(counter(c, resource, who), amount, "+=")
    if verb == "lose":
        amount = Call("min", (amount, stock(c, resource, who)), "language", type=NUMBER)
    if "paid" in r.functions:
        return Do(Call(names[r.functions["paid"]], (POSITION_LOCAL, who, amount)))
    return Assign(counter(c, resource, who), amount, "-=")


def counter(c: Lowering, resource: str, who: Expr) -> code.Field:
    """Where the amount of a resource is kept."""
    r = c.game.resources[resource]
    return code.Field(r.field.attribute if r.field is not None else resource, who, type=NUMBER)
