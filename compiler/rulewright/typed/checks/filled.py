"""Fields that one rule gives every player at once: whoever reads them of all players may rely on that."""

from __future__ import annotations

from ...analysis.survey import Survey
from .. import tree
from ..expr import CallExpr, Field, is_lib
from ..tree import E


def filled(seen: Survey) -> set[str]:
    """The attributes of players that some `each player` or `for p in players` gives everyone, whatever happens."""
    found: set[str] = set()
    for part in seen.rules:
        for s in part.statements:
            if isinstance(s, (tree.Each, tree.For)) and is_lib(s.source, "players", "participants"):
                found |= given(s.body, seen, set())
    return found


def given(block: tree.Block, seen: Survey, called: set[str]) -> set[str]:
    """What a block sets in any case, also through the rules that it calls."""
    found: set[str] = set()
    for s in block:
        if isinstance(s, tree.Set):
            found |= attribute(s.target)
        elif isinstance(s, tree.Choose) and not s.optional:
            for p in s.picks:
                found |= attribute(p.field) if p.field is not None else set()
            found |= given(s.body or [], seen, called)
        elif isinstance(s, tree.ChooseOne):
            found |= set.intersection(*(given(b.body, seen, called) for b in s.branches))
        elif isinstance(s, tree.If):
            found |= given(s.then, seen, called) & given(s.otherwise, seen, called)
        elif isinstance(s, tree.With):
            found |= given(s.body, seen, called)
        elif isinstance(s, tree.Call) and isinstance(s.call, CallExpr) and s.call.name not in called:
            called.add(s.call.name)
            part = seen.functions.get(s.call.name)
            found |= given(part.block, seen, called) if part is not None else set()
    return found


def attribute(e: E) -> set[str]:
    """The attribute of players that is set, if nothing else than none could be meant."""
    return {e.info.attribute} if isinstance(e, Field) and e.info.owner == "player" else set()
