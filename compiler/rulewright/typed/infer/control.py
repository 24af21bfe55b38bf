"""Statements that say whether, how often and to whom something is done."""

from __future__ import annotations

from ...diagnostics import suggest
from ...surface import ast
from .. import tree
from .. import types as t
from ..checks.flow import left_out
from ..context import Context, Scope
from ..expr import Compare, Const, Field, In, Lib, Local, Math, Query, You
from ..tree import E
from . import blocks, coerce, expressions, operators

LIMIT_OF_BRANCHES = 100


def on_require(c: Context, s: ast.Require, scope: Scope) -> tree.Block:
    """A `require` with its typed condition."""
    test = coerce.flag(c, s.test, scope)
    return [tree.Require(s.span, s.sources, test, s.reason.value if s.reason else "")]


def on_say(c: Context, s: ast.Say, scope: Scope) -> tree.Block:
    """A `say` with its typed text."""
    return [tree.Say(s.span, s.sources, expressions.text(c, s.text, scope))]


def on_begin(c: Context, s: ast.Begin, scope: Scope) -> tree.Block:
    """A `begin` of a period; one that no action is limited to is warned of."""
    periods = {f.once_per for f in c.game.functions.values() if f.once_per}
    if s.period not in periods:
        near = suggest(s.period, sorted(periods))
        hint = f"did you mean `{near}`?" if near else "periods are named by `once per …`"
        c.warn("RW412", f"no action is limited to once per {s.period}", s.span, hint)
    return [tree.Begin(s.span, s.sources, s.period)]


def on_stop(c: Context, s: ast.Stop, scope: Scope) -> tree.Block:
    """A `stop`."""
    return [tree.Stop(s.span, s.sources)]


def on_if(c: Context, s: ast.If, scope: Scope) -> tree.Block:
    """An `if` with its cases nested; cases that say nothing of a member are warned of."""
    otherwise = blocks.inner_block(c, s.otherwise, scope)
    tests: list[E] = []
    if len(s.branches) > LIMIT_OF_BRANCHES:
        place = s.branches[LIMIT_OF_BRANCHES][0].span
        c.report("RW114", f"more than {LIMIT_OF_BRANCHES} cases in one `if`", place, "keep them in a table")
    for test_ast, body in reversed(s.branches[:LIMIT_OF_BRANCHES]):
        test = coerce.flag(c, test_ast, scope)
        if isinstance(test, Const) and c.final:
            word = "always" if test.value else "never"
            hint = "remove the condition" if test.value else "remove what it guards, or mend the condition"
            c.warn("RW413", f"this condition {word} holds", test.span, hint)
        tests.append(test)
        statement = tree.If(s.span, s.sources, test, blocks.inner_block(c, body, scope), otherwise)
        otherwise = [statement]
    missing = left_out(c.game, tests) if s.otherwise is None and c.final else []
    if missing:  # `if x is a … else if x is b …` over a kind
        c.warn("RW414", f"nothing is said for {', '.join(missing)}", s.span, "add them, or `else: nothing`")
    return otherwise


def on_for(c: Context, s: ast.For, scope: Scope) -> tree.Block:
    """A `for` over a collection, filtered and ordered by a query."""
    source = coerce.collection(c, s.source, scope)
    inner = scope.inner()
    operators.hides(c, s.name, source.type.item, s.span)
    local = inner.bind(s.name, t.plain(source.type.item))
    where = coerce.flag(c, s.where, inner) if s.where else None
    by = operators.measure(c, s.by, inner) if s.by else None
    if where is not None or by is not None:
        quantifier = "ordered" if by is not None else "all"
        source = Query(t.many(t.plain(source.type.item)), quantifier, local, source, where, by, span=s.span)
    return [tree.For(s.span, s.sources, local, source, blocks.block(c, s.body, inner))]


def on_each(c: Context, s: ast.Each, scope: Scope) -> tree.Block:
    """An `each player` in which `you` is each of them in turn."""
    if s.kind not in ("player", "participant"):
        c.report("RW415", f"`each {s.kind}:` is not known", s.span, "write `for x in …:` or `each player:`")
    if s.source is not None:
        source = coerce.expect(c, coerce.collection(c, s.source, scope), t.many(t.PLAYER), "this")
        if s.kind == "player" and c.game.participants:
            source = humans(c, source, s.span)
    else:
        source = Lib(t.many(t.PLAYER), f"{s.kind}s", span=s.span)
    inner = scope.inner()
    local = inner.bind(s.kind, t.PLAYER)
    del inner.names[s.kind]
    inner.you = Local(t.PLAYER, local, span=s.span)
    where = coerce.flag(c, s.where, inner) if s.where else None
    if where is not None:  # who takes part is settled once, at the start
        source = Query(t.many(t.PLAYER), "all", local, source, where, span=s.span)
    body = blocks.block(c, s.body, inner)
    if s.secretly:
        check_secret(c, body, local)
    return [tree.Each(s.span, s.sources, s.secretly, local, source, None, body)]


