"""Boards as they are in one game: those whose size is an option show no more than that size."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from .boards import Board, grid
from .engine import Engine


def board_shown(engine: Engine, name: str, figure: Callable[[str], Any]) -> Board:
    """A board in the size of now; its cells have the names that they have on the whole board, in the same order."""
    whole = engine.boards[name]
    if name not in engine.sized:
        return whole
    rows, columns = engine.sized[name]
    return _grid(name, figure(rows) if rows else whole.rows, figure(columns) if columns else whole.columns)


def cells_shown(engine: Engine, name: str, g: Any) -> list[int]:
    """The cells that a board has now, by their numbers on the whole board."""
    whole = engine.boards[name]
    return [whole.cell_named[cell] for cell in board_shown(engine, name, lambda one: getattr(g, one)).names]


_grid = lru_cache(maxsize=64)(grid)
