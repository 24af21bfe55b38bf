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

The plan says what the position keeps until something changes. What gives the same in every position is kept for ever,
in a table of its own (`reach__once` computes it), if computing takes longer than a look-up: it goes over things.
"""

from __future__ import annotations

from dataclasses import replace

from ..code import tree as code
from ..code.tree import (
    FIGURES_NOW,
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
    Param,
    Part,
    Return,
    Section,
    Table,
    number,
    when,
)
from ..code.types import ANY, CANDIDATES, FLAG, Type, map_of, record, unset
from ..once import once
from .facts import Facts


def memoise(module: Module, facts: Facts) -> Module:
    """The module with two functions for each one that is memoised."""
    return replace(module, sections=tuple(map(in_section, module.sections)))


def in_section(section: Section) -> Section:
    """A section with its memoised functions split."""
    items: list[Function | Table] = []
    for item in section.items:
        items += split(item) if isinstance(item, Function) else [item]
    return replace(section, items=tuple(items))


@once
def split(f: Function) -> list[Function | Table]:
    """The function that computes, and the one that looks up, or the function alone if it is not memoised."""
    if f.memo is not None:
        return memoised_in_position(f, f.memo)
    return memoised_for_ever(f) if f.effects.constant and is_worth_it(f) else [f]


def is_worth_it(f: Function) -> bool:
    """Whether computing a constant takes longer than looking it up; what is looked up must never change."""
    if f.result.name == "map" or any(p.name == "found" for p in f.params):
        return False
    return any(isinstance(x, (code.For, code.Query)) for x in code.walk(f.body))


# ---------------------------------------------------------------- for ever


def memoised_for_ever(f: Function) -> list[Function | Table]:
    """A constant that is computed once for each set of arguments."""
    anew = replace(f, name=f"{f.name}__once", doc="", note="")
    given = tuple(Local(p.name, type=p.type) for p in f.params)
    asked = [p.type for p in f.params if p.name != "g"]
    store = Constant(f"_{f.name.upper()}", "rules", type=map_of(key_type(asked), f.result))
    table = Table(store.name, store.type, Collection(type=store.type))
    found, key = Local("found", type=unset(f.result)), key_of(given[1:])
    body = looked_up(store, key, found, IsUnset(found, type=FLAG), called(anew, given))
    return [table, anew, replace(f, body=(*body, Return(found)))]


def key_type(types: list[Type]) -> Type:
    """The type of the key of some arguments."""
    return types[0] if len(types) == 1 else record(*types)


def key_of(args: tuple[Expr, ...]) -> Expr:
    """Arguments as one key."""
    return args[0] if len(args) == 1 else Collection(args, type=ANY)


# ---------------------------------------------------------------- until something changes


def memoised_in_position(f: Function, memo: code.Memo) -> list[Function | Table]:
    """What the position keeps for each who asks."""
    given = tuple(Local(p.name, type=p.type) for p in f.params)
    store, key = Field("memo", number(memo.store)), given[1] if len(given) > 1 else number(0)
    anew = replace(f, name=f"{f.name}__anew", memo=None, doc="", note="")
    if memo.figures is not None:
        with_figures = candidates_with_figures if f.result == CANDIDATES else value_with_figures
        return with_figures(f, anew, given, store, key, memo.figures)
    found = Local("found", type=unset(f.result))
    body = looked_up(store, key, found, IsUnset(found, type=FLAG), called(anew, given))
    return [anew, replace(f, memo=None, body=(*body, Return(found)))]


def value_with_figures(
    f: Function, anew: Function, given: tuple[Expr, ...], store: Expr, key: Expr, figures: Expr
) -> list[Function | Table]:
    """A value that is kept in a pair, behind the figures with which it was computed."""
    pair = record(ANY, f.result)
    found = Local("found", type=unset(pair))
    stale = is_stale(found, Index(found, number(0)))
    new = Collection((FIGURES_NOW, called(anew, given)), type=pair)
    body = (Assign(FIGURES_NOW, figures), *looked_up(store, key, found, stale, new))
    return [anew, replace(f, memo=None, body=(*body, Return(Index(found, number(1)))))]


def candidates_with_figures(
    f: Function, anew: Function, given: tuple[Expr, ...], store: Expr, key: Expr, figures: Expr
) -> list[Function | Table]:
    """Candidates, which hold the figures with which they were computed themselves."""
    anew = replace(anew, params=(*anew.params, Param(FIGURES_NOW.name, FIGURES_NOW.type)))
    found = Local("found", type=unset(f.result))
    stale, new = is_stale(found, Part(found, "figures")), called(anew, (*given, FIGURES_NOW))
    body = (Assign(FIGURES_NOW, figures), *looked_up(store, key, found, stale, new))
    return [anew, replace(f, memo=None, body=(*body, Return(found)))]


def is_stale(found: Local, before: Expr) -> Expr:
    """Whether nothing was found, or some figures are not what they were before."""
    changed = Binary("!=", before, FIGURES_NOW, type=FLAG)
    return Logic("or", (IsUnset(found, type=FLAG), changed), type=FLAG)


def called(f: Function, args: tuple[Expr, ...]) -> Expr:
    """A call of the function that computes."""
    return Call(f.name, args, type=f.result)


def looked_up(store: Expr, key: Expr, found: Local, stale: Expr, new: Expr) -> Block:
    """Looks a value up, and computes and stores it if it is stale."""
    return (
        Assign(found, Method(store, "get", (key,)), declared=found.type),
        when(stale, Assign(found, new), Assign(Index(store, key), found)),
    )
