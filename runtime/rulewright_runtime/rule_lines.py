"""Lines of the rules: which one stands behind a line of an engine, by the comments and docstrings in the emitted code."""

from __future__ import annotations

import linecache
import re
from pathlib import Path
from types import CodeType
from typing import Final

from .engine import Engine

_COMMENT: Final = re.compile(r"\s*# (\S+\.rules:\d+)(?: \[(.+)\])?\s*$")
_DOCSTRING: Final = re.compile(r'\s*""".*?(?:\[(.+)\] )?\((\S+\.rules:\d+)\)\."""')


def is_of(engine: Engine, code: CodeType) -> bool:
    """Whether a function belongs to an engine's own package; never in one that is compiled."""
    own = getattr(engine.setup, "__code__", None)
    return own is not None and Path(code.co_filename).parent == Path(own.co_filename).parent


def rule_above(file: str, line: int, first: int) -> tuple[str, str] | None:
    """The comment above a line that names its rule; if that has no ids, those of the whole rule."""
    place, rule = "", ""
    for number in range(line, first - 1, -1):
        text = linecache.getline(file, number)
        comment = _COMMENT.match(text)
        if comment is not None and not place:
            place, rule = comment[1], comment[2] or ""
        docstring = _DOCSTRING.match(text)
        if docstring is not None:
            place, rule = place or docstring[2], rule or docstring[1] or ""
    return (place, rule) if place else None
