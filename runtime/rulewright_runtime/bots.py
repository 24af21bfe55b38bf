"""Bots: players that need no human."""

from __future__ import annotations

import random
from typing import Protocol

from .game import Game
from .moves import Move


class Bot(Protocol):
    """Whatever picks a move for a seat."""

    def pick(self, game: Game, player: int) -> Move: ...


class RandomBot:
    """Picks any legal move; its chance is its own and never touches that of the game."""

    def __init__(self, seed: int = 0) -> None:
        self._random = random.Random(seed)

    def pick(self, game: Game, player: int) -> Move:
        offered = game.moves(player)
        return offered[self._random.randrange(len(offered))]


def play_out(game: Game, bots: list[Bot], limit: int = 1_000_000) -> int:
    """Lets bots, one for each seat, play to the end; returns how many moves that took."""
    count = 0
    while not game.over and count < limit:
        decision = game.decision
        if decision is None:
            break
        game.play(bots[decision.player].pick(game, decision.player))
        count += 1
    return count
