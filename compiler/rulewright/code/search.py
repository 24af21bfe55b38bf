"""Searches as loops: what does not depend on the innermost loop is computed once, when it is first needed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TypeGuard

from ..analysis.liveness import free_in
from ..plan.names import local_name
from ..plan.substitution import all_of, arguments, only_value, substitute
from ..typed import types as t
from ..typed.expr import (
    And,
    CallExpr,
    ColumnOf,
    Compare,
    Const,
    Fold,
    IfExpr,
    Lib,
    Local,
    Or,
    Query,
    SomeSubset,
    Text,
    This,
    You,
    conjuncts,
    is_lib,
    present,
)
from ..typed.tree import E, Function, Let
from . import tree as code
from .fold import folded
from .inline import inlined, small_value, uses
from .lookups import TableEntry
from .loops import hoisted, inside
from .lowering import Lowering, expr, items, local, ranging
from .resources import is_multiple
from .tree import Assign, Block, Break, Expr, For, IsUnset, Return, Statement, when
from .types import FLAG, Type, unset

CHEAP = (Local, Const, You, This, ColumnOf, TableEntry)  # may stand in several places


@dataclass(slots=True)
class Loop:
    """One loop of a search, and the values that inner loops hoist to its body."""

    name: str
    hoisted: dict[str, Type] = field(default_factory=dict)  # name of the local -> its type
    more: frozenset[str] = frozenset()  # other locals that it runs over at the same time

    def declared(self) -> list[Statement]:
        """The locals of what is hoisted, not computed yet."""
        return [
            Assign(local(name, unset(type)), code.UNSET, declared=unset(type))
            for name, type in self.hoisted.items()
        ]


@dataclass(slots=True)
class Nest:
    """The loops around what is being lowered, and the names of what they keep."""

    loops: list[Loop] = field(default_factory=list)
    names: dict[object, str] = field(default_factory=dict)  # what is hoisted -> the local that keeps it


def search(c: Lowering, name: str, source: E, test: E, action: Block) -> list[Statement]:
    """Does something for the first thing, or for each one, for which a test holds."""
    outside = Loop("")
    nest = Nest([outside])
    test, figures = figures_before(c, test, nest)
    made = loop(c, name, source, test, action, nest)
    return [*figures, *outside.declared(), *made]


def figures_before(c: Lowering, test: E, nest: Nest) -> tuple[E, list[Statement]]:
    """A test, with locals for figures of `this`: they are the same for all things of a search."""
    made: list[Statement] = []

    def keep(x: E) -> E:
        x = folded(c, x) if isinstance(x, ColumnOf) else x
        if not isinstance(x, ColumnOf) or not isinstance(x.member, This) or c.places:
            return x
        if not c.game.kinds[x.kind].columns[x.name].constant:
            return x
        figure = expr(c, x)
        if figure not in nest.names:
            nest.names[figure] = hoisted_name(c, x.name, nest)
            made.append(Assign(local(nest.names[figure], x.type), figure))
        return Local(x.type, nest.names[figure], span=x.span)

    return test.rewrite(keep), made


def last_search(c: Lowering, tests: list[E], action: Block) -> list[Statement]:
    """Does something if tests hold of which the last one is a search."""
    outside = Loop("")
    made = tested(c, tests, action, Nest([outside]))
    return [*outside.declared(), *made]


def loop(c: Lowering, name: str, source: E, test: E, action: Block, nest: Nest) -> list[Statement]:
    """One loop of a search."""
    source, wanted = all_of(name, source, test)
    assert wanted is not None
    over = items(c, source)
    own = Loop(name)
    inner = Nest([*nest.loops, own], nest.names)
    with ranging(c, name, source), inside(c, name):
        body = tested(c, exposed(c, tests_in(wanted), inner), action, inner)
    return [For((local_name(name),), over, (*own.declared(), *body), place=source.span)]


def exposed(c: Lowering, tests: list[E], nest: Nest) -> list[E]:
    """The tests, with a define's own value in its place if something in it is the same every time."""
    found: list[E] = []
    for test in tests:
        parts = tests_in(value) if (value := own_value(c, test)) is not None else []
        same = any(level(c, x, nest) is not None for part in parts for x in outside_queries(part))
        found += parts if same else [test]
    return found


def own_value(c: Lowering, e: E) -> E | None:
    """What a define of one line gives, with its arguments; None: it is no such define, or an argument would be repeated."""
    f = c.plan.signatures[e.name] if isinstance(e, CallExpr) else None
    value = only_value(f) if f is not None else None
    if f is None or value is None:
        return None
    given = arguments(f, e)
    bound = {x.variable for x in value.walk() if isinstance(x, (Query, Fold))}
    for name, a in given.items():
        if free_in(a) & bound or (not isinstance(a, CHEAP) and uses(value, name) > 1):
            return None
    return substitute(value, given)


# ---------------------------------------------------------------- tests in a loop


