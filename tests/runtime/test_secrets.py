"""Secrets: what was shown is not taken back by accident, a player keeps only what they may know, nobody foresees chance."""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any

import pytest

from goofspiel.engine import ENGINE as GOOFSPIEL
from great_wall.engine import ENGINE as WALL
from hearts.engine import ENGINE as HEARTS
from kuhn_poker.engine import ENGINE as KUHN
from rulewright_runtime import Engine, Game, IllegalMove, load_game, new_game
from tic_tac_toe.engine import ENGINE as TIC_TAC_TOE


def played(engine: Engine, seed: int, moves: int, players: int | None = None) -> Game:
    game, rng = new_game(engine, players, seed=seed), random.Random(seed)
    for _ in range(moves):
        if not game.over:
            game.play(rng.choice(game.moves()))
    return game


# ---------------------------------------------------------------- undo


def test_without_secrets_every_move_is_taken_back() -> None:
    game = played(TIC_TAC_TOE, 1, 4)
    for left in (3, 2, 1, 0):
        assert not game.sealed
        game.undo()
        assert game.played == left


def test_a_secret_answer_is_taken_back_until_all_are_shown() -> None:
    game = new_game(GOOFSPIEL, 2, seed=1)
    game.play(3)
    game.undo()  # nobody has seen it
    game.play(3)
    game.play({"by": 1, "pick": 5})
    assert game.sealed
    with pytest.raises(IllegalMove, match="shown somebody what was hidden"):
        game.undo()
    assert game.played == 2
    game.undo(force=True)
    assert game.played == 1


def test_a_card_that_was_played_has_been_seen() -> None:
    game = played(HEARTS, 5, 16)
    assert game.sealed
    with pytest.raises(IllegalMove):
        game.undo()


def test_a_loaded_game_has_the_same_barrier() -> None:
    game = played(HEARTS, 5, 16)
    again = load_game(HEARTS, game.save())
    with pytest.raises(IllegalMove, match="hidden"):
        again.undo()


def test_an_action_that_cannot_be_finished_is_taken_back_whatever_it_showed() -> None:
    game = played(WALL, 3, 30)
    before = game.digest()
    with pytest.raises(IllegalMove):
        game.act("no_such_action", nonsense=1)
    assert game.digest() == before


# ---------------------------------------------------------------- what one player keeps


def test_a_player_keeps_what_the_view_shows() -> None:
    for seat in (0, 1):
        game = played(KUHN, 4, 1)
        kept = load_game(KUHN, game.save(player=seat))
        assert kept.view(seat) == game.view(seat)
        assert kept.names == game.names
        data = json.loads(game.save(player=seat))
        assert data["moves"] is None
        assert data["seed"] == 0
        assert data["chance"] != json.loads(game.save())["chance"]


def test_what_others_hold_is_any_card_that_it_can_be() -> None:
    """The other's card is each of the two that are left, about as often, whatever it is."""
    game = played(KUHN, 4, 0)
    own = game.position.hand[0]  # type: ignore[attr-defined]
    found: Counter[Any] = Counter()
    for _ in range(200):
        found[tuple(json.loads(game.save(player=0))["state"]["player.hand"][1])] += 1
    assert len(found) == 2
    assert own not in found
    assert min(found.values()) > 50


def test_amounts_of_others_are_not_kept() -> None:
    game = played(WALL, 7, 40)
    secret = ("player.gold", "player.wood", "player.stone", "player.chi")
    whole = json.loads(game.save())["state"]
    assert any(whole[name][1] for name in secret)
    kept = json.loads(game.save(player=0))["state"]
    assert [kept[name][0] for name in secret] == [whole[name][0] for name in secret]
    assert not any(kept[name][1] for name in secret)


@pytest.mark.parametrize("player", [9, "nobody", -1, 1.5])
def test_nobody_else_keeps_anything(player: Any) -> None:
    with pytest.raises(ValueError, match="nobody here is"):
        played(KUHN, 4, 0).save(player=player)


# ---------------------------------------------------------------- chance


def seen_numbers(game: Game) -> list[int]:
    """All numbers that a player can find in what they are shown."""
    text = json.dumps([game.view(0), game.moves(), game.log], default=str) + game.save(player=0)
    digits = "".join(sign if sign.isdigit() else " " for sign in text).split()
    return sorted({int(number) for number in digits if len(number) < 60})


def test_chance_cannot_be_foreseen_from_what_a_player_sees() -> None:
    """Every number in the view, the moves, the log and the kept save is tried as the seed: none gives the same deal."""
    for seed in (None, None, None):
        game = new_game(HEARTS, seed=seed)
        hands = game.position.hand  # type: ignore[attr-defined]
        for number in seen_numbers(game):
            assert new_game(HEARTS, seed=number).position.hand != hands  # type: ignore[attr-defined]


def test_seeds_from_the_system_have_128_bits() -> None:
    seeds = [new_game(TIC_TAC_TOE).seed for _ in range(40)]
    assert len(set(seeds)) == 40
    assert max(seed.bit_length() for seed in seeds) > 120
