"""Kinds, figures and boards of a game as tables."""

from __future__ import annotations

from typing import Any

from ..plan.names import constant
from ..resolved.words import DIRECTIONS
from ..typed import tree as typed
from ..typed.expr import ColumnOf, Compare, IfExpr, ListOf, figure, is_lib
from ..typed.infer.directions import SIDES
from ..typed.tree import E
from ..typed.types import Type
from . import tree as code
from .lowering import Lowering, expr, many
from .tree import Collection, Constant, Expr, Literal, Table, number, runtime
from .types import BOARD, BUNDLE, NUMBER, TEXT, UNKNOWN, map_of
from .types import many as sequence
from .values import effect_name


def literal(value: Any) -> Expr:
    """A value of the compiler as it stands in a table."""
    if isinstance(value, tuple):
        return Collection(tuple(literal(x) for x in value), type=sequence(UNKNOWN))
    return Literal(value, type=TEXT if isinstance(value, str) else NUMBER)


def kinds(c: Lowering) -> tuple[list[list[Table]], list[list[Table]]]:
    """For each kind: its members and their labels; and its constant columns, which may name members of any kind."""
    groups: list[list[Table]] = []
    columns: list[list[Table]] = []
    for kind in c.game.kinds.values():
        place = f"{kind.span.path}:{kind.span.line}"
        group = [
            Table(constant(m), NUMBER, number(i), f"kind {kind.name} ({place})" if i == 0 else "")
            for i, m in enumerate(kind.members)
        ]
        name = constant(kind.name)
        texts = sequence(TEXT)
        group.append(Table(f"{name}__ALL", sequence(NUMBER), literal(tuple(range(len(kind.members))))))
        group.append(Table(f"{name}__NAMES", texts, literal(tuple(kind.members))))
        group.append(Table(f"{name}__LABELS", texts, literal(tuple(kind.labels))))
        groups.append(group)
        constants = [column_table(c, name, x) for x in kind.columns.values() if x.constant]
        if constants:
            columns.append(constants)
    return groups, columns


def column_table(c: Lowering, kind: str, column: typed.Column) -> Table:
    """The figures of a column by member."""
    form = many if column.type.is_many else expr
    cells = [blank(c, column.type) if x is None else form(c, x) for x in column.cells]
    type = sequence(column.type)
    return Table(f"{kind}__{constant(column.name)}", type, Collection(tuple(cells), type=type))


def blank(c: Lowering, type: Type) -> Expr:
    """What `-` means in a column of this type."""
    if type.name == "many":
        return Collection(type=type)
    if type.name == "bundle":
        return Collection(tuple(number(0) for _ in c.resources), type=BUNDLE)
    if type.name == "flag":
        return code.NO
    return number(0) if type.name == "number" else code.NONE


def effects(c: Lowering) -> list[Table]:
    """The numbers of the rules that are values."""
    return [
        Table(f"E_{effect_name(rule)}", UNKNOWN, number(i), rule)
        for i, (rule, _) in enumerate(c.plan.rule_values)
    ]


def directions(c: Lowering) -> list[Table]:
    """The directions of which the rules speak."""
    named = c.needs.directions
    found = [Table(d.upper(), UNKNOWN, number(n)) for n, d in enumerate(DIRECTIONS) if d in named]
    return found + ([Table("ALL_DIRECTIONS", UNKNOWN, literal(SIDES))] if "all" in named else [])


# ---------------------------------------------------------------- boards


def boards(c: Lowering) -> list[Table]:
    """The boards of the game; the borders of one may depend on how many play."""
    found: list[Table] = []
    for board in c.game.boards.values():
        where = f"{board.span.path}:{board.span.line}"
        name = constant(board.name)
        made: Expr = board_call(c, board, c.game.players[0])
        if board.shape == "graph" and depends_on_players(board):
            rows = tuple((number(n), board_call(c, board, n)) for n in c.game.players)
            by_players = Constant(f"{name}__BY_PLAYERS", "tables")
            found.append(Table(by_players.name, map_of(NUMBER, BOARD), code.MapOf(rows), where))
            made = code.Index(by_players, number(c.game.players[0]))
        found.append(Table(name, BOARD, made, where))
    return found


