"""Fields that only remember what lies in a zone: a copy of a card, not the card itself."""

from __future__ import annotations

from ..analysis.walk import same, statements
from ..plan.model import Plan
from ..typed import tree
from ..typed.expr import Field, Item, Lib, Local, Query, present
from ..typed.tree import E

TAKEN = ("first", "last", "random_one")


def memories(plan: Plan) -> set[str]:
    """Unseen fields for one thing into which nothing is ever moved, drawn or chosen: what is stored there is looked up in a zone."""
    copied: set[str] = set()
    filled: set[str] = set()
    for f in plan.signatures.values():
        lets = {s.name: s.value for s in statements(f.body) if isinstance(s, tree.Let)}
        found = found_in_zones(f.body)
        for s in statements(f.body):
            if isinstance(s, tree.Set) and isinstance(s.target, Field) and s.value.type.name != "none":
                zones = found.get(s.value.name, []) if isinstance(s.value, Local) else []
                (copied if is_of_others(zones, s.target) or is_copy(s.value, lets) else filled).add(
                    s.target.info.attribute
                )
            goals = [s.goal] if isinstance(s, (tree.Move, tree.Draw)) else []
            goals += [p.field for p in s.picks if p.field is not None] if isinstance(s, tree.Choose) else []
            filled |= {goal.info.attribute for goal in goals if isinstance(goal, Field)}
    return {
        info.attribute
        for info in plan.game.fields.values()
        if info.attribute in copied - filled and info.visibility != "open" and info.type.name == "kind"
    }


def found_in_zones(body: tree.Block) -> dict[str, list[E]]:
    """The locals for one thing that is chosen or met in a zone, with the zones where it lies then; not if it leaves the game."""
    found: dict[str, list[E]] = {}
    for s in statements(body):
        if isinstance(s, tree.Choose):
            found |= {p.name: zones_in(p.source) for p in s.picks if p.amount == "one"}
        elif isinstance(s, tree.For):
            found[s.name] = zones_in(s.source)
        elif isinstance(s, tree.Move) and isinstance(s.what, Local) and s.what.name in found:
            found[s.what.name] = zones_in(s.goal)
        elif isinstance(s, tree.Remove) and isinstance(s.what, Local) and s.what.name in found:
            found[s.what.name] = []
    return found


def is_of_others(zones: list[E], target: E) -> bool:
    """Whether things lie with somebody else than the one who notes them: of one's own things a field names one."""
    owner = target.owner if isinstance(target, Field) else None
    theirs = [zone.owner for zone in zones if isinstance(zone, Field)]
    return bool(zones) and not any(owner is not None and same(owner, other) for other in theirs)


def is_copy(e: E, lets: dict[str, E]) -> bool:
    """Whether a value is one thing of a zone, which stays where it is."""
    if isinstance(e, Local) and e.name in lets:
        return is_copy(lets[e.name], {})
    taken = (
        (isinstance(e, Lib) and e.name in TAKEN)
        or isinstance(e, Item)
        or (isinstance(e, Query) and e.quantifier in ("first", "best"))
    )
    return taken and bool(zones_in(present(e.parts[0])))


def zones_in(source: E) -> list[E]:
    return [x for x in source.walk() if isinstance(x, Field) and x.type.is_many]
