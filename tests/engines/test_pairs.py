"""Things chosen together, as people and programs meet them: one move, its words, its targets, its number, why not."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from rulewright_runtime import Game, Move, Serial, scene
from rulewright_runtime.game import Refusal, new_game
from rulewright_runtime.moves import move_from, split_pair

from .compiled import compiled_text

HOPS = Path(__file__).parent / "constructs" / "choose_together.rules"


@pytest.fixture
def game() -> Game:
    return new_game(compiled_text(HOPS).engine, players=2, seed=1)


def test_a_pair_is_one_move(game: Game) -> None:
    moves = game.moves()
    assert len(moves) == len(set(moves)) == 6
    assert moves[0].choice == "hop.man_and_to"
    assert {move.pick for move in moves} >= {"(man at (1, 1), (2, 2))", "(man at (2, 1), (2, 2))"}
    assert "(1, 1) to (2, 2)" in {move.words for move in moves}
    assert game.decision is not None
    assert game.decision.prompt == "which man goes where"
    game.play(moves[0])
    assert game.decision.choice == "pay_for.n_and_colour"
    assert [move.words for move in game.moves()][:2] == ["1, red", "1, green"]
    assert game.moves()[-1].words == "nothing"


@pytest.mark.parametrize(
    "text", ["((1, 1), (2, 2))", "1,1, 2,2", "(1, 1) to (2, 2)", "field(1,1), field(2, 2)"]
)
def test_a_pair_is_read_as_people_write_it(game: Game, text: str) -> None:
    assert game.why_not(text) is None
    game.play(text)
    assert game.view(0)["boards"]["field"]["hits"]["(2, 2)"] == 1


def test_a_move_comes_back_from_json(game: Game) -> None:
    for move in game.moves():
        assert move_from(game.words, move.as_json()) == Move(move.by, move.choice, move.pick)


@pytest.mark.parametrize(
    ("pair", "why"),
    [
        ("((1, 3), (2, 3))", "it is not yours"),
        ("((1, 1), (1, 3))", "it is not among: free_beside(man)"),
        ("((2, 2), (1, 3))", "((2, 2), (1, 3)) is not one of the options"),
    ],
)
def test_why_a_pair_is_refused(game: Game, pair: str, why: str) -> None:
    refusal = game.why_not(pair)
    assert isinstance(refusal, Refusal)
    assert refusal.reason == why


def test_both_things_are_on_the_table(game: Game) -> None:
    asked = scene.moment(game, 0, scene.Handles())["decisions"][0]
    first = asked["options"][0]
    assert first["group"] == "pair"
    assert first["target"].startswith("piece:man:")
    assert first["second"].startswith("cell:field:")


def test_every_pair_has_a_number_of_its_own() -> None:
    serial = Serial(compiled_text(HOPS).engine, 2)
    rng = random.Random(3)
    moment = serial.start(3)
    while not serial.over(moment):
        if moment.faces:
            moment = serial.draw(moment, serial.outcomes(moment)[0][0])
            continue
        assert moment.position is not None
        offered = serial.offered(moment)
        assert sorted(offered.values()) == sorted(moment.position.options)
        moment = serial.act(moment, rng.choice(list(offered)))


def test_a_pair_is_taken_apart_outside_of_brackets() -> None:
    assert split_pair("((1, 1), (2, 2))") == ("(1, 1)", "(2, 2)")
    assert split_pair("(a, b)") == split_pair("a, b") == ("a", "b")
    assert split_pair("(1, 1), x") == ("(1, 1)", "x")
    assert split_pair("alone") is None
