"""What the tests of shipping share: the repository's project, shipping from it, and processes without it."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

from rulewright import cli

ROOT = Path(__file__).resolve().parents[2]


def ship(game: str, into: Path, *words: str, project: Path = ROOT) -> Path:
    """Ships a game and returns its wheel that runs everywhere."""
    assert cli.main(["--project", str(project), "ship", game, "-o", str(into), *words]) == 0
    name = game.replace("@", "_")
    (wheel,) = into.glob(f"{name}-*-none-any.whl")
    return wheel


def unpacked(wheel: Path, folder: Path) -> Path:
    """A folder from which what is in the wheel can be imported."""
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
    return folder


def python(code: str, *words: str, path: Path | None = None, command: Path | None = None) -> str:
    """What a Python without this project prints for a piece of code; `path` is where it may import from."""
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    if path is not None:
        environment["PYTHONPATH"] = str(path)
    done = subprocess.run(
        [str(command or sys.executable), "-c", code, *words],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=environment,
        cwd=path or "/",
        check=False,
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-4000:]
    return done.stdout
