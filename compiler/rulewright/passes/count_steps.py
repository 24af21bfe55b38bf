"""Steps that are counted: what the rules do between two decisions has an end, however loops and calls are nested.

before                              after

    for cell in reach(g, you):          for cell in stepping(g, reach(g, you)):
        for other in reach(g, you):         for other in reach(g, you):
            …                                   …

What counts costs time, so only what may add up to much is counted: a loop by what it goes over, a function by its calls.
A loop whose turns have much to do counts several steps for each: `stepping(g, reach(g, you), 4)`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, TypeVar

from ..code import tree as code
from ..code.tree import Block, Expr, For, Function, Module
from ..once import once
from .facts import Facts
from .fold_constants import LEAVING

MUCH = 400_000  # parts of the tree that are worked out: so many go uncounted
STEP = 2_000  # parts of the tree that are worked out in a step, if it is a long one
LONGEST = 300  # steps that a call counts at most: what it has to do is estimated, mostly far too high
MANY = 100  # things that are gone over where nobody knows how many there are
SEATS = 8
Made = TypeVar("Made", bound=code.Node)
PLAYERS = {"table_order", "clockwise_from", "clockwise_after"}


def count_steps(module: Module, facts: Facts) -> Module:
    """The module with counted loops and functions."""
    counter = Counter({f.name: f for f in module.functions()})

    def section(s: code.Section) -> code.Section:
        return replace(s, items=tuple(counter.counted(x) if isinstance(x, Function) else x for x in s.items))

    return replace(module, sections=tuple(map(section, module.sections)))


class Counter:
    """Goes through functions, those that a function calls before itself."""

    def __init__(self, functions: dict[str, Function]) -> None:
        self.functions = functions
        self.done: dict[str, tuple[Function, int]] = {}

    def counted(self, f: Function) -> Function:
        """A function with the counts that it needs."""
        return self.known(f)[0]

    def known(self, f: Function) -> tuple[Function, int]:
        """A function with its counts, and how much is left uncounted in a call of it."""
        if f.name not in self.done:
            self.done[f.name] = f, 1  # what calls itself counts its calls
            called = [self.functions.get(name) for name in called_in(f)]
            self.done[f.name] = estimated(f, *(0 if one is None else self.known(one)[1] for one in called))
        return self.done[f.name]


@once
def called_in(f: Function) -> tuple[str, ...]:
    """The functions of the engine that a function calls."""
    calls = (x.function for x in code.walk(f.body) if isinstance(x, code.Call) and x.module != "runtime")
    return tuple(dict.fromkeys(calls))


@once
def estimated(f: Function, *called: int) -> tuple[Function, int]:
    """A function with its counts, and how much is left uncounted in a call of it, given this of what it calls."""
    body, work = Estimate(dict(zip(called_in(f), called))).seen(f.body)
    takes_position = any(p.name == "g" for p in f.params)
    made = replace(f, body=body) if takes_position and body is not f.body else f
    if work > MUCH and not f.limit and takes_position:
        made, work = replace(made, body=(code.CountStep(min(1 + work // STEP, LONGEST)), *body)), 1
    return made, min(work, MUCH + 1)


class Estimate:
    """How much the parts of a function have to do at most, and what is to be counted for that."""

    def __init__(self, called: Mapping[str, int]) -> None:
        self.called = called  # how much is left uncounted in a call of what it calls

    def seen(self, node: Any) -> tuple[Any, int]:
        """A node, or several, with counted loops, and how much is left uncounted."""
        if node.__class__ is tuple:
            if node and isinstance(node[0], code.Statement):
                return self.block(node)
            pairs = [self.seen(x) for x in node]
            return code.same_or([x for x, _ in pairs], node), sum(work for _, work in pairs)
        if node is None:
            return node, 0
        if isinstance(node, For):
            return self.loop(node)
        if isinstance(node, code.Query) and node.clauses:
            return self.query(node)
        if isinstance(node, code.Conditional):
            return self.conditional(node)
        changed, work = {}, 1
        for name in code.parts_named(type(node)):
            old = getattr(node, name)
            part, more = self.seen(old)
            work += more
            if part is not old:
                changed[name] = part
        if isinstance(node, code.Call) and node.module != "runtime":
            work += self.called[node.function]
        if isinstance(node, code.Closure):
            work *= MANY
        return replace(node, **changed) if changed else node, work

    def block(self, block: Block, behind: int = 0) -> tuple[Block, int]:
        """Statements one after the other, and how much one way through them and what is behind leaves uncounted."""
        made: list[code.Statement] = []
        work = 0 if block and isinstance(block[-1], LEAVING) else behind
        for s in reversed(block):
            if isinstance(s, code.If):
                part, work = self.branches(s, work)
            else:
                part, more = self.seen(s)
                work += more
            made.append(part)
        return code.same_or(made[::-1], block), work

    def branches(self, node: code.If, behind: int) -> tuple[code.If, int]:
        """Branches, of which one is taken, each followed by what is behind, if it does not leave."""
        otherwise, most = self.block(node.otherwise, behind)
        cases: list[code.Case] = []
        for case in reversed(node.cases):
            body, work = self.block(case.body, behind)
            test, more = self.seen(case.test)
            most = 1 + more + max(most, work)
            cases.append(with_other(case, test=test, body=body))
        return with_other(node, cases=code.same_or(cases[::-1], node.cases), otherwise=otherwise), most

    def conditional(self, node: code.Conditional) -> tuple[code.Conditional, int]:
        """One of two values."""
        (test, then, otherwise), works = zip(*map(self.seen, (node.test, node.then, node.otherwise)))
        return with_other(node, test=test, then=then, otherwise=otherwise), 1 + works[0] + max(works[1:])

    def loop(self, node: For) -> tuple[For, int]:
        """A loop, counted if it may have much to do."""
        source, before = self.seen(node.source)
        body, work = self.seen(node.body)
        otherwise, after = self.seen(node.otherwise)
        counts, inside = weighed(node.source, work)
        made = replace(node, source=source, body=body, otherwise=otherwise, counted=counts)
        return made, before + inside + after

    def query(self, node: code.Query) -> tuple[code.Query, int]:
        """A query, with those of its loops counted that may have much to do."""
        (body, key, of), work = self.seen((node.body, node.key, node.of))
        clauses: list[code.Clause] = []
        for clause in reversed(node.clauses):
            source, before = self.seen(clause.source)
            test, more = self.seen(clause.test)
            counts, work = weighed(clause.source, work + more)
            work += before
            clauses.insert(0, replace(clause, source=source, test=test, counted=counts))
        return replace(node, body=body, key=key, of=of, clauses=tuple(clauses)), work


def with_other(node: Made, **parts: Any) -> Made:
    """A node with these parts; the same one if none is another."""
    other = {name: part for name, part in parts.items() if part is not getattr(node, name)}
    return replace(node, **other) if other else node


def weighed(source: Expr, work: int) -> tuple[int, int]:
    """As how many steps a turn of a loop over something counts, and how much it leaves uncounted; `work` is that of one turn."""
    if isinstance(source, code.Query) and source.kind == "each":
        return 0, MANY * (work + 1)  # it has no size; its own loops count
    size = size_of(source)
    whole = (size or MANY) * (work + 1)
    return (1 + work // STEP, 1) if size is None or whole > MUCH else (0, whole)


def size_of(source: Expr) -> int | None:
    """How many things are gone over, about; None: it may be any number."""
    if isinstance(source, code.Range):
        if source.high == code.Field("players"):
            return SEATS
        low, high = lowest(source.low), highest(source.high)
        return None if low is None or high is None else max(0, high - low)
    if isinstance(source, code.Collection):
        return len(source.items) * (MANY if any(isinstance(x, code.Spread) for x in source.items) else 1)
    if isinstance(source, code.Call) and source.module == "runtime" and source.function in PLAYERS:
        return SEATS
    return MANY


def highest(e: Expr) -> int | None:
    """The highest value of a number that is known, or has a range."""
    if isinstance(e, code.Literal) and isinstance(e.value, int):
        return e.value
    if isinstance(e, code.Binary) and e.op == "+" and isinstance(e.right, code.Literal):
        most = highest(e.left)
        return None if most is None else most + int(e.right.value or 0)
    if isinstance(e, code.Size):
        return MANY
    if isinstance(e, code.Call) and e.function == "smaller":
        return min((most for x in e.args if (most := highest(x)) is not None), default=None)
    return e.type.high if e.type.name == "number" else None


def lowest(e: Expr) -> int | None:
    """The lowest value of a number that is known, or has a range."""
    if isinstance(e, code.Literal) and isinstance(e.value, int):
        return e.value
    if isinstance(e, code.Binary) and e.op == "+" and isinstance(e.right, code.Literal):
        least = lowest(e.left)
        return None if least is None else least + int(e.right.value or 0)
    return 0 if isinstance(e, code.Size) else e.type.low if e.type.name == "number" else None
