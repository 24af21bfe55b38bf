"""Queries that a line of a pure function needs, as loops: one of these costs less, and ends as soon as it knows enough.

before                                              after

    def can_build(g, you):                              def can_build(g, you):
        return any(is_open(g, x) for x in g.own[you])       for x in g.own[you]:
                                                                if is_open(g, x):
                                                                    return True
                                                            return False

    def worth(g, you):                                  def worth(g, you):
        return 2 * sum(FIGURE[x] for x in g.own[you])       total = 0
                                                            for x in g.own[you]:
                                                                total += FIGURE[x]
                                                            return 2 * total

Only what is computed in any case moves before its line; what stands behind a test of the same line stays behind it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from ..code import tree as code
from ..code.tree import (
    NO,
    YES,
    Assign,
    Block,
    Call,
    Expr,
    For,
    Function,
    Local,
    Query,
    Return,
    Statement,
    when,
)
from ..code.types import NUMBER, TEXT, list_of, set_of
from ..once import once
from ..surface.ast import Span
from .facts import Facts
from .scopes import Scope, free_locals, renamed

# What a loop computes -> the local that holds it.
WORDS = {
    "sum": "total",
    "count": "number",
    "sequence": "those",
    "different": "different",
    "any": "is_there",
    "first": "first_one",
}


def queries_to_loops(module: code.Module, facts: Facts) -> code.Module:
    """The module with loops in the place of queries, in functions that only compute."""
    taken = tuple(word for word in WORDS.values() if word in facts.names)
    return module.changed(lambda item: looped(item, taken))


@once
def looped(item: Function | code.Table, taken: tuple[str, ...]) -> Function | code.Table:
    """A function with loops in the place of queries; these words are names of the rules."""
    if not isinstance(item, Function) or not item.effects.pure:
        return item
    if not any(isinstance(x, Query) for x in code.walk(item.body)):
        return item
    scope = Scope({p.name for p in item.params} | free_locals(item.body), taken)
    return replace(item, body=in_block(scope, item.body))


# ---------------------------------------------------------------- statements


def in_block(scope: Scope, block: Block) -> Block:
    """A block in which statements have loops before them."""
    return tuple(made for s in block for made in in_statement(scope, s))


def in_statement(scope: Scope, s: Statement) -> list[Statement]:
    """A statement with the loops before it that it needs."""
    before: list[Statement] = []
    if isinstance(s, Assign) and is_list(s.value):
        return noted(s, gathered(scope, s, s.value))
    if isinstance(s, (Assign, code.Unpack)):
        value = hoisted(scope, s.value, before)
        return noted(s, [*before, s if value is s.value else replace(s, value=value)])
    if isinstance(s, Return) and s.value is not None:
        return noted(s, returned_query(scope, s.value) or returned(scope, s.value))
    if isinstance(s, code.If):
        cases = tuple(replace(case, body=in_block(scope, case.body)) for case in s.cases)
        return [replace(s, cases=cases, otherwise=in_block(scope, s.otherwise))]
    return [in_loop(scope, s)] if isinstance(s, For) else [s]


def in_loop(scope: Scope, s: For) -> For:
    """A loop; a test for its things may become loops inside it."""
    only = s.body[0] if len(s.body) == 1 else None
    with scope.inside(*s.names):
        if isinstance(only, code.If) and len(only.cases) == 1 and not only.otherwise:
            (case,) = only.cases
            return replace(s, body=tested(scope, conjuncts(case.test), in_block(scope, case.body), 1))
        return replace(s, body=in_block(scope, s.body))


def noted(old: Statement, made: list[Statement]) -> list[Statement]:
    """Statements in the place of one, the first of them with its note."""
    return [replace(x, place=old.place, note=old.note if i == 0 else "") for i, x in enumerate(made)]


# ---------------------------------------------------------------- kinds of queries


@dataclass(frozen=True, slots=True)
class Search:
    """A test that looks for something of which a condition holds; negated: that there is nothing of that kind."""

    name: str
    source: Expr
    test: Expr
    place: Span
    negated: bool = False


def search_in(e: Expr) -> Search | None:
    """The search that a test is; None: it is another test."""
    query = e.value if isinstance(e, code.Not) else e
    if not isinstance(query, Query) or query.kind != "any" or not is_plain(query):
        return None
    return Search(query.name, query.clauses[0].source, query.body, query.place, query is not e)


def is_plain(e: Query) -> bool:
    """Whether a query is one loop over single things."""
    return len(e.clauses) == 1 and not e.clauses[0].also


def is_list(e: Expr) -> bool:
    """Whether a value is a list of the things that meet a test."""
    return isinstance(e, Query) and e.kind == "list" and is_plain(e) and e.clauses[0].test is not None


def as_loop(e: Expr) -> tuple[str, Query] | None:
    """What a loop before the line computes, and of which query; None: it stays as it is."""
    if isinstance(e, code.Size):
        return counted(e)
    if not isinstance(e, Query) or e.kind not in WORDS or not is_plain(e):
        return None
    if e.kind == "sum":
        return None if e.body.type.name == "flag" else ("sum", e)
    if e.kind == "sequence":
        return (e.kind, e) if is_part(e) else None
    return None if e.kind == "first" and e.clauses[0].test is None else (e.kind, e)


def is_part(e: Query) -> bool:
    """Whether a sequence is gathered by a loop: of a whole board, kind or supply so much is taken that a query is quicker."""
    (clause,) = e.clauses
    if not isinstance(e.body, Local) or e.body.name != clause.name:
        return e.body.type.name != "flag"
    return clause.test is not None and not is_whole(clause.source)


def is_whole(source: Expr) -> bool:
    """Whether a whole board, kind or supply is gone over."""
    if isinstance(source, code.Convert):
        return isinstance(source.value, code.Field) and source.value.index is None
    return isinstance(source.of if isinstance(source, code.Part) else source, code.Constant)


def counted(e: code.Size) -> tuple[str, Query] | None:
    """How many things meet a test, and how many different values there are, as loops of their own."""
    of = e.of
    if isinstance(of, Query) and of.kind == "sequence" and is_plain(of) and of.clauses[0].test is not None:
        return ("count", replace(of, type=e.type, place=e.place)) if is_own(of) else None
    if not isinstance(of, Call) or of.function != "distinct" or of.module != "runtime":
        return None
    values = of.args[0].value if isinstance(of.args[0], code.Convert) else of.args[0]
    if isinstance(values, Query) and values.kind == "map" and is_plain(values):
        return "different", replace(values, type=e.type, place=e.place)
    return None


def is_own(e: Query) -> bool:
    """Whether a query gives the things themselves that it goes over."""
    return isinstance(e.body, Local) and e.body.name == e.name


def conjuncts(test: Expr) -> list[Expr]:
    """The tests of which all must hold."""
    return list(test.parts) if isinstance(test, code.Logic) and test.op == "and" else [test]


# ---------------------------------------------------------------- loops before a line


def hoisted(scope: Scope, e: Expr, before: list[Statement]) -> Expr:
    """An expression, with locals for what loops before it compute, as far as it is computed in any case."""
    loop = as_loop(e)
    if loop is not None:
        return worked_out_before(scope, *loop, before)
    if isinstance(e, (Query, code.Closure)) or e.type == TEXT or holds_closure(e):
        return e
    if isinstance(e, code.Logic):
        first = hoisted(scope, e.parts[0], before)
        return e if first is e.parts[0] else replace(e, parts=(first, *e.parts[1:]))
    if isinstance(e, code.Conditional):
        test = hoisted(scope, e.test, before)
        return e if test is e.test else replace(e, test=test)

    def within(part: Any) -> Any:
        if part.__class__ is tuple:
            return code.same_or([within(x) for x in part], part)
        return hoisted(scope, part, before)

    made: Expr = code.with_parts(e, within)
    return made


def holds_closure(e: Expr) -> bool:
    """Whether a call is given a function: nobody knows how often that is called, or with what."""
    return isinstance(e, Call) and any(isinstance(a, code.Closure) for a in e.args)


def has_loop(e: Expr) -> bool:
    """Whether a part of an expression that may be computed is a loop."""
    if as_loop(e) is not None:
        return True
    if isinstance(e, (Query, code.Closure)) or e.type == TEXT or holds_closure(e):
        return False
    return any(isinstance(x, Expr) and has_loop(x) for x in code.children(e))


def worked_out_before(scope: Scope, what: str, e: Query, before: list[Statement]) -> Expr:
    """The local that holds what a loop has computed."""
    name = scope.fresh(WORDS[what])
    (clause,) = e.clauses
    source = hoisted(scope, clause.source, before)
    loop = scope.own(clause.name)
    body, test = (renamed(x, clause.name, loop) for x in (e.body, clause.test))
    with scope.inside(loop):
        if what in ("any", "first"):
            before += until_found(e, Local(name, type=e.type), loop, source, body if what == "any" else test)
        else:
            before += for_each(scope, what, e, name, For((loop,), source, (), place=e.place), body, test)
    found = Local(name, type=e.type, place=e.place)
    if what == "different":
        return code.Size(found, type=NUMBER)
    return code.Convert("sequence", found, type=e.type) if what == "sequence" else found


def for_each(
    scope: Scope, what: str, e: Query, name: str, loop: For, body: Expr, test: Expr | None
) -> list[Statement]:
    """A loop that counts, adds up or gathers."""
    found = Local(name, type=NUMBER)
    start: Statement = Assign(found, code.number(0))
    action: list[Statement] = []
    if what == "count":
        action.append(Assign(found, code.number(1), "+="))
    else:
        one = hoisted(scope, body, action)
        if what == "sum":
            action.append(Assign(found, one, "+="))
        else:
            grows = set_of(body.type) if what == "different" else list_of(e.type.item)
            start = Assign(found, code.Collection(type=grows), declared=grows)
            action.append(code.Put(Local(name, type=grows), one))
    done = tuple(action) if test is None else tested(scope, conjuncts(test), tuple(action), 1)
    return [start, replace(loop, body=done)]


def until_found(e: Query, found: Local, name: str, source: Expr, test: Expr | None) -> list[Statement]:
    """A loop that looks for the first thing, or for any."""
    assert test is not None
    one = e.body if e.kind == "first" else YES
    start, there = (code.NONE, Local(name, type=one.type)) if e.kind == "first" else (NO, YES)
    body = when(test, Assign(found, there), code.Break())
    return [Assign(found, start), For((name,), source, (body,), place=e.place)]


def gathered(scope: Scope, s: Assign, e: Expr) -> list[Statement]:
    """A loop that adds the things that meet a test to a list which is a local."""
    assert isinstance(e, Query)
    (clause,) = e.clauses
    assert clause.test is not None
    start = replace(s, value=code.Collection(type=e.type))
    search = Search(clause.name, clause.source, clause.test, clause.place)
    return [start, loop_of(scope, search, (code.Put(s.target, e.body),), 1)]


# ---------------------------------------------------------------- searches


def loop_of(scope: Scope, search: Search, action: Block, depth: int) -> For:
    """Does something for each thing for which a test holds; `depth` counts this loop and those around it."""
    with scope.inside(search.name):
        body = tested(scope, conjuncts(search.test), action, depth)
    return For((search.name,), search.source, body, place=search.source.place)


def tested(scope: Scope, left: list[Expr], action: Block, depth: int) -> Block:
    """Does something if tests hold; a search for nothing, or any search at the end, becomes a loop of its own."""
    if not left:
        return action
    search = search_in(left[0])
    if search is not None and search.negated:
        return (unless_found(search, tested(scope, left[1:], action, depth)),)
    if search is not None and len(left) == 1:
        return inner_search(scope, search, action, depth)
    filled: list[Statement] = []
    tests: list[Expr] = []
    while left and not is_loop_of_its_own(left):
        fills: list[Statement] = []
        test = hoisted(scope, left[0], fills)
        if fills and tests:
            break  # what an earlier test rules out must not be computed
        filled += fills
        tests += conjuncts(test)
        left = left[1:]
    whole = code.all_of(tests)
    assert whole is not None
    return (*filled, when(whole, *tested(scope, left, action, depth)))


def is_loop_of_its_own(left: list[Expr]) -> bool:
    """Whether the first of some tests becomes a loop of its own."""
    search = search_in(left[0])
    return search is not None and (search.negated or len(left) == 1)


def inner_search(scope: Scope, search: Search, action: Block, depth: int) -> Block:
    """A search inside a search: once it has found something, the loop around it goes on, or is over."""
    if isinstance(action[-1], Return):
        return (loop_of(scope, search, action, depth + 1),)
    innermost = action if isinstance(action[-1], code.Break) else (*action, code.Break())
    made = loop_of(scope, search, innermost, depth + 1)
    if depth <= 1:
        return (made,)
    return (replace(made, otherwise=(code.Continue(),)), code.Break())  # the loop around it is a search, too


def unless_found(search: Search, action: Block) -> Statement:
    """Does something if nothing meets the test of a search."""
    body = (when(search.test, code.Break()),)
    return For((search.name,), search.source, body, action, place=search.place)


# ---------------------------------------------------------------- what a function gives


def returned_query(scope: Scope, e: Expr) -> list[Statement] | None:
    """A query as the whole value of a function: a loop that returns as soon as it knows; None: not such a query."""
    if isinstance(e, Call) and e.function in ("first", "last") and e.module == "runtime":
        return first_or_last(e)
    tests = conjuncts(e)
    search = search_in(tests[-1])
    if len(tests) > 1:
        return None if search is None else [*tested(scope, tests, (Return(YES),), 0), Return(NO)]
    if search is not None:
        there, missing = (NO, YES) if search.negated else (YES, NO)
        return [loop_of(scope, search, (Return(there),), 1), Return(missing)]
    if not isinstance(e, Query) or e.kind != "first" or not is_plain(e):
        return None
    (clause,) = e.clauses
    if clause.test is None:
        return None
    wanted = Search(clause.name, clause.source, clause.test, e.place)
    return [loop_of(scope, wanted, (Return(e.body),), 1), Return(code.NONE)]


def first_or_last(e: Call) -> list[Statement] | None:
    """The first or the last thing that meets a test; None: there is no test."""
    (inner,) = e.args
    if not isinstance(inner, Query) or inner.kind != "sequence" or not is_plain(inner) or not is_own(inner):
        return None
    (clause,) = inner.clauses
    if clause.test is None or e.type.is_many:
        return None
    source = clause.source
    if e.function == "last":
        source = Call("reversed", (in_a_row(source),), "language", type=inner.type)
    return [For((clause.name,), source, (when(clause.test, Return(inner.body)),)), Return(code.NONE)]


def in_a_row(source: Expr) -> Expr:
    """Something that is gone over, as a sequence."""
    loose = isinstance(source, code.Range) or (isinstance(source, code.Convert) and source.to == "values")
    return code.Convert("sequence", source, type=source.type) if loose else source


def returned(scope: Scope, e: Expr) -> list[Statement]:
    """A value parts of which are loops; one that may not be needed stands behind the test before it."""
    if isinstance(e, code.Logic) and any(map(has_loop, e.parts[1:])):
        return returned_logic(scope, e)
    before: list[Statement] = []
    if isinstance(e, code.Conditional) and (has_loop(e.then) or has_loop(e.otherwise)):
        test = hoisted(scope, e.test, before)
        return [*before, when(test, *returned(scope, e.then)), *returned(scope, e.otherwise)]
    found = returned_query(scope, e)
    if found is not None:
        return found
    value = hoisted(scope, e, before)
    return [*before, Return(value)]


def returned_logic(scope: Scope, e: code.Logic) -> list[Statement]:
    """Tests all of which, or one of which, must hold: the later ones only if they decide."""
    before: list[Statement] = []
    test = hoisted(scope, e.parts[0], before)
    rest = replace(e, parts=e.parts[1:]) if len(e.parts) > 2 else e.parts[1]
    inner = returned(scope, rest)
    if e.op == "or":
        return [*before, when(test, Return(YES)), *inner]
    if inner[-1] == Return(NO):
        inner.pop()
    return [*before, when(test, *inner), Return(NO)]
