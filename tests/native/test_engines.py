"""Every engine of the repository plays the same in Python and in C."""

from __future__ import annotations

from functools import cache
from importlib import import_module

import pytest
from engines.compiled import FOLDERS, printed_games

from rulewright import pipeline
from rulewright_runtime import native

from .cores import native_core, needs_compiler, text_of
from .lockstep import play_in_lockstep

pytestmark = needs_compiler
SMALL = ("connect_four", "tic_tac_toe", "goofspiel", "kuhn_poker")


@cache
def core_of(game: str, variant: str) -> native.Core:
    engine = import_module(pipeline.package_name(game, variant)).ENGINE
    return native_core(engine, text_of(pipeline.load(FOLDERS[game], variant)))


@pytest.mark.parametrize(("game", "variant"), printed_games())
def test_positions_are_the_same_at_every_decision(game: str, variant: str) -> None:
    core = core_of(game, variant)
    games = 10 if game in SMALL else 1
    for players in core.engine.players:
        for seed in range(games):
            assert play_in_lockstep(core, players, seed, limit=150)


@pytest.mark.parametrize(("game", "variant"), printed_games())
def test_positions_go_over_and_back_at_any_decision(game: str, variant: str) -> None:
    core = core_of(game, variant)
    for players in core.engine.players[:1]:
        assert play_in_lockstep(core, players, seed=77, limit=60, crossing=0.2)
