"""Plays games of cards and dice in an engine and in OpenSpiel at once, by what chance gives in ours.

`spiel.py` goes the other way: there OpenSpiel plays first. Here a match of ours may be several games of OpenSpiel's, and what is
drawn depends on what is answered.
"""

from __future__ import annotations

import importlib
import random
from collections.abc import Iterator
from typing import Any

import pyspiel

from rulewright_runtime import Game, Move

from .spiel import Disagreement


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
        self.hold(self.game.over, "it is over there, and not here")

    def play_there(self) -> None:
        """Up to the end of the game there."""
        while not self.state.is_terminal():
            if self.state.is_chance_node():
                self.tell()
            else:
                self.turn()
        self.hold(self.returns() == self.state.returns(), "the returns")

    def tell(self) -> None:
        """Gives what our chance gave to the other side, where it must be possible."""
        outcome = next(self.chance)
        possible = dict(self.state.chance_outcomes())
        self.hold(possible.get(outcome, 0.0) > 0.0, f"chance cannot give {outcome}")
        self.state.apply_action(outcome)

    def turn(self) -> None:
        """One decision: the same player, the same moves; one of them is made on both sides."""
        decision = self.game.decision
        self.hold(decision is not None, "it is over here, and not there")
        self.hold(decision.player == self.state.current_player(), "who moves")
        moves = {self.number(move): move for move in self.game.moves()}
        self.hold(sorted(moves) == sorted(self.state.legal_actions()), "the legal moves")
        action = self.pick(sorted(moves))
        self.game.play(moves[action])
        self.state.apply_action(action)

    def pick(self, actions: list[int]) -> int:
        """Which of the actions is taken."""
        return self.rng.choice(actions)

    def hold(self, alike: bool, what: str) -> None:
        """Stops with what differs, and where, unless the two are alike."""
        if alike:
            return
        here = [move.words for move in self.game.moves()]
        there = (
            []
            if self.state.is_terminal()
            else [self.state.action_to_string(a) for a in self.state.legal_actions()]
        )
        raise Disagreement(
            f"{self.ours}: {what}\nhere: {self.game.decision} {here}\nthere: {self.state}\n{there}"
        )
