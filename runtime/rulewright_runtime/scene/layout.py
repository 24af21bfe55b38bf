"""Where the cells of a board are drawn, by its shape: right and down, a cell being about two across."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache
from typing import Final

from ..boards import Board

Point = tuple[float, float]

# The size of a cell of a graph, with the room around it.
_WIDE: Final = 3.7
_HIGH: Final = 2.4


def places(board: Board) -> list[Point]:
    """A place for each cell; the same board always gets the same places."""
    return [(round(x, 3), round(y, 3)) for x, y in _places(board)]


@cache
def _places(board: Board) -> tuple[Point, ...]:
    """The points of a board's cells by its shape, computed once."""
    return tuple(_SHAPES.get(board.shape, _track)(board))


def _hexes(board: Board) -> list[Point]:
    """The centres of hexagons; rows that are shifted stand half a cell to the right."""
    found: list[Point] = []
    for cell in board.cells:
        row, column = board.row_of[cell], board.column_of[cell]
        shift = 0.5 if board.hex_rows[row - 1][1] else 0.0
        found.append((math.sqrt(3) * (column - 1 + shift), 1.5 * (row - 1)))
    return found


def _grid(board: Board) -> list[Point]:
    """The centres of squares, two apart."""
    return [(2.0 * (board.column_of[cell] - 1), 2.0 * (board.row_of[cell] - 1)) for cell in board.cells]


def _ring(board: Board) -> list[Point]:
    """On a circle of radius one, from the top clockwise: a client makes it as large as it likes."""
    turn = 2 * math.pi / board.size
    return [(math.sin(turn * cell), -math.cos(turn * cell)) for cell in board.cells]


def _track(board: Board) -> list[Point]:
    """The points of a track from left to right, also for shapes that have no place of their own."""
    return [(2.0 * cell, 0.0) for cell in board.cells]


def _graph(board: Board) -> list[Point]:
    """Neighbours attract each other, all others push away; then what overlaps is moved apart."""
    count = board.size
    if count < 2:
        return [(0.0, 0.0)] * count
    turn = 2 * math.pi / count
    at = [[math.cos(turn * cell), math.sin(turn * cell)] for cell in board.cells]
    apart = 1.6 / math.sqrt(count)
    step = 0.3
    for _ in range(400):
        pulls = [_pull(board, at, cell, apart) for cell in board.cells]
        for point, (x, y) in zip(at, pulls, strict=True):
            length = max(math.hypot(x, y), 1e-6)
            point[0] += x / length * min(length, step)
            point[1] += y / length * min(length, step)
        step = max(step * 0.985, 0.003)
    return _without_overlaps([[x * 11.0, y * 6.5] for x, y in at])


def _pull(board: Board, at: list[list[float]], cell: int, apart: float) -> Point:
    """Where all other cells want this one to go."""
    x = y = 0.0
    for other in board.cells:
        if other == cell:
            continue
        dx, dy = at[cell][0] - at[other][0], at[cell][1] - at[other][1]
        distance = max(math.hypot(dx, dy), 1e-3)
        force = apart * apart / distance
        if board.adjacent(cell, other):
            force -= distance * distance / apart
        x += dx / distance * force
        y += dy / distance * force
    return x, y


def _without_overlaps(at: list[list[float]]) -> list[Point]:
    """Pushes cells apart until none covers another, in at most 300 rounds."""
    for _ in range(300):
        for i, one in enumerate(at):
            for other in at[:i]:
                dx, dy = one[0] - other[0], one[1] - other[1]
                too_wide, too_high = _WIDE - abs(dx), _HIGH - abs(dy)
                if too_wide > 0 and too_high > 0:
                    axis, push = (0, too_wide) if too_wide < too_high else (1, too_high)
                    push = push / 2 if (dx, dy)[axis] >= 0 else -push / 2
                    one[axis] += push
                    other[axis] -= push
    return [(x, y) for x, y in at]


_SHAPES: Final[dict[str, Callable[[Board], list[Point]]]] = {
    "hexes": _hexes,
    "grid": _grid,
    "ring": _ring,
    "track": _track,
    "graph": _graph,
}
