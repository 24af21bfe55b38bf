"""Small defines stand where a loop would call them: the call costs more than they do.

before                                    after

    def is_open(g, cell):                     def is_open(g, cell):
        return g.owner[cell] == NONE              return g.owner[cell] == NONE

    def can_build(g):                         def can_build(g):
        for cell in BOARD.cells:                  for cell in BOARD.cells:
            if is_open(g, cell):                      if g.owner[cell] == NONE:
                return True                               return True
        return False                              return False

What is called once stays a call, and so does all that rules do: there a name says more than the value that it stands for.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from ..code import tree as code
from ..code.tree import Call, Expr, Function, Local, Module
from .facts import Facts

LARGEST = 16  # nodes of a value that is inlined
DEPTH = 2  # calls inside one another
PLAIN = (Local, code.Constant, code.Literal)  # may stand in several places


@dataclass(frozen=True, slots=True)
class Small:
    """A define that is small enough: the names of its parameters, and its value."""

    params: tuple[str, ...]
    value: Expr


def inline_defines(module: Module, facts: Facts) -> Module:
    """The module with small defines inlined in queries and in loops that only compute."""
    found = {f.name: small for f in module.functions() if (small := small_define(f)) is not None}

    def changed(item: Function | code.Table) -> Function | code.Table:
        if not isinstance(item, Function):
            return item
        body = within(item.body, found, item.effects.pure, False)
        return item if body is item.body else replace(item, body=body)

    sections = tuple(replace(s, items=tuple(map(changed, s.items))) for s in module.sections)
    return replace(module, sections=sections)


def small_define(f: Function) -> Small | None:
    """A function as one small expression; None: it is larger, or does more than that."""
    if not f.effects.pure or f.memo is not None or f.limit or f.result.is_many or not f.body:
        return None
    *tests, last = f.body
    if not isinstance(last, code.Return) or last.value is None:
        return None
    value = last.value
    for s in reversed(tests):
        case = only_case(s)
        if case is None:
            return None
        value = code.Conditional(case[0], case[1], value, type=f.result, place=s.place)
    parts = list(code.walk(value))
    if len(parts) > LARGEST or any(isinstance(x, (code.Query, code.Closure, code.Named)) for x in parts):
        return None
    return Small(tuple(p.name for p in f.params), value)


def only_case(s: code.Statement) -> tuple[Expr, Expr] | None:
    """The test and the value of a statement that only returns something if a test holds."""
    if not isinstance(s, code.If) or len(s.cases) != 1 or s.otherwise:
        return None
    case = s.cases[0]
    done = case.body[0] if len(case.body) == 1 else None
    return (case.test, done.value) if isinstance(done, code.Return) and done.value is not None else None


def within(node: Any, found: Mapping[str, Small], pure: bool, looped: bool) -> Any:
    """A copy in which small defines are inlined where they are asked for each thing of a loop."""
    if node.__class__ is tuple:
        return code.same_or([within(one, found, pure, looped) for one in node], node)
    deeper = looped or isinstance(node, code.Query)
    body = node.body if pure and isinstance(node, code.For) else None

    def change(part: Any) -> Any:
        return within(part, found, pure, deeper or part is body)

    made = code.with_parts(node, change)
    return inlined(made, found, DEPTH) if looped else made


def inlined(node: Any, found: Mapping[str, Small], depth: int) -> Any:
    """A call as the value of its function, if that is small and no argument would be computed twice; all else as it is."""
    if not isinstance(node, Call) or node.module != "rules" or depth == 0:
        return node
    small = found.get(node.function)
    if small is None or len(small.params) != len(node.args):
        return node
    given = dict(zip(small.params, node.args))
    named = [x.name for x in code.walk(small.value) if isinstance(x, Local)]
    if any(not isinstance(a, PLAIN) and named.count(name) > 1 for name, a in given.items()):
        return node

    def put(x: Any) -> Any:
        return given[x.name] if isinstance(x, Local) and x.name in given else inlined(x, found, depth - 1)

    return code.rewrite(small.value, put)
