"""The interpreter and the emitted engines make the same decisions in every game of the repository."""

from __future__ import annotations

import pytest

from .compiled import RULES, all_games, compiled
from .lockstep import play_in_lockstep

GAMES = all_games()


@pytest.mark.parametrize(("game", "variant"), GAMES, ids=[g + (f"@{v}" if v else "") for g, v in GAMES])
def test_both_play_the_same_games(game: str, variant: str) -> None:
    both = compiled(RULES / game, variant)
    for players in both.engine.players:
        for seed in range(4):
            play_in_lockstep(both, players, seed)
