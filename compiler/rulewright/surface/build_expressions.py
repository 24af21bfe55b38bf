"""Expressions of the syntax tree, and what all builders share: spans and rule ids."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from lark import Token

from rulewright.diagnostics import Diagnostic, error
from rulewright.surface import ast
from rulewright.surface.ast import NOWHERE, Citation, Sources, Span
from rulewright.surface.scan import words as word_set

Children = list[Any]  # tokens, nodes and None, in the order of the grammar rule

_LAYOUT = frozenset(("SOURCE", "_NL", "_INDENT", "_DEDENT"))
_RULE_ID = re.compile(r"[A-Z][A-Z0-9]*-[A-Z0-9][A-Za-z0-9.]*\Z")
_MARK = re.compile(r"[a-z][a-z0-9_]*\Z")
_QUERIES = word_set("count any no all first best sum highest lowest each")
_LONE_MARKS = ("assumed", "known")  # may stand without an id


class Body(NamedTuple):
    """Statements after a header; `sources` close the header's line, `inline`: both stand on one line."""

    statements: list[Any]
    sources: Sources
    inline: bool


class Base:
    """Where the tree stands. One builder serves all files in turn, because the parser is bound to it."""

    def __init__(self) -> None:
        self.path = ""
        self.skipped = 0
        self.problems: list[Diagnostic] = []

    def start_file(self, path: str, skipped: int = 0) -> None:
        """The next tree is of this file, of which so many lines were cut off above."""
        self.path = path
        self.skipped = skipped
        self.problems = []

    def at(self, token: Token) -> Span:
        """The place of a token."""
        skipped = self.skipped
        return Span(
            self.path,
            token.line + skipped,  # type: ignore[operator]
            token.column,  # type: ignore[arg-type]
            token.end_line + skipped,  # type: ignore[operator]
            token.end_column,  # type: ignore[arg-type]
        )

    def place_of(self, item: Any) -> Span:
        """The place of a token, a node, a body or a list of them; NOWHERE if it is empty or only layout."""
        if isinstance(item, Token):
            return NOWHERE if item.type in _LAYOUT else self.at(item)
        if isinstance(item, ast.Node):
            return item.span
        items = item.statements if isinstance(item, Body) else item
        if not isinstance(items, list) or not items:
            return NOWHERE
        first, last = self.place_of(items[0]), self.place_of(items[-1])
        return Span(first.path, first.line, first.column, last.end_line, last.end_column)

    def extent(self, children: Children) -> Span:
        """From the first to the last word of a rule, without its rule ids and line ends."""
        first = last = NOWHERE
        for child in children:
            first = self.place_of(child)
            if first is not NOWHERE:
                break
        for child in reversed(children):
            last = self.place_of(child)
            if last is not NOWHERE:
                break
        return Span(self.path, first.line, first.column, last.end_line, last.end_column)

    # ------------------------------------------------------------ rule ids

    def sources(self, token: Token | None) -> Sources:
        """``[TA-7.4 pl, TA-8.1 assumed]``, None if the line has none."""
        if token is None:
            return ()
        found = []
        column = token.column + 1  # type: ignore[operator]
        line = token.line + self.skipped  # type: ignore[operator]
        for part in token.value[1:-1].split(","):
            start = column + len(part) - len(part.lstrip())
            span = Span(self.path, line, start, line, start + max(1, len(part.strip())))
            found.append(self.citation(part.split(), span))
            column += len(part) + 1
        return tuple(found)

    def citation(self, words: list[str], span: Span) -> Citation:
        """One rule id with its marks; what is neither is reported."""
        if words and _RULE_ID.match(words[0]):
            rule_id, marks = words[0], words[1:]
        else:
            rule_id, marks = "", words
            if len(words) != 1 or words[0] not in _LONE_MARKS:
                self.problems.append(
                    error(
                        "RW112",
                        f"`{' '.join(words)}` is not a rule id" if words else "a rule id is missing",
                        span,
                        expected="ids such as [TM-4.12], [TM-4.12 assumed], [TA-7.4 pl, TA-7.5] or [assumed]",
                    )
                )
                marks = []
        for mark in marks:
            if not _MARK.match(mark):
                self.problems.append(
                    error(
                        "RW112",
                        f"`{mark}` is not a mark of a rule id",
                        span,
                        expected="assumed, known or the name of an edition",
                        hint="write a comma between two rule ids" if _RULE_ID.match(mark) else None,
                    )
                )
        return Citation(rule_id, tuple(marks), span)


def _join(first: Span, last: Span) -> Span:
    """The span from the beginning of one to the end of another."""
    return Span(first[0], first[1], first[2], last[3], last[4])


