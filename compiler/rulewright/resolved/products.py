"""Kinds as products: `kind card of suit, rank: 2..14` has a member for each pair, with both as columns."""

from __future__ import annotations

from itertools import product

from ..diagnostics import suggest
from ..surface import ast
from . import model
from .constants import constant
from .layers import Layers

LIMIT = 2_000  # members of a product


def multiply(layers: Layers) -> None:
    """Makes the members of all products, when it is known which members their factors have."""
    done: set[str] = set()
    for kind in layers.game.kinds.values():
        made_of_factors(layers, kind, done, [])


def made_of_factors(layers: Layers, kind: model.Kind, done: set[str], around: list[str]) -> None:
    """Gives a product its members, after the kinds that it is made of have theirs."""
    if kind.name in done or not kind.factors:
        return
    if kind.name in around:
        layers.report("RW232", f"{kind.name} is a factor of itself", kind.span, "leave it out of its factors")
        kind.factors = []
        return
    for factor in kind.factors:
        if factor.type is None and factor.name in layers.game.kinds:
            made_of_factors(layers, layers.game.kinds[factor.name], done, [*around, kind.name])
    done.add(kind.name)
    found = [values_of(layers, kind, factor) for factor in kind.factors]
    size = 1
    for values in found:
        size *= len(values)
    if size > LIMIT:
        message = f"{kind.name} would have {size:,} members, more than {LIMIT:,}"
        layers.report("RW232", message, kind.span, "keep what differs in fields of a piece")
        return
    take_members(layers, kind, list(product(*found)))


def values_of(layers: Layers, kind: model.Kind, factor: ast.Factor) -> list[tuple[str, str, ast.Expr]]:
    """What a factor can be: part of a name, part of a label, and the cell of its column."""
    span = factor.span
    if factor.type is not None:
        low, high = (constant(layers.game, x, set()) for x in (factor.type.low, factor.type.high))
        if low is None or high is None or not 0 <= low <= high:
            layers.report("RW232", f"{factor.name} needs two bounds from 0 up", span, "as in `rank: 1..13`")
            return []
        numbers = range(low, min(high, low + LIMIT) + 1)
        return [(str(n), str(n), ast.Number(span, n)) for n in numbers]
    if factor.name not in layers.game.kinds:
        near = suggest(factor.name, layers.game.kinds)
        hint = f"did you mean `{near}`?" if near else f"declare it, or give numbers: `{factor.name}: 1..13`"
        layers.report("RW232", f"{factor.name} is not a kind", span, hint)
        return []
    members = layers.game.kinds[factor.name].members.values()
    return [(m.name, m.label, ast.Name(span, m.name)) for m in members]


def take_members(layers: Layers, kind: model.Kind, rows: list[tuple[tuple[str, str, ast.Expr], ...]]) -> None:
    """The members in the order of the factors, before those that have lines of their own."""
    own, others = kind.columns, kind.members
    kind.columns = {
        f.name: model.Column(
            name=f.name, assumed=False, type=f.type or ast.TypeName(f.span, f.name), span=f.span
        )
        for f in kind.factors
    }
    for name, column in own.items():
        if name in kind.columns:
            layers.report("RW232", f"{name} is a factor already", column.span, "remove the column")
        kind.columns[name] = column
    kind.members = {}
    for row in rows:
        name = "_".join(part for part, _, _ in row)
        name = name if name[:1].isalpha() else f"{kind.name}_{name}"
        cells = {f.name: [cell] for f, (_, _, cell) in zip(kind.factors, row)}
        kind.members[name] = model.Member(
            name=name,
            label=" ".join(label for _, label, _ in row),
            cells=dict(cells),
            sources=kind.sources,
            span=kind.span,
        )
    for name, member in others.items():
        kind.members.setdefault(name, member).cells.update(member.cells)
        if kind.members[name] is not member:
            kind.members[name].label = member.label
        for f in kind.factors:
            kind.members[name].cells.setdefault(f.name, None)
