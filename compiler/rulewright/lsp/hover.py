"""Hover: what a name means, and what the rulebook says under an id."""

from __future__ import annotations

from lsprotocol import types as lsp

from rulewright.diagnostics import Span
from rulewright.lsp import describe
from rulewright.lsp.citations import id_at, ids_of
from rulewright.lsp.homes import rulebook_of
from rulewright.lsp.names import Names
from rulewright.lsp.session import Document, Session

MOST_IDS = 5  # whose sentences are shown for one rule
WORDS = {
    "you": "the player who acts: for whom the rule was called, or each player in turn below `each player`",
    "it": "the thing that is being looked at: an option of the choice, or the member before `where`",
    "this": "the member, cell or piece to which this define or rule belongs",
    "base": "what the rule or define does or gives without this `instead`",
    "options": "what the participant could answer",
    "none": "nothing: an empty field, or no such thing",
}


def hover(session: Session, params: lsp.HoverParams) -> lsp.Hover | None:
    """What is known of the name or id at the cursor; None if there is none."""
    document = session.document(params.text_document.uri)
    if document is None:
        return None
    line, column = document.text.place_of(params.position)
    found = id_at(document.text.line(line), column)
    if found is not None:
        id, start, end = found
        return markdown_at(
            document, Span(document.name, line, start, line, end), sentence(session, document, id)
        )
    names = session.names(document.home)
    occurrence = names.at(document.name, line, column)
    if occurrence is None:
        return word(names, document, line, column)
    head = describe.title(names, occurrence.symbol)
    lines = [f"```rulewright\n{head}\n```", *describe.facts(names, occurrence.symbol, occurrence.span)]
    place = names.known.first(occurrence.symbol)
    for id in ids_of(place.node)[:MOST_IDS] if place is not None else ():
        lines.append(sentence(session, document, id))
    return markdown_at(document, occurrence.span, "\n\n".join(lines))


def markdown_at(document: Document, span: Span, text: str) -> lsp.Hover:
    """A text in Markdown for a span."""
    return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, text), document.text.range(span))


def sentence(session: Session, document: Document, id: str) -> str:
    """What the rulebook says under an id."""
    book = rulebook_of(document.home)
    entry = book.entries.get(id) if book is not None else None
    if entry is None:
        return f"**{id}**: " + (
            "the rulebook has no such rule" if book is not None else "there is no rulebook"
        )
    return f"**{id}** {entry.text}"


def word(names: Names, document: Document, line: int, column: int) -> lsp.Hover | None:
    """Words of the language that stand for something of the game, with their type here."""
    text = document.text.line(line)
    start = end = column - 1
    while start > 0 and (text[start - 1].isalnum() or text[start - 1] == "_"):
        start -= 1
    while end < len(text) and (text[end].isalnum() or text[end] == "_"):
        end += 1
    meaning = WORDS.get(text[start:end])
    if meaning is None:
        return None
    span = Span(document.name, line, start + 1, line, end + 1)
    type = names.type_at(span)
    typed = f" (`{type}`)" if type is not None and type.name not in ("unknown", "none") else ""
    return markdown_at(document, span, f"**{text[start:end]}**{typed}: {meaning}")
