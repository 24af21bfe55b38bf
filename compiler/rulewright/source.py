"""Reads the rules files of a game: text only, only from the game's own folder, only of a sensible size."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

from rulewright.diagnostics import Diagnostic, Span, error

SUFFIX = ".rules"
RULEBOOK = "RULEBOOK.md"
RULES = "rules"  # the folder of a project that holds its games
MAX_BYTES = 1_000_000  # of a file
MAX_FILES = 500  # of a game
MAX_GAME_BYTES = 5_000_000  # all its files together


def read_game(folder: Path, prefix: str = "") -> tuple[list[tuple[str, str]], list[Diagnostic]]:
    """The rules files below a folder, sorted by path: (prefix + path relative to the folder, text)."""
    files: list[tuple[str, str]] = []
    problems: list[Diagnostic] = []
    if not folder.is_dir():
        return [], [_unreadable(prefix or folder.name, "there is no such folder")]
    found = rules_files(folder)
    if len(found) > MAX_FILES:
        return [], [_unreadable(prefix or folder.name, f"the game has more than {MAX_FILES} rules files")]
    root = folder.resolve()
    size = 0
    for path in found:
        name = prefix + path.relative_to(folder).as_posix()
        text, problem = read_file(path, name, root)
        if problem is not None:
            problems.append(problem)
        elif text is not None:
            files.append((name, text))
            size += len(text.encode())
        if size > MAX_GAME_BYTES:
            why = f"the game's files have more than {MAX_GAME_BYTES:,} bytes"
            return [], [_unreadable(prefix or folder.name, why)]
    return files, problems


def read_rulebook(folder: Path) -> str:
    """The text of the rulebook beside the rules; empty if there is none that can be read."""
    path = folder / RULEBOOK
    text, _ = read_file(path, RULEBOOK, folder.resolve()) if path.is_file() else ("", None)
    return text or ""


def shown_folder(folder: Path) -> str:
    """A game's folder as messages and emitted code name it: `rules/go`, or `rules/classics/go` in a group."""
    whole = folder.resolve()
    above = [whole.name]
    for parent in whole.parents:
        above.append(parent.name)
        if parent.name == RULES:
            return "/".join(reversed(above))
    return f"{RULES}/{whole.name}"


def rules_files(folder: Path) -> list[Path]:
    """The rules files below a folder in the order of their paths."""
    return sorted(_walk(folder), key=lambda path: path.relative_to(folder).as_posix())


def _walk(folder: Path) -> Iterator[Path]:
    """All rules files below a folder; links to folders are not followed, hidden folders are left out."""
    for here, folders, names in os.walk(folder, followlinks=False):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in names:
            if name.endswith(SUFFIX) and not name.startswith("."):
                yield Path(here, name)


def read_file(path: Path, name: str, root: Path) -> tuple[str | None, Diagnostic | None]:
    """The text of one file that must lie below `root`; `name` is what diagnostics call it."""
    if not name.isprintable():
        return None, _unreadable(shown_name(name), "its name has characters that cannot be shown")
    data, reason = contents(path, root)
    if data is None:
        return None, _unreadable(name, reason)
    try:
        return data.decode("utf-8"), None
    except UnicodeDecodeError as failure:
        return None, _not_utf8(name, data, failure.start)


def shown_name(name: str) -> str:
    """A name with what cannot be shown written out, as in `a\\x0ab.rules`."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in name)


def contents(path: Path, root: Path) -> tuple[bytes | None, str]:
    """The bytes of a plain file of a sensible size that lies below `root`, or None and why it is not read."""
    try:
        if not path.resolve().is_relative_to(root):
            return None, "the file is a link that leaves the game's folder"
        return _read(path)
    except (OSError, RuntimeError) as failure:  # RuntimeError: links in a circle
        why = failure.strerror if isinstance(failure, OSError) and failure.strerror else "links in a circle"
        return None, why.lower()


def _read(path: Path) -> tuple[bytes | None, str]:
    """The bytes of a file, or None and why it is not read."""
    # Without O_NONBLOCK opening a pipe that bears the name of a rules file would wait for ever.
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
    with os.fdopen(handle, "rb") as file:
        info = os.fstat(handle)
        if not stat.S_ISREG(info.st_mode):
            return None, "it is not a plain file"
        data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        return None, f"the file has more than {MAX_BYTES:,} bytes"
    return data, ""


def _unreadable(name: str, why: str) -> Diagnostic:
    """The diagnostic of a file that cannot be read."""
    return error("RW118", f"`{name}` cannot be read: {why}", Span(name, 0, 0, 0, 0))


def _not_utf8(name: str, data: bytes, offset: int) -> Diagnostic:
    """The diagnostic of a byte that is no UTF-8."""
    line = data.count(b"\n", 0, offset) + 1
    start = data.rfind(b"\n", 0, offset) + 1
    column = len(data[start:offset].decode("utf-8", "replace")) + 1
    wide = data.startswith((b"\xff\xfe", b"\xfe\xff"))
    return error(
        "RW117",
        f"the byte 0x{data[offset]:02X} is not UTF-8 text",
        Span(name, line, column, line, column + 1),
        hint="save the file as UTF-8" + (", not as UTF-16" if wide else ""),
    )
