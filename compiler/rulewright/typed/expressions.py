"""Types of expressions: every name becomes a local, a field, a call, a constant; every place gets its type."""

from __future__ import annotations

from ..surface import ast
from ..surface.parse import parse_label
from . import types as t
from .context import Scope
from .library import LIBRARY, Args, Named
from .names import Names
from .operators import Operators
from .tree import E
from .wanted import const


class Expressions(Names, Operators):
    def expr(self, e: ast.Expr, scope: Scope) -> E:
        if isinstance(e, ast.Number):
            return E("const", t.NUMBER, data=e.value, span=e.span)
        if isinstance(e, ast.Name):
            return self.name(e, scope)
        if isinstance(e, ast.Your):
            return self.of_player(self.you(scope, e.span), e.name, None, e.span, scope)
        if isinstance(e, ast.MemberOf):
            return self.member_of(e, None, scope)
        if isinstance(e, ast.Apply):
            return self.apply(e, scope)
        if isinstance(e, ast.Compare):
            return self.compare(e, scope)
        if isinstance(e, ast.Arithmetic):
            return self.arithmetic(e, scope)
        if isinstance(e, ast.Quantity):
            return self.quantity(e, scope)
        if isinstance(e, ast.Query):
            return self.query(e, scope)
        if isinstance(e, ast.Fold):
            return self.fold(e, scope)
        if isinstance(e, (ast.Both, ast.Either)):
            op = "and" if isinstance(e, ast.Both) else "or"
            return E(op, t.FLAG, [self.flag(e.left, scope), self.flag(e.right, scope)], span=e.span)
        if isinstance(e, ast.Negate):
            return E("not", t.FLAG, [self.flag(e.value, scope)], span=e.span)
        if isinstance(e, ast.Conditional):
            return self.conditional(e, scope)
        if isinstance(e, ast.Listing):
            return self.listing(e.items, e.span, scope)
        if isinstance(e, ast.Range):
            low, high = self.number(e.low, scope), self.number(e.high, scope)
            return E("range", t.many(t.NUMBER), [low, high], span=e.span)
        if isinstance(e, ast.Minus):
            value = self.number(e.value, scope)
            if value.op == "const":
                return const(-value.data, t.NUMBER, e.span)
            return E("minus", t.NUMBER, [value], span=e.span)
        return self.text(e, scope)

    def text(self, e: ast.Text, scope: Scope) -> E:
        parts, problems = parse_label(e.value, e.span)
        if self.final:
            self.diagnostics.extend(problems)
        texts: list[str | None] = []
        holes: list[E | None] = []
        for part in parts:
            if isinstance(part, str):
                texts.append(part)
            else:
                texts.append(None)
                holes.append(self.expr(part, scope))
        return E("text", t.TEXT, holes, data=texts, name=e.value, span=e.span)

    def library(self, name: str, args: Args, named: Named, span: ast.Span, scope: Scope) -> E:
        return LIBRARY[name](self, args, named, span, scope)
