"""Functions that every engine needs beside its rules: columns, effects, bundles, seats without a human, start and end."""

from __future__ import annotations

from dataclasses import replace

from ..analysis.walk import expressions_of
from ..plan.names import constant, local_name
from ..typed import tree as typed
from ..typed.expr import CallExpr, You, is_lib
from . import tree as code
from .functions import POSITION_PARAM, UP_PARAM
from .lowering import Lowering, expr, ids, value
from .menus import YOU_PARAM
from .resources import change, conjunction, enough, stock, with_more
from .state import late_values
from .statements import block
from .tables import blank
from .tree import (
    CHOSEN,
    POSITION_LOCAL,
    UP,
    YOU,
    Assign,
    Binary,
    Call,
    Clause,
    Collection,
    Constant,
    Contains,
    Do,
    Effects,
    Expr,
    Frame,
    Function,
    Index,
    Jump,
    Param,
    Part,
    Resume,
    Return,
    Statement,
    Table,
    number,
    runtime,
    text,
    when,
)
from .types import (
    BUNDLE,
    FLAG,
    FRAME,
    NOTHING,
    NUMBER,
    OPTIONS,
    POSITION,
    RESUMED,
    TEXT,
    constant_set,
    list_of,
    many,
    map_of,
)
from .values import arguments, effect_constant

PURE = Effects(pure=True)
EFFECT = code.Local("effect", type=NUMBER)
PRICE = code.Local("bundle", type=BUNDLE)


def equal(a: Expr, b: Expr) -> Expr:
    """Whether two values are the same."""
    return Binary("==", a, b, type=FLAG)


def columns(c: Lowering) -> list[Function]:
    """Columns that read the position are looked up anew at each use."""
    found: list[Function] = []
    for kind in c.game.kinds.values():
        for column in kind.columns.values():
            if column.constant:
                continue
            body: list[Statement] = []
            for member, cell in zip(kind.members, column.cells):
                if cell is not None:
                    test = equal(code.THIS, Constant(constant(member), "tables"))
                    body.append(when(test, Return(value(c, cell, column.type)), place=cell.span))
            body.append(Return(blank(c, column.type)))
            given = (POSITION_PARAM, Param("this", NUMBER))
            name, doc = f"{kind.name}_{column.name}", f"The column {column.name} of {kind.name}."
            found.append(Function(name, given, column.type, tuple(body), doc, effects=PURE))
    return found


def passable(c: Lowering) -> list[Function | Table]:
    """Cells for which a define holds that never changes: computed once."""
    found: list[Function | Table] = []
    for board, key in sorted(c.needs.passable):
        name = f"{board}_where_{c.plan.names[key]}"
        store = Constant(f"_{name}".upper(), "rules", type=list_of(many(NUMBER)))
        one = code.Local("x_", type=NUMBER)
        test = Call(c.plan.names[key], (POSITION_LOCAL, one), type=FLAG)
        cells = code.Query(
            "sequence", one, (Clause("x_", Part(Constant(constant(board), "tables"), "cells"), test),)
        )
        words = c.plan.signatures[key].name.replace("_", " ")
        found.append(Table(store.name, store.type, Collection(type=store.type)))
        body = (
            when(code.Not(code.Some(store)), code.Put(store, cells)),
            Return(Index(store, number(0))),
        )
        doc = f"The cells of {board} where {words} holds; they never change."
        found.append(Function(name, (POSITION_PARAM,), many(NUMBER), body, doc))
    return found


# ---------------------------------------------------------------- rules that are values


def perform(c: Lowering) -> list[Function | Table]:
    """Carries out an effect: a rule kept as a value."""
    if not c.plan.rule_values and not uses_perform(c):
        return []
    asking = any(e.name in c.plan.asking for _, e in c.plan.rule_values)
    body: list[Statement] = []
    for rule, e in c.plan.rule_values:
        args = tuple(arguments(c, CallExpr(e.type, e.name, You(e.type), None, e.arguments)))
        name = c.plan.names[e.name]
        if e.name in c.plan.asking:
            done: list[Statement] = [Jump(Call(name, (*args, UP), type=FRAME))]
        else:
            done = [Do(Call(name, args)), Resume(UP) if asking else Return()]
        body.append(when(equal(EFFECT, effect_constant(c, rule)), *done))
    given = (POSITION_PARAM, YOU_PARAM, Param("effect", NUMBER))
    doc = "Carries out a rule that stands in a table."
    if asking:
        return [
            *can_perform(c),
            Function(
                "perform", (*given, UP_PARAM), FRAME, (*body, Resume(UP)), doc, effects=Effects(asks=True)
            ),
        ]
    return [*can_perform(c), Function("perform", given, NOTHING, tuple(body), doc)]


