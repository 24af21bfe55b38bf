"""Functions of the plan as code: rules, and what follows their choices."""

from __future__ import annotations

from dataclasses import replace

from ..plan import model
from ..plan.names import constant, local_name
from ..typed import types as t
from ..typed.expr import CallExpr, Lib, ListOf
from . import tree as code
from .lowering import Lowering, expr, ids, items, local, many
from .statements import note, noted, statement
from .tree import (
    POSITION_LOCAL,
    UP,
    Assign,
    Block,
    Call,
    Collection,
    Constant,
    Effects,
    Expr,
    Frame,
    Function,
    Index,
    Jump,
    Method,
    Param,
    Part,
    Resume,
    Statement,
    number,
    runtime,
    when,
)
from .types import FLAG, FRAME, MACHINE, NOTHING, NUMBER, OPTIONS, POSITION, RESUMED, UNKNOWN, Type
from .values import arguments

POSITION_PARAM = Param("g", POSITION)
UP_PARAM = Param("up", FRAME)
UNIT = Constant("L_UNIT", "runtime")
THEN = code.Local("f", type=RESUMED)  # the frame that is resumed
# Only a trial needs to know that a unit in which nothing is asked has been finished.
AFTER_UNIT = Resume(
    code.Conditional(
        code.Binary("<", code.Field("trial", type=NUMBER), number(0), type=FLAG),
        UP,
        Frame(UP, UNIT),
        type=FRAME,
    )
)


def params(given: list[tuple[str, Type]]) -> tuple[Param, ...]:
    """The position, and the parameters of a rule."""
    return (POSITION_PARAM, *(Param(local_name(name), type) for name, type in given))


def described(c: Lowering, made: Function, f: model.Function) -> Function:
    """A function with its docstring, or the note that takes its place."""
    where = f"{f.span.path}:{f.span.line}"
    rule = f" [{ids(f.sources)}]" if ids(f.sources) else ""
    if not f.doc:
        return replace(made, note=f"{where}{rule}")
    said = next((c.sentences[x.id] for x in f.sources if x.id in c.sentences), "")
    return replace(made, doc=f"{f.doc[0].upper()}{f.doc[1:]}{rule} ({where}).", sentence=said)


def effects(c: Lowering, f: model.Function) -> Effects:
    """What a call of a function may do."""
    key = c.keys.get(f.name, f.rule)
    if key not in c.plan.signatures:
        return Effects(asks=f.role in ("asking", "resume"), pure=f.role == "value")
    reads, writes = c.effects.function_reads(key), c.effects.function_writes(key)
    asks = f.role in ("asking", "resume")
    pure = f.role == "value"
    return Effects(
        frozenset(reads), frozenset(writes), asks, pure=pure, constant=pure and key in c.plan.constants
    )


# ---------------------------------------------------------------- functions


def function(c: Lowering, f: model.Function) -> list[Function]:
    """A function of the plan; one that is called as well as resumed has an adapter beside it."""
    c.name, c.rule, c.result = f.name, ids(f.sources), f.result
    c.stop = code.Return() if f.role == "plain" else Resume(UP)
    resumed = f.role == "resume" or (f.role == "asking" and f.resumable and f.name not in c.jumped)
    body = nodes(c, f.body)
    made = Function(f.name, params(f.params), NOTHING, body, effects=effects(c, f), place=f.span)
    made = described(c, made, f)
    if f.role == "value":
        made = replace(made, result=f.result or NOTHING, memo=memo(c, f.name))
    elif resumed:
        pick = Param(local_name(f.pick) if f.pick else "_", NUMBER)
        given = (POSITION_PARAM, Param("f", RESUMED), pick)
        made = replace(made, params=given, result=FRAME, body=(*unpack(f), *body))
    elif f.role != "plain":
        made = replace(made, params=(*made.params, UP_PARAM), result=FRAME)
    if f.circular:
        made = replace(made, limit=f.circular)
    return [made, *([adapter(f)] if f.resumable and not resumed else [])]


def memo(c: Lowering, name: str) -> code.Memo | None:
    """How the position keeps what a function gives, if it does."""
    if name not in c.stores:
        return None
    store = c.stores.index(name)
    return code.Memo(store, figures(c, store))


