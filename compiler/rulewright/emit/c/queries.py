"""Queries as functions of loops: C has no expression that goes over things."""

from __future__ import annotations

from dataclasses import replace

from ...code import tree as code
from ...code.tree import (
    Assign,
    Binary,
    Block,
    Collection,
    Conditional,
    Expr,
    Filled,
    For,
    Function,
    IsUnset,
    Local,
    Logic,
    Param,
    Put,
    Query,
    Return,
    Statement,
    number,
    runtime,
    when,
)
from ...code.types import ANY, FLAG, NUMBER, Type, list_of, map_of
from .scope import free

MADE = Local("made_", type=list_of(ANY))
MAP = Local("made_", type=map_of(ANY, ANY))
TOTAL = Local("made_", type=NUMBER)
SUM = Local("made_", type=Type("bundle"))
BEST = Local("made_", type=ANY)
KEY = Local("key_", type=ANY)
BEST_KEY = Local("best_", type=ANY)
KEYS = Local("keys_", type=list_of(ANY))


def function_of(e: Query, name: str) -> Function:
    """A function that gives what a query gives; its parameters are the locals that the query reads."""
    if e.of is not None:
        thing = Local(e.name, type=e.of.type.item)
        e = replace(e, body=thing, of=None, clauses=(code.Clause(e.name, e.of),))
    params = tuple(Param(x, ANY) for x in sorted(free(e)))
    return Function(name, params, e.type, MAKERS[e.kind](e))


def looped(e: Query, *body: Statement) -> Statement:
    """Does something for each thing that a query goes over."""
    made: Block = body
    for clause in reversed(e.clauses):
        if clause.test is not None:
            made = (when(clause.test, *made),)
        made = (For((clause.name, *clause.also), clause.source, made),)
    return made[0]


def collected(e: Query) -> Block:
    """All things, one after the other."""
    return (Assign(MADE, Collection(type=MADE.type)), looped(e, Put(MADE, e.body)), Return(MADE))


def any_of(e: Query) -> Block:
    """Whether something holds for one of them."""
    return (looped(e, when(e.body, Return(code.YES))), Return(code.NO))


def added(e: Query) -> Block:
    """How many there are, or their sum."""
    more = number(1) if e.kind == "count" else e.body
    return (Assign(TOTAL, number(0)), looped(e, Assign(TOTAL, more, "+=")), Return(TOTAL))


def bundles(e: Query) -> Block:
    """The sum of amounts."""
    add = Assign(SUM, runtime("add_bundles", SUM, e.body, type=SUM.type))
    return (Assign(SUM, Filled(number(0), e.key or number(0), type=SUM.type)), looped(e, add), Return(SUM))


def extreme(e: Query) -> Block:
    """The highest or the lowest of numbers, or 0."""
    better = Binary(">" if e.kind == "highest" else "<", KEY, BEST, type=FLAG)
    test = Logic("or", (IsUnset(BEST, type=FLAG), better), type=FLAG)
    loop = looped(e, Assign(KEY, e.body), when(test, Assign(BEST, KEY)))
    last = Return(Conditional(IsUnset(BEST, type=FLAG), number(0), BEST, type=NUMBER))
    return (Assign(BEST, code.UNSET), loop, last)


def first(e: Query) -> Block:
    """The first one, or none."""
    return (looped(e, Return(e.body)), Return(code.NONE))


def best(e: Query) -> Block:
    """The first of those with the highest key, or none."""
    thing = Local(e.name, type=e.body.type)
    test = Logic("or", (IsUnset(BEST_KEY, type=FLAG), Binary(">", KEY, BEST_KEY, type=FLAG)), type=FLAG)
    assert e.key is not None
    better = when(test, Assign(BEST_KEY, KEY), Assign(BEST, thing))
    loop = looped(e, Assign(thing, e.body), Assign(KEY, e.key), better)
    return (Assign(BEST_KEY, code.UNSET), Assign(BEST, code.NONE), loop, Return(BEST))


def ordered(e: Query) -> Block:
    """All of them, the lowest key first."""
    thing = Local(e.name, type=e.body.type)
    key: Expr = e.key if e.key is not None else thing
    loop = looped(e, Assign(thing, e.body), Put(MADE, thing), Put(KEYS, key))
    nothing = Collection(type=MADE.type)
    return (
        Assign(MADE, nothing),
        Assign(KEYS, nothing),
        loop,
        Return(runtime("sorted_by", KEYS, MADE, type=e.type)),
    )


def mapped(e: Query) -> Block:
    """A value for each thing."""
    key = Local(e.name, type=ANY)
    store = Assign(code.Index(MAP, key, type=ANY), e.body)
    return (Assign(MAP, Collection(type=MAP.type)), looped(e, store), Return(MAP))


def worded(e: Query) -> Block:
    """A text: C only knows whether there is one."""
    return (Return(code.text("…")),)


MAKERS = {
    "sequence": collected,
    "list": collected,
    "each": collected,
    "any": any_of,
    "count": added,
    "sum": added,
    "bundles": bundles,
    "highest": extreme,
    "lowest": extreme,
    "first": first,
    "best": best,
    "ordered": ordered,
    "map": mapped,
    "joined": worded,
}
