"""Bounds: the least value of an amount, and choices that always have an answer, as far as ranges and tables tell."""

from __future__ import annotations

from ..typed import tree
from ..typed.tree import E

DEPTH = 6  # how deep defines are followed
AT_LEAST_ZERO = ("size", "distance", "ring_distance", "abs", "players_count")


class Bounds:
    def __init__(self, game: tree.Game, functions: dict[str, tree.Function]) -> None:
        self.game = game
        self.functions = functions

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

    def least(self, e: E, depth: int = 0) -> int | None:
        """The least value that an amount can have; None: nothing is known."""
        if e.type.optional or depth > DEPTH:
            return None
        if e.op == "const":
            return e.data if isinstance(e.data, int) else None
        if e.op == "field":
            return e.type.low
        if e.op == "column":
            return self.column(e)
        if e.op == "math" and e.name in ("+", "*"):
            return self.arithmetic(e, depth)
        if e.op == "if":
            return lowest([self.least(e.arg(1), depth), self.least(e.arg(2), depth)])
        if e.op == "query":
            return 0 if e.data == "count" else None
        if e.op == "fold":
            return 0 if e.data == "sum" and at_least_zero(self.least(e.arg(0), depth)) else None
        if e.op == "call":
            return self.define(e, depth)
        return self.library(e, depth) if e.op == "lib" else None

    def column(self, e: E) -> int | None:
        column = self.game.kinds[e.data].columns.get(e.name) if e.data in self.game.kinds else None
        if column is None or not column.constant:
            return None
        return lowest([None if c is None else self.least(c) for c in column.cells])

    def arithmetic(self, e: E, depth: int) -> int | None:
        a, b = self.least(e.arg(0), depth), self.least(e.arg(1), depth)
        if a is None or b is None or (e.name == "*" and (a < 0 or b < 0)):
            return None
        return a + b if e.name == "+" else a * b

    def define(self, e: E, depth: int) -> int | None:
        """What every case of a define gives at least."""
        f = self.functions.get(e.name)
        if f is None:
            return None
        results = [s for s in f.body if isinstance(s, tree.Result)]
        if not results or len(results) != len(f.body):
            return None
        return lowest([self.least(s.value, depth + 1) for s in results])

    def library(self, e: E, depth: int) -> int | None:
        if e.name in AT_LEAST_ZERO:
            return 0
        if e.name == "min":
            return lowest([self.least(a, depth) for a in e.args if a is not None])
        if e.name == "max":
            known = [n for a in e.args if a is not None and (n := self.least(a, depth)) is not None]
            return max(known, default=None)
        return None


def at_least_zero(n: int | None) -> bool:
    return n is not None and n >= 0


def lowest(found: list[int | None]) -> int | None:
    """The least of several values; None if one of them is not known."""
    known = [n for n in found if n is not None]
    return min(known) if known and len(known) == len(found) else None
