"""Statements of the syntax tree."""

from __future__ import annotations

from typing import Any

from lark import Token

from rulewright.surface import ast
from rulewright.surface.ast import Sources, Span
from rulewright.surface.build_expressions import Body, Children, Expressions


class Statements(Expressions):
    """One method for each statement rule; `line` adds the rule ids that close the line."""

    def text_or_none(self, token: Token | None) -> ast.Text | None:
        """A string token as a text, without its quotes; None if it is absent."""
        return None if token is None else ast.Text(self.at(token), token.value[1:-1])

    # ------------------------------------------------------------ lines and blocks

    def line(self, c: Children) -> Any:
        if c[1] is not None:
            c[0].sources = self.sources(c[1])
        return c[0]

    def line_body(self, c: Children) -> Body:
        # ":" statement [SOURCE] _NL: the rule id speaks of the statement and of its header
        c[1].sources = sources = self.sources(c[2])
        return Body([c[1]], sources, True)

    def block(self, c: Children) -> Body:
        # ":" [SOURCE] _NL _INDENT statement+ _DEDENT
        return Body(c[4:-1], self.sources(c[1]), False)

    def body(self, c: Children) -> Body:
        # [SOURCE] _NL _INDENT statement+ _DEDENT
        return Body(c[3:-1], self.sources(c[0]), False)

    # ------------------------------------------------------------ simple statements

    def let(self, c: Children) -> ast.Stmt:
        return ast.Let(self.extent(c), (), c[1].value, c[3])

    def result(self, c: Children) -> ast.Stmt:
        return ast.Result(self.extent(c), (), c[1], None)

    def result_if(self, c: Children) -> ast.Stmt:
        return ast.Result(self.extent(c), (), c[1], c[3])

    def result_otherwise(self, c: Children) -> ast.Stmt:
        return ast.Result(self.extent(c), (), c[1], None, True)

    def assign(self, c: Children) -> ast.Stmt:
        return ast.Assign(self.extent(c), (), c[0], c[2])

    def change(self, c: Children) -> ast.Stmt:
        return ast.Change(self.extent(c), (), c[1].value, c[0], c[2])

    def call(self, c: Children) -> ast.Stmt:
        return ast.Call(c[0].span, (), c[0])

    def gain(self, c: Children) -> ast.Stmt:
        return ast.Gain(self.extent(c), (), c[0].value, None, c[1])

    def gains(self, c: Children) -> ast.Stmt:
        verb = {"gains": "gain", "pays": "pay", "loses": "lose"}[c[1].value]
        return ast.Gain(self.extent(c), (), verb, c[0], c[2])

    def move(self, c: Children) -> ast.Stmt:
        # move WHAT [from ORIGIN] to GOAL
        return ast.Move(self.extent(c), (), c[1], c[3], c[5])

    def place(self, c: Children) -> ast.Stmt:
        return ast.Place(self.extent(c), (), c[1], c[3])

    def remove(self, c: Children) -> ast.Stmt:
        return ast.Remove(self.extent(c), (), c[1], c[3])

    def draw(self, c: Children) -> ast.Stmt:
        return ast.Draw(self.extent(c), (), c[1], c[3], c[5])

    def shuffle(self, c: Children) -> ast.Stmt:
        return ast.Shuffle(self.extent(c), (), c[1])

    def swap(self, c: Children) -> ast.Stmt:
        # swap FIRST and SECOND
        return ast.Swap(self.extent(c), (), c[1], c[3])

    def require(self, c: Children) -> ast.Stmt:
        return ast.Require(self.extent(c), (), c[1], self.text_or_none(c[2]))

    def say(self, c: Children) -> ast.Stmt:
        return ast.Say(self.extent(c), (), self.text([c[1]]))

    def offer(self, c: Children) -> ast.Stmt:
        return ast.Offer(self.extent(c), (), c[1], self.text_or_none(c[3]))

    def menus(self, c: Children) -> list[ast.Expr]:
        return c[::2]

    def begin(self, c: Children) -> ast.Stmt:
        return ast.Begin(self.extent(c), (), c[1].value)

    def stop(self, c: Children) -> ast.Stmt:
        return ast.Stop(self.extent(c), ())

    # ------------------------------------------------------------ blocks with a condition or a range

    def if_(self, c: Children) -> ast.Stmt:
        # if TEST BLOCK (else if TEST BLOCK)* [else BLOCK]
        branches = [(c[1], c[2])]
        branches += [(c[i + 2], c[i + 3]) for i in range(3, len(c) - 2, 4)]
        last: Body | None = c[-1]
        bodies = [body for _, body in branches[1:]] + ([last] if last else [])
        return ast.If(
            self.extent(c),
            self.header_sources(branches[0][1], bodies),
            [(test, body.statements) for test, body in branches],
            last.statements if last else None,
        )

    def header_sources(self, first: Body, others: list[Body]) -> Sources:
        """The ids on the lines of a statement's headers, `else` included."""
        return first.sources + tuple(s for b in others if not b.inline for s in b.sources)

    def for_(self, c: Children) -> ast.Stmt:
        # for NAME in S [where c] [by e] BLOCK
        body: Body = c[8]
        return ast.For(self.extent(c), body.sources, c[1].value, c[3], c[5], c[7], body.statements)

    def each(self, c: Children) -> ast.Stmt:
        # [secretly] each NAME [in S] [where c] BLOCK
        body: Body = c[7]
        secretly = c[0] is not None
        return ast.Each(self.extent(c), body.sources, secretly, c[2].value, c[4], c[6], body.statements)

    def repeat_times(self, c: Children) -> ast.Stmt:
        return ast.Repeat(self.extent(c), c[3].sources, c[1], None, c[3].statements)

    def repeat_up_to(self, c: Children) -> ast.Stmt:
        return ast.Repeat(self.extent(c), c[5].sources, c[3], None, c[5].statements, up_to=True)

    def repeat_until(self, c: Children) -> ast.Stmt:
        return ast.Repeat(self.extent(c), c[3].sources, None, c[2], c[3].statements)

    def with_(self, c: Children) -> ast.Stmt:
        return ast.With(self.extent(c), c[2].sources, c[1].value, self.at(c[1]), c[2].statements)

    def as_(self, c: Children) -> ast.Stmt:
        return ast.As(self.extent(c), c[2].sources, c[1], c[2].statements)

    # ------------------------------------------------------------ choices

    def chooser(self, c: Children) -> tuple[Span, ast.Expr | None]:
        return self.extent(c), c[0] if len(c) == 2 else None

    def choose(self, c: Children) -> ast.Choose:
        (start, who), picks = c
        span = Span(start.path, start.line, start.column, picks.span.end_line, picks.span.end_column)
        return ast.Choose(span, (), who, picks.each, None, None, picks.together)

    def choose_do(self, c: Children) -> ast.Stmt:
        # CHOOSE BLOCK [else BLOCK]
        node: ast.Choose = c[0]
        body: Body = c[1]
        other: Body | None = c[3]
        node.span = self.extent(c)
        node.body = body.statements
        node.otherwise = other.statements if other else None
        node.sources = self.header_sources(body, [other] if other else [])
        return node

    def choose_one(self, c: Children) -> ast.Stmt:
        # CHOOSER one ":" BRANCHES
        # CHOOSER one [PROMPT] : BRANCHES
        (start, who), _, _, _, (branches, sources) = c
        end = branches[-1].span
        span = Span(start.path, start.line, start.column, end.end_line, end.end_column)
        return ast.ChooseOne(span, sources, who, branches, self.text_or_none(c[2]))

    def any_order(self, c: Children) -> ast.Stmt:
        branches, sources = c[4]
        return ast.AnyOrder(self.extent([c[0], branches]), sources, branches)

    def branches(self, c: Children) -> tuple[list[ast.Branch], Sources]:
        return c[3:-1], self.sources(c[0])

    def branch(self, c: Children) -> ast.Branch:
        # LABEL [if TEST] BLOCK
        return ast.Branch(self.extent(c), c[3].sources, self.text(c), c[2], c[3].statements)

    def may(self, c: Children) -> ast.Stmt:
        return self.offered(c, None, c[1:])

    def other_may(self, c: Children) -> ast.Stmt:
        return self.offered(c, c[0], c[2:])

    def offered(self, c: Children, who: ast.Expr | None, rest: Children) -> ast.Stmt:
        """A `may` of you or somebody else, with a label or with picks."""
        # LABEL [else REFUSAL] BLOCK [else BLOCK] | choose PICKS [else REFUSAL] BLOCK [else BLOCK]
        body: Body = rest[-3]
        other: Body | None = rest[-1]
        refusal = self.text_or_none(rest[-4])
        offered = rest[:-5]
        label = self.text(offered) if len(offered) == 1 else None
        picks = offered[1] if len(offered) == 2 else ast.Picks(self.extent(c), [], False)
        sources = self.header_sources(body, [other] if other else [])
        otherwise = other.statements if other else None
        return ast.May(
            self.extent(c),
            sources,
            who,
            label,
            picks.each,
            body.statements,
            refusal,
            otherwise,
            picks.together,
        )

    def picks(self, c: Children) -> ast.Picks:
        # [together] PICK, PICK …
        return ast.Picks(self.extent(c), c[1::2], c[0] is not None)

    def pick(self, c: Children) -> ast.Pick:
        # [AMOUNT] [your] NAME [PROMPT] from S [where c [REASON]] [so that c] [as LABEL]
        prompt, reason, label = (self.text_or_none(c[place]) for place in (3, 8, 13))
        return ast.Pick(
            span=self.extent(c),
            amount=c[0],
            yours=c[1] is not None,
            name=c[2].value,
            source=c[5],
            where=c[7],
            so_that=c[11],
            label=label,
            reason=reason,
            prompt=prompt,
        )

    def amount(self, c: Children) -> ast.Amount:
        if len(c) == 3:
            return ast.Amount(self.extent(c), "exactly", c[1])
        if c[0].type == "ANY":
            return ast.Amount(self.at(c[0]), "any", None)
        return ast.Amount(self.at(c[0]), "exactly", self.number(c))

    def up_to(self, c: Children) -> ast.Amount:
        if len(c) == 5:
            return ast.Amount(self.extent(c), "up to", c[3])
        value = self.number(c[2:]) if c[2].type == "NUMBER" else self.name(c[2:])
        return ast.Amount(self.extent(c), "up to", value)
