"""What stays the same in every round of a loop: it is worked out once, when it is needed first."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from ...code import tree as code
from ...code.tree import Call, Expr, For, Query
from .printer import PRINTERS, Printer
from .scope import assigned, free
from .unit import Unit, does_something


@dataclass(frozen=True, slots=True)
class Once(Expr):
    """A value that is kept in a local of C until the loop around it begins anew."""

    value: Expr
    kept: str


def hoisted(p: Printer, loop: For) -> tuple[For, list[str]]:
    """A loop in which costly values that no round changes are worked out once; the locals in which they are kept."""
    if any(changes_something(p.unit, x) for x in code.walk(loop.body)):
        return loop, []
    bound = {*loop.names, *assigned(loop.body), *extended(loop.body)}
    kept: list[str] = []

    def changed(node: Any) -> Any:
        """The same node with what is worked out once."""
        if isinstance(node, tuple):
            made = tuple(changed(x) for x in node)
            return node if all(a is b for a, b in zip(made, node)) else made
        if not isinstance(node, code.Node) or isinstance(node, code.Closure):
            return node
        if isinstance(node, Call | Query) and costly(node) and not free(node) & bound:
            kept.append(p.temp())
            return Once(node, kept[-1], type=node.type)
        if isinstance(node, Query):  # it becomes a function of its own, with its own locals
            return node
        new = {name: changed(getattr(node, name)) for name in code.parts_named(type(node))}
        new = {name: x for name, x in new.items() if x is not getattr(node, name)}
        return replace(node, **new) if new else node

    return replace(loop, body=changed(loop.body)), kept


def changes_something(unit: Unit, x: code.Node) -> bool:
    """Whether a node of a loop can change what others read."""
    return does_something(x) or isinstance(x, code.Invalidate) or (isinstance(x, Call) and unit.call_acts(x))


def extended(body: code.Block) -> set[str]:
    """The locals that get more elements, or others."""
    puts = {
        x.into.name for x in code.walk(body) if isinstance(x, code.Put) and isinstance(x.into, code.Local)
    }
    stores = [
        x.target.of
        for x in code.walk(body)
        if isinstance(x, code.Assign) and isinstance(x.target, code.Index)
    ]
    return puts | {x.name for x in stores if isinstance(x, code.Local)}


def costly(e: Expr) -> bool:
    """Whether a value is worth keeping: rules are asked for it, or things are gone over."""
    return any(isinstance(x, Query) or (isinstance(x, Call) and x.module == "rules") for x in code.walk(e))


def once(p: Printer, e: Once) -> str:
    """The value that is kept, or worked out now."""
    return f"({e.kept} != NIL ? {e.kept} : ({e.kept} = {p.value(e.value)}))"


PRINTERS |= {Once: once}
