"""Worked examples of the syntax tree: what is given, played and claimed."""

from __future__ import annotations

from lark import Token

from rulewright.surface import ast
from rulewright.surface.build_expressions import Body, Children
from rulewright.surface.build_statements import Statements


def _strings(tokens: list[Token]) -> list[str]:
    """The texts of tokens."""
    return [token.value for token in tokens]


class Examples(Statements):
    """One method for each rule that examples are made of."""

    def example(self, c: Children) -> ast.Example:
        return ast.Example(self.extent(c), self.sources(c[2]), c[1].value[1:-1], c[5:-1])

    def shared(self, c: Children) -> ast.Shared:
        # given NAME [SOURCE] _NL _INDENT [CAST] STATEMENT+ _DEDENT
        return ast.Shared(self.extent(c), self.sources(c[2]), c[1].value, c[5], c[6:-1])

    def cast(self, c: Children) -> ast.Cast:
        return ast.Cast(self.extent(c), self.sources(c[2]), _strings(c[1]))

    def only(self, c: Children) -> ast.Only:
        return ast.Only(self.extent(c), self.sources(c[3]), _strings(c[2]))

    def given(self, c: Children) -> ast.Given:
        return ast.Given(self.extent(c), c[1].sources, c[1].statements)

    def given_named(self, c: Children) -> ast.GivenNamed:
        return ast.GivenNamed(self.extent(c), self.sources(c[2]), c[1].value)

    def next(self, c: Children) -> ast.Next:
        return ast.Next(self.extent(c), self.sources(c[4]), c[1].value, c[3])

    def line_list(self, c: Children) -> Body:
        return self.line_body(c)

    def indented_list(self, c: Children) -> Body:
        return self.block(c)

    def played(self, c: Children) -> ast.Played:
        return ast.Played(self.extent(c), c[1].sources, c[1].statements)

    def expected(self, c: Children) -> ast.Expected:
        # then [in VARIANTS] CLAIMS
        variants = _strings(c[2]) if c[2] else []
        return ast.Expected(self.extent(c), c[3].sources, variants, c[3].statements)

    def answer(self, c: Children) -> ast.Answer:
        return ast.Answer(self.extent(c), (), c[0].value, c[2])

    def perform(self, c: Children) -> ast.Perform:
        return ast.Perform(self.extent(c), (), None, c[0])

    def perform_as(self, c: Children) -> ast.Perform:
        return ast.Perform(self.extent(c), (), c[1].value, c[3])

    # ------------------------------------------------------------ claims

    def claim(self, c: Children) -> ast.Claim:
        return ast.Claim(c[0].span, (), c[0])

    def can(self, c: Children) -> ast.Asked:
        return ast.Asked(self.extent(c), (), "can", c[0].value, c[2])

    def cannot(self, c: Children) -> ast.Asked:
        return ast.Asked(self.extent(c), (), "cannot", c[0].value, c[2])

    def options_are(self, c: Children) -> ast.Asked:
        # OPTIONS_OF NAME are exactly VALUES
        return ast.Asked(self.extent(c), (), "options", c[1].value, c[4])

    def options_read(self, c: Children) -> ast.Asked:
        # OPTIONS_OF NAME read VALUES
        return ast.Asked(self.extent(c), (), "words", c[1].value, c[3])

    def asked(self, c: Children) -> ast.Asked:
        prompt: list[ast.Expr] = [self.text([c[2]])] if c[2] else []
        return ast.Asked(self.extent(c), (), "asked", c[0].value, prompt)

    def unasked(self, c: Children) -> ast.Asked:
        return ast.Asked(self.extent(c), (), "unasked", c[0].value, [])

    def said(self, c: Children) -> ast.Asked:
        return ast.Asked(self.extent(c), (), "said", "", [self.text([c[1]])])

    def unsaid(self, c: Children) -> ast.Asked:
        return ast.Asked(self.extent(c), (), "unsaid", "", [self.text([c[1]])])
