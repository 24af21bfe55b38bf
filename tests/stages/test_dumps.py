"""Each stage of the compiler has a stable text; those of a tiny game are compared with golden files.

After a change that is meant, look at the difference, then run: RULEWRIGHT_UPDATE_GOLDEN=1 pytest tests/stages
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from engines.compiled import read_text
from engines.golden_files import compare

from rulewright import pipeline

HERE = Path(__file__).parent
GAME = HERE / "tiny.rules"
STAGES = ("surface", "resolved", "typed", "plan", "code")

DUMP = """
import sys
from pathlib import Path
from engines.compiled import read_text
from rulewright import pipeline
done = pipeline.compile_files(read_text(Path(sys.argv[1])), "")
print("".join(pipeline.dump(done, stage) for stage in ("surface", "resolved", "typed", "plan", "code")))
"""


@pytest.mark.parametrize("stage", STAGES)
def test_the_text_of_a_stage(stage: str) -> None:
    done = pipeline.compile_files(read_text(GAME), "")
    text = pipeline.dump(done, stage)
    assert text.strip()
    compare(HERE / "golden" / f"tiny.{stage}.txt", text)


def test_no_stage_writes_into_the_one_before_it() -> None:
    """What a stage was given reads the same after the later stages have run."""
    first = pipeline.compile_files(read_text(GAME), "")
    before = [pipeline.dump(first, stage) for stage in STAGES]
    pipeline.emit(first)
    assert [pipeline.dump(first, stage) for stage in STAGES] == before


def test_the_texts_do_not_depend_on_hashing() -> None:
    dumps = []
    for seed in ("1", "2"):
        env = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)}
        made = subprocess.run(
            [sys.executable, "-c", DUMP, str(GAME)], env=env, capture_output=True, text=True, check=True
        )
        dumps.append(made.stdout)
    assert dumps[0] == dumps[1]


def test_a_game_with_errors_has_no_later_stages(tmp_path: Path) -> None:
    path = tmp_path / "broken.rules"
    path.write_text('game broken "Broken"\n    players: 2\n\nrule play\n    nowhere\n', encoding="utf-8")
    done = pipeline.compile_files(read_text(path), "")
    assert not done.ok
    assert pipeline.dump(done, "surface").strip()
    assert pipeline.dump(done, "plan") == ""
