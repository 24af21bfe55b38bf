"""Go to definition: where a name is declared, in the game and in its variants; an id in the rulebook."""

from __future__ import annotations

from lsprotocol import types as lsp

from rulewright.diagnostics import Span
from rulewright.lsp.citations import id_at
from rulewright.lsp.homes import rulebook_of, uri_of
from rulewright.lsp.names import Names
from rulewright.lsp.session import Document, Session
from rulewright.tools.project import RULEBOOK


def definition(session: Session, params: lsp.DefinitionParams) -> list[lsp.Location] | None:
    """The places where the name or id at the cursor is declared; None if there is none."""
    document = session.document(params.text_document.uri)
    if document is None:
        return None
    line, column = document.text.place_of(params.position)
    cited = id_at(document.text.line(line), column)
    if cited is not None:
        return in_rulebook(document, cited[0])
    names = session.names(document.home)
    occurrence = names.at(document.name, line, column)
    if occurrence is None:
        return None
    places = [place.name for place in names.places(occurrence.symbol)]
    if not places:  # a local, a player of an example, a period
        places = [
            o.span for o in names.in_file(document.name) if o.symbol == occurrence.symbol and o.declares
        ]
    return [location(session, names, span.path, span) for span in places]


def location(session: Session, names: Names, name: str, span: Span) -> lsp.Location:
    """A place in a file of the game as the protocol has it."""
    home = names.moment.home
    text = session.text(home, name, names.moment.sources)
    return lsp.Location(session.uri(home, name), text.range(span))


def in_rulebook(document: Document, id: str) -> list[lsp.Location]:
    """The line of the rulebook that defines an id; empty if there is none."""
    book = rulebook_of(document.home)
    entry = book.entries.get(id) if book is not None else None
    if entry is None:
        return []
    start = lsp.Position(entry.line - 1, 0)
    return [lsp.Location(uri_of(document.home.folder / RULEBOOK), lsp.Range(start, start))]