def can_perform(c: Lowering) -> list[Function | Table]:
    """Whether a rule that stands in a table can be carried through now."""
    body: list[Statement] = []
    exact: list[Expr] = []
    for rule, e in c.plan.rule_values:
        gate, decides = c.plan.effect_gates.get(rule, ("", False))
        if gate:
            call = expr(c, CallExpr(e.type, gate, You(e.type)))
            body.append(when(equal(EFFECT, effect_constant(c, rule)), Return(call)))
        if decides:
            exact.append(effect_constant(c, rule))
    given = (POSITION_PARAM, YOU_PARAM, Param("effect", NUMBER))
    doc = "Whether a rule that stands in a table can be carried through."
    numbers = constant_set(NUMBER)
    return [
        Function("can_perform", given, FLAG, (*body, Return(code.YES)), doc, effects=PURE),
        Table("EXACT_EFFECTS", numbers, Collection(tuple(exact), type=numbers)),
        Function(
            "effect_is_exact",
            (Param("effect", NUMBER),),
            FLAG,
            (Return(Contains(EFFECT, Constant("EXACT_EFFECTS", "rules"), type=FLAG)),),
            "Whether `can_perform` decides without a trial.",
            effects=PURE,
        ),
    ]


def uses_perform(c: Lowering) -> bool:
    """Whether some rule carries out a rule that is a value."""
    return any(is_lib(e, "perform") for f in c.plan.signatures.values() for e in expressions_of(f))


# ---------------------------------------------------------------- bundles


def bundles(c: Lowering) -> list[Function]:
    """Gaining, paying and losing bundles that are only known in play."""
    if not c.resources:
        return []
    changes: dict[str, list[Statement]] = {"gain": [], "lose": [], "pay": []}
    lacking: list[Statement] = []
    tests: list[Expr] = []
    more: list[Expr] = []
    for i, r in enumerate(c.resources):
        info = c.game.resources[r]
        if info.of or (info.field is None and "gained" not in info.functions):
            continue
        amount = Index(PRICE, number(i), type=NUMBER)
        some = Binary("!=", amount, number(0), type=FLAG)
        changes["gain"].append(when(some, change(c, "gain", r, amount, YOU)))
        if info.field is None and "paid" not in info.functions:
            continue
        for verb in ("lose", "pay"):
            changes[verb].append(when(some, change(c, verb, r, amount, YOU)))
        held = stock(c, r, YOU)
        reason = Return(text(f"not enough {info.label}"))
        lacking.append(when(Binary("<", held, amount, type=FLAG), reason))
        tests.append(enough(held, amount))
        if r in c.needs.multiples:
            times, other = code.Local("n", type=NUMBER), code.Local("more", type=BUNDLE)
            more.append(enough(held, with_more(PRICE, times, other, i)))
    return bundle_functions(c, changes, lacking, tests, more)


