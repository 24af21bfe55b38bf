"""Functions of the library that are about boards, cells, edges and the pieces on them."""

from __future__ import annotations

from ..plan.names import constant
from ..typed.tree import Board, E
from .printing import Printing


class BoardLibrary(Printing):
    def board(self, e: E) -> str:
        board = self.game.boards[e.data]
        borders = board.borders
        if borders is not None and any(x.op == "lib" and x.name == "players_count" for x in borders.walk()):
            return f"{constant(e.data)}__BY_PLAYERS[g.players]"
        return constant(e.data)

    def is_on_board(self, board: Board, row: int, column: E) -> bool:
        """Whether a column that runs over a known range never leaves the board."""
        sizes = board.sizes
        if (
            column.op != "local"
            or column.name not in self.spans
            or any(s.op != "const" for s in sizes.values())
        ):
            return False
        low, high = self.spans[column.name]
        return 1 <= row <= sizes["rows"].data and low >= 1 and high <= sizes["columns"].data

    def lib_cells(self, e: E) -> str:
        return f"{constant(e.data)}.cells"

    def lib_cell(self, e: E) -> str:
        args = [self.folded(a) for a in e.args if a is not None]
        board = self.game.boards[e.data]
        if board.shape == "grid" and args[0].op == "const" and args[1].op != "const":
            if self.is_on_board(board, args[0].data, args[1]):
                first = (args[0].data - 1) * board.sizes["columns"].data - 1
                return f"{self.atom(args[1])} {'+' if first >= 0 else '-'} {abs(first)}"
            return f"{self.board(e)}.at.get({args[0].data * 10_000} + {self.atom(args[1])}, NONE)"
        if board.shape == "grid":
            if all(a.op == "const" for a in args) and all(s.op == "const" for s in board.sizes.values()):
                row, column = args[0].data, args[1].data
                if 1 <= row <= board.sizes["rows"].data and 1 <= column <= board.sizes["columns"].data:
                    return str((row - 1) * board.sizes["columns"].data + column - 1)
            return f"{self.board(e)}.cell({', '.join(self.expr(a) for a in args)})"
        if board.shape == "ring":
            return (
                f"{self.atom(args[0])} % {self.expr(board.sizes['size'])}"
                if args[0].op != "const"
                else str(args[0].data)
            )
        return f"{self.atom(args[0])} - 1"

    def lib_piece_at(self, e: E) -> str:
        return f"piece_at(g.{e.data}_on, {self.expr(e.arg(0))})"

    def lib_pieces_at(self, e: E) -> str:
        return f"g.{e.data}_on[{self.expr(e.arg(0))}]"

    def lib_cell_of(self, e: E) -> str:
        return f"first(g.{e.data}_cells[{self.expr(e.arg(0))}])"

    def lib_cells_of(self, e: E) -> str:
        return f"g.{e.data}_cells[{self.expr(e.arg(0))}]"

    def lib_row_number(self, e: E) -> str:
        return f"{self.board(e)}.row_of[{self.expr(e.arg(0))}]"

    def lib_column_number(self, e: E) -> str:
        return f"{self.board(e)}.column_of[{self.expr(e.arg(0))}]"

    def lib_neighbours(self, e: E) -> str:
        return f"{self.board(e)}.neighbours[{self.expr(e.arg(0))}]"

    def lib_around(self, e: E) -> str:
        return f"{self.board(e)}.around({self.expr(e.arg(0))})"

    def lib_adjacent(self, e: E) -> str:
        return f"{self.atom(e.arg(1))} in {self.board(e)}.neighbours[{self.expr(e.arg(0))}]"

    def lib_distance(self, e: E) -> str:
        return f"{self.board(e)}.distances[{self.expr(e.arg(0))}][{self.expr(e.arg(1))}]"

    def lib_shared_neighbours(self, e: E) -> str:
        return f"{self.board(e)}.shared_neighbours({self.expr(e.arg(0))}, {self.expr(e.arg(1))})"

    def lib_line(self, e: E) -> str:
        return f"{self.board(e)}.rays[{self.expr(e.arg(1))}][{self.expr(e.arg(0))}]"

    def lib_lines_through(self, e: E) -> str:
        length = self.folded(e.arg(1))
        if length.op == "const":
            self.line_tables.add((self.board(e), length.data))
            return f"{self.board(e)}__LINES_{length.data}[{self.expr(e.arg(0))}]"
        return f"{self.board(e)}.lines_through({self.expr(length)})[{self.expr(e.arg(0))}]"

    def lib_lines(self, e: E) -> str:
        return f"{self.board(e)}.lines({self.expr(e.arg(0))})"

    def lib_step(self, e: E) -> str:
        args = ", ".join(self.expr(a) for a in e.args if a is not None)
        return f"{self.board(e)}.step({args})"

    def lib_row(self, e: E) -> str:
        return f"{self.board(e)}.row({self.expr(e.arg(0))})"

    def lib_column(self, e: E) -> str:
        return f"{self.board(e)}.column({self.expr(e.arg(0))})"

    def lib_row_through(self, e: E) -> str:
        return f"{self.board(e)}.row({self.board(e)}.row_of[{self.expr(e.arg(0))}])"

    def lib_column_through(self, e: E) -> str:
        return f"{self.board(e)}.column({self.board(e)}.column_of[{self.expr(e.arg(0))}])"

    def lib_block(self, e: E) -> str:
        return f"{self.board(e)}.block({self.many(e.arg(0))}, {self.many(e.arg(1))})"

    def lib_path_length(self, e: E) -> str:
        through = e.args[2]
        a, b = self.expr(e.arg(0)), self.expr(e.arg(1))
        if through is None:
            return f"{self.board(e)}.distances[{a}][{b}]"
        if through.data in self.plan.constants:
            self.passable.add((e.data, through.data))
            test = f"{e.data}_where_{self.plan.names[through.data]}(g)"
        else:
            test = f"tuple(x_ for x_ in {self.board(e)}.cells if {self.define_call(through, ['x_'])})"
        return f"{self.board(e)}.path_length({a}, {b}, {test})"

    def lib_connected(self, e: E) -> str:
        by = e.args[1]
        linked = f"b in {self.board(e)}.neighbours[a]" if by is None else self.define_call(by, ["a", "b"])
        return f"connected({self.many(e.arg(0))}, lambda a, b: {linked})"

    def lib_touching(self, e: E) -> str:
        piece = e.data
        board = constant(self.game.pieces[piece].board)
        a, b = self.expr(e.arg(0)), self.expr(e.arg(1))
        return f"touching({board}, g.{piece}_cells[{a}], g.{piece}_cells[{b}])"

    def lib_edge_between(self, e: E) -> str:
        return f"{constant(e.data)}.between({self.expr(e.arg(0))}, {self.expr(e.arg(1))})"

    def lib_edges_of(self, e: E) -> str:
        return f"{constant(e.data)}.all"

    def lib_ends_of(self, e: E) -> str:
        return f"{constant(e.data)}.ends[{self.expr(e.arg(0))}]"
