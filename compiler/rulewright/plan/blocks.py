"""Blocks of statements cut where they ask: each statement that does goes to the function that cuts it."""

from __future__ import annotations

from ..analysis.liveness import changed_in, free_block
from ..surface.ast import Span
from ..typed import tree
from . import branches, loops, model, picks
from .splitter import Follow, Splitter


def block(splitter: Splitter, statements: tree.Block, k: Follow) -> list[model.Node]:
    """The nodes of a block, cut at the first statement that asks."""
    out: list[model.Node] = []
    for i, s in enumerate(statements):
        if isinstance(s, tree.Stop):
            return [*out, model.Stop(*splitter.way_out())]
        if not splitter.facts.asks(s) and not stops(splitter, s):
            out.append(model.Plain(s, splitter.way_out()))
            continue
        out.extend(cut_at(splitter, s, statements[i + 1 :], k))
        return out
    return out + splitter.finish(k)


def stops(splitter: Splitter, s: tree.S) -> bool:
    """A `stop` inside an if must leave the whole rule, also where the rule is cut into pieces."""
    if isinstance(s, tree.Stop):
        return True
    if isinstance(s, tree.If):
        return any(stops(splitter, x) for b in (s.then, s.otherwise) for x in b)
    return False


def cut_at(splitter: Splitter, s: tree.S, rest: tree.Block, k: Follow) -> list[model.Node]:
    """The nodes of a statement that asks, with the rest of its block behind it."""
    if isinstance(s, tree.Call):
        return call_rule(splitter, s, rest, k)
    if isinstance(s, tree.If):
        following = after(splitter, rest, k, "then", s.span)
        return [
            model.Branch(s.test, block(splitter, s.then, following), block(splitter, s.otherwise, following))
        ]
    if isinstance(s, tree.For):
        return loops.loop_for(splitter, s, s.name, s.source, s.body, rest, k)
    if isinstance(s, tree.Each):
        if s.secretly:
            return loops.secretly(splitter, s, rest, k)
        body: tree.Block = [tree.If(s.span, (), s.where, s.body, [])] if s.where is not None else s.body
        return loops.loop_for(splitter, s, s.name, s.source, body, rest, k)
    if isinstance(s, tree.Repeat):
        return loops.repeat(splitter, s, rest, k)
    if isinstance(s, tree.Choose):
        return picks.choose(splitter, s, rest, k)
    if isinstance(s, tree.ChooseOne):
        return branches.choose_one(splitter, s, rest, k)
    if isinstance(s, tree.May):
        return branches.may(splitter, s, rest, k)
    if isinstance(s, tree.Offer):
        return branches.offer(splitter, s, rest, k)
    if isinstance(s, tree.AnyOrder):
        return branches.any_order(splitter, s, rest, k)
    if isinstance(s, tree.With):
        following = after(splitter, rest, k, f"after_{s.menu}", s.span)
        if s.menu not in splitter.free_menus:
            splitter.free_menus.append(s.menu)
        return inside_of(splitter, "with", s.body, following, model.Push("with", None, s.who, s.menu))
    raise AssertionError(f"cannot split {type(s).__name__}")


def call_rule(splitter: Splitter, s: tree.Call, rest: tree.Block, k: Follow) -> list[model.Node]:
    """The call of a rule that asks; its frame leads to the rest of the block."""
    name = s.call.name.split(".")[-1].split("@")[0]
    following = after(splitter, rest, k, f"after_{name}", s.span)
    return [model.Invoke(s.call, splitter.frame(following), s.span, s.sources)]


def after(splitter: Splitter, rest: tree.Block, k: Follow, hint: str, span: Span) -> Follow:
    """The rest of a block, and what follows it, as something that can be jumped to or resumed."""
    if not rest:
        return k
    live = splitter.in_order(free_block(rest, k.names))
    name = splitter.fresh(f"{splitter.base}__{hint}")
    made = splitter.resume(name, live, rest[0].span)
    made.resumable = False
    fails = splitter.facts.block_fails(rest) or k.fails
    made.risky = fails
    made.body = block(splitter, rest, k)
    following = Follow(name, live, False, fails, None if k.rest is None else [*rest, *k.rest])
    splitter.afters[id(rest[0])] = following
    return following


def unit(splitter: Splitter, body: tree.Block, k: Follow) -> list[model.Node]:
    """The body of a branch, a `may` or a chosen block: it is offered only if it can be carried through."""
    splitter.lexically_inside += 1
    if not splitter.facts.block_fails(body):
        nodes = block(splitter, body, k)
    else:
        nodes = inside_of(splitter, "unit", body, k, model.Push("unit"))
    splitter.lexically_inside -= 1
    return nodes


def inside_of(
    splitter: Splitter, kind: str, body: tree.Block, k: Follow, push: model.Push
) -> list[model.Node]:
    """A body under a frame of its own; what follows is kept below that frame."""
    ahead = free_block(k.rest, set()) if k.fails and k.rest else set()  # options in here may depend on it
    inner = Follow(live=splitter.in_order(ahead), rest=k.rest, fails=k.fails)
    before: list[model.Node] = []
    splitter.enclosing.append((kind, 2 if k.function else 1))
    if k.function:
        before = [model.Push("frame", splitter.frame_of(k))]
        if changed_in(body) & k.names:
            inner = Follow(k.function, k.live, False, k.fails, k.rest, kind)
    nodes = block(splitter, body, inner)
    splitter.enclosing.pop()
    return [*before, push, *nodes]
