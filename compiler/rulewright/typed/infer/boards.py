"""Boards in the checker: shapes, sizes, the names of cells, pictures and edges."""

from __future__ import annotations

from ...diagnostics import suggest
from ...resolved import model
from ...resolved.constants import constant
from ...surface import ast
from .. import tree
from .. import types as t
from ..context import Body, Context, Scope
from ..expr import Const, Lib, This
from ..tree import E
from . import coerce, expressions
from .sized import option_range, size_options

SHAPES = ("grid", "hexes", "graph", "ring", "track")
LIMIT_OF_CELLS = 2_500


def shape_call(c: Context, board: model.Board) -> ast.Apply:
    """The shape of a board as a call; one that does not exist is reported and becomes a small ring."""
    shape = board.shape
    if isinstance(shape, ast.Name):
        shape = ast.Apply(shape.span, shape, [])
    if not isinstance(shape, ast.Apply) or coerce.shape_of(c, board.name) not in SHAPES:
        c.report(
            "RW229",
            f"a board is one of {', '.join(SHAPES)}",
            board.span,
            "as in `board b: grid(rows: 3, columns: 3)`",
        )
        return ast.Apply(board.span, ast.Name(board.span, "ring"), [ast.Number(board.span, 1)])
    return shape


def declare_board(c: Context, board: model.Board) -> None:
    """Notes the kind whose members are the cells of a graph or track."""
    call = shape_call(c, board)
    if coerce.shape_of(c, board.name) == "graph" and call.args and isinstance(call.args[0], ast.Name):
        if call.args[0].name in c.game.kinds:
            c.board_kinds[board.name] = call.args[0].name
            c.used.add(call.args[0].name)
    if (
        coerce.shape_of(c, board.name) == "track"
        and len(call.args) == 1
        and isinstance(call.args[0], ast.Name)
    ):
        if call.args[0].name in c.game.kinds:
            c.board_kinds[board.name] = call.args[0].name
            c.used.add(call.args[0].name)


def number_in(c: Context, e: ast.Expr | None, board: model.Board, what: str) -> int:
    """A size of a board, at its largest if it is an option; what is no such number is reported."""
    found = constant(c.game, e, c.constants)
    if (ends := option_range(c.game, e)) is not None and coerce.shape_of(c, board.name) == "grid":
        found = ends[1]
    if found is not None and 1 <= found <= 1000:
        return found
    c.report(
        "RW229",
        f"the board {board.name} needs {what} between 1 and 1000",
        e.span if e else board.span,
        "as in `grid(rows: 3, columns: 3)` or `ring(12)`",
    )
    return 1


def fixed(c: Context, e: ast.Expr, scope: Scope) -> E:
    """A size as a number: a board is made before play."""
    found = constant(c.game, e, c.constants)
    if (ends := option_range(c.game, e)) is not None:
        found = ends[1]
    return coerce.number(c, e, scope) if found is None else Const(t.NUMBER, found, span=e.span)


def ends_of(c: Context, e: ast.Expr) -> tuple[int, int] | None:
    """The first and the last number of a range that is known at compile time."""
    if not isinstance(e, ast.Range):
        return None
    low, high = (constant(c.game, x, c.constants) for x in (e.low, e.high))
    return None if low is None or high is None else (low, high)


def cell_names(c: Context, name: str) -> list[str]:
    """The names of cells by which rules call them, as in `wall.left`; empty where cells go by numbers."""
    board = c.game.boards[name]
    call = shape_call(c, board)
    if name in c.board_kinds:
        return list(c.game.kinds[c.board_kinds[name]].members)
    if coerce.shape_of(c, name) == "track":
        names: list[str] = []
        for a in call.args:
            if isinstance(a, ast.Name):
                names.append(a.name)
            elif (ends := ends_of(c, a)) is not None:
                names.extend(str(n) for n in range(ends[0], min(ends[1], 1000) + 1))
            elif isinstance(a, ast.Number):
                names.append(str(a.value))
        return names
    if coerce.shape_of(c, name) == "hexes":
        return [n for n, _ in hex_cells(c, board)]
    return []


