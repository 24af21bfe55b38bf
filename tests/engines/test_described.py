"""Pieces by their fields, in what people write and in chance that is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright_runtime import Game, IllegalMove, OptionError
from rulewright_runtime.game import new_game

from .compiled import compiled_text

WHIST = Path(__file__).parent / "constructs" / "pieces_by_fields.rules"
CARDS = ["card(hearts, 3)", "card(clubs, 2)", "card(clubs, 2)", "card(rank: 1)"]


def dealt(*cards: str) -> Game:
    return new_game(compiled_text(WHIST).engine, players=2, seed=1, chance=[("shuffle", cards)])


def test_chance_is_told_by_fields() -> None:
    hand = dealt(*CARDS).view(0)["players"]["player 1"]["hand"]
    assert [name.partition(" #")[0] for name in hand] == [
        *("card hearts 3", "card clubs 2", "card clubs 2", "card clubs 1"),
    ]


def test_what_is_not_there_cannot_be_told() -> None:
    with pytest.raises(OptionError, match="chance cannot give"):
        dealt("card(clubs, 2)", "card(clubs, 2)", "card(clubs, 2)")


def test_an_answer_by_fields_and_place() -> None:
    game = dealt(*CARDS)
    game.play("card(clubs, 2)")
    with pytest.raises(IllegalMove):
        game.play("card(clubs, 2)")  # one lies in the hand, one in the discard
    game.play("card(clubs, 2) in discard")
    assert game.view(0)["players"]["player 1"]["points"] == 2
