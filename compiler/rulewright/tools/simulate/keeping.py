"""The results of simulated games in an SQLite file, for analysis with anything, and to go on later."""

from __future__ import annotations

import importlib
import json
import sqlite3
from collections import Counter
from pathlib import Path
from typing import Any

from rulewright.tools.errors import UsageError
from rulewright.tools.simulate.playing import Played

SCHEMA = """
create table about (key text primary key, value text);
create table games (game integer primary key, seed integer, decisions integer, over integer, seconds real, course text, asked text);
create table seats (game integer, seat integer, bot text, score integer, won integer, choices integer, answers integer,
                    primary key (game, seat));
create table things (game integer, seat integer, how text, sort text, name text, count integer);
create table faults (game integer, seat integer, why text);
create index things_by_game on things (game, seat);
"""
HOWS = ("chosen", "owned", "points")


class Keeper:
    """A file of results, with what was asked for when it was begun."""

    def __init__(self, path: Path, about: dict[str, Any]) -> None:
        self.path = path
        new = not path.exists() or path.stat().st_size == 0
        try:
            self.base = sqlite3.connect(path)
            if new:
                self.base.executescript(SCHEMA)
                rows = [(key, json.dumps(value)) for key, value in about.items()]
                self.base.executemany("insert into about values (?, ?)", rows)
                self.base.commit()
            known = {
                key: json.loads(value) for key, value in self.base.execute("select key, value from about")
            }
        except (sqlite3.DatabaseError, ValueError) as error:
            raise UsageError(
                f"{path} holds no results of simulated games: {error}", "name another file"
            ) from None
        different = [key for key in about if known.get(key) != about[key]]
        if different:
            key = different[0]
            raise UsageError(
                f"{path} holds games with another {key}: {known.get(key)!r}, not {about[key]!r}",
                "name another file with --out, or remove this one",
            )

    def done(self) -> set[int]:
        return {number for (number,) in self.base.execute("select game from games")}

    def add(self, one: Played) -> None:
        """A game, wholly or not at all."""
        try:
            with self.base:
                self._insert(one)
        except sqlite3.OperationalError as error:
            raise UsageError(f"{self.path}: {error}; what was written before is kept") from None

    def _insert(self, one: Played) -> None:
        self.base.execute(
            "insert into games values (?, ?, ?, ?, ?, ?, ?)",
            (
                one.number,
                one.seed,
                one.decisions,
                one.over,
                one.seconds,
                json.dumps(one.course),
                json.dumps(one.asked),
            ),
        )
        for seat, bot in enumerate(one.bots):
            score = one.scores[seat] if one.scores else None
            row = (one.number, seat, bot, score, seat in one.winners, one.choices[seat], one.answers[seat])
            self.base.execute("insert into seats values (?, ?, ?, ?, ?, ?, ?)", row)
            for how, things in zip(HOWS, (one.chosen[seat], one.owned[seat], one.points[seat]), strict=True):
                self.base.executemany(
                    "insert into things values (?, ?, ?, ?, ?, ?)",
                    [
                        (one.number, seat, how, sort, name, count)
                        for (sort, name), count in sorted(things.items())
                    ],
                )
        self.base.executemany(
            "insert into faults values (?, ?, ?)", [(one.number, seat, why) for seat, why in one.faults]
        )

    def all(self) -> list[Played]:
        """Every game, in the order of their numbers."""
        found: dict[int, Played] = {}
        for number, seed, decisions, over, seconds, course, asked in self.base.execute(
            "select * from games order by game"
        ):
            found[number] = Played(
                number,
                seed,
                (),
                [],
                [],
                decisions,
                bool(over),
                [],
                [],
                [],
                [],
                [],
                json.loads(course),
                Counter(json.loads(asked)),
                seconds,
                [],
            )
        for number, seat, bot, score, won, choices, answers in self.base.execute(
            "select * from seats order by game, seat"
        ):
            one = found[number]
            one.bots += (bot,)
            if score is not None:
                one.scores.append(score)
            if won:
                one.winners.append(seat)
            one.choices.append(choices)
            one.answers.append(answers)
            for counters in (one.chosen, one.owned, one.points):
                counters.append(Counter())
        for number, seat, how, sort, name, count in self.base.execute("select * from things"):
            one = found[number]
            counters = {"chosen": one.chosen, "owned": one.owned, "points": one.points}[how]
            counters[seat][(sort, name)] = count
        for number, seat, why in self.base.execute("select * from faults"):
            found[number].faults.append((seat, why))
        return list(found.values())

    def close(self) -> None:
        self.base.close()

    def parquet(self, folder: Path) -> list[Path]:
        """The tables as Parquet files, if pyarrow is there."""
        try:
            pyarrow: Any = importlib.import_module("pyarrow")
            parquet: Any = importlib.import_module("pyarrow.parquet")
        except ImportError:
            raise UsageError(
                "Parquet files need pyarrow", "pip install pyarrow, or read the SQLite file"
            ) from None
        folder.mkdir(parents=True, exist_ok=True)
        found = []
        for table in ("games", "seats", "things", "faults"):
            cursor = self.base.execute(f"select * from {table}")
            names = [column[0] for column in cursor.description]
            rows = cursor.fetchall()
            columns = {name: [row[i] for row in rows] for i, name in enumerate(names)}
            path = folder / f"{table}.parquet"
            parquet.write_table(pyarrow.table(columns), path)
            found.append(path)
        return found
