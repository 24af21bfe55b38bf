"""What the compiler has to say, and where: one record for the command line, JSON, the editor and the web."""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Iterable, Mapping
from typing import Any, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict


class Span(NamedTuple):
    """A stretch of a rules file; lines and columns count from 1, the end is exclusive."""

    path: str
    line: int
    column: int
    end_line: int
    end_column: int


NOWHERE = Span("", 0, 0, 0, 0)
Severity = Literal["error", "warning"]

CODES: dict[str, str] = {
    # RW1xx: syntax
    "RW101": "a word or sign is out of place",
    "RW102": "a verb is misspelt",
    "RW103": "a colon is missing",
    "RW104": "the indentation does not fit",
    "RW105": "a query needs parentheses",
    "RW106": "a string is not closed",
    "RW107": "a bracket is not closed or not opened",
    "RW108": "a character cannot be used here",
    "RW109": "a tab is used for layout",
    "RW110": "a sign of another language",
    "RW111": "a constant of another language",
    "RW112": "a rule id is malformed",
    "RW113": "a label's hole is malformed",
    "RW114": "a bound of the compiler is exceeded",
    "RW115": "the line endings are not plain",
    "RW116": "the file begins with a byte order mark",
    "RW117": "the file is not UTF-8 text",
    "RW118": "a file cannot be read",
    "RW119": "a reserved word is used as a name",
    "RW120": "the formatter refused the file",
    # RW2xx: names
    # RW3xx: types
    # RW4xx: checks and overrides
    # RW5xx: rule ids and words
    # RW6xx: build and tools
}


class Diagnostic(BaseModel):
    """One thing to tell the author: what is wrong, where, what was expected, and the likely fix."""

    model_config = ConfigDict(frozen=True)

    code: str
    message: str
    severity: Severity = "error"
    span: Span = NOWHERE
    rules: tuple[str, ...] = ()  # ids of the rulebook rules that the place implements
    expected: str | None = None
    notes: tuple[str, ...] = ()
    hint: str | None = None


def error(code: str, message: str, span: Span = NOWHERE, **more: Any) -> Diagnostic:
    return Diagnostic(code=code, message=message, span=span, **more)


def warning(code: str, message: str, span: Span = NOWHERE, **more: Any) -> Diagnostic:
    return Diagnostic(code=code, message=message, severity="warning", span=span, **more)


def has_errors(diagnostics: Iterable[Diagnostic]) -> bool:
    return any(d.severity == "error" for d in diagnostics)


def in_order(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Sorted by file and place, without repetitions."""
    unique = dict.fromkeys(diagnostics)
    return sorted(unique, key=lambda d: (d.span.path, d.span.line, d.span.column, d.code, d.message))


def suggest(name: str, candidates: Iterable[str]) -> str | None:
    """The candidate that `name` was probably meant to be."""
    close = difflib.get_close_matches(name, sorted(set(candidates) - {name}), n=1, cutoff=0.7)
    return close[0] if close else None


# ---------------------------------------------------------------- as text and as data


def render(diagnostic: Diagnostic, sources: Mapping[str, str]) -> str:
    """The diagnostic as plain text, with the line that it speaks of."""
    d = diagnostic
    lines = [f"{d.severity}[{d.code}]: {d.message}"]
    if d.span.path:
        lines += _place(d, sources.get(d.span.path))
    if d.expected:
        lines.append(f"expected: {d.expected}")
    lines += [f"note: {note}" for note in d.notes]
    if d.hint:
        lines.append(f"hint: {d.hint}")
    return "\n".join(lines) + "\n"


def _place(d: Diagnostic, text: str | None) -> list[str]:
    ids = f" [{', '.join(d.rules)}]" if d.rules else ""
    if d.span.line == 0:
        return [f"--> {d.span.path}{ids}"]
    where = f"--> {d.span.path}:{d.span.line}:{d.span.column}{ids}"
    return [where, *_excerpt(d.span, text)] if text is not None else [where]


def _excerpt(span: Span, text: str) -> list[str]:
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
    if span.line > len(lines):
        return []
    shown = "".join(c if c.isprintable() else " " if c == "\t" else "\ufffd" for c in lines[span.line - 1])
    start, end = _clip(span, shown)
    shown, start, end = _window(shown, start, end)
    number = str(span.line)
    return [
        f"{' ' * len(number)} |",
        f"{number} | {shown}".rstrip(),
        f"{' ' * len(number)} | {' ' * start}{'^' * max(1, end - start)}",
    ]


def _clip(span: Span, line: str) -> tuple[int, int]:
    """The columns of the span on its first line, from 0; a longer span ends with that line's words."""
    start = min(max(span.column - 1, 0), len(line))
    if span.end_line == span.line:
        return start, max(start, min(span.end_column - 1, len(line)))
    words = re.sub(r"(\s*\[[^\]]*\])?\s*(#[^\"]*)?$", "", line)
    return start, max(start, len(words))


def _window(line: str, start: int, end: int, width: int = 120) -> tuple[str, int, int]:
    """Cuts a very long line around the marked place."""
    if len(line) <= width:
        return line, start, end
    left = max(0, min(start - width // 3, len(line) - width))
    shown = line[left : left + width]
    return shown, start - left, min(end - left, len(shown))


def to_json(diagnostics: Iterable[Diagnostic]) -> str:
    """A list of diagnostics as JSON, spans as objects."""
    return json.dumps([to_data(d) for d in diagnostics], ensure_ascii=False, indent=2)


def to_data(diagnostic: Diagnostic) -> dict[str, Any]:
    data = diagnostic.model_dump(mode="json")
    data["span"] = diagnostic.span._asdict()
    return data
