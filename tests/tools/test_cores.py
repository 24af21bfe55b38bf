"""Native cores on first use: built once into the user's cache; whatever stands against it is said, and play goes on in Python."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from native.cores import needs_compiler

ROOT = Path(__file__).resolve().parents[2]
BUILDING = "building the native core of"
PYTHON = "playing in Python, which is slower: "


@pytest.fixture(scope="module")
def used(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The cache of a user who has played, but has no cores yet."""
    folder = tmp_path_factory.mktemp("cache")
    simulated(folder, RULEWRIGHT_NATIVE="0")
    return folder


@pytest.fixture
def cache(used: Path, tmp_path: Path) -> Path:
    return shutil.copytree(used, tmp_path / "cache")


def started(cache: Path, *words: str, **environment: str) -> subprocess.Popen[str]:
    env = os.environ | {"RULEWRIGHT_NATIVE": "1", "XDG_CACHE_HOME": str(cache)} | environment
    command = [sys.executable, "-m", "rulewright.cli", words[0], "--project", str(ROOT), *words[1:]]
    env["PYTHONPATH"] = os.pathsep.join(str(ROOT / name) for name in ("compiler", "runtime", "generated"))
    pipe = subprocess.PIPE
    return subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, env=env)


def simulated(cache: Path, game: str = "tic_tac_toe", *more: str, **environment: str) -> tuple[Any, str]:
    """The figures of some games, and what was said."""
    words = ("--bots", "random", "--games", "4", "--json", "-", *more)
    ran = started(cache, "simulate", game, *words, **environment)
    out, err = ran.communicate()
    assert ran.returncode == 0, err
    made = json.loads(out)
    del made["seconds"]
    return made, err


def cores(cache: Path) -> list[Path]:
    return sorted((cache / "rulewright" / "cores").glob("*"))


def a_compiler(folder: Path, script: str) -> str:
    """A compiler that does what a script says."""
    path = folder / "cc"
    path.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    path.chmod(0o755)
    return str(path)


@needs_compiler
def test_a_core_is_built_once_and_plays_the_same_games(cache: Path) -> None:
    made, said = simulated(cache)
    assert said.startswith(f"{BUILDING} Tic-tac-toe …")
    assert said.rstrip().endswith(" s")
    assert len(cores(cache)) == 1
    assert simulated(cache, "tic_tac_toe", "--jobs", "2") == (made, "")
    assert simulated(cache, RULEWRIGHT_NATIVE="0") == (made, "")
    assert len(cores(cache)) == 1


@needs_compiler
def test_two_commands_can_build_at_once(cache: Path) -> None:
    words = ("simulate", "tic_tac_toe", "--bots", "random", "--games", "2")
    both = [started(cache, *words) for _ in range(2)]
    for ran in both:
        _, err = ran.communicate()
        assert ran.returncode == 0
        assert PYTHON not in err
    assert all(path.name.endswith(".abi3.so") for path in cores(cache))
    assert simulated(cache)[1] == ""


@needs_compiler
def test_a_core_that_was_touched_is_built_anew(cache: Path) -> None:
    simulated(cache)
    (kept,) = cores(cache)
    kept.write_bytes(kept.read_bytes()[:-1] + b"!")
    assert BUILDING in simulated(cache)[1]


@needs_compiler
def test_another_compiler_has_a_core_of_its_own(cache: Path, tmp_path: Path) -> None:
    simulated(cache)
    other = a_compiler(tmp_path, f'[ "$1" = --version ] && echo other || exec {shutil.which("cc")} "$@"')
    assert BUILDING in simulated(cache, CC=other)[1]
    assert len(cores(cache)) == 2


def test_without_a_compiler_games_are_played_in_python_and_that_is_said_once(cache: Path) -> None:
    made, said = simulated(cache, "tic_tac_toe", "--jobs", "2", CC="no-such-compiler")
    assert said == f"{PYTHON}there is no C compiler (cc, gcc or clang) on this machine\n"
    assert made == simulated(cache, RULEWRIGHT_NATIVE="0")[0]


@pytest.mark.parametrize(
    ("script", "said"),
    [
        ("exit 1", "failed: without a word"),
        ("echo core.c:1: error: no space >&2; exit 1", "failed: core.c:1: error: no space"),
        ("exit 0", "left no file"),
        ("kill -9 $$", "failed"),
        ('while [ $# -gt 0 ]; do [ "$1" = -o ] && echo no core > "$2"; shift; done', "cannot be loaded"),
    ],
)
def test_a_broken_compiler_is_told_of_in_a_word(cache: Path, tmp_path: Path, script: str, said: str) -> None:
    _, err = simulated(cache, CC=a_compiler(tmp_path, script))
    assert err.startswith(BUILDING)
    assert err.count(PYTHON) == 1
    assert said in err
    assert len(err.splitlines()) == 2


def test_a_cache_that_cannot_be_written_to_is_told_of_in_a_word(cache: Path) -> None:
    home = cache / "rulewright"
    (home / "cores").write_text("in the way", encoding="utf-8")
    assert simulated(cache)[1] == f"{PYTHON}{home / 'cores'} cannot be written to: File exists\n"


def test_a_cache_that_is_a_file_is_told_of_in_a_word(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    cache.write_text("in the way", encoding="utf-8")
    assert simulated(cache)[1] == f"{PYTHON}there is no cache of this user that can be written to\n"
