"""Labels with holes: `kind troop shown as "{name} {labour}/{strength}"` names each member with its figures."""

from __future__ import annotations

import re

from ..diagnostics import suggest
from ..surface import ast
from . import model
from .layers import Layers

HOLE = re.compile(r"\{(\w+)\}")


def show(layers: Layers) -> None:
    """Fills the holes of all kinds, from the labels as they were written."""
    written = {m.name: m.label for kind in layers.game.kinds.values() for m in kind.members.values()}
    written.update({r.name: r.label for r in layers.game.resources.values()})
    for kind in layers.game.kinds.values():
        if kind.shown is not None and holes_are_known(layers, kind):
            for member in kind.members.values():
                member.label = filled(layers, kind, member, written)


def holes_are_known(layers: Layers, kind: model.Kind) -> bool:
    """Between braces stands `name`, or the name of a column."""
    for hole in re.findall(r"\{([^}]*)\}", kind.shown.value):
        if hole != "name" and hole not in kind.columns:
            near = suggest(hole, ["name", *kind.columns])
            hint = f"did you mean `{near}`?" if near else f"it has: {', '.join(['name', *kind.columns])}"
            layers.report("RW216", f"{kind.name} has no column `{hole}`", kind.shown.span, hint)
            return False
    return True


def filled(layers: Layers, kind: model.Kind, member: model.Member, written: dict[str, str]) -> str:
    """The label of a member, with its figures in the holes; what is worked out in play is reported."""

    def value(hole: re.Match[str]) -> str:
        if hole[1] == "name":
            return written[member.name]
        cells = member.cells.get(hole[1])
        texts = [in_words(cell, written) for cell in cells or []]
        if None in texts:
            text = f"`{hole[1]}` of {member.name} is worked out in play: it cannot stand in a label"
            layers.report("RW216", text, kind.shown.span, "show figures, names and amounts")
        return ", ".join(text or "" for text in texts) if cells else "-"

    return HOLE.sub(value, kind.shown.value)


def in_words(e: ast.Expr, written: dict[str, str]) -> str | None:
    """A figure, a name or an amount as people read it; None for what is computed in play."""
    if isinstance(e, ast.Number):
        return str(e.value)
    if isinstance(e, ast.Minus):
        value = in_words(e.value, written)
        return None if value is None else f"-{value}"
    if isinstance(e, ast.Name):
        return e.name if e.name in ("yes", "no", "none") else written.get(e.name)
    if isinstance(e, ast.Quantity):
        amount = in_words(e.amount, written)
        return None if amount is None else f"{amount} {written.get(e.unit, e.unit.replace('_', ' '))}"
    if isinstance(e, ast.Arithmetic) and e.op == "+":
        left, right = in_words(e.left, written), in_words(e.right, written)
        return None if left is None or right is None else f"{left} + {right}"
    return None
