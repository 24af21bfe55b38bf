"""Examples and participants in the checker: what is given, played and claimed; how seats without a human answer."""

from __future__ import annotations

from ..diagnostics import suggest
from ..surface import ast
from . import tree
from . import types as t
from .context import Body, Scope, article
from .example_tree import Example, ExampleStep
from .statements import Statements
from .tree import E

EVERYBODY = "all"  # answers every question of a kind


class Examples(Statements):
    # ------------------------------------------------------------ examples

    def check_examples(self) -> list[Example]:
        found: list[Example] = []
        for i, example in enumerate(self.game.examples):
            if example.only and (self.game.variant or self.game.name) not in example.only:
                continue
            if self.game.variant and len(example.players) not in self.game.players:
                continue  # the base game's examples need not suit a variant's number of players
            found.append(self.example(i))
        return found

    def example(self, number: int) -> Example:
        source = self.game.examples[number]
        allowed = self.game.players
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
            self.report("RW501", text, source.span, hint)
        players = {
            name: E("const", t.PLAYER, data=i, span=source.span) for i, name in enumerate(source.players)
        }
        for name in source.players:
            if name == EVERYBODY:
                self.report(
                    "RW218", "`all` already means everybody", source.span, "give the player another name"
                )
            if name in self.game.symbols:
                symbol = self.game.symbols[name]
                means = (
                    self.game.functions[name].category if symbol.category == "function" else symbol.category
                )
                self.report(
                    "RW218",
                    f"`{name}` already means {article(means)}",
                    source.span,
                    "give the player another name",
                )
        scope = Scope(Body(f"example:{number}", "example"), {}, None, constants=players)
        example = Example(source.title, source.players, [], source.sources, source.span)
        for step in steps_in_force(source.steps, self.game.variant or self.game.name):
            example.steps.extend(self.example_steps(step, example, scope))
        example.locals = scope.body.locals
        return example

    def example_steps(self, step: ast.Declaration, example: Example, scope: Scope) -> list[ExampleStep]:
        if isinstance(step, ast.Given):
            given = [s for s in step.body if not self.sets_option(s, example, scope)]
            return [ExampleStep("given", step.span, body=self.block(given, scope))] if given else []
        if isinstance(step, ast.Next):
            return [self.next_chance(step, scope)]
        if isinstance(step, ast.Played):
            return [self.example_move(move, scope) for move in step.moves]
        assert isinstance(step, ast.Expected)
        return [
            self.example_move(claim, scope) if isinstance(claim, ast.Asked) else self.claim(claim, scope)
            for claim in step.claims
        ]

    def next_chance(self, step: ast.Next, scope: Scope) -> ExampleStep:
        values = self.listing(step.values, step.span, scope)
        if step.what not in ("shuffle", "roll", "random"):
            self.report(
                "RW502", f"`next {step.what}` is not known", step.span, "chance is shuffle, roll or random"
            )
        return ExampleStep("next", step.span, what=step.what, value=values)

    def claim(self, claim: ast.Claim, scope: Scope) -> ExampleStep:
        return ExampleStep("claim", claim.span, value=self.flag(claim.test, scope))

    def sets_option(self, s: ast.Stmt, example: Example, scope: Scope) -> bool:
        """A given option is chosen when the example's game is made."""
        if not isinstance(s, ast.Assign) or not isinstance(s.target, ast.Name):
            return False
        info = self.table.get(s.target.name)
        if info is None or "option" not in info.flags:
            return False
        value = self.expect(self.expr(s.value, scope), info.type, f"`{info.name}`")
        if value.op != "const":
            self.report(
                "RW503",
                "an option is given by a constant",
                s.span,
                f"as in `{info.name} = {info.type.low or 0}`",
            )
        else:
            self.check_range(E("field", info.type), value)
            example.options[info.name] = value.data
        return True

    def example_move(self, move: ast.Answer | ast.Asked | ast.Perform, scope: Scope) -> ExampleStep:
        rule = ", ".join(c.id for c in move.sources if c.id)
        if isinstance(move, ast.Perform):
            inner = scope.inner()
            if move.player is not None:
                inner.you = self.player_named(move.player, scope, move.span)
            call = self.rule_call(move.call, inner)
            body: tree.Block = [tree.Call(move.span, move.sources, call)] if call is not None else []
            return ExampleStep("call", move.span, move.player or "", rule=rule, body=body)
        if move.player not in ("", EVERYBODY) or (move.player and isinstance(move, ast.Asked)):
            self.player_named(move.player, scope, move.span)
        kind = "answer" if isinstance(move, ast.Answer) else move.kind
        answers = [a for v in move.values for a in self.answer(v, scope)]
        return ExampleStep(kind, move.span, move.player, answers, rule)

    def player_named(self, name: str, scope: Scope, span: ast.Span) -> E:
        if name not in scope.constants and name not in self.game.participants:
            self.report(
                "RW501",
                f"`{name}` does not play in this example",
                span,
                f"players: {', '.join(scope.constants)}",
            )
            return E("const", t.PLAYER, data=0, span=span)
        if name in self.game.participants:
            return E(
                "lib", t.PLAYER, name="participant", data=list(self.game.participants).index(name), span=span
            )
        return scope.constants[name]

    def answer(self, e: ast.Expr, scope: Scope) -> list[str]:
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
            return [f"({', '.join(a for i in e.items for a in self.answer(i, scope))})"]
        if isinstance(e, ast.Apply) and all(isinstance(a, ast.Number) for a in e.args):
            numbers = [str(a.value) for a in e.args if isinstance(a, ast.Number)]
            if isinstance(e.target, ast.Name) and e.target.name in self.game.boards:
                if self.shape_of(e.target.name) == "grid":
                    return [f"({', '.join(numbers)})"]
                return numbers
        if isinstance(e, ast.Apply) and isinstance(e.target, ast.Name) and not e.named:
            kind = self.game.kinds.get(e.target.name)
            if kind is not None and kind.factors:
                return [self.expr(e, scope).name]
        if isinstance(e, ast.Apply) and isinstance(e.target, ast.Name) and e.target.name in self.game.pieces:
            self.expr(e, scope)  # its fields must be right
            fields = [a for v in e.args for a in self.answer(v, scope)]
            fields += [f"{name}: {a}" for name, v in e.named for a in self.answer(v, scope)]
            return [f"{e.target.name}({', '.join(fields)})"]
        if isinstance(e, ast.Compare) and e.op == "in" and isinstance(e.right, (ast.Name, ast.MemberOf)):
            owner = e.right.target if isinstance(e.right, ast.MemberOf) else None
            zone = f"{owner.name}.{e.right.name}" if isinstance(owner, ast.Name) else e.right.name
            return [f"{a} in {zone}" for a in self.answer(e.left, scope)]
        self.report(
            "RW503",
            "an answer is a name, a number, a text or a cell",
            e.span,
            "write the answer itself, as in `ann: 3`",
        )
        return [""]

    # ------------------------------------------------------------ participants

    def check_participants(self) -> dict[str, tree.Participant]:
        found: dict[str, tree.Participant] = {}
        for number, p in enumerate(self.game.participants.values()):
            you = E("lib", t.PLAYER, name="participant", data=number, span=p.span)
            scope = Scope(Body(f"participant:{p.name}", p.name), {}, you)
            controller = self.player_expr(p.decided_by, scope) if p.decided_by is not None else None
            attributes: dict[str, E] = {}
            for name, value in p.attributes.items():
                if name not in self.player:
                    near = suggest(name, self.player)
                    hint = (
                        f"did you mean `{near}`?"
                        if near
                        else f"players have: {', '.join(list(self.player)[:12]) or 'no fields'}"
                    )
                    self.report("RW216", f"a participant has no field `{name}`", value.span, hint)
                    continue
                attributes[name] = self.expect(self.expr(value, scope), self.player[name].type, f"`{name}`")
            decides = [self.decides(p.name, d, you) for d in p.decides]
            found[p.name] = tree.Participant(
                p.name, p.label, number, controller, attributes, [d for d in decides if d], p.span
            )
        return found

    def decides(self, participant: str, d: ast.Decides, you: E) -> tree.Decides | None:
        pattern = d.pattern
        name = ""
        if isinstance(pattern, ast.MemberOf) and isinstance(pattern.target, ast.Name):
            name = f"{pattern.target.name}.{pattern.name}"
        elif isinstance(pattern, ast.Name):
            name = pattern.name
        type = self.choice_types.get(name)
        if type is None:
            if self.final:
                near = suggest(name, self.choice_types)
                hint = f"did you mean `{near}`?" if near else "choices are called rule.variable"
                self.report("RW426", f"there is no choice `{name}`", d.pattern.span, hint)
            return None
        scope = Scope(Body(f"define:decides:{participant}.{name}", name), {}, you)
        scope.names["options"] = "options"
        scope.body.locals["options"] = t.many(type)
        where = self.flag(d.where, scope) if d.where else None
        if d.value is not None:
            body: tree.Block = [tree.Result(d.span, d.sources, self.expr(d.value, scope), None)]
        else:
            body = self.block(d.body or [], scope)
        for s in body:
            if isinstance(s, tree.Result):
                self.expect(s.value, t.maybe(type), "the answer")
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
