"""Statements without a choice as code."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ..plan.names import constant, local_name
from ..surface.ast import Sources, Span
from ..typed import tree as typed
from ..typed.expr import (
    CallExpr,
    Const,
    Field,
    Item,
    NoRow,
    Query,
    is_lib,
)
from ..typed.tree import E, FieldInfo
from . import moving, resources
from . import tree as code
from .lowering import (
    STATEMENTS,
    Lowering,
    expr,
    ids,
    is_ready,
    items,
    local,
    many,
    negated,
    value,
)
from .none_checks import checked_for_none
from .tree import (
    POSITION_LOCAL,
    Assign,
    Binary,
    Call,
    Do,
    Expr,
    For,
    Return,
    Statement,
    number,
    runtime,
    when,
)
from .types import FLAG, NUMBER
from .values import arguments

LOWEST = -1_000_000  # of a number for which the rules give no lower bound
# Statements that change something themselves, not by what they call or hold.
CHANGES = (typed.Set, typed.Move, typed.Place, typed.Remove, typed.Draw, typed.Shuffle)

Lower = Callable[[Lowering, typed.S], list[Statement]]


def lowers(kind: type) -> Callable[[Lower], Lower]:
    """Registers how a kind of statement is lowered."""

    def register(lower: Lower) -> Lower:
        STATEMENTS[kind] = lower
        return lower

    return register


def block(c: Lowering, statements: typed.Block) -> code.Block:
    """Statements one after the other."""
    return tuple(made for s in statements for made in statement(c, s))


def statement(c: Lowering, s: typed.S) -> list[Statement]:
    """A statement, with the note that leads back to its rule."""
    made = STATEMENTS[type(s)](c, s)
    if isinstance(s, CHANGES):
        made = with_invalidation(c, s, made)
    if c.places and isinstance(s, typed.Result):
        return placed_result(c, s, made)
    return noted(made, note(c, s.span, s.sources), s.span)


def noted(made: list[Statement], text: str, place: Span) -> list[Statement]:
    """Statements, the first of them with a note."""
    return [replace(x, place=place, note=text if i == 0 else "") for i, x in enumerate(made)]


def note(c: Lowering, span: Span, sources: Sources) -> str:
    """What leads back from a line of the engine to its rule."""
    if c.places:
        return f"{span.path}:{span.line}:{span.column}" if span.line else ""
    rules = ids(sources)
    return f"{span.path}:{span.line} [{rules}]" if rules else ""


def placed_result(c: Lowering, s: typed.Result, made: list[Statement]) -> list[Statement]:
    """A case is reached when its test holds. One that names a figure, or says that a table has no such row, is none."""
    if (isinstance(s.value, Const) and s.test is None) or isinstance(s.value, NoRow):
        return made
    text = note(c, s.span, s.sources)
    if s.test is not None and len(made) == 1 and isinstance(made[0], code.If):
        (case,) = made[0].cases
        return [replace(made[0], cases=(replace(case, body=tuple(noted([*case.body], text, s.span))),))]
    return noted(made, text, s.span)


# ---------------------------------------------------------------- what reads a change


def with_invalidation(c: Lowering, s: typed.S, made: list[Statement]) -> list[Statement]:
    """A change of what memoised values read; to store what is there already is no change."""
    told: list[Statement] = []
    for attribute in sorted(c.effects.writes(s)):
        own, there, other = readers(c, attribute)
        name, owner = constant(attribute), owner_of(c, s, attribute)
        if own:
            told.append(code.Invalidate("owner" if owner else "all", reader(f"R_OWN_{name}"), owner))
        if there:
            told.append(code.Invalidate("cell" if owner else "all", reader(f"R_AT_{name}"), owner))
        if other:
            told.append(code.Invalidate("all", reader(f"R_{name}")))
    if not told:
        return made
    test = would_change(c, s)
    return [when(test, *made, *told)] if test is not None else [*made, *told]


def reader(name: str) -> code.Constant:
    """The table of the memoised values that read something."""
    return code.Constant(name, "rules")


def readers(c: Lowering, attribute: str) -> tuple[list[int], list[int], list[int]]:
    """Which memoised values read an attribute: of the player whom they are about, of the cells they go over, of anything."""
    reads = list(enumerate(c.memoised.reads))
    own = [i for i, r in reads if attribute in r.own]
    there = [i for i, r in reads if attribute in r.there]
    return own, there, [i for i, r in reads if attribute in r.other]


def owner_of(c: Lowering, s: typed.S, attribute: str) -> Expr | None:
    """Whose field a statement changes; None: it may be anybody's."""
    places = [s.target] if isinstance(s, typed.Set) else [s.goal] if isinstance(s, typed.Move) else []
    places += [s.origin] if isinstance(s, typed.Remove) and s.origin is not None else []
    roots = [e.collection if isinstance(e, Item) else e for e in places]
    owners = [e.owner for e in roots if isinstance(e, Field) and e.info.attribute == attribute]
    if isinstance(s, typed.Move) and s.origin is not None:
        return None
    return expr(c, owners[0]) if len(owners) == 1 and owners[0] is not None else None


