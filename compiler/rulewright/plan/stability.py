"""Stability: which fields change seldom, and which defines are therefore worth memoising.

Resources are volatile: they change with nearly every answer, most of the rest seldom. Where a decision is asked again after
each free action, stable values are memoised in the position and invalidated when a field changes that they read. Elsewhere
that is done with what is about boards, and about fields that one statement of the rules changes: most others change too often.
"""

from __future__ import annotations

from collections import Counter

from ..analysis.effects import EffectAnalysis
from ..analysis.walk import expressions_of, statements
from ..language.library import CHANCE
from ..typed import tree
from ..typed import types as t
from ..typed.expr import (
    CallExpr,
    ColumnOf,
    Const,
    DefineRef,
    Field,
    Fold,
    Lib,
    Query,
    SomeSubset,
    You,
    figure,
)
from ..typed.tree import E
from . import model

# What these read cannot be seen in their arguments.
HIDDEN = ("can_perform", "effect_is_exact", "perform", "winners", "game_over", *CHANCE)
SEARCHES = ("connected", "path_length", "sorted")
MOST_FIGURES = 3  # that are compared before a memoised value is used
BOARDS = ("cell", "edge")
OWNERS = ("table", "player", *BOARDS)
CHANGES = (tree.Set, tree.Move, tree.Draw, tree.Remove, tree.Shuffle, tree.Choose)


