"""Going through typed statements and expressions: the one place that knows what is inside what."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields
from typing import Any

from ..once import once
from ..typed import tree
from ..typed.expr import CallExpr, DefineRef, Query, is_lib
from ..typed.spelling import spelled
from ..typed.tree import E

# Statements that have bodies, and how to get at these: a look-up, since every analysis asks this of every statement.
BODIES: dict[type[tree.S], Callable[[Any], list[tree.Block]]] = {
    tree.If: lambda s: [s.then, s.otherwise],
    **dict.fromkeys((tree.For, tree.Each, tree.Repeat, tree.May, tree.With), lambda s: [s.body]),
    tree.Choose: lambda s: [s.body or [], s.otherwise],
    **dict.fromkeys((tree.ChooseOne, tree.AnyOrder), lambda s: [b.body for b in s.branches]),
}


def blocks_of(s: tree.S) -> list[tree.Block]:
    """The bodies inside a statement."""
    inside = BODIES.get(s.__class__)
    return inside(s) if inside is not None else []


def units_of(s: tree.S) -> list[tree.Block]:
    """Those bodies of a statement that are units: offered only if they can be carried through."""
    if isinstance(s, tree.May):
        return [s.body]
    if isinstance(s, tree.Choose):
        return [s.body or []]
    if isinstance(s, (tree.ChooseOne, tree.AnyOrder)):
        return [b.body for b in s.branches]
    return []


def own_expressions(s: tree.S) -> list[E]:
    """The expressions of a statement, without those of its bodies."""
    return [e for name in _held_by(s) for e in _expressions(getattr(s, name))]


# Fields of statements and their parts that hold no expressions of their own; when hooks are idle is a copy of what their branches test.
OTHERS = ("span", "sources", "idle", "body", "then", "otherwise")


PLAIN = ("str", "bool", "int", "str | None", "list[str]", "tuple[str, ...]")  # types that hold none

_HELD: dict[type, list[str]] = {}  # class of statements -> the fields in which it can hold expressions


def _held_by(value: tree.S | tree.Pick | tree.Branch) -> list[str]:
    """The fields in which a statement or a part of one can hold expressions."""
    of = type(value)
    if of not in _HELD:
        _HELD[of] = [f.name for f in fields(of) if f.name not in OTHERS and f.type not in PLAIN]
    return _HELD[of]


def _expressions(value: object) -> list[E]:
    """The expressions that a field of a statement holds."""
    if isinstance(value, E):
        return [value]
    if isinstance(value, (tree.Pick, tree.Branch)):
        return [e for name in _held_by(value) for e in _expressions(getattr(value, name))]
    if isinstance(value, dict):
        return [e for part in value.values() for e in _expressions(part)]
    return [e for part in value for e in _expressions(part)] if isinstance(value, (list, tuple)) else []


def all_expressions(block: tree.Block) -> Iterator[E]:
    """All expressions of a block, with those inside them and in its bodies."""
    for s in statements(block):
        for e in own_expressions(s):
            yield from e.walk()


@once
def expressions_of(f: tree.Function) -> tuple[E, ...]:
    """All expressions of a function."""
    return tuple(all_expressions(f.body))


def statements(block: tree.Block) -> Iterator[tree.S]:
    """All statements, also inside bodies."""
    waiting = [*reversed(block)]
    while waiting:
        s = waiting.pop()
        yield s
        inside = BODIES.get(s.__class__)
        if inside is not None:
            for inner in reversed(inside(s)):
                waiting += reversed(inner)


def same(a: E | None, b: E | None) -> bool:
    """True if two expressions say the same."""
    return a is b or (a is not None and b is not None and shape(a) == shape(b))


def shape(e: E) -> str:
    """An expression as text: equal for two expressions that say the same."""
    word, name, own = spelled(e)
    data = own if isinstance(own, (int, str, bool, tuple)) else ""
    inner = ",".join("" if a is None else shape(a) for a in e.parts)
    return f"{word}:{name}:{data}({inner})"


def calls_of(e: E) -> str | None:
    """The function whose body decides the value of an expression, if it is a call (`by: linked` among them)."""
    if isinstance(e, CallExpr):
        return e.name
    if isinstance(e, DefineRef) and isinstance(e.define, str):
        return e.define
    return None


def is_size(e: E) -> bool:
    """Whether an expression asks only how many things there are, or whether there are any."""
    if is_lib(e, "size"):
        return True
    return isinstance(e, Query) and e.quantifier in ("count", "any", "no") and e.where is None


def ends_the_game(s: tree.S) -> bool:
    """True if a statement ends the game, which carries every unit through."""
    return isinstance(s, tree.Call) and is_lib(s.call, "end_game")