def would_change(c: Lowering, s: typed.S) -> Expr | None:
    """The test that a statement changes anything, where that is easily told."""
    if isinstance(s, typed.Set) and s.op == "=" and isinstance(s.target, Field):
        held, new = expr(c, s.target), value(c, s.value, s.target.type)
        if new == code.NO:
            return held
        if new == code.YES:
            return code.Not(held, type=FLAG)
        if isinstance(new, code.Collection) and not new.items:
            return code.Some(held, type=FLAG)
        return Binary("!=", held, new, type=FLAG) if is_ready(new) else None
    if isinstance(s, typed.Move) and s.goal.type.shape == "set" and s.origin is None:
        one = expr(c, s.what) if not s.what.type.is_many else None
        if one is not None and is_ready(one):
            return code.Contains(one, expr(c, s.goal), True, type=FLAG)
    return None


# ---------------------------------------------------------------- values


@lowers(typed.Let)
def let(c: Lowering, s: typed.S) -> list[Statement]:
    """A local of the rules."""
    assert isinstance(s, typed.Let)
    type = s.value.type
    declared = type if type.name in ("many", "map") else None
    return [Assign(local(s.name, type), value(c, s.value, type), declared=declared)]


@lowers(typed.Result)
def result(c: Lowering, s: typed.S) -> list[Statement]:
    """A case of a define."""
    assert isinstance(s, typed.Result)
    if isinstance(s.value, NoRow):
        return [code.NoRow(f"{s.value.span.path}:{s.value.span.line}")]
    made = Return(value(c, s.value, c.result) if c.result is not None else expr(c, s.value))
    return [made] if s.test is None else [when(expr(c, s.test), made)]


# ---------------------------------------------------------------- fields


@lowers(typed.Set)
def store(c: Lowering, s: typed.S) -> list[Statement]:
    """Stores a value in a local, a field, or an element of one."""
    assert isinstance(s, typed.Set)
    target = s.target
    if isinstance(target, Item):
        root, place = expr(c, target.collection), expr(c, target.index)
        made = expr(c, s.value)
        if s.op != "=":
            made = Binary(s.op[0], runtime("item", root, place), made, type=NUMBER)
        return [Assign(root, runtime("replaced", root, place, made, type=root.type))]
    if isinstance(target, Field):
        return [set_field(c, expr(c, target), target.info, s)]
    return [Assign(expr(c, target), value(c, s.value, target.type), s.op)]


def set_field(c: Lowering, target: Expr, info: FieldInfo, s: typed.Set) -> Statement:
    """Stores a value in a field, within the bounds of its type."""
    made = value(c, s.value, info.type)
    if info.type.name == "number" and not info.type.optional:
        made = checked_for_none(c, s.value, made)
    low, high = info.type.low, info.type.high
    known = isinstance(s.value, Const) and s.op == "="
    if info.type.name != "number" or known or (low is None and high is None):
        return Assign(target, made, s.op)
    if s.op != "=":
        made = Binary(s.op[0], target, made, type=NUMBER)
    if "cyclic" in info.flags and low is not None and high is not None:
        shifted = Binary("-", made, number(low), type=NUMBER) if low else made
        turned = Binary("%", shifted, number(high - low + 1), type=NUMBER)
        return Assign(target, Binary("+", turned, number(low), type=NUMBER) if low else turned)
    if s.value.type.optional and s.op == "=":
        return Assign(target, made)
    if high is None:
        if s.op == "+=" and isinstance(s.value, Const) and s.value.value >= 0:
            return Assign(target, expr(c, s.value), "+=")
        assert low is not None
        return Assign(target, runtime("at_least", made, number(low), code.text(info.name), type=info.type))
    return Assign(target, within(made, info))


def within(made: Expr, info: FieldInfo) -> Expr:
    """A number held to the bounds of a field; play fails outside of them."""
    low, high = info.type.low, info.type.high
    bounds = (number(LOWEST if low is None else low), number(high or 0))
    return runtime("within", made, *bounds, code.text(info.name), type=info.type)


