"""Rule ids of diagnostics: what stands at a place is known by the brackets that close its line or its declaration."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from ..diagnostics import Diagnostic
from ..surface import ast
from ..surface.once import once_per_file


class Cited(NamedTuple):
    """A stretch of a file that is closed by brackets."""

    span: ast.Span
    sources: ast.Sources


def cite(diagnostics: list[Diagnostic], files: Iterable[ast.File]) -> list[Diagnostic]:
    """The same diagnostics, each with the rule ids of the innermost line that covers its place."""
    places = {(d.span.path, d.span.line) for d in diagnostics if not d.rules and d.span.line}
    if not places:
        return diagnostics
    by_path = {file.path: file for file in files}
    found = {place: _ids_at(by_path[place[0]], place[1]) for place in places if place[0] in by_path}
    return [_with_ids(d, found.get((d.span.path, d.span.line), ())) for d in diagnostics]


def _ids_at(file: ast.File, line: int) -> tuple[str, ...]:
    """The ids of the shortest stretch around a line that has any, of equals the last."""
    shortest: int | None = None
    ids: tuple[str, ...] = ()
    for span, sources in cited_in(file):
        length = span.end_line - span.line
        if span.line <= line <= span.end_line and (shortest is None or length <= shortest):
            here = tuple(dict.fromkeys(c.id for c in sources if c.id))
            if here:
                shortest, ids = length, here
    return ids


def _with_ids(d: Diagnostic, ids: tuple[str, ...]) -> Diagnostic:
    """The diagnostic with these rule ids, unless it already has some."""
    return d if d.rules or not ids else d.model_copy(update={"rules": ids})


@once_per_file
def cited_in(file: ast.File) -> list[Cited]:
    """Every stretch of a file that is closed by brackets, the outer before the inner ones."""
    return list(cited(file.declarations))


def cited(item: Any) -> Iterator[Cited]:
    """Every stretch at and below an item that is closed by brackets, the outer before the inner ones."""
    for node in ast.every(item):
        sources = getattr(node, "sources", None)
        if sources:
            yield Cited(node.span, sources)
