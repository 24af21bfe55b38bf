"""Figures that cannot be right from the start: empty ranges, first values outside their range, prices below zero."""

from __future__ import annotations

from collections.abc import Iterator

from ...analysis.survey import Survey
from .. import tree
from ..context import Context
from ..expr import Bundle, CallExpr, ColumnOf, Const, IfExpr, Lib, Range, is_lib
from ..tree import E
from .ranges import ANY, Interval, Intervals, arithmetic, hull, in_words, intervals, outside

NOTHING: Interval = (0, 0)
MOST_CALLS = 3  # defines that call defines, into which it is looked


def check(c: Context, game: tree.Game, seen: Survey) -> None:
    """Reports prices, ranges and first values that cannot be right."""
    for part in seen.parts:
        known = Figures(seen, intervals(part))
        for s in part.statements:
            if isinstance(s, tree.Gain):
                price(c, known, s)
                kept_mix(c, game, known, s)
            elif isinstance(s, tree.Choose):
                for pick in s.picks:
                    empty_range(c, known, pick.source)
    known = Figures(seen, Intervals(None))
    for info in game.fields.values():
        first_value(c, known, info)


class Figures:
    """What figures can be, also those that defines give."""

    def __init__(self, seen: Survey, known: Intervals) -> None:
        self.seen = seen
        self.known = known

    def of(self, e: E, depth: int = 0) -> Interval:
        """The interval of an expression, seen through calls of defines."""
        if not isinstance(e, CallExpr) or e.type.name != "number" or e.type.optional:
            return self.known.of(e)
        found = [self.inside().of(value, depth + 1) for value in self.results(e, depth)]
        return hull(found) if found else self.known.of(e)

    def inside(self) -> Figures:
        """The same in a define, whose locals are others."""
        return Figures(self.seen, Intervals(None))

    def results(self, call: CallExpr, depth: int) -> list[E]:
        """The values that a define can give; none if it is unknown or too deep."""
        part = self.seen.functions.get(call.name)
        if part is None or depth >= MOST_CALLS:
            return []
        return [s.value for s in part.statements if isinstance(s, tree.Result)]

    def amounts(self, e: E, depth: int = 0) -> Iterator[tuple[E, dict[str, Interval]]]:
        """Each bundle that an expression can be, with the amounts that are known of it."""
        if isinstance(e, Bundle):
            yield e, {r: self.of(a) for r, a in zip(e.resources, e.amounts) if a is not None}
        elif is_lib(e, "add_bundles", "subtract_bundles"):
            op = "+" if e.name == "add_bundles" else "-"
            for _, left in self.amounts(e.arg(0), depth):
                for _, right in self.amounts(e.arg(1), depth):
                    both = left.keys() | right.keys()
                    yield e, {r: arithmetic(op, left.get(r, NOTHING), right.get(r, NOTHING)) for r in both}
        elif isinstance(e, IfExpr):
            yield from self.amounts(e.value, depth)
            yield from self.amounts(e.otherwise, depth)
        elif isinstance(e, CallExpr):
            for value in self.results(e, depth):
                yield from self.inside().amounts(value, depth + 1)


def empty_range(c: Context, known: Figures, e: E) -> None:
    """Nobody can choose from it; of a loop over it only a warning tells."""
    if not isinstance(e, Range):
        return
    (low, _), (_, high) = known.of(e.low), known.of(e.high)
    if low is not None and high is not None and low > high:
        text = f"this range begins with {low} and ends with {high}, so nothing is in it"
        c.report("RW321", text, e.span, "put the lower number first")


def first_value(c: Context, known: Figures, info: tree.FieldInfo) -> None:
    """What a field holds at first; a constant is looked at where it is typed."""
    if info.default is None or isinstance(info.default, Const) or info.type.name != "number":
        return
    values = info.default.arguments if is_lib(info.default, "by_cell") else [info.default]
    for value in values:
        found = ANY if value is None else known.of(value)
        if value is not None and outside(found, info.type.low, info.type.high):
            text = f"`{info.name}` would be {in_words(found)} at first, outside {info.type}"
            c.report("RW314", text, value.span, "begin with another number, or widen the field's range")


def price(c: Context, known: Figures, s: tree.Gain) -> None:
    """An amount below zero that is put together by `-`; what is written as one bundle is looked at elsewhere."""
    for e, amounts in known.amounts(s.amount):
        for resource, found in amounts.items():
            if isinstance(e, Lib) and outside(found, 0, None):
                text = f"this leaves {in_words(found)} {resource}, and nobody can {s.verb} that"
                hint = f"join amounts by `+`, or say the {resource} apart"
                c.report("RW318", text, e.span, hint)


def kept_mix(c: Context, game: tree.Game, known: Figures, s: tree.Gain) -> None:
    """Of a mix is asked where it is written; in a price that a table or a define gives, nobody would be asked."""
    if isinstance(s.amount, Bundle):
        return
    bundles = [e for e, _ in known.amounts(s.amount)]
    for x in s.amount.walk():
        if isinstance(x, ColumnOf):
            bundles += [cell for cell in game.kinds[x.kind].columns[x.name].cells if cell is not None]
    mixes = [
        r
        for e in bundles
        for x in e.walk()
        if isinstance(x, Bundle)
        for r in x.resources
        if game.resources[r].of
    ]
    if mixes:
        text = f"`{mixes[0]}` is a mix: it cannot be part of a price that a table or a define gives"
        hint = f"keep the number there, and write `{s.verb} … {mixes[0]}` here"
        c.report("RW304", text, s.amount.span, hint)
