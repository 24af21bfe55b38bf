"""Trees of files that are still being written: what cannot be read is left out up to the next declaration."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from rulewright.diagnostics import Diagnostic, has_errors, in_order
from rulewright.surface import ast
from rulewright.surface.parse import moved, parse, parse_part
from rulewright.surface.scan import Scan, scan

MOST_TRIES = 12  # lines left out of one declaration


class Part(NamedTuple):
    """A top-level declaration as text, with all that is indented under it; its first line counts from 1."""

    line: int
    text: str


def parts(path: str, text: str) -> Iterator[Part]:
    """The declarations of a file, whether they can be read or not; the last one reaches to the end."""
    return _parts(scan(path, text))


def _parts(seen: Scan) -> Iterator[Part]:
    """The text cut before each line at the margin, with the number of its first line."""
    all_lines = seen.text.split("\n")
    starts = [line.number for line in seen.lines if line.indent == 0]
    for start, end in pairwise([*starts, len(all_lines)]):
        yield Part(start, "\n".join(all_lines[start - 1 : end - 1]) + "\n")


def reparsed(path: str, text: str) -> tuple[ast.File | None, list[Diagnostic]]:
    """What `parse` gives, but only declarations that have changed are read again, and nothing is kept on disk."""
    file, problems = _reparsed(path, text)
    return (file, list(problems)) if file is not None else parse(path, text)


@lru_cache(maxsize=512)
def _reparsed(path: str, text: str) -> tuple[ast.File | None, tuple[Diagnostic, ...]]:
    """The tree of a file without errors, and what else is to be said of it."""
    seen = scan(path, text)
    if has_errors(seen.problems):
        return None, ()
    found = [_whole_part(path, part) for part in _parts(seen)]
    if any(has_errors(problems) for _, problems in found):
        return None, ()
    told = in_order([*seen.problems, *(d for _, problems in found for d in problems)])
    return ast.File(path, text, [d for made, _ in found for d in made]), tuple(told)


@lru_cache(maxsize=8192)
def _whole_part(path: str, part: Part) -> tuple[tuple[ast.Decl, ...], list[Diagnostic]]:
    """The declarations of a part, and what is wrong in it; no line is left out."""
    made, problems = parse_part(path, part.text, part.line - 1)
    return tuple(made or ()), problems


@lru_cache(maxsize=512)
def recovered(path: str, text: str) -> ast.File:
    """The tree of a file, declaration by declaration: those that were read before need not be read again."""
    return ast.File(path, text, [d for part in parts(path, text) for d in read_part(path, part)])


@lru_cache(maxsize=4096)
def read_part(path: str, part: Part) -> tuple[ast.Decl, ...]:
    """The declarations of a part; none if its first line cannot be read.

    A line that cannot be read is left out with all that is indented under it: most of a rule is worth more than none.
    """
    if not has_errors(scan(path, part.text).problems):
        whole, problems = _whole_part(path, part)
        if not has_errors(problems):
            return whole
    lines = part.text.split("\n")[:-1]
    for _ in range(MOST_TRIES):
        text = "\n".join(lines) + "\n"
        problems = scan(path, text).problems
        if not has_errors(problems):
            made, problems = parse_part(path, text, part.line - 1)
            if made is not None and not has_errors(problems):
                return tuple(made)
            problems = [moved(d, 1 - part.line) for d in problems]
        wrong = next((d.span.line for d in problems if d.severity == "error"), 0)
        if not _leave_out(lines, wrong):
            return ()
    return ()


def _leave_out(lines: list[str], wrong: int) -> bool:
    """Empties a line, or the nearest one above it that is not empty, and what is indented under it; not the first."""
    at = min(wrong, len(lines)) - 1
    while at > 0 and not lines[at].strip():
        at -= 1
    if at <= 0:
        return False
    level = _indent(lines[at])
    lines[at] = ""
    for below in range(at + 1, len(lines)):
        if lines[below].strip() and _indent(lines[below]) <= level:
            break
        lines[below] = ""
    return True


def _indent(line: str) -> int:
    """The number of blanks before a line."""
    return len(line) - len(line.lstrip())
