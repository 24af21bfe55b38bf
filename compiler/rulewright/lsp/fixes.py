"""Quick fixes: hints of diagnostics that are a change of text, ready to be made."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NamedTuple

from lsprotocol import types as lsp

from rulewright.diagnostics import Diagnostic, Span
from rulewright.lsp.formatting import formatting
from rulewright.lsp.positions import Text
from rulewright.lsp.session import Session

_MEANT = re.compile(r"^did you mean `?([^`?]+)`?(?:, or .*)?\?$")
_WRITE = re.compile(r"^write `([^`]+)`$")
_QUOTED = re.compile(r"`([^`]+)`")
# Signs of other languages that have one equivalent.
SIGNS = {
    "==": "=",
    "!=": "is not",
    "<>": "is not",
    "!": "not ",
    "&&": "and",
    "&": "and",
    "||": "or",
    "=>": ">=",
    "->": "=",
}
LAYOUT = ("RW109", "RW115", "RW116")  # `rulewright fmt` mends it


class Fix(NamedTuple):
    """What is written instead of a stretch of text."""

    title: str
    start: int
    end: int
    text: str


def fixes(session: Session, params: lsp.CodeActionParams) -> list[lsp.CodeAction] | None:
    """The changes of text that mend the diagnostics at the cursor; None if the document is no rules file."""
    document = session.document(params.text_document.uri)
    if document is None:
        return None
    found: list[lsp.CodeAction] = []
    for shown in params.context.diagnostics:
        record = record_of(shown.data)
        if record is None:
            continue
        if record.code in LAYOUT:
            found += relaid(session, params, shown)
        for fix in fixes_of(record, document.text):
            edit = lsp.TextEdit(document.text.between(fix.start, fix.end), fix.text)
            found.append(
                lsp.CodeAction(
                    fix.title,
                    lsp.CodeActionKind.QuickFix,
                    [shown],
                    is_preferred=True,
                    edit=lsp.WorkspaceEdit(changes={document.uri: [edit]}),
                )
            )
    return found


def record_of(data: Any) -> Diagnostic | None:
    """The record behind what the editor shows; editors give it back as they got it."""
    try:
        return Diagnostic.model_validate(data) if data else None
    except ValueError:
        return None


def relaid(session: Session, params: lsp.CodeActionParams, shown: lsp.Diagnostic) -> list[lsp.CodeAction]:
    """The change that lays the whole file out; none if nothing would change."""
    options = lsp.FormattingOptions(4, True)
    edits = formatting(session, lsp.DocumentFormattingParams(params.text_document, options))
    if not edits:
        return []
    edit = lsp.WorkspaceEdit(changes={params.text_document.uri: edits})
    return [lsp.CodeAction("lay the file out", lsp.CodeActionKind.QuickFix, [shown], edit=edit)]


def fixes_of(d: Diagnostic, text: Text) -> list[Fix]:
    """The changes of text that a hint speaks of; none if it asks for a decision."""
    for make in MAKERS:
        fix = make(d, text)
        if fix is not None:
            return [fix]
    return []


def other_word(d: Diagnostic, text: Text) -> Fix | None:
    """`did you mean X?`: X instead of the word that the message quotes."""
    found = _MEANT.match(d.hint or "")
    if found is None:
        return None
    start, end = stretch(d.span, text)
    quoted = [*_QUOTED.findall(d.message), *d.rules]
    for word in quoted:
        place = re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text.text[start:end])
        if place is not None:
            whole = found[1]
            return Fix(f"write `{whole}`", start + place.start(), start + place.end(), whole)
    return None


def other_sign(d: Diagnostic, text: Text) -> Fix | None:
    """A sign or word of another language, by ours."""
    start, end = stretch(d.span, text)
    if d.code == "RW110":
        ours = SIGNS.get(text.text[start:end])
    elif d.code in ("RW111", "RW321"):
        written = _WRITE.match(d.hint or "")
        ours = written[1] if written else None
    else:
        return None
    if ours is None:
        return None
    if ours.endswith(" ") and text.text[end : end + 1] == " ":
        ours = ours.rstrip()
    return Fix(f"write `{ours.strip()}`", start, end, ours)


def colon(d: Diagnostic, text: Text) -> Fix | None:
    """A colon that is missing, before the ids of its line."""
    if d.code != "RW103":
        return None
    line = text.line(d.span.line)
    words = re.sub(r"(\s*\[[^\]\"]*\])?\s*(#[^\"]*)?$", "", line).rstrip()
    at = text.offset(d.span.line, len(words) + 1)
    return Fix("add the colon", at, at, ":")


def invisible(d: Diagnostic, text: Text) -> Fix | None:
    """The fix of an invisible character, or None."""
    if d.code != "RW108" or d.hint not in ("delete it", "write a plain space"):
        return None
    start, end = stretch(d.span, text)
    return Fix(d.hint, start, end, "" if d.hint == "delete it" else " ")


def string_end(d: Diagnostic, text: Text) -> Fix | None:
    """The quotation mark at the end of a string that is not closed."""
    if d.code != "RW106":
        return None
    at = text.offset(d.span.line, len(text.line(d.span.line).rstrip()) + 1)
    return Fix('close it with `"`', at, at, '"')


MAKERS: tuple[Callable[[Diagnostic, Text], Fix | None], ...] = (
    other_word,
    other_sign,
    colon,
    invisible,
    string_end,
)


def stretch(span: Span, text: Text) -> tuple[int, int]:
    """Where a span begins and ends in the text."""
    return text.offset(span.line, span.column), text.offset(span.end_line, span.end_column)
