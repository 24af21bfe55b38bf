"""Calls of defines, and rules that are kept as values."""

from __future__ import annotations

from ..surface import ast
from . import types as t
from .amounts import Amounts
from .context import Scope, Signature, several
from .tree import E
from .wanted import const


class Calls(Amounts):
    def call(
        self, sig: Signature, who: E | None, this: E | None, args: list[E], span: ast.Span, scope: Scope
    ) -> E:
        f = sig.function
        if f.category in ("rule", "event", "action"):
            return self.effect(sig, who, this, args, span, scope)
        if args and not f.params:  # a computed list or map is read like a stored one
            found = E("call", sig.result, [self.subject(sig, who, span, scope), this], sig.key, None, span)
            return self.index(found, args, span)
        self.check_arguments(sig, args, span)
        return E("call", sig.result, [self.subject(sig, who, span, scope), this, *args], sig.key, None, span)

    def subject(self, sig: Signature, who: E | None, span: ast.Span, scope: Scope) -> E | None:
        sig.callers.add(self.current)
        if not sig.uses_you:
            return None
        return who if who is not None else self.you(scope, span)

    def check_arguments(self, sig: Signature, args: list[E], span: ast.Span) -> None:
        f = sig.function
        if len(args) != len(f.params):
            names = ", ".join(p for p, _ in f.params)
            wanted = f"{f.name}({names})" if names else f"{f.name} without arguments"
            self.report(
                "RW217",
                f"{f.name} takes {several(len(f.params), 'value')}, not {len(args)}",
                span,
                f"write `{wanted}`",
            )
        for i, a in enumerate(args[: len(f.params)]):
            self.grow_param(sig, i, a.type, a.span)

    def effect(
        self, sig: Signature, who: E | None, this: E | None, args: list[E], span: ast.Span, scope: Scope
    ) -> E:
        """A rule named where a value is wanted: carried out later by `perform`."""
        self.check_arguments(sig, args, span)
        sig.callers.add(self.current)
        if who is not None or this is not None or any(a.op != "const" for a in args):
            self.report(
                "RW306",
                "a rule kept as a value needs constant arguments",
                span,
                f"call {sig.function.name} on a line of its own",
            )
        return E("effect", t.EFFECT, list(args), sig.key, None, span)

    def index(self, target: E, args: list[E], span: ast.Span) -> E:
        """`tiles(round)`, `amounts(p)`: an element of a list by its number, or of a map by its key."""
        if target.type.name == "unknown":
            return E("const", t.UNKNOWN, data=0, span=span)
        if target.type.name == "bundle" and len(args) == 1:
            return self.amount_in(target, args[0], span)
        if len(args) != 1 or not target.type.is_many:
            few = target.type.is_many
            text = (
                f"one value finds an element, not {len(args)}"
                if few
                else f"this is {target.type}, neither a list nor a map"
            )
            self.report(
                "RW215", text, span, "give one number or key" if few else "read it without parentheses"
            )
            return const(0, t.UNKNOWN, span)
        if target.type.name == "map" and target.type.key is not None and target.type.key.name == "pair":
            self.report(
                "RW217",
                "a map of pairs is read with 2 values, not 1",
                span,
                "name it with both, as in `f(a, b)`",
            )
            return const(0, t.UNKNOWN, span)
        if target.type.name == "map":
            return E("get", target.type.item, [target, args[0]], span=span)
        self.expect(args[0], t.NUMBER, "the place in the list")
        return E("item", target.type.item, [target, args[0]], span=span)
