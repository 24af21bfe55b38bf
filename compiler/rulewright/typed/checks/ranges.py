"""Numbers that cannot be right: outside a range, beyond a board, before the first of a list."""

from __future__ import annotations

from ...analysis.survey import Part, Survey
from ...language.library import least_of
from ...once import once
from .. import tree
from ..context import Context
from ..expr import (
    Bundle,
    CallExpr,
    ColumnOf,
    Compare,
    Const,
    Field,
    Fold,
    IfExpr,
    Item,
    Lib,
    ListOf,
    Local,
    Math,
    Minus,
    Pair,
    Query,
    Range,
    is_lib,
)
from ..tree import E

Interval = tuple[int | None, int | None]  # the least and the greatest value; None: no bound is known
ANY: Interval = (None, None)


class Intervals:
    """The values that expressions of one body can have, as far as constants, ranges and sizes tell."""

    def __init__(self, part: Part | None) -> None:
        self.locals: dict[str, Interval] = {}
        for s in part.statements if part is not None else []:
            if isinstance(s, (tree.For, tree.Each)):
                self.locals[s.name] = self.elements(s.source)
            elif isinstance(s, tree.Choose):
                for p in s.picks:
                    self.locals[p.candidate] = self.elements(p.source)
        for e in part.expressions if part is not None else []:
            if isinstance(e, (Query, Fold)):
                self.locals[e.variable] = self.elements(e.source)
        for s in part.statements if part is not None else []:
            if isinstance(s, tree.Let):
                self.locals[s.name] = self.of(s.value)
        for s in part.statements if part is not None else []:
            if isinstance(s, tree.Set) and isinstance(s.target, Local):
                self.locals.pop(s.target.name, None)

    def elements(self, e: E) -> Interval:
        """The values that the things of a collection can have."""
        if isinstance(e, Range):
            return self.of(e.low)[0], self.of(e.high)[1]
        if isinstance(e, ListOf) and e.items:
            return hull([self.of(a) for a in e.items if a is not None])
        if isinstance(e, Query) and e.quantifier in ("all", "ordered"):
            return self.elements(e.source)
        return ANY

    def of(self, e: E) -> Interval:
        """The interval of a number; unbounded if nothing is known."""
        if e.type.name != "number" or e.type.optional:
            return ANY
        if isinstance(e, Const):
            return (e.value, e.value) if isinstance(e.value, int) else ANY
        if isinstance(e, (Field, CallExpr, ColumnOf)):
            return e.type.low, e.type.high
        if isinstance(e, Local):
            return self.locals.get(e.name, ANY)
        if isinstance(e, Math):
            return arithmetic(e.sign, self.of(e.left), self.of(e.right))
        if isinstance(e, Minus):
            low, high = self.of(e.value)
            return minus(high), minus(low)
        if isinstance(e, IfExpr):
            return hull([self.of(e.value), self.of(e.otherwise)])
        if isinstance(e, Query) and e.quantifier == "count":
            return 0, None
        return self.of_library(e) if isinstance(e, Lib) else ANY

    def of_library(self, e: Lib) -> Interval:
        """The interval of what a function of the library gives."""
        if least_of(e.name) is not None:
            return least_of(e.name), None
        if e.name in ("min", "max"):
            found = [self.of(a) for a in e.arguments if a is not None]
            pick = min if e.name == "min" else max
            return bound(pick, [f[0] for f in found], e.name == "max"), bound(
                pick, [f[1] for f in found], e.name == "min"
            )
        if e.name == "mod" and isinstance(by := e.arg(1), Const) and by.value > 0:
            return 0, by.value - 1
        return ANY


@once
def intervals(part: Part) -> Intervals:
    """The values that the expressions of a body can have."""
    return Intervals(part)


def bound(pick: object, values: list[int | None], any_will_do: bool) -> int | None:
    """The bound of min or max: one known part bounds it on one side, all must be known on the other."""
    known = [v for v in values if v is not None]
    if not known or (not any_will_do and len(known) < len(values)):
        return None
    assert callable(pick)
    return int(pick(known))


def minus(n: int | None) -> int | None:
    """The negative of a bound; None stays open."""
    return None if n is None else -n


