"""Tables in a PostgreSQL server, for a public one; needs the extra `postgres`."""

from __future__ import annotations

import threading
from typing import Any

import psycopg

from rulewright_table.storage import Storage


class Postgres(Storage):
    """One connection; if it is lost, what was asked is asked once more on a new one."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._lock = threading.Lock()
        try:
            self._db = psycopg.connect(url)
            self.prepare()
        except psycopg.Error as error:
            raise OSError(f"no tables can be kept in PostgreSQL: {error}".strip()) from None

    def run(self, *statements: tuple[str, tuple[Any, ...]]) -> list[tuple[Any, ...]]:
        with self._lock:
            try:
                return self._run(statements)
            except psycopg.OperationalError:
                if not self._db.closed:
                    raise
                self._db = psycopg.connect(self._url)
                return self._run(statements)

    def _run(self, statements: tuple[tuple[str, tuple[Any, ...]], ...]) -> list[tuple[Any, ...]]:
        """The rows of the last of some statements, all of them in one transaction."""
        rows: list[tuple[Any, ...]] = []
        with self._db.transaction(), self._db.cursor() as cursor:
            for statement, values in statements:
                cursor.execute(statement.replace("?", "%s").encode(), values)
                rows = cursor.fetchall() if cursor.description else []
        self._db.commit()
        return rows

    def close(self) -> None:
        with self._lock:
            self._db.close()
