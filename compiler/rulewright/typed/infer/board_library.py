"""Functions of the library that are about boards, their cells and edges."""

from __future__ import annotations

from collections.abc import Callable

from ...language.library import form_of
from ...surface import ast
from .. import types as t
from ..context import Context, Scope
from ..expr import Lib
from ..tree import E
from ..types import Type
from . import coerce
from .arguments import Args, Handler, Named, count_of, linked_define, placeholder, values_of
from .directions import check_way
from .sized import size_options, within


def cell_result(
    name: str, cells: int, numbers: int, result: Callable[[Type], Type], called: str = ""
) -> Handler:
    """A function on cells of one board, then numbers or directions; in the rules it may be called otherwise."""

    def handle(c: Context, args: Args, named: Named, span: ast.Span, scope: Scope) -> E:
        said = called or (name.removesuffix("_through") if cells == 1 and not numbers else name)
        values = values_of(c, said, args, named, span, scope)
        if not count_of(c, said, values, cells, cells + numbers, span):
            return placeholder(t.UNKNOWN, span)
        board = values[0].type
        for v in values[:cells]:
            if v.type.name not in ("cell", "unknown"):
                c.report("RW304", f"{said} works on cells, but this is {v.type}", v.span, form_of(said))
            elif v.type.name == "cell" and board.name == "cell" and v.type.of != board.of:
                c.report(
                    "RW304",
                    f"{said} works on cells of one board",
                    v.span,
                    f"the other is a cell of {board.of}",
                )
        of = board.of if board.name == "cell" else ""
        found = Lib(result(t.sure(board)), name, list(values), of, span=span)
        return found if name in ("step", "line") else within(c, found)

    return handle


def step(c: Context, args: Args, named: Named, span: ast.Span, scope: Scope) -> E:
    """`step(cell, direction, n)`: the cell so many steps away, or none."""
    found = cell_result("step", 1, 2, t.maybe)(c, args, named, span, scope)
    if len(found.parts) == 1:
        c.report("RW217", "step takes a cell, a direction and perhaps a number", span, form_of("step"))
    elif isinstance(found, Lib) and found.arguments:
        check_way(c, "step", found.arg(0), found.arg(1))
    return within(c, found)


def line(c: Context, args: Args, named: Named, span: ast.Span, scope: Scope) -> E:
    """`line(cell, direction)`: the cells that follow in a direction."""
    found = cell_result("line", 1, 1, t.many)(c, args, named, span, scope)
    if len(found.parts) == 1:
        c.report("RW217", "line takes a cell and a direction", span, form_of("line"))
    elif isinstance(found, Lib) and found.arguments:
        check_way(c, "line", found.arg(0), found.arg(1))
    return within(c, found)


def lines(c: Context, args: Args, named: Named, span: ast.Span, scope: Scope) -> E:
    """`lines(board, n)`: all lines of n cells."""
    return of_board(c, "lines", args, named, span, scope, lambda cell: t.many(t.many(cell)), 1)


def of_board(
    c: Context,
    name: str,
    args: Args,
    named: Named,
    span: ast.Span,
    scope: Scope,
    result: Callable[[Type], Type],
    numbers: int,
) -> E:
    """`lines(square, 3)`, `row(mausoleum, 4)`: the first argument names a board."""
    if not args or not isinstance(args[0], ast.Name) or args[0].name not in c.game.boards:
        c.report(
            "RW221",
            f"{name} begins with the name of a board",
            span,
            f"as in `{name}({next(iter(c.game.boards), 'board')}, 3)`",
        )
        return placeholder(t.UNKNOWN, span)
    board = args[0].name
    c.used.add(board)
    values = values_of(c, name, args[1:], named, span, scope)
    if not count_of(c, name, values, numbers, numbers, span):
        return placeholder(t.UNKNOWN, span)
    checked = [coerce.expect(c, v, t.NUMBER, f"a value of {name}") for v in values]
    return within(c, Lib(result(t.cell(board)), name, list(checked), board, span=span))


def row_or_column(name: str) -> Handler:
    """The handler of `row` or `column`, of a board and a number or through a cell."""

    def handle(c: Context, args: Args, named: Named, span: ast.Span, scope: Scope) -> E:
        first = args[0] if args else None
        if isinstance(first, ast.Name) and first.name in c.game.boards:
            return of_board(c, name, args, named, span, scope, t.many, 1)
        return cell_result(f"{name}_through", 1, 0, t.many)(c, args, named, span, scope)

    return handle


