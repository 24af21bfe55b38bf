"""What the tests of the surface share: the good files, and a walk over the nodes of a tree."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rulewright.surface import ast

HERE = Path(__file__).parent
GOOD = sorted((HERE / "good").glob("*.rules"))
BAD = sorted((HERE / "bad").glob("*.rules"))


def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def nodes(item: Any) -> Iterator[ast.Node]:
    """All nodes at and below an item, each before its children."""
    if isinstance(item, ast.Node):
        yield item
        for child in dataclasses.fields(item):
            yield from nodes(getattr(item, child.name))
    elif isinstance(item, list | tuple):
        for child in item:
            yield from nodes(child)


def cut(text: str, span: ast.Span) -> str:
    """The text at a span of one line."""
    assert span.line == span.end_line, span
    return text.split("\n")[span.line - 1][span.column - 1 : span.end_column - 1]
