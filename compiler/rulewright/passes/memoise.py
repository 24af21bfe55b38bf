"""Memoised functions: one that computes, and one that looks up.

before                              after

    def reach(g, you):  (memo)          def reach__anew(g, you):
        return …                            return …

                                        def reach(g, you):
                                            found = g.memo[3].get(you)
                                            if found is None:
                                                found = reach__anew(g, you)
                                                g.memo[3][you] = found
                                            return found
"""

from __future__ import annotations

from dataclasses import replace

from ..code.tree import (
    Assign,
    Binary,
    Block,
    Call,
    Collection,
    Constant,
    Expr,
    Field,
    Function,
    Index,
    IsUnset,
    Local,
    Logic,
    Method,
    Module,
    Return,
    Section,
    Table,
    number,
    when,
)
from ..code.types import ANY, FLAG, Type, map_of, record, unset
from ..once import once
from .facts import Facts

NOW = Local("now", type=ANY)


def memoise(module: Module, facts: Facts) -> Module:
    """The module with two functions for each one that is memoised."""
    return replace(module, sections=tuple(map(in_section, module.sections)))


def in_section(section: Section) -> Section:
    """A section with its memoised functions split."""
    items: list[Function | Table] = []
    for item in section.items:
        items += split(item) if isinstance(item, Function) and item.memo is not None else [item]
    return replace(section, items=tuple(items))


@once
def split(f: Function) -> list[Function | Table]:
    """The function that computes, and the one that looks up."""
    assert f.memo is not None
    ending = "once" if f.memo.until == "forever" else "anew"
    anew = replace(f, name=f"{f.name}__{ending}", memo=None, doc="", note="")
    given = tuple(Local(p.name, type=p.type) for p in f.params)
    call = Call(anew.name, given, type=f.result)
    asked = [p for p in f.params if p.name != "g"]
    if f.memo.until == "forever":
        key = key_type([p.type for p in asked])
        store = Constant(f"_{f.name.upper()}", "rules", type=map_of(key, f.result))
        table = Table(store.name, store.type, Collection(type=store.type))
        body = looked_up(store, key_of(given[1:]), call, f.result)
        return [table, anew, replace(f, memo=None, body=body)]
    place: Expr = given[1] if len(given) > 1 else number(0)
    store_field = Field("memo", number(f.memo.store))
    if f.memo.figures is None:
        return [anew, replace(f, memo=None, body=looked_up(store_field, place, call, f.result))]
    body = looked_up_with(store_field, place, call, f.result, f.memo.figures)
    return [anew, replace(f, memo=None, body=body)]


def key_type(types: list[Type]) -> Type:
    """The type of the key of some arguments."""
    return types[0] if len(types) == 1 else record(*types)


def key_of(args: tuple[Expr, ...]) -> Expr:
    """Arguments as one key."""
    return args[0] if len(args) == 1 else Collection(args, type=ANY)


def looked_up(store: Expr, key: Expr, anew: Expr, result: Type) -> Block:
    """Gives the memoised value, or computes and stores it."""
    found = Local("found", type=unset(result))
    return (
        Assign(found, Method(store, "get", (key,)), declared=unset(result)),
        when(IsUnset(found, type=FLAG), Assign(found, anew), Assign(Index(store, key), found)),
        Return(found),
    )


def looked_up_with(store: Expr, key: Expr, anew: Expr, result: Type, figures: Expr) -> Block:
    """The same, where a memoised value is stale if some figures have changed since it was computed."""
    pair = record(ANY, result)
    found = Local("found", type=unset(pair))
    changed = Binary("!=", Index(found, number(0)), NOW, type=FLAG)
    stale = Logic("or", (IsUnset(found, type=FLAG), changed), type=FLAG)
    new = Assign(found, Collection((NOW, anew), type=pair))
    return (
        Assign(NOW, figures),
        Assign(found, Method(store, "get", (key,)), declared=unset(pair)),
        when(stale, new, Assign(Index(store, key), found)),
        Return(Index(found, number(1))),
    )
