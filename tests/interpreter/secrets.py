"""Which options would tell something that is not open: what they read, directly or through defines."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.typed.tree import Change, E, Game, Let, Result


class Secrets:
    def __init__(self, game: Game) -> None:
        self.game = game
        self.known: dict[str, bool] = {}  # define -> whether it reads anything private or hidden

    def read_by(self, *parts: E | None) -> bool:
        return any(self.is_secret(x) for part in parts if part is not None for x in part.walk())

    def is_secret(self, e: E) -> bool:
        if e.op == "field":
            return bool(e.data.visibility != "open")
        if e.op == "call" or (e.op == "lib" and e.name == "define"):
            return self.in_define(e.name if e.op == "call" else e.data)
        if e.op == "column":
            return self.read_by(*self.game.kinds[e.data].columns[e.name].cells)
        if e.op == "lib" and e.name == "payable":
            bundle = e.arg(1)
            return any(
                self.in_stock(r) for r in (bundle.data if bundle.op == "bundle" else self.game.resources)
            )
        return False

    def in_stock(self, resource: str) -> bool:
        """Whether it is a secret how many of a resource a player has."""
        r = self.game.resources[resource]
        if r.of:
            return any(self.in_stock(part) for part in r.of)
        if "stock" in r.functions:
            return self.in_define(r.functions["stock"])
        return r.field is not None and r.field.visibility != "open"

    def in_define(self, key: str) -> bool:
        """Whether a define, or anything that can override it, reads a secret."""
        if key not in self.known:
            self.known[key] = False  # while it is looked at: it may lead back to itself
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

    def in_menu(self, menu: str) -> bool:
        """Whether it is a secret which actions of a menu a player has."""
        for f in self.game.functions.values():
            what, _, of = f.owner.partition(":")
            if f.category == "action" and f.menu == menu and what == "member":
                clause = self.game.kinds[of.partition(".")[0]].in_force
                if clause is not None and self.read_by(clause.test, clause.copies):
                    return True
        return False

    def conditions(self, c: Change) -> Iterator[E | None]:
        """When the owner of an override is in force, unless it is called on its own member."""
        what, _, of = c.owner.partition(":")
        kind = of.partition(".")[0]
        clause = self.game.kinds[kind].in_force if what in ("kind", "member") else None
        if clause is not None and self.game.functions[c.target].owner != f"kind:{kind}":
            yield clause.test
            yield clause.copies
