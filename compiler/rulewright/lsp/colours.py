"""Semantic colours: names by what they mean; the words of the language are coloured by the editor's own grammar."""

from __future__ import annotations

from lsprotocol import types as lsp

from rulewright.lsp.positions import units
from rulewright.lsp.session import Session

# By category of the name; all are types that editors know.
TYPES = (
    "enum",
    "enumMember",
    "property",
    "class",
    "function",
    "interface",
    "variable",
    "namespace",
    "type",
    "event",
)
CATEGORIES = {
    "kind": "enum",
    "member": "enumMember",
    "column": "property",
    "field": "property",
    "piece": "class",
    "board": "class",
    "edges": "class",
    "cell": "enumMember",
    "resource": "type",
    "function": "function",
    "library": "function",
    "menu": "interface",
    "participant": "variable",
    "seat": "variable",
    "local": "variable",
    "variant": "namespace",
    "given": "namespace",
    "period": "event",
}
MODIFIERS = ("declaration", "defaultLibrary", "readonly")
LEGEND = lsp.SemanticTokensLegend(list(TYPES), list(MODIFIERS))


def colours(session: Session, params: lsp.SemanticTokensParams) -> lsp.SemanticTokens | None:
    """The names of a document as semantic tokens; None if it is no rules file."""
    document = session.document(params.text_document.uri)
    if document is None:
        return None
    tokens: dict[tuple[int, int], tuple[int, int, int]] = {}
    for o in session.names(document.home).in_file(document.name):
        type = CATEGORIES.get(o.symbol.category)
        if type is None:
            continue
        start = document.text.position(document.text.offset(o.span.line, o.span.column))
        begin = document.text.offset(o.span.line, o.span.column)
        length = units(document.text.text[begin : document.text.offset(o.span.line, o.span.end_column)])
        marks = int(o.declares) | (2 if o.symbol.category == "library" else 0)
        marks |= 4 if o.symbol.category in ("member", "column", "cell") else 0
        tokens[start.line, start.character] = (length, TYPES.index(type), marks)
    data: list[int] = []
    line = character = 0
    for (at, column), (length, type_number, marks) in sorted(tokens.items()):
        data += [at - line, column - (character if at == line else 0), length, type_number, marks]
        line, character = at, column
    return lsp.SemanticTokens(data)
