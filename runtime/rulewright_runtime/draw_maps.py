"""Maps of boards with rows: drawn narrower where the screen is narrow, and cut into parts where that is not enough."""

from __future__ import annotations

from typing import Final

from .boards import Board
from .draw_values import padded, visible
from .words import Words

EMPTY: Final = "."
_MARGIN: Final = 4  # before a row of a grid: its number

Layers = list[list[str]]  # of each cell, one below the other


def grid_rows(words: Words, board: Board, texts: list[str], spans: list[list[int]], screen: int) -> list[str]:
    """Rows and columns with their numbers; a piece on several cells is joined by strokes."""
    joined = {(a, b) for cells in spans for a in cells for b in cells if a < b}
    size = max([len(str(board.columns)), *[visible(text) for text in texts]])
    gap = 2 if _MARGIN + board.columns * (size + 2) - 2 <= screen else 1
    at_once = max(1, (screen - _MARGIN + gap) // (size + gap))
    lines: list[str] = []
    for first in range(0, board.columns, at_once):
        last = min(first + at_once, board.columns)
        lines.extend(_part_named(words, first, last, board.columns))
        lines.extend(_grid_part(board, texts, joined, (first, last), size + gap))
    return lines


def _grid_part(
    board: Board, texts: list[str], joined: set[tuple[int, int]], part: tuple[int, int], room: int
) -> list[str]:
    """The lines of a grid from one column to another, with strokes between cells that one piece covers."""
    first, last = part
    numbers = [str(number + 1).ljust(room) for number in range(first, last)]
    lines = [(" " * _MARGIN + "".join(numbers)).rstrip()]
    for row in range(1, board.rows + 1):
        cells = list(board.row(row))
        line = str(row).rjust(2) + "  "
        for cell in cells[first:last]:
            linked = cell != cells[-1] and (cell, cell + 1) in joined
            text = texts[cell] or EMPTY
            line += text + ("═" if linked else " ") * (room - visible(text))
        lines.append(line.rstrip())
        below = [(cell, cell + board.columns) in joined for cell in cells[first:last]]
        if any(below):
            strokes = [("║" if stroke else " ").ljust(room) for stroke in below]
            lines.append((" " * _MARGIN + "".join(strokes)).rstrip())
    return lines


def hex_rows(words: Words, board: Board, grounds: list[str], pieces: list[str], screen: int) -> list[str]:
    """Staggered rows, each cell with its name above it; pieces stand below the ground where there is little room."""
    joined: Layers = [[ground + piece] for ground, piece in zip(grounds, pieces, strict=True)]
    apart: Layers = [[ground, piece] for ground, piece in zip(grounds, pieces, strict=True)]
    rows = [
        [cell for cell in board.cells if board.row_of[cell] == row + 1] for row in range(len(board.hex_rows))
    ]
    most = max([len(row) for row in rows], default=0)
    layers, room, at_once = joined, 1, 0
    for layers, gap in ((joined, 2), (joined, 1), (apart, 1)):
        sizes = [visible(text) for texts in layers for text in texts]
        room = max([3, *sizes, *[len(name) for name in board.names]]) + gap
        at_once = max(1, (screen - 2 - room // 2 + gap) // room)
        if at_once >= most:
            break
    lines: list[str] = []
    for first in range(0, most, at_once):
        last = min(first + at_once, most)
        lines.extend(_part_named(words, first, last, most))
        for cells, (_, shifted, _) in zip(rows, board.hex_rows, strict=True):
            lines.extend(_hex_row(board, layers, cells[first:last], shifted, room))
    return lines


def _hex_row(board: Board, layers: Layers, cells: list[int], shifted: bool, room: int) -> list[str]:
    """The lines of one row of hexagons: the names of cells, then what lies on them, layer by layer."""
    shift = "  " + (" " * (room // 2) if shifted else "")
    names = [board.names[cell] if any(layers[cell]) else "" for cell in cells]
    lines = [(shift + "".join([name.ljust(room) for name in names])).rstrip()]
    for layer in range(len(layers[0])):
        texts = [layers[cell][layer] or ("" if layer else EMPTY) for cell in cells]
        if layer == 0 or any(texts):
            lines.append((shift + "".join([padded(text, room) for text in texts])).rstrip())
    return lines


def _part_named(words: Words, first: int, last: int, all: int) -> list[str]:
    """The headline of a part of a map that is too wide for the screen."""
    if last - first == all:
        return []
    part = "columns {first} to {last} of {all}"
    return [words.fill(part, first=str(first + 1), last=str(last), all=str(all))]
