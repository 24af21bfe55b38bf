"""Choices that can turn out empty, or not be paid for, where nothing protects them: outside every unit."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from ...analysis.failing import calls_of, can_fail
from ...analysis.never_empty import seldom_empty
from ...analysis.survey import Survey
from ...analysis.walk import shape
from ...surface.ast import Span
from .. import tree
from ..context import Context
from ..expr import (
    OPPOSITES,
    Bundle,
    CallExpr,
    ColumnOf,
    Compare,
    In,
    Not,
    Query,
    conjuncts,
    is_lib,
)
from ..tree import E
from .paths import PAYABLE, Names, Path, Paths, called
from .ranges import Intervals, size_of


def check(c: Context, game: tree.Game, seen: Survey) -> None:
    """Goes through all that `setup` and `play` can reach without entering a unit."""
    _Walk(c, game, seen).run()


class _Walk(Paths):
    """Every path outside of units, with what the conditions on it speak of."""

    def __init__(self, c: Context, game: tree.Game, seen: Survey) -> None:
        super().__init__(seen)
        self.c = c
        self.game = game
        self.failing = failing(game, seen)
        self.told: set[int] = set()

    def statement(self, s: tree.S, path: Path) -> None:
        """Warns if a statement asks or wants paid what may be impossible, and nothing is said for that case."""
        if isinstance(s, tree.Choose) and s.body is None and not s.optional:
            for p in s.picks:
                self.pick(p, path)
        elif isinstance(s, tree.ChooseOne):
            self.branches(s, path)
        elif isinstance(s, tree.Offer) and s.refusal is None:
            self.offer(s)
        elif isinstance(s, tree.Gain) and s.verb == "pay":
            self.payment(s, path)

    def warn(self, code: str, text: str, span: Span, hint: str) -> None:
        """Once for each place, on however many paths it is reached."""
        if hash((code, span)) not in self.told:
            self.told.add(hash((code, span)))
            self.c.warn(code, text, span, hint)

    def pick(self, p: tree.Pick, path: Path) -> None:
        """Warns of a pick with perhaps nothing to choose from."""
        if p.amount in ("any", "up to") and p.so_that is None:
            return
        if path.speaks_of(p.source, p.where) or self.some_are_left(p, path):
            return
        self.warn(
            "RW446",
            f"there may be no `{called(p)}` to choose, and nothing is said for that case",
            p.span,
            "give the choice a block: `choose … from …:` is skipped if there is nothing, perhaps with `else:`",
        )

    def some_are_left(self, p: tree.Pick, path: Path) -> bool:
        """A condition of the form `it is not x` leaves out one; any other may leave out all."""
        if p.so_that is not None and p.amount == "any":
            return False
        if p.where is None:
            return self.seldom_empty(p.source, path.known)
        tests = conjuncts(p.where)
        size = least_size(self.game, p.source)
        return (
            all(isinstance(e, Compare) and e.sign == "!=" for e in tests)
            and size is not None
            and size > len(tests)
        )

    def branches(self, s: tree.ChooseOne, path: Path) -> None:
        """Warns of branches of which perhaps none can be chosen."""
        if any(b.test is None and not self.fails(b.body) for b in s.branches):
            return
        tests = [b.test for b in s.branches if b.test is not None and not self.fails(b.body)]
        if is_complete(tests) or path.speaks_of(*tests):
            return
        self.warn(
            "RW446",
            "it may be that none of these can be chosen, and nothing is said for that case",
            s.span,
            'add a branch that is always possible, as `"nothing": nothing`',
        )

    def payment(self, s: tree.Gain, path: Path) -> None:
        """Where no unit encloses it, nobody looks ahead: the choice before it is offered although it cannot be paid for."""
        paid = path.names.of(s.amount) | self.in_columns(s.amount) | {PAYABLE}
        if path.chosen is None or paid & (path.asked | path.offered):
            return
        chosen = path.chosen
        place = f"{chosen.span.path}:{chosen.span.line}"
        self.warn(
            "RW451",
            f"this may be too much to pay after `{called(chosen)}` was chosen ({place}), and nothing is said for that case",
            s.span,
            "pay in the block of the choice, `choose … from …:`, or ask before: `if payable(…):`",
        )

    def in_columns(self, e: E) -> Names:
        """The resources that the prices of a table are of."""
        columns = [self.game.kinds[x.kind].columns[x.name] for x in e.walk() if isinstance(x, ColumnOf)]
        cells = [cell for column in columns for cell in column.cells if cell is not None]
        return frozenset(
            r for cell in cells for x in cell.walk() if isinstance(x, Bundle) for r in x.resources
        )

    def offer(self, s: tree.Offer) -> None:
        """Warns of an offer without an action that is always possible, and without a way to refuse."""
        menus = [m for m, _ in s.menus]
        actions = [
            (k, f) for k, f in self.game.functions.items() if f.category == "action" and f.menu in menus
        ]
        if not any(k not in self.failing and not f.once_per and not f.owner for k, f in actions):
            self.c.warn(
                "RW446",
                "it may be that no action can be offered, and nothing is said for that case",
                s.span,
                f'add a way to refuse: `offer {", ".join(menus)} or "pass"`',
            )

    def seldom_empty(self, e: E, known: Intervals) -> bool:
        """True if an author will take it that a collection has something in it."""
        defines = {k: part.block for k, part in self.seen.functions.items() if k not in self.seen.changes}
        return seldom_empty(self.game, e, partial(rises, known), defines, partial(rises, Intervals(None)))

    def fails(self, block: tree.Block) -> bool:
        """True if a block can fail."""
        return any(can_fail(s, self.failing, self.seen.rule_values, not_known) for s in block)


# ---------------------------------------------------------------- collections


def least_size(game: tree.Game, e: E) -> int | None:
    """How many things a collection has at least, where that is known."""
    if is_lib(e, "players", "participants"):
        return min(game.players, default=0)
    return size_of(game, e) if not isinstance(e, Query) else None


def rises(known: Intervals, low: E, high: E) -> bool:
    """Whether a range is never empty, as far as one can see: a figure or an amount is at least 0."""
    least, most = known.of(high)[0], known.of(low)[1]
    if least is None and most is not None:
        return most <= 0 or isinstance(high, CallExpr)
    return least is not None and most is not None and most <= least


def is_complete(tests: list[E]) -> bool:
    """Whether one of these conditions always holds: one is the contrary of another."""
    said = {shape(x) for x in tests}
    return any(shape(contrary(x)) in said for x in tests)


def contrary(e: E) -> E:
    """A condition that holds exactly when this one does not."""
    if isinstance(e, Not):
        return e.operand
    if isinstance(e, Compare):
        return Compare(e.type, OPPOSITES[e.sign], e.left, e.right)
    if isinstance(e, In):
        return In(e.type, e.element, e.collection, not e.negated)
    if isinstance(e, Query) and e.quantifier in ("any", "no"):
        return replace(e, quantifier="no" if e.quantifier == "any" else "any")
    return Not(e.type, e)


# ---------------------------------------------------------------- what can fail


def not_known(pick: tree.Pick) -> bool:
    """What a pick has to choose from is said by another check."""
    return False


def failing(game: tree.Game, seen: Survey) -> set[str]:
    """The functions that can find themselves impossible, apart from units inside them that are then not offered."""
    found: set[str] = set()
    parts = {key: [part, *seen.changes.get(key, [])] for key, part in seen.functions.items()}
    callers: dict[str, list[str]] = {}
    for key, own in parts.items():
        called = {name for part in own for s in part.statements for name in calls_of(s, seen.rule_values)}
        for name in called:
            callers.setdefault(name, []).append(key)
    waiting = list(parts)
    while waiting:
        key = waiting.pop()
        blocks = [part.block for part in parts[key]]
        if key not in found and any(
            can_fail(s, found, seen.rule_values, not_known) for block in blocks for s in block
        ):
            found.add(key)
            waiting += callers.get(key, ())
    return found
