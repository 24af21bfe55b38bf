"""Fields that only remember what lies in a zone: a copy of a card, not the card itself."""

from __future__ import annotations

from ..plan.model import Plan
from ..typed import tree
from ..typed.checks_walk import statements
from ..typed.tree import E

TAKEN = ("first", "last", "random_one")


def memories(plan: Plan) -> set[str]:
    """Unseen fields for one thing into which nothing is ever moved, drawn or chosen: what is stored there is looked up in a zone."""
    copied: set[str] = set()
    filled: set[str] = set()
    for f in plan.signatures.values():
        lets = {s.name: s.value for s in statements(f.body) if isinstance(s, tree.Let)}
        for s in statements(f.body):
            if isinstance(s, tree.Set) and s.target.op == "field" and s.value.type.name != "none":
                (copied if is_copy(s.value, lets) else filled).add(s.target.name)
            goals = [s.goal] if isinstance(s, (tree.Move, tree.Draw)) else []
            goals += [p.field for p in s.picks if p.field is not None] if isinstance(s, tree.Choose) else []
            filled |= {goal.name for goal in goals if goal.op == "field"}
    return {
        info.attribute
        for info in plan.game.fields.values()
        if info.attribute in copied - filled and info.visibility != "open" and info.type.name == "kind"
    }


def is_copy(e: E, lets: dict[str, E]) -> bool:
    """Whether a value is one thing of a zone, which stays where it is."""
    if e.op == "local" and e.name in lets:
        return is_copy(lets[e.name], {})
    taken = (
        (e.op == "lib" and e.name in TAKEN)
        or e.op == "item"
        or (e.op == "query" and e.data in ("first", "best"))
    )
    return taken and any(x.op == "field" and x.type.is_many for x in e.arg(0).walk())