def board_call(c: Lowering, board: typed.Board, players: int) -> Expr:
    """The call of the runtime that makes a board."""
    shape, args = board_shape(c.game, board, players)
    return runtime(shape, *(expr(c, a) if isinstance(a, E) else literal(a) for a in args), type=BOARD)


def board_shape(game: typed.Game, board: typed.Board, players: int) -> tuple[str, list[Any]]:
    """The function of the runtime that makes a board, and what it is given."""
    if board.shape == "grid":
        return "grid", [board.name, board.sizes["rows"], board.sizes["columns"]]
    if board.shape == "ring":
        return "ring", [board.name, board.sizes["size"]]
    if board.shape == "track":
        return "track", [board.name, tuple(board.cells)]
    if board.shape == "graph":
        return "graph", [board.name, tuple(board.cells), borders(game, board, players)]
    return "hexes", [board.name, *hex_rows(board)]


def depends_on_players(board: typed.Board) -> bool:
    """Whether the borders of a board depend on how many play."""
    tests = board.borders
    return tests is not None and any(is_lib(x, "players_count") for x in tests.walk())


def hex_rows(board: typed.Board) -> tuple[tuple[tuple[str, bool, int], ...], tuple[bool, ...]]:
    """The rows of a board of hexes: label, shifted, cells; and which cells are numbered."""
    rows: list[tuple[str, bool, int]] = []
    numbered: list[bool] = []
    labels = [line.split()[0] for line in board.picture if line.split()]
    shifted = labels.index(board.options["shifted"]) % 2 if board.options.get("shifted") in labels else 1
    at = 0
    for i, line in enumerate(x for x in board.picture if x.split()):
        cells = line.split()[1:]
        rows.append((labels[i], i % 2 == shifted, len(cells)))
        for _ in cells:
            numbered.append(board.cells[at].startswith(labels[i]))
            at += 1
    return tuple(rows), tuple(numbered)


def borders(game: typed.Game, board: typed.Board, players: int) -> tuple[tuple[int, int], ...]:
    """The borders of a graph, computed from the column that names the neighbours."""
    assert board.borders is not None
    pairs: list[tuple[int, int]] = []
    for i in range(len(board.cells)):
        for j in neighbours(game, board.borders, board.kind, i, players):
            pair = (min(i, j), max(i, j))
            if pair not in pairs:
                pairs.append(pair)
    return tuple(pairs)


def neighbours(game: typed.Game, e: E, kind: str, member: int, players: int) -> list[int]:
    """The neighbours that a column names for a cell."""
    if isinstance(e, IfExpr):
        chosen = e.value if holds(e.test, players) else e.otherwise
        return neighbours(game, chosen, kind, member, players)
    if isinstance(e, ColumnOf):
        found = game.kinds[kind].columns[e.name].cells[member]
        if found is None:
            return []
        return [figure(a) for a in (found.items if isinstance(found, ListOf) else [found]) if a is not None]
    return []


def holds(test: E, players: int) -> bool:
    """Whether a test of how many play holds."""
    if isinstance(test, Compare) and test.sign == "=" and is_lib(test.left, "players_count"):
        return figure(test.right) == players
    return False


def lines(c: Lowering) -> list[Table]:
    """The lines of a length through each cell of a board."""
    return [
        Table(
            f"{board}__LINES_{n}",
            UNKNOWN,
            code.Method(Constant(board, "tables"), "lines_through", (number(n),)),
        )
        for board, n in sorted(c.needs.line_tables)
    ]


def edges(c: Lowering) -> list[Table]:
    """Edges between cells, computed now where their test allows it."""
    from .evaluate import Evaluator

    found: list[Table] = []
    for board in c.game.boards.values():
        for e in board.edges.values():
            pairs = literal(Evaluator(c.plan).edges(board, e))
            made = code.Method(
                Constant(constant(board.name), "tables"), "add_edges", (code.text(e.name), pairs)
            )
            found.append(Table(f"{constant(board.name)}__{constant(e.name)}", UNKNOWN, made))
    return found
