"""Resources as values: an amount of one that is known only in play, the amount in a bundle, what there is of one."""

from __future__ import annotations

from collections.abc import Callable

from ...diagnostics import suggest
from ...surface import ast
from .. import types as t
from ..context import Context, Scope
from ..expr import Bundle, Compare, IfExpr, Lib, ListOf, const
from ..tree import E
from . import coerce, names


def quantity(c: Context, e: ast.Quantity, scope: Scope) -> E:
    """`3 coin`; and `3 r`, where r holds a resource."""
    amount = coerce.number(c, e.amount, scope)
    held = held_resource(c, e, scope)
    if held is not None:
        one = Lib(t.BUNDLE, "bundle_of", [held], span=e.unit_span)
        return Lib(t.BUNDLE, "scale_bundle", [amount, one], span=e.span)
    unit = resource_called(c, e.unit)
    if unit is None:
        near = suggest(e.unit, list(c.game.resources))
        hint = f"did you mean `{near}`?" if near else "did you forget a comma or an operator?"
        if e.unit in c.player:
            holds = c.player[e.unit].type.name == "resource"
            hint = f"declare `resource {e.unit}`" if holds else f"perhaps `your {e.unit}` is meant"
        c.report("RW310", f"`{e.unit}` is not a resource", e.unit_span, hint)
        return Bundle(t.UNKNOWN, (), [], span=e.span)
    c.used.add(unit)
    return Bundle(t.BUNDLE, (unit,), [amount], span=e.span)


def held_resource(c: Context, e: ast.Quantity, scope: Scope) -> E | None:
    """A name that holds a resource; a local may bear a resource's own name."""
    found = names.local_name(c, e.unit, e.unit_span, scope)
    if found is not None:
        if found.type.name == "unknown":
            return found
        return found if found.type.name == "resource" else None
    symbol = c.game.symbols.get(e.unit)
    if symbol is None or symbol.category not in ("field", "function"):
        return None
    if symbol.category == "function" and c.game.functions[e.unit].category != "define":
        return None
    found = names.global_name(c, e.unit, None, e.unit_span, scope)
    return found if found is not None and found.type.name in ("resource", "unknown") else None


def resource_called(c: Context, name: str) -> str | None:
    """The resource of that name, in the singular or the plural."""
    if name in c.game.resources:
        return name
    return next((r.name for r in c.game.resources.values() if r.plural == name), None)


def resource_const(c: Context, name: str, span: ast.Span) -> E:
    """A resource as a constant."""
    c.used.add(name)
    return const(list(c.game.resources).index(name), t.RESOURCE, span, name)


def amount_in(c: Context, bundle: E, resource: E, span: ast.Span) -> E:
    """`cost.coin`, `cost(r)`: how much of a resource a bundle holds."""
    resource = coerce.expect(c, resource, t.RESOURCE, "the resource in question")
    return Lib(t.NUMBER, "amount_in", [bundle, resource], span=span)


def parts_of(c: Context, e: ast.Expr, scope: Scope) -> E | None:
    """`material` as a collection: the resources of which it is a mix."""
    if not isinstance(e, ast.Name) or e.name in scope.names or e.name not in c.game.resources:
        return None
    parts = [p for p in c.game.resources[e.name].of if p in c.game.resources]
    c.used.add(e.name)
    made: list[E] = [resource_const(c, p, e.span) for p in parts]
    return ListOf(t.many(t.RESOURCE), made, span=e.span) if made else None


def by_resource(c: Context, resource: E, span: ast.Span, figure: Callable[[str], E]) -> E:
    """A figure of whichever resource it is: one case for each of them."""
    names = [n for n, r in c.game.resources.items() if not r.of]
    found = figure(names[-1])
    for name in reversed(names[:-1]):
        test = Compare(t.FLAG, "=", resource, resource_const(c, name, span), span=span)
        found = IfExpr(t.NUMBER, test, figure(name), found, span=span)
    return found
