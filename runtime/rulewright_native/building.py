"""Compiles the C of an engine with the compiler of the system, as a module for CPython's stable ABI."""

from __future__ import annotations

import os
import shutil
import subprocess
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
    "-Wall",
    "-Wextra",
)
SUFFIX = ".abi3.so"
LARGE = 100_000  # letters; from there on -O2 costs seconds more than -O1 and gains next to nothing


class BuildError(Exception):
    """No core could be built; says why."""


def compiler() -> str | None:
    """The C compiler of the system: what CC names, or the first that is found; None: there is none."""
    wished = os.environ.get("CC")
    return shutil.which(wished) if wished else next(filter(None, map(shutil.which, COMPILERS)), None)


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
            command = [
                found,
                *FLAGS,
                "-O1" if len(text) > LARGE else "-O2",
                *flags,
                f"-I{INCLUDE}",
                f"-I{include}",
                str(source),
                "-o",
                str(made),
            ]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            if done.returncode != 0:
                raise BuildError(f"{found} failed: {first_error(done.stderr)}")
            if not made.is_file():
                raise BuildError(f"{found} left no file")
            made.replace(path)
    except OSError as error:
        raise BuildError(f"{path.parent} cannot be written to: {error.strerror or error}") from error


def first_error(output: str) -> str:
    """The first error that a compiler told, in one line."""
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    return next((line for line in lines if "error" in line), lines[0] if lines else "without a word")[:300]
