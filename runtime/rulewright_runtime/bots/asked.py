"""What a bot is told of a decision: the answers, what its seat may know, and positions to think with."""

from __future__ import annotations

import random
from typing import Any

from .. import deals, moves, views
from ..core import NONE, Position, turn_to
from ..engine import Engine
from ..words import Words


class Asked:
    """One decision of one seat. A bot gets nothing else, so it cannot see what its seat may not."""

    __slots__ = ("engine", "seat", "you", "options", "players", "choice", "_position", "_words", "_chance")

    def __init__(self, engine: Engine, g: Position, seat: int, seed: int, words: Words | None = None) -> None:
        if g.player != seat:
            g = g.clone()
            turn_to(g, seat)
        self.engine = engine
        self.seat = seat  # who answers
        self.you = g.you  # for whom: another seat if that one has no player of its own
        self.options = list(g.options)  # what can be answered
        self.players = g.players
        self.choice = engine.machine.choices[g.choice].name
        self._position = g
        self._words = words
        self._chance = random.Random(seed)

    def deal(self) -> Position:
        """A position that the seat cannot tell from the real one, to play on with `step`; each call deals anew."""
        g = self._position
        if views.has_secrets(self.engine):
            dealt = deals.determinize(self.engine, g, self.seat, self._chance.getrandbits(60))
        else:
            dealt = g.clone()
            dealt.chance = self._chance.getrandbits(64)
        dealt.log = None
        dealt.script = ()
        return dealt

    def view(self) -> dict[str, Any]:
        """Everything that the seat may know, by the names in the rules."""
        return views.view(self._named(), self._position, self.seat)

    def texts(self) -> list[str]:
        """The options in words, in their order."""
        words, (pending, *_) = self._named(), moves.pending_decisions(self._position)
        return [
            moves.text_of(words, self._position, pending.choice, pending.then, option)
            for option in self.options
        ]

    def _named(self) -> Words:
        """The words of the game, with the players called by their numbers; made at the first use."""
        if self._words is None:
            names = tuple([f"player {seat + 1}" for seat in range(self.players)])
            self._words = Words(self.engine, names)
        return self._words


class Bot:
    """A player that needs no human: whoever writes one says what it picks."""

    def __init__(self, engine: Engine, seed: int = 0) -> None:
        self.engine = engine
        self.rng = random.Random(seed)  # its own chance: the same seed gives the same answers

    def pick(self, asked: Asked) -> int:
        """One of `asked.options`."""
        raise NotImplementedError

    def answer(self, g: Position, seat: int | None = None, words: Words | None = None) -> int:
        """The answer to the decision of a seat (None: the pending one); a lone option is no question."""
        seat = g.player if seat is None else seat
        options = options_of(g, seat)
        if len(options) == 1:
            return options[0]
        return self.pick(Asked(self.engine, g, seat, self.rng.getrandbits(60), words))


def options_of(g: Position, seat: int) -> list[int]:
    """The options of the decision that waits for a seat."""
    if g.player == seat:
        return g.options
    for player, _, _, options, _ in g.waiting:
        if player == seat:
            return options
    return [NONE]
