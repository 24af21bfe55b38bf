"""Examples and participants in the checker: what is given, played and claimed; how seats without a human answer."""

from __future__ import annotations

from collections.abc import Iterator

from ...diagnostics import suggest
from ...resolved import model
from ...surface import ast
from .. import tree
from .. import types as t
from ..context import Body, Context, Scope, article
from ..example_tree import Example, ExampleStep
from ..expr import Const, Field, Participant
from ..spelling import spelled
from ..tree import E
from . import blocks, coerce, expressions, operators, rule_calls, stores

EVERYBODY = "all"  # answers every question of a kind


def check_examples(c: Context) -> list[Example]:
    """The typed examples."""
    found: list[Example] = []
    for number in in_force(c.game):
        found.append(c.finally_typed(f"example:{number}", lambda number=number: typed_example(c, number)))  # type: ignore[misc]
    return found


def in_force(game: model.Game) -> Iterator[int]:
    """The numbers of the examples that hold in this variant."""
    for number, example in enumerate(game.examples):
        if example.only and (game.variant or game.name) not in example.only:
            continue
        if game.variant and len(example.players) not in game.players:
            continue  # the base game's examples need not suit a variant's number of players
        yield number


def typed_example(c: Context, number: int) -> Example:
    """An example with typed steps; a wrong number of players is reported."""
    source = c.game.examples[number]
    allowed = c.game.players
    if len(source.players) not in allowed:
        counts = ", ".join(map(str, allowed))
        if source.players:
            text, hint = (
                f"{len(source.players)} play in this example, but {counts} can play",
                "name as many, or limit it: `only in VARIANT`",
            )
        else:
            text, hint = (
                f"an example names its players; {counts} can play",
                "begin with `players ann, bob`",
            )
        c.report("RW501", text, source.span, hint)
    players: dict[str, E] = {
        name: Const(t.PLAYER, i, span=source.span) for i, name in enumerate(source.players)
    }
    for name in source.players:
        if name == EVERYBODY:
            c.report("RW218", "`all` already means everybody", source.span, "give the player another name")
        if name in c.game.symbols:
            symbol = c.game.symbols[name]
            means = c.game.functions[name].category if symbol.category == "function" else symbol.category
            c.report(
                "RW218",
                f"`{name}` already means {article(means)}",
                source.span,
                "give the player another name",
            )
    scope = Scope(Body(f"example:{number}", "example"), {}, None, constants=players)
    example = Example(source.title, source.players, [], source.sources, source.span)
    for step in steps_in_force(source.steps, c.game.variant or c.game.name):
        example.steps.extend(example_steps(c, step, example, scope))
    example.locals = scope.body.locals
    return example


def example_steps(c: Context, step: ast.Declaration, example: Example, scope: Scope) -> list[ExampleStep]:
    """The typed steps of one step; values of options are taken up by the example instead."""
    if isinstance(step, ast.Given):
        given = [s for s in step.body if not sets_option(c, s, example, scope)]
        return [ExampleStep("given", step.span, body=blocks.block(c, given, scope))] if given else []
    if isinstance(step, ast.Next):
        return [next_chance(c, step, scope)]
    if isinstance(step, ast.Played):
        return [example_move(c, move, scope) for move in step.moves]
    assert isinstance(step, ast.Expected)
    return [
        example_move(c, claim, scope) if isinstance(claim, ast.Asked) else typed_claim(c, claim, scope)
        for claim in step.claims
    ]


def next_chance(c: Context, step: ast.Next, scope: Scope) -> ExampleStep:
    """What chance gives next; reported if there is no such chance."""
    values = operators.listing(c, step.values, step.span, scope)
    if step.what not in ("shuffle", "roll", "random"):
        c.report("RW502", f"`next {step.what}` is not known", step.span, "chance is shuffle, roll or random")
    return ExampleStep("next", step.span, what=step.what, value=values)


def typed_claim(c: Context, claim: ast.Claim, scope: Scope) -> ExampleStep:
    """A claim with its typed condition."""
    return ExampleStep("claim", claim.span, value=coerce.flag(c, claim.test, scope))


