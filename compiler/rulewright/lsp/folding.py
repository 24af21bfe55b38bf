"""Folding: what is indented under a line, and rows of comments; read from the layout, so that broken text folds too."""

from __future__ import annotations

from lsprotocol import types as lsp

from rulewright.lsp.session import Session


def folding(session: Session, params: lsp.FoldingRangeParams) -> list[lsp.FoldingRange] | None:
    """What can be folded in a document; None if it is no rules file."""
    document = session.document(params.text_document.uri)
    if document is None:
        return None
    text = document.text.text.replace("\r\n", "\n").replace("\r", "\n")
    return folds(text.split("\n"))


def folds(lines: list[str]) -> list[lsp.FoldingRange]:
    """The ranges of lines that can be folded."""
    found: list[lsp.FoldingRange] = []
    waiting: list[tuple[int, int]] = []  # indentation and number of lines that may have something under them
    last = -1  # the last line that is not blank
    comments = -1  # where a row of comments began
    for number, line in enumerate([*lines, "end"]):
        words = line.strip()
        is_comment = words.startswith("#")
        if comments >= 0 and not is_comment:
            if number - 1 > comments:
                found.append(lsp.FoldingRange(comments, number - 1, kind=lsp.FoldingRangeKind.Comment))
            comments = -1
        if is_comment and comments < 0:
            comments = number
        if not words or is_comment:
            continue
        indent = len(line) - len(line.lstrip())
        while waiting and waiting[-1][0] >= indent:
            start = waiting.pop()[1]
            if last > start:
                found.append(lsp.FoldingRange(start, last))
        waiting.append((indent, number))
        last = number
    return sorted(found, key=lambda f: (f.start_line, -f.end_line))
