"""Every engine of the repository plays the same in Python and in C."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

import pytest
from engines.compiled import FOLDERS, printed_games

from rulewright import pipeline
from rulewright_runtime import native

from .cores import native_core, needs_compiler, text_of
from .lockstep import Pair, play_in_lockstep

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


@pytest.mark.parametrize("game", ["goofspiel", "terracotta_army"])
def test_lockstep_notices_every_difference(game: str) -> None:
    pair = Pair(core_of(game, ""), 2, seed=3)
    pair.play(limit=8)
    g = pair.g
    assert bool(g.waiting) == (game == "goofspiel")
    kept = ("player", "you", "choice", "options", "over", "then", "tried", "winners", "chance")
    for name in (*kept, *pair.native.module.field_names):
        before = getattr(g, name)
        setattr(g, name, other(before))
        with pytest.raises(AssertionError, match=f"{name}: "):
            pair.compare()
        setattr(g, name, before)
    for waiting in [(), (*g.waiting, *g.waiting)] if g.waiting else []:
        before, g.waiting = g.waiting, waiting
        with pytest.raises(AssertionError, match="waiting: "):
            pair.compare()
        g.waiting = before
    pair.compare()


def other(value: Any) -> Any:
    """A value of the same form that is another one."""
    if isinstance(value, list) and value:
        return [*value[:-1], other(value[-1])]
    if isinstance(value, tuple) and value:
        return (*value[:-1], other(value[-1]))
    if isinstance(value, list | tuple):
        return type(value)([7])
    return 7 if value is None else not value if isinstance(value, bool) else value + 1