def bundle_functions(
    c: Lowering,
    changes: dict[str, list[Statement]],
    lacking: list[Statement],
    tests: list[Expr],
    more: list[Expr],
) -> list[Function]:
    """The functions that change and test bundles, of their parts."""
    given = (POSITION_PARAM, YOU_PARAM, Param("bundle", BUNDLE))
    gain, lose = tuple(changes["gain"]), tuple(changes["lose"])
    found = [
        Function("gain_bundle", given, NOTHING, gain, "Gains all of a bundle."),
        Function("lose_bundle", given, NOTHING, lose, "Loses as much of a bundle as there is."),
        Function(
            "missing",
            given,
            TEXT,
            (*lacking, Return(text(""))),
            "What is missing to pay a bundle, in words.",
            effects=PURE,
        ),
        Function(
            "payable",
            given,
            FLAG,
            (Return(conjunction(tests)),),
            "Whether you can pay a bundle.",
            effects=PURE,
        ),
    ]
    if c.needs.multiples:
        longer = (*given, Param("n", NUMBER), Param("more", BUNDLE))
        doc = "Whether you can pay a bundle and n times another one."
        found.append(Function("payable_with", longer, FLAG, (Return(conjunction(more)),), doc, effects=PURE))
    reason = code.Local("reason", type=TEXT)
    ask = Call("missing", (POSITION_LOCAL, YOU, PRICE), type=TEXT)
    body = (
        Assign(reason, ask),
        when(code.Some(reason), code.Fail(reason, code.RULE_PARAM)),
        *changes["pay"],
    )
    with_rule = (*given, Param("rule", TEXT))
    found.append(Function("pay_bundle", with_rule, NOTHING, body, "Pays all of a bundle, or nothing."))
    return [replace(f, removable=True) for f in found]


# ---------------------------------------------------------------- start and end


def ends(c: Lowering) -> list[Function]:
    """Setup, play, and who has won when the play is over."""
    functions = c.plan.signatures
    new = code.Local("g", type=POSITION)
    made = Call("G", (code.Local("players"), code.Local("options")), "state", type=POSITION)
    start: list[Statement] = [Assign(new, made), *late_values(c), *participant_values(c)]
    begin = Frame(code.UNSET, Constant("L_BEGIN_PLAY", "rules"))
    finish = Frame(Index(code.Local("f"), number(0)), Constant("L_END_OF_PLAY", "rules"))
    play: list[Statement] = [Do(Call("play", (POSITION_LOCAL,))), Resume(finish)]
    if "play" in c.plan.asking:
        play = [Jump(Call("play", (POSITION_LOCAL, finish), type=FRAME))]
    setup: list[Statement] = []
    begin_all: list[Statement] = [run(begin)]
    if "setup" in functions:
        asks = "setup" in c.plan.asking
        plain = Do(Call("setup", (POSITION_LOCAL,)))
        setup = [run(Call("setup", (POSITION_LOCAL, code.UNSET))) if asks else plain]
        begin_all = [run(Call("setup", (POSITION_LOCAL, begin)))] if asks else [plain, run(begin)]
    players = (Param("players", NUMBER), Param("options", map_of(TEXT, NUMBER)))
    resumed = (POSITION_PARAM, Param("f", RESUMED), Param("_", NUMBER))
    over = Assign(code.Field("over", type=FLAG), code.YES)
    winners = Call("final_winners", (POSITION_LOCAL,))
    return [
        Function(
            "new_position",
            players,
            POSITION,
            (*start, Return(new)),
            "A position before the setup: every field has its first value.",
        ),
        Function(
            "final_winners",
            (POSITION_PARAM,),
            many(NUMBER),
            (over, Return(won(c))),
            "Who has won when the play ends by itself: it is over when this is asked.",
        ),
        Function("begin_play", resumed, FRAME, tuple(play)),
        Function(
            "end_of_play",
            resumed,
            FRAME,
            (Do(runtime("end_game", POSITION_LOCAL, winners)), Resume(code.UNSET)),
        ),
        Function("start_setup", (POSITION_PARAM,), NOTHING, tuple(setup), "Sets the game up."),
        Function(
            "start_play",
            (POSITION_PARAM,),
            NOTHING,
            (run(begin),),
            "Plays from a game that is set up to its first decision.",
        ),
        Function(
            "start_game",
            (POSITION_PARAM,),
            NOTHING,
            tuple(begin_all),
            "Sets the game up and plays to its first decision.",
        ),
    ]


def run(frame: Expr) -> Statement:
    """Lets the machine run until somebody is asked."""
    return Do(runtime("run", POSITION_LOCAL, frame))


