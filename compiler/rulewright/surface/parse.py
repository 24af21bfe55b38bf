"""From the text of a rules file to its syntax tree; never raises, whatever the text."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from importlib import resources
from itertools import pairwise
from typing import Any

from lark import Token
from lark.exceptions import UnexpectedInput, UnexpectedToken

from rulewright.diagnostics import Diagnostic, error, has_errors, in_order
from rulewright.surface import ast
from rulewright.surface.ast import Span
from rulewright.surface.errors import explain
from rulewright.surface.lalr import parser
from rulewright.surface.private import SignedCache
from rulewright.surface.scan import MAX_PROBLEMS, Line, scan

_LOCK = threading.Lock()  # one parser, and one builder bound to it, serve the whole process


def parse(path: str, text: str) -> tuple[ast.File | None, list[Diagnostic]]:
    """The tree of a file, or None if it has an error. Trees are shared: nobody may change them."""
    file, diagnostics = _parse_cached(path, text)
    return file, list(diagnostics)


@lru_cache(maxsize=512)
def _parse_cached(path: str, text: str) -> tuple[ast.File | None, tuple[Diagnostic, ...]]:
    """The tree of a file; one without problems is kept from run to run."""
    cache = _cache()
    key = cache.key(path, text)
    known = cache.get(key)
    if isinstance(known, ast.File) and known.path == path and known.text == text:
        return known, ()
    file, problems = _parsed(path, text)
    if file is not None and not problems:
        cache.put(key, file)
    return file, problems


@cache
def _cache() -> SignedCache:
    """Trees of earlier runs; another grammar, another builder or another Python makes them strange."""
    package = resources.files("rulewright")
    sources = sorted(
        (p for p in package.joinpath("surface").iterdir() if p.name.endswith(".py")), key=lambda p: p.name
    )
    texts = [
        p.read_text(encoding="utf-8")
        for p in [*sources, package.joinpath("grammar/rules.lark"), package.joinpath("diagnostics.py")]
    ]
    return SignedCache("parsed", "\0".join([sys.version, *texts]))


def _parsed(path: str, text: str) -> tuple[ast.File | None, tuple[Diagnostic, ...]]:
    """The tree of a file, or None, and the problems of its text; after errors the other declarations are read too."""
    seen = scan(path, text)
    problems = list(seen.problems)
    if not has_errors(problems):
        declarations, found = _run(path, seen.text, "file")
        problems += found
        if declarations is not None and not has_errors(found):
            return ast.File(path, text, declarations), tuple(in_order(problems))
    problems += _other_errors(path, seen.text, seen.lines, problems)
    return None, _first(in_order(problems))


def _first(problems: list[Diagnostic]) -> tuple[Diagnostic, ...]:
    """The first problems, with a note of how many are left out."""
    if len(problems) <= MAX_PROBLEMS:
        return tuple(problems)
    last = problems[MAX_PROBLEMS - 1]
    more = f"{len(problems) - MAX_PROBLEMS} further problems of this file are not shown"
    return (*problems[: MAX_PROBLEMS - 1], last.model_copy(update={"notes": (*last.notes, more)}))


def _run(
    path: str, text: str, start: str, skipped: int = 0, recorded: list[Token] | None = None
) -> tuple[Any, list[Diagnostic]]:
    """One run of the parser over a text that has passed the scan; its tokens go into `recorded`."""
    with _LOCK:
        lark, builder, layout = parser()
        builder.start_file(path, skipped)
        layout.resuming = False
        layout.recorded = recorded
        try:
            tree = lark.parse(text, start=start, on_error=_keyword_as_name)
        except UnexpectedInput as found:
            stop = explain(found, path, text, skipped)
            return None, [*(d for d in builder.problems if not _same(d, stop)), stop]
        return tree, builder.problems


def parse_part(path: str, text: str, skipped: int) -> tuple[Any, list[Diagnostic]]:
    """The declarations of a stretch of a file, below so many lines; the stretch has passed the scan."""
    return _run(path, text, "file", skipped)


def _same(one: Diagnostic, other: Diagnostic) -> bool:
    """Whether the builder has told already what made the parser stop."""
    return one.code == other.code and one.span[:3] == other.span[:3]


def _keyword_as_name(found: UnexpectedInput) -> bool:
    """Reads a keyword as a name where only a name can stand.

    The lexer knows only the parser's state, and the states at the ends of lines are shared by several blocks;
    so a member called `table` may be taken for the word `table`, which cannot stand inside a kind.
    """
    if not isinstance(found, UnexpectedToken) or not str(found.token).isidentifier():
        return False
    if found.token.type == "NAME" or "NAME" not in found.accepts:
        return False
    layout = parser().layout
    layout.resuming = True
    name = Token.new_borrow_pos("NAME", found.token.value, found.token)
    if layout.recorded:
        layout.recorded[-1] = name
    found.interactive_parser.feed_token(name)
    return True


def tokens(path: str, text: str) -> list[Token]:
    """The tokens of a file without errors, layout included."""
    recorded: list[Token] = []
    _run(path, scan(path, text).text, "file", 0, recorded)
    return recorded


# ---------------------------------------------------------------- several errors of one file


def _other_errors(path: str, text: str, lines: list[Line], known: list[Diagnostic]) -> Iterator[Diagnostic]:
    """Parses each top-level declaration by itself, except those in which something was found already."""
    faulty = [d.span.line for d in known if d.severity == "error"]
    all_lines = text.split("\n")
    starts = [line.number for line in lines if line.indent == 0]
    found = len(faulty)
    for start, end in pairwise([*starts, len(all_lines) + 1]):
        if found > MAX_PROBLEMS:
            return
        if any(start <= line < end for line in faulty):
            continue
        chunk = "\n".join(all_lines[start - 1 : end - 1]) + "\n"
        _, problems = _run(path, chunk, "file", start - 1)
        found += len(problems)
        yield from problems


# ---------------------------------------------------------------- expressions and labels


def parse_expression(
    path: str, text: str, line: int = 1, column: int = 1
) -> tuple[ast.Expr | None, list[Diagnostic]]:
    """The tree of one expression that stands at this place of a file."""
    if "\n" in text or "#" in text or not text.strip():
        span = Span(path, line, column, line, column + max(1, len(text)))
        return None, [error("RW101", "there is no expression here", span, expected="a value")]
    padded = " " * (column - 1) + text
    seen = scan(path, text)
    problems = [moved(d, line - 1, column - 1) for d in seen.problems if d.code != "RW104"]
    if has_errors(problems):
        return None, problems
    tree, found = _run(path, padded + "\n", "expression", line - 1)
    return (None if has_errors(found) else tree), problems + found


def moved(d: Diagnostic, lines: int, columns: int = 0) -> Diagnostic:
    """A diagnostic of the same, further down and to the right."""
    s = d.span
    span = Span(s.path, s.line + lines, s.column + columns, s.end_line + lines, s.end_column + columns)
    return d.model_copy(update={"span": span})


@lru_cache(maxsize=4096)
def parse_label(text: str, span: Span) -> tuple[Sequence[str | ast.Expr], Sequence[Diagnostic]]:
    """Splits ``accept {n} power for {n - 1} points`` into words and expressions; ``{{``, ``}}`` are braces.

    `text` is the string without its quotes, `span` the place of the string with them. What is given is shared.
    """
    if "{" not in text and "}" not in text:
        return (text,) if text else (), ()
    parts: list[str | ast.Expr] = []
    problems: list[Diagnostic] = []
    words = ""
    i = 0
    while i < len(text):
        column = span.column + 1 + i
        place = Span(span.path, span.line, column, span.line, column + 1)
        if text[i : i + 2] in ("{{", "}}"):
            words += text[i]
            i += 2
        elif text[i] == "}":
            problems.append(error("RW113", "`}` closes no hole", place, hint="write `}}` for a brace"))
            i += 1
        elif text[i] == "{":
            end = text.find("}", i)
            if end < 0:
                problems.append(error("RW113", "the hole is not closed", place, hint="write `}` after it"))
                break
            hole, found = parse_expression(span.path, text[i + 1 : end], span.line, column + 1)
            problems += found
            if words:
                parts.append(words)
            words = ""
            if hole is not None:
                parts.append(hole)
            i = end + 1
        else:
            words += text[i]
            i += 1
    if words:
        parts.append(words)
    return tuple(parts), tuple(problems)
