"""The checked-in engines, by name, and how much of a game a test can afford to play with each."""

from __future__ import annotations

import importlib
from functools import cache

from rulewright.pipeline import package_name
from rulewright_runtime import Engine

from .compiled import ROOT, all_games, printed_games

HOUSE = {package_name(game, variant) for game, variant in {*all_games()} - {*printed_games()}}
NAMES = sorted({path.parent.name for path in (ROOT / "generated").glob("*/engine.py")} - HOUSE)
LARGE = 30  # labels; the engine of a heavy game has many more


@cache
def engine_named(name: str) -> Engine:
    engine: Engine = importlib.import_module(f"{name}.engine").ENGINE
    return engine


def is_large(engine: Engine) -> bool:
    return len(engine.machine.labels) > LARGE


def counts_of(engine: Engine) -> list[int]:
    """All numbers of players of a small game; the smallest and the largest of a heavy one."""
    counts = list(engine.players)
    return sorted({counts[0], counts[-1]}) if is_large(engine) else counts
