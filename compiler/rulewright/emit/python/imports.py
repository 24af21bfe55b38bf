"""What a module of an engine imports: collected from the nodes of its tree."""

from __future__ import annotations

from collections.abc import Iterable

from ...code import tree as code
from .annotations import names_in

# Functions and names of the runtime that the macros of statements use.
STATEMENTS: dict[type, tuple[str, ...]] = {
    code.Fail: ("Blocked",),
    code.NoRow: ("no_row",),
    code.Repeat: ("bounded",),
}
INVALIDATE = {"all": "invalidate", "owner": "invalidate_for", "cell": "invalidate_at"}
# Queries that need something of the runtime.
QUERIES = {"first": "NONE", "best": "NONE", "bundles": "sum_bundles"}


def names_used(nodes: Iterable[code.Node]) -> set[tuple[str, str]]:
    """All names (module, name) that nodes need from elsewhere."""
    return {name for node in code.walk(tuple(nodes)) for name in used_by(node)}


def used_by(node: code.Node) -> set[tuple[str, str]]:
    """The names that one node needs itself."""
    if isinstance(node, code.Constant):
        return {(node.module, node.name)}
    if isinstance(node, code.Call):
        return {(node.module, node.function)}
    if isinstance(node, code.Query):
        return {("runtime", QUERIES[node.kind])} if node.kind in QUERIES else set()
    if isinstance(node, code.Ask):
        return {("runtime", "ask" if node.mode == "plain" else f"ask_{node.mode}")}
    if isinstance(node, code.Invalidate):
        return {("runtime", INVALIDATE[node.scope])}
    if isinstance(node, code.Assign):
        return names_in(node.declared)
    if isinstance(node, (code.Param, code.Declare)):
        return names_in(node.type)
    if isinstance(node, code.Function):
        limit = {("runtime", "deeper")} if node.limit else set()
        return names_in(node.result) | limit
    if isinstance(node, code.Table):
        return {("typing", "Final"), *names_in(node.type)}
    return {("runtime", name) for name in STATEMENTS.get(type(node), ())}


def imported(names: set[tuple[str, str]], module: str) -> list[str]:
    """The names of one module, in order."""
    return sorted(name for where, name in names if where == module)
