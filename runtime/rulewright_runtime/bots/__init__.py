"""Bots: players that need no human, from random ones to those that search."""

from __future__ import annotations

from ..game import Game
from ..moves import Pending, pending_decisions
from .asked import Asked, Bot
from .budget import Budget
from .judging import Playouts, Worth
from .mcts import MctsBot
from .naming import NAMES, UnknownBot, check_name, make_bot, worth_of
from .simple import GreedyBot, RandomBot
from .stored import find_value
from .turn import TurnBot
from .value import Judge, NoValue, Value, is_stale, read_value

__all__ = [
    "NAMES",
    "Asked",
    "Bot",
    "Budget",
    "GreedyBot",
    "Judge",
    "MctsBot",
    "NoValue",
    "Playouts",
    "RandomBot",
    "TurnBot",
    "UnknownBot",
    "Value",
    "Worth",
    "check_name",
    "find_value",
    "is_stale",
    "make_bot",
    "move_by",
    "play_out",
    "read_value",
    "worth_of",
]


def move_by(game: Game, bot: Bot, seat: int) -> None:
    """Lets a bot answer the decision that waits for a seat."""
    pending = _pending(game, seat)
    game.answer(pending, bot.answer(game.position, seat, game.words))


def _pending(game: Game, seat: int) -> Pending:
    """The decision that is asked of a seat; ValueError if there is none."""
    for pending in pending_decisions(game.position):
        if pending.player == seat:
            return pending
    raise ValueError(f"nothing is asked of seat {seat + 1}")


def play_out(game: Game, bots: list[Bot], limit: int = 1_000_000) -> int:
    """Lets bots, one for each seat, play to the end; returns how many moves that took."""
    count = 0
    while not game.over and count < limit:
        if game.position.then is None:
            break
        seat = game.position.player
        move_by(game, bots[seat], seat)
        count += 1
    return count
