"""Statements that name a value or store it: `let`, a case of a define, `=`, `+=`, `-=`."""

from __future__ import annotations

from typing import TypeGuard

from ...surface import ast
from .. import tree
from .. import types as t
from ..context import Context, Scope, article
from ..expr import CallExpr, ColumnOf, Const, Field, Item, Lib, Local, is_lib
from ..spelling import spelled
from ..tree import E
from . import coerce, expressions, operators


def on_let(c: Context, s: ast.Let, scope: Scope) -> tree.Block:
    """A `let`, whose name is bound for the rest of the block."""
    value = expressions.expr(c, s.value, scope)
    operators.hides(c, s.name, value.type, s.span)
    local = scope.bind(s.name, t.plain(value.type))
    return [tree.Let(s.span, s.sources, local, value)]


def on_result(c: Context, s: ast.Result, scope: Scope) -> tree.Block:
    """A case of a define; reported elsewhere."""
    if not scope.body.key.startswith("define:"):
        c.report(
            "RW406",
            "only a define gives a value",
            s.span,
            "a rule acts: write `define` instead of `rule`",
        )
    value = expressions.expr(c, s.value, scope)
    test = coerce.flag(c, s.test, scope) if s.test else None
    return [tree.Result(s.span, s.sources, value, test)]


def target_of(c: Context, e: ast.Expr, scope: Scope) -> E | None:
    """What can be stored into, typed; None, and reported, if it never changes."""
    if isinstance(e, ast.Name) and e.name in c.game.symbols and e.name not in scope.names:
        symbol = c.game.symbols[e.name]
        if symbol.category == "function" and c.game.functions[e.name].category == "define":
            c.report(
                "RW403",
                f"`{e.name}` is a define: its value follows from others",
                e.span,
                "change what it reads, or make it a field",
            )
            return None
        if symbol.category != "field":
            what = c.game.functions[e.name].category if symbol.category == "function" else symbol.category
            c.report(
                "RW401",
                f"`{e.name}` is {article(what)} and never changes",
                e.span,
                "keep what changes in a field",
            )
            return None
    found = expressions.expr(c, e, scope)
    if isinstance(found, Item) and isinstance(found.collection, (Local, Field)):
        found_root: E = found.collection
    else:
        found_root = found
    if isinstance(found_root, Field):
        if "option" in found_root.info.flags:
            c.report(
                "RW404",
                f"`{found_root.info.name}` is chosen when the game is made and never changes",
                e.span,
                "copy it into a field of its own",
            )
        return found
    if isinstance(found_root, Local):
        return found
    if isinstance(found, ColumnOf):
        c.report("RW402", "the figures of a kind never change", e.span, "keep what changes in a field")
    elif isinstance(found, CallExpr):
        c.report(
            "RW403",
            f"`{found.name}` is a define: its value follows from others",
            e.span,
            "change what it reads, or make it a field",
        )
    elif found.type.name != "unknown":
        c.report("RW401", "this cannot be changed", e.span, "only fields and `let` names change")
    return None


def ask_which(c: Context, target: Field, op: str, span: ast.Span) -> None:
    """Reports that one value of a map must be named."""
    name = target.info.name
    c.report("RW407", f"`{name}` has many values: say which one changes", span, f"as in `{name}(…) {op} …`")


def on_assign(c: Context, s: ast.Assign, scope: Scope) -> tree.Block:
    """An assignment; a value outside of the range or of another type is reported."""
    target, value = target_of(c, s.target, scope), expressions.expr(c, s.value, scope)
    if target is None:
        return []
    if needs_key(target):
        ask_which(c, target, "=", s.span)
    elif not isinstance(target, Local):
        value = coerce.expect(c, value, target.type, "what is stored here")
    if isinstance(value, Const) and value.value is not None and target.type.name == "number":
        check_range(c, target, value)
    if not is_rearranged(value, target):
        zone_is_set(c, target, s.span)
    return [tree.Set(s.span, s.sources, target, "=", coerce.lift(c, value, target.type))]


def zone_is_set(c: Context, target: E, span: ast.Span) -> None:
    """Pieces are in one place each: a zone of them cannot be given other ones, as a list can."""
    zone = target.collection if isinstance(target, Item) else target
    if is_zone_of_pieces(zone):
        c.report(
            "RW448",
            f"`{zone.info.name}` holds pieces, which are in one place each: it cannot be set",
            span,
            f"write `move … to {zone.info.name}`; `remove …` takes pieces out of the game",
        )


def check_range(c: Context, target: E, value: Const) -> None:
    """Reports a constant outside of the range of its target."""
    low, high = target.type.low, target.type.high
    if value.type.name != "number":
        return
    if (low is not None and value.value < low) or (high is not None and value.value > high):
        c.report(
            "RW314",
            f"{value.value} is outside {t.sure(target.type)}",
            value.span,
            "store another number, or widen the field's range",
        )


def on_change(c: Context, s: ast.Change, scope: Scope) -> tree.Block:
    """A `+=` or `-=`; of collections it becomes an assignment."""
    target, value = target_of(c, s.target, scope), expressions.expr(c, s.value, scope)
    if target is None:
        return []
    if needs_key(target):
        ask_which(c, target, s.op, s.span)
        return []
    zone_is_set(c, target, s.span)
    if target.type.is_many:
        op = "union" if s.op == "+=" else "difference"
        value = coerce.lift(c, value, target.type)
        joined = Lib(target.type, op, [target, value], span=s.span)
        return [tree.Set(s.span, s.sources, target, "=", joined)]
    if target.type.name not in ("number", "unknown"):
        c.report(
            "RW308",
            f"{target.type} cannot be changed by {s.op}",
            s.span,
            "`+=` and `-=` are for numbers and collections",
        )
    value = coerce.expect(c, value, t.NUMBER, "the change")
    return [tree.Set(s.span, s.sources, target, s.op, value)]


def is_zone_of_pieces(e: E) -> TypeGuard[Field]:
    """True if an expression is a zone that holds pieces."""
    return isinstance(e, Field) and e.type.is_many and e.type.shape in t.ZONES and e.type.item.name == "piece"


def is_rearranged(value: E, zone: E) -> bool:
    """Whether a value is what lies in a zone, in another order."""
    while is_lib(value, "reversed", "sorted"):
        value = value.arg(0)
    return is_same(value, zone)


def is_same(a: E | None, b: E | None) -> bool:
    """Whether two expressions read the same, wherever they stand."""
    if a is None or b is None:
        return a is b
    if (spelled(a), len(a.parts)) != (spelled(b), len(b.parts)):
        return False
    return all(is_same(x, y) for x, y in zip(a.parts, b.parts))


def needs_key(target: E) -> TypeGuard[Field]:
    """Whether a field with many values is meant as a whole, where one of them must be named."""
    return isinstance(target, Field) and target.info.key is not None and target.key is None
