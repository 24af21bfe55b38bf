"""What lasts: values that stay the same until something else than resources changes.

Resources change with nearly every answer, most of the rest seldom. Where a decision is asked again after each free action,
what lasts is worked out once and kept in the position; whatever changes a field that it reads drops all that is kept.
"""

from __future__ import annotations

from ..typed import tree
from ..typed import types as t
from ..typed.tree import E
from .analysis import all_expressions
from .touches import CHANCE, Touches

# What these read cannot be seen in their arguments.
HIDDEN = ("can_perform", "effect_is_exact", "perform", "winners", "game_over", "some_subset", *CHANCE)
SEARCHES = ("connected", "path_length", "sorted")
OWNERS = ("table", "player", "cell", "edge")


class Lasting:
    def __init__(
        self, game: tree.Game, functions: dict[str, tree.Function], touches: Touches, constants: set[str]
    ) -> None:
        self.functions = functions
        self.touches = touches
        self.constants = constants
        busy = {x for r in game.resources for x in touches.resource_writes(r) | touches.stock_reads(r)}
        self.settled = {
            f.attribute
            for f in game.fields.values()
            if f.owner.split(":")[0] in OWNERS and f.attribute not in busy and element(f.type).name != "piece"
        }
        self.hiding: dict[str, bool] = {}

    def lasts(self, e: E | None) -> bool:
        """Whether an expression reads only fields that change seldom."""
        if e is None:
            return True
        return self.touches.reads(e) <= self.settled and not any(self.hides(x) for x in e.walk())

    def hides(self, e: E) -> bool:
        if e.op == "lib" and e.name in HIDDEN:
            return True
        key = e.name if e.op == "call" else e.data if e.op == "lib" and e.name == "define" else ""
        if not key:
            return False
        if key not in self.hiding:
            self.hiding[key] = any(x.op == "lib" and x.name in HIDDEN for x in self.touches.all_reached(key))
        return self.hiding[key]

    def is_kept(self, key: str) -> bool:
        """Whether a define is kept: one that searches and depends on nothing but who it is about."""
        f = self.functions[key]
        if (
            f.category != "define"
            or "@" in key
            or key in self.constants
            or f.result is None
            or f.result.name == "map"
        ):
            return False
        if f.params or f.uses_this or not self.lasts(E("call", f.result, name=key)):
            return False
        parts = self.touches.all_reached(key) if f.result.is_many else all_expressions(f.body)
        return any(searches(x) for x in parts)

    def reached(self, asked: list[E]) -> set[str]:
        found: set[str] = set()
        pending = [x for e in asked for x in e.walk()]
        while pending:
            x = pending.pop()
            key = x.name if x.op == "call" else x.data if x.op == "lib" and x.name == "define" else ""
            if key and key not in found and key in self.functions:
                found.add(key)
                pending.extend(all_expressions(self.functions[key].body))
        return found


def searches(e: E) -> bool:
    return e.op in ("query", "fold") or (e.op == "lib" and e.name in SEARCHES)


def element(type: t.Type) -> t.Type:
    return type.item if type.is_many else type
