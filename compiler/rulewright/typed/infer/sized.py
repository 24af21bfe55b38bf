"""Grids whose size is an option of the game: laid out as large as they can be; what rules ask of them stays within the size of now."""

from __future__ import annotations

from ...resolved import model
from ...resolved.constants import constant
from ...surface import ast
from .. import types as t
from ..context import Context
from ..expr import And, Compare, Const, E, Field, IfExpr, Lib, Local, Not, Query
from ..types import Type
from . import coerce

# Functions of the library that give cells, or lines of them.
GIVE_CELLS = (
    "cells", "neighbours", "around", "shared_neighbours", "line", "row", "column", "row_through", "column_through", "block",
)  # fmt: skip
GIVE_LINES = ("lines", "lines_through")


def option_range(game: model.Game, e: ast.Expr | None) -> tuple[int, int] | None:
    """The least and the largest value of the option of the game that a size names."""
    field = game.table.get(e.name) if isinstance(e, ast.Name) else None
    if field is None or "option" not in field.flags or field.type.name != "range" or field.type.or_none:
        return None
    low, high = (constant(game, x, set()) for x in (field.type.low, field.type.high))
    return None if low is None or high is None or low < 1 else (low, high)


def size_options(c: Context, board: str) -> dict[str, str]:
    """Which sizes of a grid are options of the game: rows or columns -> the option."""
    shape = (
        c.game.boards[board].shape if board in c.game.boards and coerce.shape_of(c, board) == "grid" else None
    )
    if not isinstance(shape, ast.Apply):
        return {}
    return {
        n: e.name for n, e in shape.named if isinstance(e, ast.Name) and option_range(c.game, e) is not None
    }


def within(c: Context, found: E) -> E:
    """What a function of the library gives, without cells beyond the size of now."""
    if not isinstance(found, Lib) or not (sizes := size_options(c, found.of)):
        return found
    type, cell = found.type, t.cell(found.of)
    if found.name in GIVE_CELLS:
        return Query(type, "all", "cell_", found, inside(c, sizes, Local(cell, "cell_")), span=found.span)
    if found.name in GIVE_LINES:
        beyond = Not(t.FLAG, inside(c, sizes, Local(cell, "cell_")))
        whole = Query(t.FLAG, "no", "cell_", Local(t.many(cell), "line_"), beyond)
        return Query(type, "all", "line_", found, whole, span=found.span)
    if found.name == "step":
        there = Compare(t.FLAG, "!=", found, nowhere(t.NOTHING))
        return IfExpr(
            type, And(t.FLAG, [there, inside(c, sizes, found)]), found, nowhere(type), span=found.span
        )
    if found.name == "cell" and len(found.arguments) == 2:
        place = dict(zip(("rows", "columns"), found.arguments))
        tests = [
            at_most(c, place[n], option) for n, option in sizes.items() if not is_sure(c, place[n], option)
        ]
        return IfExpr(type, all_of(tests), found, nowhere(type), span=found.span) if tests else found
    return found


def inside(c: Context, sizes: dict[str, str], cell: E) -> E:
    """The condition that a cell lies within the size of now."""
    board = cell.type.of
    return all_of(
        [at_most(c, Lib(t.NUMBER, f"{n[:-1]}_number", [cell], board), option) for n, option in sizes.items()]
    )


def at_most(c: Context, number: E | None, option: str) -> E:
    """The condition that a number is no larger than an option."""
    assert number is not None
    c.used.add(option)
    info = c.table[option]
    return Compare(t.FLAG, "<=", number, Field(info.type, info))


def is_sure(c: Context, number: E | None, option: str) -> bool:
    """Whether a row or column is there in every size."""
    return isinstance(number, Const) and number.value <= (c.table[option].type.low or 0)


def all_of(tests: list[E]) -> E:
    """The condition that all of these hold."""
    return tests[0] if len(tests) == 1 else And(t.FLAG, tests)


def nowhere(type: Type) -> E:
    """No value of this type."""
    return Const(type, t.NONE_VALUE)
