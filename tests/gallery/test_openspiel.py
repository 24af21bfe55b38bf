"""The games of the gallery in lockstep with OpenSpiel over random games.

An ordinary run plays 20 of each; more of them: RULEWRIGHT_LOCKSTEP=200 pytest tests/gallery
"""

from __future__ import annotations

import os

import pytest

from rulewright_runtime import Game, Move

pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")

from . import board_games
from .spiel import Disagreement, Pairing, play_in_lockstep

GAMES = int(os.environ.get("RULEWRIGHT_LOCKSTEP", "20"))
PAIRINGS = [pairing() for pairing in board_games.PAIRINGS]


@pytest.mark.parametrize("pairing", PAIRINGS, ids=lambda pairing: pairing.ours)
def test_random_games_are_the_same(pairing: Pairing) -> None:
    assert sum(play_in_lockstep(pairing, seed) for seed in range(GAMES)) > GAMES


class Mirrored(board_games.Othello):
    """Counts the columns from the right."""

    def number(self, move: Move) -> int:
        row, column = board_games.cell(move.pick)
        return row * 8 - column


class Reversed(board_games.Othello):
    """Gives each player what the other one has earned."""

    def returns(self, game: Game) -> list[float]:
        return super().returns(game)[::-1]


@pytest.mark.parametrize(("wrong", "what"), [(Mirrored(), "only ours"), (Reversed(), "ours ends with")])
def test_a_difference_is_seen(wrong: Pairing, what: str) -> None:
    with pytest.raises(Disagreement, match=what):
        play_in_lockstep(wrong, 1)