def humans(c: Context, source: E, span: ast.Span) -> E:
    """`each player in X` passes over seats without a human; `each participant in X` does not."""
    seat = Local(t.PLAYER, "seat", span=span)
    players = Lib(t.many(t.PLAYER), "players", span=span)
    return Query(t.many(t.PLAYER), "all", "seat", source, In(t.FLAG, seat, players), span=span)


def check_secret(c: Context, body: tree.Block, you: str) -> None:
    """A secret block may only choose and store into one's own private fields."""
    for s in body:
        if isinstance(s, tree.Choose) and s.body is None:
            for p in s.picks:
                if isinstance(p.field, Field) and p.field.info.visibility == "open":
                    c.report(
                        "RW416",
                        f"`{p.field.info.name}` is chosen secretly but open",
                        p.span,
                        "declare it `private`",
                    )
            continue
        if isinstance(s, tree.Set) and isinstance(s.target, Field):
            owner = s.target.owner
            if isinstance(owner, Local) and owner.name == you and s.target.info.visibility != "open":
                continue
        if isinstance(s, tree.Let):
            continue
        c.report(
            "RW416",
            "a secret block only chooses and stores into your own private fields",
            s.span,
            "do it after the block, when all have answered",
        )


def on_repeat(c: Context, s: ast.Repeat, scope: Scope) -> tree.Block:
    """A `repeat` so many times, up to as many, or until a condition holds."""
    times = coerce.number(c, s.times, scope) if s.times else None
    until = coerce.flag(c, s.until, scope) if s.until else None
    body = blocks.inner_block(c, s.body, scope)
    if s.up_to and times is not None:
        return until_refused(c, s, times, body, scope)
    return [tree.Repeat(s.span, s.sources, times, until, body)]


def until_refused(c: Context, s: ast.Repeat, times: E, body: tree.Block, scope: Scope) -> tree.Block:
    """`repeat up to n times`: nothing is left to do unless the answer is yes."""
    question = body[-1] if body else None
    only = s.body[0]
    if len(s.body) != 1 or not isinstance(only, ast.May) or only.otherwise is not None:
        c.report(
            "RW449",
            "`repeat up to` holds one `may`, whose refusal ends it",
            s.span,
            "write `may …` alone below it, without `else:`, or `repeat … times`",
        )
    if not isinstance(question, (tree.May, tree.Choose)):
        return body
    left, before = (unnamed(c, name, scope) for name in ("times_left", "times_left_before"))

    def local(name: str) -> E:
        return Local(t.NUMBER, name, span=s.span)

    none, one = (Const(t.NUMBER, n, span=s.span) for n in (0, 1))
    fewer = Math(t.NUMBER, "-", local(before), one, span=s.span)
    question.body = [tree.Set(s.span, (), local(left), "=", fewer), *(question.body or [])]
    turn = [
        tree.Let(s.span, (), before, local(left)),
        tree.Set(s.span, (), local(left), "=", none),
        *body,
    ]
    over = Compare(t.FLAG, "<=", local(left), none, span=s.span)
    return [tree.Let(s.span, (), left, times), tree.Repeat(s.span, s.sources, None, over, turn)]


def unnamed(c: Context, name: str, scope: Scope, type: t.Type = t.NUMBER) -> str:
    """A local that the rules cannot speak of."""
    kept = scope.names.get(name)
    local = scope.bind(name, type)
    if kept is None:
        del scope.names[name]
    else:
        scope.names[name] = kept
    return local


def on_as(c: Context, s: ast.As, scope: Scope) -> tree.Block:
    """The body of an `as`, in which `you` is somebody else."""
    inner = scope.inner()
    before, inner.you = subject_of(c, s.who, scope, s.span)
    return [*before, *blocks.block(c, s.body, inner)]


def subject_of(c: Context, who: ast.Expr | None, scope: Scope, span: ast.Span) -> tuple[tree.Block, E]:
    """Who is spoken to; an expression is kept in a local, so that it is read once."""
    if who is None:
        return [], coerce.you(c, scope, span)
    value = coerce.player_expr(c, who, scope)
    if isinstance(value, (Local, You, Const)):
        return [], value
    local = scope.bind("asked", t.PLAYER)
    del scope.names["asked"]
    return [tree.Let(span, (), local, value)], Local(t.PLAYER, local, span=span)


def on_with(c: Context, s: ast.With, scope: Scope) -> tree.Block:
    """A `with` of a menu of free actions; an unknown menu is reported."""
    if s.menu not in c.game.menus:
        near = suggest(s.menu, list(c.game.menus))
        c.report(
            "RW224",
            f"there is no menu `{s.menu}`",
            s.menu_span,
            f"did you mean `{near}`?" if near else f"give it an action: `action … in {s.menu}`",
        )
        return blocks.inner_block(c, s.body, scope)
    c.used.add(s.menu)
    who = coerce.you(c, scope, s.span)
    return [tree.With(s.span, s.sources, s.menu, who, blocks.inner_block(c, s.body, scope))]
