"""References: every place of a game and its variants where a name or an id stands."""

from __future__ import annotations

from lsprotocol import types as lsp

from rulewright.lsp import citations
from rulewright.lsp.definition import location
from rulewright.lsp.session import Session


def references(session: Session, params: lsp.ReferenceParams) -> list[lsp.Location] | None:
    """Every place of the name or id at the cursor; None if there is none."""
    document = session.document(params.text_document.uri)
    if document is None:
        return None
    line, column = document.text.place_of(params.position)
    names = session.names(document.home)
    cited = citations.id_at(document.text.line(line), column)
    if cited is not None:
        spans = [c.span for file in names.files.values() for c in citations.in_file(file) if c.id == cited[0]]
    else:
        occurrence = names.at(document.name, line, column)
        if occurrence is None:
            return None
        wanted = params.context.include_declaration
        spans = [o.span for o in names.of(occurrence.symbol) if wanted or not o.declares]
    return [location(session, names, span.path, span) for span in spans]


def highlights(session: Session, params: lsp.DocumentHighlightParams) -> list[lsp.DocumentHighlight] | None:
    """The same name in the same file."""
    document = session.document(params.text_document.uri)
    if document is None:
        return None
    names = session.names(document.home)
    occurrence = names.at(document.name, *document.text.place_of(params.position))
    if occurrence is None:
        return None
    return [
        lsp.DocumentHighlight(
            document.text.range(o.span),
            lsp.DocumentHighlightKind.Write if o.declares else lsp.DocumentHighlightKind.Read,
        )
        for o in names.in_file(document.name)
        if o.symbol == occurrence.symbol
    ]
