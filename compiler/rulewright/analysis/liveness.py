"""Liveness: the locals that expressions and statements read, make and change, and those needed before a block."""

from __future__ import annotations

from ..typed import tree
from ..typed.expr import Fold, Get, Item, Local, Query, SomeSubset, This, You
from ..typed.tree import E
from .walk import blocks_of, own_expressions, statements


def changed_in(block: tree.Block) -> set[str]:
    """The locals that a block changes: names that are set, lists that something is put into or taken from."""
    targets = [target for s in statements(block) for target in _targets(s)]
    return {e.name for e in map(_root, targets) if isinstance(e, Local)}


def _targets(s: tree.S) -> list[E]:
    """The places that a statement puts something into or takes something from."""
    found: list[E | None] = []
    if isinstance(s, tree.Set):
        found = [s.target]
    elif isinstance(s, (tree.Move, tree.Draw)):
        found = [s.origin, s.goal]
    elif isinstance(s, tree.Remove):
        found = [s.origin]
    elif isinstance(s, tree.Shuffle):
        found = [s.zone]
    elif isinstance(s, tree.Place):
        found = [s.at]
    return [e for e in found if e is not None]


def _root(target: E) -> E:
    """The field or local of which a place is an element."""
    while isinstance(target, (Item, Get)):
        target = target.collection if isinstance(target, Item) else target.map
    return target


def free_in(e: E | None, bound: frozenset[str] = frozenset()) -> set[str]:
    """The locals that an expression reads (`you` and `this` among them), less those it binds itself."""
    if e is None:
        return set()
    if isinstance(e, Local):
        return set() if e.name in bound else {e.name}
    if isinstance(e, (You, This)):
        return {"you" if isinstance(e, You) else "this"}
    if isinstance(e, SomeSubset):
        bound = bound | {e.pick.name, e.pick.candidate}
    if isinstance(e, (Query, Fold)):
        first = 0 if isinstance(e, Query) else 1
        found = free_in(e.parts[first], bound)
        inner = bound | {e.variable}
        for i, a in enumerate(e.parts):
            if i != first:
                found |= free_in(a, inner)
        return found
    found = set()
    for a in e.parts:
        found |= free_in(a, bound)
    return found


def bound_by(s: tree.S) -> set[str]:
    """The locals that a statement makes for what follows it."""
    if isinstance(s, tree.Let):
        return {s.name}
    if isinstance(s, tree.Choose) and s.body is None:
        return {p.name for p in s.picks}
    return set()


def pick_needs(picks: list[tree.Pick]) -> set[str]:
    """What the picks of one `choose` read, less what earlier picks bind."""
    found: set[str] = set()
    bound: set[str] = set()
    for p in picks:
        found |= (free_in(p.source) | free_in(p.number) | free_in(p.field)) - bound
        found |= (free_in(p.where) | free_in(p.so_that) | free_in(p.label)) - bound - {p.candidate, p.name}
        found |= free_in(p.prompt) - bound - {p.name}
        bound.add(p.name)
    return found


def needs(s: tree.S) -> set[str]:
    """The locals that must be known before a statement."""
    if isinstance(s, tree.Choose):
        names = {p.name for p in s.picks}
        inner = free_block(s.body, set()) - names if s.body is not None else set()
        return free_in(s.who) | pick_needs(s.picks) | inner | free_block(s.otherwise, set())
    found: set[str] = set()
    for e in own_expressions(s):
        found |= free_in(e)
    own: set[str] = set()
    if isinstance(s, (tree.For, tree.Each)):
        own = {s.name}
        found -= own if isinstance(s, tree.Each) else set()
    if isinstance(s, tree.AnyOrder):
        own = {s.chosen}
    for b in blocks_of(s):
        found |= free_block(b, set()) - own
    return found


def free_block(block: tree.Block, after: set[str]) -> set[str]:
    """The locals needed before a block, if `after` are needed after it."""
    live = set(after)
    for s in reversed(block):
        live = needs(s) | (live - bound_by(s))
    return live