def hull(found: list[Interval]) -> Interval:
    """The smallest interval around all of them."""
    lows, highs = [f[0] for f in found], [f[1] for f in found]
    return bound(min, lows, False), bound(max, highs, False)


def arithmetic(op: str, a: Interval, b: Interval) -> Interval:
    """The interval of a sum, difference or product."""
    if op == "-":
        op, b = "+", (minus(b[1]), minus(b[0]))
    if op == "+":
        return tuple(None if x is None or y is None else x + y for x, y in zip(a, b))  # type: ignore[return-value]
    if op == "*" and None not in (*a, *b):
        products = [x * y for x in a for y in b]  # type: ignore[operator]
        return min(products), max(products)
    return ANY


def outside(found: Interval, low: int | None, high: int | None) -> bool:
    """Whether no value of an interval lies between the bounds."""
    return (found[1] is not None and low is not None and found[1] < low) or (
        found[0] is not None and high is not None and found[0] > high
    )


def in_words(found: Interval) -> str:
    """An interval in words."""
    if found[0] == found[1]:
        return str(found[0])
    if found[1] is None:
        return f"at least {found[0]}"
    return f"at most {found[1]}" if found[0] is None else f"between {found[0]} and {found[1]}"


# ---------------------------------------------------------------- the checks


def check(c: Context, game: tree.Game, seen: Survey) -> None:
    """Reports numbers outside of boards, lists, fields and amounts, in the whole game."""
    for part in seen.parts:
        known = intervals(part)
        for e in part.expressions:
            place(c, game, known, e)
        for s in part.statements:
            statement(c, game, known, s)
    for e in seen.loose:
        place(c, game, Intervals(None), e)


def place(c: Context, game: tree.Game, known: Intervals, e: E) -> None:
    """Cells of a board, rows and columns, elements of lists, keys of maps."""
    if is_lib(e, "cell", "row", "column") and isinstance(e.of, str) and e.of in game.boards:
        board(c, game.boards[e.of], known, e)
    elif isinstance(e, Item) and outside(known.of(e.index), 1, None):
        c.report(
            "RW317",
            f"{in_words(known.of(e.index))} is no place in a list",
            e.index.span,
            "the first is number 1",
        )
    elif isinstance(e, Pair) and e.type.sizes is not None:
        low, size, other_low, other_size = e.type.sizes
        for part, first, count in ((e.first, low, size), (e.second, other_low, other_size)):
            if part.type.name == "number" and outside(known.of(part), first, first + count - 1):
                text = f"the map is kept for {first}..{first + count - 1}, not for {in_words(known.of(part))}"
                c.report(
                    "RW317", text, part.span, "use one of these numbers, or widen the range after `for each`"
                )
    elif (
        isinstance(e, Field) and e.info.key is not None and e.info.key.name == "number" and e.key is not None
    ):
        low, high = e.info.key_low, e.info.key_low + e.info.key_size - 1
        if outside(known.of(e.key), low, high):
            value = in_words(known.of(e.key))
            text = f"`{e.info.name}` is kept for {low}..{high}, not for {value}"
            c.report(
                "RW317", text, e.key.span, "use one of these numbers, or widen the range after `for each`"
            )


def board(c: Context, b: tree.Board, known: Intervals, e: Lib) -> None:
    """Reports a row, column or place that a board does not have."""
    sizes = {name: size.value for name, size in b.sizes.items() if isinstance(size, Const)}
    if b.shape == "grid" and e.name == "cell":
        bounds = [("rows", 1, sizes.get("rows")), ("columns", 1, sizes.get("columns"))]
    elif b.shape == "grid":
        bounds = [(f"{e.name}s", 1, sizes.get(f"{e.name}s"))]
    elif b.shape == "ring":
        bounds = (
            [("places", 0, sizes["size"] - 1)]
            if e.arguments and isinstance(e.arg(0), Const) and "size" in sizes
            else []
        )
    else:
        bounds = [("cells", 1, len(b.cells))]
    for (name, low, high), arg in zip(bounds, e.arguments):
        if arg is not None and high is not None and outside(known.of(arg), low, high):
            text = f"{b.name} has the {name} {low} to {high}, not {in_words(known.of(arg))}"
            c.report("RW317", text, arg.span, "use one of these numbers, or make the board larger")


