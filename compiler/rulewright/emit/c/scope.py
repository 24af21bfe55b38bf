"""Locals: which ones a function gives values to, and which ones a part of it reads from around it."""

from __future__ import annotations

from collections import Counter
from typing import Any

from ...code import tree as code
from ...code.tree import Block, Closure, Local, Query


def assigned(body: Block) -> list[str]:
    """The locals that statements give values to, in the order in which they are met."""
    found: dict[str, None] = {}
    for x in statements(body):
        if isinstance(x, code.Assign) and isinstance(x.target, Local):
            found[x.target.name] = None
        elif isinstance(x, (code.Unpack, code.For)):
            found.update(dict.fromkeys(x.names))
        elif isinstance(x, code.Declare):
            found[x.name] = None
    return list(found)


def writes(body: Block) -> Counter[str]:
    """How many statements give each local a value, or change what it holds."""
    found = Counter[str]()
    for x in statements(body):
        if isinstance(x, code.Put) and isinstance(x.into, Local):
            found[x.into.name] += 1
        elif isinstance(x, code.Assign):
            target = x.target.of if isinstance(x.target, code.Index) else x.target
            found.update([target.name] if isinstance(target, Local) else [])
        elif isinstance(x, code.Unpack | code.For):
            found.update(x.names)
    return found


def statements(node: Any) -> list[code.Statement]:
    """All statements of a body."""
    return [x for x in code.walk(node) if isinstance(x, code.Statement)]


def free(e: Any, bound: frozenset[str] = frozenset()) -> set[str]:
    """The locals that an expression reads from around it."""
    if isinstance(e, tuple):
        return set[str]().union(*(free(x, bound) for x in e)) if e else set()
    if isinstance(e, Local):
        return set() if e.name in bound or e.name == "g" else {e.name}
    if isinstance(e, Closure):
        return free(e.body, bound | set(e.params))
    if isinstance(e, Query):
        return free_in_query(e, bound)
    return free(tuple(code.children(e)), bound)


def free_in_query(e: Query, bound: frozenset[str]) -> set[str]:
    """The same of a query, whose clauses name what they go over."""
    found: set[str] = set()
    inside = bound
    for clause in e.clauses:
        found |= free(clause.source, inside)
        inside = inside | {clause.name, *clause.also}
        if clause.test is not None:
            found |= free(clause.test, inside)
    found |= free(e.body, inside)
    if e.of is not None:
        found |= free(e.of, bound)
    return found | (free(e.key, inside) if e.key is not None else set())
