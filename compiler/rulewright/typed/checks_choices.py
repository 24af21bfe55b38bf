"""Choices that can turn out empty where nothing protects them: outside every unit, without a block."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import tree
from .checks_ranges import Intervals, size_of
from .checks_walk import Survey, blocks_of, units_of
from .tree import E

if TYPE_CHECKING:
    from .infer import Checker

ALWAYS_SOME = ("players", "participants", "directions", "cells", "clockwise_from", "neighbours")


def check(c: Checker, game: tree.Game, seen: Survey) -> None:
    """Goes through all that `setup` and `play` can reach without entering a unit."""
    _Walk(c, game, seen).run()


class _Walk:
    def __init__(self, c: Checker, game: tree.Game, seen: Survey) -> None:
        self.c = c
        self.game = game
        self.seen = seen
        self.done: set[str] = set()
        self.pending = ["setup", "play"]
        self.failing = failing(game, seen)

    def run(self) -> None:
        while self.pending:
            key = self.pending.pop()
            if key in self.done or key not in self.seen.functions:
                continue
            self.done.add(key)
            for part in (self.seen.functions[key], *self.seen.changes.get(key, [])):
                self.block(part.block, [])

    def block(self, block: tree.Block, guards: list[E]) -> None:
        for s in block:
            if isinstance(s, tree.Each) and s.secretly:
                continue  # nothing else can stand there
            self.statement(s, guards)
            units = [id(b) for b in units_of(s)]
            for inner in blocks_of(s):
                if id(inner) not in units:
                    self.block(inner, [*guards, *tests_of(s)])
            if isinstance(s, (tree.If, tree.Require)):
                guards = [*guards, s.test]

    def statement(self, s: tree.S, guards: list[E]) -> None:
        if isinstance(s, tree.Call):
            if s.call.op == "call":
                self.pending.append(s.call.name)
            elif s.call.name == "perform":
                self.pending += self.seen.effects
        elif isinstance(s, tree.Choose) and s.body is None and not s.optional:
            for p in s.picks:
                self.pick(p, guards)
        elif isinstance(s, tree.ChooseOne):
            self.branches(s)
        elif isinstance(s, tree.Offer) and s.refusal is None:
            self.offer(s)

    def pick(self, p: tree.Pick, guards: list[E]) -> None:
        if p.amount in ("any", "up to") and p.so_that is None:
            return
        if guarded(p, guards) or self.some_are_left(p):
            return
        self.c.warn(
            "RW446",
            f"there may be no `{p.name}` to choose, and nothing is said for that case",
            p.span,
            "give the choice a block: `choose … from …:` is skipped if there is nothing, perhaps with `else:`",
        )

    def some_are_left(self, p: tree.Pick) -> bool:
        """A condition of the form `it is not x` leaves out one; any other may leave out all."""
        if p.so_that is not None and p.amount == "any":
            return False
        if p.where is None:
            return never_empty(self.game, self.seen, p.source)
        tests = conjuncts(p.where)
        size = least_size(self.game, p.source)
        return (
            all(e.op == "compare" and e.name == "!=" for e in tests)
            and size is not None
            and size > len(tests)
        )

    def branches(self, s: tree.ChooseOne) -> None:
        if all(b.test is not None or self.fails(b.body) for b in s.branches):
            self.c.warn(
                "RW446",
                "it may be that none of these can be chosen, and nothing is said for that case",
                s.span,
                'add a branch that is always possible, as `"nothing": nothing`',
            )

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


def never_empty(game: tree.Game, seen: Survey, e: E, depth: int = 0) -> bool:
    if e.op == "lib" and e.name in ALWAYS_SOME:
        return True
    if e.op == "lib" and e.name in ("members", "all_of"):
        return bool(game.kinds[e.data].members)
    if e.op == "lib" and e.name == "union":
        return any(a is not None and never_empty(game, seen, a, depth) for a in e.args)
    if e.op == "lib" and e.name in ("reversed", "sorted", "distinct", "row", "column"):
        return e.name in ("row", "column") or never_empty(game, seen, e.arg(0), depth)
    if e.op == "list":
        return bool(e.args)
    if e.op == "range":
        return rises(e.arg(0), e.arg(1))
    if e.op == "column" and e.type.is_many:
        column = game.kinds[e.data].columns.get(e.name)
        return column is not None and all(cell is not None for cell in column.cells)
    if e.op == "call" and depth < 4 and e.name in seen.functions and e.name not in seen.changes:
        results = [s.value for s in seen.functions[e.name].block if isinstance(s, tree.Result)]
        return bool(results) and all(never_empty(game, seen, value, depth + 1) for value in results)
    return False


def conjuncts(e: E) -> list[E]:
    return [x for a in e.args if a is not None for x in conjuncts(a)] if e.op == "and" else [e]


def least_size(game: tree.Game, e: E) -> int | None:
    """How many things a collection has at least, where that is known."""
    if e.op == "lib" and e.name in ("players", "participants"):
        return min(game.players, default=0)
    return size_of(game, e) if e.op != "query" else None


def rises(low: E, high: E) -> bool:
    """Whether a range is never empty, as far as one can see: a figure or an amount is at least 0."""
    known = Intervals(None)
    least, most = known.of(high)[0], known.of(low)[1]
    if least is None and most is not None:
        return most <= 0 or high.op == "call"
    return least is not None and most is not None and most <= least


def tests_of(s: tree.S) -> list[E]:
    found = [getattr(s, name, None) for name in ("test", "where", "until", "times")]
    return [e for e in found if isinstance(e, E)]


def guarded(p: tree.Pick, guards: list[E]) -> bool:
    """Whether a condition around the choice speaks of what is chosen from: then the author has thought of it."""
    spoken = names_in(p.source) | (names_in(p.where) if p.where is not None else set())
    return any(names_in(test) & spoken for test in guards)


def names_in(e: E) -> set[str]:
    kept = ("field", "call", "pieces", "local")
    return {x.name for x in e.walk() if x.op in kept and (x.op != "local" or x.type.is_many)}


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
