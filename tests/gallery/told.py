"""Plays a game with chance and hidden things at once in our engine and in OpenSpiel: what we draw is told there, then all must agree."""

from __future__ import annotations

import importlib
import random
from collections.abc import Iterator
from typing import Any

import pyspiel

from rulewright_runtime import Game, Move


class Against:
    """One game of ours beside OpenSpiel's: which number a move has there, what chance gave, what the end is worth."""

    ours = ""  # the package of the engine
    theirs = ""  # as pyspiel.load_game reads it
    players = 2
    options: dict[str, Any] = {}  # noqa: RUF012

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        module = importlib.import_module(self.ours)
        self.game: Game = module.new(self.players, seed=seed, ask_forced=True, **self.options)
        self.begin()

    def begin(self) -> None:
        """A fresh state there, and what our chance will have given, as it is asked for."""
        self.state: Any = pyspiel.load_game(self.theirs).new_initial_state()
        self.chance = self.draws()

    @property
    def g(self) -> Any:
        """The position of our game."""
        return self.game.position

    def draws(self) -> Iterator[int]:
        """The outcomes that our chance gave, in the order in which they are asked for there."""
        yield from ()

    def number(self, move: Move) -> int:
        """The number of our move there."""
        raise NotImplementedError

    def returns(self) -> list[float]:
        """What the end is worth to each, as it is counted there."""
        return [float(score) for score in self.game.scores]

    def play(self) -> None:
        """A whole game with random moves."""
        self.play_there()
        assert self.game.over, self.where("it is over there, and not here")

    def play_there(self) -> None:
        """Up to the end of the game there."""
        while not self.state.is_terminal():
            if self.state.is_chance_node():
                self.tell()
            else:
                self.turn()
        assert self.returns() == self.state.returns(), self.where("the returns")

    def tell(self) -> None:
        """Gives what our chance gave to the other side, where it must be possible."""
        outcome = next(self.chance)
        possible = dict(self.state.chance_outcomes())
        assert possible.get(outcome, 0.0) > 0.0, self.where(f"chance cannot give {outcome}")
        self.state.apply_action(outcome)

    def turn(self) -> None:
        """One decision: the same player, the same moves; one of them is made on both sides."""
        decision = self.game.decision
        assert decision is not None, self.where("it is over here, and not there")
        assert decision.player == self.state.current_player(), self.where("who moves")
        moves = {self.number(move): move for move in self.game.moves()}
        assert sorted(moves) == sorted(self.state.legal_actions()), self.where("the legal moves")
        action = self.rng.choice(sorted(moves))
        self.game.play(moves[action])
        self.state.apply_action(action)

    def where(self, what: str) -> str:
        """What differs, and where."""
        here = [move.words for move in self.game.moves()]
        there = [] if self.state.is_terminal() else [self.state.action_to_string(a) for a in self.state.legal_actions()]
        return f"{what}\nhere: {self.game.decision} {here}\nthere: {self.state}\n{there}"
