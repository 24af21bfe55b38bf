"""Evaluates tests on a board's first position while compiling: which edges there are."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from rulewright_runtime import boards as runtime_boards

from ..plan.model import Plan
from ..typed import tree
from ..typed.expr import And, CallExpr, Compare, Const, Field, Lib, Local, Math, Not, Or, Query, is_lib
from ..typed.tree import E
from ..typed.types import NONE_VALUE

SIGNS: dict[str, Callable[[Any, Any], Any]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
}


class Evaluator:
    """A small evaluator for expressions over cells and their first values."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.made: dict[str, runtime_boards.Board] = {}

    def board(self, name: str) -> runtime_boards.Board:
        """A board as it stands at first."""
        if name not in self.made:
            from .tables import board_shape

            game = self.plan.game
            shape, args = board_shape(game, game.boards[name], game.players[0])
            given = [self.value(a, {}) if isinstance(a, E) else a for a in args]
            self.made[name] = getattr(runtime_boards, shape)(*given)
        return self.made[name]

    def edges(self, board: tree.Board, e: tree.EdgeSet) -> tuple[tuple[int, int], ...]:
        """The pairs of cells for which the test of an edge holds."""
        cells = self.board(board.name).cells
        found = []
        for a in cells:
            for b in cells:
                if a < b and self.value(e.test, {e.ends[0]: a, e.ends[1]: b}):
                    found.append((a, b))
        return tuple(found)

    def value(self, e: E, names: dict[str, Any]) -> Any:
        """The value of an expression; NotImplementedError: it depends on the position."""
        evaluated = EVALUATED.get(e.__class__)
        if evaluated is None:
            raise NotImplementedError(type(e).__name__)
        return evaluated(self, e, names)

    def on_const(self, e: Const, names: dict[str, Any]) -> Any:
        """A constant."""
        return e.value

    def on_local(self, e: Local, names: dict[str, Any]) -> Any:
        """What a local holds."""
        return names[e.name]

    def on_and(self, e: And, names: dict[str, Any]) -> bool:
        """Whether all operands hold."""
        return all(self.value(a, names) for a in e.operands if a is not None)

    def on_or(self, e: Or, names: dict[str, Any]) -> bool:
        """Whether one operand holds."""
        return any(self.value(a, names) for a in e.operands if a is not None)

    def on_not(self, e: Not, names: dict[str, Any]) -> bool:
        """The contrary."""
        return not self.value(e.operand, names)

    def on_compare(self, e: Compare, names: dict[str, Any]) -> bool:
        """A comparison."""
        left, right = self.value(e.left, names), self.value(e.right, names)
        return bool(SIGNS[e.sign](left, right))

    def on_math(self, e: Math, names: dict[str, Any]) -> int:
        """Arithmetic."""
        left, right = self.value(e.left, names), self.value(e.right, names)
        return int(SIGNS[e.sign](left, right))

    def on_field(self, e: Field, names: dict[str, Any]) -> Any:
        """The first value of a field of a cell."""
        owner = e.owner
        default = e.info.default
        if owner is None or not is_lib(default, "by_cell"):
            raise NotImplementedError(e.info.attribute)
        found = default.arguments[self.value(owner, names)]
        return NONE_VALUE if found is None else self.value(found, names)

    def on_call(self, e: CallExpr, names: dict[str, Any]) -> Any:
        """What a define gives."""
        f = self.plan.signatures[e.name]
        inner = {p.name: self.value(a, names) for p, a in zip(f.params, e.arguments)}
        for s in f.body:
            if isinstance(s, tree.Let):
                inner[s.name] = self.value(s.value, inner)
            elif isinstance(s, tree.Result) and (s.test is None or self.value(s.test, inner)):
                return self.value(s.value, inner)
        raise NotImplementedError(e.name)

    def on_query(self, e: Query, names: dict[str, Any]) -> Any:
        """The things of a source for which a test holds, or what is asked about them."""
        found = []
        for x in self.value(e.source, names):
            where = e.where
            if where is None or self.value(where, {**names, e.variable: x}):
                found.append(x)
        return {"count": len(found), "any": bool(found), "no": not found, "all": tuple(found)}[e.quantifier]

    def on_lib(self, e: Lib, names: dict[str, Any]) -> Any:
        """What the library says of a board."""
        args = [self.value(a, names) for a in e.arguments if a is not None]
        if e.name == "cells":
            return self.board(e.of).cells
        board = self.board(e.of)
        if e.name == "distance":
            return board.distances[args[0]][args[1]]
        if e.name == "neighbours":
            return board.neighbours[args[0]]
        if e.name == "shared_neighbours":
            return board.shared_neighbours(args[0], args[1])
        if e.name == "adjacent":
            return args[1] in board.neighbours[args[0]]
        raise NotImplementedError(e.name)


EVALUATED: dict[type[E], Callable[[Evaluator, Any, dict[str, Any]], Any]] = {
    Const: Evaluator.on_const,
    Local: Evaluator.on_local,
    And: Evaluator.on_and,
    Or: Evaluator.on_or,
    Not: Evaluator.on_not,
    Compare: Evaluator.on_compare,
    Math: Evaluator.on_math,
    Field: Evaluator.on_field,
    CallExpr: Evaluator.on_call,
    Query: Evaluator.on_query,
    Lib: Evaluator.on_lib,
}
