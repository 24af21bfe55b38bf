"""A position as a picture: the boards with what stands on them, drawn from nothing but the engine's own account."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from rulewright.tools.charts import FAINT, GRID, INK, NEW
from rulewright.tools.diff.svg import SEATS, box, drawing, shape, text
from rulewright_runtime.boards import Board
from rulewright_runtime.codes import ARROWS, symbols_for
from rulewright_runtime.game import Game
from rulewright_runtime.words import split_type

CELL = 46
EMPTY = "#fbfaf7"


@dataclass(slots=True)
class Cell:
    """What one cell shows."""

    codes: list[str] = field(default_factory=list)
    seat: int | None = None

    def __str__(self) -> str:
        return f"{''.join(self.codes)}/{self.seat}"


@dataclass(slots=True)
class Picture:
    """A drawing of one board."""

    name: str
    svg: str


class Position:
    """The boards of one game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.words = game.words
        self.view = game.view(None)
        engine = game.engine
        self.types = {(f.owner, f.name): f.type for f in engine.fields}
        self.types.update({(c.owner, c.name): c.type for c in engine.computed})
        self.seats = list(self.view["players"])
        self.legend: dict[str, str] = {}
        self.codes = self._codes()
        self.cells = {name: self._cells(board) for name, board in engine.boards.items()}

    def pictures(self, other: Position) -> list[Picture]:
        """The boards that show anything, with the cells marked that the other position shows differently."""
        found: list[Picture] = []
        for name, board in self.game.engine.boards.items():
            cells = self.cells[name]
            if not any(cell.codes for cell in cells.values()):
                continue
            there = other.cells.get(name, {})
            marked = {at for at, cell in cells.items() if at in there and str(there[at]) != str(cell)}
            found.append(Picture(self.words.name(name), _drawn(board, cells, marked, self.words.name(name))))
        return found

    # ------------------------------------------------------------ codes

    def _codes(self) -> dict[str, dict[str, str]]:
        """A short code for each member of the kinds that can stand on boards."""
        used = {split_type(type)[1].partition(":")[2] for type in self.types.values() if "kind:" in type}
        found: dict[str, dict[str, str]] = {}
        for name in sorted(used):
            kind = self.game.engine.kinds[name]
            labels = [self.words.text(None, f"kind:{name}", i) for i in range(len(kind.members))]
            symbols = symbols_for(labels)
            found[name] = {m: symbols[label] for m, label in zip(kind.members, labels, strict=True)}
        return found

    def _code(self, cell: Cell, name: str, type: str, value: Any) -> None:
        """Adds what a value shows to a cell."""
        collection, type = split_type(type)
        if value in (None, False, 0, "") or value == [] or isinstance(value, dict):
            return
        if collection:
            for one in value:
                self._code(cell, name, type, one)
            return
        what, _, of = type.partition(":")
        if what == "kind":
            code = self.codes[of][value]
            self.legend[code] = self.words.name(value)
            cell.codes.append(code)
        elif what in ("player", "participant"):
            cell.seat = self.seats.index(value) if value in self.seats else None
            if not cell.codes:
                cell.codes.append("●")
        elif what == "direction":
            cell.codes.append(ARROWS.get(value, value[:1]))
        elif what == "flag":
            cell.codes.append(self.words.name(name)[:1])
            self.legend[self.words.name(name)[:1]] = self.words.name(name)
        elif what == "number":
            cell.codes.append(str(value))

    def _cells(self, board: Board) -> dict[str, Cell]:
        """By cell, the codes of what stands there."""
        cells = {name: Cell() for name in board.names}
        for name, values in self.view["boards"][board.name].items():
            type = self.types.get((f"cell:{board.name}", name))
            if type is None:
                continue
            for at, value in values.items():
                self._code(cells[at], name, type, value)
        for piece, ones in self.view["pieces"].items():
            if self.game.engine.pieces[piece].board != board.name:
                continue
            for one in ones:
                for at in one["cells"]:
                    self._piece(cells[at], piece, one)
        return cells

    def _piece(self, cell: Cell, piece: str, one: dict[str, Any]) -> None:
        """Adds the code of a piece to its cell: by its kind and owner, else by the first letter of its sort."""
        before = len(cell.codes)
        fields = [(name, self.types.get((f"piece:{piece}", name), "")) for name in one]
        order = sorted(fields, key=lambda f: not f[1].startswith("kind:"))  # what it is comes before whose
        for name, type in order:
            if split_type(type)[1].partition(":")[0] in (
                "kind",
                "player",
                "participant",
                "direction",
                "flag",
            ):
                self._code(cell, name, type, one[name])
        if len(cell.codes) == before:
            cell.codes.append(self.words.name(piece)[:1].upper())
            self.legend[cell.codes[-1]] = self.words.name(piece)


