"""Bounds: the least value of an amount, choices that always have an answer, and conditions that larger sets meet too."""

from __future__ import annotations

from collections.abc import Callable

from ..typed import tree
from ..typed.tree import E
from .locals import free_in

DEPTH = 6  # how deep defines are followed
AT_LEAST_ZERO = ("size", "distance", "ring_distance", "abs", "players_count")


class Bounds:
    def __init__(self, game: tree.Game, functions: dict[str, tree.Function]) -> None:
        self.game = game
        self.functions = functions
        self.by_define: dict[str, int | None] = {}

    def never_empty(self, pick: tree.Pick) -> bool:
        """Whether one thing can always be picked."""
        if pick.amount != "one" or pick.where is not None:
            return False
        source = pick.source
        if source.op == "range":
            low, least = source.arg(0), self.least(source.arg(1))
            return low.op == "const" and least is not None and low.data <= least
        if source.op == "lib" and source.name == "members":
            return bool(self.game.kinds[source.data].members)
        return source.op == "list" and bool(source.args)

    def least(self, e: E) -> int | None:
        """The least value that an amount can have; None: nothing is known."""
        if e.type.optional:
            return None
        if e.op == "const":
            return e.data if isinstance(e.data, int) else None
        if e.op == "field":
            return e.type.low
        if e.op == "column":
            return self.column(e)
        if e.op == "math" and e.name in ("+", "*"):
            return self.arithmetic(e)
        if e.op == "if":
            return lowest([self.least(e.arg(1)), self.least(e.arg(2))])
        if e.op == "query":
            return 0 if e.data == "count" else None
        if e.op == "fold":
            of_nothing = e.data in ("sum", "highest")  # both are 0 for no things
            return 0 if of_nothing and at_least_zero(self.least(e.arg(0))) else None
        if e.op == "call":
            return self.define(e)
        return self.library(e) if e.op == "lib" else None

    def column(self, e: E) -> int | None:
        column = self.game.kinds[e.data].columns.get(e.name) if e.data in self.game.kinds else None
        if column is None or not column.constant:
            return None
        return lowest([None if c is None else self.least(c) for c in column.cells])

    def arithmetic(self, e: E) -> int | None:
        a, b = self.least(e.arg(0)), self.least(e.arg(1))
        if a is None or b is None or (e.name == "*" and (a < 0 or b < 0)):
            return None
        return a + b if e.name == "+" else a * b

    def define(self, e: E) -> int | None:
        """What every case of a define gives at least."""
        if e.name not in self.by_define:
            self.by_define[e.name] = None  # while it is being worked out, for defines that call themselves
            f = self.functions.get(e.name)
            results = [s for s in f.body if isinstance(s, tree.Result)] if f is not None else []
            if f is not None and len(results) == len(f.body):
                self.by_define[e.name] = lowest([self.least(s.value) for s in results])
        return self.by_define[e.name]

    def library(self, e: E) -> int | None:
        if e.name in AT_LEAST_ZERO:
            return 0
        if e.name == "min":
            return lowest([self.least(a) for a in e.args if a is not None])
        if e.name == "max":
            known = [n for a in e.args if a is not None and (n := self.least(a)) is not None]
            return max(known, default=None)
        return None


def at_least_zero(n: int | None) -> bool:
    return n is not None and n >= 0


def lowest(found: list[int | None]) -> int | None:
    """The least of several values; None if one of them is not known."""
    known = [n for n in found if n is not None]
    return min(known) if known and len(known) == len(found) else None


class Growing:
    """Conditions on a set that go on to hold when more is put into it: then the whole set is the best try."""

    def __init__(self, bounds: Bounds) -> None:
        self.bounds = bounds
        self.functions = bounds.functions

    def holds_on(self, test: E | None, name: str, depth: int = 0) -> bool:
        """Whether a test that holds for a set, the local `name`, also holds for every larger one."""
        if test is None or name not in free_in(test):
            return True
        if test.op in ("and", "or"):
            return all(self.holds_on(a, name, depth) for a in test.args)
        if test.op == "compare" and test.name in (">", ">="):
            return self.rises(test.arg(0), name, depth) and name not in free_in(test.arg(1))
        if test.op == "compare" and test.name in ("<", "<="):
            return self.rises(test.arg(1), name, depth) and name not in free_in(test.arg(0))
        if test.op == "query" and test.data == "any":
            return self.spreads(test.arg(0), name, depth) and self.holds_on(test.args[1], name, depth)
        if test.op == "call":
            return self.followed(test, name, depth, self.holds_on)
        return False

    def rises(self, e: E, name: str, depth: int) -> bool:
        """Whether a number never falls when the set grows."""
        if name not in free_in(e):
            return True
        if e.op == "math" and e.name == "+":
            return self.rises(e.arg(0), name, depth) and self.rises(e.arg(1), name, depth)
        if e.op == "lib" and e.name == "size":
            return self.spreads(e.arg(0), name, depth)
        if e.op == "lib" and e.name in ("min", "max"):
            return all(self.rises(a, name, depth) for a in e.args if a is not None)
        if e.op == "fold" and e.data in ("sum", "highest"):
            return self.adds_up(e, name, depth)
        if e.op == "query" and e.data == "count":
            return self.spreads(e.arg(0), name, depth) and self.holds_on(e.args[1], name, depth)
        if e.op == "call":
            return self.followed(e, name, depth, self.rises)
        return False

    def adds_up(self, e: E, name: str, depth: int) -> bool:
        """More things, none of them worth less than nothing, nor less than before."""
        body, where = e.arg(0), e.args[2]
        return (
            self.rises(body, name, depth)
            and at_least_zero(self.bounds.least(body))
            and self.holds_on(where, name, depth)
            and self.spreads(e.arg(1), name, depth)
        )

    def spreads(self, e: E, name: str, depth: int) -> bool:
        """Whether a collection only gains things when the set grows."""
        if name not in free_in(e) or (e.op == "local" and e.name == name):
            return True
        if e.op == "query" and e.data == "all":
            return self.spreads(e.arg(0), name, depth) and self.holds_on(e.args[1], name, depth)
        if e.op == "range":
            return name not in free_in(e.arg(0)) and self.rises(e.arg(1), name, depth)
        return (
            e.op == "lib"
            and e.name == "union"
            and all(self.spreads(a, name, depth) for a in e.args if a is not None)
        )

    def followed(self, e: E, name: str, depth: int, ask: Callable[[E, str, int], bool]) -> bool:
        """A define that is given the set itself: its own value tells."""
        f = self.functions.get(e.name)
        if f is None or depth > DEPTH or len(f.body) != 1:
            return False
        result = f.body[0]
        if not isinstance(result, tree.Result) or result.test is not None:
            return False
        for p, a in zip(f.params, e.args[2:]):
            if a is not None and name in free_in(a):
                if not self.spreads(a, name, depth) or not ask(result.value, p.name, depth + 1):
                    return False
        return True
