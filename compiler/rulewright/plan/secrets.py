"""What a choice tells of fields that not everybody sees: where its options come from, and what decides whether they are there."""

from __future__ import annotations

from ..analysis.effects import EffectAnalysis
from ..analysis.walk import own_expressions
from ..typed import tree
from ..typed import types as t
from ..typed.expr import Bundle, Const, Field, Local, is_lib
from ..typed.tree import E
from . import model
from .lower import Lowering

NOUGHT = Const(t.NUMBER, 0)


class Contents(EffectAnalysis):
    """What expressions read of the things that lie somewhere: how many lie in a collection is open to all."""

    def reads(self, e: E | None) -> set[str]:
        """The attributes of which an expression reads more than a size."""
        return super().reads(e.rewrite(without_size)) if e is not None else set()


def without_size(e: E) -> E:
    """Nought in the place of the size of a field."""
    return NOUGHT if is_lib(e, "size") and isinstance(e.arg(0), Field) else e


class Secrets:
    """Which choices tell something of fields that not everybody sees."""

    def __init__(
        self, game: tree.Game, lowering: Lowering, functions: dict[str, tree.Function], rule_values: list[str]
    ) -> None:
        self.game = game
        self.lowering = lowering
        self.contents = Contents(game, functions, rule_values)

    def in_options(self, options: model.Options) -> list[tree.FieldInfo]:
        """Options that come from somebody's private field, perhaps through a define, are for that player's eyes."""
        read = self.read_by(*(e for pick in options.picks for e in (pick.source, pick.where)))
        menus = [menu for menu, _ in options.menus]
        for f in self.game.functions.values():
            if f.category != "action" or f.menu not in menus:
                continue
            read |= self.first_reads(f.body)
            if f.owner.startswith("member:"):
                kind, member = f.owner[7:].split(".")
                read |= self.read_by(self.lowering.in_force(kind, member))
        return self.covered(read)

    def in_conditions(self, options: model.Options, s: tree.S) -> list[tree.FieldInfo]:
        """What decides whether something can be done that may be declined."""
        read: set[str] = set()
        if isinstance(s, tree.May):
            read = self.first_reads(s.body)
        elif isinstance(s, tree.ChooseOne):
            for b in s.branches:
                read |= self.read_by(b.test) | self.first_reads(b.body)
        elif isinstance(s, tree.Choose) and (options.optional or options.kind == "subset"):
            read = self.picks(s) | self.first_reads(s.body or [])
        return self.covered(read)

    def first_reads(self, body: tree.Block) -> set[str]:
        """What the conditions read with which a body begins: they decide whether it is offered."""
        found: set[str] = set()
        for s in body:
            if isinstance(s, tree.Choose) and s.body is None and not s.optional:
                found |= self.picks(s)
            elif isinstance(s, tree.Gain) and s.verb == "pay":
                paid = s.amount.resources if isinstance(s.amount, Bundle) else self.game.resources
                found |= self.stocks(*paid) | self.read_by(*own_expressions(s))
            elif isinstance(s, tree.Call) and self.paid_mix(s):
                found |= self.stocks(self.paid_mix(s)) | self.read_by(*own_expressions(s))
            elif isinstance(s, (tree.Require, tree.Let)):
                found |= self.read_by(*own_expressions(s))
            elif not (isinstance(s, tree.Set) and isinstance(s.target, Local)):
                break
        return found

    def paid_mix(self, s: tree.Call) -> str:
        """The mix that a call pays, if it is the call of a rule made for that."""
        name = s.call.name.removeprefix("pay_")
        mix = self.game.resources.get(name) if name != s.call.name else None
        return name if mix is not None and mix.of else ""

    def picks(self, s: tree.Choose) -> set[str]:
        """The attributes that decide what can be picked."""
        return self.read_by(*(e for p in s.picks for e in (p.source, p.where, p.so_that)))

    def read_by(self, *parts: E | None) -> set[str]:
        """The attributes that some expressions read."""
        return {a for e in parts for a in self.contents.reads(e)}

    def stocks(self, *resources: str) -> set[str]:
        """The attributes that decide how much there is of resources."""
        return {a for r in resources for a in self.contents.stock_reads(r)}

    def covered(self, read: set[str]) -> list[tree.FieldInfo]:
        """Those of some fields that not everybody sees."""
        found = [self.game.fields[a] for a in sorted(read) if a in self.game.fields]
        return [info for info in found if info.visibility != "open"]