def tested(c: Lowering, left: list[E], action: Block, nest: Nest) -> Block:
    """Tests one after the other; a query for none, or any query at the end, becomes a loop of its own."""
    if not left:
        return action
    if (none := none_query(c, left[0], nest)) is not None:
        return (unless_found(c, none, tested(c, left[1:], action, nest)),)
    if len(left) == 1 and is_either(left[0], action, nest):
        return either(c, left[0], action, nest)
    if len(left) == 1 and is_search(left[0]):
        return inner_search(c, left[0], action, nest)
    filled: list[Statement] = []
    tests: list[Expr] = []
    while left and not (len(left) == 1 and (is_search(left[0]) or is_either(left[0], action, nest))):
        if tests and none_query(c, left[0], nest) is not None:
            break
        fills: list[Statement] = []
        test = inlined(c, with_hoisted(c, left[0], nest, fills))
        test = inlined(c, opened(c, test, nest, fills))
        test = counted(c, test, nest, fills)
        test = hoisted(c, test, fills)
        if fills and tests:
            break  # what an earlier test rules out must not be computed
        filled += fills
        made = expr(c, test)
        tests += made.parts if isinstance(made, code.Logic) and made.op == "and" else (made,)
        left = left[1:]
    whole = code.all_of(tests)
    assert whole is not None
    return (*filled, when(whole, *tested(c, left, action, nest)))


def inner_search(c: Lowering, query: Query, action: Block, nest: Nest) -> Block:
    """A search inside a search: once it has found something, the loop around it goes on, or is over."""
    if is_left(action):
        return tuple(loop(c, query.variable, query.source, present(query.where), action, nest))
    innermost = (*action, Break()) if not isinstance(action[-1], Break) else action
    (made,) = loop(c, query.variable, query.source, present(query.where), innermost, nest)
    found_before = len(nest.loops) > 2  # the loop around this one is a search, too, and over
    if not found_before:
        return (made,)
    assert isinstance(made, For)
    return (replace(made, otherwise=(code.Continue(),)), Break())


def is_left(action: Block) -> bool:
    """Whether an action leaves the function."""
    return isinstance(action[-1], Return)


def either(c: Lowering, test: Or, action: Block, nest: Nest) -> Block:
    """Does something if one of several tests holds of which the last one is a search."""
    fills: list[Statement] = []
    first = expr(c, hoisted(c, inlined(c, test.operands[0]), fills))
    rest = tested(c, [test.operands[1]], action, nest)
    if is_left(action):
        return (*fills, when(first, *action), *rest)
    return (*fills, when(first, *action, otherwise=rest))


def none_query(c: Lowering, test: E, nest: Nest) -> Query | None:
    """A test that nothing of some things meets a condition, also if a define says so; None: it is another test."""
    test = folded(c, test)
    if is_search(test):
        return test if test.quantifier == "no" else None
    if c.places or not isinstance(test, CallExpr) or test.name in c.plan.constants:
        return None
    f = c.plan.signatures[test.name]
    value, given = only_value(f), plain_arguments(f, test)
    if value is None or not is_search(value) or value.quantifier != "no" or given is None:
        return None
    if any(isinstance(x, (Query, Fold)) for a in value.parts if a is not None for x in a.walk()):
        return None
    name = hoisted_name(c, value.variable, nest)
    nest.names[f"{test.name}.{name}"] = name
    given[value.variable] = Local(value.source.type.item, name, span=test.span)
    args = [None if a is None else substitute(a, given) for a in value.parts]
    return replace(value.with_parts(args), variable=name, span=test.span)


def opened(c: Lowering, test: E, nest: Nest, fills: list[Statement]) -> E:
    """A test that is a define of some steps: these stand in the loop themselves, because a call costs more."""
    if c.places or not isinstance(test, CallExpr):
        return test
    f = c.plan.signatures[test.name]
    *steps, result = f.body
    value = small_value([result])
    if value is None or not steps or not all(isinstance(s, Let) and is_single(s.value) for s in steps):
        return test
    given = plain_arguments(f, test)
    if given is None:
        return test
    for s in steps:
        assert isinstance(s, Let)
        name = hoisted_name(c, s.name, nest)
        step = inlined(c, substitute(s.value, given))
        nest.names[f"{test.name}.{name}"] = name
        fills.append(Assign(local(name, s.value.type), expr(c, step), place=s.span))
        given[s.name] = Local(s.value.type, name, span=s.span)
    return substitute(value, given)


def counted(c: Lowering, test: E, nest: Nest, fills: list[Statement]) -> E:
    """A test that a multiple of a price can be paid, with a local for how many times that is."""
    price = test.arg(1) if is_lib(test, "payable") else None
    if price is None or not is_multiple(price) or not isinstance(test, Lib):
        return test
    multiple = price.arg(1)
    if not isinstance(multiple, Lib) or isinstance(multiple.arg(0), Local):
        return test
    name = hoisted_name(c, "times", nest)
    nest.names[f"times {name}"] = name
    fills.append(Assign(local(name, t.NUMBER), expr(c, multiple.arg(0))))
    times = Local(t.NUMBER, name, span=test.span)
    more = Lib(multiple.type, multiple.name, [times, multiple.arg(1)])
    return test.with_parts([test.arg(0), Lib(t.BUNDLE, "add_bundles", [price.arg(0), more])])


