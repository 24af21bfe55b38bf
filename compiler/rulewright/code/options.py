"""Functions that list the options of a choice."""

from __future__ import annotations

from ..plan import model
from ..plan.names import constant, local_name
from ..typed import tree as typed
from ..typed import types as t
from ..typed.expr import CallExpr, Const, Directions, ListOf, Pieces, Query, Range, conjunction, is_lib
from ..typed.tree import E
from . import subsets
from . import tree as code
from .functions import params
from .lowering import Lowering, clause, expr, items, local, many
from .places import in_zones, parts_of, sorts_of
from .split_searches import candidate, candidate_functions, candidates_call, searched
from .tree import (
    CHOSEN,
    POSITION_LOCAL,
    Assign,
    Binary,
    Call,
    Clause,
    Collection,
    Constant,
    Contains,
    Convert,
    Effects,
    Expr,
    For,
    Function,
    Part,
    Put,
    Return,
    Spread,
    Statement,
    Table,
    number,
    runtime,
    when,
)
from .types import ANY, FLAG, LOOKS, NUMBER, OPTIONS, constant_set, map_of, set_of

# Functions of the library that give each thing once.
FIRM = ("members", "cells", "players", "participants", "neighbours", "around", "line", "distinct",
        "row", "column", "row_through", "column_through", "block", "shared_neighbours", "edges_of", "clockwise_from",
        "clockwise_after", "positions")  # fmt: skip

START = Assign(CHOSEN, Collection(type=OPTIONS), declared=OPTIONS)
REFUSAL = Collection((code.NONE,), type=OPTIONS)
X = code.Local("x", type=NUMBER)


def options(c: Lowering, o: model.Options) -> list[Function | Table]:
    """The function that lists the options of a choice, and the tables that it needs."""
    if o.name == "yes_or_no":
        return []
    body = KINDS[o.kind](c, o)
    split = c.memoised.searches.get(o.name)
    before = candidate_functions(c, o.name, split, o.params) if split is not None else clashes(o)
    place = f"{o.span.path}:{o.span.line}"
    pure = Effects(pure=True)
    made = Function(o.name, params(o.params), OPTIONS, tuple(body), note=place, effects=pure, place=o.span)
    return [*before, made]


def put(option: Expr) -> Statement:
    """Adds an option."""
    return Put(CHOSEN, option)


# ---------------------------------------------------------------- one thing


def may(c: Lowering, o: model.Options) -> list[Statement]:
    """Yes and no."""
    yes_no, no = Collection((number(1), number(0)), type=OPTIONS), Collection((number(0),), type=OPTIONS)
    if o.declined is None:
        assert o.gate is not None
        return [Return(code.Conditional(expr(c, o.gate), yes_no, no, type=OPTIONS))]
    yes = Collection((number(1),), type=OPTIONS)
    possible = expr(c, o.gate) if o.gate is not None else code.YES
    found = code.Conditional(possible, yes, Collection(type=OPTIONS), type=OPTIONS)
    both = Collection((Spread(CHOSEN), number(0)), type=OPTIONS)
    declined = code.Conditional(expr(c, o.declined), both, CHOSEN, type=OPTIONS)
    return [Assign(CHOSEN, found), Return(declined)]


def pick(c: Lowering, o: model.Options) -> list[Statement]:
    """One of some things."""
    assert o.pick is not None
    split = c.memoised.searches.get(o.name)
    if split is not None:
        return pick_of_candidates(c, o, split)
    test = conjunction([x for x in (o.pick.where, o.later, o.gate) if x is not None])
    if test is None:
        return [Return(each_once(c, o, Convert("list", items(c, o.pick.source), type=OPTIONS)))]
    one = local(o.pick.candidate, o.pick.source.type.item)
    wanted = clause(c, o.pick.candidate, o.pick.source, test)
    found = Assign(CHOSEN, code.Query("list", one, (wanted,), type=OPTIONS), declared=OPTIONS)
    return [found, Return(each_once(c, o, CHOSEN))]


