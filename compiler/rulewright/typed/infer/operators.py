"""Values computed of others: comparisons, arithmetic, amounts, lists, and queries over collections."""

from __future__ import annotations

from ...surface import ast
from .. import types as t
from ..context import Context, Scope, article
from ..expr import Bundle, Compare, Const, Field, Fold, IfExpr, In, Lib, ListOf, Math, Not, Query, const
from ..tree import E
from ..types import Type
from . import amounts, coerce, expressions
from .described import any_like, is_described

WORDS = {"<": "less than", "<=": "at most", ">": "more than", ">=": "at least"}

# Words that mean something in every body.
MEANT = {
    "you": "the player who acts",
    "it": "what a condition speaks of",
    "this": "the thing to which a rule belongs",
    "base": "what an `instead` replaces",
    **dict.fromkeys(("yes", "no", "none", "empty", "nothing"), "a word of the language"),
}


def compare(c: Context, e: ast.Compare, scope: Scope) -> E:
    """A comparison, typed; sides that can never be equal are reported."""
    left = expressions.expr(c, e.left, scope)
    contains = e.op in ("in", "not in")
    right = (amounts.parts_of(c, e.right, scope) if contains else None) or expressions.expr(c, e.right, scope)
    if contains:
        if not right.type.is_many and right.type.name != "unknown":
            right = ListOf(t.many(right.type), [right], span=right.span)
        if not t.fits(t.sure(left.type), right.type.item) and left.type.name != "none":
            c.report(
                "RW307",
                f"{left.type} can never be in {right.type}",
                e.span,
                coerce.way_to(c, right.type.item, left.type),
            )
        if is_described(left):  # any such piece will do
            return any_like(left, right, e.op == "not in")
        return In(t.FLAG, left, right, e.op == "not in", span=e.span)
    if e.op in ("is", "is not", "=") and is_described(right) and not left.type.is_many:
        return any_like(right, ListOf(t.many(t.sure(left.type)), [left]), e.op == "is not")
    if e.op in ("<", "<=", ">", ">="):
        for side in (left, right):
            if side.type.name not in ("number", "unknown", "kind"):
                coerce.expect(c, side, t.NUMBER, "what is compared")
        in_order(c, left, right, e)
        return Compare(t.FLAG, e.op, left, right, span=e.span)
    both_many = left.type.is_many or right.type.is_many
    if both_many:
        left, right = coerce.lift(c, left, right.type), coerce.lift(c, right, left.type)
    if t.join(left.type, right.type) is None:
        c.report(
            "RW307", f"{left.type} can never be {right.type}", e.span, coerce.way_to(c, left.type, right.type)
        )
    op = "!=" if e.op == "is not" else "="
    return Compare(t.FLAG, op, left, right, span=e.span)


def in_order(c: Context, left: E, right: E, e: ast.Compare) -> None:
    """Members stand in an order only if their kind says so, and in none beside anything else."""
    of = next((s.type.of for s in (left, right) if s.type.name == "kind"), None)
    if of is None:
        return
    if t.join(left.type, right.type) is None:
        c.report(
            "RW307",
            f"{left.type} and {right.type} stand in no order",
            e.span,
            coerce.way_to(c, left.type, right.type),
        )
    elif "ordered" not in c.game.kinds[of].flags:
        text = f"the members of {of} stand in no order, so none is {WORDS[e.op]} another"
        c.report("RW308", text, e.span, f"declare `kind {of}, ordered` if the first is the lowest")


def arithmetic(c: Context, e: ast.Arithmetic, scope: Scope) -> E:
    """A sum, difference, product or quotient, of numbers, bundles or collections."""
    left, right = expressions.expr(c, e.left, scope), expressions.expr(c, e.right, scope)
    names = {left.type.name, right.type.name}
    if "bundle" in names or "resource" in names:
        return bundle_math(c, e, left, right)
    if left.type.is_many or right.type.is_many:
        if e.op not in "+-":
            c.report(
                "RW308",
                f"collections cannot be combined with {e.op}",
                e.span,
                "`+` joins them, `-` takes away",
            )
        left, right = coerce.lift(c, left, right.type), coerce.lift(c, right, left.type)
        element = t.join(left.type.item, right.type.item) or t.UNKNOWN
        return Lib(t.many(element), "union" if e.op == "+" else "difference", [left, right], span=e.span)
    if left.type.name == "flag" or right.type.name == "flag":
        c.report(
            "RW308",
            f"yes and no cannot be combined with {e.op}",
            e.span,
            "use `and`, `or`, or `1 if … else 0`",
        )
    left, right = (
        s if s.type.name in ("number", "unknown", "flag") else coerce.expect(c, s, t.NUMBER, "this")
        for s in (left, right)
    )
    if isinstance(left, Const) and isinstance(right, Const) and e.op != "/":
        value = {
            "+": left.value + right.value,
            "-": left.value - right.value,
            "*": left.value * right.value,
        }[e.op]
        return const(value, t.NUMBER, e.span)
    if e.op == "/" and isinstance(right, Const) and right.value == 0:
        c.report("RW309", "division by zero", e.span, "divide by another number")
    return Math(t.NUMBER, e.op, left, right, span=e.span)


