"""Statements that ask: `choose`, `choose one`, `may`, `offer`, `in any order`."""

from __future__ import annotations

from ...diagnostics import suggest
from ...surface import ast
from .. import tree
from .. import types as t
from ..context import Context, Scope, article, several
from ..expr import Const, Field, Local
from ..tree import E
from . import access, blocks, coerce, control, expressions, operators, stores
from .stores import needs_key


def choice_name(c: Context, scope: Scope, part: str) -> str:
    """The name of a choice in its body; a second one of a name gets a number."""
    name = f"{scope.body.label}.{part}" if part else scope.body.label
    n = scope.body.choices.get(name, 0) + 1
    scope.body.choices[name] = n
    return name if n == 1 else f"{name}#{n}"


def on_choose(c: Context, s: ast.Choose, scope: Scope) -> tree.Block:
    """A `choose` as a typed choice."""
    return choose(c, s, s.who, s.picks, s.body, s.otherwise, False, scope)


def choose(
    c: Context,
    s: ast.Choose | ast.May,
    who_ast: ast.Expr | None,
    picks_ast: list[ast.Pick],
    body_ast: ast.Block | None,
    otherwise_ast: ast.Block | None,
    optional: bool,
    scope: Scope,
) -> tree.Block:
    """A typed choice of one or more picks, of `choose` or of `may choose`."""
    before, who = control.subject_of(c, who_ast, scope, s.span)
    inner = scope.inner() if body_ast is not None else scope
    outer_you = inner.you
    inner.you = who
    picks = [pick(c, p, inner) for p in picks_ast]
    if isinstance(s, ast.May) and s.refusal is not None:
        picks[0].refusal = s.refusal.value
    together = s.together and are_two(c, picks, s)
    if together:
        join(c, picks, picks_ast, inner)
    body = blocks.block(c, body_ast, inner) if body_ast is not None else None
    if body_ast is None:
        inner.you = outer_you
    otherwise = others_block(c, otherwise_ast, who, scope)
    return [*before, tree.Choose(s.span, s.sources, who, picks, optional, body, otherwise, together)]


def are_two(c: Context, picks: list[tree.Pick], s: ast.Choose | ast.May) -> bool:
    """Whether picks can be one decision: two single things, with words for the pair alone."""
    if len(picks) != 2 or any(p.amount != "one" for p in picks):
        hint = "write `choose together x from S, y from T`"
        c.report("RW460", "two single things are chosen together", s.span, hint)
        return False
    first, second = picks
    if first.label is not None or second.prompt is not None:
        hint = "ask after the first name, and end with `as` and the words of the pair"
        c.report("RW460", "what is chosen together is one question", s.span, hint)
    return True


def join(c: Context, picks: list[tree.Pick], picks_ast: list[ast.Pick], scope: Scope) -> None:
    """One decision has one name."""
    for p in picks:
        c.choice_types.pop(p.choice, None)
    name = choice_name(c, scope, "_and_".join(p.name for p in picks_ast))
    c.choice_types[name] = t.UNKNOWN
    for p in picks:
        p.choice = name


def others_block(c: Context, statements: ast.Block | None, who: E, scope: Scope) -> tree.Block:
    """The block after `else:`; it belongs to the one who was asked, as the first one does."""
    inner = scope.inner()
    inner.you = who
    return blocks.block(c, statements, inner) if statements else []


