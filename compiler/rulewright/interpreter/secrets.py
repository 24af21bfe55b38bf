"""Which options would tell something that is not open: what they read, directly or through defines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulewright.typed.expr import Bundle, CallExpr, ColumnOf, DefineRef, Field, Local, is_lib
from rulewright.typed.tree import Change, Choose, E, Gain, Game, Let, Require, Result, S, Set

from .state import State


class Secrets:
    def __init__(self, game: Game) -> None:
        self.game = game
        self.known: dict[str, set[str]] = {}  # define -> the fields it reads that are not open

    def read_by(self, *parts: E | None) -> set[str]:
        """The fields that are not open of which something depends."""
        return {
            a for part in parts if part is not None for x in self.telling(part) for a in self.secrets_of(x)
        }

    def telling(self, e: E) -> Iterator[E]:
        """The parts of an expression, without the size of a collection: it is open to all."""
        yield e
        if not (is_lib(e, "size") and isinstance(e.arg(0), Field)):
            for a in e.parts:
                if a is not None:
                    yield from self.telling(a)

    def secrets_of(self, e: E) -> set[str]:
        if isinstance(e, Field):
            return {e.info.attribute} if e.info.visibility != "open" else set()
        if isinstance(e, (CallExpr, DefineRef)):
            return self.in_define(e.name if isinstance(e, CallExpr) else e.define)
        if isinstance(e, ColumnOf):
            return self.read_by(*self.game.kinds[e.kind].columns[e.name].cells)
        if is_lib(e, "payable"):
            bundle = e.arg(1)
            return self.in_stocks(bundle.resources if isinstance(bundle, Bundle) else self.game.resources)
        return set()

    def in_stocks(self, resources: Iterable[str]) -> set[str]:
        """What tells how many of some resources a player has, where that is a secret."""
        return {a for resource in resources for a in self.in_stock(resource)}

    def in_stock(self, resource: str) -> set[str]:
        r = self.game.resources[resource]
        if r.of:
            return self.in_stocks(r.of)
        if "stock" in r.functions:
            return self.in_define(r.functions["stock"])
        return {r.field.attribute} if r.field is not None and r.field.visibility != "open" else set()

    def in_define(self, key: str) -> set[str]:
        """The secrets that a define, or anything that can override it, reads."""
        if key not in self.known:
            self.known[key] = set()  # while it is looked at: it may lead back to itself
            self.known[key] = self.read_by(*self.parts(key))
        return self.known[key]

    def parts(self, key: str) -> Iterator[E | None]:
        changes = [c for c in self.game.overrides if c.target == key]
        for body in (self.game.functions[key].body, *(c.body for c in changes)):
            for s in body:
                if isinstance(s, Let | Result):
                    yield s.value
                    yield s.test if isinstance(s, Result) else None
        for c in changes:
            yield c.where
            yield from self.conditions(c)

    def in_menu(self, menu: str) -> set[str]:
        """The secrets that decide which actions of a menu a player has."""
        found: set[str] = set()
        for f in self.game.functions.values():
            if f.category != "action" or f.menu != menu:
                continue
            found |= self.in_first(f.body)
            what, _, of = f.owner.partition(":")
            clause = self.game.kinds[of.partition(".")[0]].in_force if what == "member" else None
            if clause is not None:
                found |= self.read_by(clause.test, clause.copies)
        return found

    def in_first(self, body: list[S]) -> set[str]:
        """The secrets in the conditions with which an action begins."""
        found: set[str] = set()
        for s in body:
            if isinstance(s, Gain) and s.verb == "pay":
                found |= self.in_stocks(
                    s.amount.resources if isinstance(s.amount, Bundle) else self.game.resources
                )
                found |= self.read_by(s.who, s.amount)
            elif isinstance(s, Require):
                found |= self.read_by(s.test)
            elif isinstance(s, Let):
                found |= self.read_by(s.value)
            elif isinstance(s, Choose) and s.body is None and not s.optional:
                found |= self.read_by(*(e for p in s.picks for e in (p.source, p.where, p.so_that)))
            elif not (isinstance(s, Set) and isinstance(s.target, Local)):
                break
        return found

    def holds_more(self, attributes: set[str], picked: tuple[int, ...], player: int, st: State) -> bool:
        """Whether a player holds more in private collections than what was picked of them."""
        own = [self.game.fields[a] for a in attributes]
        own = [info for info in own if info.owner == "player" and info.visibility == "private"]
        if not all(info.type.is_many and info.key is None for info in own):
            return False
        held = [st.fields[slot] for info in own for slot in st.fields if slot[:2] == (info.attribute, player)]
        return any(len(things) > sum(x in things for x in picked) for things in held)

    def holds_any(self, attributes: set[str], player: int, st: State) -> bool:
        """Whether a player holds something unseen; how many things lie in a collection is seen by all."""
        own = [self.game.fields[a] for a in attributes]
        own = [info for info in own if info.owner == "player" and info.visibility == "private"]
        if any(not info.type.is_many for info in own):
            return True
        held = {info.attribute for info in own}
        return any(st.fields[slot] for slot in st.fields if slot[0] in held and slot[1] == player)

    def conditions(self, c: Change) -> Iterator[E | None]:
        """When the owner of an override is in force, unless it is called on its own member."""
        what, _, of = c.owner.partition(":")
        kind = of.partition(".")[0]
        clause = self.game.kinds[kind].in_force if what in ("kind", "member") else None
        if clause is not None and self.game.functions[c.target].owner != f"kind:{kind}":
            yield clause.test
            yield clause.copies
