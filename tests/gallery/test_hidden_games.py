"""The games of cards and dice in lockstep with OpenSpiel over random games.

An ordinary run plays 20 of each; more of them: RULEWRIGHT_LOCKSTEP=200 pytest tests/gallery
"""

from __future__ import annotations

import os

import pytest

pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")

from . import hidden_games
from .told import Against

GAMES = int(os.environ.get("RULEWRIGHT_LOCKSTEP", "20"))


@pytest.mark.parametrize("against", hidden_games.ALL, ids=lambda against: against.ours)
def test_random_games_are_the_same(against: type[Against]) -> None:
    for seed in range(GAMES):
        against(seed).play()