def bundle_math(c: Context, e: ast.Arithmetic, left: E, right: E) -> E:
    """The same where a side is a bundle."""
    left, right = as_bundle(c, left), as_bundle(c, right)
    names = (left.type.name, right.type.name)
    if e.op in "+-" and names == ("bundle", "bundle"):
        if isinstance(left, Bundle) and isinstance(right, Bundle) and e.op == "+":
            if not set(left.resources) & set(right.resources):
                amounts = [*left.amounts, *right.amounts]
                return Bundle(t.BUNDLE, left.resources + right.resources, amounts, span=e.span)
        return Lib(t.BUNDLE, "add_bundles" if e.op == "+" else "subtract_bundles", [left, right], span=e.span)
    if e.op == "*" and set(names) == {"number", "bundle"}:
        amount, bundle = (left, right) if names[0] == "number" else (right, left)
        if isinstance(bundle, Bundle):
            scaled = [
                (
                    amount
                    if isinstance(a, Const) and a.value == 1
                    else Math(t.NUMBER, "*", amount, a, span=e.span)
                )
                for a in bundle.amounts
            ]
            return Bundle(t.BUNDLE, bundle.resources, scaled, span=e.span)
        return Lib(t.BUNDLE, "scale_bundle", [amount, bundle], span=e.span)
    if "unknown" not in names:
        hint = (
            "give both a resource, as in `3 coin + 1 vp`"
            if e.op in "+-"
            else "a bundle is multiplied by a number"
        )
        c.report("RW308", f"{left.type} and {right.type} cannot be combined with {e.op}", e.span, hint)
    return Lib(t.BUNDLE, "add_bundles", [left, right], span=e.span)


def as_bundle(c: Context, e: E) -> E:
    """A resource as a bundle of one; any other value as it is."""
    if e.type.name != "resource":
        return e
    if isinstance(e, Const):
        return Bundle(t.BUNDLE, (e.name,), [const(1, t.NUMBER, e.span)], span=e.span)
    return Lib(t.BUNDLE, "bundle_of", [e], span=e.span)


def conditional(c: Context, e: ast.Conditional, scope: Scope) -> E:
    """A value by a condition; cases of different types are reported."""
    test = coerce.flag(c, e.test, scope)
    value, otherwise = expressions.expr(c, e.value, scope), expressions.expr(c, e.otherwise, scope)
    if "bundle" in (value.type.name, otherwise.type.name):
        value, otherwise = as_bundle(c, value), as_bundle(c, otherwise)
    type = t.join(value.type, otherwise.type)
    if type is None:
        text = f"this is {value.type} in one case and {otherwise.type} in the other"
        c.report("RW303", text, e.span, "both cases give values of one type, or none")
        type = t.UNKNOWN
    return IfExpr(t.plain(type), test, value, otherwise, span=e.span)


def listing(c: Context, items: list[ast.Expr], span: ast.Span, scope: Scope) -> E:
    """A list with one type of elements; others are reported."""
    values = [expressions.expr(c, i, scope) for i in items]
    element: Type = t.UNKNOWN
    for v in values:
        grown = t.join(element, t.plain(v.type))
        if grown is None:
            text = f"a list holds things of one type, not {element} and {v.type}"
            c.report("RW311", text, v.span, "make two lists of it")
        else:
            element = grown
    return ListOf(t.many(element), list(values), span=span)


