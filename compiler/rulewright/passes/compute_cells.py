"""Cells of a row whose column runs over a known range: their numbers are computed instead of looked up.

before                                             after

    for n in range(1, 8):                              for n in range(1, 8):
        if g.disc[FRAME.at.get(10000 + n, NONE)]…          if g.disc[n - 1]…

A look-up gives none for a cell outside of the board; here no cell can be outside.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..code import tree as code
from ..code.boards import ROW
from ..code.tree import Binary, Literal, Local, Module, number
from .facts import Facts

Spans = Mapping[str, tuple[int, int]]  # local -> the least and the largest number that it runs over


def compute_cells(module: Module, facts: Facts) -> Module:
    """The module with the numbers of cells that are never outside of their board."""
    made: Module = within(module, facts, {}) if facts.grids else module
    return made


def within(node: Any, facts: Facts, spans: Spans) -> Any:
    """A copy of a node, where some locals are known to run over ranges."""
    if node.__class__ is tuple:
        return code.same_or([within(one, facts, spans) for one in node], node)
    inner = with_loop(node, spans)
    made = code.with_parts(node, lambda part: within(part, facts, inner))
    return computed(made, facts, spans) if isinstance(made, code.Method) else made


def with_loop(node: code.Node, spans: Spans) -> Spans:
    """What locals run over inside a loop or a query."""
    loops: list[tuple[str, code.Expr]] = []
    if isinstance(node, code.For):
        loops = [(name, node.source) for name in node.names]
    elif isinstance(node, code.Query):
        loops = [(clause.name, clause.source) for clause in node.clauses]
    elif isinstance(node, code.Closure):
        loops = [(name, code.UNSET) for name in node.params]
    if not loops:
        return spans
    found = {name: at for name, at in spans.items() if name not in {x for x, _ in loops}}
    for name, source in loops:
        if isinstance(source, code.Range):
            low, high = figure(source.low), figure(source.high)
            if low is not None and high is not None:
                found[name] = (low, high - 1)
    return found


def figure(e: code.Expr) -> int | None:
    """The number that an expression is; None: it is another one."""
    return e.value if isinstance(e, Literal) and isinstance(e.value, int) else None


def computed(e: code.Method, facts: Facts, spans: Spans) -> code.Expr:
    """The number of a cell that is looked up by its row and its column, if it is never outside."""
    if e.name != "get" or not isinstance(e.of, code.Part) or e.of.name != "at":
        return e
    board, key = e.of.of, e.args[0]
    grid = facts.grids.get(board.name) if isinstance(board, code.Constant) else None
    if grid is None or not isinstance(key, Binary) or not isinstance(key.right, Local):
        return e
    span, base = spans.get(key.right.name), figure(key.left)
    if span is None or base is None:
        return e
    (rows, columns), row = grid, base // ROW
    if not 1 <= row <= rows or span[0] < 1 or span[1] > columns:
        return e
    first = (row - 1) * columns - 1
    return Binary("+" if first >= 0 else "-", key.right, number(abs(first)), type=e.type, place=e.place)
