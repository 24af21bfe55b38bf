"""The boards of an interpreted game, made from their declarations by the runtime's own shapes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulewright.typed import tree
from rulewright_runtime import Board, graph, grid, hexes, ring, track

Value = Callable[[tree.E, int], Any]  # an expression in `this`


def make(board: tree.Board, value: Value) -> Board:
    sizes = {name: value(e, 0) for name, e in board.sizes.items()}
    if board.shape == "grid":
        return grid(board.name, sizes["rows"], sizes["columns"])
    if board.shape == "ring":
        return ring(board.name, sizes["size"])
    if board.shape == "track":
        return track(board.name, tuple(board.cells))
    if board.shape == "graph":
        return graph(board.name, tuple(board.cells), tuple(borders(board, value)))
    return hexes(board.name, *hex_rows(board))


def borders(board: tree.Board, value: Value) -> list[tuple[int, int]]:
    """Every pair once, in the order in which the table first names it."""
    assert board.borders is not None
    found: dict[tuple[int, int], bool] = {}
    for cell in range(len(board.cells)):
        for other in value(board.borders, cell):
            found[(min(cell, other), max(cell, other))] = True
    return list(found)


def hex_rows(board: tree.Board) -> tuple[tuple[tuple[str, bool, int], ...], tuple[bool, ...]]:
    """(label, shifted, cells) of each row of the picture, and which cells are numbered."""
    drawn = [line.split() for line in board.picture if line.split()]
    labels = [words[0] for words in drawn]
    first = board.options.get("shifted", "")
    odd = labels.index(first) % 2 if first in labels else 1
    rows = tuple((label, i % 2 == odd, len(drawn[i]) - 1) for i, label in enumerate(labels))
    numbered: list[bool] = []
    for label, _, width in rows:
        for _ in range(width):
            numbered.append(board.cells[len(numbered)].startswith(label))
    return rows, tuple(numbered)
