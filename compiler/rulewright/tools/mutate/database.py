"""Verdicts in an SQLite file, so that a run that was stopped goes on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rulewright.tools.database import opened, whole
from rulewright.tools.mutate.results import Verdict

SCHEMA = "create table verdicts (number integer primary key, verdict text)"


class Memory:
    """The verdicts of one wish; without a path they are forgotten."""

    def __init__(self, path: Path | None, about: dict[str, Any]) -> None:
        self.path = path
        self.base = opened(path, SCHEMA, about, "verdicts on mutants")

    def get(self, number: int) -> Verdict | None:
        """The verdict on a mutant that was kept, or None."""
        row = self.base.execute("select verdict from verdicts where number = ?", (number,)).fetchone()
        return None if row is None else Verdict.model_validate_json(row[0])

    def put(self, number: int, verdict: Verdict) -> None:
        """Keeps the verdict on a mutant."""
        with whole(self.base, self.path):
            self.base.execute("insert into verdicts values (?, ?)", (number, verdict.model_dump_json()))