def figures(c: Lowering, store: int) -> Expr | None:
    """The figures that are compared before a kept value is used."""
    made = [expr(c, e) for e in c.memoised.reads[store].figures]
    return made[0] if len(made) == 1 else Collection(tuple(made)) if made else None


def unpack(f: model.Function) -> list[Statement]:
    """What a frame holds, in the order in which `frame` puts it there."""
    names = [local_name(n) for n, _ in f.params]
    if len(names) > 1:
        return [code.Declare("up", FRAME), code.Unpack(("up", "_", *names), THEN)]
    made: list[Statement] = [Assign(UP, Index(THEN, number(0), type=FRAME), declared=FRAME)]
    for name, (_, type) in zip(names, f.params):
        made.append(Assign(code.Local(name, type=type), Index(THEN, number(2), type=type), declared=type))
    return made


def adapter(f: model.Function) -> Function:
    """Resumes a function that is also called directly."""
    names = [local_name(n) for n, _ in f.params]
    call = Call(f.name, (POSITION_LOCAL, *map(code.Local, names), UP), type=FRAME)
    body = (code.Unpack(("up", "_", *names), THEN), Jump(call))
    given = (POSITION_PARAM, Param("f", RESUMED), Param("_", NUMBER))
    return Function(f"{f.name}__again", given, FRAME, body, effects=Effects(asks=True), place=f.span)


# ---------------------------------------------------------------- bodies


def nodes(c: Lowering, body: list[model.Node]) -> Block:
    """The nodes of a function's body, one after the other."""
    return tuple(made for n in body for made in node(c, n))


def node(c: Lowering, n: model.Node) -> list[Statement]:
    """One node of the plan."""
    if isinstance(n, model.Plain):
        return plain_statement(c, n)
    if isinstance(n, model.Turn):
        where = code.text(f"{n.span.path}:{n.span.line}")
        return [code.Do(runtime("next_round", POSITION_LOCAL, where), place=n.span)]
    if isinstance(n, model.Branch):  # the first part always leaves the function
        return [when(expr(c, n.test), *nodes(c, n.then)), *nodes(c, n.otherwise)]
    if isinstance(n, model.Return):
        return [Resume(UP)]
    if isinstance(n, model.Stop):
        return [way_out(n.frames, n.unit)]
    if isinstance(n, model.Jump):
        args = (POSITION_LOCAL, *(code.Local(local_name(a)) for a in n.args), UP)
        return [Jump(Call(n.function, args, type=FRAME))]
    if isinstance(n, model.Bounce):
        return [Resume(frame(UP, n.frame))]
    if isinstance(n, model.Leave):
        # `up` is the block's own frame, below it the old frame of what follows, below that the caller
        below = frame(beneath(2), n.frame)
        return [Resume(Frame(below, UNIT, type=FRAME) if n.kind == "unit" else below)]
    if isinstance(n, model.Invoke):
        return invoke(c, n)
    if isinstance(n, model.RunAction):
        return [run_action(c, n)]
    if isinstance(n, model.Push):
        return push(c, n)
    return ask(c, n) if isinstance(n, model.Ask) else [secret(c, n)]


def plain_statement(c: Lowering, n: model.Plain) -> list[Statement]:
    """A statement without a choice; a `stop` inside it may have to leave units."""
    if not n.way_out[0]:
        return statement(c, n.statement)
    kept, c.stop = c.stop, way_out(*n.way_out)
    made = statement(c, n.statement)
    c.stop = kept
    return made


def way_out(frames: int, unit: bool) -> Statement:
    """Leaves a rule, and the frames of what is left out."""
    if not frames:
        return Resume(UP)
    return Resume(Frame(beneath(frames), UNIT, type=FRAME) if unit else beneath(frames))


def beneath(frames: int) -> Expr:
    """What follows below so many frames."""
    return runtime("beneath", UP, number(frames), type=FRAME)


def then(following: model.Frame | None) -> Expr:
    """What follows: a frame, or what follows the caller."""
    return UP if following is None else frame(UP, following)


def frame(up: Expr, saved: model.Frame) -> Frame:
    """A frame: what follows it, its label, the saved locals."""
    names = tuple(code.Local(local_name(n)) for n in saved.saved)
    return Frame(up, label(saved.label), names, type=FRAME)


def label(name: str) -> Constant:
    """The constant of a function that can be resumed."""
    return Constant(f"L_{constant(name)}", "rules")


