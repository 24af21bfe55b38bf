"""Columns of text side by side, never wider than the screen."""

from __future__ import annotations

import textwrap
from typing import Final

_LEAST: Final = 8  # no column is made narrower


def aligned(table: list[list[str]], width: int) -> list[str]:
    """Columns side by side; the widest ones are broken into lines, and what still does not fit stands below."""
    widths = _widths(table)
    least = [max([_LEAST, *[_longest_item(row[i]) for row in table]]) for i in range(len(widths))]
    while sum(widths) + 2 * len(widths) - 2 > width and max(widths) > _LEAST:
        lists = [i for i, size in enumerate(widths) if size > least[i]]
        widest = max(lists or range(len(widths)), key=widths.__getitem__)
        widths[widest] -= 1
    if sum(widths) + 2 * len(widths) - 2 > width and len(widths) > 2:
        half = (len(widths) + 1) // 2
        first, second = [row[:half] for row in table], [[row[0], *row[half:]] for row in table]
        return [*aligned(first, width), *aligned(second, width)]
    lines: list[str] = []
    for row in table:
        cells = [broken(text, size) for text, size in zip(row, widths, strict=True)]
        for i in range(max([len(cell) for cell in cells])):
            parts = [cell[i] if i < len(cell) else "" for cell in cells]
            sized = [part.ljust(size) for part, size in zip(parts, widths, strict=True)]
            lines.append("  ".join(sized).rstrip())
    return lines


def fits_turned(table: list[list[str]], width: int) -> bool:
    """Whether all columns fit side by side as they are."""
    return sum([size + 2 for size in _widths(table)]) <= width


def numbered(texts: list[str], width: int, many: int) -> list[str]:
    """Texts with their numbers, one in a line; if there are many and they are short, several columns of them."""
    wide = max([len(text) for text in texts], default=0) + 7
    columns = width // wide if len(texts) > many else 1
    if columns < 2:
        lines: list[str] = []
        for number, text in enumerate(texts, 1):
            head = f"{number:3}  "
            lines.extend(wrapped(text, width, " " * len(head), head))
        return lines
    deep = -(-len(texts) // columns)
    shown = [f"{number:3}  {text}" for number, text in enumerate(texts, 1)]
    return ["".join([one.ljust(wide) for one in shown[row::deep]]).rstrip() for row in range(deep)]


def wrapped(text: str, width: int, indent: str = "  ", first: str = "") -> list[str]:
    """A text in lines of at most so many columns."""
    return textwrap.wrap(
        text, width, initial_indent=first, subsequent_indent=indent, break_on_hyphens=False
    ) or [first.rstrip()]


def broken(text: str, width: int) -> list[str]:
    """The lines of a text in a column."""
    return textwrap.wrap(text, width, break_on_hyphens=False) or [""]


def _longest_item(text: str) -> int:
    """How wide a list must be so that each of its items stays whole."""
    return max([len(item) + 1 for item in text.split(", ")])


def _widths(table: list[list[str]]) -> list[int]:
    """The width of each column: that of its longest text, at least 1."""
    return [max([1, *[len(row[i]) for row in table]]) for i in range(len(table[0]))]
