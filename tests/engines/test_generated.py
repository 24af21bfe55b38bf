"""The emitted packages: the same bytes every time, fresh, sound Python, as people have seen them, and true to their examples.

The golden package is `golden/market.rules` and what is emitted for it, `golden/market/*.golden`. After a change to
the templates look at the difference, then run: RULEWRIGHT_UPDATE_GOLDEN=1 pytest tests/engines/test_generated.py
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from rulewright import pipeline
from rulewright.emit.package import rules_hash
from rulewright_runtime import run_examples

from .compiled import FOLDERS, ROOT, loaded, printed_games, read_text
from .generated import NAMES, engine_named, is_large
from .golden_files import compare

HERE = Path(__file__).parent
GOLDEN = HERE / "golden"
PACKAGES = ROOT / "generated"
TARGETS = {pipeline.package_name(game, variant): (game, variant) for game, variant in printed_games()}

EMIT = """
import hashlib, sys
from pathlib import Path
from rulewright import pipeline
from engines.compiled import read_text
for name in sys.argv[1:]:
    path = Path(name)
    read = read_text(path) if path.is_file() else pipeline.read(path)
    files = pipeline.emit(pipeline.compile_files(read, ""))
    for file, text in files.items():
        print(path.name, file, hashlib.sha256(text.encode()).hexdigest())
"""


def emitted(hash_seed: str) -> str:
    """Digests of some engines, emitted by a new process."""
    games = [
        FOLDERS["goofspiel"],
        *(HERE / "constructs" / f"{n}.rules" for n in ("overrides", "units", "zones_pieces")),
    ]
    env = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": os.pathsep.join(sys.path)}
    made = subprocess.run(
        [sys.executable, "-c", EMIT, *map(str, games)], env=env, capture_output=True, text=True, check=True
    )
    return made.stdout


def test_the_bytes_do_not_depend_on_hashing() -> None:
    first = emitted("1")
    assert len(first.splitlines()) > 20
    assert first == emitted("2")


def test_there_is_a_package_for_every_game_and_no_other() -> None:
    assert sorted(TARGETS) == NAMES


@pytest.mark.parametrize("name", TARGETS)
def test_a_package_is_fresh(name: str) -> None:
    """Small games are emitted anew; of heavy ones the rules that they were made of are compared (CI builds them all)."""
    game, variant = TARGETS[name]
    engine = engine_named(name)
    if is_large(engine):
        assert engine.rules == rules_hash(pipeline.read(FOLDERS[game]).sources, variant)
        return
    files = pipeline.emit(pipeline.load(FOLDERS[game], variant))
    assert sorted(files) == sorted(p.name for p in (PACKAGES / name).iterdir() if p.is_file())
    for file, text in files.items():
        assert (PACKAGES / name / file).read_text(encoding="utf-8") == text, f"{file} is stale"


@pytest.mark.parametrize("name", NAMES)
def test_every_module_is_python(name: str) -> None:
    for path in sorted((PACKAGES / name).glob("*.py")):
        compile(path.read_text(encoding="utf-8"), str(path), "exec")


@pytest.mark.parametrize("name", NAMES)
def test_the_examples_in_the_rules_hold(name: str) -> None:
    results = run_examples(engine_named(name))
    assert results
    failed = [f"{r.title}: {r.message} ({r.failed_at})" for r in results if not r.passed]
    assert not failed, "\n".join(failed)


def golden_package() -> dict[str, str]:
    return pipeline.emit(pipeline.compile_files(read_text(GOLDEN / "market.rules"), ""))


def test_the_golden_package_is_as_it_was() -> None:
    files = golden_package()
    for name, text in files.items():
        compare(GOLDEN / "market" / f"{name}.golden", text)
    assert sorted(f"{name}.golden" for name in files) == sorted(p.name for p in (GOLDEN / "market").iterdir())


def test_the_golden_package_passes_its_examples() -> None:
    engine = loaded("golden_market", golden_package()).ENGINE
    assert [(r.title, r.passed) for r in run_examples(engine)] == [("a full basket", True)]
