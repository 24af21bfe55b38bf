"""The board games of the gallery, paired with those of OpenSpiel."""

from __future__ import annotations

import re
from typing import Any

from rulewright_runtime import Game, Move

from .spiel import Answers, Pairing


def cell(text: object) -> tuple[int, int]:
    """Row and column of a cell of a grid, as in `3, 4`."""
    row, column = map(int, re.findall(r"\d+", str(text)))
    return row, column


class Othello(Pairing):
    ours = theirs = "othello"

    def answers(self, game: Game, state: Any) -> dict[int, Answers]:
        return {self.number(move): [move] for move in game.moves()}

    def number(self, move: Move) -> int:
        row, column = cell(move.pick)
        return (row - 1) * 8 + column - 1

    def only_theirs(self, game: Game, state: Any) -> bool:
        return list(state.legal_actions()) == [64]  # to pass is not asked for


PAIRINGS: tuple[type[Pairing], ...] = (Othello,)
