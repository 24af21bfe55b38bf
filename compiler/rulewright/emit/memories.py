"""Fields that only remember what lies in a zone: a copy of a card, not the card itself."""

from __future__ import annotations

from ..analysis.walk import expressions_of, same, statements
from ..plan.model import Plan
from ..typed import tree
from ..typed import types as t
from ..typed.expr import CallExpr, Field, Item, Lib, Local, Query, You, present
from ..typed.tree import E

YOU = You(t.PLAYER)
TAKEN = ("first", "last", "random_one")


def memories(plan: Plan) -> set[str]:
    """Unseen fields for one thing into which nothing is ever moved, drawn or chosen: what is stored there is looked up in a zone."""
    copied: set[str] = set()
    filled: set[str] = set()
    noted = noted_parameters(plan)
    for key, f in plan.signatures.items():
        body = Body(f.body)
        for s in statements(f.body):
            if isinstance(s, tree.Set) and isinstance(s.target, Field) and s.value.type.name != "none":
                owner, name = s.target.owner, s.value.name if isinstance(s.value, Local) else ""
                is_note = (isinstance(owner, You) and (key, name) in noted) or body.is_note(s.value, owner)
                (copied if is_note else filled).add(s.target.info.attribute)
            goals = [s.goal] if isinstance(s, (tree.Move, tree.Draw)) else []
            goals += [p.field for p in s.picks if p.field is not None] if isinstance(s, tree.Choose) else []
            filled |= {goal.info.attribute for goal in goals if isinstance(goal, Field)}
    return {
        info.attribute
        for info in plan.game.fields.values()
        if info.attribute in copied - filled and info.visibility != "open" and info.type.name == "kind"
    }


def noted_parameters(plan: Plan) -> set[tuple[str, str]]:
    """The parameters, by function and name, that are given nothing but copies of what lies with somebody else."""
    found: set[tuple[str, str]] = set()
    others: set[tuple[str, str]] = set()
    for f in plan.signatures.values():
        body = Body(f.body)
        for e in expressions_of(f):
            if isinstance(e, CallExpr) and e.name in plan.signatures:
                who = e.subject if e.subject is not None else YOU
                for p, a in zip(plan.signatures[e.name].params, e.arguments):
                    (found if body.is_note(a, who) else others).add((e.name, p.name))
    return found - others


class Body:
    """What the locals of one body hold, as far as that is told there."""

    def __init__(self, block: tree.Block) -> None:
        self.lets = {s.name: s.value for s in statements(block) if isinstance(s, tree.Let)}
        self.found = found_in_zones(block)

    def is_note(self, e: E, owner: E | None) -> bool:
        """Whether somebody who stores a value notes what lies with somebody else, or copies one thing of a zone."""
        zones = self.found.get(e.name, []) if isinstance(e, Local) else []
        return is_of_others(zones, owner) or is_copy(e, self.lets)


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


def is_of_others(zones: list[E], owner: E | None) -> bool:
    """Whether things lie with somebody else than the one who notes them: of one's own things a field names one."""
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
    """The collections that an expression reads."""
    return [x for x in source.walk() if isinstance(x, Field) and x.type.is_many]