def board_size(c: Context, name: str) -> int:
    """The number of cells of a board."""
    board = c.game.boards[name]
    call = shape_call(c, board)
    shape = coerce.shape_of(c, name)
    named = dict(call.named)
    if shape == "grid":
        return number_in(c, named.get("rows"), board, "`rows`") * number_in(
            c, named.get("columns"), board, "`columns`"
        )
    if shape == "ring":
        return number_in(c, call.args[0] if call.args else None, board, "a size")
    return max(1, len(cell_names(c, name)))


def hex_cells(c: Context, board: model.Board) -> list[tuple[str, str]]:
    """(name, symbol) of each hex in the picture; hexes without a value get no number of their own."""
    if not board.pictures:
        return []
    picture: ast.Picture = board.pictures[0]
    call = shape_call(c, board)
    skipping = any(n == "numbered" for n, _ in call.named)
    empty = [s for s, e in picture.legend if isinstance(e, ast.Name) and e.name == "none"]
    cells: list[tuple[str, str]] = []
    others = 0
    for row in picture.rows:
        symbols = row.value.split()
        if not symbols:
            continue
        label, number = symbols[0], 0
        for s in symbols[1:]:
            if skipping and s in empty:
                cells.append((f"r{others}", s))
                others += 1
            else:
                number += 1
                cells.append((f"{label}{number}", s))
    return cells


def named_cell(c: Context, board: str, name: str, span: ast.Span) -> E:
    """A cell by its name; an unknown name is reported."""
    names = cell_names(c, board)
    if name in names:
        return Const(t.cell(board), names.index(name), f"{board}.{name}", span=span)
    near = suggest(name, names)
    c.report(
        "RW216",
        f"{board} has no cell `{name}`",
        span,
        (
            f"did you mean `{near}`?"
            if near
            else f"cells: {', '.join(names[:12]) or 'by number, as in ' + board + '(1)'}"
        ),
    )
    return Const(t.cell(board), 0, span=span)

    # ------------------------------------------------------------ typed


def typed_board(c: Context, board: model.Board) -> tree.Board:
    """A board with sizes, cells, pictures and edges."""
    call = shape_call(c, board)
    shape = coerce.shape_of(c, board.name)
    sizes: dict[str, E] = {}
    scope = Scope(Body(f"board:{board.name}", board.name), {}, None)
    allowed = {"grid": ("rows", "columns"), "hexes": ("shifted", "every", "numbered")}.get(shape, ())
    for n, value in call.named:
        if n not in allowed:
            near = suggest(n, allowed)
            hint = f"did you mean `{near}`?" if near else f"it has: {', '.join(allowed) or 'nothing by name'}"
            c.report("RW214", f"a {shape} has no `{n}`", value.span, hint)
        elif shape == "grid":
            sizes[n] = fixed(c, value, scope)
    if shape == "track":
        check_track(c, board, call)
    if board_size(c, board.name) > LIMIT_OF_CELLS:
        c.report(
            "RW229",
            f"the board {board.name} has more than {LIMIT_OF_CELLS} cells",
            board.span,
            "make it smaller",
        )
    if shape == "ring":
        sizes["size"] = fixed(c, call.args[0], scope) if call.args else Const(t.NUMBER, 1)
    borders = typed_borders(c, board, call, scope)
    picture = [r.value for r in board.pictures[0].rows] if board.pictures else []
    options = {n: v.name for n, v in call.named if isinstance(v, ast.Name)}
    if (board.pictures or board.edges) and size_options(c, board.name):
        c.report(
            "RW229",
            f"the size of {board.name} is an option, so it has neither a picture nor edges",
            board.span,
            "give it a fixed size, or a variant for each size",
        )
    picture_defaults(c, board)
    return tree.Board(
        name=board.name,
        shape=shape,
        sizes=sizes,
        cells=cell_names(c, board.name),
        kind=c.board_kinds.get(board.name, ""),
        borders=borders,
        picture=picture,
        options=options,
        edges={e.name: typed_edges(c, board, e) for e in board.edges.values()},
        span=board.span,
    )


