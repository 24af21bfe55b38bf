"""Options in words, and why something is not offered: functions that speak with the rules' own lines and ids."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from ..analysis.liveness import free_in
from ..plan import model
from ..plan.names import constant, local_name
from ..surface.ast import Span
from ..typed import tree as typed
from ..typed.expr import And, CallExpr, Const, Query, Text, conjuncts
from ..typed.tree import E
from ..typed.types import FLAG
from . import tree as code
from .choices import choice_name, has_sure_function, in_the_open, is_filled, sure_actions
from .functions import POSITION_PARAM, THEN
from .lowering import Lowering, expr, ids, local, members_of, negated
from .menus import YOU_PARAM, given_args, used
from .statements import let
from .tree import (
    POSITION_LOCAL,
    Assign,
    Binary,
    Call,
    Collection,
    Constant,
    Contains,
    Effects,
    Expr,
    Function,
    Index,
    Param,
    Return,
    Statement,
    Unpack,
    number,
    runtime,
    text,
    when,
)
from .types import NUMBER, REASON, RESUMED, TEXT
from .values import arguments

OPTION = code.Local("option", type=NUMBER)
OF_OPTION = (POSITION_PARAM, Param("f", RESUMED), Param("option", NUMBER))
PURE = Effects(pure=True)


@dataclass
class Reasons:
    """The functions of an engine's reasons, as far as they are made."""

    c: Lowering
    sources: Mapping[str, str]
    explained: dict[str, Function | None] = field(
        default_factory=dict
    )  # define -> which of its cases decided


def reasons(c: Lowering, sources: Mapping[str, str]) -> list[Function]:
    """All functions that say options in words, or why something is not offered."""
    r = Reasons(c, sources)
    found: list[Function] = []
    for x in c.plan.choices:
        if any(isinstance(label, Text) and label.holes for label in x.labels) or any(
            pick.label for pick in x.options.picks
        ):
            found.append(text_function(r, x))
        if is_filled(x):
            found.append(asked_function(r, x))
        if x.kind in ("pick", "subset"):
            found.append(why_function(r, x))
        if has_sure_function(c.plan, x):
            found.append(sure_function(r, x))
        if in_the_open(x):
            found.append(open_function(r, x))
    found += [absent_function(c, a) for a in c.plan.actions if a.once_per or a.in_force is not None]
    return [*(f for f in r.explained.values() if f is not None), *found]


def worded_reason(words: str, rules: str) -> Expr:
    """A reason in words, and the rules behind it."""
    return Collection((text(words), text(rules)), type=REASON)


@lru_cache(maxsize=256)
def lines_of(text: str) -> list[str]:
    """The lines of a file of rules."""
    return text.split("\n")


def source_text(sources: Mapping[str, str], span: Span) -> str:
    """The words of the rules at a place."""
    lines = lines_of(sources.get(span.path, ""))
    if not 1 <= span.line <= len(lines):
        return ""
    if span.line == span.end_line:
        parts = [lines[span.line - 1][span.column - 1 : span.end_column - 1]]
    else:
        parts = [lines[span.line - 1][span.column - 1 :], *lines[span.line : span.end_line - 1]]
        parts = [x.split("#")[0] for x in (*parts, lines[span.end_line - 1][: span.end_column - 1])]
    found = " ".join(" ".join(parts).split())
    bracketed = found.startswith("(") and found.endswith(")") and not {*found[1:-1]} & {*"()"}
    return found[1:-1] if bracketed else found


def unpack(x: model.Choice) -> list[Statement]:
    """The locals that the frame of a choice holds."""
    names = [local_name(n) for n in x.saved]
    return [Unpack(("_", "_", *names), THEN)] if names else []


def chosen(x: model.Choice, pick: typed.Pick) -> Statement:
    """Gives a thing that an option means the name by which the rules speak of it."""
    value: Expr = OPTION
    if x.options.second is not None:
        op = "%" if pick is x.options.second else "//"
        value = Binary(op, OPTION, Constant("PAIR", "runtime"), type=NUMBER)
    return Assign(local(pick.candidate, NUMBER), value)


def is_option(value: Expr) -> Expr:
    """Whether the option is this one."""
    return Binary("==", OPTION, value, type=FLAG)


# ---------------------------------------------------------------- options in words


