"""What somebody remembers of another's cards is no card itself: a deal keeps the cards that there are."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright_runtime import new_game
from rulewright_runtime.deals import determinize
from rulewright_runtime.leaks import deal_faults

from .compiled import compiled_text

RULES = Path(__file__).parent / "constructs" / "private_memory.rules"


@pytest.mark.parametrize("seed", range(12))
def test_a_deal_keeps_the_cards_that_are_remembered_elsewhere(seed: int) -> None:
    game = new_game(compiled_text(RULES).engine, players=2, seed=seed)
    while not game.over:
        for viewer in (0, 1, None):
            dealt = determinize(game.engine, game.position, viewer, seed)
            assert deal_faults(game, dealt) == ""
        game.play(game.moves()[0])