def sets_option(c: Context, s: ast.Stmt, example: Example, scope: Scope) -> bool:
    """A given option is chosen when the example's game is made."""
    if not isinstance(s, ast.Assign) or not isinstance(s.target, ast.Name):
        return False
    info = c.table.get(s.target.name)
    if info is None or "option" not in info.flags:
        return False
    value = coerce.expect(c, expressions.expr(c, s.value, scope), info.type, f"`{info.name}`")
    if not isinstance(value, Const):
        c.report(
            "RW503",
            "an option is given by a constant",
            s.span,
            f"as in `{info.name} = {info.type.low or 0}`",
        )
    else:
        stores.check_range(c, Field(info.type, info), value)
        example.options[info.name] = value.value
    return True


def example_move(c: Context, move: ast.Answer | ast.Asked | ast.Perform, scope: Scope) -> ExampleStep:
    """An answer, a call or a claim about a decision, with its answers as texts."""
    rule = ", ".join(cited.id for cited in move.sources if cited.id)
    if isinstance(move, ast.Perform):
        inner = scope.inner()
        if move.player is not None:
            inner.you = player_named(c, move.player, scope, move.span)
        call = rule_calls.rule_call(c, move.call, inner)
        body: tree.Block = [tree.Call(move.span, move.sources, call)] if call is not None else []
        return ExampleStep("call", move.span, move.player or "", rule=rule, body=body)
    if move.player not in ("", EVERYBODY) or (move.player and isinstance(move, ast.Asked)):
        player_named(c, move.player, scope, move.span)
    kind = "answer" if isinstance(move, ast.Answer) else move.kind
    answers = [a for v in move.values for a in answer(c, v, scope)]
    return ExampleStep(kind, move.span, move.player, answers, rule)


def player_named(c: Context, name: str, scope: Scope, span: ast.Span) -> E:
    """A player or participant of the example by name; an unknown one is reported."""
    if name not in scope.constants and name not in c.game.participants:
        c.report(
            "RW501",
            f"`{name}` does not play in this example",
            span,
            f"players: {', '.join(scope.constants)}",
        )
        return Const(t.PLAYER, 0, span=span)
    if name in c.game.participants:
        return Participant(t.PLAYER, list(c.game.participants).index(name), span=span)
    return scope.constants[name]


def answer(c: Context, e: ast.Expr, scope: Scope) -> list[str]:
    """An answer as the content of a move: names, numbers, labels, cells."""
    if isinstance(e, ast.Name):
        return [e.name]
    if isinstance(e, ast.Text):
        return [e.value]
    if isinstance(e, ast.Number):
        return [str(e.value)]
    if isinstance(e, ast.Minus) and isinstance(e.value, ast.Number):
        return [str(-e.value.value)]
    if isinstance(e, ast.MemberOf):
        return [e.name]
    if isinstance(e, ast.Range) and isinstance(e.low, ast.Number) and isinstance(e.high, ast.Number):
        return [str(n) for n in range(e.low.value, min(e.high.value, e.low.value + 1000) + 1)]
    if isinstance(e, ast.Listing):
        return [f"({', '.join(a for i in e.items for a in answer(c, i, scope))})"]
    if isinstance(e, ast.Apply) and all(isinstance(a, ast.Number) for a in e.args):
        numbers = [str(a.value) for a in e.args if isinstance(a, ast.Number)]
        if isinstance(e.target, ast.Name) and e.target.name in c.game.boards:
            if coerce.shape_of(c, e.target.name) == "grid":
                return [f"({', '.join(numbers)})"]
            return numbers
    if isinstance(e, ast.Apply) and isinstance(e.target, ast.Name) and not e.named:
        kind = c.game.kinds.get(e.target.name)
        if kind is not None and kind.factors:
            return [spelled(expressions.expr(c, e, scope))[1]]
    if isinstance(e, ast.Apply) and isinstance(e.target, ast.Name) and e.target.name in c.game.pieces:
        expressions.expr(c, e, scope)  # its fields must be right
        fields = [a for v in e.args for a in answer(c, v, scope)]
        fields += [f"{name}: {a}" for name, v in e.named for a in answer(c, v, scope)]
        return [f"{e.target.name}({', '.join(fields)})"]
    if isinstance(e, ast.Compare) and e.op == "in" and isinstance(e.right, (ast.Name, ast.MemberOf)):
        owner = e.right.target if isinstance(e.right, ast.MemberOf) else None
        zone = f"{owner.name}.{e.right.name}" if isinstance(owner, ast.Name) else e.right.name
        return [f"{a} in {zone}" for a in answer(c, e.left, scope)]
    c.report(
        "RW503",
        "an answer is a name, a number, a text or a cell",
        e.span,
        "write the answer itself, as in `ann: 3`",
    )
    return [""]

    # ------------------------------------------------------------ participants