class Stability:
    """Which fields of a game are stable, and what is memoised for it."""

    def __init__(
        self,
        game: tree.Game,
        functions: dict[str, tree.Function],
        effects: EffectAnalysis,
        constants: set[str],
        asked_again: bool,
    ) -> None:
        self.game = game
        self.functions = functions
        self.effects = effects
        self.constants = constants
        busy = {x for r in game.resources for x in effects.resource_writes(r) | effects.stock_reads(r)}
        self.settled = {
            f.attribute
            for f in game.fields.values()
            if f.owner.split(":")[0] in OWNERS and f.attribute not in busy and element(f.type).name != "piece"
        }
        if not asked_again:
            boards = {f.attribute for f in game.fields.values() if f.owner.split(":")[0] in BOARDS}
            self.settled &= boards | self.changed_by_one()
        self.hiding: dict[str, bool] = {}

    def changed_by_one(self) -> set[str]:
        """Fields that at most one statement changes once the game is set up."""
        times = Counter(
            attribute
            for key in self.in_play()
            for s in statements(self.functions[key].body)
            if isinstance(s, CHANGES)
            for attribute in self.effects.writes(s)
        )
        return {attribute for attribute in self.settled if times[attribute] <= 1}

    def in_play(self) -> set[str]:
        """The rules that are carried out after the setup."""
        found: set[str] = set()
        pending = [k for k, f in self.functions.items() if k == "play" or f.category in ("action", "event")]
        while pending:
            key = pending.pop()
            if key in self.functions and key not in found:
                found.add(key)
                calls = [s for s in statements(self.functions[key].body) if isinstance(s, tree.Call)]
                pending += [called for s in calls for called in self.effects.called(s)]
        return found

    def is_stable(self, e: E | None) -> bool:
        """Whether an expression reads only stable fields."""
        if e is None:
            return True
        return self.effects.reads(e) <= self.settled and not any(self.hides(x) for x in e.walk())

    def hides(self, e: E) -> bool:
        """Whether an expression reads something that cannot be seen in its parts."""
        if is_opaque(e):
            return True
        key = e.name if isinstance(e, CallExpr) else e.define if isinstance(e, DefineRef) else ""
        if not key:
            return False
        if key not in self.hiding:
            self.hiding[key] = any(is_opaque(x) for x in self.effects.all_reached(key))
        return self.hiding[key]

    def is_memoised(self, key: str) -> bool:
        """Whether a define is memoised: one that searches and depends on nothing but who it is about."""
        f = self.functions[key]
        if (
            f.category != "define"
            or "@" in key
            or key in self.constants
            or f.result is None
            or f.result.name == "map"
        ):
            return False
        if f.params or f.uses_this or not self.is_stable(CallExpr(f.result, key)):
            return False
        parts = self.effects.all_reached(key) if f.result.is_many else expressions_of(f)
        return any(searches(x) for x in parts)

    def reads(self, expressions: list[E]) -> model.Reads:
        """What expressions read, told apart by whose fields they are; small figures of you are compared instead."""
        figures: dict[str, E] = {}
        found = self.read_by(expressions, figures)
        needed = [e for _, e in sorted(figures.items()) if not self.is_covered(e, found)]
        if len(needed) > MOST_FIGURES:
            return self.read_by(expressions, None)
        found.figures = needed
        return found

    def is_covered(self, e: E, found: model.Reads) -> bool:
        """Whether all that an expression reads is read anyway."""
        inner = self.read_by([e], None)
        return inner.own <= found.own | found.other and inner.other <= found.other

    def read_by(self, expressions: list[E], figures: dict[str, E] | None) -> model.Reads:
        """What is read, apart from the figures that are gathered, if they are."""
        found = model.Reads()
        seen: set[tuple[str, bool]] = set()
        pending = [(x, True) for e in expressions for x in e.walk()]
        while pending:
            e, mine = pending.pop()
            key, still_mine = self.asks(e)
            if isinstance(e, Field):
                own = mine and e.info.owner == "player" and is_you(e.owner)
                (found.own if own else found.other).add(e.info.attribute)
            elif isinstance(e, ColumnOf):
                found.other |= self.effects.column_reads(e)
            elif figures is not None and mine and self.is_figure(e):
                assert isinstance(e, CallExpr)
                figures[" ".join([e.name, *(str(figure(a)) for a in e.arguments)])] = e
            elif key and (key, mine and still_mine) not in seen:
                seen.add((key, mine and still_mine))
                f = self.functions.get(key)
                inner = expressions_of(f) if f is not None else ()
                pending.extend((x, mine and still_mine) for x in inner)
        found.own -= found.other
        return found

    def is_figure(self, e: E) -> bool:
        """A small define about you: quickly computed, while much may depend on it."""
        if (
            not isinstance(e, CallExpr)
            or e.type.is_many
            or e.type == t.BUNDLE
            or not is_you(e.subject)
            or e.this is not None
        ):
            return False
        if any(a is None or not isinstance(a, Const) for a in e.arguments):
            return False
        parts = self.effects.all_reached(e.name)
        return not any(
            searches(x) or (isinstance(x, Field) and x.info.owner not in ("player", "table")) for x in parts
        )

    def asks(self, e: E) -> tuple[str, bool]:
        """The define that an expression asks, or "", and whether it asks about you."""
        if isinstance(e, CallExpr):
            return e.name, e.subject is None or is_you(e.subject)
        if isinstance(e, DefineRef):
            f = self.functions[e.define]
            about_you = bool(f.params) and (e.subject is None or is_you(e.subject))
            return e.define, about_you or not f.uses_you
        return "", True

    def reached(self, asked: list[E]) -> set[str]:
        """The defines that some expressions call, also through one another."""
        found: set[str] = set()
        pending = [x for e in asked for x in e.walk()]
        while pending:
            x = pending.pop()
            key = x.name if isinstance(x, CallExpr) else x.define if isinstance(x, DefineRef) else ""
            if key and key not in found and key in self.functions:
                found.add(key)
                pending.extend(expressions_of(self.functions[key]))
        return found


def is_you(e: E | None) -> bool:
    """True if an expression is the player who acts."""
    return e is not None and isinstance(e, You)


def is_opaque(e: E) -> bool:
    """True if what an expression depends on cannot be told."""
    return isinstance(e, SomeSubset) or (isinstance(e, Lib) and e.name in HIDDEN)


def searches(e: E) -> bool:
    """True if an expression goes over things."""
    return isinstance(e, (Query, Fold)) or (isinstance(e, Lib) and e.name in SEARCHES)


def element(type: t.Type) -> t.Type:
    """The type of one thing of a collection; of anything else the type itself."""
    return type.item if type.is_many else type
