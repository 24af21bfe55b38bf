"""Gains: what each move gave and cost whom, as figures that stand behind its line in the log."""

from __future__ import annotations

from typing import Any

from .codes import TIED
from .game import Game
from .position import NONE
from .scene.preview import figure_fields
from .views import key_names, may_see


def log_with_gains(game: Game, first: int, viewer: int | None) -> list[str]:
    """The lines of the log from a number on; the first of each move with what it gave, as far as the viewer may know."""
    texts = [str(line) for line in game.log[first:]]
    past = game.past
    for move in range(len(past), 0, -1):
        start = len(past[move - 1].log or ())
        if start < first:
            break
        if start - first < len(texts):
            told = _gains(game, move, viewer)
            texts[start - first] += f" ({told})" if told else ""
    return texts


def _gains(game: Game, move: int, viewer: int | None) -> str:
    """What changed by a move: first of whoever made it, then of the others with their names."""
    before: Any = game.past[move - 1]
    after: Any = game.past[move] if move < len(game.past) else game.position
    mover = game.answers[move - 1][0].player
    found: dict[int, list[str]] = {}
    for field in figure_fields(game.engine):
        old, new = getattr(before, field.attribute), getattr(after, field.attribute)
        if old == new:
            continue
        names = key_names(game.words, field, game.players) if field.keys else [""]
        for at, (one, other) in enumerate(zip(old, new, strict=True)):
            seat, place = divmod(at, len(names))
            known = seat < game.players and may_see(field, seat == viewer)
            if known and one != other and one > NONE and other > NONE:
                label = " ".join([game.words.name(name) for name in (field.name, names[place]) if name])
                found.setdefault(seat, []).append(f"{label}{TIED}{_signed(other - one)}")
    seats = sorted(found, key=lambda seat: (seat != mover, seat))
    return "; ".join(
        [
            ("" if seat == mover else f"{game.words.say(game.names[seat])}: ") + ", ".join(found[seat])
            for seat in seats
        ]
    )


def _signed(by: int) -> str:
    """A change with its sign, minus as the typographic one."""
    return f"+{by}" if by > 0 else f"−{-by}"
