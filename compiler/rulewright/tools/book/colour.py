"""Rules text as HTML: words coloured by what they are, names and rule ids linked."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from lark import Token
from markupsafe import Markup, escape

from rulewright.surface.parse import tokens
from rulewright.surface.scan import comments
from rulewright.tools.rulebook import ID

Link = Callable[[str], str]  # a name or an id -> its address, or ""
_ID = re.compile(ID)
_CLASSES = {"STRING": "s", "NUMBER": "n", "ASSUMED": "q", "SOURCE": "i"}


@dataclass(frozen=True, slots=True)
class _Span:
    """A word of a line with the sort that it is coloured by."""

    column: int  # counts from 0
    text: str
    sort: str


def coloured(path: str, text: str, name: Link, rule: Link) -> list[Markup]:
    """The lines of a file without errors; `name` and `rule` say where a name or an id leads."""
    spans: dict[int, list[_Span]] = {}
    for token in tokens(path, text):
        sort = _sort(token)
        if sort:
            spans.setdefault(token.line or 0, []).append(_Span((token.column or 1) - 1, str(token), sort))
    lines = text.split("\n")
    for number, comment in comments(text):
        spans.setdefault(number, []).append(_Span(lines[number - 1].rindex(comment), comment, "c"))
    return [_line(line, spans.get(number, []), name, rule) for number, line in enumerate(lines, 1)]


def _sort(token: Token) -> str:
    """The sort of a token, as the style sheet names it."""
    if token.type in _CLASSES:
        return _CLASSES[token.type]
    if token.type == "NAME":
        return "v"
    return "k" if token.value[:1].isalpha() else ""


def _line(text: str, spans: list[_Span], name: Link, rule: Link) -> Markup:
    """A line as HTML with its words coloured and linked."""
    parts: list[Markup] = []
    at = 0
    for span in sorted(spans, key=lambda span: span.column):
        if span.column < at:
            continue
        parts.append(escape(text[at : span.column]))
        parts.append(_coloured(span, name, rule))
        at = span.column + len(span.text)
    return Markup("").join([*parts, escape(text[at:])])


def _coloured(span: _Span, name: Link, rule: Link) -> Markup:
    """A word as HTML: an id or a name with its link, others with their colour."""
    if span.sort == "i":
        inside = Markup("").join(_ids(span.text, rule))
        return Markup('<span class="i">{}</span>').format(inside)
    if span.sort == "v":
        address = name(span.text)
        return Markup('<a href="{}">{}</a>').format(address, span.text) if address else escape(span.text)
    return Markup('<span class="{}">{}</span>').format(span.sort, span.text)


def _ids(text: str, rule: Link) -> Iterator[Markup]:
    """The ids of a citation, each a link."""
    at = 0
    for found in _ID.finditer(text):
        yield escape(text[at : found.start()])
        address = rule(found[0])
        yield Markup('<a href="{}">{}</a>').format(address, found[0]) if address else escape(found[0])
        at = found.end()
    yield escape(text[at:])