def statement(c: Context, game: tree.Game, known: Intervals, s: tree.S) -> None:
    """Reports a statement whose numbers cannot be right."""
    if isinstance(s, tree.Set) and isinstance(s.target, Field) and s.target.type.name == "number":
        stored(c, known, s)
    elif isinstance(s, tree.Gain) and isinstance(s.amount, Bundle):
        for name, amount in zip(s.amount.resources, s.amount.amounts):
            if amount is not None and outside(known.of(amount), 0, None):
                words = {"gain": "gains", "pay": "pays", "lose": "loses"}[s.verb]
                other = {"gain": "lose", "pay": "gain", "lose": "gain"}[s.verb]
                c.report(
                    "RW318",
                    f"nobody {words} {in_words(known.of(amount))} {name}",
                    amount.span,
                    f"write `{other}`",
                )
    elif isinstance(s, tree.Repeat) and s.times is not None:
        amount_of(c, known, s.times, "repeated")
    elif isinstance(s, tree.Draw):
        amount_of(c, known, s.amount, "drawn")
    elif isinstance(s, tree.Choose):
        for pick in s.picks:
            picked(c, game, known, pick)


def stored(c: Context, known: Intervals, s: tree.Set) -> None:
    """Reports a number that lies outside of the range of its field."""
    assert isinstance(s.target, Field)
    low, high = s.target.type.low, s.target.type.high
    if "cyclic" in s.target.info.flags or s.value.type.name != "number":
        return
    found = known.of(s.value)
    if s.op != "=":
        found = arithmetic(s.op[0], (low, high), found)
    elif isinstance(s.value, Const):
        return  # told where the value was typed
    if outside(found, low, high):
        name, type = s.target.info.name, s.target.type
        hint = "store another number, or widen the field's range"
        c.report("RW314", f"`{name}` would be {in_words(found)}, outside {type}", s.value.span, hint)


def amount_of(c: Context, known: Intervals, e: E, done: str) -> None:
    """Warns of something that is done less than once."""
    if outside(known.of(e), 1, None):
        c.warn(
            "RW413",
            f"{in_words(known.of(e))} times: nothing is ever {done}",
            e.span,
            "remove it, or give a number above 0",
        )


def picked(c: Context, game: tree.Game, known: Intervals, p: tree.Pick) -> None:
    """More than there is; or an answer that the field cannot hold."""
    size = size_of(game, p.source)
    if p.amount == "exactly" and p.number is not None and size is not None:
        least = known.of(p.number)[0]
        if least is not None and least > size:
            c.report(
                "RW319",
                f"{least} are to be chosen, but there are only {size}",
                p.span,
                "choose fewer, or `up to`",
            )
    if isinstance(p.field, Field) and p.where is None and p.field.type.name == "number":
        values, type = known.elements(p.source), p.field.type
        beyond = type.high is not None and values[1] is not None and values[1] > type.high
        if beyond or (type.low is not None and values[0] is not None and values[0] < type.low):
            text = f"some options ({in_words(values)}) are outside {type}, which `{p.field.info.name}` holds"
            c.warn("RW314", text, p.source.span, "offer fewer, or widen the field's range")


def size_of(game: tree.Game, e: E) -> int | None:
    """How many things a collection has, if that never changes."""
    if is_lib(e, "members"):
        return len(game.kinds[e.of].members)
    if isinstance(e, ListOf):
        return len(e.items)
    if isinstance(e, Range) and isinstance(e.low, Const) and isinstance(e.high, Const):
        return max(0, int(e.high.value - e.low.value + 1))
    if isinstance(e, Query) and e.quantifier == "all":
        return size_of(game, e.source)  # at most
    return None


def always(known: Intervals, e: Compare) -> bool | None:
    """What a comparison of two intervals comes to, if it is always the same."""
    a, b = known.of(e.left), known.of(e.right)
    if e.sign in (">", ">="):
        a, b = b, a
    strict = e.sign in ("<", ">")
    if e.sign in ("=", "!="):
        return (e.sign == "!=") if outside(a, b[0], b[1]) else None
    if a[1] is not None and b[0] is not None and (a[1] < b[0] or (not strict and a[1] == b[0])):
        return True
    if a[0] is not None and b[1] is not None and (a[0] > b[1] or (strict and a[0] == b[1])):
        return False
    return None
