"""Copies of expressions and blocks in which some parts stand for others."""

from __future__ import annotations

from dataclasses import replace

from ..typed import tree
from ..typed import types as t
from ..typed.expr import And, Const, Local, Query, This, You
from ..typed.spelling import spelled
from ..typed.tree import E, rewritten

YES = Const(t.FLAG, True)


def all_hold(tests: list[E]) -> E:
    """The conjunction of tests; yes, if there are none."""
    if not tests:
        return YES
    found = tests[0]
    for test in tests[1:]:
        found = And(t.FLAG, [found, test], span=test.span)
    return found


def rename(e: E, names: dict[str, str]) -> E:
    """A copy in which locals have other names."""
    return e.rewrite(
        lambda x: replace(x, name=names[x.name]) if isinstance(x, Local) and x.name in names else x
    )


def substitute(e: E, parts: dict[str, E]) -> E:
    """A copy in which locals, `you` and `this` stand for other expressions."""

    def change(x: E) -> E:
        name = x.name if isinstance(x, Local) else spelled(x)[0] if isinstance(x, (You, This)) else ""
        return replace(parts[name], span=x.span) if name in parts else x

    return e.rewrite(change)


def all_of(name: str, source: E, where: E | None) -> tuple[E, E | None]:
    """What a loop runs over and which of that it wants, if its source is itself a part of something: one loop does both."""
    while isinstance(source, Query) and source.quantifier == "all":
        one = Local(source.source.type.item, name, span=source.span)
        inner = None if source.where is None else substitute(source.where, {source.variable: one})
        where = all_hold([x for x in (inner, where) if x is not None]) if inner or where else None
        source = source.source
    return source, where


def only_value(f: tree.Function) -> E | None:
    """What a define gives, if it says nothing else."""
    s = f.body[0] if len(f.body) == 1 else None
    return s.value if isinstance(s, tree.Result) and s.test is None else None


def arguments(f: tree.Function, call: E) -> dict[str, E]:
    """What the names inside a define stand for where it is called."""
    names = ("you", "this", *(p.name for p in f.params))
    return {name: a for name, a in zip(names, call.parts) if a is not None}


def with_parts(body: tree.Block, parts: dict[str, E]) -> tree.Block:
    """A copy of a block in which `this`, `you` or locals stand for other expressions."""
    return rewritten(body, lambda e: substitute(e, parts))


def in_words(e: E) -> str:
    """An expression without its places: two that read alike mean the same."""
    word, name, own = spelled(e)
    data = own.choice if isinstance(own, tree.Pick) else own
    if isinstance(data, tree.FieldInfo):
        data = data.attribute
    return f"{word} {name} {data} ({', '.join('-' if a is None else in_words(a) for a in e.parts)})"
