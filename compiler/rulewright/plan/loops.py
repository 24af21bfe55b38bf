"""Loops that ask: each becomes a function that is resumed for the next round."""

from __future__ import annotations

from ..analysis.liveness import free_block, free_in
from ..typed import tree
from ..typed import types as t
from ..typed.expr import Compare, Const, Item, Lib, Local, Math, Not, is_lib
from ..typed.tree import E
from . import blocks, model
from .names import local_name
from .splitter import ONE, Follow, Splitter


def loop_for(
    splitter: Splitter, s: tree.S, name: str, source: E, body: tree.Block, rest: tree.Block, k: Follow
) -> list[model.Node]:
    """The nodes of a loop over things whose body asks."""
    if is_lib(source, "players", "participants"):
        return loop_seats(splitter, s, name, source, body, rest, k)
    items, place = splitter.counter(f"{name}_list"), splitter.counter(f"{name}_number")
    splitter.f.locals[items] = t.many(source.type.item)
    splitter.f.locals[place] = t.place_in(items)
    needed = (free_block(body, set()) - {name}) | free_block(rest, k.names)
    live = splitter.in_order(needed | {items, place})
    head = splitter.fresh(f"{splitter.base}__each_{local_name(name)}")
    loop = splitter.resume(head, live, s.span)
    fails = splitter.facts.block_fails(body) or splitter.facts.block_fails(rest) or k.fails
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
    inner = blocks.block(splitter, body, Follow(head, live, True, fails, None if fails else []))
    loop.body = [model.Branch(test, [*take, *inner], blocks.block(splitter, rest, k))]
    return [
        model.Plain(tree.Let(s.span, s.sources, items, source)),
        model.Plain(tree.Let(s.span, (), place, Const(t.NUMBER, 0))),
        model.Jump(head, live),
    ]


def loop_seats(
    splitter: Splitter, s: tree.S, name: str, source: E, body: tree.Block, rest: tree.Block, k: Follow
) -> list[model.Node]:
    """All players in the order of their seats: the next seat is all that is kept."""
    following = splitter.counter(f"next_{name}")
    splitter.f.locals[following] = t.NEXT_PLAYER
    needed = (free_block(body, set()) - {name}) | free_block(rest, k.names)
    live = splitter.in_order(needed | {following})
    head = splitter.fresh(f"{splitter.base}__each_{local_name(name)}")
    loop = splitter.resume(head, live, s.span)
    fails = splitter.facts.block_fails(body) or splitter.facts.block_fails(rest) or k.fails
    loop.risky = fails
    seat = Local(t.PLAYER, following)
    test = Compare(t.FLAG, "<", seat, Lib(t.NUMBER, "size", [source]))
    take: list[model.Node] = [
        model.Plain(tree.Let(s.span, s.sources, name, seat)),
        model.Plain(tree.Set(s.span, (), seat, "+=", ONE)),
    ]
    inner = blocks.block(splitter, body, Follow(head, live, True, fails, None if fails else []))
    loop.body = [model.Branch(test, [*take, *inner], blocks.block(splitter, rest, k))]
    return [
        model.Plain(tree.Let(s.span, (), following, Const(t.PLAYER, 0))),
        model.Jump(head, live),
    ]


def repeat(splitter: Splitter, s: tree.Repeat, rest: tree.Block, k: Follow) -> list[model.Node]:
    """The nodes of `repeat` with a body that asks."""
    needed = free_block(s.body, set()) | free_block(rest, k.names)
    before: list[model.Node] = []
    take: list[model.Node] = []
    if s.times is not None:
        left = splitter.counter("times_left")
        splitter.f.locals[left] = t.NUMBER
        needed.add(left)
        number = Local(t.NUMBER, left)
        test: E = Compare(t.FLAG, ">", number, Const(t.NUMBER, 0))
        before = [model.Plain(tree.Let(s.span, s.sources, left, s.times))]
        take = [model.Plain(tree.Set(s.span, (), number, "-=", ONE))]
    else:
        assert s.until is not None
        needed |= free_in(s.until)
        test = Not(t.FLAG, s.until, span=s.span)
    live = splitter.in_order(needed)
    head = splitter.fresh(f"{splitter.base}__repeat")
    loop = splitter.resume(head, live, s.span)
    fails = splitter.facts.block_fails(s.body) or splitter.facts.block_fails(rest) or k.fails
    loop.risky = fails
    inner = blocks.block(splitter, s.body, Follow(head, live, True, fails, None if fails else []))
    endless = s.until is not None and not asks_first(inner)
    counted: list[model.Node] = [model.Turn(s.span)] if endless else []
    loop.body = [*counted, model.Branch(test, [*take, *inner], blocks.block(splitter, rest, k))]
    return [*before, model.Jump(head, live)]


def secretly(splitter: Splitter, s: tree.Each, rest: tree.Block, k: Follow) -> list[model.Node]:
    """The nodes of questions that several players answer in secret."""
    following = blocks.after(splitter, rest, k, "all_answered", s.span)
    live = splitter.in_order(free_block(s.body, set()) - {s.name})
    name = splitter.fresh(f"{splitter.base}__secretly")
    body = splitter.resume(name, [s.name, *live], s.span)
    hidden, splitter.hidden = splitter.hidden, True
    body.body = blocks.block(splitter, s.body, Follow(rest=[]))
    splitter.hidden = hidden
    return [model.Secret(s.source, s.where, s.name, model.Frame(name, live), splitter.frame(following))]


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
