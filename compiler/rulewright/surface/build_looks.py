"""Looks of the syntax tree: how things are drawn."""

from __future__ import annotations

from rulewright.surface import ast
from rulewright.surface.build_expressions import Children, Expressions


class Looks(Expressions):
    """One method for each rule of looks."""

    def look(self, c: Children) -> ast.Look:
        # look NAME ["." NAME] COLUMNS [SOURCE] _NL [ITEMS]
        name = f"{c[1].value}.{c[3].value}" if c[3] else c[1].value
        return ast.Look(self.extent(c), self.sources(c[5]), name, c[4], c[7] or [])

    def look_items(self, c: Children) -> list[ast.LookItem]:
        return c[1:-1]

    def look_row(self, c: Children) -> ast.LookRow:
        return ast.LookRow(self.extent(c), self.sources(c[2]), c[0].value, c[1])

    def look_as(self, c: Children) -> ast.LookAs:
        # NAMES as ROLE [by NAME | on NAME] [SOURCE] _NL
        names = [(name.value, self.at(name)) for name in c[0]]
        joint, other = (c[3].value, c[4].value) if c[4] else ("", "")
        return ast.LookAs(self.extent(c[1:]), self.sources(c[5]), names, c[2].value, joint, other)

    def look_hide(self, c: Children) -> ast.LookHide:
        names = [(name.value, self.at(name)) for name in c[1]]
        return ast.LookHide(self.extent(c), self.sources(c[2]), names)

    def look_from(self, c: Children) -> ast.LookFrom:
        return ast.LookFrom(self.extent(c), self.sources(c[3]), c[0].value, c[2])

    def look_list(self, c: Children) -> ast.LookList:
        return ast.LookList(self.extent(c), self.sources(c[3]), c[0].value, c[2])
