"""What somebody remembers of another's cards is no card itself: a deal keeps the cards that there are."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright_runtime import new_game
from rulewright_runtime.core import NONE
from rulewright_runtime.deals import determinize
from rulewright_runtime.leaks import deal_faults

from .compiled import compiled_text

CONSTRUCTS = Path(__file__).parent / "constructs"
CHOSEN = CONSTRUCTS / "private_memory_chosen.rules"
PASSED = CONSTRUCTS / "private_memory_passed.rules"


@pytest.mark.parametrize(
    "rules", [CONSTRUCTS / "private_memory.rules", CHOSEN, PASSED], ids=lambda path: path.stem
)
@pytest.mark.parametrize("seed", range(12))
def test_a_deal_keeps_the_cards_that_are_remembered_elsewhere(rules: Path, seed: int) -> None:
    game = new_game(compiled_text(rules).engine, players=2, seed=seed)
    while not game.over:
        for viewer in (0, 1, None):
            dealt = determinize(game.engine, game.position, viewer, seed)
            assert deal_faults(game, dealt) == ""
        game.play(game.moves()[0])


@pytest.mark.parametrize("rules", [CHOSEN, PASSED], ids=lambda path: path.stem)
@pytest.mark.parametrize("seed", range(12))
def test_a_card_that_is_named_of_one_s_own_hand_stays_one_of_it(rules: Path, seed: int) -> None:
    game = new_game(compiled_text(rules).engine, players=2, seed=seed)
    named = 0
    while not game.over:
        g = determinize(game.engine, game.position, None, seed)
        for seat in (0, 1):
            if g.bid[seat] != NONE and game.position.bid[seat] in game.position.hand[seat]:
                named += 1
                assert g.bid[seat] in g.hand[seat]
        game.play(game.moves()[0])
    assert named > 0
