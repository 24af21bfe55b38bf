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
from ..once import once
from .facts import Facts

LARGEST = 16  # nodes of a value that is inlined
DEPTH = 2  # calls inside one another
PLAIN = (Local, code.Constant, code.Literal)  # may stand in several places


@dataclass(frozen=True, slots=True)
class Small:
    """A define that is small enough: its name, the names of its parameters, and its value."""

    name: str
    params: tuple[str, ...]
    value: Expr


def inline_defines(module: Module, facts: Facts) -> Module:
    """The module with small defines inlined in queries and in loops that only compute."""
    found = {f.name: small for f in module.functions() if (small := small_define(f)) is not None}
    return module.changed(lambda item: inlined_in(item, *asked_for(item, found)))


def asked_for(item: Function | code.Table, found: Mapping[str, Small]) -> tuple[Small, ...]:
    """The small defines that an item calls, and those that these call."""
    asked: dict[str, Small] = {}
    waiting = [*called_in(item)]
    while waiting:
        name = waiting.pop()
        if name in found and name not in asked:
            asked[name] = found[name]
            waiting += called_in(found[name])
    return tuple(asked.values())


@once
def called_in(of: Function | code.Table | Small) -> tuple[str, ...]:
    """The functions of the rules that something calls."""
    calls = [x for x in code.walk(of.value if isinstance(of, Small) else of) if isinstance(x, Call)]
    return tuple(dict.fromkeys(x.function for x in calls if x.module == "rules"))


@once
def inlined_in(item: Function | code.Table, *small: Small) -> Function | code.Table:
    """An item in which these defines are inlined."""
    if not isinstance(item, Function) or not small:
        return item
    found = {one.name: one for one in small}
    body = within(item.body, found, item.effects.pure, False)
    return item if body is item.body else replace(item, body=body)


@once
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
    return Small(f.name, tuple(p.name for p in f.params), value)


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
