"""The rule ids that close lines: where one is cited, and what the rulebook says of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from rulewright.diagnostics import Span
from rulewright.lsp.declared import written
from rulewright.lsp.names import Names
from rulewright.resolved.cite import cited
from rulewright.surface import ast
from rulewright.tools.rulebook import ID

_BRACKETS = re.compile(r"\[[^\]\"]*(\]|$)")
_ID = re.compile(ID)


class Cited(NamedTuple):
    """An id at one place."""

    id: str
    span: Span


def id_at(line: str, column: int) -> tuple[str, int, int] | None:
    """The id at a column of a line, with the columns where it begins and ends; all count from 1."""
    for brackets in _BRACKETS.finditer(line):
        for found in _ID.finditer(brackets.group()):
            start, end = brackets.start() + found.start() + 1, brackets.start() + found.end() + 1
            if start <= column <= end:
                return found.group(), start, end
    return None


def in_file(file: ast.File) -> list[Cited]:
    """All ids that a file cites, each at its own place."""
    found: list[Cited] = []
    for number, line in enumerate(written(file), 1):
        for brackets in _BRACKETS.finditer(line) if "[" in line else ():
            for each in _ID.finditer(brackets.group()):
                start = brackets.start() + each.start() + 1
                found.append(
                    Cited(each.group(), Span(file.path, number, start, number, start + len(each.group())))
                )
    return found


def tests_of(names: Names) -> dict[str, int]:
    """How many examples cite each id."""
    counts: dict[str, int] = {}
    for d in examples(names):
        for id in {c.id for _, sources in cited([d]) for c in sources if c.id}:
            counts[id] = counts.get(id, 0) + 1
    return counts


def examples(names: Names) -> Iterator[ast.Example]:
    """The examples of a game and of its variants."""
    for file in names.files.values():
        for d in file.declarations:
            inner = d.declarations if isinstance(d, ast.Variant) else [d]
            yield from (x for x in inner if isinstance(x, ast.Example))


def ids_of(node: ast.Node) -> list[str]:
    """The ids that a declaration cites on its first line."""
    return list(dict.fromkeys(c.id for c in getattr(node, "sources", ()) if c.id))


def ids_in(node: ast.Node) -> set[str]:
    """The ids that a declaration cites on any of its lines."""
    return {c.id for _, sources in cited([node]) for c in sources if c.id}
