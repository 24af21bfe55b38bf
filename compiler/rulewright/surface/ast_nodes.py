"""What every node of the syntax tree has: its place, and the rule ids that close its line."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from operator import attrgetter
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
        inner = _INNER[one.__class__]
        if inner is not None:
            yield one
            waiting += inner(one)
        elif isinstance(one, (list, tuple)):
            waiting += reversed(one)


_OUTSIDE = ("span", "sources", "name_span", "unit_span", "menu_span")
_PLAIN = ("str", "int", "bool", "str | None", "int | None", "list[str]", "tuple[str, ...]")


class _Inner(dict[type, "Callable[[Any], Sequence[Any]] | None"]):
    """How to read what the fields of a class of nodes hold, the last one first; None: it is no class of nodes."""

    def __missing__(self, of: type) -> Callable[[Any], Sequence[Any]] | None:
        self[of] = _reader(of) if issubclass(of, Node) else None
        return self[of]


_INNER = _Inner()


def _reader(of: type[Node]) -> Callable[[Any], Sequence[Any]]:
    """A function that gives what those fields of a node hold in which other nodes can be."""
    named = [f.name for f in dataclasses.fields(of) if f.name not in _OUTSIDE and f.type not in _PLAIN]
    read: Callable[[Any], Any] = attrgetter(*reversed(named)) if named else lambda node: ()
    return (lambda node: (read(node),)) if len(named) == 1 else read
