"""Values worked out of others: comparisons, arithmetic, amounts, lists, and queries over collections."""

from __future__ import annotations

from ..surface import ast
from . import types as t
from .amounts import Amounts
from .context import Scope, article
from .described import any_like, is_described
from .tree import E
from .types import Type
from .wanted import const

WORDS = {"<": "less than", "<=": "at most", ">": "more than", ">=": "at least"}

# Words that mean something in every body.
MEANT = {
    "you": "the player who acts",
    "it": "what a condition speaks of",
    "this": "the thing to which a rule belongs",
    "base": "what an `instead` replaces",
    **dict.fromkeys(("yes", "no", "none", "empty", "nothing"), "a word of the language"),
}


class Operators(Amounts):
    def compare(self, e: ast.Compare, scope: Scope) -> E:
        left = self.expr(e.left, scope)
        right = (self.parts_of(e.right, scope) if e.op in ("in", "not in") else None) or self.expr(
            e.right, scope
        )
        if e.op in ("in", "not in"):
            if not right.type.is_many and right.type.name != "unknown":
                right = E("list", t.many(right.type), [right], span=right.span)
            if not t.fits(t.sure(left.type), right.type.item) and left.type.name != "none":
                self.report(
                    "RW307",
                    f"{left.type} can never be in {right.type}",
                    e.span,
                    self.way_to(right.type.item, left.type),
                )
            if is_described(left):  # any such piece will do
                return any_like(left, right, e.op == "not in")
            return E(e.op, t.FLAG, [left, right], span=e.span)
        if e.op in ("is", "is not", "=") and is_described(right) and not left.type.is_many:
            return any_like(right, E("list", t.many(t.sure(left.type)), [left]), e.op == "is not")
        if e.op in ("<", "<=", ">", ">="):
            for side in (left, right):
                if side.type.name not in ("number", "unknown", "kind"):
                    self.expect(side, t.NUMBER, "what is compared")
            self.in_order(left, right, e)
            return E("compare", t.FLAG, [left, right], e.op, span=e.span)
        both_many = left.type.is_many or right.type.is_many
        if both_many:
            left, right = self.lift(left, right.type), self.lift(right, left.type)
        if t.join(left.type, right.type) is None:
            self.report(
                "RW307", f"{left.type} can never be {right.type}", e.span, self.way_to(left.type, right.type)
            )
        op = "!=" if e.op == "is not" else "="
        return E("compare", t.FLAG, [left, right], op, span=e.span)

    def in_order(self, left: E, right: E, e: ast.Compare) -> None:
        """Members stand in an order only if their kind says so, and in none beside anything else."""
        of = next((s.type.of for s in (left, right) if s.type.name == "kind"), None)
        if of is None:
            return
        if t.join(left.type, right.type) is None:
            self.report(
                "RW307",
                f"{left.type} and {right.type} stand in no order",
                e.span,
                self.way_to(left.type, right.type),
            )
        elif "ordered" not in self.game.kinds[of].flags:
            text = f"the members of {of} stand in no order, so none is {WORDS[e.op]} another"
            self.report("RW308", text, e.span, f"declare `kind {of}, ordered` if the first is the lowest")

    def arithmetic(self, e: ast.Arithmetic, scope: Scope) -> E:
        left, right = self.expr(e.left, scope), self.expr(e.right, scope)
        names = {left.type.name, right.type.name}
        if "bundle" in names or "resource" in names:
            return self.bundle_math(e, left, right)
        if left.type.is_many or right.type.is_many:
            if e.op not in "+-":
                self.report(
                    "RW308",
                    f"collections cannot be combined with {e.op}",
                    e.span,
                    "`+` joins them, `-` takes away",
                )
            left, right = self.lift(left, right.type), self.lift(right, left.type)
            element = t.join(left.type.item, right.type.item) or t.UNKNOWN
            return E(
                "lib", t.many(element), [left, right], "union" if e.op == "+" else "difference", span=e.span
            )
        if left.type.name == "flag" or right.type.name == "flag":
            self.report(
                "RW308",
                f"yes and no cannot be combined with {e.op}",
                e.span,
                "use `and`, `or`, or `1 if … else 0`",
            )
        left, right = (
            s if s.type.name in ("number", "unknown", "flag") else self.expect(s, t.NUMBER, "this")
            for s in (left, right)
        )
        if left.op == "const" and right.op == "const" and e.op != "/":
            value = {"+": left.data + right.data, "-": left.data - right.data, "*": left.data * right.data}[
                e.op
            ]
            return const(value, t.NUMBER, e.span)
        if e.op == "/" and right.op == "const" and right.data == 0:
            self.report("RW309", "division by zero", e.span, "divide by another number")
        return E("math", t.NUMBER, [left, right], e.op, span=e.span)

    def bundle_math(self, e: ast.Arithmetic, left: E, right: E) -> E:
        left, right = self.as_bundle(left), self.as_bundle(right)
        names = (left.type.name, right.type.name)
        if e.op in "+-" and names == ("bundle", "bundle"):
            if left.op == "bundle" and right.op == "bundle" and e.op == "+":
                if not set(left.data) & set(right.data):
                    return E(
                        "bundle",
                        t.BUNDLE,
                        [*left.args, *right.args],
                        data=left.data + right.data,
                        span=e.span,
                    )
            return E(
                "lib",
                t.BUNDLE,
                [left, right],
                "add_bundles" if e.op == "+" else "subtract_bundles",
                span=e.span,
            )
        if e.op == "*" and set(names) == {"number", "bundle"}:
            amount, bundle = (left, right) if names[0] == "number" else (right, left)
            if bundle.op == "bundle":
                scaled: list[E | None] = [
                    (
                        E("math", t.NUMBER, [amount, a], "*", span=e.span)
                        if not (a is not None and a.op == "const" and a.data == 1)
                        else amount
                    )
                    for a in bundle.args
                ]
                return E("bundle", t.BUNDLE, scaled, data=bundle.data, span=e.span)
            return E("lib", t.BUNDLE, [amount, bundle], "scale_bundle", span=e.span)
        if "unknown" not in names:
            hint = (
                "give both a resource, as in `3 coin + 1 vp`"
                if e.op in "+-"
                else "a bundle is multiplied by a number"
            )
            self.report("RW308", f"{left.type} and {right.type} cannot be combined with {e.op}", e.span, hint)
        return E("lib", t.BUNDLE, [left, right], "add_bundles", span=e.span)

    def as_bundle(self, e: E) -> E:
        if e.type.name != "resource":
            return e
        if e.op == "const":
            return E("bundle", t.BUNDLE, [const(1, t.NUMBER, e.span)], data=(e.name,), span=e.span)
        return E("lib", t.BUNDLE, [e], "bundle_of", span=e.span)

    def conditional(self, e: ast.Conditional, scope: Scope) -> E:
        test = self.flag(e.test, scope)
        value, otherwise = self.expr(e.value, scope), self.expr(e.otherwise, scope)
        if "bundle" in (value.type.name, otherwise.type.name):
            value, otherwise = self.as_bundle(value), self.as_bundle(otherwise)
        type = t.join(value.type, otherwise.type)
        if type is None:
            text = f"this is {value.type} in one case and {otherwise.type} in the other"
            self.report("RW303", text, e.span, "both cases give values of one type, or none")
            type = t.UNKNOWN
        return E("if", t.plain(type), [test, value, otherwise], span=e.span)

    def listing(self, items: list[ast.Expr], span: ast.Span, scope: Scope) -> E:
        values = [self.expr(i, scope) for i in items]
        element: Type = t.UNKNOWN
        for v in values:
            grown = t.join(element, t.plain(v.type))
            if grown is None:
                text = f"a list holds things of one type, not {element} and {v.type}"
                self.report("RW311", text, v.span, "make two lists of it")
            else:
                element = grown
        return E("list", t.many(element), list(values), span=span)

    def loop_variable(self, name: str, source: E, span: ast.Span, scope: Scope) -> tuple[Scope, str]:
        inner = scope.inner()
        self.hides(name, source.type.item, span)
        local = inner.bind(name, t.plain(source.type.item))
        return inner, local

    def hides(self, name: str, type: Type, span: ast.Span, only_warn: bool = False) -> None:
        """A local may not bear the name of a declaration, except of the kind it ranges over."""
        if name in MEANT:
            self.report("RW205", f"`{name}` is {MEANT[name]}", span, "choose another name")
        symbol = self.game.symbols.get(name)
        if symbol is None or symbol.name in (type.of, type.name):
            return
        if symbol.category in ("kind", "piece", "board", "menu", "resource"):
            return
        place = f"{symbol.span.path}:{symbol.span.line}"
        means = article(
            self.game.functions[name].category if symbol.category == "function" else symbol.category
        )
        means = "all pieces of a sort" if symbol.category == "pieces" else means
        tell = self.warn if only_warn else self.report
        tell("RW218", f"`{name}` already means {means} ({place})", span, "rename the variable")

    def query(self, e: ast.Query, scope: Scope) -> E:
        source = self.collection(e.source, scope)
        inner, local = self.loop_variable(e.name, source, e.span, scope)
        where = self.flag(e.where, inner) if e.where else None
        by = self.measure(e.by, inner) if e.by else None
        element = t.plain(source.type.item)
        types = {
            "count": t.NUMBER,
            "any": t.FLAG,
            "no": t.FLAG,
            "all": t.many(element),
            "first": t.maybe(element),
            "best": t.maybe(element),
        }
        if e.quantifier == "best" and by is None:
            self.report(
                "RW219", "`best` does not say by what", e.span, "as in `best p in players by p.points`"
            )
        if by is not None and e.quantifier in ("count", "any", "no"):
            self.report(
                "RW219", f"`{e.quantifier}` goes by nothing", e.span, "only `all`, `first` and `best` go `by`"
            )
        if by is not None and e.quantifier in ("all", "first"):
            ordered = E("query", t.many(element), [source, where, by], local, "ordered", e.span)
            return (
                ordered
                if e.quantifier == "all"
                else E("lib", t.maybe(element), [ordered], "first", span=e.span)
            )
        if e.quantifier == "no" and where is not None and where.op == "not" and self.final:
            self.warn_universal(e, source)
        return E("query", types[e.quantifier], [source, where, by], local, e.quantifier, e.span)

    def measure(self, e: ast.Expr, scope: Scope) -> E:
        """What a collection goes by: one figure, or a list of which the first decides, then the second."""
        if not isinstance(e, ast.Listing):
            return self.expr(e, scope)
        return E("list", t.many(t.NUMBER), [self.expr(i, scope) for i in e.items], span=e.span)

    def warn_universal(self, e: ast.Query, source: E) -> None:
        if source.op == "query" or (source.type.shape in t.COLLECTIONS and source.op == "field"):
            self.warn(
                "RW312",
                "`no … where not …` also holds of nothing at all",
                e.span,
                "if the collection can be empty, count instead",
            )

    def fold(self, e: ast.Fold, scope: Scope) -> E:
        source = self.collection(e.source, scope)
        inner, local = self.loop_variable(e.name, source, e.span, scope)
        where = self.flag(e.where, inner) if e.where else None
        body = self.expr(e.body, inner)
        if e.op == "each":
            if body.type.is_many:
                text = "`each` gives one value for each thing, not a collection"
                self.report("RW313", text, e.span, "ask for one value, such as `size(…)`")
            return E(
                "fold",
                t.map_of(source.type.item, t.plain(body.type)),
                [body, source, where],
                local,
                "each",
                e.span,
            )
        if e.op == "sum" and body.type.name in ("bundle", "resource"):
            return E("fold", t.BUNDLE, [self.as_bundle(body), source, where], local, "sum_bundles", e.span)
        if e.op == "sum" and body.type.is_many:
            return E("fold", t.many(body.type.item), [body, source, where], local, "joined", e.span)
        if body.type.name == "unknown" and e.op == "sum":
            return E("fold", t.UNKNOWN, [body, source, where], local, e.op, e.span)
        if body.type.name not in ("number", "unknown"):
            self.expect(body, t.NUMBER, f"what `{e.op}` works on")
        return E("fold", t.NUMBER, [body, source, where], local, e.op, e.span)
