"""Resources as values: an amount of one that is known only in play, the amount in a bundle, what there is of one."""

from __future__ import annotations

from collections.abc import Callable

from ..diagnostics import suggest
from ..surface import ast
from . import types as t
from .context import Scope
from .tree import E
from .wanted import Wanted, const


class Amounts(Wanted):
    def local_name(self, name: str, span: ast.Span, scope: Scope) -> E | None:
        raise NotImplementedError

    def global_name(self, name: str, args: list[E] | None, span: ast.Span, scope: Scope) -> E | None:
        raise NotImplementedError

    def quantity(self, e: ast.Quantity, scope: Scope) -> E:
        """`3 coin`; and `3 r`, where r holds a resource."""
        amount = self.number(e.amount, scope)
        held = self.held_resource(e, scope)
        if held is not None:
            one = E("lib", t.BUNDLE, [held], "bundle_of", span=e.unit_span)
            return E("lib", t.BUNDLE, [amount, one], "scale_bundle", span=e.span)
        unit = self.resource_called(e.unit)
        if unit is None:
            near = suggest(e.unit, list(self.game.resources))
            hint = f"did you mean `{near}`?" if near else "did you forget a comma or an operator?"
            if e.unit in self.player:
                holds = self.player[e.unit].type.name == "resource"
                hint = f"declare `resource {e.unit}`" if holds else f"perhaps `your {e.unit}` is meant"
            self.report("RW310", f"`{e.unit}` is not a resource", e.unit_span, hint)
            return E("bundle", t.UNKNOWN, [], data=(), span=e.span)
        self.used.add(unit)
        return E("bundle", t.BUNDLE, [amount], data=(unit,), span=e.span)

    def held_resource(self, e: ast.Quantity, scope: Scope) -> E | None:
        """A name that holds a resource; a local may bear a resource's own name."""
        found = self.local_name(e.unit, e.unit_span, scope)
        if found is not None:
            if found.type.name == "unknown":
                return found
            return found if found.type.name == "resource" else None
        symbol = self.game.symbols.get(e.unit)
        if symbol is None or symbol.category not in ("field", "function"):
            return None
        if symbol.category == "function" and self.game.functions[e.unit].category != "define":
            return None
        found = self.global_name(e.unit, None, e.unit_span, scope)
        return found if found is not None and found.type.name in ("resource", "unknown") else None

    def resource_called(self, name: str) -> str | None:
        """The resource of that name, in the singular or the plural."""
        if name in self.game.resources:
            return name
        return next((r.name for r in self.game.resources.values() if r.plural == name), None)

    def resource_const(self, name: str, span: ast.Span) -> E:
        self.used.add(name)
        return const(list(self.game.resources).index(name), t.RESOURCE, span, name)

    def amount_in(self, bundle: E, resource: E, span: ast.Span) -> E:
        """`cost.coin`, `cost(r)`: how much of a resource a bundle holds."""
        resource = self.expect(resource, t.RESOURCE, "the resource in question")
        return E("lib", t.NUMBER, [bundle, resource], "amount_in", span=span)

    def parts_of(self, e: ast.Expr, scope: Scope) -> E | None:
        """`material` as a collection: the resources of which it is a mix."""
        if not isinstance(e, ast.Name) or e.name in scope.names or e.name not in self.game.resources:
            return None
        parts = [p for p in self.game.resources[e.name].of if p in self.game.resources]
        self.used.add(e.name)
        made: list[E | None] = [self.resource_const(p, e.span) for p in parts]
        return E("list", t.many(t.RESOURCE), made, span=e.span) if made else None

    def by_resource(self, resource: E, span: ast.Span, figure: Callable[[str], E]) -> E:
        """A figure of whichever resource it is: one case for each of them."""
        names = [n for n, r in self.game.resources.items() if not r.of]
        found = figure(names[-1])
        for name in reversed(names[:-1]):
            test = E("compare", t.FLAG, [resource, self.resource_const(name, span)], "=", span=span)
            found = E("if", t.NUMBER, [test, figure(name), found], span=span)
        return found
