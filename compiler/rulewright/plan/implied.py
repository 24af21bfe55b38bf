"""Conditions that another condition holds already, said in other words."""

from __future__ import annotations

from dataclasses import replace

from ..typed import tree
from ..typed.tree import E
from .copying import in_words

TURNED = {"<=": ">=", "<": ">"}


def is_implied(game: tree.Game, wanted: E | None, given: E | None) -> bool:
    """Whether each part of a condition is also a part of what is known to hold."""
    known = {in_words(plain(game, x)) for x in conjuncts(given)}
    return all(in_words(plain(game, x)) in known for x in conjuncts(wanted))


def conjuncts(e: E | None) -> list[E]:
    if e is None:
        return []
    return [x for a in e.args for x in conjuncts(a)] if e.op == "and" else [e]


def plain(game: tree.Game, e: E) -> E:
    """A comparison, the larger side first; a resource that is kept in a field is that field."""
    if e.op == "compare" and e.name in TURNED:
        return plain(game, replace(e, name=TURNED[e.name], args=[e.arg(1), e.arg(0)]))
    args = [None if a is None else plain(game, a) for a in e.args]
    if e.op == "lib" and e.name == "stock_of":
        r = game.resources[e.data]
        if not r.functions and not r.of and r.field is not None:
            return E("field", e.type, [args[0], None], r.field.attribute, r.field)
    return E(e.op, e.type, args, e.name, e.data, e.span)
