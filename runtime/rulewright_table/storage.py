"""Keeping tables: a SQLite file to which moves are only ever added, so that nothing that was acknowledged is lost."""

from __future__ import annotations

import json
import sqlite3
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

_SCHEMA = """
CREATE TABLE IF NOT EXISTS tables (
    id TEXT PRIMARY KEY, game TEXT NOT NULL, title TEXT NOT NULL, base TEXT NOT NULL, created REAL NOT NULL
);
CREATE TABLE IF NOT EXISTS events (
    table_id TEXT NOT NULL REFERENCES tables, n INTEGER NOT NULL, kind TEXT NOT NULL, data TEXT NOT NULL, at REAL NOT NULL,
    PRIMARY KEY (table_id, n)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS links (
    token TEXT PRIMARY KEY, table_id TEXT NOT NULL REFERENCES tables, seats TEXT NOT NULL, host INTEGER NOT NULL
);
CREATE INDEX IF NOT EXISTS links_of_tables ON links (table_id);
"""


@dataclass(frozen=True, slots=True)
class Link:
    """Whoever has the token may look at a table, and answer for these seats."""

    token: str
    table: str
    seats: tuple[int, ...]
    host: bool  # may hand seats to others


@dataclass(frozen=True, slots=True)
class Stored:
    """A table as it is kept: how it began."""

    id: str
    game: str
    title: str
    base: dict[str, Any]
    created: float


class Storage:
    """One file; its connection is shared by threads, one at a time."""

    def __init__(self, path: Path | str) -> None:
        self._lock = threading.Lock()
        self._db = sqlite3.connect(str(path), check_same_thread=False, isolation_level=None)
        self._db.execute("PRAGMA journal_mode=WAL")
        self._db.execute("PRAGMA synchronous=FULL")
        self._db.executescript(_SCHEMA)

    def close(self) -> None:
        with self._lock:
            self._db.close()

    # ------------------------------------------------------------ tables

    def add_table(self, table: Stored, links: list[Link]) -> None:
        with self._lock, self._db:
            self._db.execute("BEGIN")
            self._db.execute(
                "INSERT INTO tables VALUES (?, ?, ?, ?, ?)",
                (table.id, table.game, table.title, json.dumps(table.base), table.created),
            )
            self._db.executemany("INSERT INTO links VALUES (?, ?, ?, ?)", [_row(link) for link in links])

    def tables(self) -> list[Stored]:
        """All tables, newest first."""
        with self._lock:
            rows = self._db.execute("SELECT * FROM tables ORDER BY created DESC").fetchall()
        return [Stored(id, game, title, json.loads(base), created) for id, game, title, base, created in rows]

    def table(self, id: str) -> Stored | None:
        with self._lock:
            row = self._db.execute("SELECT * FROM tables WHERE id = ?", (id,)).fetchone()
        return None if row is None else Stored(row[0], row[1], row[2], json.loads(row[3]), row[4])

    def remove(self, id: str) -> None:
        with self._lock, self._db:
            self._db.execute("BEGIN")
            for statement in (
                "DELETE FROM links WHERE table_id = ?",
                "DELETE FROM events WHERE table_id = ?",
                "DELETE FROM tables WHERE id = ?",
            ):
                self._db.execute(statement, (id,))

    # ------------------------------------------------------------ events

    def append(self, table: str, n: int, kind: str, data: dict[str, Any]) -> None:
        """Adds an event; it is on the disk when this returns. Two with one number cannot be: the second fails."""
        with self._lock:
            self._db.execute(
                "INSERT INTO events VALUES (?, ?, ?, ?, ?)",
                (table, n, kind, json.dumps(data, ensure_ascii=False), time.time()),
            )

    def events(self, table: str) -> list[tuple[str, dict[str, Any]]]:
        with self._lock:
            rows = self._db.execute(
                "SELECT kind, data FROM events WHERE table_id = ? ORDER BY n", (table,)
            ).fetchall()
        return [(kind, json.loads(data)) for kind, data in rows]

    # ------------------------------------------------------------ links

    def link(self, token: str) -> Link | None:
        with self._lock:
            row = self._db.execute("SELECT * FROM links WHERE token = ?", (token,)).fetchone()
        return None if row is None else _link(row)

    def links(self, table: str) -> list[Link]:
        with self._lock:
            rows = self._db.execute("SELECT * FROM links WHERE table_id = ?", (table,)).fetchall()
        return [_link(row) for row in rows]

    def put_link(self, link: Link) -> None:
        with self._lock:
            self._db.execute("INSERT OR REPLACE INTO links VALUES (?, ?, ?, ?)", _row(link))


def _row(link: Link) -> tuple[str, str, str, int]:
    return link.token, link.table, json.dumps(link.seats), int(link.host)


def _link(row: tuple[str, str, str, int]) -> Link:
    return Link(row[0], row[1], tuple(json.loads(row[2])), bool(row[3]))
