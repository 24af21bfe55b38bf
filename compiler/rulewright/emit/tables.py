"""Kinds, figures and boards of a game as constants of its engine."""

from __future__ import annotations

from dataclasses import dataclass

from ..plan.names import constant
from ..resolved.words import DIRECTIONS
from ..typed import tree
from ..typed.directions import SIDES
from ..typed.tree import E
from .annotations import annotation
from .functions import FunctionPrinter
from .known import Known
from .statements import ids


@dataclass(slots=True)
class Constant:
    name: str
    type: str
    value: str
    comment: str = ""


def kinds(p: FunctionPrinter) -> tuple[list[list[Constant]], list[list[Constant]]]:
    """For each kind: its members and their labels; and its constant columns, which may name members of any kind."""
    groups: list[list[Constant]] = []
    columns: list[list[Constant]] = []
    for kind in p.game.kinds.values():
        place = f"{kind.span.path}:{kind.span.line}"
        group = [
            Constant(constant(m), "int", str(i), f"kind {kind.name} ({place})" if i == 0 else "")
            for i, m in enumerate(kind.members)
        ]
        name = constant(kind.name)
        group.append(Constant(f"{name}__ALL", "tuple[int, ...]", repr(tuple(range(len(kind.members))))))
        group.append(Constant(f"{name}__NAMES", "tuple[str, ...]", repr(tuple(kind.members))))
        group.append(Constant(f"{name}__LABELS", "tuple[str, ...]", repr(tuple(kind.labels))))
        groups.append(group)
        constants = [column_constant(p, name, c) for c in kind.columns.values() if c.constant]
        if constants:
            columns.append(constants)
    return groups, columns


def known(p: FunctionPrinter) -> list[Constant]:
    """What defines give for members of kinds, where that is the same in every position."""
    found: list[Constant] = []
    for table in p.known.values():
        if table.name in p.tables_used:
            type = annotation(table.function.result)
            for axis in reversed(range(len(table.kinds))):
                type = f"dict[int, {type}]" if table.takes_none(axis) else f"tuple[{type}, ...]"
            about = f"{words(table.function)} for each {' and '.join(table.kinds)}"
            comment = f"{about}{place(table.function)}"
            found.append(Constant(table.name, type, known_rows(p, table, ()), comment))
    for most in p.mostly.values():
        if most.name in p.tables_used:
            about = f"{words(most.function)} for each {most.kind}, 0: to be worked out in play"
            figures = f"({''.join(f'{n}, ' for n in most.figures)})"
            found.append(Constant(most.name, "tuple[int, ...]", figures, f"{about}{place(most.function)}"))
    for some in p.possible.values():
        if some.name in p.tables_used:
            comment = (
                f"each {some.kind} for which this can hold: {words(some.function)}{place(some.function)}"
            )
            members = ", ".join(constant(m) for m in some.members)
            found.append(Constant(some.name, "frozenset[int]", f"frozenset({{{members}}})", comment))
    for name, (kind, looked_for) in p.sets.items():
        members = ", ".join(constant(m) for m in looked_for)
        comment = f"each {kind} that the rule looks for"
        found.append(Constant(name, "frozenset[int]", f"frozenset({{{members}}})", comment))
    return found


def words(f: tree.Function) -> str:
    return f.name.replace("_", " ")


def place(f: tree.Function) -> str:
    rule = f" [{ids(f.sources)}]" if ids(f.sources) else ""
    return f"{rule} ({f.span.path}:{f.span.line})"


def known_rows(p: FunctionPrinter, table: Known, members: tuple[int, ...]) -> str:
    if len(members) == len(table.kinds):
        return p.expr(table.figure(members))
    axis = len(members)
    rows = [known_rows(p, table, (*members, m)) for m in table.members[axis]]
    if table.takes_none(axis):
        keys = [*(constant(m) for m in p.game.kinds[table.kinds[axis]].members), "NONE"]
        return f"{{{', '.join(f'{key}: {row}' for key, row in zip(keys, rows))}}}"
    return f"({', '.join(rows)}{',' if len(rows) == 1 else ''})"


def column_constant(p: FunctionPrinter, kind: str, column: tree.Column) -> Constant:
    cells = [blank(p, column) if c is None else cell(p, c, column) for c in column.cells]
    text = f"({', '.join(cells)},)" if cells else "()"
    return Constant(f"{kind}__{constant(column.name)}", f"tuple[{annotation(column.type)}, ...]", text)


