"""What every node of the syntax tree has: its place, and the rule ids that close its line."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from ..diagnostics import Span


class Citation(NamedTuple):
    """One rule id that closes a line, as in ``[TA-7.4 pl]`` or ``[assumed]`` (then ``id`` is empty)."""

    id: str
    marks: tuple[str, ...]  # words after the id: assumed, known, an edition
    span: Span


Sources = tuple[Citation, ...]


@dataclass(slots=True)
class Node:
    """A part of the tree, with its place in the file."""

    span: Span


@dataclass(slots=True)
class Declaration(Node):
    """Anything that stands on a line of its own outside a body; ``sources`` closes its first line."""

    sources: Sources


def every(item: Any) -> Iterator[Node]:
    """All nodes at and below an item."""
    waiting = [item]
    while waiting:
        one = waiting.pop()
        if isinstance(one, (list, tuple)):
            waiting.extend(reversed(one))
        elif isinstance(one, Node):
            yield one
            waiting.extend(getattr(one, name) for name in _inner(type(one)))


_INNER: dict[type, tuple[str, ...]] = {}  # class -> its fields that can hold nodes, the last one first
_OUTSIDE = ("span", "sources", "name_span", "unit_span", "menu_span")


def _inner(of: type[Node]) -> tuple[str, ...]:
    """The fields of a class that can hold nodes, the last one first."""
    if of not in _INNER:
        _INNER[of] = tuple(f.name for f in reversed(dataclasses.fields(of)) if f.name not in _OUTSIDE)
    return _INNER[of]
