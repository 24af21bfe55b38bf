"""Nothing that rules or positions contain reads or writes outside of a core's memory."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from engines.test_constructs import FAILING, TEXTS
from engines.test_limits import ENDLESS, HEAD

from .cores import needs_compiler

pytestmark = needs_compiler
COMPILERS = {"gcc": "libasan.so", "clang": "libclang_rt.asan-x86_64.so"}
HOSTILE = """game hostile "Hostile"
    players: 2

table
    n: number = 3
    far: list of number = (4, 5, 6)

player
    bowl for each 1..3: number = 2
    held: list of number
    define score = n

rule play
    repeat 12 times:
        each player:
            choose x from 1..4
            {what}
"""
WRONG = {
    "a place that is not there": "n = far(x + 5)",
    "a place below the first": "n = far(n - 7 - x)",
    "a place in nothing": "n = your held(x)",
    "a key beyond the last": "your bowl(n * x * 1000000) += 1",
    "a key below the first": "your bowl(0 - n - x) += 1",
    "a key that overflows": "your bowl(n * n * n * n * n * n * n * n * x) += 1",
    "numbers that grow": "n = n * n * 1000003 + x",
    "numbers that fall": "n = 0 - n * n * 1000003 - x",
    "a list that grows": "far += x",
    "a division by nothing": "n = mod(n, x - x)",
}


def library(compiler: str) -> str:
    """The library of a compiler's checks; empty: there is none."""
    if shutil.which(compiler) is None:
        return ""
    asked = [compiler, f"-print-file-name={COMPILERS[compiler]}"]
    found = subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip()
    return found if Path(found).is_absolute() else ""


def played(compiler: str, names: list[str]) -> None:
    """Plays games with all checks; fails with what they found."""
    found = library(compiler)
    if not found:
        pytest.skip(f"{compiler} has no checks of memory here")
    tests = str(Path(__file__).resolve().parents[1])
    env = os.environ | {
        "LD_PRELOAD": found,
        "ASAN_OPTIONS": "detect_leaks=0",
        "PYTHONMALLOC": "malloc",
        "PYTHONPATH": os.pathsep.join([tests, *filter(None, sys.path)]),
    }
    run = [sys.executable, "-m", "native.sanitized", compiler, "2", *names]
    done = subprocess.run(run, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-500:] + done.stderr[-3000:]
    assert done.stdout.count("played") == len([x for x in names if x != "--alone"])


@pytest.mark.parametrize("compiler", COMPILERS)
def test_games_are_played_within_their_memory(compiler: str) -> None:
    played(compiler, ["connect_four", "goofspiel"])


@pytest.mark.parametrize("compiler", COMPILERS)
def test_rules_that_fail_stay_within_their_memory(compiler: str) -> None:
    played(compiler, [str(p) for p in TEXTS if p.stem in FAILING])


def test_rules_without_end_stay_within_their_memory(tmp_path: Path) -> None:
    names = []
    for i, (text, _) in enumerate(ENDLESS.values()):
        path = tmp_path / f"endless_{i}.rules"
        path.write_text(HEAD + text + "\n", encoding="utf-8")
        names.append(str(path))
    played("gcc", names)


def test_hostile_rules_stay_within_their_memory(tmp_path: Path) -> None:
    names = []
    for i, what in enumerate(WRONG.values()):
        path = tmp_path / f"hostile_{i}.rules"
        path.write_text(HOSTILE.format(what=what), encoding="utf-8")
        names.append(str(path))
    played("gcc", [*names, "--alone"])