def absent_function(c: Lowering, a: model.Action) -> Function:
    """Why an action does not stand in its menu."""
    rules = ids(a.sources)
    body: list[Statement] = []
    if a.once_per:
        body.append(when(used(a), Return(worded_reason(f"it can be used once per {a.once_per}", rules))))
    if a.in_force is not None:
        body.append(
            when(negated(c, a.in_force), Return(worded_reason("it does not apply to you now", rules)))
        )
    body.append(Return(worded_reason("", "")))
    return Function(f"{a.name}_absent", (POSITION_PARAM, YOU_PARAM), REASON, tuple(body), effects=PURE)


def text_function(r: Reasons, x: model.Choice) -> Function:
    """An option in words."""
    body = unpack(x)
    labels = [pick.label for pick in x.options.picks if pick.label is not None]
    if x.options.pick is not None and labels:
        ending = "done" if x.kind == "subset" else x.options.pick.refusal or "no"
        body += [chosen(x, pick) for pick in x.options.picks]
        body += [when(is_option(code.NONE), Return(text(ending))), Return(expr(r.c, labels[0]))]
    else:
        for i, label in enumerate(x.labels):
            option = number(1 - i if x.kind == "may" else i)
            body.append(when(is_option(option), Return(expr(r.c, label))))
        body.append(Return(text("")))
    return Function(f"{choice_name(x)}_text", OF_OPTION, TEXT, tuple(body), effects=PURE)


def asked_function(r: Reasons, x: model.Choice) -> Function:
    """What is asked, in words."""
    body = (*unpack(x), Return(expr(r.c, x.prompt)))
    return Function(f"{choice_name(x)}_asked", OF_OPTION[:2], TEXT, body, effects=PURE)


def sure_function(r: Reasons, x: model.Choice) -> Function:
    """Whether an option needs no trial in this position."""
    body = [*unpack(x), *of_callers(x)]
    for option, test in x.sure_if.items():
        body.append(when(is_option(number(option)), Return(expr(r.c, test))))
    for a in sure_actions(r.c.plan, x):
        action = Constant(f"A_{constant(a.name)}", "rules")
        body.append(when(is_option(action), Return(sure_call(r.c, a, x))))
    if x.sure_pick is not None and x.options.pick is not None:
        body += [chosen(x, pick) for pick in x.options.picks]
        body.append(Return(expr(r.c, x.sure_pick)))
    else:
        body.append(Return(code.NO))
    return Function(f"{choice_name(x)}_sure", OF_OPTION, FLAG, tuple(body), effects=PURE)


def of_callers(x: model.Choice) -> list[Statement]:
    """Reads the locals of those who have called the rule."""
    needed = set[str]().union(*map(free_in, x.sure_if.values()))
    return [
        Assign(local(name, NUMBER), Index(runtime("caller", THEN, number(above)), number(place)))
        for above, frame in enumerate(x.beyond, start=1)
        for place, name in enumerate(frame.saved, start=2)
        if name in needed and name not in x.saved
    ]


def open_function(r: Reasons, x: model.Choice) -> Function:
    """Whether something could be chosen for all that everybody sees."""
    pick = x.options.pick
    assert pick is not None
    where, second = pick.where, x.options.second
    if second is not None:
        any_second = Query(FLAG, "any", second.candidate, second.source, second.where)
        where = any_second if where is None else And(FLAG, [where, any_second])
    some = expr(r.c, Query(FLAG, "any", pick.candidate, pick.source, where, span=pick.span))
    if pick.number is not None:
        several = Binary(">", expr(r.c, pick.number), number(0), type=FLAG)
        some = code.Logic("and", (several, some), type=FLAG)
    body = (*unpack(x), Return(some))
    return Function(f"{choice_name(x)}_open", OF_OPTION[:2], FLAG, body, effects=PURE)


def sure_call(c: Lowering, a: model.Action, x: model.Choice) -> Expr:
    """Asks whether the gate of a menu's action decides now."""
    f = c.plan.signatures[a.sure]
    assert x.options.who is not None
    given = next([expr(c, e) for e in args] for menu, args in x.options.menus if menu == a.menu)
    who = (expr(c, x.options.who),) if f.uses_you else ()
    return Call(c.plan.names[a.sure], (POSITION_LOCAL, *who, *given_args(c, a, given)), type=FLAG)


# ---------------------------------------------------------------- why not