class Expressions(Base):
    """One method for each expression rule."""

    # ------------------------------------------------------------ atoms

    def name(self, c: Children) -> ast.Expr:
        return ast.Name(self.at(c[0]), c[0].value)

    def your(self, c: Children) -> ast.Expr:
        return ast.Your(_join(self.at(c[0]), self.at(c[1])), c[1].value)

    def number(self, c: Children) -> ast.Number:
        return ast.Number(self.at(c[0]), int(c[0].value))

    def assumed_number(self, c: Children) -> ast.Expr:
        return ast.Number(_join(self.at(c[0]), self.at(c[1])), int(c[0].value), True)

    def assumed_name(self, c: Children) -> ast.Expr:
        return ast.Name(_join(self.at(c[0]), self.at(c[1])), c[0].value, True)

    def text(self, c: Children) -> ast.Text:
        return ast.Text(self.at(c[0]), c[0].value[1:-1])

    def group(self, c: Children) -> ast.Expr:
        node: ast.Expr = c[1]
        node.span = _join(self.at(c[0]), self.at(c[2]))  # the brackets belong to what they hold
        return node

    def listing(self, c: Children) -> ast.Expr:
        return ast.Listing(_join(self.at(c[0]), self.at(c[-1])), c[1:-1:2])

    # ------------------------------------------------------------ postfix

    def member_of(self, c: Children) -> ast.Expr:
        name = self.at(c[2])
        return ast.MemberOf(_join(c[0].span, name), c[0], c[2].value, name)

    def apply_none(self, c: Children) -> ast.Expr:
        return ast.Apply(_join(c[0].span, self.at(c[2])), c[0], [])

    def apply(self, c: Children) -> ast.Expr:
        args, named = c[2]
        return ast.Apply(_join(c[0].span, self.at(c[3])), c[0], args, named)

    def args(self, c: Children) -> tuple[list[ast.Expr], list[tuple[str, ast.Expr]]]:
        args: list[ast.Expr] = []
        named: list[tuple[str, ast.Expr]] = []
        for arg in c[::2]:
            if isinstance(arg, tuple):
                named.append(arg)
                continue
            if named:
                self.problems.append(
                    error(
                        "RW101",
                        "a plain value stands after a named one",
                        arg.span,
                        hint="write the named values last",
                    )
                )
            args.append(arg)
        return args, named

    def named(self, c: Children) -> tuple[str, ast.Expr]:
        return c[0].value, c[2]

    # ------------------------------------------------------------ operators

    def quantity(self, c: Children) -> ast.Expr:
        unit = self.at(c[1])
        if isinstance(c[0], ast.Name) and c[0].name in _QUERIES:  # `a and any x in S`
            self.problems.append(
                error(
                    "RW105",
                    f"the query `{c[0].name} …` stands in a larger expression",
                    _join(c[0].span, unit),
                    hint="name what it goes through, in parentheses: `a and (any x in things)`",
                )
            )
        return ast.Quantity(_join(c[0].span, unit), c[0], c[1].value, unit)

    def minus(self, c: Children) -> ast.Expr:
        return ast.Minus(_join(self.at(c[0]), c[1].span), c[1])

    def arithmetic(self, c: Children) -> ast.Expr:
        return ast.Arithmetic(_join(c[0].span, c[2].span), c[1].value, c[0], c[2])

    def span(self, c: Children) -> ast.Expr:
        return ast.Range(_join(c[0].span, c[2].span), c[0], c[2])

    def compare(self, c: Children) -> ast.Expr:
        return ast.Compare(_join(c[0].span, c[2].span), c[1].value, c[0], c[2])

    def compare_two(self, c: Children) -> ast.Expr:
        return ast.Compare(_join(c[0].span, c[3].span), f"{c[1]} {c[2]}", c[0], c[3])

    def negate(self, c: Children) -> ast.Expr:
        return ast.Negate(_join(self.at(c[0]), c[1].span), c[1])

    def both(self, c: Children) -> ast.Expr:
        return ast.Both(_join(c[0].span, c[2].span), c[0], c[2])

    def either(self, c: Children) -> ast.Expr:
        return ast.Either(_join(c[0].span, c[2].span), c[0], c[2])

    # ------------------------------------------------------------ sentences

    def conditional(self, c: Children) -> ast.Expr:
        return ast.Conditional(_join(c[0].span, c[4].span), c[0], c[2], c[4])

    def query(self, c: Children) -> ast.Expr:
        # QUANTIFIER NAME in S [where c] [by e]
        return ast.Query(self.extent(c), c[0].value, c[1].value, c[3], c[5], c[7])

    def fold(self, c: Children) -> ast.Expr:
        # FOLD e for NAME in S [where c]
        return ast.Fold(self.extent(c), c[0].value, c[1], c[3].value, c[5], c[7])

    def values(self, c: Children) -> list[ast.Expr]:
        return c[::2]

    def expression(self, c: Children) -> ast.Expr:
        result: ast.Expr = c[0]
        return result
