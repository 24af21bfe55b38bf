"""Lines of the rules: which one stands behind a line of an engine, by the comments and docstrings in the emitted code."""

from __future__ import annotations

import linecache
import re
from functools import lru_cache
from types import CodeType
from typing import TYPE_CHECKING, Final

from .engine import Engine

if TYPE_CHECKING:
    from pathlib import Path

_COMMENT: Final = re.compile(r"\s*# \S+\.rules:(?: .*?)?(?: \[([^\[\]]+)\])?\s*$")
_DOCSTRING: Final = re.compile(r'\s*""".*?(?:\[([^\[\]]+)\] )?\(\S+\.rules\)\.(?:""")?\s*$')


def is_of(engine: Engine, code: CodeType) -> bool:
    """Whether a function belongs to an engine's own package; never in one that is compiled."""
    own = getattr(engine.setup, "__code__", None)
    return own is not None and _folder(code) == _folder(own)


def _folder(code: CodeType) -> Path:
    """The folder of the engine that code belongs to."""
    from pathlib import Path  # here, so that games without failures start sooner

    return Path(code.co_filename).parent


def rule_above(code: CodeType, line: int) -> tuple[str, str] | None:
    """Place and ids of the rule that the comment above a line names; if that has no ids, those of the whole rule."""
    known = places_beside(_folder(code) / "places.txt").get(code.co_name, ())
    whole, rule, count = "", "", 0
    for number in range(code.co_firstlineno, line + 1):
        text = linecache.getline(code.co_filename, number)
        docstring = _DOCSTRING.match(text)
        found = docstring or _COMMENT.match(text)
        if found is not None:
            whole, rule = (docstring[1] or "") if docstring else whole, found[1] or ""
            count += 1
    return (known[count - 1], rule or whole) if 0 < count <= len(known) else None


def places_beside(file: Path) -> dict[str, tuple[str, ...]]:
    """The places that the comments of each function stand for; without the list beside an engine's code none is known."""
    try:
        return _read(file, file.stat().st_mtime_ns)
    except OSError:
        return {}


@lru_cache(maxsize=8)
def _read(file: Path, changed: int) -> dict[str, tuple[str, ...]]:
    """By function, the places in the rules that `places.txt` lists; read again when the file has changed."""
    found: dict[str, tuple[str, ...]] = {}
    for function, *words in (row.split(" ") for row in file.read_text(encoding="utf-8").splitlines()):
        path, places = "", []
        for word in words:
            named, _, line = word.rpartition(":")
            path = named or path
            places.append(f"{path}:{line}")
        found[function] = tuple(places)
    return found