# ---------------------------------------------------------------- shapes of boards


def _drawn(board: Board, cells: dict[str, Cell], marked: set[str], title: str) -> str:
    """A board as SVG: hexagons, a grid, or a row of chips."""
    if board.hex_rows:
        return _hexes(board, cells, marked, title)
    if board.row_of and board.columns:
        return _grid(board, cells, marked, title)
    return _chips(board, cells, marked, title)


def _look(cell: Cell, marked: bool) -> tuple[str, str, float]:
    """Fill, stroke and opacity of a cell, by whose it is and whether it is marked."""
    fill = EMPTY if cell.seat is None else SEATS[cell.seat % len(SEATS)]
    return fill, NEW if marked else GRID, 1 if cell.seat is None else 0.28


def _label(cell: Cell, x: float, y: float) -> list[str]:
    """The codes of a cell as a text in its middle; nothing if there are none."""
    words = "".join(cell.codes)
    if not words:
        return []
    colour = INK if cell.seat is None else SEATS[cell.seat % len(SEATS)]
    return [text(x, y + 5, words[:7], 15 if len(words) < 4 else 11, "middle", colour, True)]


def _grid(board: Board, cells: dict[str, Cell], marked: set[str], title: str) -> str:
    """A grid with numbers of rows and columns."""
    parts: list[str] = []
    for row in range(1, board.rows + 1):
        parts.append(text(14, 24 + (row - 0.5) * CELL + 4, str(row), 11, "middle", FAINT))
        for column, number in enumerate(board.row(row)):
            name = board.names[number]
            x, y = 28 + column * CELL, 24 + (row - 1) * CELL
            fill, stroke, opacity = _look(cells[name], name in marked)
            parts.append(box(x + 2, y + 2, CELL - 4, CELL - 4, fill, stroke, opacity, 6))
            parts += _label(cells[name], x + CELL / 2, y + CELL / 2)
    for column in range(1, board.columns + 1):
        parts.append(text(28 + (column - 0.5) * CELL, 16, str(column), 11, "middle", FAINT))
    return drawing(36 + board.columns * CELL, 32 + board.rows * CELL, parts, title)


def _hexes(board: Board, cells: dict[str, Cell], marked: set[str], title: str) -> str:
    """A board of hexagons, row by row."""
    parts: list[str] = []
    radius = CELL / 2
    wide, tall = radius * math.sqrt(3), radius * 1.5
    widest = 0.0
    for row, (_, shifted, _) in enumerate(board.hex_rows, 1):
        numbers = [cell for cell in board.cells if board.row_of[cell] == row]
        for column, number in enumerate(numbers):
            name = board.names[number]
            x = 30 + column * wide + (wide / 2 if shifted else 0)
            y = 30 + (row - 1) * tall
            widest = max(widest, x + wide)
            fill, stroke, opacity = _look(cells[name], name in marked)
            parts.append(shape(_corners(x, y, radius - 1), fill, stroke, opacity))
            parts += _label(cells[name], x, y)
    return drawing(widest, 30 + len(board.hex_rows) * tall + radius, parts, title)


def _corners(x: float, y: float, radius: float) -> Iterable[tuple[float, float]]:
    """The six corners of a hexagon."""
    for i in range(6):
        angle = math.pi / 180 * (60 * i - 90)
        yield x + radius * math.cos(angle), y + radius * math.sin(angle)


def _chips(board: Board, cells: dict[str, Cell], marked: set[str], title: str) -> str:
    """A board without rows: a box for each place where anything stands."""
    parts: list[str] = []
    shown = [name for name in board.names if cells[name].codes]
    columns = 6
    for i, name in enumerate(shown):
        x, y = i % columns * 104, i // columns * 58
        fill, stroke, opacity = _look(cells[name], name in marked)
        parts.append(box(x + 2, y + 2, 98, 50, fill, stroke, opacity, 6))
        parts.append(text(x + 51, y + 18, name.replace("_", " ")[:15], 11, "middle", FAINT))
        parts += _label(cells[name], x + 51, y + 36)
    return drawing(columns * 104, (len(shown) + columns - 1) // columns * 58 + 4, parts, title)
