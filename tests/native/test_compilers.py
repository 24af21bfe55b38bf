"""Cores and the C runtime compile without a warning, with gcc and with clang."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from engines.compiled import FOLDERS, read_text
from engines.test_constructs import TEXTS

from rulewright import pipeline
from rulewright.emit.c.core import core
from rulewright_native import INCLUDE, building

from .cores import needs_compiler

pytestmark = needs_compiler
GAMES = ["connect_four", "goofspiel", "terracotta_army"]
CONSTRUCTS = ["hooks_any_order", "secretly", "zones_pieces", "with_free", "boards_sized"]


def quiet(compiler: str, text: str, folder: Path) -> None:
    """Compiles a text; every warning is an error."""
    if shutil.which(compiler) is None:
        pytest.skip(f"there is no {compiler}")
    source = folder / "core.c"
    source.write_text(text, encoding="utf-8")
    flags = [f for f in building.FLAGS if f not in ("-shared", "-w")]
    run = [
        compiler,
        *flags,
        "-O1",
        "-Wall",
        "-Wextra",
        "-Werror",
        f"-I{INCLUDE}",
        f"-I{building.headers()}",
        "-c",
        str(source),
        "-o",
    ]
    done = subprocess.run([*run, str(folder / "core.o")], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[:2000]


def text_of_game(done: pipeline.Compilation) -> str:
    assert done.plan is not None
    return core(done.plan, done.sources, "core")


@pytest.mark.parametrize("compiler", ["gcc", "clang"])
@pytest.mark.parametrize("game", GAMES)
def test_games_compile_without_a_warning(game: str, compiler: str, tmp_path: Path) -> None:
    quiet(compiler, text_of_game(pipeline.load(FOLDERS[game], "")), tmp_path)


@pytest.mark.parametrize("compiler", ["gcc", "clang"])
@pytest.mark.parametrize("name", CONSTRUCTS)
def test_constructs_compile_without_a_warning(name: str, compiler: str, tmp_path: Path) -> None:
    path = next(p for p in TEXTS if p.stem == name)
    quiet(compiler, text_of_game(pipeline.compile_files(read_text(path), "")), tmp_path)
