"""The small game that the runtime is tested with."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

# Pickled games look for their engine by name, so it must be importable.
sys.path.insert(0, str(Path(__file__).parent))

from rulewright_runtime import Engine, Game, new_game


@pytest.fixture
def engine() -> Engine:
    import tiny

    return tiny.ENGINE


@pytest.fixture
def game(engine: Engine) -> Game:
    """A game before the first bids; the first prize is 2 points."""
    return new_game(engine, seed=1635, names=["ann", "bob"], check=True)


@pytest.fixture
def won(game: Game) -> Game:
    """The same game when ann has won the first prize and may place a token."""
    game.play({"by": "bob", "choice": "bid.bid", "pick": 2})
    game.play({"by": "ann", "choice": "bid.bid", "pick": 3})
    return game