def check_participants(c: Context) -> dict[str, tree.Participant]:
    """By name, the seats without a player with their fields and decisions, typed."""
    found: dict[str, tree.Participant] = {}
    for number, p in enumerate(c.game.participants.values()):
        you = Participant(t.PLAYER, number, span=p.span)
        scope = Scope(Body(f"participant:{p.name}", p.name), {}, you)
        controller = coerce.player_expr(c, p.decided_by, scope) if p.decided_by is not None else None
        attributes: dict[str, E] = {}
        for name, value in p.attributes.items():
            if name not in c.player:
                near = suggest(name, c.player)
                hint = (
                    f"did you mean `{near}`?"
                    if near
                    else f"players have: {', '.join(list(c.player)[:12]) or 'no fields'}"
                )
                c.report("RW216", f"a participant has no field `{name}`", value.span, hint)
                continue
            attributes[name] = coerce.expect(
                c, expressions.expr(c, value, scope), c.player[name].type, f"`{name}`"
            )
        decides = [typed_decides(c, p.name, d, you) for d in p.decides]
        found[p.name] = tree.Participant(
            p.name, p.label, number, controller, attributes, [d for d in decides if d], p.span
        )
    return found


def typed_decides(c: Context, participant: str, d: ast.Decides, you: E) -> tree.Decides | None:
    """How a participant answers a choice; None, and reported, if there is no such choice."""
    pattern = d.pattern
    name = ""
    if isinstance(pattern, ast.MemberOf) and isinstance(pattern.target, ast.Name):
        name = f"{pattern.target.name}.{pattern.name}"
    elif isinstance(pattern, ast.Name):
        name = pattern.name
    type = c.choice_types.get(name)
    if type is None:
        if c.final:
            near = suggest(name, c.choice_types)
            hint = f"did you mean `{near}`?" if near else "choices are called rule.variable"
            c.report("RW426", f"there is no choice `{name}`", d.pattern.span, hint)
        return None
    scope = Scope(Body(f"define:decides:{participant}.{name}", name), {}, you)
    scope.names["options"] = "options"
    scope.body.locals["options"] = t.many(type)
    where = coerce.flag(c, d.where, scope) if d.where else None
    if d.value is not None:
        body: tree.Block = [tree.Result(d.span, d.sources, expressions.expr(c, d.value, scope), None)]
    else:
        body = blocks.block(c, d.body or [], scope)
    for s in body:
        if isinstance(s, tree.Result):
            coerce.expect(c, s.value, t.maybe(type), "the answer")
    return tree.Decides(participant, name, where, body, d.span, d.sources)


def steps_in_force(steps: list[ast.Declaration], here: str) -> list[ast.Declaration]:
    """The steps that hold in a variant: `then in V` replaces the `then` directly before it."""
    found: list[ast.Declaration] = []
    before: ast.Expected | None = None  # the `then` that claims may replace, if it is still in force
    for step in steps:
        if isinstance(step, ast.Expected) and step.variants:
            if here in step.variants:
                if before is not None and found and found[-1] is before:
                    found.pop()
                found.append(step)
            continue
        found.append(step)
        before = step if isinstance(step, ast.Expected) else None
    return found
