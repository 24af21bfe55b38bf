"""Boards: cells with names, neighbours, directions, lines and distances, computed once for each board."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from .core import NONE

# A direction is a number that means the same on all boards; those of grids and hexes have two and two opposite.
DIRECTIONS: Final = (
    *("north", "east", "south", "west", "northeast", "southeast", "southwest", "northwest"),
    *("clockwise", "counterclockwise", "forward", "back"),
)
OPPOSITE: Final = (2, 3, 0, 1, 6, 7, 4, 5, 9, 8, 11, 10)
HEX_STEPS: Final = {  # rows down, half cells to the right
    "northeast": (-1, 1), "east": (0, 2), "southeast": (1, 1), "southwest": (1, -1), "west": (0, -2), "northwest": (-1, -1),
}  # fmt: skip

# The distance between cells that no way joins: a number, so that "at most 3 steps away" is false of it.
FAR: Final = 1_000_000_000
# Tables of paths are kept for so many different sets of cells; a set that changes all the time must not fill the memory.
PATH_TABLES: Final = 64


class EdgeSet:
    """Named places between two cells of a board."""

    def __init__(self, name: str, ends: tuple[tuple[int, int], ...]) -> None:
        self.name = name
        self.ends = ends
        self.size = len(ends)
        self.all: tuple[int, ...] = tuple(range(len(ends)))
        self._between: dict[tuple[int, int], int] = {}
        at: dict[int, list[int]] = {}
        for edge, (a, b) in enumerate(ends):
            self._between[(a, b)] = edge
            self._between[(b, a)] = edge
            at.setdefault(a, []).append(edge)
            if b != a:
                at.setdefault(b, []).append(edge)
        self._at: dict[int, tuple[int, ...]] = {cell: tuple(edges) for cell, edges in at.items()}

    def between(self, a: int, b: int) -> int:
        """The edge with these two ends, or NONE."""
        return self._between.get((a, b), NONE)

    def at(self, cell: int) -> tuple[int, ...]:
        """The edges that end at a cell."""
        return self._at.get(cell, ())


class Board:
    """A board of any shape; what a shape does not have (rows, directions, rays) is empty."""

    def __init__(
        self,
        name: str,
        shape: str,  # grid, hexes, graph, ring or track
        names: tuple[str, ...],
        neighbours: list[tuple[int, ...]],
        steps: dict[str, list[int]],  # direction -> the next cell of each, or NONE
    ) -> None:
        self.name = name
        self.shape = shape
        self.size = len(names)
        self.names = names
        self.cell_named: dict[str, int] = {cell_name: cell for cell, cell_name in enumerate(names)}
        if len(self.cell_named) != self.size:
            raise ValueError(f"two cells of {name} have the same name")
        self.cells: tuple[int, ...] = tuple(range(self.size))
        self.neighbours = neighbours
        self.directions: tuple[str, ...] = tuple(steps)
        nowhere = [NONE] * self.size
        self.steps = [steps.get(direction, nowhere) for direction in DIRECTIONS]  # [direction][cell]
        self.rays: list[list[tuple[int, ...]]] = [
            [_ray(table, cell) for cell in range(self.size)] for table in self.steps
        ]
        self.edges: dict[str, EdgeSet] = {}
        self._beside: list[frozenset[int]] = [frozenset(cells) for cells in neighbours]
        self._distances: list[list[int]] = []
        self._paths: dict[tuple[int, ...], list[list[int]]] = {}
        # the cells that were asked about last, with their table: mostly it is the same tuple again
        self._last_paths: tuple[tuple[int, ...], list[list[int]]] = ((), [[] for _ in names])
        # of grids only; rows and columns count from 1
        self.at: dict[int, int] = {}  # 10 000 * row + column -> cell
        self.rows = 0
        self.columns = 0
        self.row_of: list[int] = []
        self.column_of: list[int] = []
        self._rows: dict[int, tuple[int, ...]] = {}
        self._columns: dict[int, tuple[int, ...]] = {}
        self.arounds: list[tuple[int, ...]] = neighbours
        self._lines: dict[int, tuple[tuple[int, ...], ...]] = {}
        self._lines_through: dict[int, list[tuple[tuple[int, ...], ...]]] = {}
        # of hexes: how wide each row is, and how far it is shifted, in half cells
        self.hex_rows: tuple[tuple[str, bool, int], ...] = ()

    # ------------------------------------------------------------ any board

    def adjacent(self, a: int, b: int) -> bool:
        """True if two cells are neighbours; no cell has none."""
        return a >= 0 and b in self._beside[a]

    def touching(self, some: tuple[int, ...], others: tuple[int, ...]) -> bool:
        """Whether a cell of one group is a neighbour of a cell of the other."""
        for cell in some:
            for other in others:
                if other in self._beside[cell]:
                    return True
        return False

    def around(self, cell: int) -> tuple[int, ...]:
        """The cells that touch a cell, on a grid also those at its corners."""
        return self.arounds[cell]

    def shared_neighbours(self, a: int, b: int) -> tuple[int, ...]:
        """The cells that are neighbours of both."""
        beside = self._beside[b]
        return tuple([cell for cell in self.neighbours[a] if cell in beside])

    @property
    def distances(self) -> list[list[int]]:
        """[from][to]: the number of steps of a shortest way, or FAR."""
        if not self._distances:
            self._distances = self._all_distances()
        return self._distances

    def distance(self, a: int, b: int) -> int:
        """The number of steps of a shortest way, or FAR."""
        if a < 0 or b < 0:
            return FAR
        return self.distances[a][b]

    def path_length(self, a: int, b: int, through: tuple[int, ...]) -> int:
        """How many cells a shortest way from a to b passes in between, all of them in `through`; FAR: no way.

        Cells that touch are 0 apart.
        """
        if a < 0 or b < 0:
            return FAR
        last = self._last_paths
        if last[0] is not through:
            last = self._last_paths = (through, self._paths_through(through))
        row = last[1][a]
        if not row:
            row = last[1][a] = self._passed_from(a, frozenset(through))
        return row[b]

    def _paths_through(self, through: tuple[int, ...]) -> list[list[int]]:
        """The lengths of ways through some cells, by the cell from which they lead, as far as they are known."""
        table = self._paths.get(through)
        if table is None:
            if len(self._paths) >= PATH_TABLES:
                self._paths.clear()
            table = self._paths[through] = [[] for _ in range(self.size)]
        return table

    def within(self, cell: int, steps: int) -> tuple[int, ...]:
        """The other cells at most so many steps away, in the board's order."""
        row = self.distances[cell]
        return tuple([other for other in range(self.size) if 0 < row[other] <= steps])

    def step(self, cell: int, direction: int, n: int = 1) -> int:
        """The cell n steps away in a direction, or NONE beyond the board."""
        if direction < 0:
            return NONE
        table = self.steps[direction]
        while n > 0 and cell >= 0:
            cell = table[cell]
            n -= 1
        return cell

    def ray(self, cell: int, direction: int) -> tuple[int, ...]:
        """The cells in a direction, from the next one outward."""
        if cell < 0 or direction < 0:
            return ()
        return self.rays[direction][cell]

    def opposite(self, direction: int) -> int:
        """The direction back."""
        return OPPOSITE[direction]

    def add_edges(self, name: str, ends: tuple[tuple[int, int], ...]) -> EdgeSet:
        """Gives the board named places between two cells."""
        edges = EdgeSet(name, ends)
        self.edges[name] = edges
        return edges

    def borders(self) -> tuple[tuple[int, int], ...]:
        """Every pair of neighbouring cells once, in the board's order."""
        return tuple([(a, b) for a in range(self.size) for b in sorted(self._beside[a]) if a < b])

    def edge_name(self, name: str, edge: int) -> str:
        """The names of the two cells that an edge lies between."""
        a, b = self.edges[name].ends[edge]
        return f"{self.names[a]} - {self.names[b]}"

    # ------------------------------------------------------------ rings and tracks

    def along(self, cell: int, n: int) -> int:
        """The cell n places further on a ring (wraps) or a track (NONE beyond its ends); n may be negative."""
        if cell < 0:
            return NONE
        if self.shape == "ring":
            return (cell + n) % self.size
        return cell + n if 0 <= cell + n < self.size else NONE

    def ring_distance(self, a: int, b: int) -> int:
        """The fewest places between two cells of a ring, whichever way round."""
        if a < 0 or b < 0:
            return NONE
        ahead = (b - a) % self.size
        return min(ahead, self.size - ahead)

    # ------------------------------------------------------------ grids

    def cell(self, row: int, column: int) -> int:
        """The cell at a row and a column, which count from 1, or NONE."""
        if 1 <= row <= self.rows and 1 <= column <= self.columns:
            return (row - 1) * self.columns + column - 1
        return NONE

    def row(self, number: int) -> tuple[int, ...]:
        """The cells of a row by its number, empty if there is none."""
        return self._rows.get(number, ())

    def column(self, number: int) -> tuple[int, ...]:
        """The cells of a column by its number, empty if there is none."""
        return self._columns.get(number, ())

    def row_through(self, cell: int) -> tuple[int, ...]:
        """The row that a cell lies in, empty for no cell."""
        return () if cell < 0 else self._rows[self.row_of[cell]]

    def column_through(self, cell: int) -> tuple[int, ...]:
        """The column that a cell lies in, empty for no cell."""
        return () if cell < 0 else self._columns[self.column_of[cell]]

    def set_rows(self, row_of: list[int], column_of: list[int]) -> None:
        """Says in which row and column each cell lies."""
        self.row_of = row_of
        self.column_of = column_of
        for cell in range(self.size):
            self.at[10_000 * row_of[cell] + column_of[cell]] = cell
            self._rows[row_of[cell]] = (*self._rows.get(row_of[cell], ()), cell)
            self._columns[column_of[cell]] = (*self._columns.get(column_of[cell], ()), cell)

    def block(self, rows: tuple[int, ...], columns: tuple[int, ...]) -> tuple[int, ...]:
        """The cells in any of these rows and any of these columns, in the board's order."""
        return tuple(
            [
                cell
                for cell in range(self.size)
                if self.row_of[cell] in rows and self.column_of[cell] in columns
            ]
        )

    def lines(self, n: int) -> tuple[tuple[int, ...], ...]:
        """All straight lines of n cells: along rows, columns and both diagonals."""
        if n > self.size:
            return ()
        found = self._lines.get(n)
        if found is None:
            found = self._find_lines(n)
            self._lines[n] = found
        return found

    def lines_through(self, n: int) -> list[tuple[tuple[int, ...], ...]]:
        """[cell]: the straight lines of n cells that the cell is part of."""
        n = min(n, self.size + 1)  # all that are too long are alike
        found = self._lines_through.get(n)
        if found is None:
            found = [tuple([line for line in self.lines(n) if cell in line]) for cell in range(self.size)]
            self._lines_through[n] = found
        return found

    # ------------------------------------------------------------ tables

    def _all_distances(self) -> list[list[int]]:
        """For each cell the steps to every other."""
        return [self._steps_from(cell) for cell in self.cells]

    def _steps_from(self, start: int) -> list[int]:
        """The steps from a cell to each other one, by the shortest way; `FAR` where there is none."""
        found = [FAR] * self.size
        found[start] = 0
        queue = [start]
        for cell in queue:  # the queue grows while it is read
            for other in self.neighbours[cell]:
                if found[other] == FAR:
                    found[other] = found[cell] + 1
                    queue.append(other)
        return found

    def _passed_from(self, start: int, through: frozenset[int]) -> list[int]:
        """How many cells lie between one and each other on the shortest way that passes only cells of `through`; `FAR` if there is none."""
        found = [FAR] * self.size
        found[start] = 0
        queue = [start]
        neighbours = self.neighbours
        for cell in queue:
            passed = found[cell] + 1 if cell != start else 0
            for other in neighbours[cell]:
                if found[other] == FAR:
                    found[other] = passed
                    if other in through:
                        queue.append(other)
        return found

    def _find_lines(self, n: int) -> tuple[tuple[int, ...], ...]:
        """All lines of n cells along rows, columns and diagonals."""
        found: list[tuple[int, ...]] = []
        for row_step, column_step in ((0, 1), (1, 0), (1, 1), (1, -1)):
            if n == 1 and found:
                break  # a single cell is a line only once
            for start in range(self.size):
                line = tuple(
                    [
                        self.cell(self.row_of[start] + i * row_step, self.column_of[start] + i * column_step)
                        for i in range(n)
                    ]
                )
                if NONE not in line:
                    found.append(line)
        return tuple(found)