def loop_variable(c: Context, name: str, source: E, span: ast.Span, scope: Scope) -> tuple[Scope, str]:
    """The scope inside of a query and the local of its variable."""
    inner = scope.inner()
    hides(c, name, source.type.item, span)
    local = inner.bind(name, t.plain(source.type.item))
    return inner, local


def hides(c: Context, name: str, type: Type, span: ast.Span, only_warn: bool = False) -> None:
    """A local may not bear the name of a declaration, except of the kind it ranges over."""
    if name in MEANT:
        c.report("RW205", f"`{name}` is {MEANT[name]}", span, "choose another name")
    symbol = c.game.symbols.get(name)
    if symbol is None or symbol.name in (type.of, type.name):
        return
    if symbol.category in ("kind", "piece", "board", "menu", "resource"):
        return
    place = f"{symbol.span.path}:{symbol.span.line}"
    means = article(c.game.functions[name].category if symbol.category == "function" else symbol.category)
    means = "all pieces of a sort" if symbol.category == "pieces" else means
    tell = c.warn if only_warn else c.report
    tell("RW218", f"`{name}` already means {means} ({place})", span, "rename the variable")


def query(c: Context, e: ast.Query, scope: Scope) -> E:
    """A query, typed by its quantifier."""
    source = coerce.collection(c, e.source, scope)
    inner, local = loop_variable(c, e.name, source, e.span, scope)
    where = coerce.flag(c, e.where, inner) if e.where else None
    by = measure(c, e.by, inner) if e.by else None
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
        c.report("RW219", "`best` does not say by what", e.span, "as in `best p in players by p.points`")
    if by is not None and e.quantifier in ("count", "any", "no"):
        c.report(
            "RW219", f"`{e.quantifier}` goes by nothing", e.span, "only `all`, `first` and `best` go `by`"
        )
    if by is not None and e.quantifier in ("all", "first"):
        ordered = Query(t.many(element), "ordered", local, source, where, by, span=e.span)
        return ordered if e.quantifier == "all" else Lib(t.maybe(element), "first", [ordered], span=e.span)
    if e.quantifier == "no" and where is not None and isinstance(where, Not) and c.final:
        warn_universal(c, e, source)
    return Query(types[e.quantifier], e.quantifier, local, source, where, by, span=e.span)


def measure(c: Context, e: ast.Expr, scope: Scope) -> E:
    """What a collection goes by: one figure, or a list of which the first decides, then the second."""
    if not isinstance(e, ast.Listing):
        return expressions.expr(c, e, scope)
    return ListOf(t.many(t.NUMBER), [expressions.expr(c, i, scope) for i in e.items], span=e.span)


def warn_universal(c: Context, e: ast.Query, source: E) -> None:
    """Warns of `no … where not …` over what can be empty."""
    if isinstance(source, Query) or (source.type.shape in t.COLLECTIONS and isinstance(source, Field)):
        c.warn(
            "RW312",
            "`no … where not …` also holds of nothing at all",
            e.span,
            "if the collection can be empty, count instead",
        )


def fold(c: Context, e: ast.Fold, scope: Scope) -> E:
    """A sum, highest, lowest or a value for each thing of a collection."""
    source = coerce.collection(c, e.source, scope)
    inner, local = loop_variable(c, e.name, source, e.span, scope)
    where = coerce.flag(c, e.where, inner) if e.where else None
    body = expressions.expr(c, e.body, inner)
    if e.op == "each":
        if body.type.is_many:
            text = "`each` gives one value for each thing, not a collection"
            c.report("RW313", text, e.span, "ask for one value, such as `size(…)`")
        return Fold(
            t.map_of(source.type.item, t.plain(body.type)),
            "each",
            local,
            body,
            source,
            where,
            span=e.span,
        )
    if e.op == "sum" and body.type.name in ("bundle", "resource"):
        return Fold(t.BUNDLE, "sum_bundles", local, as_bundle(c, body), source, where, span=e.span)
    if e.op == "sum" and body.type.is_many:
        return Fold(t.many(body.type.item), "joined", local, body, source, where, span=e.span)
    if body.type.name == "unknown" and e.op == "sum":
        return Fold(t.UNKNOWN, e.op, local, body, source, where, span=e.span)
    if body.type.name not in ("number", "unknown"):
        coerce.expect(c, body, t.NUMBER, f"what `{e.op}` works on")
    return Fold(t.NUMBER, e.op, local, body, source, where, span=e.span)
