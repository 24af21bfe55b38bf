"""Conditions that another condition holds already, said in other words."""

from __future__ import annotations

from ..typed import tree
from ..typed.expr import Compare, Field, conjuncts, is_lib
from ..typed.tree import E
from .substitution import in_words

TURNED = {"<=": ">=", "<": ">"}


def is_implied(game: tree.Game, wanted: E | None, given: E | None) -> bool:
    """Whether each part of a condition is also a part of what is known to hold."""
    known = {in_words(plain(game, x)) for x in conjuncts(given)}
    return all(in_words(plain(game, x)) in known for x in conjuncts(wanted))


def plain(game: tree.Game, e: E) -> E:
    """A comparison, the larger side first; a resource that is kept in a field is that field."""
    if isinstance(e, Compare) and e.sign in TURNED:
        return plain(game, Compare(e.type, TURNED[e.sign], e.right, e.left, span=e.span))
    args = [None if a is None else plain(game, a) for a in e.parts]
    if is_lib(e, "stock_of"):
        r = game.resources[e.of]
        if not r.functions and not r.of and r.field is not None:
            return Field(e.type, r.field, args[0])
    return e.with_parts(args)
