"""The LALR parser: built once from the grammar, its tables kept in a private cache of the user."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

import lark
from lark import Lark, Token
from lark.indenter import Indenter

from rulewright.surface.build import Builder
from rulewright.surface.private import private_folder


class Layout(Indenter):
    """Indentation as tokens. A line that goes on with the one before is joined by the lexer (CONTINUED)."""

    NL_type = "_NL"
    OPEN_PAREN_types: ClassVar[list[str]] = []
    CLOSE_PAREN_types: ClassVar[list[str]] = []
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    tab_len = 4
    # With a name tried everywhere a keyword matches only as a whole word, never as the beginning of another.
    always_accept = ("_NL", "NAME")
    resuming = False  # the parser goes on after a word that was read as a name: keep the levels

    recorded: list[Token] | None = None  # all tokens of the next run, for who asks for them

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        """The tokens with indentation; the levels begin anew unless the parser goes on."""
        if not self.resuming:
            self.paren_level, self.indent_level = 0, [0]
        self.resuming = False
        tokens: Iterator[Token] = self._process(stream)  # type: ignore[no-untyped-call]
        return tokens if self.recorded is None else self._record(tokens, self.recorded)

    def _record(self, tokens: Iterator[Token], recorded: list[Token]) -> Iterator[Token]:
        """The same tokens, each noted as it passes."""
        for token in tokens:
            recorded.append(token)
            yield token


class Parser(NamedTuple):
    """What parses a file: lark's parser, and the builder and layout that belong to it."""

    lark: Lark
    builder: Builder  # to which the parser's rules are bound
    layout: Layout


@cache
def parser() -> Parser:
    """The parser of the process."""
    grammar = resources.files("rulewright").joinpath("grammar/rules.lark").read_text(encoding="utf-8")
    builder, layout = Builder(), Layout()
    options: dict[str, Any] = {
        "parser": "lalr",
        "lexer": "contextual",
        "start": ["file", "expression"],
        "keep_all_tokens": True,
        "maybe_placeholders": True,
        "propagate_positions": False,
        "postlex": layout,
        "transformer": builder,
    }
    folder = private_folder()
    if folder is not None:
        return Parser(_cached(grammar, options, folder), builder, layout)
    return Parser(Lark(grammar, **options), builder, layout)


def _cached(grammar: str, options: dict[str, Any], folder: Path) -> Lark:
    """The parser with its tables from the user's cache, or made anew if that cannot be written."""
    version = f"{lark.__version__} {sys.version_info[:2]} {grammar}"
    name = f"grammar-{hashlib.sha256(version.encode()).hexdigest()[:20]}.lark-cache"
    try:
        return Lark(grammar, cache=str(folder / name), **options)
    except OSError:  # a full or read-only disk
        return Lark(grammar, **options)
