"""Every construct of the language in a tiny game: the interpreter and the engine must play it alike."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.resolved import merge

from .compiled import compiled_text, read_text
from .lockstep import play_in_lockstep

TEXTS = sorted((Path(__file__).parent / "constructs").glob("*.rules"))
GAMES = 8  # of each text, variant and number of players


@pytest.mark.parametrize("path", TEXTS, ids=lambda p: p.stem)
def test_both_play_the_construct_alike(path: Path) -> None:
    for variant in merge.variants_of(read_text(path).files):
        both = compiled_text(path, variant)
        for players in both.engine.players:
            for seed in range(GAMES):
                play_in_lockstep(both, players, seed, limit=60)
