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
    leaks,
    new_game,
    play_out,
    views,
)
from rulewright_runtime.bots import RandomBot
from rulewright_runtime.core import Position
from rulewright_runtime.snapshots import Camera


@pytest.mark.parametrize("seed", range(6))
def test_a_random_game_keeps_them_all(engine: Engine, seed: int) -> None:
    assert check_game(engine, 2 + seed % 2, seed) > 3


def test_a_field_that_is_not_saved_is_noticed(won: Game) -> None:
    fields = tuple(field for field in won.engine.fields if field.name != "coin")
    game = new_game(dataclasses.replace(won.engine, fields=fields), names=["ann", "bob"])
    game.position.coin[0] = 7  # type: ignore[attr-defined]
    with pytest.raises(Violation, match="saved and loaded: coin was"):
        invariants.check_save(game, Camera(game.engine, game.position))


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


def test_options_that_tell_a_secret_are_noticed(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bid that must not be the next prize would give the prize away."""
    bids = tiny.MACHINE.choices[tiny.C_BID]
    honest = bids.options

    def leaking(g: Any, f: Any) -> list[int]:
        return [option for option in honest(g, f) if option != g.prizes[0]]

    monkeypatch.setattr(bids, "options", leaking)
    game = new_game(engine, 2, 3)
    game.position.options = leaking(game.position, game.position.then)
    assert "may not know" in "".join(leaks.shows_in_options(game, seed) for seed in range(5))


def test_a_lost_piece_is_noticed(won: Game) -> None:
    for move in ("place a token", "blue_green", "(1, 3)"):
        won.play(move)
    invariants.check_conservation(won)
    won.position.token_on = [()] * 9  # type: ignore[attr-defined]
    with pytest.raises(Violation, match=r"token 0 says it stands on \[2\], but it stands on \[\]"):
        invariants.check_conservation(won)


def test_a_figure_out_of_its_range_is_noticed(won: Game) -> None:
    won.position.coin[1] = -1  # type: ignore[attr-defined]
    with pytest.raises(Violation, match="coin is -1"):
        invariants.check_conservation(won)


def test_positions_that_share_a_list_are_noticed(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = tiny.G.clone

    def shallow(self: tiny.G) -> tiny.G:
        other = whole(self)
        other.vp = self.vp
        return other

    monkeypatch.setattr(tiny.G, "clone", shallow)
    with pytest.raises(Violation, match=r"vp was \[.*\], is \["):
        check_game(engine, 2, 1)


def test_an_undo_that_restores_nothing_is_noticed(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Game, "undo", lambda self, force=False: None)
    with pytest.raises(Violation, match="undoing down to decision"):
        check_game(engine, 2, 1)


def test_a_game_that_never_ends_is_noticed(engine: Engine) -> None:
    run = invariants.Checked(new_game(engine, 2, 1), random.Random(1))
    with pytest.raises(Violation, match="has not ended after 3 decisions"):
        run.play(3)


def test_a_dead_end_is_noticed(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    def stops(g: Position, f: Any, pick: int) -> None:
        return None

    resume = [stops if label == tiny.L_RESOLVE else each for label, each in enumerate(tiny.MACHINE.resume)]
    monkeypatch.setattr(tiny.MACHINE, "resume", resume)
    with pytest.raises(Violation, match="without an end"):
        check_game(engine, 2, 1)


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
        play_out(game, [RandomBot(engine, seat) for seat in range(3)])
        results.append((game.over, game.scores, game.save()))
    assert results[0] == results[1]
