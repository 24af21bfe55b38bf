"""Examples mean the same in the engine and in the interpreter: the same answers are asked, the same claims hold."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.resolved import merge

from .compiled import FOLDERS, compiled, compiled_text, read_text
from .example_oracle import compare_example

TEXTS = sorted((Path(__file__).parent / "constructs").glob("examples_*.rules"))
SMALL = ("tic_tac_toe", "connect_four", "kuhn_poker", "goofspiel")
LARGE = ("terracotta_army", "terra_mystica", "great_wall", "path_of_light_and_shadow")


@pytest.mark.parametrize("path", TEXTS, ids=lambda p: p.stem)
def test_examples_of_constructs(path: Path) -> None:
    for variant in merge.variants_of(read_text(path).files):
        game = compiled_text(path, variant)
        for number in range(len(game.typed.examples)):
            compare_example(game, number)


@pytest.mark.parametrize("name", SMALL)
def test_examples_of_small_games(name: str) -> None:
    game = compiled(FOLDERS[name])
    for number in range(len(game.typed.examples)):
        compare_example(game, number)


@pytest.mark.parametrize("name", LARGE)
def test_some_examples_of_large_games(name: str) -> None:
    game = compiled(FOLDERS[name])
    for number in range(0, len(game.typed.examples), 8):
        compare_example(game, number)
