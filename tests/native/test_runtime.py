"""The C runtime alone: its unit tests in c/runtime_test.c, with the checks of the compilers."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from rulewright_native import INCLUDE

SOURCE = Path(__file__).parent / "c" / "runtime_test.c"
WARNINGS = ("-std=c11", "-Wall", "-Wextra", "-Werror", "-Wno-unused-function")
CHECKS = ("-g", "-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")


@pytest.mark.parametrize("compiler", ["gcc", "clang"])
def test_the_runtime_does_what_its_unit_tests_say(compiler: str, tmp_path: Path) -> None:
    if shutil.which(compiler) is None:
        pytest.skip(f"there is no {compiler}")
    made = tmp_path / "runtime_test"
    compile_ = [compiler, *WARNINGS, *CHECKS, f"-I{INCLUDE}", str(SOURCE), "-o", str(made)]
    subprocess.run(compile_, check=True)
    env = os.environ | {"ASAN_OPTIONS": "detect_leaks=0"}  # what lasts is never given back
    done = subprocess.run([str(made)], env=env, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "0 failed\n"), done.stdout + done.stderr
