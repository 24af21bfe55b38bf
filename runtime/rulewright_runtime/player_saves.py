"""What one player may keep of a game: a save in which nothing is that this player may not know."""

from __future__ import annotations

import random
from typing import Any

from . import saves
from .deals import dealt_anew, is_unseen_amount
from .engine import Engine
from .position import Position


def saved_for(engine: Engine, g: Position, seat: int, names: tuple[str, ...], options: dict[str, int]) -> str:
    """A save with all that is unseen dealt anew, unseen amounts as at the start, and neither moves nor seed."""
    dealt = dealt_anew(engine, g, seat, random.SystemRandom())
    if dealt is not None:
        _forget_amounts(engine, dealt, seat, options)
        text = saves.dump(engine, dealt, names, options)
        if _loads(engine, text):
            return text
    raise saves.SaveError(
        f"{names[g.player]} is in the midst of a move that shows what {names[seat]} may not know; "
        "the game can be saved for one player when it is done"
    )


def _forget_amounts(engine: Engine, g: Any, seat: int, options: dict[str, int]) -> None:
    """Sets what others count in secret to what it is before the setup."""
    first = engine.make(g.players, dict(options))
    for field in engine.fields:
        if not is_unseen_amount(field):
            continue
        value, before = getattr(g, field.attribute), getattr(first, field.attribute)
        if isinstance(value, list) and field.owner == "player" and field.visibility == "private":
            each = max(1, len(value) // (g.players + len(engine.participants)))
            own = range(seat * each, (seat + 1) * each)
            before = [value[i] if i in own else one for i, one in enumerate(before)]
        setattr(g, field.attribute, before)


def _loads(engine: Engine, text: str) -> bool:
    """Whether a save is one that can be loaded."""
    try:
        saves.load(engine, text)
    except saves.SaveError:
        return False
    return True
