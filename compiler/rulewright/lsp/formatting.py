"""Formatting: the one layout that `rulewright fmt` gives."""

from __future__ import annotations

from lsprotocol import types as lsp

from rulewright.fmt import format_text
from rulewright.lsp.positions import Text
from rulewright.lsp.session import Session


def formatting(session: Session, params: lsp.DocumentFormattingParams) -> list[lsp.TextEdit] | None:
    """Edits of the lines that change; none if the file has mistakes, since then it is left as written."""
    document = session.document(params.text_document.uri)
    if document is None:
        return None
    made, _ = format_text(document.name, document.text.text)
    if made is None or made == document.text.text:
        return []
    return [changed_lines(document.text, made)]


def changed_lines(text: Text, made: str) -> lsp.TextEdit:
    """One edit from the first to the last letter that differs: a cursor outside of it stays where it is."""
    old = text.text
    most = min(len(old), len(made))
    start = next((i for i in range(most) if old[i] != made[i]), most)
    same = next((i for i in range(most - start) if old[-1 - i] != made[-1 - i]), most - start)
    if start and old[start - 1 : start + 1] == "\r\n":
        start -= 1
    end = len(old) - same
    if 0 < end < len(old) and old[end - 1 : end + 1] == "\r\n":
        end, same = end + 1, same - 1
    return lsp.TextEdit(text.between(start, end), made[start : len(made) - same])
