"""Where an example ends with a question, the game can be saved there and gone on with, as `play --example` does."""

from __future__ import annotations

import pytest

from rulewright_runtime.examples import AtRest, saved_after
from rulewright_runtime.game import load_game

from .generated import NAMES, engine_named


@pytest.mark.parametrize("name", NAMES)
def test_a_game_goes_on_where_an_example_ends(name: str) -> None:
    engine = engine_named(name)
    examples = engine.examples() if engine.examples is not None else ()
    went_on = 0
    for example in examples:
        try:
            game = load_game(engine, saved_after(engine, example))
        except AtRest:
            continue
        assert game.over or game.decision is not None, example.title
        went_on += 1
    assert went_on or not examples
