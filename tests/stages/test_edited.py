"""After an edit a process that has compiled the game before gives the same engine, and says the same, as one that has not."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
RULES = HERE.parents[1] / "rules"


@pytest.mark.parametrize(
    "game", ["classics/nine_mens_morris", "classics/paper_lanterns", "classics/gin_rummy"]
)
def test_engines_and_reports_after_random_edits(game: str, tmp_path: Path) -> None:
    run = subprocess.run(
        [sys.executable, HERE / "edited.py", str((RULES / game).parent), Path(game).name, "12", "17"],
        env=os.environ | {"XDG_CACHE_HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    assert "0 of" not in run.stdout  # some edits must give an engine


def test_great_wall_with_its_variant(tmp_path: Path) -> None:
    run = subprocess.run(
        [sys.executable, HERE / "edited.py", str(RULES), "great_wall@coop", "3", "4"],
        env=os.environ | {"XDG_CACHE_HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr
