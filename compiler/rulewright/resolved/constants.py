"""Figures that are known at compile time: numbers, and defines that are computed of numbers alone."""

from __future__ import annotations

from ..surface import ast
from . import model

DEPTH = 20  # a define that needs itself is told elsewhere


def constant(game: model.Game, e: ast.Expr | None, used: set[str], depth: int = 0) -> int | None:
    """The number that an expression stands for, or None; `used` takes the defines that it reads."""
    if isinstance(e, ast.Number):
        return e.value
    if depth > DEPTH:
        return None
    if isinstance(e, ast.Minus):
        value = constant(game, e.value, used, depth + 1)
        return None if value is None else -value
    if isinstance(e, ast.Arithmetic):
        left = constant(game, e.left, used, depth + 1)
        right = constant(game, e.right, used, depth + 1)
        return None if left is None or right is None else calculated(e.op, left, right)
    if isinstance(e, ast.Name):
        return defined(game, e.name, used, depth)
    return None


def calculated(op: str, left: int, right: int) -> int | None:
    """What an operation on two numbers gives; None for a division by zero or an unknown sign."""
    if op == "/":
        return left // right if right else None
    return {"+": left + right, "-": left - right, "*": left * right}.get(op)


def defined(game: model.Game, name: str, used: set[str], depth: int) -> int | None:
    """A define without parameters; a variant may have given it another value, nothing else may."""
    f = game.functions.get(name)
    if f is None or f.category != "define" or f.params or f.owner or f.where is not None:
        return None
    used.add(name)
    value = f.value
    for change in game.overrides:
        if change.target == name:
            if change.owner or change.where is not None:
                return None
            value = change.value
    return constant(game, value, used, depth + 1)
