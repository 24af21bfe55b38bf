"""What an example says that chance will give is of the sort that the rules shuffle or draw."""

from __future__ import annotations

from ...analysis.survey import Survey
from .. import tree
from ..context import Context
from ..expr import is_lib
from ..types import Type

DRAWING = ("random_one", "random_some")


def check(c: Context, game: tree.Game, seen: Survey) -> None:
    """Reports members and pieces that no shuffle or draw of the game can give: their numbers would mean other things."""
    mixed = {"shuffle": shuffled(seen), "random": drawn(seen)}
    for example in game.examples:
        for step in example.steps:
            if step.kind == "next" and step.value is not None and step.what in mixed:
                report(c, step.value, step.what, mixed[step.what])


def report(c: Context, told: tree.E, what: str, mixed: set[Type]) -> None:
    """Reports one list of things that chance cannot give."""
    item = told.type.item
    if item.name not in ("kind", "piece") or any(same(item, one) for one in mixed):
        return
    verb = "shuffle" if what == "shuffle" else "draw at random"
    known = sorted({str(one) for one in mixed if one.name in ("kind", "piece")})
    hint = f"they {verb}: {', '.join(known)}" if known else f"they {verb} no members of kinds and no pieces"
    c.report("RW512", f"`next {what}` gives {item}, which the rules never {verb}", told.span, hint)


def same(a: Type, b: Type) -> bool:
    """True if two things are of one kind or one sort of piece, or if the sort of one is not known."""
    return b.name == "unknown" or (a.name, a.of) == (b.name, b.of)


def shuffled(seen: Survey) -> set[Type]:
    """The sorts of things that are shuffled somewhere."""
    return {s.zone.type.item for part in seen.parts for s in part.statements if isinstance(s, tree.Shuffle)}


def drawn(seen: Survey) -> set[Type]:
    """The sorts of things of which some are drawn at random somewhere."""
    groups = (e.arguments[-1] for part in seen.parts for e in part.expressions if is_lib(e, *DRAWING))
    return {group.type.item for group in groups if group is not None}