def block(c: Context, args: Args, named: Named, span: ast.Span, scope: Scope) -> E:
    """`block(board, rows: …, columns: …)`: the cells of a rectangle."""
    given = dict(named)
    if (
        len(args) != 1
        or not isinstance(args[0], ast.Name)
        or args[0].name not in c.game.boards
        or set(given) != {"rows", "columns"}
    ):
        c.report(
            "RW217", "block cannot be called so", span, "write `block(BOARD, rows: 1..3, columns: 1..4)`"
        )
        return placeholder(t.UNKNOWN, span)
    c.used.add(args[0].name)
    rows, columns = coerce.collection(c, given["rows"], scope), coerce.collection(c, given["columns"], scope)
    return within(c, Lib(t.many(t.cell(args[0].name)), "block", [rows, columns], args[0].name, span=span))


def path_length(c: Context, args: Args, named: Named, span: ast.Span, scope: Scope) -> E:
    """`path_length(a, b, through: define)`: the number of steps between two cells."""
    values = values_of(c, "path_length", args, named, span, scope, ("through",))
    if not count_of(c, "path_length", values, 2, 2, span):
        return placeholder(t.NUMBER, span)
    cell = t.sure(values[0].type)
    through = linked_define(c, dict(named).get("through"), [cell], scope, span)
    if through is not None and size_options(c, cell.of):
        c.report(
            "RW229",
            f"the size of {cell.of} is an option, so ways through some of its cells are not measured",
            span,
            "give it a fixed size, or a variant for each size",
        )
    return Lib(t.NUMBER, "path_length", [values[0], values[1], through], cell.of, span=span)


def touching(c: Context, args: Args, named: Named, span: ast.Span, scope: Scope) -> E:
    """`touching(a, b)`: whether two cells or pieces lie side by side."""
    values = values_of(c, "touching", args, named, span, scope)
    if not count_of(c, "touching", values, 2, 2, span):
        return placeholder(t.FLAG, span)
    of = values[0].type
    if of.name != "piece":
        return cell_result("adjacent", 2, 0, lambda e: t.FLAG, "touching")(c, values, [], span, scope)
    if t.sure(values[1].type) not in (t.sure(of), t.UNKNOWN):
        c.report("RW304", "touching works on two pieces of one type", span, f"the first is {of}")
    return Lib(t.FLAG, "touching", list(values), of.of, span=span)


def edge_between(c: Context, args: Args, named: Named, span: ast.Span, scope: Scope) -> E:
    """`edge_between(EDGES, a, b)`: the edge of that name between two cells, or none."""
    for board in c.game.boards.values():
        if args and isinstance(args[0], ast.Name) and args[0].name in board.edges and len(args) == 3:
            a, b = values_of(c, "edge_between", args[1:], named, span, scope)
            name = f"{board.name}.{args[0].name}"
            return Lib(t.maybe(t.edge(name)), "edge_between", [a, b], name, span=span)
    c.report("RW217", "edge_between cannot be called so", span, "write `edge_between(EDGES, cell, cell)`")
    return placeholder(t.UNKNOWN, span)


def edges_of(c: Context, args: Args, named: Named, span: ast.Span, scope: Scope) -> E:
    """`edges_of(EDGES)`: all edges of that name."""
    for board in c.game.boards.values():
        if len(args) == 1 and isinstance(args[0], ast.Name) and args[0].name in board.edges:
            name = f"{board.name}.{args[0].name}"
            return Lib(t.many(t.edge(name)), "edges_of", [], name, span=span)
    c.report("RW217", "edges_of cannot be called so", span, "write `edges_of(EDGES)`")
    return placeholder(t.UNKNOWN, span)


def ends_of(c: Context, args: Args, named: Named, span: ast.Span, scope: Scope) -> E:
    """`ends_of(edge)`: the two cells of an edge."""
    values = values_of(c, "ends_of", args, named, span, scope)
    if not count_of(c, "ends_of", values, 1, 1, span) or values[0].type.name != "edge":
        c.report("RW217", "ends_of takes an edge", span, "as in `ends_of(e)` for an `e in edges_of(EDGES)`")
        return placeholder(t.UNKNOWN, span)
    board = values[0].type.of.split(".")[0]
    return Lib(t.many(t.cell(board)), "ends_of", [values[0]], values[0].type.of, span=span)


def ring_distance(c: Context, args: Args, named: Named, span: ast.Span, scope: Scope) -> E:
    """`ring_distance(a, b)`: the shorter way around a ring."""
    values = values_of(c, "ring_distance", args, named, span, scope)
    if not count_of(c, "ring_distance", values, 2, 2, span):
        return placeholder(t.NUMBER, span)
    of = values[0].type
    if of.name == "kind" and "ring" not in c.game.kinds[of.of].flags:
        c.report("RW304", f"{of.of} is not a ring", span, hint=f"declare `kind {of.of}, ring`")
    return Lib(t.NUMBER, "ring_distance", list(values), of.of, span=span)
