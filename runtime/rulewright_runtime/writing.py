"""Writing files so that a full disk, a kill or a power cut leaves the old one."""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path


def write_whole(path: Path, text: str) -> None:
    """Replaces a file in one step, after all of it has come to the disk; the old one stays if anything goes wrong: OSError names it."""
    try:
        _write_whole(path, text)
    except OSError as error:  # of a full disk the system names no file, of others that which lay beside it
        raise OSError(error.errno, error.strerror, str(path)) from error


def _write_whole(path: Path, text: str) -> None:
    """Replaces a file in one step."""
    goal = Path(os.path.realpath(path))  # what a link names is replaced, not the link
    if goal.exists() and not goal.is_file():  # a pipe or a device: there is nothing to lose
        goal.write_text(text, encoding="utf-8", newline="\n")
        return
    handle, name = tempfile.mkstemp(prefix=f".{goal.name[:40]}.", dir=goal.parent)
    temporary = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
        temporary.chmod(goal.stat().st_mode & 0o777 if goal.exists() else 0o644)
        temporary.replace(goal)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    _synced(goal.parent)


def _synced(folder: Path) -> None:
    """The new name comes to the disk too, where a folder can be synced."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
