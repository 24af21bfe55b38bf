"""A rule called on a line of its own."""

from __future__ import annotations

from ..diagnostics import suggest
from ..surface import ast
from ..surface.habits import instead_of
from . import tree
from . import types as t
from .blocks import Blocks
from .context import Scope, Signature
from .tree import E

ACTIONS_OF_THE_LIBRARY = ("end_game", "perform", "nothing", "reveal")


class RuleCalls(Blocks):
    def on_call(self, s: ast.Call, scope: Scope) -> tree.Block:
        call = self.rule_call(s.call, scope)
        return [tree.Call(s.span, s.sources, call)] if call is not None else []

    def rule_call(self, e: ast.Expr, scope: Scope) -> E | None:
        args: list[ast.Expr] = []
        named: list[tuple[str, ast.Expr]] = []
        target = e
        if isinstance(target, ast.Apply):
            args, named, target = target.args, target.named, target.target
        if isinstance(target, ast.MemberOf):
            return self.call_of(target, args, e, scope)
        if isinstance(target, ast.Your):
            self.report(
                "RW408",
                "this only names a value; it does nothing",
                e.span,
                "change it, as in `… += 1`, or remove the line",
            )
            return None
        if not isinstance(target, ast.Name):
            self.report(
                "RW408", "this does nothing", e.span, "begin the line with a verb or the name of a rule"
            )
            return None
        name = target.name
        if name == "nothing":
            return None
        if name == "base" and scope.base:
            return self.base_call([self.expr(a, scope) for a in args] if args else None, e.span, scope)
        if name in ACTIONS_OF_THE_LIBRARY and name not in self.game.symbols:
            return self.library_action(name, args, e.span, scope)
        if scope.this is not None and scope.this.type.name == "kind":
            key = f"{scope.this.type.of}.{name}"
            if key in self.signatures:
                values = [self.expr(a, scope) for a in args]
                return self.start(self.signatures[key], None, self.this(scope, e.span), values, e.span, scope)
        if name not in self.signatures:
            self.no_such_rule(name, target.span, scope)
            return None
        sig = self.signatures[name]
        self.used.add(name)
        values = [self.expr(a, scope) for a in args]
        if named:
            apply = ast.Apply(e.span, target, args, named)
            values = self.named_arguments(sig, values, apply, scope)
        return self.start(sig, None, None, values, e.span, scope)

    def no_such_rule(self, name: str, span: ast.Span, scope: Scope) -> None:
        if name in scope.names or name in self.game.symbols:
            self.report(
                "RW408",
                f"`{name}` is a value; it does nothing on its own",
                span,
                "change it, as in `… = …`, or remove the line",
            )
            return
        near = suggest(name, [*self.signatures, *ACTIONS_OF_THE_LIBRARY])
        hint = f"did you mean `{near}`?" if near else instead_of(name) or f"declare it: `rule {name}`"
        self.report("RW211", f"no rule is called `{name}`", span, hint)

    def call_of(self, target: ast.MemberOf, args: list[ast.Expr], e: ast.Expr, scope: Scope) -> E | None:
        who = self.expr(target.target, scope)
        values = [self.expr(a, scope) for a in args]
        if who.type.name == "player":
            if target.name in self.signatures:
                self.used.add(target.name)
                return self.start(self.signatures[target.name], who, None, values, e.span, scope)
            if target.name in self.player:
                self.report(
                    "RW408",
                    f"`{target.name}` is a field; naming it does nothing",
                    e.span,
                    "change it, as in `… += 1`, or remove the line",
                )
                return None
            self.no_such_rule(target.name, target.name_span, scope)
            return None
        if who.type.name == "kind":
            key = f"{who.type.of}.{target.name}"
            if key in self.signatures:
                return self.start(self.signatures[key], None, who, values, e.span, scope)
            near = suggest(target.name, list(self.game.kinds[who.type.of].functions))
            hint = f"did you mean `{near}`?" if near else f"declare `event {target.name}` in the kind"
            self.report("RW216", f"{who.type.of} has no rule `{target.name}`", target.name_span, hint)
        elif who.type.name != "unknown":
            self.report(
                "RW216", f"{who.type} has no rules", e.span, "rules belong to players and to members of kinds"
            )
        return None

    def start(
        self, sig: Signature, who: E | None, this: E | None, args: list[E], span: ast.Span, scope: Scope
    ) -> E | None:
        self.check_arguments(sig, args, span)
        if sig.function.category == "define":
            self.report(
                "RW408",
                f"`{sig.function.name}` is a define: it gives a value and does nothing",
                span,
                "use the value, or make it a rule",
            )
            return None
        return E("call", t.NOTHING, [self.subject(sig, who, span, scope), this, *args], sig.key, None, span)

    def library_action(self, name: str, args: list[ast.Expr], span: ast.Span, scope: Scope) -> E:
        values = [self.expr(a, scope) for a in args]
        if name == "perform":
            if len(values) != 1:
                self.report("RW217", "perform takes one rule", span, "as in `perform(card.effect)`")
            for v in values:
                self.expect(v, t.EFFECT, "what is performed")
            return E("lib", t.NOTHING, [self.you(scope, span), *values], "perform", None, span)
        if name == "end_game":
            if len(values) > 1:
                self.report(
                    "RW217",
                    "end_game takes the winners, or nothing",
                    span,
                    "list several winners in parentheses: `end_game((a, b))`",
                )
            winners = [
                self.lift(self.expect(v, t.many(t.PLAYER), "the winners"), t.many(t.PLAYER)) for v in values
            ]
            return E("lib", t.NOTHING, list(winners), "end_game", None, span)
        return E("lib", t.NOTHING, [], "nothing", None, span)
