"""Boards in the checker: shapes, sizes, the names of cells, pictures and edges."""

from __future__ import annotations

from ..diagnostics import suggest
from ..resolved import model
from ..resolved.constants import constant
from ..surface import ast
from . import tree
from . import types as t
from .context import Body, Scope
from .statements import Statements
from .tree import E

SHAPES = ("grid", "hexes", "graph", "ring", "track")
LIMIT_OF_CELLS = 2_500


class Boards(Statements):
    def shape_call(self, board: model.Board) -> ast.Apply:
        shape = board.shape
        if isinstance(shape, ast.Name):
            shape = ast.Apply(shape.span, shape, [])
        if not isinstance(shape, ast.Apply) or self.shape_of(board.name) not in SHAPES:
            self.report(
                "RW229",
                f"a board is one of {', '.join(SHAPES)}",
                board.span,
                "as in `board b: grid(rows: 3, columns: 3)`",
            )
            return ast.Apply(board.span, ast.Name(board.span, "ring"), [ast.Number(board.span, 1)])
        return shape

    def declare_board(self, board: model.Board) -> None:
        call = self.shape_call(board)
        if self.shape_of(board.name) == "graph" and call.args and isinstance(call.args[0], ast.Name):
            if call.args[0].name in self.game.kinds:
                self.board_kinds[board.name] = call.args[0].name
                self.used.add(call.args[0].name)
        if (
            self.shape_of(board.name) == "track"
            and len(call.args) == 1
            and isinstance(call.args[0], ast.Name)
        ):
            if call.args[0].name in self.game.kinds:
                self.board_kinds[board.name] = call.args[0].name
                self.used.add(call.args[0].name)

    def number_in(self, e: ast.Expr | None, board: model.Board, what: str) -> int:
        found = constant(self.game, e, self.constants)
        if found is not None and 1 <= found <= 1000:
            return found
        self.report(
            "RW229",
            f"the board {board.name} needs {what} between 1 and 1000",
            e.span if e else board.span,
            "as in `grid(rows: 3, columns: 3)` or `ring(12)`",
        )
        return 1

    def fixed(self, e: ast.Expr, scope: Scope) -> E:
        """A size as a number: a board is made before play."""
        found = constant(self.game, e, self.constants)
        return self.number(e, scope) if found is None else E("const", t.NUMBER, data=found, span=e.span)

    def ends(self, e: ast.Expr) -> tuple[int, int] | None:
        """The first and the last number of a range that is known before play."""
        if not isinstance(e, ast.Range):
            return None
        low, high = (constant(self.game, x, self.constants) for x in (e.low, e.high))
        return None if low is None or high is None else (low, high)

    def cell_names(self, name: str) -> list[str]:
        """The names of cells by which rules call them, as in `wall.left`; empty where cells go by numbers."""
        board = self.game.boards[name]
        call = self.shape_call(board)
        if name in self.board_kinds:
            return list(self.game.kinds[self.board_kinds[name]].members)
        if self.shape_of(name) == "track":
            names: list[str] = []
            for a in call.args:
                if isinstance(a, ast.Name):
                    names.append(a.name)
                elif (ends := self.ends(a)) is not None:
                    names.extend(str(n) for n in range(ends[0], min(ends[1], 1000) + 1))
                elif isinstance(a, ast.Number):
                    names.append(str(a.value))
            return names
        if self.shape_of(name) == "hexes":
            return [n for n, _ in self.hex_cells(board)]
        return []

    def board_size(self, name: str) -> int:
        board = self.game.boards[name]
        call = self.shape_call(board)
        shape = self.shape_of(name)
        named = dict(call.named)
        if shape == "grid":
            return self.number_in(named.get("rows"), board, "`rows`") * self.number_in(
                named.get("columns"), board, "`columns`"
            )
        if shape == "ring":
            return self.number_in(call.args[0] if call.args else None, board, "a size")
        return max(1, len(self.cell_names(name)))

    def hex_cells(self, board: model.Board) -> list[tuple[str, str]]:
        """(name, symbol) of each hex in the picture; hexes without a value get no number of their own."""
        if not board.pictures:
            return []
        picture: ast.Picture = board.pictures[0]
        call = self.shape_call(board)
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

    def named_cell(self, board: str, name: str, span: ast.Span) -> E:
        names = self.cell_names(board)
        if name in names:
            return E("const", t.cell(board), name=f"{board}.{name}", data=names.index(name), span=span)
        near = suggest(name, names)
        self.report(
            "RW216",
            f"{board} has no cell `{name}`",
            span,
            (
                f"did you mean `{near}`?"
                if near
                else f"cells: {', '.join(names[:12]) or 'by number, as in ' + board + '(1)'}"
            ),
        )
        return E("const", t.cell(board), data=0, span=span)

    # ------------------------------------------------------------ typed

    def typed_board(self, board: model.Board) -> tree.Board:
        call = self.shape_call(board)
        shape = self.shape_of(board.name)
        sizes: dict[str, E] = {}
        scope = Scope(Body(f"board:{board.name}", board.name), {}, None)
        allowed = {"grid": ("rows", "columns"), "hexes": ("shifted", "every", "numbered")}.get(shape, ())
        for n, value in call.named:
            if n not in allowed:
                near = suggest(n, allowed)
                hint = (
                    f"did you mean `{near}`?"
                    if near
                    else f"it has: {', '.join(allowed) or 'nothing by name'}"
                )
                self.report("RW214", f"a {shape} has no `{n}`", value.span, hint)
            elif shape == "grid":
                sizes[n] = self.fixed(value, scope)
        if shape == "track":
            self.check_track(board, call)
        if self.board_size(board.name) > LIMIT_OF_CELLS:
            self.report(
                "RW229",
                f"the board {board.name} has more than {LIMIT_OF_CELLS} cells",
                board.span,
                "make it smaller",
            )
        if shape == "ring":
            sizes["size"] = self.fixed(call.args[0], scope) if call.args else E("const", t.NUMBER, data=1)
        borders = self.typed_borders(board, call, scope)
        picture = [r.value for r in board.pictures[0].rows] if board.pictures else []
        options = {n: v.name for n, v in call.named if isinstance(v, ast.Name)}
        self.picture_defaults(board)
        return tree.Board(
            name=board.name,
            shape=shape,
            sizes=sizes,
            cells=self.cell_names(board.name),
            kind=self.board_kinds.get(board.name, ""),
            borders=borders,
            picture=picture,
            options=options,
            edges={e.name: self.typed_edges(board, e) for e in board.edges.values()},
            span=board.span,
        )

    def check_track(self, board: model.Board, call: ast.Apply) -> None:
        """A track lists its cells: names, numbers, ranges of at most 1000 numbers, or a kind."""
        for a in call.args:
            if (ends := self.ends(a)) is not None:
                if ends[0] > ends[1] or ends[1] > 1000:
                    self.report(
                        "RW229",
                        "the cells of a track go from a smaller number up to 1000",
                        a.span,
                        "as in `track(0..20)`",
                    )
            elif not isinstance(a, (ast.Name, ast.Number)):
                self.report(
                    "RW229",
                    "a track lists the names or numbers of its cells",
                    a.span,
                    "as in `track(start, 1..20, finish)`",
                )
        if not call.args:
            self.report("RW229", "a track lists its cells", board.span, "as in `track(0..20)`")

    def typed_borders(self, board: model.Board, call: ast.Apply, scope: Scope) -> E | None:
        if self.shape_of(board.name) != "graph":
            return None
        kind = self.board_kinds.get(board.name)
        if kind is None or len(call.args) != 2:
            self.report(
                "RW229",
                "a graph needs a kind and the column of neighbours",
                board.span,
                "as in `graph(province, borders)`",
            )
            return None
        inner = Scope(scope.body, {}, None, E("this", t.kind(kind)))
        return self.expect(self.expr(call.args[1], inner), t.many(t.kind(kind)), "the neighbours")

    def typed_edges(self, board: model.Board, e: model.EdgeDecl) -> tree.EdgeSet:
        scope = Scope(Body(f"edges:{board.name}.{e.name}", e.name), {}, None)
        for end in e.ends:
            scope.names[end] = end
            scope.body.locals[end] = t.cell(board.name)
        return tree.EdgeSet(e.name, e.ends, self.flag(e.test, scope))

    def picture_defaults(self, board: model.Board) -> None:
        """A picture gives each cell its first value of one field."""
        for picture in board.pictures:
            info = self.cells[board.name].get(picture.field)
            if info is None:
                near = suggest(picture.field, self.cells[board.name])
                hint = (
                    f"did you mean `{near}`?"
                    if near
                    else f"declare it above the picture: `{picture.field}: …`"
                )
                self.report("RW216", f"{board.name} has no field `{picture.field}`", picture.span, hint)
                continue
            scope = Scope(Body(f"picture:{board.name}", board.name), {}, None)
            legend = {
                s: self.expect(self.expr(v, scope), t.maybe(info.type), "the picture's value")
                for s, v in picture.legend
            }
            symbols = self.picture_symbols(board, picture)
            if len(symbols) != self.board_size(board.name):
                text = (
                    f"the picture shows {len(symbols)} cells, {board.name} has {self.board_size(board.name)}"
                )
                self.report("RW230", text, picture.span, "draw one word for each cell, separated by spaces")
            values: list[E | None] = []
            for symbol, span in symbols:
                if symbol not in legend:
                    self.report(
                        "RW230", f"the picture's `{symbol}` is not explained", span, "add it after `where`"
                    )
                values.append(legend.get(symbol, E("const", t.NOTHING, data=0)))
            info.default = E("lib", t.many(info.type), values, "by_cell", board.name, picture.span)

    def picture_symbols(self, board: model.Board, picture: ast.Picture) -> list[tuple[str, ast.Span]]:
        out: list[tuple[str, ast.Span]] = []
        for row in picture.rows:
            words = row.value.split()
            if self.shape_of(board.name) == "hexes":
                words = words[1:]
            out.extend((w, row.span) for w in words)
        return out
