"""The moves of a game by name, and the same moves played again: what undoing needs after a game was loaded."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .core import Position, RulesFailure
from .failures import told
from .moves import Pending, pending_decisions
from .readings import Ambiguous, Reader
from .words import Words

if TYPE_CHECKING:
    from .game import Game

Named = list[Any]  # the seat that answers, the choice (of a free action: its menu), what is picked


class Parted(Exception):
    """A move of the past that is not possible; `number` says which, from 0."""

    def __init__(self, number: int, reason: str, rule: str = "") -> None:
        super().__init__(reason)
        self.number = number
        self.reason = reason
        self.rule = rule


def named(words: Words, g: Position, pending: Pending, option: int) -> Named:
    """One move by its name, as it was made in the position g."""
    reader = Reader(words)
    return [pending.player, reader.menu(g, pending, option), reader.content(g, pending, option)]


def leads_to(game: Game, moves: list[Named], digest: str) -> bool:
    """Plays a game that is not set up yet by some moves; whether that ends in the position with this digest."""
    try:
        with told(game.engine):
            game.engine.begin(game.position)
        play_again(game, moves)
    except (Parted, RulesFailure):
        return False
    return game.digest() == digest


def play_again(game: Game, moves: list[Named]) -> None:
    """Plays moves by their names; Parted tells the first that is not possible."""
    reader = Reader(game.english)
    for number, (seat, choice, pick) in enumerate(moves):
        waiting = [one for one in pending_decisions(game.position) if one.player == seat]
        if not waiting:
            raise Parted(number, "the game is over" if game.over else "somebody else is asked")
        pending = waiting[0]
        try:
            option = reader.option(game.position, pending, pick, choice)
        except Ambiguous as error:
            raise Parted(number, str(error), pending.choice.rule) from None
        if option is None or option not in pending.options:
            refusal = game.why_not({"by": seat, "pick": pick, "choice": choice})
            reason = "this is not offered" if refusal is None else refusal.reason
            raise Parted(number, reason, pending.choice.rule if refusal is None else refusal.rule)
        try:
            game.answer(pending, option)
        except RulesFailure as error:
            raise Parted(number, f"the rules fail: {error}", pending.choice.rule) from None
