"""The invariants hold of the small game, and each of them notices an engine that breaks it."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Callable
from typing import Any

import pytest
import tiny

from rulewright_runtime import (
    Engine,
    Game,
    Violation,
    check_game,
    fast,
    invariants,
    new_game,
    play_out,
    views,
)
from rulewright_runtime.bots import RandomBot


@pytest.mark.parametrize("seed", range(6))
def test_a_random_game_keeps_them_all(engine: Engine, seed: int) -> None:
    assert check_game(engine, 2 + seed % 2, seed) > 3


def test_a_field_that_is_not_saved_is_noticed(won: Game) -> None:
    fields = tuple(field for field in won.engine.fields if field.name != "coin")
    game = new_game(dataclasses.replace(won.engine, fields=fields), names=["ann", "bob"])
    game.position.coin[0] = 7  # type: ignore[attr-defined]
    with pytest.raises(Violation, match="loses coin"):
        invariants.check_save(game, random.Random(1))


def test_a_shallow_clone_is_noticed(won: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = tiny.G.clone

    def shallow(self: tiny.G) -> tiny.G:
        other = whole(self)
        other.hand = self.hand
        return other

    monkeypatch.setattr(tiny.G, "clone", shallow)
    with pytest.raises(Violation, match="clone"):
        invariants.check_clone(won, random.Random(1))


def test_a_leaking_view_is_noticed(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    honest: Callable[..., dict[str, Any]] = views.view

    def leaking(words: Any, g: Any, viewer: int | None) -> dict[str, Any]:
        return {**honest(words, g, viewer), "next": g.prizes[0]}

    invariants.check_views(game)
    monkeypatch.setattr(views, "view", leaking)
    with pytest.raises(Violation, match="prizes shows"):
        invariants.check_views(game)


def test_options_with_the_same_content_are_noticed(won: Game) -> None:
    won.position.options = [0, 0]
    with pytest.raises(Violation, match="twice"):
        invariants.check_options(won)


def test_the_fast_face(engine: Engine) -> None:
    g = fast.new(engine, 3, 5, rounds=2)
    copy = fast.clone(g)
    count = fast.playout(g, random.Random(1))
    assert g.over
    assert count >= 6
    assert not copy.over
    assert fast.playout(copy, random.Random(1)) == count
    assert copy.winners == g.winners
    assert fast.playout(fast.new(engine, 2), random.Random(1), 3) == 3


def test_bots_play_to_the_end(engine: Engine) -> None:
    results = []
    for _ in range(2):
        game = new_game(engine, 3, 9)
        play_out(game, [RandomBot(seat) for seat in range(3)])
        results.append((game.over, game.scores, game.save()))
    assert results[0] == results[1]
