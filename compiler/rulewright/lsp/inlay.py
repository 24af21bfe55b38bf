"""Inlay hints: what the rules leave unsaid, shown between the words: inferred types, values of constants, who acts."""

from __future__ import annotations

from collections.abc import Iterator

from lsprotocol import types as lsp

from rulewright.diagnostics import Span
from rulewright.lsp import describe
from rulewright.lsp.declared import Symbol
from rulewright.lsp.names import Names
from rulewright.lsp.session import Document, Session
from rulewright.surface import ast
from rulewright.typed.context import Context
from rulewright.typed.types import Type


def inlay(session: Session, params: lsp.InlayHintParams) -> list[lsp.InlayHint] | None:
    """The hints of the lines that the editor shows; None if the document is no rules file."""
    document = session.document(params.text_document.uri)
    if document is None:
        return None
    first = document.text.place_of(params.range.start)[0]
    last = document.text.place_of(params.range.end)[0]
    names = session.names(document.home)
    analysis = describe.best(names)
    if analysis is None or analysis.context is None:
        return []
    found: list[lsp.InlayHint] = []
    for node in ast.every(document.tree.declarations):
        if first <= node.span.line <= last:
            found += hints(document, names, analysis.context, node)
    return found


def hints(document: Document, names: Names, c: Context, node: ast.Node) -> Iterator[lsp.InlayHint]:
    """The hints of one node."""
    if isinstance(node, (ast.Define, ast.Rule, ast.Action, ast.Event)):
        yield from of_parameters(document, c, node)
    elif isinstance(node, ast.Let):
        type = names.type_at(node.value.span)
        place = next(
            (
                o.span
                for o in names.in_file(document.name)
                if o.declares and o.span.line == node.span.line and o.symbol.name == node.name
            ),
            None,
        )
        if place is not None and worth_showing(type):
            yield hint(document, place.line, place.end_column, f": {type}", "the type that was inferred")


def of_parameters(
    document: Document, c: Context, d: ast.Define | ast.Rule | ast.Action | ast.Event
) -> Iterator[lsp.InlayHint]:
    """The types of parameters that are not written, and the value of a define that is one number worked out of others."""
    sig = next(
        (
            s
            for s in c.signatures.values()
            if s.function.name == d.signature.name and same_line(s.function.span, d)
        ),
        None,
    )
    if sig is None:
        sig = c.signatures.get(d.signature.name)
    if sig is None:
        return
    for param, type in zip(d.signature.params, sig.params):
        if param.type is None and worth_showing(type) and str(type) != param.name:
            yield hint(
                document,
                param.span.end_line,
                param.span.end_column,
                f": {type}",
                "the type that was inferred",
            )
    if isinstance(d, ast.Define) and d.value is not None and not isinstance(d.value, ast.Number):
        facts = (
            describe.of_function(c, Symbol("function", "", d.signature.name))
            if not d.signature.params
            else []
        )
        value = next((f.partition(": **")[2].rstrip("*") for f in facts if ": **" in f), "")
        if value:
            yield hint(
                document,
                d.value.span.end_line,
                d.value.span.end_column,
                f" = {value}",
                "the value of this constant",
            )


def same_line(span: Span, d: ast.Declaration) -> bool:
    """True if a span begins on the line on which a declaration begins."""
    return span.path == d.span.path and span.line == d.span.line


def worth_showing(type: Type | None) -> bool:
    """True if a type tells something."""
    return type is not None and type.name not in ("unknown", "none")


def hint(document: Document, line: int, column: int, label: str, tip: str) -> lsp.InlayHint:
    """A hint behind a place."""
    place = document.text.position(document.text.offset(line, column))
    return lsp.InlayHint(place, label, lsp.InlayHintKind.Type, tooltip=tip)
