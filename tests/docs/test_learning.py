"""The page about learning programs: its scripts run, and the policy that it trains has learned."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from .pages import DOCS, Block, blocks

PAGE = DOCS / "how-to" / "learning.md"
SCRIPTS = [block for block in blocks(PAGE) if block.language == "py"]


def run(block: Block, folder: Path) -> str:
    script = folder / "script.py"
    script.write_text(block.text, encoding="utf-8")
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("block", [one for one in SCRIPTS if not one.title], ids=lambda one: str(one.line))
def test_a_script_runs(block: Block, tmp_path: Path) -> None:
    if "gymnasium_env" in block.text:
        pytest.importorskip("gymnasium")
    run(block, tmp_path)


def test_the_policy_learns_to_bet_and_to_bluff(tmp_path: Path) -> None:
    """Against a random opponent the best from the first seat is half a chip: betting always, or checking with the king."""
    pytest.importorskip("numpy")
    (block,) = [one for one in SCRIPTS if one.title == "trained"]
    (shown,) = [one for one in blocks(PAGE) if one.title == "trained-output"]
    said = run(block, tmp_path)
    before, after, jack, queen = map(float, said.split())
    assert before < 0.25
    assert after > 0.4
    assert min(jack, queen) > 0.8
    assert len(shown.text.split()) == 4