def check_track(c: Context, board: model.Board, call: ast.Apply) -> None:
    """A track lists its cells: names, numbers, ranges of at most 1000 numbers, or a kind."""
    for a in call.args:
        if (ends := ends_of(c, a)) is not None:
            if ends[0] > ends[1] or ends[1] > 1000:
                c.report(
                    "RW229",
                    "the cells of a track go from a smaller number up to 1000",
                    a.span,
                    "as in `track(0..20)`",
                )
        elif not isinstance(a, (ast.Name, ast.Number)):
            c.report(
                "RW229",
                "a track lists the names or numbers of its cells",
                a.span,
                "as in `track(start, 1..20, finish)`",
            )
    if not call.args:
        c.report("RW229", "a track lists its cells", board.span, "as in `track(0..20)`")


def typed_borders(c: Context, board: model.Board, call: ast.Apply, scope: Scope) -> E | None:
    """The neighbours of a cell of a graph, read from its member; None for other shapes."""
    if coerce.shape_of(c, board.name) != "graph":
        return None
    kind = c.board_kinds.get(board.name)
    if kind is None or len(call.args) != 2:
        c.report(
            "RW229",
            "a graph needs a kind and the column of neighbours",
            board.span,
            "as in `graph(province, borders)`",
        )
        return None
    inner = Scope(scope.body, {}, None, This(t.kind(kind)))
    return coerce.expect(c, expressions.expr(c, call.args[1], inner), t.many(t.kind(kind)), "the neighbours")


def typed_edges(c: Context, board: model.Board, e: model.EdgeDecl) -> tree.EdgeSet:
    """A set of edges with its typed test."""
    scope = Scope(Body(f"edges:{board.name}.{e.name}", e.name), {}, None)
    for end in e.ends:
        scope.names[end] = end
        scope.body.locals[end] = t.cell(board.name)
    return tree.EdgeSet(e.name, e.ends, coerce.flag(c, e.test, scope))


def picture_defaults(c: Context, board: model.Board) -> None:
    """A picture gives each cell its first value of one field."""
    for picture in board.pictures:
        info = c.cells[board.name].get(picture.field)
        if info is None:
            near = suggest(picture.field, c.cells[board.name])
            hint = (
                f"did you mean `{near}`?" if near else f"declare it above the picture: `{picture.field}: …`"
            )
            c.report("RW216", f"{board.name} has no field `{picture.field}`", picture.span, hint)
            continue
        scope = Scope(Body(f"picture:{board.name}", board.name), {}, None)
        legend = {
            s: coerce.expect(c, expressions.expr(c, v, scope), t.maybe(info.type), "the picture's value")
            for s, v in picture.legend
        }
        symbols = picture_symbols(c, board, picture)
        if len(symbols) != board_size(c, board.name):
            text = f"the picture shows {len(symbols)} cells, {board.name} has {board_size(c, board.name)}"
            c.report("RW230", text, picture.span, "draw one word for each cell, separated by spaces")
        values: list[E | None] = []
        for symbol, span in symbols:
            if symbol not in legend:
                c.report("RW230", f"the picture's `{symbol}` is not explained", span, "add it after `where`")
            values.append(legend.get(symbol, Const(t.NOTHING, 0)))
        info.default = Lib(t.many(info.type), "by_cell", values, board.name, span=picture.span)


def picture_symbols(c: Context, board: model.Board, picture: ast.Picture) -> list[tuple[str, ast.Span]]:
    """The words of a picture in the order of the cells, with their places."""
    out: list[tuple[str, ast.Span]] = []
    for row in picture.rows:
        words = row.value.split()
        if coerce.shape_of(c, board.name) == "hexes":
            words = words[1:]
        out.extend((w, row.span) for w in words)
    return out
