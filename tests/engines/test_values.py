"""The values that come along: made for the rules as they are, small, and of the game beside which they lie."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest

from rulewright_runtime.bots import Judge, is_stale, read_value
from rulewright_runtime.bots.features import Features
from rulewright_runtime.bots.matches import Seat, match
from rulewright_runtime.bots.stored import file_name
from rulewright_runtime.bots.value import Value
from rulewright_runtime.engine import Engine

RULES = Path(__file__).resolve().parents[2] / "rules"
FILES = sorted(RULES.glob("**/values/*.json"))
LARGEST = 120_000  # bytes
EACH = pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parents[1].name}-{path.stem}")


def engine_of(value: Value) -> Engine:
    """The engine that a value is for."""
    package = f"{value.game}_{value.variant}" if value.variant else value.game
    engine: Engine = importlib.import_module(package).ENGINE
    return engine


@EACH
def test_a_value_fits_the_rules_beside_it(path: Path) -> None:
    value = read_value(path)
    assert value.game == path.parents[1].name
    assert path.name == file_name(value.variant, value.players)
    engine = engine_of(value)
    assert value.players in engine.players
    assert not is_stale(
        value, engine
    ), "the rules mean something else now: `rulewright train` goes on from it"
    assert set(value.names) <= set(Features(engine, value.players).names)
    assert path.stat().st_size <= LARGEST


@EACH
def test_little_thought_by_a_value_makes_more_than_chance(path: Path) -> None:
    value = read_value(path)
    engine = engine_of(value)
    judge = Judge(value, engine, value.players)
    bots = [Seat(seed, judge, 40, deals=1) for seed in range(value.players)]
    random_ones = [Seat(seed) for seed in range(value.players)]
    by_value, by_chance = [
        sum([sum(match(engine, seed, seats).scores) for seed in range(2)]) for seats in (bots, random_ones)
    ]
    assert by_value > by_chance


def test_there_are_values_of_the_heavy_games() -> None:
    heavy = {"great_wall", "path_of_light_and_shadow", "terra_mystica", "terracotta_army"}
    assert heavy <= {path.parents[1].name for path in FILES}
