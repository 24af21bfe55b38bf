"""The locals that an expression reads."""

from __future__ import annotations

from ..typed.tree import E


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
