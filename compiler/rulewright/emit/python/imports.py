"""What a module of an engine imports: collected from the nodes of its tree."""

from __future__ import annotations

from collections.abc import Sequence

from ...code import tree as code
from ...once import once
from .annotations import names_in

# Functions and names of the runtime that the macros of statements use.
STATEMENTS: dict[type[code.Node], tuple[str, ...]] = {
    code.Fail: ("Blocked",),
    code.NoRow: ("no_row",),
    code.Repeat: ("bounded",),
    code.CountStep: ("one_step",),
}
INVALIDATE = {"all": "invalidate", "owner": "invalidate_for", "cell": "invalidate_at"}
# Queries that need something of the runtime.
QUERIES = {"first": "NONE", "best": "NONE", "bundles": "sum_bundles"}
# Kinds of nodes that may need names beside those that they hold.
NEEDING: tuple[type[code.Node], ...] = (
    code.For,
    code.Clause,
    code.Query,
    code.Ask,
    code.Invalidate,
    code.Assign,
    code.Param,
    code.Declare,
    code.Function,
    code.Table,
    *STATEMENTS,
)


def names_used(nodes: Sequence[code.Node]) -> set[tuple[str, str]]:
    """All names (module, name) that nodes need from elsewhere."""
    whole = [x for x in nodes if isinstance(x, code.Function)]
    others = tuple(x for x in nodes if not isinstance(x, code.Function))
    return names_inside(others).union(*map(names_of, whole))


@once
def names_of(f: code.Function) -> set[tuple[str, str]]:
    """The names that a function needs."""
    return names_inside((f,))


def names_inside(nodes: tuple[code.Node, ...]) -> set[tuple[str, str]]:
    """The names that nodes need, and all that is inside them."""
    found: set[tuple[str, str]] = set()
    for node in code.walk(nodes):
        if isinstance(node, code.Constant):
            found.add((node.module, node.name))
        elif isinstance(node, code.Call):
            found.add((node.module, node.function))
        elif isinstance(node, NEEDING):
            found |= used_by(node)
    return found


def used_by(node: code.Node) -> set[tuple[str, str]]:
    """The names that a node needs itself which is neither one nor a call."""
    if isinstance(node, (code.For, code.Clause)):
        return {("runtime", "stepping")} if node.counted else set()
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
