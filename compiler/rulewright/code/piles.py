"""Searches through a pile of the table: what was found is kept together with the pile, which every change replaces."""

from __future__ import annotations

from ..analysis.effects import Touches
from ..analysis.liveness import free_in
from ..plan import model
from ..typed import tree
from ..typed import types as t
from ..typed.tree import E

# Names of locals in the emitted search.
OWN_LOCALS = {"pile", "found"}


def searching_piles(touches: Touches, functions: list[model.Function]) -> list[str]:
    """The functions that end with such a search. Players' own zones change too often for that."""
    fixed = fixed_fields(touches)
    return [f.name for f in functions if f.role == "value" and searches_pile(touches, fixed, f)]


def fixed_fields(touches: Touches) -> set[str]:
    """What a piece is given when it is made, and keeps as long as it lives."""
    own = {info.attribute for piece in touches.game.pieces.values() for info in piece.fields.values()}
    return own - touches.stored_into()


def searches_pile(touches: Touches, fixed: set[str], f: model.Function) -> bool:
    last = f.body[-1] if f.body else None
    query = pile_query(last.statement) if isinstance(last, model.Plain) else None
    if query is None or OWN_LOCALS & f.locals.keys():
        return False
    test, params = query.arg(1), [name for name, _ in f.params]
    used = free_in(test) - {query.name}
    return (
        len(used) == 1
        and used <= {*params} - {"you"}
        and touches.reads(test) <= fixed
        and not any(x.op in ("query", "fold", "call") for x in test.walk())
    )


def pile_query(s: tree.S) -> E | None:
    """The search for the first such piece in a pile of the table, if that is all that a define says."""
    if not isinstance(s, tree.Result) or s.test is not None or s.value.op != "query":
        return None
    source = s.value.arg(0)
    if s.value.data != "first" or s.value.args[1] is None or source.op != "field":
        return None
    return s.value if source.type.shape in t.ZONES and source.data.owner == "table" else None
