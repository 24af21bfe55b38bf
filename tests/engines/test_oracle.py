"""The interpreter and the emitted engines make the same decisions in every game of the repository.

Of heavy games and of the classics only the beginnings are played. Whole games, and more of them:
RULEWRIGHT_ORACLE=5 pytest tests/engines/test_oracle.py
"""

from __future__ import annotations

import os

import pytest

from rulewright.tools.fuzz.lockstep import play_in_lockstep

from .compiled import FOLDERS, all_games, compiled
from .generated import counts_of, is_large

GAMES = all_games()
CLASSICS = {
    game for game, folder in FOLDERS.items() if folder.parent.name == "classics"
}  # held against OpenSpiel too
SEEDS = int(os.environ.get("RULEWRIGHT_ORACLE", "0"))


@pytest.mark.parametrize(("game", "variant"), GAMES, ids=[g + (f"@{v}" if v else "") for g, v in GAMES])
def test_both_play_the_same_games(game: str, variant: str) -> None:
    both = compiled(FOLDERS[game], variant)
    large = is_large(both.engine)
    limit = 5_000 if SEEDS else 40 if large else 60 if game in CLASSICS else 5_000
    for players in counts_of(both.engine):
        for seed in range(SEEDS or (1 if large or game in CLASSICS else 4)):
            play_in_lockstep(both, players, seed, limit)
