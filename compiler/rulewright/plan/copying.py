"""Copies of expressions and blocks in which some parts stand for others."""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import replace

from ..typed import tree
from ..typed import types as t
from ..typed.tree import E
from .analysis import all_expressions

YES = E("const", t.FLAG, data=True)


def all_hold(tests: list[E]) -> E:
    if not tests:
        return YES
    found = tests[0]
    for test in tests[1:]:
        found = E("and", t.FLAG, [found, test], span=test.span)
    return found


def rename(e: E, names: dict[str, str]) -> E:
    return transform(
        e, lambda x: replace(x, name=names[x.name]) if x.op == "local" and x.name in names else x
    )


def substitute(e: E, parts: dict[str, E]) -> E:
    """A copy in which locals, `you` and `this` stand for other expressions."""

    def change(x: E) -> E:
        name = x.name if x.op == "local" else x.op if x.op in ("you", "this") else ""
        return replace(parts[name], span=x.span) if name in parts else x

    return transform(e, change)


def transform(e: E, change: Callable[[E], E]) -> E:
    args = [None if a is None else transform(a, change) for a in e.args]
    return change(E(e.op, e.type, args, e.name, e.data, e.span))


def all_of(name: str, source: E, where: E | None) -> tuple[E, E | None]:
    """What a loop runs over and which of that it wants, if its source is itself a part of something: one loop does both."""
    while source.op == "query" and source.data == "all":
        one = E("local", source.arg(0).type.item, name=name, span=source.span)
        inner = None if source.args[1] is None else substitute(source.arg(1), {source.name: one})
        where = all_hold([x for x in (inner, where) if x is not None]) if inner or where else None
        source = source.arg(0)
    return source, where


def only_value(f: tree.Function) -> E | None:
    """What a define gives, if it says nothing else."""
    s = f.body[0] if len(f.body) == 1 else None
    return s.value if isinstance(s, tree.Result) and s.test is None else None


def arguments(f: tree.Function, call: E) -> dict[str, E]:
    """What the names inside a define stand for where it is called."""
    names = ("you", "this", *(p.name for p in f.params))
    return {name: a for name, a in zip(names, call.args) if a is not None}


def with_parts(body: tree.Block, parts: dict[str, E]) -> tree.Block:
    """A copy of a block in which `this`, `you` or locals stand for other expressions."""
    made = copy.deepcopy(body)
    for x in all_expressions(made):
        name = x.name if x.op == "local" else x.op
        if name in parts:
            other = parts[name]
            x.op, x.type, x.args, x.name, x.data = other.op, other.type, other.args, other.name, other.data
    return made


def in_words(e: E) -> str:
    """An expression without its places: two that read alike mean the same."""
    data = e.data.choice if isinstance(e.data, tree.Pick) else e.data
    if isinstance(data, tree.FieldInfo):
        data = data.attribute
    return f"{e.op} {e.name} {data} ({', '.join('-' if a is None else in_words(a) for a in e.args)})"
