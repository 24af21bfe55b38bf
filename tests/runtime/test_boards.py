"""Boards: directions, lines, distances and names of every shape."""

from __future__ import annotations

import pytest

from rulewright_runtime import NONE, boards

NORTH, EAST, SOUTH, WEST = range(4)
GRID = boards.grid("field", 3, 4)
# Row B is shifted half a cell to the right; one cell in the middle has no number of its own.
HEXES = boards.hexes(
    "land",
    (("A", False, 3), ("B", True, 2), ("C", False, 3)),
    (True, True, True, True, False, True, True, True),
)


def named(board: boards.Board, cells: tuple[int, ...]) -> str:
    return " ".join(board.names[cell] for cell in cells)


def test_cells_of_a_grid() -> None:
    assert GRID.size == 12
    assert GRID.names[GRID.cell(3, 4)] == "(3, 4)"
    assert GRID.cell_named["(2, 1)"] == GRID.cell(2, 1)
    assert GRID.cell(0, 1) == GRID.cell(4, 1) == GRID.cell(1, 5) == NONE
    assert GRID.row_of[GRID.cell(2, 3)] == 2
    assert GRID.column_of[GRID.cell(2, 3)] == 3


def test_steps_and_rays() -> None:
    start = GRID.cell(2, 2)
    assert GRID.step(start, NORTH) == GRID.cell(1, 2)
    assert GRID.step(start, EAST, 2) == GRID.cell(2, 4)
    assert GRID.step(start, WEST, 2) == NONE
    assert GRID.step(NONE, WEST) == NONE
    assert GRID.steps[SOUTH][start] == GRID.cell(3, 2)
    assert named(GRID, GRID.ray(start, EAST)) == "(2, 3) (2, 4)"
    assert GRID.ray(GRID.cell(1, 1), NORTH) == ()
    assert GRID.opposite(NORTH) == SOUTH


def test_neighbours_and_surroundings() -> None:
    assert named(GRID, GRID.neighbours[GRID.cell(1, 1)]) == "(1, 2) (2, 1)"
    assert len(GRID.around(GRID.cell(2, 2))) == 8
    assert len(GRID.around(GRID.cell(1, 1))) == 3
    assert GRID.adjacent(0, 1)
    assert not GRID.adjacent(0, 5)
    assert not GRID.adjacent(NONE, 0)
    assert GRID.touching((0, 1), (5,))
    assert not GRID.touching((0,), (5,))


def test_rows_columns_and_blocks() -> None:
    assert named(GRID, GRID.row(2)) == "(2, 1) (2, 2) (2, 3) (2, 4)"
    assert named(GRID, GRID.column(4)) == "(1, 4) (2, 4) (3, 4)"
    assert GRID.row(9) == ()
    assert GRID.row_through(GRID.cell(2, 2)) == GRID.row(2)
    assert GRID.column_through(GRID.cell(2, 2)) == GRID.column(2)
    assert named(GRID, GRID.block((1, 2), (3, 4))) == "(1, 3) (1, 4) (2, 3) (2, 4)"


def test_lines() -> None:
    square = boards.grid("square", 3, 3)
    assert len(square.lines(3)) == 8
    assert [len(lines) for lines in square.lines_through(3)] == [3, 2, 3, 2, 4, 2, 3, 2, 3]
    assert len(boards.grid("frame", 6, 7).lines(4)) == 69
    assert square.lines(999_999_999) == ()  # at once
    assert square.lines_through(999_999_999) == [()] * 9
    assert len(square.lines(1)) == 9


def test_distances() -> None:
    assert GRID.distance(GRID.cell(1, 1), GRID.cell(3, 4)) == 5
    assert GRID.distance(NONE, 0) == boards.FAR
    assert named(GRID, GRID.within(0, 1)) == "(1, 2) (2, 1)"
    islands = boards.graph("islands", ("a", "b", "c"), ((0, 1),))
    assert islands.distance(0, 1) == 1
    assert islands.distance(0, 2) == boards.FAR


