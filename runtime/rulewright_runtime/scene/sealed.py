"""Seals: a move after which something is known, or thrown, that was not before; nothing is taken back past it."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from ..engine import Engine, Field
from ..position import Position
from ..shown import shows_hidden


def is_sealed(engine: Engine, before: Position, after: Position, mover: int, shared: bool) -> bool:
    """Whether chance was drawn on, or anything changed that the one who moved could not see before.

    Where other people play too, also whether the move showed somebody what they could not see: nobody unsees it.
    """
    if before.chance != after.chance or after.over:
        return True
    if any(_unseen_changed(engine, field, before, after, mover) for field in _secret(engine)):
        return True
    return shared and shows_hidden(engine, before, after)


def is_shared(players: int, seat: int, bots: Collection[int]) -> bool:
    """Whether anybody but a seat's own player plays who is no bot."""
    return any(other != seat and other not in bots for other in range(players))


def _secret(engine: Engine) -> list[Field]:
    """The fields of the rules that not everybody may see."""
    return [field for field in engine.fields if field.visibility != "open" and not field.internal]


def _unseen_changed(engine: Engine, field: Field, before: Any, after: Any, mover: int) -> bool:
    """True if something in a field changed that the mover did not see before."""
    one, other = getattr(before, field.attribute), getattr(after, field.attribute)
    if one == other:
        return False
    if field.visibility == "hidden" or field.owner != "player":
        return True
    each = max(1, len(other) // (after.players + len(engine.participants)))
    own = range(mover * each, (mover + 1) * each)
    return any(one[i] != other[i] for i in range(min(len(one), len(other))) if i not in own)