def pick_of_candidates(c: Lowering, o: model.Options, split: model.SplitSearch) -> list[Statement]:
    """One of the things for which some candidate passes the residual test."""
    assert o.pick is not None
    name = local_name(o.pick.candidate)
    found, possible = code.Local("found"), code.Local("possible", type=set_of(ANY))
    some = code.Not(code.Method(possible, "isdisjoint", (code.Local("candidates"),)), type=FLAG)
    wanted = Clause(name, Part(found, "things"), some, ("candidates",))
    things = code.Query("list", code.Local(name), (wanted,), type=OPTIONS)
    return [
        Assign(found, candidates_call(split, o.params)),
        Assign(possible, Collection(type=possible.type), declared=possible.type),
        searched(c, split, Part(found, "every"), Put(possible, candidate(split))),
        Return(with_refusal(c, o, things)),
    ]


def each_once(c: Lowering, o: model.Options, listed: Expr) -> Expr:
    """A list of options without what stands in it twice, and with the refusal if there is one."""
    assert o.pick is not None
    return with_refusal(c, o, once(c, o.pick.source, listed))


def once(c: Lowering, source: E, listed: Expr) -> Expr:
    """A list of things as options, each of them once."""
    if may_repeat(c, source):
        listed = Convert("list", Convert("once", listed), type=OPTIONS)
    if source.type.item.optional:
        there = Binary("!=", X, code.NONE, type=FLAG)
        listed = code.Query("list", X, (Clause("x", listed, there),), type=OPTIONS)
    if source.type.item.name == "flag":  # options are numbers
        listed = code.Query("list", Convert("number", X), (Clause("x", listed),), type=OPTIONS)
    if sorts := sorts_of(c.game, source):
        listed = runtime("without_alike", POSITION_LOCAL, listed, Constant(sorts, "rules"), type=OPTIONS)
    return listed


def with_refusal(c: Lowering, o: model.Options, listed: Expr) -> Expr:
    """A list of options, with the refusal if there is one."""
    if not o.optional:
        return listed
    refusal: Expr = REFUSAL
    if o.declined is not None:
        none = Collection(type=OPTIONS)
        refusal = code.Conditional(expr(c, o.declined), REFUSAL, none, type=OPTIONS)
    return Binary("+", listed, refusal, type=OPTIONS)


def may_repeat(c: Lowering, source: E, depth: int = 0) -> bool:
    """Whether equal things can stand in a source twice: values in lists, hands and decks, pieces put together."""
    while isinstance(source, Query):
        source = source.source
    if source.type.shape == "set" or isinstance(source, Range):
        return False
    if isinstance(source, ListOf):
        values = [a.value for a in source.items if a is not None and isinstance(a, Const)]
        return len(set(values)) < len(source.items)
    if isinstance(source, CallExpr) and depth < 5:
        body = c.plan.signatures[source.name].body
        return any(may_repeat(c, s.value, depth + 1) for s in body if isinstance(s, typed.Result))
    if source.type.item.name == "piece":
        return not (isinstance(source, Pieces) or in_zones(source))
    return not (isinstance(source, Directions) or is_lib(source, *FIRM))


# ---------------------------------------------------------------- two things together


def pair(c: Lowering, o: model.Options) -> list[Statement]:
    """Two things that are chosen together: for each first one, what can be chosen with it."""
    first, second = o.picks
    a, b = local(first.candidate, NUMBER), local(second.candidate, NUMBER)
    inner: list[Statement] = [put(runtime("paired", a, b, type=NUMBER))]
    if o.gate is not None:
        inner = [when(expr(c, o.gate), *inner)]
    for one in (second, first):
        name = local(one.candidate, one.source.type.item)
        if one.source.type.item.name == "flag":
            inner = [Assign(name, Convert("flag", name, type=FLAG)), *inner]
        inner = [For((name.name,), met(c, one), tuple(inner))]
    return [START, *inner, Return(with_refusal(c, o, CHOSEN))]


def met(c: Lowering, pick: typed.Pick) -> Expr:
    """The things of a pick that meet its condition."""
    source = pick.source
    if pick.where is not None:
        source = Query(t.many(source.type.item), "all", pick.candidate, source, pick.where)
    made = items(c, source)
    listed = Convert("list", made, type=OPTIONS)
    whole = once(c, pick.source, listed)
    return made if whole is listed else whole


# ---------------------------------------------------------------- several things


