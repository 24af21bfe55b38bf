"""A rule called on a line of its own."""

from __future__ import annotations

from ...diagnostics import suggest
from ...surface import ast
from ...surface.habits import instead_of
from .. import tree
from .. import types as t
from ..context import Context, Scope, Signature
from ..expr import BaseCall, CallExpr, Lib
from ..tree import E
from . import calls, coerce, expressions, names

ACTIONS_OF_THE_LIBRARY = ("end_game", "perform", "nothing", "reveal")


def on_call(c: Context, s: ast.Call, scope: Scope) -> tree.Block:
    """A rule called on a line of its own; nothing if it is none."""
    call = rule_call(c, s.call, scope)
    return [tree.Call(s.span, s.sources, call)] if call is not None else []


def rule_call(c: Context, e: ast.Expr, scope: Scope) -> CallExpr | BaseCall | Lib | None:
    """The call that a line stands for; None, and reported, if it does nothing."""
    args: list[ast.Expr] = []
    named: list[tuple[str, ast.Expr]] = []
    target = e
    if isinstance(target, ast.Apply):
        args, named, target = target.args, target.named, target.target
    if isinstance(target, ast.MemberOf):
        return call_of(c, target, args, e, scope)
    if isinstance(target, ast.Your):
        c.report(
            "RW408",
            "this only names a value; it does nothing",
            e.span,
            "change it, as in `… += 1`, or remove the line",
        )
        return None
    if not isinstance(target, ast.Name):
        c.report("RW408", "this does nothing", e.span, "begin the line with a verb or the name of a rule")
        return None
    name = target.name
    if name == "nothing":
        return None
    if name == "base" and scope.base:
        return names.base_call(
            c, [expressions.expr(c, a, scope) for a in args] if args else None, e.span, scope
        )
    if name in ACTIONS_OF_THE_LIBRARY and name not in c.game.symbols:
        return library_action(c, name, args, e.span, scope)
    if scope.this is not None and scope.this.type.name == "kind":
        key = f"{scope.this.type.of}.{name}"
        if key in c.signatures:
            values = [expressions.expr(c, a, scope) for a in args]
            return start(c, c.signatures[key], None, names.this(c, scope, e.span), values, e.span, scope)
    if name not in c.signatures:
        no_such_rule(c, name, target.span, scope)
        return None
    sig = c.signatures[name]
    c.used.add(name)
    values = [expressions.expr(c, a, scope) for a in args]
    if named:
        apply = ast.Apply(e.span, target, args, named)
        values = names.named_arguments(c, sig, values, apply, scope)
    return start(c, sig, None, None, values, e.span, scope)


def no_such_rule(c: Context, name: str, span: ast.Span, scope: Scope) -> None:
    """Reports a line that names a value or nothing at all."""
    if name in scope.names or name in c.game.symbols:
        c.report(
            "RW408",
            f"`{name}` is a value; it does nothing on its own",
            span,
            "change it, as in `… = …`, or remove the line",
        )
        return
    near = suggest(name, [*c.signatures, *ACTIONS_OF_THE_LIBRARY])
    hint = f"did you mean `{near}`?" if near else instead_of(name) or f"declare it: `rule {name}`"
    c.report("RW211", f"no rule is called `{name}`", span, hint)


def call_of(
    c: Context, target: ast.MemberOf, args: list[ast.Expr], e: ast.Expr, scope: Scope
) -> CallExpr | BaseCall | Lib | None:
    """The call of a rule of a player or member; None, and reported, if there is none."""
    who = expressions.expr(c, target.target, scope)
    values = [expressions.expr(c, a, scope) for a in args]
    if who.type.name == "player":
        if target.name in c.signatures:
            c.used.add(target.name)
            return start(c, c.signatures[target.name], who, None, values, e.span, scope)
        if target.name in c.player:
            c.report(
                "RW408",
                f"`{target.name}` is a field; naming it does nothing",
                e.span,
                "change it, as in `… += 1`, or remove the line",
            )
            return None
        no_such_rule(c, target.name, target.name_span, scope)
        return None
    if who.type.name == "kind":
        key = f"{who.type.of}.{target.name}"
        if key in c.signatures:
            return start(c, c.signatures[key], None, who, values, e.span, scope)
        near = suggest(target.name, list(c.game.kinds[who.type.of].functions))
        hint = f"did you mean `{near}`?" if near else f"declare `event {target.name}` in the kind"
        c.report("RW216", f"{who.type.of} has no rule `{target.name}`", target.name_span, hint)
    elif who.type.name != "unknown":
        c.report(
            "RW216", f"{who.type} has no rules", e.span, "rules belong to players and to members of kinds"
        )
    return None


def start(
    c: Context, sig: Signature, who: E | None, this: E | None, args: list[E], span: ast.Span, scope: Scope
) -> CallExpr | BaseCall | Lib | None:
    """The call of a rule; None, and reported, if it is a define."""
    calls.check_arguments(c, sig, args, span)
    if sig.function.category == "define":
        c.report(
            "RW408",
            f"`{sig.function.name}` is a define: it gives a value and does nothing",
            span,
            "use the value, or make it a rule",
        )
        return None
    return CallExpr(t.NOTHING, sig.key, calls.subject(c, sig, who, span, scope), this, list(args), span=span)


def library_action(c: Context, name: str, args: list[ast.Expr], span: ast.Span, scope: Scope) -> Lib:
    """A rule of the library: `perform`, `end_game` or `nothing`."""
    values = [expressions.expr(c, a, scope) for a in args]
    if name == "perform":
        if len(values) != 1:
            c.report("RW217", "perform takes one rule", span, "as in `perform(card.effect)`")
        for v in values:
            coerce.expect(c, v, t.EFFECT, "what is performed")
        return Lib(t.NOTHING, "perform", [coerce.you(c, scope, span), *values], span=span)
    if name == "end_game":
        if len(values) > 1:
            c.report(
                "RW217",
                "end_game takes the winners, or nothing",
                span,
                "list several winners in parentheses: `end_game((a, b))`",
            )
        winners = [
            coerce.lift(c, coerce.expect(c, v, t.many(t.PLAYER), "the winners"), t.many(t.PLAYER))
            for v in values
        ]
        return Lib(t.NOTHING, "end_game", list(winners), span=span)
    return Lib(t.NOTHING, "nothing", span=span)
