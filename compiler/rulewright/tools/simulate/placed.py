"""Which members of kinds lie on places of a board in the course of a game."""

from __future__ import annotations

from typing import Any

from rulewright_runtime.core import NONE, Position
from rulewright_runtime.engine import Engine, Field
from rulewright_runtime.words import split_type

PLACES = ("cell:", "edge:")


class Placed:
    """Looks at the places of a board, and keeps what lay there."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._seen: list[tuple[Field, set[int]]] = [
            (field, set())
            for field in engine.fields
            if field.owner.startswith(PLACES) and _kind(field) in engine.kinds and not field.keys
        ]

    def look(self, g: Position) -> None:
        """Keeps what lies there now."""
        for field, seen in self._seen:
            content: Any = getattr(g, field.attribute)
            if split_type(field.type)[0]:
                seen.update(*content)
            else:
                seen.update(content)

    def seen_with(self, g: Position) -> set[tuple[str, str]]:
        """All that lay there up to this position, by kind and label."""
        self.look(g)
        return {
            (_kind(field), self.engine.kinds[_kind(field)].labels[member])
            for field, seen in self._seen
            for member in seen
            if member != NONE
        }


def _kind(field: Field) -> str:
    """The kind whose members a field holds; "" if it holds others."""
    type = split_type(field.type)[1]
    return type[5:] if type.startswith("kind:") else ""
