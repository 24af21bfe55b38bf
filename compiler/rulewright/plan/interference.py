"""Free actions that cannot take an answer away from a decision that they interrupt: no trial has to show it.

What is paid may be missing afterwards, what is gained cannot; so an action is harmless to a decision that does not
ask for what the action pays, and reads nothing else that it changes.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from ..analysis.effects import EffectAnalysis
from ..analysis.walk import ends_the_game, statements
from ..typed import tree
from ..typed import types as t
from ..typed.expr import And, Bundle, CallExpr, Compare, IfExpr, Lib, Or, Query, You, is_lib
from ..typed.tree import E
from . import model

DEPTH = 6  # how deep defines are followed


@dataclass(slots=True)
class Needs:
    """What a decision's options depend on."""

    stocks: set[str] = field(default_factory=set)  # resources of which there must be enough
    reads: set[str] = field(default_factory=set)  # anything else


@dataclass(slots=True)
class Effect:
    """What a free action does."""

    pays: set[str] = field(default_factory=set)
    stores: set[str] = field(default_factory=set)  # fields that hold what it pays and gains
    writes: set[str] = field(default_factory=set)  # anything else


class Interference:
    """Which free actions can take an answer away from a decision."""

    def __init__(self, game: tree.Game, functions: dict[str, tree.Function], effects: EffectAnalysis) -> None:
        self.game = game
        self.functions = functions
        self.effects = effects

    def of(self, choice: model.Choice, actions: list[model.Action]) -> list[str]:
        """The actions after which the choice still has every kind of answer that it had."""
        if any(r.of for r in self.game.resources.values()):
            return []  # a payment may take from several stocks
        needs = self.needs(choice.options)
        return [a.name for a in actions if self.spares(self.effect(self.functions[a.key]), needs)]

    def spares(self, effect: Effect, needs: Needs) -> bool:
        """True if an effect leaves all that a decision needs as it was, or raises it."""
        stores = {x for r in needs.stocks for x in self.effects.stock_reads(r)}
        return not (
            effect.pays & needs.stocks
            or effect.stores & needs.reads
            or effect.writes & (needs.reads | stores)
        )

    def changes(self, action: model.Action) -> list[str]:
        """The fields that a free action changes, if they are all that it does: it can be taken back at once."""
        rules = [self.functions[k] for r in self.game.resources.values() for k in r.functions.values()]
        for f in [self.functions[action.key], *rules]:
            if any(self.effects.is_chance(s) or ends_the_game(s) for s in self.effects.deep(f.body)):
                return []
        written = self.effects.function_writes(action.key)
        return sorted(written) if written <= {f.attribute for f in self.game.fields.values()} else []

    # ------------------------------------------------------------ what an action does

    def effect(self, f: tree.Function) -> Effect:
        """What a free action pays, gains and writes."""
        found = Effect()
        for s in statements(f.body):
            if isinstance(s, tree.Gain) and isinstance(s.amount, Bundle) and isinstance(s.who, You):
                found.stores |= self.effects.writes(s)
                found.pays |= set(s.amount.resources) if s.verb != "gain" else set()
            elif not isinstance(s, tree.Require):
                found.writes |= self.effects.writes(s)
        return found

    # ------------------------------------------------------------ what options need

    def needs(self, o: model.Options) -> Needs:
        """What the options of a choice depend on."""
        needs = Needs()
        for pick in o.picks:
            for e in (pick.source, pick.number, pick.so_that):
                self.read(e, needs)
            self.hold(pick.where, needs)
        for e in (o.later, o.gate, o.declined, *o.tests, *o.gates):
            self.hold(e, needs)
        for _, args in o.menus:
            for e in args:
                self.read(e, needs)
        if o.kind in ("menu", "subset", "order"):  # what these offer is computed elsewhere
            needs.reads |= {f.attribute for f in self.game.fields.values()}
        return needs

    def read(self, e: E | None, needs: Needs) -> None:
        """Adds what an expression reads."""
        needs.reads |= self.effects.reads(e)

    def hold(self, e: E | None, needs: Needs, depth: int = 0) -> None:
        """A test that must hold: having more of a resource never makes it fail where it only asks for enough."""
        if e is None:
            return
        if isinstance(e, (And, Or)):
            for a in e.operands:
                self.hold(a, needs, depth)
        elif isinstance(e, Query) and e.quantifier == "any":
            self.read(e.source, needs)
            self.hold(e.where, needs, depth)
        elif isinstance(e, IfExpr) and e.type == t.FLAG:
            self.read(e.test, needs)
            self.hold(e.value, needs, depth)
            self.hold(e.otherwise, needs, depth)
        elif is_lib(e, "payable") and isinstance(e.arg(0), You):
            self.read(e.arg(1), needs)
            needs.stocks |= self.effects.support(e.arg(1))
        elif isinstance(e, Compare) and e.sign == ">=" and isinstance(e.left, Lib) and is_own_stock(e.left):
            self.read(e.right, needs)
            needs.stocks.add(e.left.of)
        elif not (isinstance(e, CallExpr) and e.type == t.FLAG and self.follows(e, needs, depth)):
            self.read(e, needs)

    def follows(self, e: CallExpr, needs: Needs, depth: int) -> bool:
        """Looks into a define that is asked about you; False: it cannot be said what it needs."""
        f = self.functions.get(e.name)
        you = e.subject
        if f is None or depth > DEPTH or (you is not None and not isinstance(you, You)):
            return False
        if not all(isinstance(s, tree.Result) for s in f.body):
            return False
        for a in e.parts[1:]:
            self.read(a, needs)
        for s in f.body:
            assert isinstance(s, tree.Result)
            self.read(s.test, needs)
            self.hold(s.value, needs, depth + 1)
        return True


def is_own_stock(e: E) -> bool:
    """True if an expression asks how much of a resource you have."""
    return is_lib(e, "stock_of") and isinstance(e.arg(0), You)
