"""Engines are printed by templates: the lines of a `rules.py` that a template has written a part of are counted."""

from __future__ import annotations

from collections.abc import Iterator

import jinja2
import pytest
from engines.compiled import FOLDERS
from jinja2.ext import Extension
from jinja2.lexer import Token, TokenStream

from rulewright import pipeline
from rulewright.emit import package
from rulewright.emit.python import statements
from rulewright.once import Known

MARK = "\x01"  # stands before each piece of text that comes out of a template
SHARE = 0.8


class Marking(Extension):
    """Marks the text of templates, line by line; what an expression of a template gives is not marked."""

    def filter_stream(self, stream: TokenStream) -> Iterator[Token]:
        for token in stream:
            if token.type == "data":
                marked = [MARK + x if x.strip() else x for x in token.value.splitlines(keepends=True)]
                token = Token(token.lineno, token.type, "".join(marked))
            yield token


GAMES = ["connect_four", "terracotta_army", "terra_mystica", "great_wall", "path_of_light_and_shadow"]


@pytest.mark.parametrize("game", GAMES)
def test_most_lines_come_out_of_templates(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    own = statements.environment.__wrapped__

    def marking() -> jinja2.Environment:
        made = own()
        made.add_extension(Marking)
        return made

    # What is marked is for this test alone: nothing is looked up, nothing kept.
    monkeypatch.setattr(Known, "get", lambda known, of, facts: None)
    monkeypatch.setattr(Known, "put", lambda known, of, facts, made: None)
    made = marking()
    module = made.get_template("python.j2").module
    monkeypatch.setattr(statements, "environment", lambda: made)
    monkeypatch.setattr(package, "environment", lambda: made)
    monkeypatch.setattr(statements, "macro", lambda kind: getattr(module, kind))
    monkeypatch.setattr(package, "formatted", str)
    text = pipeline.emit(pipeline.load(FOLDERS[game]))["rules.py"]
    lines = [
        line
        for line in text.splitlines()
        if line.strip(MARK + " ").removeprefix("#") == line.strip(MARK + " ") != ""
    ]
    share = sum(MARK in line for line in lines) / len(lines)
    others = "\n".join(line for line in lines if MARK not in line)
    assert share >= SHARE, f"{share:.1%} of {len(lines)} lines; not:\n{others}"
