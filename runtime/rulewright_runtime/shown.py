"""Whether a move showed somebody what they could not see before: it is not taken back as if nobody knew."""

from __future__ import annotations

from typing import Any

from .engine import Engine, Field
from .position import Position
from .views import has_secrets, may_see


def shows_hidden(engine: Engine, before: Position, after: Position) -> bool:
    """Whether something unseen changed, or chance was drawn on, and with it something that the same player sees."""
    if not has_secrets(engine):
        return False
    drawn = before.chance != after.chance
    changed = [
        field
        for field in engine.fields
        if not field.internal and getattr(before, field.attribute) != getattr(after, field.attribute)
    ]
    return any(
        (drawn or _any_differs(engine, changed, before, after, viewer, seen=False))
        and _any_differs(engine, changed, before, after, viewer, seen=True)
        for viewer in range(after.players)
    )


def _any_differs(
    engine: Engine, changed: list[Field], before: Any, after: Any, viewer: int, seen: bool
) -> bool:
    """Whether anything changed that a player may see, or anything that the player may not."""
    return any(
        _part(engine, field, before, viewer, seen) != _part(engine, field, after, viewer, seen)
        for field in changed
    )


def _part(engine: Engine, field: Field, g: Any, viewer: int, seen: bool) -> Any:
    """The values of a field that a player may see, or those that the player may not."""
    value = getattr(g, field.attribute)
    if field.visibility != "private" or field.owner != "player" or not isinstance(value, list):
        return value if may_see(field, False) == seen else None
    each = max(1, len(value) // (g.players + len(engine.participants)))
    own = range(viewer * each, (viewer + 1) * each)
    return [one for place, one in enumerate(value) if (place in own) == seen]