def invoke(c: Lowering, n: model.Invoke) -> list[Statement]:
    """Goes on with a rule that may ask."""
    if isinstance(n.call, Lib):
        given = (POSITION_LOCAL, *(expr(c, a) for a in n.call.arguments if a is not None))
        made = Jump(Call("perform", (*given, then(n.frame)), type=FRAME))
    else:
        assert isinstance(n.call, CallExpr)
        name = c.plan.names[n.call.name]
        made = Jump(Call(name, (*arguments(c, n.call), then(n.frame)), type=FRAME))
    return noted([made], note(c, n.span, n.sources), n.span)


def run_action(c: Lowering, n: model.RunAction) -> Statement:
    """Carries out the action that was picked from a menu."""
    actions = Part(Constant("MACHINE", "state", type=MACHINE), "actions")
    action = Index(actions, local(n.pick, NUMBER))
    given = {menu: expr(c, ListOf(t.UNKNOWN, list(args))) for menu, args in n.menus}
    if len(set(given.values())) == 1:
        args = next(iter(given.values()))
    else:
        table = code.MapOf(tuple((code.text(m), a) for m, a in given.items()))
        args = Index(table, Part(action, "menu"))
    return Jump(Method(action, "run", (POSITION_LOCAL, expr(c, n.who), args, then(n.frame)), type=FRAME))


def push(c: Lowering, n: model.Push) -> list[Statement]:
    """Puts a frame on top of what follows."""
    if n.kind == "unit":
        return [code.Push(Frame(UP, UNIT, type=FRAME))]
    if n.kind == "frame":
        assert n.frame is not None
        made = code.Push(frame(UP, n.frame))
        return [made] if n.test is None else [when(expr(c, n.test), made)]
    assert n.who is not None
    menu = Constant(f"M_{constant(n.menu)}", "rules")
    return [code.Push(Frame(UP, Constant("L_WITH", "runtime"), (expr(c, n.who), menu), type=FRAME))]


def ask(c: Lowering, n: model.Ask) -> list[Statement]:
    """Asks somebody; if nothing can be chosen there may be something else to do."""
    who, choice = expr(c, n.who), Constant(f"C_{constant(n.choice)}", "rules")
    args = (POSITION_LOCAL, *(code.Local(local_name(a)) for a in n.args))
    module = "runtime" if n.options == "yes_or_no" else "rules"
    options: Expr = Call(n.options, args, module, type=OPTIONS)
    following = then(n.frame)
    if n.fallback is None:
        made: list[Statement] = [code.Ask(n.mode, who, choice, options, following)]
        return noted(made, note(c, n.span, n.sources), n.span)
    made = []
    if n.mode != "plain":
        waits = code.Local("then", type=FRAME)
        made.append(Assign(waits, following))
        name = "offerable_in_unit" if n.mode == "in_unit" else "offerable"
        options = runtime(name, POSITION_LOCAL, who, choice, options, waits, type=OPTIONS)
        following = waits
    made.append(Assign(code.CHOSEN, options))
    asked = code.Ask("plain", who, choice, code.CHOSEN, following)
    made.append(when(code.Some(code.CHOSEN, type=FLAG), asked))
    return [*noted(made, note(c, n.span, n.sources), n.span), *nodes(c, n.fallback)]


def secret(c: Lowering, n: model.Secret) -> Statement:
    """Starts the same questions for several players, whose answers stay secret until all have answered."""
    players = many(c, n.players)
    if n.where is not None:
        one = local(n.player, NUMBER)
        wanted = code.Clause(one.name, items(c, n.players), expr(c, n.where))
        players = code.Query("sequence", one, (wanted,), type=n.players.type)
    saved = Collection(tuple(code.Local(local_name(x)) for x in n.frame.saved), type=t.many(UNKNOWN))
    args = (POSITION_LOCAL, players, label(n.frame.label), saved, then(n.after))
    return Jump(runtime("secretly", *args, type=FRAME))


def all_nodes(body: list[model.Node]) -> list[model.Node]:
    """All nodes, also inside branches."""
    found: list[model.Node] = []
    for n in body:
        found.append(n)
        if isinstance(n, model.Branch):
            found.extend(all_nodes(n.then))
            found.extend(all_nodes(n.otherwise))
        elif isinstance(n, model.Ask) and n.fallback is not None:
            found.extend(all_nodes(n.fallback))
    return found
