"""The results of simulated games in an SQLite file, for analysis with anything, and to go on later."""

from __future__ import annotations

import importlib
import importlib.util
import json
from collections import Counter
from pathlib import Path
from typing import Any

from rulewright.tools.database import opened, whole
from rulewright.tools.errors import UsageError
from rulewright.tools.simulate.playing import Played

SCHEMA = """
create table games (game integer primary key, seed integer, decisions integer, over integer, seconds real, course text, asked text,
                    placed text, stakes text);
create table seats (game integer, seat integer, bot text, score integer, won integer, choices integer, answers integer, turns integer,
                    primary key (game, seat));
create table things (game integer, seat integer, how text, sort text, name text, count integer);
create table faults (game integer, seat integer, why text);
create index things_by_game on things (game, seat);
"""
HOWS = ("chosen", "owned", "points")


class Keeper:
    """A file of results, with what was asked for when it was begun."""

    def __init__(self, path: Path | None, about: dict[str, Any]) -> None:
        self.path = path
        self.base = opened(path, SCHEMA, about, "results of simulated games")

    def done(self) -> set[int]:
        """The numbers of the games that are kept."""
        return {number for (number,) in self.base.execute("select game from games")}

    def add(self, one: Played) -> None:
        """A game, wholly or not at all."""
        with whole(self.base, self.path):
            self._insert(one)

    def _insert(self, one: Played) -> None:
        """Adds the rows of a game."""
        self.base.execute(
            "insert into games values (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                one.number,
                one.seed,
                one.decisions,
                one.over,
                one.seconds,
                json.dumps(one.course),
                json.dumps(one.asked),
                json.dumps(sorted(one.placed)),
                json.dumps(one.stakes),
            ),
        )
        for seat, bot in enumerate(one.bots):
            score = one.scores[seat] if one.scores else None
            row = (
                one.number,
                seat,
                bot,
                score,
                seat in one.winners,
                one.choices[seat],
                one.answers[seat],
                one.turns[seat],
            )
            self.base.execute("insert into seats values (?, ?, ?, ?, ?, ?, ?, ?)", row)
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
        for number, seed, decisions, over, seconds, course, asked, placed, stakes in self.base.execute(
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
                {(kind, label) for kind, label in json.loads(placed)},
                [],
                {name: tuple(one) for name, one in json.loads(stakes).items()},
                seconds,
                [],
            )
        for number, seat, bot, score, won, choices, answers, turns in self.base.execute(
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
            one.turns.append(turns)
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
        """Closes the file."""
        self.base.close()

    def parquet(self, folder: Path) -> list[Path]:
        """The tables as Parquet files, if pyarrow is there."""
        pyarrow: Any = importlib.import_module("pyarrow")
        parquet: Any = importlib.import_module("pyarrow.parquet")
        found = []
        for table in ("games", "seats", "things", "faults"):
            cursor = self.base.execute(f"select * from {table}")
            names = [column[0] for column in cursor.description]
            rows = cursor.fetchall()
            columns = {name: [row[i] for row in rows] for i, name in enumerate(names)}
            path = folder / f"{table}.parquet"
            try:
                parquet.write_table(pyarrow.table(columns), path)
            except OSError as error:
                path.unlink(missing_ok=True)  # half a table is none
                raise UsageError(f"{path} cannot be written: {error}") from None
            found.append(path)
        return found


def check_parquet(folder: Path) -> None:
    """Says before any game that Parquet files could not be written in the end."""
    if importlib.util.find_spec("pyarrow") is None:
        raise UsageError("Parquet files need pyarrow", "pip install 'rulewright[parquet]', or use --out")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"{folder} is no folder for files: {error.strerror or error}") from None
