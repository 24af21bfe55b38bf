"""What is kept of a game that was played to tune a figure, in a file that can be gone on with."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rulewright.tools.database import opened, whole
from rulewright.tools.simulate.playing import Played

SCHEMA = """
create table games (setting text, game integer, outcome text, primary key (setting, game));
"""
Things = list[Counter[tuple[str, str]]]
Setting = tuple[int, ...]  # a value for each open figure


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended, and what each seat had and chose."""

    scores: list[int]
    winners: list[int]
    decisions: int
    over: bool
    choices: list[int]
    owned: Things
    chosen: Things
    faults: int

    def won(self, seat: int) -> float:
        """1 for a win; winners share."""
        return 1 / len(self.winners) if seat in self.winners else 0.0


def outcome_of(one: Played) -> Outcome:
    """What is kept of a game."""
    return Outcome(
        one.scores,
        one.winners,
        one.decisions,
        one.over,
        one.choices,
        one.owned,
        one.chosen,
        len(one.faults),
    )


class Memory:
    """The games that were played, in a file or in memory; the same search finds them again."""

    def __init__(self, path: Path | None, about: dict[str, Any]) -> None:
        self.path = path
        self.base = opened(path, SCHEMA, about, "games of tuning")

    def add(self, setting: Setting, game: int, one: Outcome) -> None:
        """Keeps an outcome."""
        with whole(self.base, self.path):
            self.base.execute(
                "insert into games values (?, ?, ?)", (json.dumps(setting), game, json.dumps(_plain(one)))
            )

    def games(self, setting: Setting) -> dict[int, Outcome]:
        """The outcomes of a setting by the numbers of their games."""
        rows = self.base.execute(
            "select game, outcome from games where setting = ? order by game", (json.dumps(setting),)
        )
        return {game: _read(json.loads(text)) for game, text in rows}

    def close(self) -> None:
        """Closes the file."""
        self.base.close()


def _plain(one: Outcome) -> list[Any]:
    """An outcome as JSON can hold it."""
    things = [[[*key, count] for key, count in sorted(seat.items())] for seat in (*one.owned, *one.chosen)]
    return [one.scores, one.winners, one.decisions, one.over, one.choices, things, one.faults]


def _read(data: list[Any]) -> Outcome:
    """An outcome from its JSON form."""
    scores, winners, decisions, over, choices, things, faults = data
    seats = [Counter({(sort, name): count for sort, name, count in seat}) for seat in things]
    half = len(seats) // 2
    return Outcome(scores, winners, decisions, over, choices, seats[:half], seats[half:], faults)
