"""What a table is told of tiles and cards: which one grants an option, and what a player's income would be."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rulewright_runtime import Game, scene
from rulewright_runtime.game import new_game

from .compiled import compiled_text

GRANTED = Path(__file__).parent / "constructs" / "granted.rules"
TILES = ["mill", "well", "shovel", "map", "chest"]


@pytest.fixture
def game() -> Game:
    return new_game(compiled_text(GRANTED).engine, players=2, seed=1)


def with_tiles(game: Game, *tiles: str) -> Game:
    """The first player takes these, the second none."""
    for tile in [*tiles, "done", "done"]:
        if game.decision is not None and game.decision.choice == "play.tiles":
            pick(game, tile)
    return game


def pick(game: Game, words: str) -> None:
    game.play(next(move for move in game.moves() if words in (move.pick, move.words)))


def sources(game: Game) -> dict[str, Any]:
    """By the words of each option, the tile that grants it."""
    assert game.decision is not None
    (decision,) = scene.moment(game, game.decision.player)["decisions"]
    return {one["text"]: one.get("source") for one in decision["options"]}


def test_an_action_and_a_free_action_are_granted_by_the_tile_that_has_them(game: Game) -> None:
    with_tiles(game, "mill", "well")
    assert sources(game) == {
        "grind": "kind:tile:mill",
        "dig": None,
        "pass": None,
        "wash": "kind:tile:well",
    }


def test_reactions_in_any_order_are_granted_each_by_its_own_tile(game: Game) -> None:
    with_tiles(game, "well", "shovel", "map")
    pick(game, "pass")
    pick(game, "1")
    found = sources(game)
    assert {found[name] for name in found if name in TILES} == {
        f"kind:tile:{name}" for name in ("well", "shovel", "map")
    }


def test_what_a_tile_asks_is_granted_by_it(game: Game) -> None:
    with_tiles(game, "map")
    pick(game, "pass")
    pick(game, "1")
    assert set(sources(game).values()) == {"kind:tile:map"}


def test_a_forecast_tells_what_the_rules_give_and_where_an_answer_decides(game: Game) -> None:
    with_tiles(game, "mill", "well")
    first, second = scene.forecast(game, 0)
    coins = {"seat": 0, "field": "coin", "key": "", "by": 5}
    assert first == {"seat": 0, "gains": [coins]}
    assert second == {"seat": 1, "gains": []}
    before = game.save()
    with_chest = with_tiles(new_game(game.engine, players=2, seed=1), "mill", "chest")
    assert scene.forecast(with_chest, None)[0] == {"seat": 0, "gains": [coins], "unsure": True}
    assert game.save() == before


def test_nothing_is_forecast_when_the_game_is_over(game: Game) -> None:
    while game.decision is not None:
        game.play(game.moves()[0])
    assert scene.forecast(game, 0) == []
