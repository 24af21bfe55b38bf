"""Random rules, made anew from seeds: the interpreter and the engine must play them alike.

More of them: RULEWRIGHT_PROGRAMS=500 pytest tests/engines/test_programs.py
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from .changes import Changes
from .compiled import compiled_text
from .expressions import Sums
from .hands import Hands
from .lockstep import play_in_lockstep
from .programs import Program
from .searches import Searches
from .things import Things

PROGRAMS = int(os.environ.get("RULEWRIGHT_PROGRAMS", "40"))


def play(text: str, path: Path, games: int) -> None:
    path.write_text(text, encoding="utf-8")
    both = compiled_text(path)
    for seed in range(games):
        play_in_lockstep(both, 2, seed, limit=60)


@pytest.mark.parametrize("seed", range(PROGRAMS))
def test_units_that_can_fail(seed: int, tmp_path: Path) -> None:
    program = Program(seed)
    play(program.text(), tmp_path / f"{program.name}.rules", games=4)


@pytest.mark.parametrize("seed", range(PROGRAMS))
def test_exceptions_to_rules(seed: int, tmp_path: Path) -> None:
    changes = Changes(seed)
    play(changes.text(), tmp_path / f"{changes.name}.rules", games=4)


@pytest.mark.parametrize("seed", range(PROGRAMS // 4))
def test_things_in_zones_and_cells(seed: int, tmp_path: Path) -> None:
    things = Things(seed)
    play(things.text(), tmp_path / f"{things.name}.rules", games=3)


@pytest.mark.parametrize("seed", range(PROGRAMS // 2))
def test_choices_of_several_things(seed: int, tmp_path: Path) -> None:
    hands = Hands(seed)
    play(hands.text(), tmp_path / f"{hands.name}.rules", games=4)


@pytest.mark.parametrize("seed", range(PROGRAMS // 2))
def test_searches(seed: int, tmp_path: Path) -> None:
    searches = Searches(seed)
    play(searches.text(), tmp_path / f"{searches.name}.rules", games=4)


@pytest.mark.parametrize("seed", range(PROGRAMS // 4))
def test_expressions(seed: int, tmp_path: Path) -> None:
    sums = Sums(seed)
    play(sums.text(), tmp_path / f"{sums.name}.rules", games=3)
