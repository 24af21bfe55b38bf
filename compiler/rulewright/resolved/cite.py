"""Rule ids of diagnostics: what stands at a place is known by the brackets that close its line or its declaration."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator
from typing import Any

from pydantic import BaseModel

from ..diagnostics import Diagnostic
from ..surface import ast


def cite(diagnostics: list[Diagnostic], trees: Iterable[Any]) -> list[Diagnostic]:
    """The same diagnostics, each with the rule ids of the innermost line that covers its place."""
    places = {(d.span.path, d.span.line) for d in diagnostics if not d.rules and d.span.line}
    if not places:
        return diagnostics
    found: dict[tuple[str, int], tuple[int, list[str]]] = {}  # place -> length of the stretch, ids
    for span, sources in cited(trees):
        ids = [c.id for c in sources if c.id]
        for place in places if ids else ():
            length = span.end_line - span.line
            if span.path == place[0] and span.line <= place[1] <= span.end_line:
                if place not in found or length <= found[place][0]:
                    found[place] = (length, ids)
    return [_with_ids(d, found.get((d.span.path, d.span.line))) for d in diagnostics]


def _with_ids(d: Diagnostic, found: tuple[int, list[str]] | None) -> Diagnostic:
    if d.rules or found is None:
        return d
    return d.model_copy(update={"rules": tuple(dict.fromkeys(found[1]))})


def cited(item: Any) -> Iterator[tuple[ast.Span, ast.Sources]]:
    """Every stretch below an item that is closed by brackets, the outer before the inner ones."""
    if isinstance(item, (ast.Node, BaseModel)):
        sources = getattr(item, "sources", None)
        if sources:
            yield getattr(item, "span", ast.NOWHERE), sources
        for child in _children(item):
            yield from cited(child)
    elif isinstance(item, (list, tuple)) and not isinstance(item, (ast.Span, ast.Citation)):
        for child in item:
            yield from cited(child)
    elif isinstance(item, dict):
        for child in item.values():
            yield from cited(child)


def _children(item: ast.Node | BaseModel) -> list[Any]:
    if isinstance(item, BaseModel):
        return [v for k, v in item.__dict__.items() if k != "symbols"]
    return [getattr(item, f.name) for f in dataclasses.fields(item) if f.name not in ("span", "sources")]
