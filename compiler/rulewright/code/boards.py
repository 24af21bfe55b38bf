"""Functions of the library that are about boards, cells, edges and the pieces on them."""

from __future__ import annotations

from ..plan.names import constant
from ..typed.expr import Const, DefineRef, Lib, figure, is_lib
from ..typed.tree import Board, E, Game
from . import tree as code
from .fold import folded
from .lowering import Lowering, define_call, expr, library, many
from .tree import (
    POSITION_LOCAL,
    Binary,
    Call,
    Clause,
    Closure,
    Constant,
    Contains,
    Expr,
    Index,
    Method,
    Part,
    number,
    runtime,
)
from .types import BOARD, FLAG, NUMBER

ROW = 10_000  # the key of a cell in `at` is its row times this, and its column


def board(c: Lowering, e: Lib) -> Expr:
    """The board that a function is about; its borders may depend on how many play."""
    borders = c.game.boards[e.of].borders
    if borders is not None and any(is_lib(x, "players_count") for x in borders.walk()):
        table = Constant(f"{constant(e.of)}__BY_PLAYERS", "tables")
        return Index(table, code.Field("players", type=NUMBER), type=BOARD)
    return Constant(constant(e.of), "tables", type=BOARD)


def grids(game: Game) -> dict[str, tuple[int, int]]:
    """The rows and columns of each grid whose size is written in the rules, by the name of its table."""
    return {
        constant(b.name): (figure(b.sizes["rows"]), figure(b.sizes["columns"]))
        for b in game.boards.values()
        if b.shape == "grid" and all(isinstance(size, Const) for size in b.sizes.values())
    }


@library("cell")
def cell(c: Lowering, e: Lib) -> Expr:
    """A cell by its row and column, or by its number."""
    args = [folded(c, a) for a in e.arguments if a is not None]
    of = c.game.boards[e.of]
    if of.shape == "grid":
        return grid_cell(c, e, of, args)
    if of.shape == "ring":
        if isinstance(args[0], Const):
            return number(args[0].value)
        return Binary("%", expr(c, args[0]), expr(c, of.sizes["size"]), type=e.type, place=e.span)
    return Binary("-", expr(c, args[0]), number(1), type=e.type, place=e.span)


def grid_cell(c: Lowering, e: Lib, of: Board, args: list[E]) -> Expr:
    """A cell of a grid; none, if it is outside."""
    if isinstance(args[0], Const) and not isinstance(args[1], Const):
        column = expr(c, args[1])
        key = Binary("+", number(args[0].value * ROW), column, type=NUMBER)
        return Method(Part(board(c, e), "at"), "get", (key, code.NONE), type=e.type, place=e.span)
    if all(isinstance(a, Const) for a in args) and all(isinstance(s, Const) for s in of.sizes.values()):
        row, at = figure(args[0]), figure(args[1])
        rows, columns = figure(of.sizes["rows"]), figure(of.sizes["columns"])
        if 1 <= row <= rows and 1 <= at <= columns:
            return number((row - 1) * columns + at - 1)
    return Method(board(c, e), "cell", tuple(expr(c, a) for a in args), type=e.type, place=e.span)


# ---------------------------------------------------------------- pieces on cells


@library("piece_at")
def piece_at(c: Lowering, e: Lib) -> Expr:
    """The piece on a cell, or none."""
    return runtime("piece_at", code.Field(f"{e.of}_on"), expr(c, e.arg(0)), type=e.type)


@library("pieces_at", "cells_of")
def there(c: Lowering, e: Lib) -> Expr:
    """The pieces on a cell, or the cells that a piece covers."""
    name = f"{e.of}_on" if e.name == "pieces_at" else f"{e.of}_cells"
    return code.Field(name, expr(c, e.arg(0)), type=e.type, place=e.span)


@library("cell_of")
def cell_of(c: Lowering, e: Lib) -> Expr:
    """The cell on which a piece stands, or none."""
    return runtime("first", code.Field(f"{e.of}_cells", expr(c, e.arg(0))), type=e.type)


@library("touching")
def touching(c: Lowering, e: Lib) -> Expr:
    """Whether two pieces stand side by side."""
    of = Constant(constant(c.game.pieces[e.of].board), "tables", type=BOARD)
    cells = [code.Field(f"{e.of}_cells", expr(c, e.arg(i))) for i in (0, 1)]
    return runtime("touching", of, *cells, type=FLAG)


# ---------------------------------------------------------------- tables of a board

# Functions that look something up for a cell -> the table of the board.
LOOKED_UP = {"row_number": "row_of", "column_number": "column_of", "neighbours": "neighbours"}
# Functions that the board computes itself.
WORKED_OUT = ("around", "shared_neighbours", "lines", "step", "row", "column")