def _ray(table: list[int], cell: int) -> tuple[int, ...]:
    """The cells that follow one in a direction, up to the end of the board or round to the cell itself."""
    found: list[int] = []
    ahead = table[cell]
    while ahead >= 0 and ahead != cell:
        found.append(ahead)
        ahead = table[ahead]
    return tuple(found)


def _in_directions(steps: dict[str, list[int]], size: int) -> list[tuple[int, ...]]:
    """The neighbours of each cell, in the order of the directions, each once."""
    found: list[tuple[int, ...]] = []
    for cell in range(size):
        beside: dict[int, bool] = {}
        for table in steps.values():
            if table[cell] >= 0 and table[cell] != cell:
                beside[table[cell]] = True
        found.append(tuple(beside))
    return found


# ---------------------------------------------------------------- shapes


def grid(name: str, rows: int, columns: int) -> Board:
    """Squares in rows and columns; row 1 is the northernmost, column 1 the westernmost."""
    size = rows * columns
    steps: dict[str, list[int]] = {}
    for direction, (down, right) in zip(
        DIRECTIONS, ((-1, 0), (0, 1), (1, 0), (0, -1), (-1, 1), (1, 1), (1, -1), (-1, -1))
    ):
        steps[direction] = [_grid_cell(rows, columns, cell, down, right) for cell in range(size)]
    sides = {direction: steps[direction] for direction in DIRECTIONS[:4]}
    names = tuple([f"({cell // columns + 1}, {cell % columns + 1})" for cell in range(size)])
    board = Board(name, "grid", names, _in_directions(sides, size), steps)
    board.rows = rows
    board.columns = columns
    board.set_rows(
        [cell // columns + 1 for cell in range(size)], [cell % columns + 1 for cell in range(size)]
    )
    board.arounds = [_grid_around(rows, columns, cell) for cell in range(size)]
    return board


def _grid_cell(rows: int, columns: int, cell: int, row_step: int, column_step: int) -> int:
    """The cell so many rows and columns away, or none outside of the grid."""
    row = cell // columns + row_step
    column = cell % columns + column_step
    return row * columns + column if 0 <= row < rows and 0 <= column < columns else NONE


def _grid_around(rows: int, columns: int, cell: int) -> tuple[int, ...]:
    """The up to eight cells around one of a grid, diagonals included."""
    found = [
        _grid_cell(rows, columns, cell, row_step, column_step)
        for row_step in (-1, 0, 1)
        for column_step in (-1, 0, 1)
        if row_step or column_step
    ]
    return tuple([other for other in found if other >= 0])


def hexes(
    name: str,
    rows: tuple[tuple[str, bool, int], ...],
    numbered: tuple[bool, ...] | None = None,
    unnumbered: str = "r",
) -> Board:
    """Hexagons in rows of (label, shifted half a cell to the right, number of cells).

    Cells are named by their row's label and a number from 1. Cells that `numbered` leaves out do not count there;
    they are called `unnumbered` and their number from 0, counted over the whole board.
    """
    _check_hex_rows(name, rows)
    at: dict[tuple[int, int], int] = {}  # (row, half cells from the left) -> cell
    names: list[str] = []
    spare = 0
    for row, (label, shifted, columns) in enumerate(rows):
        number = 0
        for column in range(columns):
            cell = len(names)
            at[(row, 2 * column + shifted)] = cell
            if numbered is None or numbered[cell]:
                number += 1
                names.append(f"{label}{number}")
            else:
                names.append(f"{unnumbered}{spare}")
                spare += 1
    if numbered is not None and len(numbered) != len(names):
        raise ValueError(f"{name} has {len(names)} cells, but {len(numbered)} are said to be numbered or not")
    steps: dict[str, list[int]] = {}
    for direction, (down, right) in HEX_STEPS.items():
        steps[direction] = [at.get((row + down, x + right), NONE) for row, x in at]
    board = Board(name, "hexes", tuple(names), _in_directions(steps, len(names)), steps)
    board.hex_rows = rows
    board.set_rows([row + 1 for row, _ in at], [x // 2 + 1 for _, x in at])
    return board


def _check_hex_rows(name: str, rows: tuple[tuple[str, bool, int], ...]) -> None:
    """Raises ValueError if two rows in turn are both shifted, or neither is."""
    for above, below in pairwise(rows):
        if above[1] == below[1]:
            raise ValueError(
                f"rows {above[0]} and {below[0]} of {name}: only one of two rows in turn is shifted"
            )


def graph(name: str, names: tuple[str, ...], borders: tuple[tuple[int, int], ...]) -> Board:
    """Cells by name; borders are pairs of cells, said once for both."""
    beside: list[dict[int, bool]] = [{} for _ in names]
    for a, b in borders:
        beside[a][b] = True
        beside[b][a] = True
    return Board(name, "graph", names, [tuple(cells) for cells in beside], {})


def ring(name: str, n: int, first: int = 0) -> Board:
    """Numbered places in a circle, from `first` on."""
    steps = {
        "clockwise": [(cell + 1) % n for cell in range(n)],
        "counterclockwise": [(cell - 1) % n for cell in range(n)],
    }
    names = tuple([str(first + cell) for cell in range(n)])
    return Board(name, "ring", names, _in_directions(steps, n), steps)


def track(name: str, names: tuple[str, ...]) -> Board:
    """Places in a row, by name."""
    n = len(names)
    steps = {
        "forward": [cell + 1 if cell + 1 < n else NONE for cell in range(n)],
        "back": [cell - 1 if cell > 0 else NONE for cell in range(n)],
    }
    return Board(name, "track", names, _in_directions(steps, n), steps)
