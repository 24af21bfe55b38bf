"""What a clone works out and keeps is its own: looking at what could follow never changes the game that is played."""

from __future__ import annotations

import importlib
import random

import pytest

from rulewright_runtime import fast
from rulewright_runtime.core import Position, invalidate_all, invalidate_at, invalidate_for, step

GAMES = [("terra_mystica", 4), ("great_wall", 3), ("path_of_light_and_shadow", 3), ("terracotta_army", 4)]


def look_ahead(g: Position, rng: random.Random, depth: int) -> None:
    """Plays some answers on in clones, as a bot does that searches."""
    for option in rng.sample(g.options, min(4, len(g.options))):
        after = g.clone()
        step(after, option)
        if depth and after.then is not None:
            look_ahead(after, rng, depth - 1)


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_looking_ahead_changes_nothing(game: str, players: int) -> None:
    """Two games go alike: one with looks ahead, one that forgets all it has worked out before each answer."""
    engine = importlib.import_module(game).ENGINE
    rng = random.Random(4)
    g, plain = fast.new(engine, players, 11), fast.new(engine, players, 11)
    for _ in range(150):
        if g.then is None:
            break
        look_ahead(g, rng, 1)
        option = rng.choice(g.options)
        step(g, option)
        invalidate_all(plain)
        step(plain, option)
        assert (g.player, g.choice, g.options, g.then) == (
            plain.player,
            plain.choice,
            plain.options,
            plain.then,
        )


@pytest.mark.parametrize("change", [invalidate_for, invalidate_at])
def test_a_clone_that_changes_has_stores_of_its_own(change) -> None:
    """Also where nothing had been kept before: what it keeps then must not come to the one it was cloned from."""
    engine = importlib.import_module("terra_mystica").ENGINE
    g = fast.new(engine, 4, 1)
    invalidate_all(g)
    after = g.clone()
    change(after, 0, (0,))
    after.memo[0][0] = "of the clone"
    assert g.memo[0] == {}