def unless_found(c: Lowering, query: Query, action: Block) -> Statement:
    """Does something if nothing meets the test of a query."""
    with ranging(c, query.variable, query.source):
        test = expr(c, inlined(c, present(query.where)))
    over = items(c, query.source)
    return For((local_name(query.variable),), over, (when(test, Break()),), action, place=query.span)


# ---------------------------------------------------------------- what is hoisted


def with_hoisted(c: Lowering, test: E, nest: Nest, fills: list[Statement]) -> E:
    """The test, with locals for calls that an inner loop would repeat."""

    def hoist(e: E) -> E:
        depth = level(c, e, nest)
        if depth is None or not isinstance(e, CallExpr):
            return e
        call = expr(c, e)
        if call not in nest.names:
            nest.names[call] = hoisted_name(c, e.name.split(".")[-1].split("@")[0], nest)
            nest.loops[depth].hoisted[nest.names[call]] = e.type
        name = nest.names[call]
        if e.type == t.BUNDLE:
            c.supports[name] = c.effects.support(e)
        slot = local(name, unset(e.type))
        empty = IsUnset(slot, type=FLAG)
        if not any(isinstance(s, code.If) and s.cases[0].test == empty for s in fills):
            before: list[Statement] = []
            made = expr(c, hoisted(c, e, before))
            fills.append(when(empty, *before, Assign(slot, made), place=e.span))
        return Local(e.type, name, span=e.span)

    return transform_outside_queries(test, hoist)


def hoisted_name(c: Lowering, name: str, nest: Nest) -> str:
    """A name for something that is hoisted, which nothing around it has."""
    taken = {*nest.names.values(), *(c.scope or ())}
    count = 1
    while f"{name}_now_{count}" in taken:
        count += 1
    if c.scope is not None:
        c.scope.add(f"{name}_now_{count}")
    return f"{name}_now_{count}"


def level(c: Lowering, e: E, nest: Nest) -> int | None:
    """The loop outside of which a call is the same every time; None: it is not such a call."""
    if not isinstance(folded(c, e), CallExpr) or e.type.name == "map":
        return None
    used = free_in(e)
    depth = max((i for i, x in enumerate(nest.loops) if x.name in used or x.more & used), default=0)
    return depth if depth < len(nest.loops) - 1 else None


# ---------------------------------------------------------------- kinds of tests


def is_search(e: E) -> TypeGuard[Query]:
    """Whether a test looks for something of which a condition holds."""
    return isinstance(e, Query) and e.quantifier in ("any", "no") and e.where is not None


def is_either(e: E, action: Block, nest: Nest) -> TypeGuard[Or]:
    """Whether a test and, if that does not hold, a search is all that stands before what is done once."""
    once = is_left(action) or (not isinstance(action[-1], Break) and len(nest.loops) <= 2)
    return once and len(action) == 1 and isinstance(e, Or) and len(e.operands) == 2 and is_any(e.operands[1])


def is_any(e: E) -> bool:
    """Whether a test looks for one thing."""
    return is_search(e) and e.quantifier == "any"


def plain_arguments(f: Function, call: E) -> dict[str, E] | None:
    """What the names inside a define stand for where it is called; None: that would be computed more than once."""
    given = arguments(f, call)
    return given if all(isinstance(a, (Local, Const, You, This)) for a in given.values()) else None


def is_single(e: E) -> bool:
    """Whether an expression is computed without a loop of its own."""
    return not e.type.is_many and all(not isinstance(x, (Query, Fold, Text)) for x in e.walk())


def tests_in(e: E) -> list[E]:
    """Tests all of which must hold, side by side; those that compare a count with none as searches."""
    return [as_search(x) for x in conjuncts(e)]


def as_search(e: E) -> E:
    """A test that compares with none how many things meet a condition, as the search for one of them."""
    if not isinstance(e, Compare) or not isinstance(e.right, Const):
        return e
    word = {(">", 0): "any", (">=", 1): "any", ("=", 0): "no", ("<", 1): "no"}.get((e.sign, e.right.value))
    things = e.left.arg(0) if is_lib(e.left, "size") else e.left
    if (
        word is None
        or not isinstance(things, Query)
        or things.quantifier != ("count" if things is e.left else "all")
    ):
        return e
    return replace(things, type=e.type, quantifier=word, span=e.span) if things.where is not None else e


def outside_queries(e: E) -> list[E]:
    """The parts of a test that are computed whenever it is."""
    if isinstance(e, (Query, Fold, And, Or, IfExpr, SomeSubset)):
        return []
    return [e, *(x for a in e.parts if a is not None for x in outside_queries(a))]


def transform_outside_queries(e: E, change: Callable[[E], E]) -> E:
    """Changes calls from the outside in, where they are computed whenever the test is."""
    made = change(e)
    if made is not e or isinstance(e, (Query, Fold, And, Or, IfExpr)):
        return made
    if isinstance(e, SomeSubset):
        return e
    args = [None if a is None else transform_outside_queries(a, change) for a in e.parts]
    return e.with_parts(args)