def why_function(r: Reasons, x: model.Choice) -> Function:
    """Which condition an option fails."""
    own = ids(x.sources)
    body = unpack(x)
    for pick in x.options.picks:
        body += [chosen(x, pick), *against(r, pick, own)]
    nested = x.options.later or x.options.nested
    if nested is not None:
        reason = worded_reason("nothing could be chosen after it", rules_of(r, nested, own))
        body.append(when(code.Not(expr(r.c, nested), type=FLAG), Return(reason)))
    body.append(Return(worded_reason("", "")))
    return Function(f"{choice_name(x)}_why", OF_OPTION, REASON, tuple(body), effects=PURE)


def against(r: Reasons, pick: typed.Pick, own: str) -> list[Statement]:
    """Says which condition of its pick a thing fails."""
    one = local(pick.candidate, NUMBER)
    outside = f"it is not among: {source_text(r.sources, pick.source.span)}"
    missing = Contains(one, members_of(r.c, pick.source), True, type=FLAG)
    body: list[Statement] = [when(missing, Return(worded_reason(outside, rules_of(r, pick.source, own))))]
    if pick.reason:
        assert pick.where is not None
        reason = worded_reason(pick.reason, rules_of(r, pick.where, own))
        body.append(when(negated(r.c, pick.where), Return(reason)))
    for test in conjuncts(None if pick.reason else pick.where):
        body.append(when(negated(r.c, test), Return(reason_of(r, test, own))))
    return body


def reason_of(r: Reasons, test: E, own: str) -> Expr:
    """Text and rule ids of a condition that does not hold; a define says which of its cases decided."""
    if isinstance(test, CallExpr) and r.c.plan.signatures[test.name].result.name == "flag":
        return Call(explain(r, test.name), tuple(arguments(r.c, test)), "reasons", type=REASON)
    words = f"this does not hold: {source_text(r.sources, test.span)}"
    return worded_reason(words, rules_of(r, test, own))


def rules_of(r: Reasons, e: E, own: str) -> str:
    """The ids of the defines that an expression calls, then those of its own line."""
    found: list[str] = []
    for x in e.walk():
        if isinstance(x, CallExpr):
            f = r.c.plan.signatures[x.name]
            found += [source.id for source in f.sources if source.id]
            found += [source.id for s in f.body for source in s.sources if source.id]
    return without_copies(", ".join(found), own)


def explain(r: Reasons, key: str) -> str:
    """The function that says which case of a define decided, with its words and ids."""
    f = r.c.plan.signatures[key]
    name = f"{r.c.plan.names[key]}_why"
    if key in r.explained:
        return name
    r.explained[key] = None  # defines may call themselves
    body: list[Statement] = []
    for s in f.body:
        if isinstance(s, typed.Let):
            body.extend(let(r.c, s))
        elif isinstance(s, typed.Result):
            answer = Return(case(r, f, s))
            body.append(answer if s.test is None else when(expr(r.c, s.test), answer))
    params = [POSITION_PARAM, *([YOU_PARAM] if f.uses_you else [])]
    params += [Param("this", NUMBER)] if f.uses_this else []
    params += [Param(local_name(q.name), q.type) for q in f.params]
    r.explained[key] = Function(name, tuple(params), REASON, tuple(body), effects=PURE, place=f.span)
    return name


def case(r: Reasons, f: typed.Function, s: typed.Result) -> Expr:
    """Text and rule ids of a case that decided, by which the define did not hold."""
    own, value = ids(f.sources), s.value
    layers = f"{f.key.split('@')[0]}@"
    if isinstance(value, CallExpr) and value.name.startswith(layers):  # an override, or what it overrides
        return reason_of(r, value, own)
    if not isinstance(value, Const):
        words = f"this does not hold: {source_text(r.sources, value.span)}"
    elif value.value is True:  # then the define holds, and nobody asks
        return worded_reason("", "")
    elif s.test is not None and s.test.span.line:
        words = f"this stands against it: {source_text(r.sources, s.test.span)}"
    else:
        words = f"this does not hold: {f.label}"
    return worded_reason(words, without_copies(ids(s.sources), rules_of(r, value, own)))


def without_copies(*rules: str) -> str:
    """Lists of ids as one, each id once."""
    return ", ".join(dict.fromkeys(x for listed in rules for x in listed.split(", ") if x))
