"""Compiles the C of an engine with the compiler of the system, as a module for CPython's stable ABI."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

from . import INCLUDE

COMPILERS = ("cc", "gcc", "clang")
# No contraction: sums of fractions come out as in Python.
FLAGS = (
    "-std=c11",
    "-fPIC",
    "-shared",
    "-ffp-contract=off",
    "-fvisibility=hidden",
    "-w",  # what is worth a warning is looked for by the tests: here it takes time and nobody reads it
    # Elsewhere calls into Python take the shortest way.
    *(("-undefined", "dynamic_lookup") if sys.platform == "darwin" else ("-fno-plt",)),
)
SUFFIX = ".abi3.so"
EFFORT = "-O1"  # -O2 takes nearly twice as long and gains next to nothing: what is small is always inlined


class BuildError(Exception):
    """No core could be built; says why."""


def compiler() -> list[str] | None:
    """The C compiler of the system: what CC says, as in `ccache gcc`, or the first that is found; None: there is none."""
    wished = shlex.split(os.environ.get("CC", ""))
    found = next(filter(None, map(shutil.which, wished[:1] or COMPILERS)), None)
    return None if found is None else [found, *wished[1:]]


def headers() -> str | None:
    """The folder with Python's own header; None: it is not installed."""
    folder = sysconfig.get_paths()["include"]
    return folder if (Path(folder) / "Python.h").is_file() else None


def build(text: str, path: Path, flags: tuple[str, ...] = ()) -> None:
    """Compiles the text of a core into a file, which appears only when it is complete."""
    found, include = compiler(), headers()
    if found is None:
        raise BuildError("there is no C compiler (cc, gcc or clang) on this machine")
    if include is None:
        raise BuildError("Python.h is not installed")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=path.parent, prefix=".build-") as folder:
            source, made = Path(folder) / "core.c", Path(folder) / "core.so"
            source.write_text(text, encoding="utf-8")
            paths = [f"-I{INCLUDE}", f"-I{include}", str(source), "-o", str(made)]
            code, said = run([*found, *FLAGS, EFFORT, *flags, *paths, "-lm"])
            if code != 0:
                raise BuildError(f"{found[0]} failed: {first_error(said)}")
            if not made.is_file():
                raise BuildError(f"{found[0]} left no file")
            made.replace(path)
    except OSError as error:
        raise BuildError(f"{path.parent} cannot be written to: {error.strerror or error}") from error


def run(command: list[str]) -> tuple[int, str]:
    """The exit code of a compiler, and what it said."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
    except OSError as error:
        raise BuildError(f"{command[0]} cannot be started: {error.strerror or error}") from error
    return done.returncode, done.stdout + done.stderr


def first_error(output: str) -> str:
    """The first error that a compiler told, in one line."""
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    return next((line for line in lines if "error" in line), lines[0] if lines else "without a word")[:300]
