"""Loops that ask: each becomes a function that is resumed for the next round."""

from __future__ import annotations

from ..analysis.liveness import free_block, free_in
from ..typed import tree
from ..typed import types as t
from ..typed.expr import Compare, Const, Item, Lib, Local, Math, Not, is_lib
from ..typed.tree import E
from . import model
from .cutting import ONE, Cutting, Follow
from .names import local_name


class Loops(Cutting):
    """for, each player, repeat, secretly."""

    def loop_for(
        self, s: tree.S, name: str, source: E, body: tree.Block, rest: tree.Block, k: Follow
    ) -> list[model.Node]:
        if is_lib(source, "players", "participants"):
            return self.loop_seats(s, name, source, body, rest, k)
        items, place = self.counter(f"{name}_list"), self.counter(f"{name}_number")
        self.f.locals[items] = t.many(source.type.item)
        self.f.locals[place] = t.NUMBER
        needed = (free_block(body, set()) - {name}) | free_block(rest, k.names)
        live = self.in_order(needed | {items, place})
        head = self.fresh(f"{self.base}__each_{local_name(name)}")
        loop = self.resume(head, live, s.span)
        fails = self.facts.block_fails(body) or self.facts.block_fails(rest) or k.fails
        loop.risky = fails
        number = Local(t.NUMBER, place)
        listed = Local(t.many(source.type.item), items)
        size = Lib(t.NUMBER, "size", [listed])
        test = Compare(t.FLAG, "<", number, size)
        following = Math(t.NUMBER, "+", number, ONE)
        take: list[model.Node] = [
            model.Plain(tree.Set(s.span, (), number, "=", following)),
            model.Plain(
                tree.Let(
                    s.span,
                    s.sources,
                    name,
                    Item(source.type.item, listed, number, sure=True, span=s.span),
                )
            ),
        ]
        inner = self.block(body, Follow(head, live, True, fails, None if fails else []))
        loop.body = [model.Branch(test, [*take, *inner], self.block(rest, k))]
        return [
            model.Plain(tree.Let(s.span, s.sources, items, source)),
            model.Plain(tree.Let(s.span, (), place, Const(t.NUMBER, 0))),
            model.Jump(head, live),
        ]

    def loop_seats(
        self, s: tree.S, name: str, source: E, body: tree.Block, rest: tree.Block, k: Follow
    ) -> list[model.Node]:
        """All players in the order of their seats: the next seat is all that is kept."""
        following = self.counter(f"next_{name}")
        self.f.locals[following] = t.PLAYER
        needed = (free_block(body, set()) - {name}) | free_block(rest, k.names)
        live = self.in_order(needed | {following})
        head = self.fresh(f"{self.base}__each_{local_name(name)}")
        loop = self.resume(head, live, s.span)
        fails = self.facts.block_fails(body) or self.facts.block_fails(rest) or k.fails
        loop.risky = fails
        seat = Local(t.PLAYER, following)
        test = Compare(t.FLAG, "<", seat, Lib(t.NUMBER, "size", [source]))
        take: list[model.Node] = [
            model.Plain(tree.Let(s.span, s.sources, name, seat)),
            model.Plain(tree.Set(s.span, (), seat, "+=", ONE)),
        ]
        inner = self.block(body, Follow(head, live, True, fails, None if fails else []))
        loop.body = [model.Branch(test, [*take, *inner], self.block(rest, k))]
        return [
            model.Plain(tree.Let(s.span, (), following, Const(t.PLAYER, 0))),
            model.Jump(head, live),
        ]

    def repeat(self, s: tree.Repeat, rest: tree.Block, k: Follow) -> list[model.Node]:
        needed = free_block(s.body, set()) | free_block(rest, k.names)
        before: list[model.Node] = []
        take: list[model.Node] = []
        if s.times is not None:
            left = self.counter("times_left")
            self.f.locals[left] = t.NUMBER
            needed.add(left)
            number = Local(t.NUMBER, left)
            test: E = Compare(t.FLAG, ">", number, Const(t.NUMBER, 0))
            before = [model.Plain(tree.Let(s.span, s.sources, left, s.times))]
            take = [model.Plain(tree.Set(s.span, (), number, "-=", ONE))]
        else:
            assert s.until is not None
            needed |= free_in(s.until)
            test = Not(t.FLAG, s.until, span=s.span)
        live = self.in_order(needed)
        head = self.fresh(f"{self.base}__repeat")
        loop = self.resume(head, live, s.span)
        fails = self.facts.block_fails(s.body) or self.facts.block_fails(rest) or k.fails
        loop.risky = fails
        inner = self.block(s.body, Follow(head, live, True, fails, None if fails else []))
        endless = s.until is not None and not asks_first(inner)
        counted: list[model.Node] = [model.Turn(s.span)] if endless else []
        loop.body = [*counted, model.Branch(test, [*take, *inner], self.block(rest, k))]
        return [*before, model.Jump(head, live)]

    def secretly(self, s: tree.Each, rest: tree.Block, k: Follow) -> list[model.Node]:
        following = self.after(rest, k, "all_answered", s.span)
        live = self.in_order(free_block(s.body, set()) - {s.name})
        name = self.fresh(f"{self.base}__secretly")
        body = self.resume(name, [s.name, *live], s.span)
        hidden, self.hidden = self.hidden, True
        body.body = self.block(s.body, Follow(rest=[]))
        self.hidden = hidden
        return [model.Secret(s.source, s.where, s.name, model.Frame(name, live), self.frame(following))]


def asks_first(body: list[model.Node]) -> bool:
    """Whether something is asked on every way that stays in the loop: questions are counted by themselves."""
    for n in body:
        if isinstance(n, model.Branch):
            return asks_first(n.then) and asks_first(n.otherwise)
        if isinstance(n, model.Ask):
            return n.fallback is None or asks_first(n.fallback)
        if not isinstance(n, model.Plain):
            return isinstance(n, model.Stop)
    return False