def cell(p: FunctionPrinter, e: E, column: tree.Column) -> str:
    return p.many(e) if column.type.is_many else p.expr(e)


def blank(p: FunctionPrinter, column: tree.Column) -> str:
    """What `-` means in a column of this type."""
    name = column.type.name
    if name == "many":
        return "()"
    if name == "bundle":
        return repr((0,) * len(p.resources))
    if name == "flag":
        return "False"
    return "0" if name == "number" else "NONE"


def directions(p: FunctionPrinter) -> list[Constant]:
    """The directions of which the rules speak."""
    found = [Constant(d.upper(), "", str(n)) for n, d in enumerate(DIRECTIONS) if d in p.directions]
    return found + ([Constant("ALL_DIRECTIONS", "", repr(SIDES))] if "all" in p.directions else [])


def boards(p: FunctionPrinter) -> list[Constant]:
    found: list[Constant] = []
    for board in p.game.boards.values():
        place = f"{board.span.path}:{board.span.line}"
        text = board_text(p, board)
        if board.shape == "graph" and depends_on_players(board):
            table = ", ".join(f"{n}: {graph_text(p, board, n)}" for n in p.game.players)
            found.append(
                Constant(f"{constant(board.name)}__BY_PLAYERS", "dict[int, Board]", f"{{{table}}}", place)
            )
            text = f"{constant(board.name)}__BY_PLAYERS[{p.game.players[0]}]"
        found.append(Constant(constant(board.name), "Board", text, place))
    return found


def depends_on_players(board: tree.Board) -> bool:
    borders = board.borders
    return borders is not None and any(x.op == "lib" and x.name == "players_count" for x in borders.walk())


def board_text(p: FunctionPrinter, board: tree.Board) -> str:
    name = repr(board.name)
    if board.shape == "grid":
        rows, columns = p.expr(board.sizes["rows"]), p.expr(board.sizes["columns"])
        return f"grid({name}, {rows}, {columns})"
    if board.shape == "ring":
        return f"ring({name}, {p.expr(board.sizes['size'])})"
    if board.shape == "track":
        return f"track({name}, {tuple(board.cells)!r})"
    if board.shape == "graph":
        return graph_text(p, board, p.game.players[0])
    return hexes_text(board)


def hexes_text(board: tree.Board) -> str:
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
    return f"hexes({board.name!r}, {tuple(rows)!r}, {tuple(numbered)!r})"


def graph_text(p: FunctionPrinter, board: tree.Board, players: int) -> str:
    """The borders of a graph, worked out from the column that names the neighbours."""
    assert board.borders is not None
    pairs: list[tuple[int, int]] = []
    for i in range(len(board.cells)):
        for j in neighbours(p.game, board.borders, board.kind, i, players):
            pair = (min(i, j), max(i, j))
            if pair not in pairs:
                pairs.append(pair)
    return f"graph({board.name!r}, {tuple(board.cells)!r}, {tuple(pairs)!r})"


def neighbours(game: tree.Game, e: E, kind: str, member: int, players: int) -> list[int]:
    if e.op == "if":
        test = e.arg(0)
        chosen = e.arg(1) if holds(test, players) else e.arg(2)
        return neighbours(game, chosen, kind, member, players)
    if e.op == "column":
        found = game.kinds[kind].columns[e.name].cells[member]
        if found is None:
            return []
        return [a.data for a in (found.args if found.op == "list" else [found]) if a is not None]
    return []


def holds(test: E, players: int) -> bool:
    if test.op == "compare" and test.name == "=" and test.arg(0).name == "players_count":
        return bool(test.arg(1).data == players)
    return False


def edges(p: FunctionPrinter) -> list[Constant]:
    """Edges between cells, worked out when the engine is compiled where their test allows it."""
    return [
        Constant(
            f"{constant(board.name)}__{constant(e.name)}",
            "EdgeSet",
            f"{constant(board.name)}.add_edges({e.name!r}, {edge_ends(p, board, e)!r})",
        )
        for board in p.game.boards.values()
        for e in board.edges.values()
    ]


def edge_ends(p: FunctionPrinter, board: tree.Board, e: tree.EdgeSet) -> tuple[tuple[int, int], ...]:
    """All pairs of cells for which the test holds in the first position."""
    from .evaluate import Evaluator

    return Evaluator(p.plan).edges(board, e)
