"""Numbers that cannot be right: outside a range, beyond a board, before the first of a list."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import tree
from .checks_walk import Part, Survey
from .tree import E

if TYPE_CHECKING:
    from .infer import Checker

Interval = tuple[int | None, int | None]  # the least and the greatest value; None: no bound is known
ANY: Interval = (None, None)
AT_LEAST_ZERO = ("size", "distance", "ring_distance", "abs", "path_length", "players_count")


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
            if e.op in ("query", "fold"):
                self.locals[e.name] = self.elements(e.arg(0 if e.op == "query" else 1))
        for s in part.statements if part is not None else []:
            if isinstance(s, tree.Let):
                self.locals[s.name] = self.of(s.value)
        for s in part.statements if part is not None else []:
            if isinstance(s, tree.Set) and s.target.op == "local":
                self.locals.pop(s.target.name, None)

    def elements(self, e: E) -> Interval:
        """The values that the things of a collection can have."""
        if e.op == "range":
            return self.of(e.arg(0))[0], self.of(e.arg(1))[1]
        if e.op == "list" and e.args:
            return hull([self.of(a) for a in e.args if a is not None])
        if e.op == "query" and e.data in ("all", "ordered"):
            return self.elements(e.arg(0))
        return ANY

    def of(self, e: E) -> Interval:
        if e.type.name != "number" or e.type.optional:
            return ANY
        if e.op == "const":
            return (e.data, e.data) if isinstance(e.data, int) else ANY
        if e.op in ("field", "call", "column"):
            return e.type.low, e.type.high
        if e.op == "local":
            return self.locals.get(e.name, ANY)
        if e.op == "math":
            return arithmetic(e.name, self.of(e.arg(0)), self.of(e.arg(1)))
        if e.op == "minus":
            low, high = self.of(e.arg(0))
            return minus(high), minus(low)
        if e.op == "if":
            return hull([self.of(e.arg(1)), self.of(e.arg(2))])
        if e.op == "query" and e.data == "count":
            return 0, None
        return self.of_library(e) if e.op == "lib" else ANY

    def of_library(self, e: E) -> Interval:
        if e.name in AT_LEAST_ZERO:
            return 0, None
        if e.name in ("min", "max"):
            found = [self.of(a) for a in e.args if a is not None]
            pick = min if e.name == "min" else max
            return bound(pick, [f[0] for f in found], e.name == "max"), bound(
                pick, [f[1] for f in found], e.name == "min"
            )
        if e.name == "mod" and e.arg(1).op == "const" and e.arg(1).data > 0:
            return 0, e.arg(1).data - 1
        return ANY


def bound(pick: object, values: list[int | None], any_will_do: bool) -> int | None:
    """The bound of min or max: one known part bounds it on one side, all must be known on the other."""
    known = [v for v in values if v is not None]
    if not known or (not any_will_do and len(known) < len(values)):
        return None
    assert callable(pick)
    return int(pick(known))


def minus(n: int | None) -> int | None:
    return None if n is None else -n


def hull(found: list[Interval]) -> Interval:
    lows, highs = [f[0] for f in found], [f[1] for f in found]
    return bound(min, lows, False), bound(max, highs, False)


def arithmetic(op: str, a: Interval, b: Interval) -> Interval:
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


def said(found: Interval) -> str:
    """An interval in words."""
    if found[0] == found[1]:
        return str(found[0])
    if found[1] is None:
        return f"at least {found[0]}"
    return f"at most {found[1]}" if found[0] is None else f"between {found[0]} and {found[1]}"


# ---------------------------------------------------------------- the checks


def check(c: Checker, game: tree.Game, seen: Survey) -> None:
    for part in seen.parts:
        known = Intervals(part)
        for e in part.expressions:
            place(c, game, known, e)
        for s in part.statements:
            statement(c, game, known, s)
    for e in seen.loose:
        place(c, game, Intervals(None), e)


def place(c: Checker, game: tree.Game, known: Intervals, e: E) -> None:
    """Cells of a board, rows and columns, elements of lists, keys of maps."""
    if (
        e.op == "lib"
        and e.name in ("cell", "row", "column")
        and isinstance(e.data, str)
        and e.data in game.boards
    ):
        board(c, game.boards[e.data], known, e)
    elif e.op == "item" and outside(known.of(e.arg(1)), 1, None):
        c.report(
            "RW317",
            f"{said(known.of(e.arg(1)))} is no place in a list",
            e.arg(1).span,
            "the first is number 1",
        )
    elif e.op == "pair" and e.type.sizes is not None:
        low, size, other_low, other_size = e.type.sizes
        for part, first, count in ((e.arg(0), low, size), (e.arg(1), other_low, other_size)):
            if part.type.name == "number" and outside(known.of(part), first, first + count - 1):
                text = f"the map is kept for {first}..{first + count - 1}, not for {said(known.of(part))}"
                c.report(
                    "RW317", text, part.span, "use one of these numbers, or widen the range after `for each`"
                )
    elif e.op == "field" and e.data.key is not None and e.data.key.name == "number" and e.args[1] is not None:
        low, high = e.data.key_low, e.data.key_low + e.data.key_size - 1
        if outside(known.of(e.arg(1)), low, high):
            value = said(known.of(e.arg(1)))
            text = f"`{e.data.name}` is kept for {low}..{high}, not for {value}"
            c.report(
                "RW317", text, e.arg(1).span, "use one of these numbers, or widen the range after `for each`"
            )


def board(c: Checker, b: tree.Board, known: Intervals, e: E) -> None:
    sizes = {name: size.data for name, size in b.sizes.items() if size.op == "const"}
    if b.shape == "grid" and e.name == "cell":
        bounds = [("rows", 1, sizes.get("rows")), ("columns", 1, sizes.get("columns"))]
    elif b.shape == "grid":
        bounds = [(f"{e.name}s", 1, sizes.get(f"{e.name}s"))]
    elif b.shape == "ring":
        bounds = (
            [("places", 0, sizes["size"] - 1)]
            if e.args and e.arg(0).op == "const" and "size" in sizes
            else []
        )
    else:
        bounds = [("cells", 1, len(b.cells))]
    for (name, low, high), arg in zip(bounds, e.args):
        if arg is not None and high is not None and outside(known.of(arg), low, high):
            text = f"{b.name} has the {name} {low} to {high}, not {said(known.of(arg))}"
            c.report("RW317", text, arg.span, "use one of these numbers, or make the board larger")


def statement(c: Checker, game: tree.Game, known: Intervals, s: tree.S) -> None:
    if isinstance(s, tree.Set) and s.target.op == "field" and s.target.type.name == "number":
        stored(c, known, s)
    elif isinstance(s, tree.Gain) and s.amount.op == "bundle":
        for name, amount in zip(s.amount.data, s.amount.args):
            if amount is not None and outside(known.of(amount), 0, None):
                words = {"gain": "gains", "pay": "pays", "lose": "loses"}[s.verb]
                other = {"gain": "lose", "pay": "gain", "lose": "gain"}[s.verb]
                c.report(
                    "RW318",
                    f"nobody {words} {said(known.of(amount))} {name}",
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


def stored(c: Checker, known: Intervals, s: tree.Set) -> None:
    low, high = s.target.type.low, s.target.type.high
    if "cyclic" in s.target.data.flags or s.value.type.name != "number":
        return
    found = known.of(s.value)
    if s.op != "=":
        found = arithmetic(s.op[0], (low, high), found)
    elif s.value.op == "const":
        return  # told where the value was typed
    if outside(found, low, high):
        name, type = s.target.data.name, s.target.type
        hint = "store another number, or widen the field's range"
        c.report("RW314", f"`{name}` would be {said(found)}, outside {type}", s.value.span, hint)


def amount_of(c: Checker, known: Intervals, e: E, done: str) -> None:
    if outside(known.of(e), 1, None):
        c.warn(
            "RW413",
            f"{said(known.of(e))} times: nothing is ever {done}",
            e.span,
            "remove it, or give a number above 0",
        )


def picked(c: Checker, game: tree.Game, known: Intervals, p: tree.Pick) -> None:
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
    if p.field is not None and p.where is None and p.field.type.name == "number":
        values, type = known.elements(p.source), p.field.type
        beyond = type.high is not None and values[1] is not None and values[1] > type.high
        if beyond or (type.low is not None and values[0] is not None and values[0] < type.low):
            text = f"some options ({said(values)}) are outside {type}, which `{p.field.data.name}` holds"
            c.warn("RW314", text, p.source.span, "offer fewer, or widen the field's range")


def size_of(game: tree.Game, e: E) -> int | None:
    """How many things a collection has, if that never changes."""
    if e.op == "lib" and e.name == "members":
        return len(game.kinds[e.data].members)
    if e.op == "list":
        return len(e.args)
    if e.op == "range" and e.arg(0).op == e.arg(1).op == "const":
        return max(0, int(e.arg(1).data - e.arg(0).data + 1))
    if e.op == "query" and e.data == "all":
        return size_of(game, e.arg(0))  # at most
    return None


def always(known: Intervals, e: E) -> bool | None:
    """What a comparison of two intervals comes to, if it is always the same."""
    a, b = known.of(e.arg(0)), known.of(e.arg(1))
    if e.name in (">", ">="):
        a, b = b, a
    strict = e.name in ("<", ">")
    if e.name in ("=", "!="):
        return (e.name == "!=") if outside(a, b[0], b[1]) else None
    if a[1] is not None and b[0] is not None and (a[1] < b[0] or (not strict and a[1] == b[0])):
        return True
    if a[0] is not None and b[1] is not None and (a[0] > b[1] or (strict and a[0] == b[1])):
        return False
    return None
