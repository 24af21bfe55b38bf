"""The columns of kinds: one type for each, and which of them never change."""

from __future__ import annotations

from ...resolved import model
from .. import tree
from .. import types as t
from ..context import Body, Context, Scope
from ..expr import Bundle, Const, ListOf, Range, RuleValue, Text, is_lib
from ..tree import E
from ..types import Type
from . import coerce, expressions, operators

FIXED = (Const, ListOf, Bundle, RuleValue, Range, Text)


def check_columns(c: Context) -> None:
    """Finds the types of all columns."""
    for kind in c.game.kinds.values():
        for name in kind.columns:
            column(c, kind, name)


def column(c: Context, kind: model.Kind, name: str) -> tree.Column:
    """A column with one type for all of its cells; cells that do not agree are reported."""
    declared = c.type_of(kind.columns[name].type)
    listed = declared.is_many or any(len(m.cells.get(name) or []) > 1 for m in kind.members.values())
    scope = Scope(Body(f"column:{kind.name}.{name}", name), {}, None, None)
    values: list[list[E] | None] = []
    element: Type = declared.item if declared.is_many else declared
    for m in kind.members.values():
        given = m.cells.get(name)
        if given is None:
            values.append(None)
            continue
        cells = [expressions.expr(c, v, scope) for v in given]
        values.append(cells)
        for v in cells:
            own = v.type.item if listed and v.type.is_many else v.type  # `empty` is a list by itself
            type = t.plain(t.BUNDLE if own.name == "resource" and element.name == "bundle" else own)
            grown = t.join(element, type)
            if grown is None:
                text = f"the column {name} holds {element}, but this is {v.type}"
                c.report("RW315", text, v.span, "give all its cells one type, or make two columns")
            else:
                element = grown
    type = column_type(c, element, listed, any(v is None for v in values))
    if c.columns.get((kind.name, name)) != type:
        c.columns[(kind.name, name)] = type
        c.growths += 1
        c.checked.clear()  # whatever was typed may go by this column
        c.changed.update(c.signatures)
        c.changed.add("columns")
    return column_cells(c, kind, name, type, element, listed, values)


def column_type(c: Context, element: Type, listed: bool, empty: bool) -> Type:
    """The type of a column of these elements, none included if a cell is empty."""
    if listed:
        return t.many(element)
    if empty and element.name not in ("number", "bundle", "many", "flag", "unknown"):
        return t.maybe(element)
    return element


def column_cells(
    c: Context,
    kind: model.Kind,
    name: str,
    type: Type,
    element: Type,
    listed: bool,
    values: list[list[E] | None],
) -> tree.Column:
    """The column with every cell as a value of its type."""
    cells: list[E | None] = []
    constant = True
    for v in values:
        if v is None:
            cells.append(None)
            continue
        alone = len(v) == 1 and v[0].type.is_many
        made = ListOf(type, list(v), span=v[0].span) if listed and not alone else coerce.lift(c, v[0], type)
        if type.name == "bundle":
            made = operators.as_bundle(c, made)
        constant = constant and is_fixed(c, made)
        cells.append(made)
    return tree.Column(name, type, cells, constant)


def is_fixed(c: Context, e: E) -> bool:
    """True if a cell is the same in every position."""
    return all(isinstance(x, FIXED) or is_lib(x, "cell", "members") for x in e.walk())