@library("cells", "edges_of")
def all_cells(c: Lowering, e: Lib) -> Expr:
    """All cells of a board, or all edges."""
    of = Constant(constant(e.of), "tables", type=BOARD)
    return Part(of, "cells" if e.name == "cells" else "all", type=e.type, place=e.span)


@library(*LOOKED_UP)
def looked_up(c: Lowering, e: Lib) -> Expr:
    """What a table of the board holds for a cell."""
    table = Part(board(c, e), LOOKED_UP[e.name])
    return Index(table, expr(c, e.arg(0)), type=e.type, place=e.span)


@library(*WORKED_OUT)
def board_method(c: Lowering, e: Lib) -> Expr:
    """What the board computes."""
    args = tuple(expr(c, a) for a in e.arguments if a is not None)
    return Method(board(c, e), e.name, args, type=e.type, place=e.span)


@library("adjacent")
def adjacent(c: Lowering, e: Lib) -> Expr:
    """Whether two cells are neighbours."""
    near = Index(Part(board(c, e), "neighbours"), expr(c, e.arg(0)))
    return Contains(expr(c, e.arg(1)), near, type=FLAG, place=e.span)


@library("distance")
def distance(c: Lowering, e: Lib) -> Expr:
    """How many steps two cells are apart."""
    return steps(board(c, e), expr(c, e.arg(0)), expr(c, e.arg(1)))


def steps(of: Expr, a: Expr, b: Expr) -> Expr:
    """How many steps two cells of a board are apart."""
    return Index(Index(Part(of, "distances"), a), b, type=NUMBER)


@library("line")
def line(c: Lowering, e: Lib) -> Expr:
    """The cells from one on in a direction."""
    rays = Index(Part(board(c, e), "rays"), expr(c, e.arg(1)))
    return Index(rays, expr(c, e.arg(0)), type=e.type, place=e.span)


@library("lines_through")
def lines_through(c: Lowering, e: Lib) -> Expr:
    """The lines of a length through a cell."""
    length, of = folded(c, e.arg(1)), board(c, e)
    table: Expr = Method(of, "lines_through", (expr(c, length),))
    if isinstance(length, Const) and isinstance(of, Constant):
        c.needs.line_tables.add((of.name, length.value))
        table = Constant(f"{of.name}__LINES_{length.value}", "tables")
    return Index(table, expr(c, e.arg(0)), type=e.type, place=e.span)


@library("row_through", "column_through")
def through(c: Lowering, e: Lib) -> Expr:
    """The row or the column of a cell."""
    name, of = e.name.removesuffix("_through"), board(c, e)
    at = Index(Part(of, f"{name}_of"), expr(c, e.arg(0)), type=NUMBER)
    return Method(of, name, (at,), type=e.type, place=e.span)


@library("block")
def block(c: Lowering, e: Lib) -> Expr:
    """The cells of some rows and columns."""
    return Method(board(c, e), "block", (many(c, e.arg(0)), many(c, e.arg(1))), type=e.type, place=e.span)


@library("path_length")
def path_length(c: Lowering, e: Lib) -> Expr:
    """How many steps a way over some cells takes."""
    through, of = e.arguments[2], board(c, e)
    a, b = expr(c, e.arg(0)), expr(c, e.arg(1))
    if through is None:
        return steps(of, a, b)
    assert isinstance(through, DefineRef)
    one = code.Local("x_", type=NUMBER)
    test = define_call(c, through, [one])
    free: Expr = code.Query("sequence", one, (Clause("x_", Part(of, "cells"), test),))
    if through.define in c.plan.constants:
        c.needs.passable.add((e.of, through.define))
        free = Call(f"{e.of}_where_{c.plan.names[through.define]}", (POSITION_LOCAL,))
    return Method(of, "path_length", (a, b, free), type=NUMBER, place=e.span)


@library("connected")
def connected(c: Lowering, e: Lib) -> Expr:
    """Whether things hang together."""
    by = e.arguments[1]
    a, b = code.Local("a", type=NUMBER), code.Local("b", type=NUMBER)
    if by is None:
        linked: Expr = Contains(b, Index(Part(board(c, e), "neighbours"), a), type=FLAG)
    else:
        assert isinstance(by, DefineRef)
        linked = define_call(c, by, [a, b])
    return runtime("connected", many(c, e.arg(0)), Closure(("a", "b"), linked), type=e.type)


@library("edge_between")
def edge_between(c: Lowering, e: Lib) -> Expr:
    """The edge between two cells, or none."""
    of = Constant(constant(e.of), "tables")
    return Method(of, "between", (expr(c, e.arg(0)), expr(c, e.arg(1))), type=e.type, place=e.span)


@library("ends_of")
def ends_of(c: Lowering, e: Lib) -> Expr:
    """The two cells that an edge lies between."""
    ends = Part(Constant(constant(e.of), "tables"), "ends")
    return Index(ends, expr(c, e.arg(0)), type=e.type, place=e.span)
