"""Keeping tables: a database to which moves are only ever added, so that nothing that was acknowledged is lost."""

from __future__ import annotations

import json
import sqlite3
import threading
import time
from abc import ABC, abstractmethod
from collections import deque
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

_SCHEMA = """
CREATE TABLE IF NOT EXISTS tables (
    id TEXT PRIMARY KEY, game TEXT NOT NULL, title TEXT NOT NULL, base TEXT NOT NULL,
    created DOUBLE PRECISION NOT NULL
);
CREATE TABLE IF NOT EXISTS events (
    table_id TEXT NOT NULL REFERENCES tables, n INTEGER NOT NULL, kind TEXT NOT NULL, data TEXT NOT NULL,
    at DOUBLE PRECISION NOT NULL, PRIMARY KEY (table_id, n)
);
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


class Storage(ABC):
    """One database; whoever uses it does so from many threads."""

    @abstractmethod
    def run(self, *statements: tuple[str, tuple[Any, ...]]) -> list[tuple[Any, ...]]:
        """Carries out statements, all or none of them; gives the rows of the last. They are kept when this returns."""

    @abstractmethod
    def close(self) -> None:
        """Closes the connection to the database."""

    # ------------------------------------------------------------ tables

    def prepare(self) -> None:
        """Makes what is not there yet."""
        self.run(*[(one, ()) for one in _SCHEMA.split(";") if one.strip()])

    def add_table(self, table: Stored, links: list[Link]) -> None:
        """Keeps a new table and its links."""
        row = (table.id, table.game, table.title, json.dumps(table.base), table.created)
        self.run(
            ("INSERT INTO tables VALUES (?, ?, ?, ?, ?)", row),
            *[("INSERT INTO links VALUES (?, ?, ?, ?)", _row(link)) for link in links],
        )

    def tables(self) -> list[Stored]:
        """All tables, newest first."""
        return [_stored(row) for row in self.run(("SELECT * FROM tables ORDER BY created DESC", ()))]

    def table(self, id: str) -> Stored | None:
        """A table by its id, or None."""
        rows = self.run(("SELECT * FROM tables WHERE id = ?", (id,)))
        return _stored(rows[0]) if rows else None

    def remove(self, id: str) -> None:
        """Deletes a table with its links and events."""
        self.run(
            ("DELETE FROM links WHERE table_id = ?", (id,)),
            ("DELETE FROM events WHERE table_id = ?", (id,)),
            ("DELETE FROM tables WHERE id = ?", (id,)),
        )

    # ------------------------------------------------------------ events

    def append(self, table: str, n: int, kind: str, data: dict[str, Any]) -> None:
        """Adds an event. Two with one number cannot be: the second fails."""
        row = (table, n, kind, json.dumps(data, ensure_ascii=False), time.time())
        self.run(("INSERT INTO events VALUES (?, ?, ?, ?, ?)", row))

    def events(self, table: str) -> list[tuple[str, dict[str, Any]]]:
        """The events of a table in the order in which they came."""
        rows = self.run(("SELECT kind, data FROM events WHERE table_id = ? ORDER BY n", (table,)))
        return [(kind, json.loads(data)) for kind, data in rows]

    # ------------------------------------------------------------ links

    def link(self, token: str) -> Link | None:
        """A link by its token, or None."""
        rows = self.run(("SELECT * FROM links WHERE token = ?", (token,)))
        return _link(rows[0]) if rows else None

    def links(self, table: str) -> list[Link]:
        """All links of a table."""
        return [_link(row) for row in self.run(("SELECT * FROM links WHERE table_id = ?", (table,)))]

    def put_link(self, link: Link) -> None:
        """Keeps a link, new or changed."""
        self.run(
            (
                "INSERT INTO links VALUES (?, ?, ?, ?) "
                "ON CONFLICT (token) DO UPDATE SET seats = excluded.seats, host = excluded.host",
                _row(link),
            )
        )


@dataclass(slots=True)
class _Job:
    """What one thread waits for."""

    statements: tuple[tuple[str, tuple[Any, ...]], ...]
    rows: list[tuple[Any, ...]] = field(default_factory=list)
    error: BaseException | None = None
    done: bool = False


class SQLite(Storage):
    """A file; its connection is shared by threads, one at a time.

    The disk is slow compared with everything else here, so whatever threads wait for at one time is brought there together.
    """

    def __init__(self, path: Path | str) -> None:
        self._lock = threading.Lock()
        self._waiting: deque[_Job] = deque()
        self._db = sqlite3.connect(str(path), check_same_thread=False, isolation_level=None)
        self._db.execute("PRAGMA journal_mode=WAL")
        self._db.execute("PRAGMA synchronous=FULL")  # on the disk, not only handed to the system
        self.prepare()

    def run(self, *statements: tuple[str, tuple[Any, ...]]) -> list[tuple[Any, ...]]:
        job = _Job(statements)
        self._waiting.append(job)
        with self._lock:
            if not job.done:  # another thread may have taken it along
                self._together([self._waiting.popleft() for _ in range(len(self._waiting))])
        if job.error is not None:
            raise job.error
        return job.rows

    def _together(self, jobs: list[_Job]) -> None:
        """Carries out what several threads wait for, as one transaction; each of them may fail alone."""
        try:
            self._db.execute("BEGIN")
            for job in jobs:
                self._carry_out(job)
            self._db.execute("COMMIT")
        except BaseException as error:  # the disk is full, say: nothing of all this is kept
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            for job in jobs:
                job.error = job.error or error
        for job in jobs:
            job.done = True

    def _carry_out(self, job: _Job) -> None:
        """One thread's statements, all or none of them."""
        self._db.execute("SAVEPOINT job")
        try:
            for statement, values in job.statements:
                job.rows = self._db.execute(statement, values).fetchall()
        except sqlite3.Error as error:
            job.error = error
            self._db.execute("ROLLBACK TO job")
        self._db.execute("RELEASE job")

    def close(self) -> None:
        with self._lock:
            self._db.close()


def open_storage(where: str) -> Storage:
    """A file, or a PostgreSQL server by its URL; OSError says why not."""
    if where.startswith(("postgres://", "postgresql://")):
        try:
            from rulewright_table.postgres import Postgres  # only now: it needs a library of its own
        except ImportError:
            raise OSError("tables in PostgreSQL need psycopg: pip install 'rulewright[postgres]'") from None
        return Postgres(where)
    path = Path(where)
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        return SQLite(path)
    except sqlite3.Error as error:
        raise OSError(f"{path}: no tables can be kept there: {error}") from None


def _stored(row: tuple[Any, ...]) -> Stored:
    """A table from its row."""
    return Stored(row[0], row[1], row[2], json.loads(row[3]), row[4])


def _row(link: Link) -> tuple[str, str, str, int]:
    """The row of a link."""
    return link.token, link.table, json.dumps(link.seats), int(link.host)


def _link(row: tuple[Any, ...]) -> Link:
    """A link from its row."""
    return Link(row[0], row[1], tuple(json.loads(row[2])), bool(row[3]))