def subset(c: Lowering, o: model.Options) -> list[Statement]:
    """What can be picked next of several things."""
    pick = o.pick
    assert pick is not None
    source = pick.source
    if pick.where is not None:
        source = Query(t.many(source.type.item), "all", pick.candidate, source, pick.where)
    found = many(c, source)
    if pick.source.type.item.name == "flag":
        found = code.Query("sequence", Convert("number", X), (Clause("x", found),), type=source.type)
    candidates = code.Local("candidates", type=source.type)
    sorts = sorts_of(c.game, pick.source)
    if not sorts:
        start: Statement = Assign(candidates, found)
    elif len(laid_out(pick)) == 1:
        call = Call(sorts, (POSITION_LOCAL, found), type=LOOKS)
        start = code.Unpack(("candidates", "looks"), call)
    else:
        start = code.Unpack(("candidates", "looks"), side_by_side(c, laid_out(pick)))
    return [start, Return(several(c, pick, candidates))]


def side_by_side(c: Lowering, parts: list[E]) -> Expr:
    """Pieces of several zones: those of one that look the same side by side."""
    found: Expr | None = None
    for part in parts:
        sorts = sorts_of(c.game, part)
        own: Expr = Collection((many(c, part), code.UNSET), type=LOOKS)
        if sorts:
            own = Call(sorts, (POSITION_LOCAL, many(c, part)), type=LOOKS)
        found = own if found is None else runtime("sorts_of_both", found, own, type=LOOKS)
    assert found is not None
    return found


def several(c: Lowering, pick: typed.Pick, candidates: Expr) -> Expr:
    """What can be picked next of the candidates."""
    picked = local(pick.name, pick.type)
    more: list[Expr] = []
    is_piece = pick.source.type.item.name == "piece"
    if sorts_of(c.game, pick.source):
        more = [code.Local("looks", type=LOOKS)]
    elif not in_zones(pick.source) if is_piece else may_repeat(c, pick.source):
        more = [code.Named("repeats", code.YES)]
    grows = pick.choice in c.plan.growing
    summed = subsets.total(pick) if grows else None
    if summed is not None:
        each = code.Query(
            "list",
            expr(c, summed.fold.body),
            (Clause(local_name(summed.fold.variable), candidates),),
            type=OPTIONS,
        )
        return runtime("sum_options", picked, candidates, each, expr(c, summed.needed), *more, type=OPTIONS)
    wanted = subsets.condition(pick)
    most = expr(c, pick.number) if pick.number is not None else code.Size(candidates, type=NUMBER)
    low = most if pick.amount == "exactly" else number(0)
    if wanted.least is not None:
        low = expr(c, wanted.least)
    if wanted.rest is None:
        return runtime("number_options", picked, candidates, low, most, *more, type=OPTIONS)
    holds = code.Closure((picked.name,), expr(c, wanted.rest))
    if grows and pick.number is None and wanted.least is None:
        return runtime("growing_options", picked, candidates, holds, *more, type=OPTIONS)
    args = (picked, candidates, low, most, holds, code.YES if grows else code.NO)
    return runtime("subset_options", *args, *more, type=OPTIONS)


def laid_out(pick: typed.Pick) -> list[E]:
    """The parts of what is chosen from whose pieces are compared among themselves."""
    return parts_of(pick.source) if pick.amount != "one" and pick.where is None else [pick.source]


def comparing_for(game: typed.Game, pick: typed.Pick) -> set[str]:
    """The functions that compare the pieces that are chosen from."""
    return {sorts_of(game, part) for part in laid_out(pick)} - {""}


# ---------------------------------------------------------------- branches, menus and orders


def branches(c: Lowering, o: model.Options) -> list[Statement]:
    """The branches that can be taken."""
    gates = o.gates or [None] * len(o.tests)
    tests = [conjunction([x for x in both if x is not None]) for both in zip(o.tests, gates)]
    if all(x is None for x in tests):
        return [Return(Collection(tuple(number(i) for i in range(len(tests))), type=OPTIONS))]
    made: list[Statement] = [START]
    for i, test in enumerate(tests):
        add = put(number(i))
        made.append(add if test is None else when(expr(c, test), add))
    return [*made, Return(CHOSEN)]


