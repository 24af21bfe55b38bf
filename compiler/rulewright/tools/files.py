"""Writing files and folders so that a reader sees the old ones or the new ones, never half of them."""

from __future__ import annotations

import contextlib
import shutil
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path

from rulewright_runtime.writing import write_whole

ABANDONED = 600  # seconds after which nobody works on a temporary folder any more


def write_file(path: Path, text: str) -> None:
    """Replaces a file in one step; the old text stays if anything goes wrong."""
    write_whole(path, text)


def fill_folder(folder: Path, files: Mapping[str, str]) -> None:
    """Writes the files of a package, by their paths relative to it."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")


def replace_folder(folder: Path, files: Mapping[str, str]) -> None:
    """Writes `files` beside the folder and swaps the two; what `files` does not name is gone afterwards."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    new = Path(tempfile.mkdtemp(prefix=".new-", dir=folder.parent))
    old = new.with_name(new.name.replace(".new-", ".old-"))
    try:
        fill_folder(new, files)
        new.chmod(0o755)
        if folder.exists():
            folder.replace(old)
        try:
            new.replace(folder)
        except BaseException:
            if old.exists():
                old.replace(folder)
            raise
    finally:
        shutil.rmtree(new, ignore_errors=True)
        shutil.rmtree(old, ignore_errors=True)


def remove_folder(folder: Path) -> None:
    """Takes a folder out of the way in one step, then deletes it."""
    doomed = Path(tempfile.mkdtemp(prefix=".old-", dir=folder.parent))
    try:
        folder.replace(doomed / folder.name)
    finally:
        shutil.rmtree(doomed, ignore_errors=True)


def sweep(folder: Path) -> None:
    """Removes what an interrupted build left behind; younger remains may belong to a build that is still at work."""
    for pattern in (".new-*", ".old-*"):
        for left in folder.glob(pattern):
            with contextlib.suppress(OSError):
                if time.time() - left.stat().st_mtime > ABANDONED:
                    shutil.rmtree(left, ignore_errors=True)


def read_folder(folder: Path) -> dict[str, str]:
    """The text files of a package by their relative paths; caches and native builds are not part of it."""
    files: dict[str, str] = {}
    for path in sorted(folder.rglob("*")) if folder.is_dir() else ():
        relative = path.relative_to(folder)
        if (
            path.is_file()
            and "__pycache__" not in relative.parts
            and path.suffix not in {".pyc", ".so", ".pyd"}
        ):
            files[relative.as_posix()] = path.read_text(encoding="utf-8", errors="replace")
    return files
