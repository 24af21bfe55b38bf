"""Every construct of the language plays the same in Python and in C."""

from __future__ import annotations

from pathlib import Path

import pytest
from engines.compiled import compiled_text, read_text
from engines.test_constructs import FAILING, TEXTS

from rulewright import pipeline
from rulewright.resolved import merge

from .cores import native_core, needs_compiler, text_of
from .lockstep import play_in_lockstep

pytestmark = needs_compiler
# Constructs that have no C yet: such an engine plays in Python alone.
WITHOUT: set[str] = set()


@pytest.mark.parametrize("path", TEXTS, ids=lambda p: p.stem)
def test_both_play_the_construct_alike(path: Path) -> None:
    if path.stem in WITHOUT:
        pytest.skip("there is no C for this construct yet")
    well = True
    for variant in merge.variants_of(read_text(path).files):
        engine = compiled_text(path, variant).engine
        core = native_core(engine, text_of(pipeline.compile_files(read_text(path), variant)))
        for players in engine.players:
            for seed in range(4):
                well = play_in_lockstep(core, players, seed, limit=60, crossing=0.2 * (seed % 2)) and well
    assert well == (path.stem not in FAILING)
