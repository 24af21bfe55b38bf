"""Values of a position as a scene holds them: numbers, texts and references; what may not be seen only by its size."""

from __future__ import annotations

from typing import Any

from ..engine import Computed, Field
from ..position import FREE, NONE, Position, RulesFailure
from ..views import key_names, may_see, redacted
from ..words import Words, split_type
from .handles import Handles


class Values:
    """Reads one position for one viewer."""

    def __init__(self, words: Words, g: Position, viewer: int | None, handles: Handles) -> None:
        self.words = words
        self.engine = words.engine
        self.g: Any = g
        self.viewer = viewer
        self.handles = handles
        self._known: dict[tuple[str, int], str | None] = {}

    def ref(self, type: str, value: int) -> str | None:
        """The reference of a thing; None of a piece that is out of sight."""
        what, _, of = type.partition(":")
        if what == "piece":
            return self.handles.ref(of, value)
        if what in ("player", "participant"):
            return f"player:{value}"
        if what == "number":
            return f"number:{value}"
        if what == "edge":
            return f"edge:{of}:{value}"
        known = self._known.get((type, value))
        if known is None:
            name = self.words.name_of(self.g, what, of, value)
            known = f"{what}:{name}" if what in ("direction", "resource") else f"{what}:{of}:{name}"
            self._known[type, value] = known
        return known

    def shown(self, type: str, value: Any) -> Any:
        """A value that the viewer may see."""
        if value.__class__ is int:
            if value == NONE:
                return None
            if type == "number":
                return value
        collection, of = split_type(type)
        if collection or (isinstance(value, tuple) and of != "bundle"):
            return [self.shown(of, one) for one in value]
        if value is None or value == NONE:
            return None
        if of == "number" or of == "text":
            return value
        if of == "flag":
            return bool(value)
        if of == "bundle":
            amounts = zip(self.engine.resources, value, strict=True)
            return {"resources": {name: amount for name, amount in amounts if amount}}
        if of.startswith("effect"):
            return self.words.text(self.g, of, value)
        return self.ref(of, value)

    def field(self, field: Field, owner: int, own: bool) -> Any:
        """The value of a field of one owner, or what stays of it."""
        values = getattr(self.g, field.attribute)
        seen = may_see(field, own)
        if not field.keys:
            value = values if field.owner == "table" else values[owner]
            return self.shown(field.type, value) if seen else redacted(field, value)
        names = key_names(self.words, field, self.g.players)
        if field.keys.startswith(("player", "participant")):
            names = [str(seat) for seat in range(len(names))]
        first = 0 if field.owner == "table" else owner * len(names)
        return {
            name: self.shown(field.type, values[first + i]) if seen else redacted(field, values[first + i])
            for i, name in enumerate(names)
        }

    def computed(self, computed: Computed, index: int) -> Any:
        """What the rules compute for a cell, a piece or a player; nothing where they do not fit."""
        try:
            return self.shown(computed.type, computed.value(self.g, index))
        except (RulesFailure, IndexError, KeyError):
            return None

    def target(self, type: str, option: int) -> str | None:
        """What an option of a choice of this type points at, if it is a thing."""
        what, _, _ = type.partition(":")
        if (
            option < 0
            or option >= FREE
            or what in ("menu", "branch", "may", "list", "flag", "text", "effect")
        ):
            return None
        return self.ref(type, option)
