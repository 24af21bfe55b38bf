"""Bounds: the least value of an amount, choices that always have an answer, and conditions that larger sets meet too."""

from __future__ import annotations

from collections.abc import Callable

from ..language import library
from ..typed import tree
from ..typed.expr import (
    And,
    CallExpr,
    ColumnOf,
    Compare,
    Const,
    Field,
    Fold,
    IfExpr,
    Lib,
    Local,
    Math,
    Or,
    Query,
    Range,
    is_lib,
)
from ..typed.tree import E
from .liveness import free_in
from .never_empty import never_empty

DEPTH = 6  # how deep defines are followed


class Bounds:
    """Least values of amounts, and choices that always have an answer, in one game."""

    def __init__(self, game: tree.Game, functions: dict[str, tree.Function]) -> None:
        self.game = game
        self.functions = functions
        self.by_define: dict[str, int | None] = {}

    def never_empty(self, pick: tree.Pick) -> bool:
        """True if one thing can always be picked."""
        return pick.amount == "one" and pick.where is None and never_empty(self.game, pick.source, self.rises)

    def rises(self, low: E, high: E) -> bool:
        """True if a range with these ends has numbers in it in every position."""
        least = self.least(high)
        return isinstance(low, Const) and least is not None and low.value <= least

    def least(self, e: E) -> int | None:
        """The least value that an amount can have; None: nothing is known."""
        if e.type.optional:
            return None
        if isinstance(e, Const):
            return e.value if isinstance(e.value, int) else None
        if isinstance(e, Field):
            return e.type.low
        if isinstance(e, ColumnOf):
            return self.column(e)
        if isinstance(e, Math) and e.sign in ("+", "*"):
            return self.arithmetic(e)
        if isinstance(e, IfExpr):
            return lowest([self.least(e.value), self.least(e.otherwise)])
        if isinstance(e, Query):
            return 0 if e.quantifier == "count" else None
        if isinstance(e, Fold):
            of_nothing = e.operation in ("sum", "highest")  # both are 0 for no things
            return 0 if of_nothing and at_least_zero(self.least(e.body)) else None
        if isinstance(e, CallExpr):
            return self.define(e)
        return self.library(e) if isinstance(e, Lib) else None

    def column(self, e: ColumnOf) -> int | None:
        """The least figure of a column."""
        column = self.game.kinds[e.kind].columns.get(e.name) if e.kind in self.game.kinds else None
        if column is None or not column.constant:
            return None
        return lowest([None if c is None else self.least(c) for c in column.cells])

    def arithmetic(self, e: Math) -> int | None:
        """The least value of a sum or a product."""
        a, b = self.least(e.left), self.least(e.right)
        if a is None or b is None or (e.sign == "*" and (a < 0 or b < 0)):
            return None
        return a + b if e.sign == "+" else a * b

    def define(self, e: CallExpr) -> int | None:
        """What every case of a define gives at least."""
        if e.name not in self.by_define:
            self.by_define[e.name] = None  # while it is being computed, for defines that call themselves
            f = self.functions.get(e.name)
            results = [s for s in f.body if isinstance(s, tree.Result)] if f is not None else []
            if f is not None and len(results) == len(f.body):
                self.by_define[e.name] = lowest([self.least(s.value) for s in results])
        return self.by_define[e.name]

    def library(self, e: Lib) -> int | None:
        """The least value that a function of the library gives."""
        if library.least_of(e.name) is not None:
            return library.least_of(e.name)
        if e.name == "min":
            return lowest([self.least(a) for a in e.arguments if a is not None])
        if e.name == "max":
            known = [n for a in e.arguments if a is not None and (n := self.least(a)) is not None]
            return max(known, default=None)
        return None


def at_least_zero(n: int | None) -> bool:
    """True if a least value is known and not below 0."""
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
        if isinstance(test, (And, Or)):
            return all(self.holds_on(a, name, depth) for a in test.operands)
        if isinstance(test, Compare) and test.sign in (">", ">="):
            return self.rises(test.left, name, depth) and name not in free_in(test.right)
        if isinstance(test, Compare) and test.sign in ("<", "<="):
            return self.rises(test.right, name, depth) and name not in free_in(test.left)
        if isinstance(test, Query) and test.quantifier == "any":
            return self.spreads(test.source, name, depth) and self.holds_on(test.where, name, depth)
        if isinstance(test, CallExpr):
            return self.followed(test, name, depth, self.holds_on)
        return False

    def rises(self, e: E, name: str, depth: int) -> bool:
        """Whether a number never falls when the set grows."""
        if name not in free_in(e):
            return True
        if isinstance(e, Math) and e.sign == "+":
            return self.rises(e.left, name, depth) and self.rises(e.right, name, depth)
        if is_lib(e, "size"):
            return self.spreads(e.arg(0), name, depth)
        if is_lib(e, "min", "max"):
            return all(self.rises(a, name, depth) for a in e.arguments if a is not None)
        if isinstance(e, Fold) and e.operation in ("sum", "highest"):
            return self.adds_up(e, name, depth)
        if isinstance(e, Query) and e.quantifier == "count":
            return self.spreads(e.source, name, depth) and self.holds_on(e.where, name, depth)
        if isinstance(e, CallExpr):
            return self.followed(e, name, depth, self.rises)
        return False

    def adds_up(self, e: Fold, name: str, depth: int) -> bool:
        """More things, none of them worth less than nothing, nor less than before."""
        body, where = e.body, e.where
        return (
            self.rises(body, name, depth)
            and at_least_zero(self.bounds.least(body))
            and self.holds_on(where, name, depth)
            and self.spreads(e.source, name, depth)
        )

    def spreads(self, e: E, name: str, depth: int) -> bool:
        """Whether a collection only gains things when the set grows."""
        if name not in free_in(e) or (isinstance(e, Local) and e.name == name):
            return True
        if isinstance(e, Query) and e.quantifier == "all":
            return self.spreads(e.source, name, depth) and self.holds_on(e.where, name, depth)
        if isinstance(e, Range):
            return name not in free_in(e.low) and self.rises(e.high, name, depth)
        return is_lib(e, "union") and all(self.spreads(a, name, depth) for a in e.arguments if a is not None)

    def followed(self, e: CallExpr, name: str, depth: int, ask: Callable[[E, str, int], bool]) -> bool:
        """A define that is given the set itself: its own value tells."""
        f = self.functions.get(e.name)
        if f is None or depth > DEPTH or len(f.body) != 1:
            return False
        result = f.body[0]
        if not isinstance(result, tree.Result) or result.test is not None:
            return False
        for p, a in zip(f.params, e.parts[2:]):
            if a is not None and name in free_in(a):
                if not self.spreads(a, name, depth) or not ask(result.value, p.name, depth + 1):
                    return False
        return True
