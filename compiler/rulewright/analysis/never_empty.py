"""Collections that have something in them in every position: for certain, or as far as one can see."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ..typed import tree
from ..typed.expr import CallExpr, ColumnOf, Directions, Lib, ListOf, Range, is_lib
from ..typed.tree import E

DEPTH = 4  # how deep defines are followed
ALWAYS_SOME = ("players", "participants", "cells", "clockwise_from", "neighbours", "row", "column")
Rises = Callable[[E, E], bool]  # whether a range has numbers in it, by its ends


def never_empty(game: tree.Game, e: E, rises: Rises) -> bool:
    """True if a collection has something in it for certain."""
    if isinstance(e, Range):
        return rises(e.low, e.high)
    if is_lib(e, "members"):
        return bool(game.kinds[e.of].members)
    return isinstance(e, ListOf) and bool(e.items)


def seldom_empty(
    game: tree.Game, e: E, rises: Rises, defines: Mapping[str, tree.Block], guess: Rises, depth: int = 0
) -> bool:
    """True if an author will take it that a collection has something in it; in defines ranges are judged by `guess`."""

    def inner(x: E) -> bool:
        return seldom_empty(game, x, rises, defines, guess, depth)

    if (
        never_empty(game, e, rises)
        or isinstance(e, Directions)
        or (isinstance(e, Lib) and e.name in ALWAYS_SOME)
    ):
        return True
    if is_lib(e, "all_of"):
        return bool(game.kinds[e.of].members)
    if is_lib(e, "union"):
        return any(a is not None and inner(a) for a in e.arguments)
    if is_lib(e, "reversed", "sorted", "distinct"):
        return inner(e.arg(0))
    if isinstance(e, ColumnOf) and e.type.is_many:
        column = game.kinds[e.kind].columns.get(e.name)
        return column is not None and all(cell is not None for cell in column.cells)
    if isinstance(e, CallExpr) and depth < DEPTH and e.name in defines:
        results = [s.value for s in defines[e.name] if isinstance(s, tree.Result)]
        return bool(results) and all(
            seldom_empty(game, value, guess, defines, guess, depth + 1) for value in results
        )
    return False