def pick(c: Context, p: ast.Pick, scope: Scope) -> tree.Pick:
    """One pick: what is chosen from what, under which conditions, and where it is stored."""
    source = coerce.collection(c, p.source, scope)
    element = t.plain(t.sure(source.type.item))
    amount = p.amount.kind if p.amount else "one"
    number = coerce.number(c, p.amount.value, scope) if p.amount and p.amount.value else None
    if element.is_many:
        c.report(
            "RW417",
            "one chooses single things, not collections",
            p.span,
            "choose something that stands for the collection, such as its number",
        )
    field = None
    if p.yours:
        field = access.of_player(c, coerce.you(c, scope, p.span), p.name, None, p.span, scope)
        if not isinstance(field, Field):
            c.report(
                "RW401",
                f"`your {p.name}` is not a field",
                p.span,
                "leave out `your`, or declare the field under `player`",
            )
            field = None
    else:
        operators.hides(c, p.name, element, p.span)
    type = element if amount == "one" else t.many(element)
    if isinstance(field, Field):
        answer_fits(c, field, type, p.span)
    before = dict(scope.names)
    prompt = expressions.text(c, p.prompt, scope) if p.prompt and amount == "one" else None
    local = scope.bind(p.name, type)
    if p.yours:  # the answer goes into the field; a local of that name keeps its meaning
        scope.names.clear()
        scope.names.update(before)
    if p.prompt and amount != "one":
        prompt = expressions.text(c, p.prompt, scope)
    inner = scope.inner()
    candidate = local
    if amount != "one":
        candidate = inner.bind("it", element)
    inner.it = Local(element, candidate, span=p.span)
    where = coerce.flag(c, p.where, inner) if p.where else None
    so_that = coerce.flag(c, p.so_that, scope) if p.so_that else None
    label = expressions.text(c, p.label, inner) if p.label else None
    if p.so_that is not None and amount == "one":
        c.report("RW418", "`so that` speaks of several chosen things", p.span, "use `where`")
    name = choice_name(c, scope, p.name)
    c.choice_types[name] = element
    reason = p.reason.value if p.reason else ""
    return tree.Pick(
        span=p.span,
        choice=name,
        name=local,
        type=type,
        field=field,
        amount=amount,
        number=number,
        source=source,
        candidate=candidate,
        where=where,
        so_that=so_that,
        label=label,
        reason=reason,
        prompt=prompt,
    )


def answer_fits(c: Context, field: Field, type: t.Type, span: ast.Span) -> None:
    """What is chosen must be what the field holds: one thing, or several in a collection."""
    name, held = field.info.name, field.type
    if needs_key(field):
        c.report(
            "RW407",
            f"`{name}` has many values: say which one changes",
            span,
            f"choose into a name of its own, then write `your {name}(…) = …`",
        )
    elif held.is_many != type.is_many or not t.fits(type, held):
        c.report(
            "RW304",
            f"`your {name}` is {article(held)}, but what is chosen is {article(type)}",
            span,
            f"choose into a name of its own, and do with it what `your {name}` needs",
        )
    else:
        stores.zone_is_set(c, field, span)


def branch(c: Context, b: ast.Branch, scope: Scope) -> tree.Branch:
    """A branch with its label, condition and body."""
    test = coerce.flag(c, b.test, scope) if b.test else None
    return tree.Branch(
        b.span, b.sources, expressions.text(c, b.label, scope), test, blocks.inner_block(c, b.body, scope)
    )


def on_chooseone(c: Context, s: ast.ChooseOne, scope: Scope) -> tree.Block:
    """A `choose one` as a typed choice between branches."""
    before, who = control.subject_of(c, s.who, scope, s.span)
    inner = scope.inner()
    inner.you = who
    name = choice_name(c, scope, "")
    branches = [branch(c, b, inner) for b in s.branches]
    distinct_labels(c, s.branches)
    prompt = expressions.text(c, s.prompt, inner) if s.prompt else None
    return [*before, tree.ChooseOne(s.span, s.sources, name, who, branches, prompt)]


def distinct_labels(c: Context, branches: list[ast.Branch]) -> None:
    """Reports branches with the same label."""
    seen: set[str] = set()
    for b in branches:
        if b.label.value in seen:
            c.report(
                "RW420",
                f'two branches are called "{b.label.value}"',
                b.label.span,
                "give them different labels",
            )
        seen.add(b.label.value)


def on_anyorder(c: Context, s: ast.AnyOrder, scope: Scope) -> tree.Block:
    """An `in any order` with its branches."""
    name = choice_name(c, scope, "order")
    distinct_labels(c, s.branches)
    branches = [branch(c, b, scope) for b in s.branches]
    return [tree.AnyOrder(s.span, s.sources, name, coerce.you(c, scope, s.span), branches)]


