"""A body, statement by statement: `on_X` of a subclass checks a statement X."""

from __future__ import annotations

from ..surface import ast
from . import tree
from .context import Scope
from .expressions import Expressions


class Blocks(Expressions):
    def block(self, statements: ast.Block, scope: Scope) -> tree.Block:
        out: tree.Block = []
        for i, s in enumerate(statements):
            if isinstance(s, ast.Stop) and i + 1 < len(statements):
                self.warn(
                    "RW405",
                    "nothing after `stop` is ever reached",
                    statements[i + 1].span,
                    "remove it, or move it up",
                )
            out.extend(self.statement(s, scope))
        return out

    def inner_block(self, statements: ast.Block | None, scope: Scope) -> tree.Block:
        return self.block(statements, scope.inner()) if statements else []

    def statement(self, s: ast.Stmt, scope: Scope) -> tree.Block:
        method = getattr(self, "on_" + type(s).__name__.lower())
        found: tree.Block = method(s, scope)
        return found
