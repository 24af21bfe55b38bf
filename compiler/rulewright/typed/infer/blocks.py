"""A body, statement by statement: `HANDLERS` names the function that types each class of statement."""

from __future__ import annotations

from ...surface import ast
from .. import tree
from ..context import Context, Scope
from . import statements


def block(c: Context, statements: ast.Block, scope: Scope) -> tree.Block:
    """The typed statements of a body."""
    out: tree.Block = []
    for i, s in enumerate(statements):
        if isinstance(s, ast.Stop) and i + 1 < len(statements):
            c.warn(
                "RW405",
                "nothing after `stop` is ever reached",
                statements[i + 1].span,
                "remove it, or move it up",
            )
        out.extend(statement(c, s, scope))
    return out


def inner_block(c: Context, statements: ast.Block | None, scope: Scope) -> tree.Block:
    """The typed statements of a block inside; what it binds ends with it."""
    return block(c, statements, scope.inner()) if statements else []


def statement(c: Context, s: ast.Stmt, scope: Scope) -> tree.Block:
    """The typed statements that a statement becomes, by the handler of its class."""
    return statements.HANDLERS[type(s)](c, s, scope)
