"""Turns: the moves that a player could still take back."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final

from .. import moves
from ..game import Game
from ..words import Words
from .sealed import is_sealed, is_shared

MOST: Final = 12  # moves that are offered to be taken back at once; older ones follow


def turn(
    game: Game, seat: int, bots: Collection[int] = (), words: Words | None = None
) -> list[dict[str, Any]]:
    """The moves of a seat since something was sealed or another person moved, oldest first; bots' moves may be between.

    Each says to which revision the game goes back if it is taken back.
    """
    words = words or game.words
    shared = is_shared(game.players, seat, bots)
    found: list[dict[str, Any]] = []
    after = game.position
    for number in range(len(game.answers) - 1, -1, -1):
        pending, option = game.answers[number]
        before = game.past[number]
        if pending.player != seat and pending.player not in bots:
            break
        if is_sealed(game.engine, before, after, pending.player, shared):
            break
        if pending.player == seat:
            text = moves.text_of(words, before, pending.choice, pending.then, option)
            prompt = moves.prompt_of(words, before, pending)
            told = (
                text
                if pending.choice.type in ("branch", "menu", "may") or option >= 0
                else f"{prompt}: {text}"
            )
            found.append({"revision": number, "text": told})
            if len(found) == MOST:
                break
        after = before
    return found[::-1]
