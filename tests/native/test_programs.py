"""Random rules on three sides: what the interpreter and the Python engine play alike, the native core plays, too.

More of them: RULEWRIGHT_PROGRAMS=500 pytest tests/native/test_programs.py
"""

from __future__ import annotations

from pathlib import Path

import pytest
from engines.compiled import compiled_text, read_text
from engines.test_programs import WRITTEN

from rulewright import pipeline
from rulewright.tools.fuzz import lockstep as interpreted
from rulewright.tools.fuzz.writers import SHARES, Writer

from .cores import native_core, needs_compiler, text_of
from .lockstep import play_in_lockstep

pytestmark = needs_compiler
GAMES = 4
PART = 4  # one of so many of the programs: each of them is compiled


@pytest.mark.parametrize(
    ("writer", "seed"),
    [(writer, seed) for writer, seed in WRITTEN if seed % PART == 0 and writer in SHARES],
    ids=lambda x: str(x) if isinstance(x, int) else x.__name__,
)
def test_all_three_play_the_program_alike(writer: type[Writer], seed: int, tmp_path: Path) -> None:
    program = writer(seed)
    path = tmp_path / f"{program.name}.rules"
    path.write_text(program.text(), encoding="utf-8")
    both = compiled_text(path)
    core = native_core(both.engine, text_of(pipeline.compile_files(read_text(path), "")))
    for game in range(GAMES):
        interpreted.play_in_lockstep(both, 2, game, limit=60)
        play_in_lockstep(core, 2, game, limit=60, crossing=0.2 * (game % 2))
