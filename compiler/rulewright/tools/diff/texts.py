"""The language's own text of a declaration or an expression: laid out in the one standard way, without comments and ids."""

from __future__ import annotations

import re
from collections.abc import Mapping

from rulewright.fmt import format_text
from rulewright.surface.ast import Span
from rulewright.surface.scan import comments

_IDS = re.compile(r"\s+\[[^\[\]]*\]$")
_HEAD = "define shown = "


class Texts:
    """The texts of one side's rules files."""

    def __init__(self, sources: Mapping[str, str]) -> None:
        self.sources = sources

    def declaration(self, span: Span) -> list[str]:
        """A declaration that could stand on its own, line by line."""
        return _bare(_formatted(_cut(self.sources.get(span.path, ""), span)))

    def expression(self, first: Span, last: Span | None = None) -> str:
        """The text from one place to another, on one line."""
        end = last or first
        span = Span(first.path, first.line, first.column, end.end_line, end.end_column)
        cut = " ".join(line.strip() for line in _bare(_cut(self.sources.get(span.path, ""), span)))
        lines = _formatted(_HEAD + cut + "\n").strip().splitlines()
        return " ".join(line.strip() for line in lines).removeprefix(_HEAD)


def _cut(text: str, span: Span) -> str:
    """The text of a span with its indentation taken away."""
    lines = text.split("\n")[span.line - 1 : span.end_line]
    if not lines:
        return ""
    if span.line == span.end_line:
        return lines[0][span.column - 1 : span.end_column - 1] + "\n"
    indent = span.column - 1
    first, *rest = lines
    rest = [line[indent:] if not line[:indent].strip() else line.lstrip() for line in rest]
    return "\n".join([first[indent:], *rest]) + "\n"


def _formatted(text: str) -> str:
    """The text in the standard layout, or as it is if it cannot be read."""
    laid_out, _ = format_text("shown.rules", text)
    return text if laid_out is None else laid_out


def _bare(text: str) -> list[str]:
    """The lines without comments and rule ids."""
    lines = text.split("\n")
    for number, comment in comments(text):
        line = lines[number - 1]
        lines[number - 1] = line[: line.rindex(comment.rstrip())]
    bare = [_IDS.sub("", line.rstrip()) for line in lines]
    return [line for line in bare if line.strip()]