def on_may(c: Context, s: ast.May, scope: Scope) -> tree.Block:
    """With `else:`, a local remembers that nothing was taken: declined, or there was nothing to offer."""
    if s.otherwise is None:
        return may(c, s, scope)
    left = control.unnamed(c, "declined", scope, t.FLAG)
    written, read = (Local(t.FLAG, left, span=s.span) for _ in range(2))
    yes, no = (Const(t.FLAG, answer, span=s.span) for answer in (True, False))
    statements = may(c, s, scope)
    question = statements[-1]
    assert isinstance(question, (tree.May, tree.Choose))
    question.body = [tree.Set(s.span, (), written, "=", no), *(question.body or [])]
    other = tree.If(s.span, (), read, others_block(c, s.otherwise, question.who, scope), [])
    return [tree.Let(s.span, (), left, yes), *statements, other]


def may(c: Context, s: ast.May, scope: Scope) -> tree.Block:
    """A `may` as a typed choice between yes and no, or of picks that can be refused."""
    if s.picks:
        return choose(c, s, s.who, s.picks, s.body, None, True, scope)
    before, who = control.subject_of(c, s.who, scope, s.span)
    inner = scope.inner()
    inner.you = who
    assert s.label is not None
    name = choice_name(c, scope, "may")
    label = expressions.text(c, s.label, inner)
    refusal = s.refusal.value if s.refusal else ""
    return [*before, tree.May(s.span, s.sources, name, who, label, blocks.block(c, s.body, inner), refusal)]


def on_offer(c: Context, s: ast.Offer, scope: Scope) -> tree.Block:
    """An `offer` with its menus; unknown menus and wrong arguments are reported."""
    menus: list[tuple[str, list[E]]] = []
    for m in s.menus:
        target = m.target if isinstance(m, ast.Apply) else m
        args = [expressions.expr(c, a, scope) for a in m.args] if isinstance(m, ast.Apply) else []
        if not isinstance(target, ast.Name) or target.name not in c.game.menus:
            near = suggest(target.name, list(c.game.menus)) if isinstance(target, ast.Name) else None
            name = target.name if isinstance(target, ast.Name) else "…"
            c.report(
                "RW224",
                f"`{name}` is not a menu",
                m.span,
                f"did you mean `{near}`?" if near else f"give it an action: `action … in {name}`",
            )
            continue
        c.used.add(target.name)
        if target.name in [name for name, _ in menus]:
            text = f"the menu {target.name} is offered twice at once"
            c.report("RW450", text, m.span, f"write `offer {target.name}` once")
        wanted = c.game.menus[target.name].params
        if len(args) != len(wanted):
            form = f"{target.name}({', '.join(n for n, _ in wanted)})" if wanted else target.name
            c.report(
                "RW217",
                f"the menu {target.name} takes {several(len(wanted), 'value')}, not {len(args)}",
                m.span,
                f"write `offer {form}`",
            )
        grow_menu(c, target.name, args)
        menus.append((target.name, args))
    refusal = s.refusal.value if s.refusal else None
    return [tree.Offer(s.span, s.sources, coerce.you(c, scope, s.span), menus, refusal)]


def grow_menu(c: Context, menu: str, args: list[E]) -> None:
    """What an offer passes to a menu reaches the parameters of its actions."""
    for sig in c.signatures.values():
        f = sig.function
        if f.category != "action" or menu_of(c, f.menu) != menu or not isinstance(f.menu, ast.Apply):
            continue
        names = [a.name for a in f.menu.args if isinstance(a, ast.Name)]
        params = [p for p, _ in f.params]
        for name, arg in zip(names, args):
            if name in params:
                c.grow_param(sig, params.index(name), arg.type, arg.span)
        c.depends_on(sig)


def menu_of(c: Context, menu: ast.Expr | None) -> str:
    """The name of the menu that an action stands in, or nothing."""
    target = menu.target if isinstance(menu, ast.Apply) else menu
    return target.name if isinstance(target, ast.Name) else ""
