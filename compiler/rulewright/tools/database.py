"""SQLite files of games that were played, with what was asked for when they were begun, so that others are not mixed in."""

from __future__ import annotations

import contextlib
import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rulewright.tools.errors import UsageError


def opened(path: Path | None, schema: str, about: dict[str, Any], what: str) -> sqlite3.Connection:
    """The file, made anew or of the same wish; without a path one that is only in memory."""
    new = path is None or not path.exists() or path.stat().st_size == 0
    try:
        base = sqlite3.connect(":memory:" if path is None else path)
        base.execute("pragma journal_mode = wal")  # safe against crashes without a pause after every game
        base.execute("pragma synchronous = normal")
        if new:
            base.executescript(f"create table about (key text primary key, value text); {schema}")
            rows = [(key, json.dumps(value)) for key, value in about.items()]
            base.executemany("insert into about values (?, ?)", rows)
            base.commit()
        known = {key: json.loads(value) for key, value in base.execute("select key, value from about")}
    except (sqlite3.Error, ValueError) as error:
        raise UsageError(f"{path} holds no {what}: {error}", "name another file") from None
    for key, value in about.items():
        if known.get(key) != value:
            raise UsageError(
                f"{path} holds {what} with another {key}: {known.get(key)!r}, not {value!r}",
                "name another file with --out, or remove this one",
            )
    return base


@contextlib.contextmanager
def whole(base: sqlite3.Connection, path: Path | None) -> Iterator[None]:
    """What is written inside is written wholly or not at all; a full disk is said in words."""
    try:
        with base:
            yield
    except sqlite3.IntegrityError:
        raise UsageError(f"{path}: another command writes to it", "name another file with --out") from None
    except sqlite3.Error as error:
        raise UsageError(
            f"{path}: {error}; the games before are kept", "make room, and the same command goes on"
        ) from None
