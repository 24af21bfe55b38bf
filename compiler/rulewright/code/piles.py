"""Searches through a pile of the table: what was found is kept together with the pile, which every change replaces."""

from __future__ import annotations

from ..analysis.effects import EffectAnalysis
from ..analysis.liveness import free_in
from ..plan import model
from ..typed import tree
from ..typed import types as t
from ..typed.expr import CallExpr, Field, Fold, Query, present

# Names of locals in the emitted search.
OWN_LOCALS = {"pile", "found"}


def searching_piles(effects: EffectAnalysis, functions: list[model.Function]) -> list[str]:
    """The functions that end with such a search. Players' own zones change too often for that."""
    fixed = fixed_fields(effects)
    return [f.name for f in functions if f.role == "value" and searches_pile(effects, fixed, f)]


def fixed_fields(effects: EffectAnalysis) -> set[str]:
    """What a piece is given when it is made, and keeps as long as it lives."""
    own = {info.attribute for piece in effects.game.pieces.values() for info in piece.fields.values()}
    return own - effects.stored_into()


def searches_pile(effects: EffectAnalysis, fixed: set[str], f: model.Function) -> bool:
    """Whether a function ends with such a search, by fields that never change."""
    last = f.body[-1] if f.body else None
    query = pile_query(last.statement) if isinstance(last, model.Plain) else None
    if query is None or OWN_LOCALS & f.locals.keys():
        return False
    test, params = present(query.where), [name for name, _ in f.params]
    used = free_in(test) - {query.variable}
    return (
        len(used) == 1
        and used <= {*params} - {"you"}
        and effects.reads(test) <= fixed
        and not any(isinstance(x, (Query, Fold, CallExpr)) for x in test.walk())
    )


def pile_query(s: tree.S) -> Query | None:
    """The search for the first such piece in a pile of the table, if that is all that a define says."""
    if not isinstance(s, tree.Result) or s.test is not None or not isinstance(s.value, Query):
        return None
    source = s.value.source
    if s.value.quantifier != "first" or s.value.where is None or not isinstance(source, Field):
        return None
    return s.value if source.type.shape in t.ZONES and source.info.owner == "table" else None