# ---------------------------------------------------------------- control


@lowers(typed.If)
def branch(c: Lowering, s: typed.S) -> list[Statement]:
    """The first of some tests that holds."""
    assert isinstance(s, typed.If)
    cases = [code.Case(expr(c, s.test), block(c, s.then))]
    rest = s.otherwise
    while len(rest) == 1 and isinstance(rest[0], typed.If):
        inner = rest[0]
        cases.append(code.Case(expr(c, inner.test), block(c, inner.then)))
        rest = inner.otherwise
    return [code.If(tuple(cases), block(c, rest))]


@lowers(typed.For)
def for_loop(c: Lowering, s: typed.S) -> list[Statement]:
    """Goes over things."""
    assert isinstance(s, typed.For)
    return [For((local_name(s.name),), loop_source(c, s.source), block(c, s.body))]


def loop_source(c: Lowering, e: E) -> Expr:
    """What a loop runs over is read once, at its start."""
    return many(c, e) if isinstance(e, Query) or e.type.name == "map" else items(c, e)


@lowers(typed.Each)
def each(c: Lowering, s: typed.S) -> list[Statement]:
    """Goes over players."""
    assert isinstance(s, typed.Each)
    body = block(c, s.body)
    if s.where is not None:
        body = (when(expr(c, s.where), *body),)
    return [For((local_name(s.name),), loop_source(c, s.source), body)]


@lowers(typed.Repeat)
def repeat(c: Lowering, s: typed.S) -> list[Statement]:
    """Does something several times, or until a test holds."""
    assert isinstance(s, typed.Repeat)
    alike = moving.alike_in(c, s)
    if s.times is not None and alike is not None and alike.piece in c.made_alike:
        return moving.place_alike(c, s.times, alike)
    body = block(c, s.body)
    if s.times is not None:
        return [For(("_",), code.Range(number(0), expr(c, s.times)), body)]
    assert s.until is not None
    until = when(expr(c, s.until), code.Break())
    return [code.Repeat((until, *body), f"{s.span.path}:{s.span.line}")]


@lowers(typed.Stop)
def stop(c: Lowering, s: typed.S) -> list[Statement]:
    """Leaves the rule."""
    return [c.stop]


@lowers(typed.Call)
def call(c: Lowering, s: typed.S) -> list[Statement]:
    """Carries out a rule that never asks, or ends the game."""
    assert isinstance(s, typed.Call)
    e = s.call
    if is_lib(e, "end_game"):
        won = many(c, e.arg(0)) if e.arguments else Call("final_winners", (POSITION_LOCAL,))
        return [Do(runtime("end_game", POSITION_LOCAL, won))]
    if is_lib(e, "perform"):
        args = tuple(expr(c, a) for a in e.arguments if a is not None)
        return [Do(Call("perform", (POSITION_LOCAL, *args)))]
    if not isinstance(e, CallExpr):
        return []
    if e.name in c.plan.asking:  # what an example is given may ask: the first option answers
        made = Call(c.plan.names[e.name], (*arguments(c, e), code.UNSET))
        return [Do(runtime("carry_out", POSITION_LOCAL, code.Closure(("g",), made)))]
    return [Do(expr(c, e))]


@lowers(typed.Require)
def require(c: Lowering, s: typed.S) -> list[Statement]:
    """Fails unless a test holds."""
    assert isinstance(s, typed.Require)
    reason = code.text(s.reason or "this is not possible now")
    return [when(negated(c, s.test), code.Fail(reason, code.text(ids(s.sources) or c.rule)))]


@lowers(typed.Say)
def say(c: Lowering, s: typed.S) -> list[Statement]:
    """Writes into the log."""
    assert isinstance(s, typed.Say)
    return [code.Say(expr(c, s.text), ids(s.sources) or c.rule)]


@lowers(typed.Begin)
def begin(c: Lowering, s: typed.S) -> list[Statement]:
    """Begins a period: its actions can be used again."""
    assert isinstance(s, typed.Begin)
    return [Do(Call(f"begin_{s.period}", (POSITION_LOCAL,)))]


STATEMENTS[typed.Gain] = resources.gain
STATEMENTS[typed.Move] = moving.move
STATEMENTS[typed.Draw] = moving.draw
STATEMENTS[typed.Shuffle] = moving.shuffle
STATEMENTS[typed.Place] = moving.place
STATEMENTS[typed.Remove] = moving.remove
