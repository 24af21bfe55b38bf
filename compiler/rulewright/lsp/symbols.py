"""Symbols: the outline of a file, and every declaration of a project by its name."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from lsprotocol import types as lsp

from rulewright.lsp.declared import word_at, written
from rulewright.lsp.homes import homes_below
from rulewright.lsp.positions import Text
from rulewright.lsp.session import Session
from rulewright.surface import ast
from rulewright.tools.tree import title

K = lsp.SymbolKind
KINDS: dict[type, lsp.SymbolKind] = {
    ast.Game: K.Package,
    ast.Variant: K.Package,
    ast.Kind: K.Enum,
    ast.Extend: K.Enum,
    ast.Member: K.EnumMember,
    ast.Piece: K.Class,
    ast.Resource: K.Number,
    ast.Board: K.Array,
    ast.Edges: K.Array,
    ast.State: K.Struct,
    ast.Field: K.Field,
    ast.Define: K.Function,
    ast.Rule: K.Method,
    ast.Event: K.Event,
    ast.Action: K.Method,
    ast.Menu: K.Interface,
    ast.When: K.Event,
    ast.Instead: K.Operator,
    ast.Participant: K.Object,
    ast.Example: K.Module,
    ast.Shared: K.Module,
    ast.Labels: K.String,
    ast.Look: K.Property,
}
INSIDE = ("declarations", "columns", "fields", "edges", "members", "behaviour", "decides")
MOST = 300  # declarations that a search gives
CATEGORIES = {
    "kind": K.Enum,
    "member": K.EnumMember,
    "piece": K.Class,
    "resource": K.Number,
    "board": K.Array,
    "field": K.Field,
    "function": K.Function,
    "menu": K.Interface,
    "participant": K.Object,
    "variant": K.Package,
    "given": K.Module,
}


def outline(session: Session, params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol] | None:
    """The outline of a document; None if it is no rules file."""
    document = session.document(params.text_document.uri)
    if document is None:
        return None
    return list(_symbols(document.tree.declarations, document.text, written(document.tree)))


def _symbols(declarations: Iterable[Any], text: Text, lines: list[str]) -> Iterable[lsp.DocumentSymbol]:
    """Declarations with what stands in them, as symbols of the protocol."""
    for d in declarations:
        kind = KINDS.get(type(d))
        if kind is None:
            continue
        name = named(d)
        word = word_at(lines, d.span, _own_name(d)) if _own_name(d) else None
        inner = [x for part in INSIDE for x in getattr(d, part, None) or []]
        inner.sort(key=lambda x: (x.span.line, x.span.column))
        whole = text.range(d.span)
        yield lsp.DocumentSymbol(
            name=name,
            kind=kind,
            range=whole,
            selection_range=text.range(word) if word is not None else lsp.Range(whole.start, whole.start),
            children=list(_symbols(inner, text, lines)),
        )


def named(d: Any) -> str:
    """A declaration as the outline shows it."""
    if isinstance(d, ast.Labels):
        return f"labels {d.language}"
    if isinstance(d, ast.Look):
        return f"look {d.name}"
    if isinstance(d, ast.Shared):
        return f"given {d.name}"
    return title(d) or type(d).__name__.lower()


def _own_name(d: Any) -> str:
    """The name that a declaration declares, or nothing."""
    if isinstance(d, ast.Field):
        return d.names[0]
    signature = getattr(d, "signature", None)
    return str(signature.name if signature is not None else getattr(d, "name", "") or "")


def search(session: Session, params: lsp.WorkspaceSymbolParams) -> list[lsp.SymbolInformation]:
    """Declarations of all open games whose name has the letters of the query in their order."""
    found: list[lsp.SymbolInformation] = []
    homes = dict.fromkeys([*session.homes(), *homes_below(session.folders)])
    for home in homes:
        names = session.names(home)
        for symbol, places in names.known.places.items():
            kind = CATEGORIES.get(symbol.category)
            if kind is None or not fits(params.query.lower(), symbol.name.lower()):
                continue
            for place in places[:1]:
                text = session.text(home, place.name.path, names.moment.sources)
                where = lsp.Location(session.uri(home, place.name.path), text.range(place.name))
                found.append(lsp.SymbolInformation(where, symbol.name, kind, container_name=home.folder.name))
            if len(found) >= MOST:
                return found
    return found


def fits(query: str, name: str) -> bool:
    """True if the letters of a query stand in a name in this order."""
    at = 0
    for letter in query:
        at = name.find(letter, at) + 1
        if not at:
            return False
    return True
