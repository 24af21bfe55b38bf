"""The columns of kinds: one type for each, and which of them never change."""

from __future__ import annotations

from ..resolved import model
from . import tree
from . import types as t
from .context import Body, Scope
from .statements import Statements
from .tree import E
from .types import Type


class Figures(Statements):
    def check_columns(self) -> None:
        for kind in self.game.kinds.values():
            for name in kind.columns:
                self.column(kind, name)

    def column(self, kind: model.Kind, name: str) -> tree.Column:
        declared = self.type_of(kind.columns[name].type)
        listed = declared.is_many or any(len(m.cells.get(name) or []) > 1 for m in kind.members.values())
        scope = Scope(Body(f"column:{kind.name}.{name}", name), {}, None, None)
        values: list[list[E] | None] = []
        element: Type = declared.item if declared.is_many else declared
        for m in kind.members.values():
            given = m.cells.get(name)
            if given is None:
                values.append(None)
                continue
            cells = [self.expr(v, scope) for v in given]
            values.append(cells)
            for v in cells:
                own = v.type.item if listed and v.type.is_many else v.type  # `empty` is a list by itself
                type = t.plain(t.BUNDLE if own.name == "resource" and element.name == "bundle" else own)
                grown = t.join(element, type)
                if grown is None:
                    text = f"the column {name} holds {element}, but this is {v.type}"
                    self.report("RW315", text, v.span, "give all its cells one type, or make two columns")
                else:
                    element = grown
        type = self.column_type(element, listed, any(v is None for v in values))
        if self.columns.get((kind.name, name)) != type:
            self.columns[(kind.name, name)] = type
            self.changed.update(self.signatures)
            self.changed.add("columns")
        return self.column_cells(kind, name, type, element, listed, values)

    def column_type(self, element: Type, listed: bool, empty: bool) -> Type:
        if listed:
            return t.many(element)
        if empty and element.name not in ("number", "bundle", "many", "flag", "unknown"):
            return t.maybe(element)
        return element

    def column_cells(
        self,
        kind: model.Kind,
        name: str,
        type: Type,
        element: Type,
        listed: bool,
        values: list[list[E] | None],
    ) -> tree.Column:
        cells: list[E | None] = []
        constant = True
        for v in values:
            if v is None:
                cells.append(None)
                continue
            alone = len(v) == 1 and v[0].type.is_many
            made = E("list", type, list(v), span=v[0].span) if listed and not alone else self.lift(v[0], type)
            if type.name == "bundle":
                made = self.as_bundle(made)
            constant = constant and self.is_fixed(made)
            cells.append(made)
        return tree.Column(name, type, cells, constant)

    def is_fixed(self, e: E) -> bool:
        allowed = ("const", "list", "bundle", "effect", "range", "text")
        return all(
            x.op in allowed or (x.op == "lib" and x.name in ("named_cell", "cell", "members"))
            for x in e.walk()
        )
