"""Statements that name a value or store it: `let`, a case of a define, `=`, `+=`, `-=`."""

from __future__ import annotations

from ..surface import ast
from . import tree
from . import types as t
from .blocks import Blocks
from .context import Scope, article
from .tree import E


class Stores(Blocks):
    def on_let(self, s: ast.Let, scope: Scope) -> tree.Block:
        value = self.expr(s.value, scope)
        self.hides(s.name, value.type, s.span)
        local = scope.bind(s.name, t.plain(value.type))
        return [tree.Let(s.span, s.sources, local, value)]

    def on_result(self, s: ast.Result, scope: Scope) -> tree.Block:
        if not scope.body.key.startswith("define:"):
            self.report(
                "RW406",
                "only a define gives a value",
                s.span,
                "a rule acts: write `define` instead of `rule`",
            )
        value = self.expr(s.value, scope)
        test = self.flag(s.test, scope) if s.test else None
        return [tree.Result(s.span, s.sources, value, test)]

    def target(self, e: ast.Expr, scope: Scope) -> E | None:
        if isinstance(e, ast.Name) and e.name in self.game.symbols and e.name not in scope.names:
            symbol = self.game.symbols[e.name]
            if symbol.category == "function" and self.game.functions[e.name].category == "define":
                self.report(
                    "RW403",
                    f"`{e.name}` is a define: its value follows from others",
                    e.span,
                    "change what it reads, or make it a field",
                )
                return None
            if symbol.category != "field":
                what = (
                    self.game.functions[e.name].category if symbol.category == "function" else symbol.category
                )
                self.report(
                    "RW401",
                    f"`{e.name}` is {article(what)} and never changes",
                    e.span,
                    "keep what changes in a field",
                )
                return None
        found = self.expr(e, scope)
        if found.op == "item" and found.arg(0).op in ("local", "field"):
            found_root = found.arg(0)
        else:
            found_root = found
        if found_root.op == "field":
            if "option" in found_root.data.flags:
                self.report(
                    "RW404",
                    f"`{found_root.data.name}` is chosen when the game is made and never changes",
                    e.span,
                    "copy it into a field of its own",
                )
            return found
        if found_root.op == "local":
            return found
        if found.op == "column":
            self.report("RW402", "the figures of a kind never change", e.span, "keep what changes in a field")
        elif found.op == "call":
            self.report(
                "RW403",
                f"`{found.name}` is a define: its value follows from others",
                e.span,
                "change what it reads, or make it a field",
            )
        elif found.type.name != "unknown":
            self.report("RW401", "this cannot be changed", e.span, "only fields and `let` names change")
        return None

    def ask_which(self, target: E, op: str, span: ast.Span) -> None:
        name = target.data.name
        self.report(
            "RW407", f"`{name}` has many values: say which one changes", span, f"as in `{name}(…) {op} …`"
        )

    def on_assign(self, s: ast.Assign, scope: Scope) -> tree.Block:
        target, value = self.target(s.target, scope), self.expr(s.value, scope)
        if target is None:
            return []
        if needs_key(target):
            self.ask_which(target, "=", s.span)
        elif target.op != "local":
            value = self.expect(value, target.type, "what is stored here")
        if value.op == "const" and value.data is not None and target.type.name == "number":
            self.check_range(target, value)
        if not is_rearranged(value, target):
            self.zone_is_set(target, s.span)
        return [tree.Set(s.span, s.sources, target, "=", self.lift(value, target.type))]

    def zone_is_set(self, target: E, span: ast.Span) -> None:
        """Pieces are in one place each: a zone of them cannot be given other ones, as a list can."""
        zone = target.arg(0) if target.op == "item" else target
        if is_zone_of_pieces(zone):
            self.report(
                "RW448",
                f"`{zone.data.name}` holds pieces, which are in one place each: it cannot be set",
                span,
                f"write `move … to {zone.data.name}`; `remove …` takes pieces out of the game",
            )

    def check_range(self, target: E, value: E) -> None:
        low, high = target.type.low, target.type.high
        if value.type.name != "number":
            return
        if (low is not None and value.data < low) or (high is not None and value.data > high):
            self.report(
                "RW314",
                f"{value.data} is outside {t.sure(target.type)}",
                value.span,
                "store another number, or widen the field's range",
            )

    def on_change(self, s: ast.Change, scope: Scope) -> tree.Block:
        target, value = self.target(s.target, scope), self.expr(s.value, scope)
        if target is None:
            return []
        if needs_key(target):
            self.ask_which(target, s.op, s.span)
            return []
        self.zone_is_set(target, s.span)
        if target.type.is_many:
            op = "union" if s.op == "+=" else "difference"
            value = self.lift(value, target.type)
            joined = E("lib", target.type, [target, value], op, span=s.span)
            return [tree.Set(s.span, s.sources, target, "=", joined)]
        if target.type.name not in ("number", "unknown"):
            self.report(
                "RW308",
                f"{target.type} cannot be changed by {s.op}",
                s.span,
                "`+=` and `-=` are for numbers and collections",
            )
        value = self.expect(value, t.NUMBER, "the change")
        return [tree.Set(s.span, s.sources, target, s.op, value)]


def is_zone_of_pieces(e: E) -> bool:
    return e.op == "field" and e.type.is_many and e.type.shape in t.ZONES and e.type.item.name == "piece"


def is_rearranged(value: E, zone: E) -> bool:
    """Whether a value is what lies in a zone, in another order."""
    while value.op == "lib" and value.name in ("reversed", "sorted"):
        value = value.arg(0)
    return is_same(value, zone)


def is_same(a: E | None, b: E | None) -> bool:
    """Whether two expressions read the same, wherever they stand."""
    if a is None or b is None:
        return a is b
    if (a.op, a.name, a.data, len(a.args)) != (b.op, b.name, b.data, len(b.args)):
        return False
    return all(is_same(x, y) for x, y in zip(a.args, b.args))


def needs_key(target: E) -> bool:
    """Whether a field with many values is meant as a whole, where one of them must be named."""
    return target.op == "field" and target.data.key is not None and target.args[1] is None
