"""The type of every expression by its place, and places in a text that has changed since its types were found."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from rulewright.diagnostics import Span
from rulewright.typed import tree
from rulewright.typed.expr import E
from rulewright.typed.types import Type


def types_of(game: tree.Game) -> dict[Span, Type]:
    """The types of all expressions of a typed game; of two that stand in one place, that of the outer one."""
    found: dict[Span, Type] = {}
    roots: list[Any] = [
        game.functions,
        game.overrides,
        game.hooks,
        game.examples,
        game.participants,
        game.kinds,
        game.boards,
        game.fields,
    ]
    for e in _expressions(roots):
        for part in e.walk():
            if part.span.line:
                found.setdefault(part.span, part.type)
    return found


def _expressions(value: Any) -> Iterator[E]:
    """The outermost expressions in a part of the typed tree."""
    if isinstance(value, E):
        yield value
    elif isinstance(value, (list, tuple)):
        if not isinstance(value, Span):
            for each in value:
                yield from _expressions(each)
    elif isinstance(value, dict):
        for each in value.values():
            yield from _expressions(each)
    elif is_dataclass(value) and not isinstance(value, Type):
        for each in fields(value):
            yield from _expressions(getattr(value, each.name))


class Shift:
    """From lines of a text to those of an older one: what stands above and below an edit has only moved."""

    def __init__(self, now: str, before: str) -> None:
        self.moved = now is not before and now != before
        if not self.moved:
            return
        new, old = now.split("\n"), before.split("\n")
        most = min(len(new), len(old))
        self.above = next((i for i in range(most) if new[i] != old[i]), most)
        same = next((i for i in range(most - self.above) if new[-1 - i] != old[-1 - i]), most - self.above)
        self.below = len(new) - same
        self.by = len(old) - len(new)

    def __call__(self, span: Span) -> Span | None:
        """The same place in the older text; None if it stands in what has changed."""
        if not self.moved or span.end_line <= self.above:
            return span
        if span.line > self.below:
            return span._replace(line=span.line + self.by, end_line=span.end_line + self.by)
        return None
