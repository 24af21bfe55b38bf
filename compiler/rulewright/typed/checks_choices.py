"""Choices that can turn out empty, or not be paid for, where nothing protects them: outside every unit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..surface.ast import Span
from . import tree
from .checks_paths import PAYABLE, Names, Path, Paths, called
from .checks_ranges import Intervals, size_of
from .checks_walk import Survey, blocks_of, shape
from .tree import E

if TYPE_CHECKING:
    from .infer import Checker

CONTRARY = {"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
ALWAYS_SOME = ("players", "participants", "directions", "cells", "clockwise_from", "neighbours")


def check(c: Checker, game: tree.Game, seen: Survey) -> None:
    """Goes through all that `setup` and `play` can reach without entering a unit."""
    _Walk(c, game, seen).run()


class _Walk(Paths):
    """Every path outside of units, with what the conditions on it speak of."""

    def __init__(self, c: Checker, game: tree.Game, seen: Survey) -> None:
        super().__init__(seen)
        self.c = c
        self.game = game
        self.failing = failing(game, seen)
        self.told: set[int] = set()

    def statement(self, s: tree.S, path: Path) -> None:
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
            return never_empty(self.game, self.seen, p.source, path.known)
        tests = conjuncts(p.where)
        size = least_size(self.game, p.source)
        return (
            all(e.op == "compare" and e.name == "!=" for e in tests)
            and size is not None
            and size > len(tests)
        )

    def branches(self, s: tree.ChooseOne, path: Path) -> None:
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
        columns = [self.game.kinds[x.data].columns[x.name] for x in e.walk() if x.op == "column"]
        cells = [cell for column in columns for cell in column.cells if cell is not None]
        return frozenset(r for cell in cells for x in cell.walk() if x.op == "bundle" for r in x.data)

    def offer(self, s: tree.Offer) -> None:
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

    def fails(self, block: tree.Block) -> bool:
        return any(may_fail(s, self.failing, self.seen.effects) for s in block)


# ---------------------------------------------------------------- collections that are never empty


def never_empty(game: tree.Game, seen: Survey, e: E, known: Intervals, depth: int = 0) -> bool:
    if e.op == "lib" and e.name in ALWAYS_SOME:
        return True
    if e.op == "lib" and e.name in ("members", "all_of"):
        return bool(game.kinds[e.data].members)
    if e.op == "lib" and e.name == "union":
        return any(a is not None and never_empty(game, seen, a, known, depth) for a in e.args)
    if e.op == "lib" and e.name in ("reversed", "sorted", "distinct", "row", "column"):
        return e.name in ("row", "column") or never_empty(game, seen, e.arg(0), known, depth)
    if e.op == "list":
        return bool(e.args)
    if e.op == "range":
        return rises(known, e.arg(0), e.arg(1))
    if e.op == "column" and e.type.is_many:
        column = game.kinds[e.data].columns.get(e.name)
        return column is not None and all(cell is not None for cell in column.cells)
    if e.op == "call" and depth < 4 and e.name in seen.functions and e.name not in seen.changes:
        results = [s.value for s in seen.functions[e.name].block if isinstance(s, tree.Result)]
        return bool(results) and all(
            never_empty(game, seen, value, Intervals(None), depth + 1) for value in results
        )
    return False


def conjuncts(e: E) -> list[E]:
    return [x for a in e.args if a is not None for x in conjuncts(a)] if e.op == "and" else [e]


def least_size(game: tree.Game, e: E) -> int | None:
    """How many things a collection has at least, where that is known."""
    if e.op == "lib" and e.name in ("players", "participants"):
        return min(game.players, default=0)
    return size_of(game, e) if e.op != "query" else None


def rises(known: Intervals, low: E, high: E) -> bool:
    """Whether a range is never empty, as far as one can see: a figure or an amount is at least 0."""
    least, most = known.of(high)[0], known.of(low)[1]
    if least is None and most is not None:
        return most <= 0 or high.op == "call"
    return least is not None and most is not None and most <= least


def is_complete(tests: list[E]) -> bool:
    """Whether one of these conditions always holds: one is the contrary of another."""
    said = {shape(x) for x in tests}
    return any(shape(contrary(x)) in said for x in tests)


def contrary(e: E) -> E:
    if e.op == "not":
        return e.arg(0)
    if e.op == "compare":
        return E(e.op, e.type, e.args, CONTRARY[e.name], e.data)
    if e.op in ("in", "not in"):
        return E("in" if e.op == "not in" else "not in", e.type, e.args, e.name, e.data)
    if e.op == "query" and e.data in ("any", "no"):
        return E(e.op, e.type, e.args, e.name, "no" if e.data == "any" else "any")
    return E("not", e.type, [e])


# ---------------------------------------------------------------- what can fail


def failing(game: tree.Game, seen: Survey) -> set[str]:
    """The functions that can find themselves impossible, apart from units inside them that are then not offered."""
    found: set[str] = set()
    changed = True
    while changed:
        changed = False
        for key in seen.functions:
            parts = [seen.functions[key], *seen.changes.get(key, [])]
            if key not in found and any(
                may_fail(s, found, seen.effects) for part in parts for s in part.block
            ):
                found.add(key)
                changed = True
    return found


def may_fail(s: tree.S, failing: set[str], effects: list[str]) -> bool:
    if isinstance(s, tree.Require):
        return True
    if isinstance(s, tree.Gain):
        return s.verb == "pay"
    if isinstance(s, tree.Choose):
        if s.optional or s.body is not None:
            return any(may_fail(x, failing, effects) for x in s.otherwise)
        return any(p.amount in ("one", "exactly") or p.so_that is not None for p in s.picks)
    if isinstance(s, tree.ChooseOne):
        return all(
            b.test is not None or any(may_fail(x, failing, effects) for x in b.body) for b in s.branches
        )
    if isinstance(s, tree.Offer):
        return s.refusal is None
    if isinstance(s, tree.May):
        return False
    if isinstance(s, tree.Call):
        called = [s.call.name] if s.call.op == "call" else effects if s.call.name == "perform" else []
        return any(key in failing for key in called)
    return any(may_fail(x, failing, effects) for b in blocks_of(s) for x in b)
