"""Directions: their names and numbers, which of them a board has, and steps and lines in a direction."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ...resolved.words import DIRECTIONS
from ...surface import ast
from .. import types as t
from ..context import Context
from ..expr import Const, Directions
from ..tree import E
from . import coerce

if TYPE_CHECKING:
    from ..context import Scope


OF_SHAPE = {  # in the order in which they are listed
    "grid": ("north", "east", "south", "west"),
    "hexes": ("northeast", "east", "southeast", "southwest", "west", "northwest"),
    "ring": ("clockwise", "counterclockwise"),
    "track": ("forward", "back"),
}
SIDES = tuple(DIRECTIONS.index(name) for name in OF_SHAPE["grid"])
NAMED_SETS = {  # of grids
    "diagonals": ("northeast", "southeast", "southwest", "northwest"),
    "all_directions": (
        "north",
        "northeast",
        "east",
        "southeast",
        "south",
        "southwest",
        "west",
        "northwest",
    ),
}


def all_of_shape(shape: str) -> tuple[str, ...]:
    """The directions in which a board of a shape has steps."""
    return NAMED_SETS["all_directions"] if shape == "grid" else OF_SHAPE.get(shape, ())


def listed(names: Sequence[str], span: ast.Span) -> E:
    """Some directions as a collection."""
    numbers = tuple(DIRECTIONS.index(name) for name in names)
    return Directions(t.many(t.DIRECTION), numbers, span=span)


def of_the_game(shapes: Sequence[str], span: ast.Span) -> E:
    """`directions` alone: those of the grids, or of whatever shape the boards have."""
    shape = next((shape for shape in OF_SHAPE if shape in shapes), "grid")
    return listed(OF_SHAPE[shape], span)


def directions(
    c: Context,
    args: Sequence[ast.Expr | E],
    named: list[tuple[str, ast.Expr]],
    span: ast.Span,
    scope: Scope,
) -> E:
    """`directions(BOARD)`: those of one board."""
    board = args[0] if len(args) == 1 and not named else None
    if not isinstance(board, ast.Name) or board.name not in c.game.boards:
        hint = f"write `directions` or `directions({next(iter(c.game.boards), 'BOARD')})`"
        c.report("RW217", "directions takes the name of a board", span, hint)
        return of_the_game(coerce.shapes(c), span)
    c.used.add(board.name)
    return listed(OF_SHAPE.get(coerce.shape_of(c, board.name), ()), span)


def check_way(c: Context, name: str, cell: E, way: E) -> None:
    """A direction that is known must be one of the board's."""
    coerce.expect(c, way, t.DIRECTION, f"the direction of {name}")
    if not isinstance(way, Const) or way.type.name != "direction" or cell.type.name != "cell":
        return
    shape = coerce.shape_of(c, cell.type.of)
    had = all_of_shape(shape)
    if way.name not in had:
        what = f"{cell.type.of} has no direction {way.name}"
        hint = f"it has {', '.join(had)}" if had else "a board of this shape has none: use `neighbours(cell)`"
        c.report("RW304", what, way.span, hint)
