"""Random rules, made anew from seeds: the interpreter and the engine must play them alike.

More of them: RULEWRIGHT_PROGRAMS=500 pytest tests/engines/test_programs.py
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from rulewright.tools.fuzz.lockstep import play_in_lockstep
from rulewright.tools.fuzz.writers import SHARES, Writer

from .compiled import compiled_text

PROGRAMS = int(os.environ.get("RULEWRIGHT_PROGRAMS", "40"))
GAMES = 4
WRITTEN = [(writer, seed) for writer, share in SHARES.items() for seed in range(PROGRAMS // share)]


@pytest.mark.parametrize(
    ("writer", "seed"), WRITTEN, ids=lambda x: str(x) if isinstance(x, int) else x.__name__
)
def test_both_play_the_program_alike(writer: type[Writer], seed: int, tmp_path: Path) -> None:
    program = writer(seed)
    path = tmp_path / f"{program.name}.rules"
    path.write_text(program.text(), encoding="utf-8")
    both = compiled_text(path)
    for game in range(GAMES):
        play_in_lockstep(both, 2, game, limit=60)
