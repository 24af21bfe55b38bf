"""Deals: what a player may not know is dealt anew, what is known stays, and nothing gets lost."""

from __future__ import annotations

import random
from typing import Any

from rulewright_runtime import Engine, Game, fast, new_game
from rulewright_runtime.core import NONE
from rulewright_runtime.deals import determinize
from rulewright_runtime.leaks import deal_faults


def dealt(game: Game, viewer: int | None, seed: int) -> Any:
    return determinize(game.engine, game.position, viewer, seed)


def test_a_hidden_deck_comes_in_many_orders(game: Game) -> None:
    orders = {dealt(game, 0, seed).prizes for seed in range(20)}
    assert len(orders) > 5
    g: Any = game.position
    assert {tuple(sorted(order)) for order in orders} == {tuple(sorted(g.prizes))}


def test_what_others_have_secretly_picked_is_one_of_their_cards(game: Game) -> None:
    game.play({"by": "bob", "pick": 2})
    bids = {dealt(game, 0, seed).bid[1] for seed in range(60)}
    assert bids == {1, 2, 3, 4, 5, 6}
    assert {dealt(game, 1, seed).bid[1] for seed in range(5)} == {2}
    assert {dealt(game, 1, seed).bid[0] for seed in range(5)} == {NONE}


def test_the_face_of_a_dealt_game(game: Game) -> None:
    other = game.determinize("bob", 3)
    assert other.view("bob") == game.view("bob")
    assert [str(move) for move in other.moves("bob")] == [str(move) for move in game.moves("bob")]
    assert other.played == 0
    other.play(other.moves()[0])
    assert not game.played


def test_the_original_stays_as_it_was(game: Game) -> None:
    before = game.save()
    dealt(game, 0, 1)
    assert game.save() == before


def test_the_same_seed_gives_the_same_deal(game: Game) -> None:
    assert dealt(game, 0, 4).prizes == dealt(game, 0, 4).prizes


def test_future_chance_is_unknown_too(game: Game) -> None:
    assert dealt(game, 0, 1).chance != game.position.chance


def test_games_go_on_from_a_deal(engine: Engine) -> None:
    for seed in range(20):
        game = new_game(engine, 3, seed)
        rng = random.Random(seed)
        while not game.over:
            other = dealt(game, seed % 3, seed)
            assert not deal_faults(game, other)
            fast.playout(other, random.Random(seed))
            assert other.over
            game.play(rng.choice(game.moves()))
