"""Places in a text: the compiler counts characters from 1, the protocol counts UTF-16 units from 0."""

from __future__ import annotations

import re
from bisect import bisect_right

from lsprotocol import types as lsp

from rulewright.diagnostics import Span

_LINE_END = re.compile(r"\r\n|\n|\r")  # as the protocol has it; to the compiler only \n ends a line
_WORDS_END = re.compile(r"(\s*\[[^\]]*\])?\s*(#[^\"]*)?$")


class Text:
    """A text with the places in it, both ways."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.shown = [0, *(found.end() for found in _LINE_END.finditer(text))]
        self.written = [0, *(i + 1 for i, c in enumerate(text) if c == "\n")]
        if text.startswith("\ufeff"):
            self.written[0] = 1  # the compiler does not count a byte order mark

    # ------------------------------------------------------------ places of the compiler

    def offset(self, line: int, column: int) -> int:
        """Where a place of the compiler stands in the text; one outside of it is drawn to its edge."""
        if line < 1:
            return 0
        if line > len(self.written):
            return len(self.text)
        start = self.written[line - 1]
        return min(start + max(column - 1, 0), self._end(line))

    def place(self, offset: int) -> tuple[int, int]:
        """Line and column of the compiler."""
        line = max(1, bisect_right(self.written, offset))
        return line, offset - self.written[line - 1] + 1

    def line(self, number: int) -> str:
        """A line of the compiler, without its end."""
        if not 1 <= number <= len(self.written):
            return ""
        return self.text[self.written[number - 1] : self._end(number)]

    def _end(self, line: int) -> int:
        """Where a line ends, without what ends it."""
        if line == len(self.written):
            return len(self.text)
        end = self.written[line] - 1
        return end - 1 if end > self.written[line - 1] and self.text[end - 1] == "\r" else end

    # ------------------------------------------------------------ places of the protocol

    def position(self, offset: int) -> lsp.Position:
        """An offset as the protocol counts it."""
        line = bisect_right(self.shown, offset) - 1
        return lsp.Position(line, units(self.text[self.shown[line] : offset]))

    def offset_of(self, position: lsp.Position) -> int:
        """Where a position stands; one outside of the text is drawn to its edge."""
        if position.line >= len(self.shown):
            return len(self.text)
        start = self.shown[position.line]
        end = self.shown[position.line + 1] if position.line + 1 < len(self.shown) else len(self.text)
        line = self.text[start:end].rstrip("\r\n")
        if line.isascii():
            return start + min(position.character, len(line))
        left = position.character
        for i, character in enumerate(line):
            if left <= 0:
                return start + i
            left -= units(character)
        return start + len(line)

    def place_of(self, position: lsp.Position) -> tuple[int, int]:
        """Line and column of the compiler for a position."""
        return self.place(self.offset_of(position))

    # ------------------------------------------------------------ stretches

    def between(self, start: int, end: int) -> lsp.Range:
        """The range between two offsets."""
        return lsp.Range(self.position(start), self.position(end))

    def range(self, span: Span) -> lsp.Range:
        """A span of the compiler as a range of the protocol."""
        start = self.offset(span.line, span.column)
        return self.between(start, max(start, self.offset(span.end_line, span.end_column)))

    def first_line(self, span: Span) -> lsp.Range:
        """A span, or the words of its first line if it has several: nobody wants a whole rule underlined."""
        if span.end_line <= span.line:
            return self.range(span)
        words = _WORDS_END.sub("", self.line(span.line))
        start = self.offset(span.line, span.column)
        return self.between(start, max(start, self.offset(span.line, len(words) + 1)))

    def whole(self) -> lsp.Range:
        """The range of the whole text."""
        return self.between(0, len(self.text))


def units(text: str) -> int:
    """The length of a text in UTF-16 units."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2
