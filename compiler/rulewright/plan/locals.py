"""The locals that an expression reads, and those that statements change."""

from __future__ import annotations

from ..typed import tree
from ..typed.checks_walk import statements
from ..typed.tree import E


def changed_in(block: tree.Block) -> set[str]:
    """The locals that a block changes: names that are set, lists that something is put into or taken from."""
    targets = [target for s in statements(block) for target in _targets(s)]
    return {e.name for e in map(_root, targets) if e.op == "local"}


def _targets(s: tree.S) -> list[E]:
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
    while target.op in ("item", "get"):
        target = target.arg(0)
    return target


def free_in(e: E | None, bound: frozenset[str] = frozenset()) -> set[str]:
    """The locals that an expression reads (`you` and `this` among them), less those it binds itself."""
    if e is None:
        return set()
    if e.op == "local":
        return set() if e.name in bound else {e.name}
    if e.op in ("you", "this"):
        return {e.op}
    if e.op == "lib" and e.name == "some_subset":
        bound = bound | {e.data.name, e.data.candidate}
    if e.op in ("query", "fold"):
        first = 0 if e.op == "query" else 1
        found = free_in(e.args[first], bound)
        inner = bound | {e.name}
        for i, a in enumerate(e.args):
            if i != first:
                found |= free_in(a, inner)
        return found
    found = set()
    for a in e.args:
        found |= free_in(a, bound)
    return found
