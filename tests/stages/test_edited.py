"""After an edit a process that has compiled the game before gives the same engine, and says the same, as one that has not."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
RULES = HERE.parents[1] / "rules"


def compare(folder: Path, game: str, *, edits: int, seed: int, cache: Path) -> str:
    """What is printed of a game after random edits, each of which has to give the same in a process that knew nothing."""
    run = subprocess.run(
        [sys.executable, HERE / "edited.py", str(folder), game, str(edits), str(seed)],
        env=os.environ | {"XDG_CACHE_HOME": str(cache)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    return run.stdout


def test_engines_and_reports_after_some_edits(tmp_path: Path) -> None:
    told = compare(RULES / "classics", "kalah", edits=8, seed=17, cache=tmp_path)
    assert ": 0 of" not in told  # some edits must give an engine


@pytest.mark.long
@pytest.mark.parametrize("game", ["nine_mens_morris", "paper_lanterns", "gin_rummy"])
def test_engines_and_reports_after_many_edits(game: str, tmp_path: Path) -> None:
    assert ": 0 of" not in compare(RULES / "classics", game, edits=12, seed=17, cache=tmp_path)


@pytest.mark.long
def test_great_wall_with_its_variant(tmp_path: Path) -> None:
    compare(RULES, "great_wall@coop", edits=3, seed=4, cache=tmp_path)
