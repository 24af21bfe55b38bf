"""Functions that nothing calls, and locals that nothing reads.

before                              after

    def gain_bundle(g, you, …): …       def build__cell(g, f, cell):
    def build__cell(g, f, cell):            g.owner[cell] = YOURS
        you = f[2]
        g.owner[cell] = YOURS

Gates that nothing asks, and functions for bundles that no rule gains or pays, go. What is called from outside the
module stays.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

from ..code import tree as code
from ..code.tree import Assign, Function, Local, Module, Statement, Table
from ..once import once
from .facts import Facts


def drop_dead(module: Module, facts: Facts) -> Module:
    """The module without functions that were made for speed and that nothing calls."""
    uses = {id(item): names_in(item) for s in module.sections for item in s.items}
    counts = Counter(name for names in uses.values() for name in names)
    gone: set[str] = set()
    functions = [f for f in module.functions() if f.removable and f.name not in facts.entries]
    dropped = True
    while dropped:  # what only a dropped function asked for goes with it
        dead = [f for f in functions if f.name not in gone and not counts[f.name]]
        for f in dead:
            gone.add(f.name)
            counts.subtract(uses[id(f)])
        dropped = bool(dead)
    sections = [
        replace(s, items=tuple(map(read, (x for x in s.items if x.name not in gone))))
        for s in module.sections
    ]
    return replace(module, sections=tuple(sections))


@once
def read(item: Function | Table) -> Function | Table:
    """A function without assignments to locals that nothing reads."""
    if isinstance(item, Table):
        return item
    nodes = list(code.walk(item.body))
    stores = Counter(s.target.name for s in nodes if is_store(s))
    if not stores:
        return item
    reads = Counter(x.name for x in nodes if isinstance(x, Local))
    dead = {name for name, n in stores.items() if reads[name] == n}
    if not dead:
        return item
    body = code.rewrite_blocks(item.body, lambda b: tuple(s for s in b if not is_dead(s, dead)))
    return item if body == item.body else read(replace(item, body=body))


def is_store(s: Any) -> bool:
    """Whether a statement stores something in a local."""
    return isinstance(s, Assign) and isinstance(s.target, Local)


def is_dead(s: Statement, dead: set[str]) -> bool:
    """Whether a statement only gives a value to a local that nothing reads."""
    if not isinstance(s, Assign) or not isinstance(s.target, Local) or s.target.name not in dead:
        return False
    return not any(isinstance(x, (code.Call, code.Method)) for x in code.walk(s.value))


@once
def names_in(item: Function | Table) -> set[str]:
    """The functions of the module that an item mentions, itself left out."""
    found: set[str] = set()
    for x in code.walk(item):
        if isinstance(x, code.Call) and x.module == "rules":
            found.add(x.function)
        elif isinstance(x, code.Constant) and x.module == "rules":
            found.add(x.name)
    return found - {item.name}
