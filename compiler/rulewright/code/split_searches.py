"""Split searches as code: functions that memoise the candidates, and loops that put them to the residual test."""

from __future__ import annotations

from ..analysis.liveness import free_in
from ..plan import model
from ..plan.names import constant, local_name
from ..typed import types as t
from ..typed.expr import Local
from . import tree as code
from .functions import described, effects, memo, params
from .lowering import Lowering, expr, items, local, many
from .tree import (
    FIGURES_NOW,
    POSITION_LOCAL,
    Assign,
    Block,
    Call,
    Collection,
    Constant,
    Effects,
    Expr,
    For,
    Function,
    Index,
    IsUnset,
    Logic,
    Method,
    Part,
    Put,
    Return,
    Statement,
    Table,
    runtime,
    when,
)
from .types import ANY, CANDIDATES, FLAG, NUMBER, Type, map_of, set_of, unset

OVER = code.Local("over", type=t.many(NUMBER))
THINGS = code.Local("things", type=map_of(NUMBER, set_of(ANY)))


def searching_function(c: Lowering, f: model.Function, search: model.SplitSearch) -> list[Function | Table]:
    """A define that looks for one candidate that passes the residual test."""
    every = Part(candidates_call(search, f.params), "every")
    if search.columns:
        body: list[Statement] = [searched(c, search, every, Return(code.YES)), Return(code.NO)]
    else:  # the test is the same for all of them
        body = [Return(Logic("and", (expr(c, search.residual), code.Some(every, type=FLAG)), type=FLAG))]
    own = Function(f.name, params(f.params), FLAG, tuple(body), effects=effects(c, f), place=f.span)
    return [*candidate_functions(c, f.name, search, f.params), described(c, own, f)]


def candidate_functions(
    c: Lowering, name: str, search: model.SplitSearch, given: list[tuple[str, Type]]
) -> list[Function | Table]:
    """The functions that compute and memoise the candidates of a search; none: it shares those of another one."""
    if search.of != name:
        return []
    thing = local_name(search.loops[0].name).removesuffix("_").replace("_", " ")
    by = [local_name(n).removesuffix("_there").replace("_", " ") for n, _ in search.columns]
    doc = f"The candidates for each {thing}" + (f", by {', '.join(by)}." if by else ".")
    who = params(asker(given))
    kept = memo(c, f"{name}__candidates")
    assert kept is not None
    alike = Constant(f"_{constant(name)}__ALIKE", "rules")
    body = computed(c, search, kept.figures is not None, alike)
    made = Function(f"{name}__candidates", who, CANDIDATES, body, doc, effects=Effects(pure=True), memo=kept)
    if search.loops[0].of_asker is None:
        return [made]
    table = Table(alike.name, map_of(ANY, set_of(ANY)), Collection(type=map_of(ANY, ANY)))
    return [table, made]


def computed(c: Lowering, search: model.SplitSearch, with_figures: bool, shared: Constant) -> Block:
    """Loops that gather the candidates; things that the inner loops cannot tell apart share theirs, if possible across positions."""
    first, thing = search.loops[0], local(search.loops[0].name, NUMBER)
    gathered = code.Local("candidates", type=set_of(ANY))
    body: Block = (Put(gathered, candidate(search)),)
    for i in range(len(search.loops) - 1, 0, -1):
        loop = search.loops[i]
        inner = passed_tests(c, loop, (*columns(c, search, i), *body))
        body = (For((local_name(loop.name),), items(c, loop.source), inner),)
    own = columns(c, search, 0)
    nothing = Collection(type=gathered.type)
    begun: list[Statement] = [Assign(THINGS, Collection(type=THINGS.type), declared=THINGS.type)]
    if first.asked is None:
        inner = (
            *own,
            Assign(gathered, nothing, declared=gathered.type),
            Assign(Index(THINGS, thing), gathered),
            *body,
        )
    else:
        table: Expr = shared
        if first.of_asker is None:
            table = code.Local("alike", type=map_of(ANY, set_of(ANY)))
            begun.append(Assign(table, Collection(type=table.type), declared=table.type))
        key = [s.target for s in own if isinstance(s, Assign)]
        key += [expr(c, e) for e in (*first.asked, *(first.of_asker or []))]
        look, known = code.Local("look", type=ANY), code.Local("known", type=unset(set_of(ANY)))
        new = (
            Assign(gathered, nothing, declared=gathered.type),
            *body,
            Assign(known, gathered),
            Assign(Index(table, look), gathered),
        )
        inner = (
            *own,
            Assign(look, key[0] if len(key) == 1 else Collection(tuple(key))),
            Assign(known, Method(table, "get", (look,))),
            when(IsUnset(known, type=FLAG), *new),
            Assign(Index(THINGS, thing), known),
        )
    loop_over = For((thing.name,), OVER, passed_tests(c, first, inner))
    made = runtime("Candidates", THINGS, OVER, *([FIGURES_NOW] if with_figures else []), type=CANDIDATES)
    return (Assign(OVER, many(c, first.source)), *begun, loop_over, Return(made))


def passed_tests(c: Lowering, loop: model.SearchLoop, body: Block) -> Block:
    """What is done for a thing of a loop that meets its tests."""
    tests = code.all_of([expr(c, e) for e in loop.tests])
    return (when(tests, *body),) if tests is not None else body


def columns(c: Lowering, search: model.SplitSearch, i: int) -> Block:
    """The columns that can be computed in one of the loops, and not before."""
    inner = {x.name for x in search.loops[i + 1 :]}
    found = [(n, e) for n, e in search.columns if not isinstance(e, Local) and not free_in(e) & inner]
    found = [(n, e) for n, e in found if i == 0 or search.loops[i].name in free_in(e)]
    return tuple(Assign(local(n, e.type), many(c, e) if e.type.is_many else expr(c, e)) for n, e in found)


def candidate(search: model.SplitSearch) -> Expr:
    """A candidate: the values of its columns."""
    names: list[Expr] = [local(n, e.type) for n, e in search.columns]
    return names[0] if len(names) == 1 else Collection(tuple(names), type=ANY)


def searched(c: Lowering, search: model.SplitSearch, of: Expr, action: Statement) -> For:
    """Does something for each candidate that passes the residual test."""
    c.supports = {n: c.effects.support(e) for n, e in search.columns if e.type == t.BUNDLE}
    test = expr(c, search.residual)
    c.supports = {}
    names = tuple(local_name(n) for n, _ in search.columns) or ("_",)
    return For(names, of, (when(test, action),))


def candidates_call(search: model.SplitSearch, given: list[tuple[str, Type]]) -> Expr:
    """A call of the function that memoises the candidates."""
    args = (POSITION_LOCAL, *(local(n, type) for n, type in asker(given)))
    return Call(f"{search.of}__candidates", args, type=CANDIDATES)


def asker(given: list[tuple[str, Type]]) -> list[tuple[str, Type]]:
    """The parameter by which candidates are memoised: who asks, if they depend on it."""
    return [(name, type) for name, type in given if name == "you"]
