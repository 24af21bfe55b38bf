"""Writing files and folders so that a reader sees the old ones or the new ones, never half of them."""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rulewright.source import contents
from rulewright.tools.errors import UsageError
from rulewright_runtime.writing import write_whole

ABANDONED = 600  # seconds after which nobody works on a temporary folder any more
NEW, OLD = ".new-", ".old-"
# What swaps two paths, with its arguments: on Linux folders that paths are relative to, and RENAME_EXCHANGE.
_HERE = -100
_SWAPS: dict[str, tuple[Any, ...]] = {
    "linux": ("renameat2", _HERE, Path, _HERE, Path, 2),
    "darwin": ("renamex_np", Path, Path, 2),
}


def read_text(path: Path, shown: str) -> str:
    """The text of a file that lies beside rules; UsageError if it is no plain UTF-8 text of a sensible size."""
    data, why = contents(path, path.parent.resolve())
    if data is None:
        raise UsageError(f"{shown} cannot be read: {why}")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise UsageError(f"{shown} is not UTF-8 text (byte {error.start})") from None


def write_file(path: Path, text: str) -> None:
    """Replaces a file in one step; the old text stays if anything goes wrong."""
    write_whole(path, text)


def fill_folder(folder: Path, files: Mapping[str, str], synced: bool = False) -> None:
    """Writes the files of a package, by their paths relative to it; `synced`: all of it has come to the disk."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("w", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
            if synced:
                stream.flush()
                os.fsync(stream.fileno())


def replace_folder(folder: Path, files: Mapping[str, str]) -> None:
    """Writes `files` beside the folder and swaps the two; what `files` does not name is gone afterwards."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    new = Path(tempfile.mkdtemp(prefix=f".new-{folder.name}-", dir=folder.parent))
    try:
        fill_folder(new, files, synced=True)
        new.chmod(0o755)
        if not folder.exists():
            new.replace(folder)
        elif not exchanged(new, folder):
            _put_in_place(new, folder)
    finally:
        shutil.rmtree(new, ignore_errors=True)


def exchanged(one: Path, other: Path) -> bool:
    """Swaps two folders in one step, so that a reader always finds both; False where the system cannot."""
    import ctypes  # here: most commands write no folder

    swap, *paths = _SWAPS.get(sys.platform, ("",))
    call = getattr(ctypes.CDLL(None), swap, None) if swap else None
    if call is None:
        return False
    names = iter([os.fsencode(one), os.fsencode(other)])
    return bool(call(*(next(names) if part is Path else part for part in paths)) == 0)


def _put_in_place(new: Path, folder: Path) -> None:
    """Takes the old folder away and puts the new one there; `sweep` heals what a kill leaves between the two."""
    old = new.with_name(new.name.replace(NEW, OLD, 1))
    folder.replace(old)
    try:
        new.replace(folder)
    except BaseException:
        old.replace(folder)
        raise
    shutil.rmtree(old, ignore_errors=True)


def remove_folder(folder: Path) -> None:
    """Takes a folder out of the way in one step, then deletes it."""
    doomed = Path(tempfile.mkdtemp(prefix=OLD, dir=folder.parent))
    try:
        folder.replace(doomed / folder.name)
    finally:
        shutil.rmtree(doomed, ignore_errors=True)


def sweep(folder: Path) -> None:
    """Puts back what an interrupted swap has taken away, and removes what else it left behind.

    Younger remains may belong to a build that is still at work.
    """
    for left in sorted(folder.glob(f"{OLD}*-*")):
        place = folder / left.name.removeprefix(OLD).rpartition("-")[0]
        if not place.exists():
            with contextlib.suppress(OSError):
                left.replace(place)
    for pattern in (f"{NEW}*", f"{OLD}*"):
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