def menu(c: Lowering, o: model.Options) -> list[Statement]:
    """The actions of menus."""
    assert o.who is not None
    found: Expr | None = None
    for name, args in o.menus:
        given = (POSITION_LOCAL, expr(c, o.who), *(expr(c, a) for a in args))
        own = Call(f"{name}_menu", given, type=OPTIONS)
        found = own if found is None else Binary("+", found, own, type=OPTIONS)
    found = Collection(type=OPTIONS) if found is None else found
    return [Return(Binary("+", found, REFUSAL, type=OPTIONS) if o.refusal else found)]


def order(c: Lowering, o: model.Options) -> list[Statement]:
    """What may come next of things that are carried out in any order."""
    picked = local(o.picked, t.many(NUMBER))
    if o.branches:  # each with the thing that it is carried out for
        branch = Binary("%", code.Local("one", type=NUMBER), number(o.branches), type=NUMBER)
        return ordered(c, o, code.Query("sequence", branch, (Clause("one", picked),), type=picked.type))
    if o.clashes is not None:
        return ordered(c, o, picked)
    return [Return(Convert("list", picked, type=OPTIONS))]


def ordered(c: Lowering, o: model.Options, left: Expr) -> list[Statement]:
    """What may come next; those that can do nothing now are looked for first."""
    table, wakers = Constant(clashes_name(o), "rules"), Constant(wakers_name(o), "rules")
    if not o.idle:
        return [Return(runtime("order_options", left, table, type=OPTIONS))]
    there, idle = code.Local("left", type=left.type), code.Local("idle", type=OPTIONS)
    looks: list[Statement] = []
    for i, test, _ in o.idle:
        waits = Contains(number(i), there, type=FLAG)
        asleep = code.Logic("and", (waits, code.Not(expr(c, test), type=FLAG)), type=FLAG)
        looks.append(when(asleep, Put(idle, number(i))))
    several_left = Binary(">", code.Size(there, type=NUMBER), number(1), type=FLAG)
    return [
        Assign(there, left),
        Assign(idle, Collection(type=OPTIONS), declared=OPTIONS),
        when(several_left, *looks),
        Return(runtime("order_options", there, table, idle, wakers, type=OPTIONS)),
    ]


def clashes(o: model.Options) -> list[Function | Table]:
    """The tables of what clashes with what, and what wakes what, where an order is chosen."""
    if o.clashes is None:
        return []
    found: dict[int, set[int]] = {}
    for a, b in o.clashes:
        found.setdefault(a, set()).add(b)
        found.setdefault(b, set()).add(a)
    tables = [number_sets(clashes_name(o), dict(sorted(found.items())))]
    if o.idle:
        tables.append(number_sets(wakers_name(o), {i: {*wakers} for i, _, wakers in o.idle}))
    return [*tables]


def number_sets(name: str, rows: dict[int, set[int]]) -> Table:
    """A table of sets of numbers by a number."""
    sets = [(number(i), Collection(tuple(runs(some)), type=constant_set(NUMBER))) for i, some in rows.items()]
    return Table(name, map_of(NUMBER, constant_set(NUMBER)), code.MapOf(tuple(sets)))


def runs(numbers: set[int]) -> list[Expr]:
    """Numbers in their order, long runs of them as ranges."""
    found: list[list[int]] = []
    for n in sorted(numbers):
        if found and n == found[-1][-1] + 1:
            found[-1].append(n)
        else:
            found.append([n])
    made: list[Expr] = []
    for run in found:
        long = len(run) > 3
        made += [Spread(code.Range(number(run[0]), number(run[-1] + 1)))] if long else map(number, run)
    return made


def clashes_name(o: model.Options) -> str:
    """The table of what clashes with what."""
    return f"{constant(o.name.removesuffix('__next_options'))}__CLASHES"


def wakers_name(o: model.Options) -> str:
    """The table of what wakes what."""
    return f"{constant(o.name.removesuffix('__next_options'))}__WAKERS"


KINDS = {
    "may": may,
    "pick": pick,
    "pair": pair,
    "subset": subset,
    "branches": branches,
    "menu": menu,
    "order": order,
}
