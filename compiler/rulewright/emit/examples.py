"""Worked examples as data: what is given, what is called, what is claimed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ..analysis.walk import all_expressions
from ..code import tree as code
from ..code.lowering import Lowering, Needs, expr, ids, many
from ..code.reasons import source_text
from ..code.statements import call, statement
from ..code.tree import POSITION_LOCAL, Call, Closure, Do, Expr, Jump, Local, Resume, Statement, runtime
from ..code.types import FLAG
from ..code.values import arguments
from ..once import Known
from ..plan import model
from ..plan.names import local_name
from ..surface.ast import Span
from ..typed import tree as typed
from ..typed.example_tree import Example, ExampleStep
from ..typed.expr import (
    Bundle,
    CallExpr,
    Compare,
    Const,
    In,
    Lib,
    ListOf,
    Minus,
    Query,
    Range,
    SomeSubset,
    conjuncts,
)
from ..typed.infer.described import is_described
from ..typed.tree import E
from .example_facts import own_facts, shared_facts
from .metadata import type_text
from .python.expressions import text as printed
from .python.imports import names_used
from .python.statements import lines


@dataclass
class Examples:
    """The examples on their way to data, and the nodes of all that they do to a position."""

    c: Lowering
    sources: Mapping[str, str]
    nodes: list[code.Node] = field(default_factory=list)

    def lines(self, body: list[Statement]) -> list[str]:
        """Statements as lines of Python."""
        self.nodes += body
        return lines(body).splitlines()

    def value(self, e: Expr) -> str:
        """An expression as Python."""
        self.nodes.append(e)
        return printed(e)


def examples(c: Lowering, sources: Mapping[str, str], declared: str) -> tuple[str, set[tuple[str, str]]]:
    """The examples as data, one line of JSON for each, and the names (module, name) that they need.

    What is given is simply stored, and every define is called. `declared` is a digest of what is declared besides functions.
    """
    memoised, c.memoised, c.opens = c.memoised, model.Memoised(), False
    shared = shared_facts(c, declared)
    rows = [known_data(c, sources, e, shared) for e in c.game.examples]
    c.memoised, c.opens = memoised, True
    for one in rows:
        c.needs.add(one.needs)
    return "".join(one.text for one in rows), set[tuple[str, str]]().union(*(one.names for one in rows))


@dataclass(slots=True)
class Data:
    """An example as a line of JSON, the names (module, name) that it needs, and the tables that it needs."""

    text: str
    names: set[tuple[str, str]]
    needs: Needs


KNOWN = Known()


def known_data(c: Lowering, sources: Mapping[str, str], e: Example, shared: str) -> Data:
    """One example as data, made anew if anything that it depends on has changed."""
    facts = shared, own_facts(c, sources, e)
    found: Data | None = KNOWN.get(e, facts)
    if found is None:
        found = data_of(c, sources, e)
        KNOWN.put(e, facts, found)
    return found


def data_of(c: Lowering, sources: Mapping[str, str], e: Example) -> Data:
    """One example as data."""
    needs, c.needs = c.needs, Needs()
    made = Examples(c, sources)
    text = f"{json.dumps(row(made, e), ensure_ascii=False, separators=(',', ':'))}\n"
    found = Data(text, names_used(made.nodes), c.needs)
    c.needs = needs
    return found


def row(x: Examples, e: Example) -> dict[str, Any]:
    """One example as data."""
    found = {
        "title": e.title,
        "rules": ids(e.sources),
        "place": f"{e.span.path}:{e.span.line}",
        "players": e.players,
        "steps": [made for s in e.steps for made in step(x, e, s)],
    }
    return {**found, "options": e.options} if e.options else found


def step(x: Examples, e: Example, s: ExampleStep) -> list[list[Any]]:
    """A step as the runtime reads it; of what is claimed, each part that must hold by itself is one."""
    place = place_in(e, s.span)
    if s.kind == "given":
        return [["given", place, x.lines(given(x, s.body))]]
    if s.kind == "next":
        assert s.value is not None
        return [["next", place, s.what, x.value(chance_values(x.c, s.value))]]
    if s.kind == "claim":
        return [claim(x, e, one) for one in conjuncts(s.value)]
    called = x.lines(call_statements(x.c, s.body)) if s.kind == "call" else None
    return [[s.kind, place, s.player, s.answers, s.rule, called]]


# ---------------------------------------------------------------- what is given


def chance_values(c: Lowering, values: E) -> Expr:
    """What chance is told to give; what depends on the position is computed when it is needed."""
    late = ("g", "things")
    if isinstance(values, ListOf) and any(a is not None and is_described(a) for a in values.items):
        tests = [told_one(c, a) for a in values.items if a is not None]
        return Closure(late, runtime("in_turn", Local("things"), *tests))
    known = all(isinstance(x, (Const, ListOf, Range)) for x in values.walk())
    return many(c, values) if known else Closure(late, many(c, values))


def told_one(c: Lowering, value: E) -> Expr:
    """A test for one of the things that chance is told to give."""
    if not is_described(value):
        return Closure(("one",), code.Binary("==", Local("one"), expr(c, value), type=FLAG))
    assert isinstance(value, Query)
    test = code.YES if value.where is None else expr(c, value.where)
    return Closure((local_name(value.variable),), test)


def given(x: Examples, statements: typed.Block) -> list[Statement]:
    """Whatever works something out finds nothing that was computed before."""
    made: list[Statement] = []
    invalidate = [Do(runtime("invalidate_all", POSITION_LOCAL))] if x.c.stores else []
    for s in statements:
        asks = any(isinstance(e, (CallExpr, Lib, SomeSubset)) for e in all_expressions([s]))
        made += [*(invalidate if asks and made else []), *statement(x.c, s)]
    return [*made, *invalidate]


# ---------------------------------------------------------------- what is claimed


def claim(x: Examples, e: Example, test: E) -> list[Any]:
    """A claim with what it speaks of, so that one that fails can tell what is there instead."""
    words = source_text(x.sources, test.span)
    found = [part(x, side) for side in sides(test)]
    return ["claim", place_in(e, test.span), words, x.value(expr(x.c, test)), found]


def part(x: Examples, e: E) -> list[str]:
    """One thing that a claim speaks of: its words in the rules, its type, its value."""
    keys = type_text(e.type.key) if e.type.name == "map" else ""
    type = type_text(e.type.item if keys else e.type)
    return [source_text(x.sources, e.span), type, keys, x.value(expr(x.c, e))]


# ---------------------------------------------------------------- what is called


def call_statements(c: Lowering, body: typed.Block) -> list[Statement]:
    """Calls of rules; the first one that may ask is the last."""
    made: list[Statement] = []
    for s in body:
        assert isinstance(s, typed.Call)
        if isinstance(s.call, CallExpr) and s.call.name in c.plan.asking:
            args = (*arguments(c, s.call), code.UNSET)
            return [*made, Jump(Call(c.plan.names[s.call.name], args))]
        if s.call.name == "perform" and any(e.name in c.plan.asking for _, e in c.plan.rule_values):
            args = (POSITION_LOCAL, *(expr(c, a) for a in s.call.parts if a is not None), code.UNSET)
            return [*made, Jump(Call("perform", args))]
        made.extend(call(c, s))
    return [*made, Resume(code.UNSET)]


def place_in(e: Example, span: Span) -> int | str:
    """The line of a step, with its file if that is another than the example's."""
    return span.line if span.path == e.span.path else f"{span.path}:{span.line}"


def sides(test: E) -> list[E]:
    """What a claim compares, without what it says itself."""
    if not isinstance(test, (Compare, In)):
        return []
    return [e for e in test.parts if e is not None and not known(e)]


def known(e: E) -> bool:
    """Whether a reader of the claim knows its value."""
    return all(isinstance(x, (Const, ListOf, Range, Bundle, Minus)) for x in e.walk())