def won(c: Lowering) -> Expr:
    """Who has won when the play is over."""
    functions = c.plan.signatures
    if "winners" in functions:
        f = functions["winners"]
        call = Call("winners", (POSITION_LOCAL, *((number(0),) if f.uses_you else ())))
        return call if f.result.is_many else Collection((call,), type=many(NUMBER))
    if "score" in functions:
        seat = code.Local("p", type=NUMBER)
        one = Call("score", (POSITION_LOCAL, *((seat,) if functions["score"].uses_you else ())))
        seats = code.Range(number(0), code.Field("players"))
        return runtime("best_players", code.Query("list", one, (Clause("p", seats),), type=OPTIONS))
    return Collection(type=many(NUMBER))


# ---------------------------------------------------------------- seats without a human


def participants(c: Lowering) -> list[Function]:
    """Who answers for seats without a human, and what they answer by themselves."""
    if not c.game.participants:
        return []
    body: list[Statement] = []
    answers: list[Statement] = []
    found: list[Function] = []
    options = code.Local(local_name("options"), type=many(NUMBER))
    undecided = Constant("UNDECIDED", "runtime")
    for q in c.game.participants.values():
        if q.controller is not None:
            body.append(when(equal(YOU, seat(q)), Return(expr(c, q.controller))))
        for n, d in enumerate(q.decides):
            name = f"{q.name}_decides_{n}"
            c.result = None
            given = (POSITION_PARAM, Param(options.name, options.type))
            place = f"{d.span.path}:{d.span.line} [{ids(d.sources)}]"
            made = decides_body(c, d, undecided)
            found.append(Function(name, given, NUMBER, made, note=place, effects=PURE))
            answers.append(answered(c, q, d, name))
    controller = Function(
        "controller_of",
        (POSITION_PARAM, YOU_PARAM),
        NUMBER,
        (*body, Return(YOU)),
        "Who answers for a seat without a human.",
        effects=PURE,
    )
    params = (
        POSITION_PARAM,
        Param("choice", NUMBER),
        YOU_PARAM,
        Param("options", OPTIONS),
        Param("then", RESUMED),
    )
    doc = "What a seat without a human answers, or UNDECIDED if somebody is asked for it."
    answer = Function("automatic_answer", params, NUMBER, (*answers, Return(undecided)), doc, effects=PURE)
    return [controller, *found, answer]


def seat(q: typed.Participant) -> Expr:
    """The number of a seat without a human."""
    return Binary("+", code.Field("players", type=NUMBER), number(q.number), type=NUMBER)


def answered(c: Lowering, q: typed.Participant, d: typed.Decides, function: str) -> Statement:
    """The answer to a choice that a seat without a human gives by itself; a rule that chooses a variable in several
    places is answered in all of them.
    """
    choices = [
        Constant(f"C_{constant(x.name)}", "rules") for x in c.plan.choices if x.name.split("#")[0] == d.choice
    ]
    asked = Contains(code.Local("choice"), Collection(tuple(choices), type=many(NUMBER)), type=FLAG)
    answer = code.Local("answer", type=NUMBER)
    listed = code.Convert("sequence", CHOSEN, type=many(NUMBER))
    some = runtime("without", listed, code.NONE, type=many(NUMBER))
    return when(
        code.Logic("and", (equal(YOU, seat(q)), asked), type=FLAG),
        Assign(answer, Call(function, (POSITION_LOCAL, some), type=NUMBER)),
        when(Contains(answer, CHOSEN, type=FLAG), Return(answer)),
    )


def participant_values(c: Lowering) -> list[Statement]:
    """The fields with which a seat without a human begins."""
    made: list[Statement] = []
    for q in c.game.participants.values():
        for name, first in q.attributes.items():
            info = next(f for f in c.game.fields.values() if f.owner == "player" and f.name == name)
            made.append(Assign(code.Field(info.attribute, seat(q)), value(c, first, info.type)))
    return made


def decides_body(c: Lowering, d: typed.Decides, undecided: Expr) -> code.Block:
    """How a seat without a human answers."""
    made = block(c, d.body)
    if d.where is not None:
        made = (when(expr(c, d.where), *made),)
    complete = d.where is None and any(isinstance(s, typed.Result) and s.test is None for s in d.body)
    return made if complete else (*made, Return(undecided))
