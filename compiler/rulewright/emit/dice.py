"""Fields that hold what was thrown: dice come from no deck, so that each could show anything."""

from __future__ import annotations

from ..analysis.walk import statements
from ..plan.model import Plan
from ..typed import tree
from ..typed.expr import Const, Field, Lib, Local
from ..typed.tree import E


def dice(plan: Plan) -> dict[str, tuple[int, ...]]:
    """Unseen fields into which dice are thrown, with the number of sides of each face."""
    found: dict[str, tuple[int, ...]] = {}
    for f in plan.signatures.values():
        lets = {s.name: s.value for s in statements(f.body) if isinstance(s, tree.Let)}
        for s in statements(f.body):
            if isinstance(s, tree.Set) and isinstance(s.target, Field):
                thrown = rolled(s.value, lets)
                if thrown is not None:
                    found[s.target.info.attribute] = sides(plan, thrown.of)
    unseen = {info.attribute for info in plan.game.fields.values() if info.visibility != "open"}
    return {name: weights for name, weights in found.items() if name in unseen}


def rolled(e: E, lets: dict[str, E]) -> Lib | None:
    """The roll that a value is, at once or by a name."""
    if isinstance(e, Local) and e.name in lets:
        return rolled(lets[e.name], {})
    return e if isinstance(e, Lib) and e.name == "roll" else None


def sides(plan: Plan, kind: str) -> tuple[int, ...]:
    """How many sides of such a die show each member."""
    about = plan.game.kinds[kind]
    if "sides" not in about.columns:
        return (1,) * len(about.members)
    cells = about.columns["sides"].cells
    return tuple(cell.value if isinstance(cell, Const) else 0 for cell in cells)