def test_hexes() -> None:
    assert HEXES.names == ("A1", "A2", "A3", "B1", "r0", "C1", "C2", "C3")
    at = HEXES.cell_named
    assert sorted(named(HEXES, HEXES.neighbours[at["B1"]]).split()) == ["A1", "A2", "C1", "C2", "r0"]
    assert HEXES.distance(at["A1"], at["C3"]) == 3
    assert named(HEXES, HEXES.shared_neighbours(at["A2"], at["C2"])) == "r0 B1"
    southeast = boards.DIRECTIONS.index("southeast")
    assert named(HEXES, HEXES.ray(at["A1"], EAST)) == "A2 A3"
    assert named(HEXES, HEXES.ray(at["A1"], southeast)) == "B1 C2"
    assert HEXES.ray(at["B1"], NORTH) == ()


@pytest.mark.parametrize("board", [GRID, HEXES], ids=["grid", "hexes"])
def test_there_and_back(board: boards.Board) -> None:
    """One step in every direction that a board has, and one in the opposite one."""
    for direction, name in enumerate(boards.DIRECTIONS):
        for cell in board.cells:
            ahead = board.step(cell, direction)
            assert ahead == NONE or board.step(ahead, board.opposite(direction)) == cell
        assert (name in board.directions) == any(board.step(cell, direction) != NONE for cell in board.cells)


def test_hexes_that_cannot_be() -> None:
    with pytest.raises(ValueError, match="A and B"):
        boards.hexes("bad", (("A", False, 3), ("B", False, 3)))
    with pytest.raises(ValueError, match="numbered"):
        boards.hexes("bad", (("A", False, 3),), (True, True, True, False))


def test_paths_through_some_cells() -> None:
    """A path counts the cells in between; its ends may be any cells."""
    row = boards.track("row", ("a", "b", "c", "d", "e"))
    water = (1, 2)
    assert row.path_length(0, 1, water) == 0
    assert row.path_length(0, 2, water) == 1
    assert row.path_length(0, 3, water) == 2
    assert row.path_length(0, 4, water) == boards.FAR
    assert row.path_length(0, 0, water) == 0
    assert row.path_length(0, 2, ()) == boards.FAR
    ring = boards.ring("ring", 6)
    assert ring.path_length(0, 3, (1, 2, 4, 5)) == 2
    for _ in range(3):  # tables are kept, but not without end
        for i in range(200):
            assert ring.path_length(0, 2, (1, i)) == 1


def test_rings_and_tracks() -> None:
    ring = boards.ring("ring", 12)
    assert ring.names[0] == "0"
    assert ring.along(11, 2) == 1
    assert ring.along(0, -1) == 11
    clockwise = boards.DIRECTIONS.index("clockwise")
    assert ring.step(11, clockwise, 3) == 2
    assert ring.ring_distance(1, 11) == 2
    assert len(ring.ray(0, clockwise)) == 11
    track = boards.track("track", ("left", "middle", "right"))
    assert track.along(0, 2) == 2
    assert track.along(0, 3) == track.along(0, -1) == NONE
    assert track.cell_named["middle"] == 1
    assert track.neighbours == [(1,), (2, 0), (1,)]


def test_small_rings_have_no_cell_beside_itself() -> None:
    assert boards.ring("two", 2).neighbours == [(1,), (0,)]
    assert boards.ring("one", 1).neighbours == [()]


def test_edges() -> None:
    board = boards.graph("map", ("a", "b", "c"), ((0, 1), (1, 2)))
    assert board.borders() == ((0, 1), (1, 2))
    roads = board.add_edges("road", board.borders())
    assert roads.between(2, 1) == roads.between(1, 2) == 1
    assert roads.between(0, 2) == NONE
    assert roads.at(1) == (0, 1)
    assert roads.at(2) == (1,)
    assert board.edge_name("road", 1) == "b - c"


def test_names_are_unique() -> None:
    with pytest.raises(ValueError, match="same name"):
        boards.track("track", ("a", "a"))
