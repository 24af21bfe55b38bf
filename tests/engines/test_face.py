"""The face of games: forced answers, nested decisions, actions by name and parameters, chance that is told."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

import goofspiel
from rulewright_runtime import Game, IllegalMove, OptionError, SaveError, load_game, new_game
from rulewright_runtime.record_text import as_text, from_text
from rulewright_runtime.records import record_of
from rulewright_runtime.replays import replay

from .compiled import compiled_text

YARD = """\
game yard "Yard"
    players: 2
resource coin
resource brick
kind shed | price
    hut  | 1
    barn | 3
    hall | 9
player
    coin: resource = 3
    brick: resource = 1
    sheds: list of shed
    tools: list of number
rule play
    repeat 2 times:
        each player:
            with trade: offer turn
action rest "take a rest" in turn: gain 1 coin
action build "build a shed" in turn
    choose shed "what to build" from shed where it not in your sheds "there is one"
    pay shed.price coin
    choose up to 2 picked "tools" from 1..4
    move picked to your tools
    finish(shed)
action sell "sell a brick" in trade
    pay 1 brick
    gain 2 coin
rule finish(shed)
    choose one "the roof":
        "straw": nothing
        "tiles": pay 1 coin
    move shed to your sheds
"""


@pytest.fixture
def yard(tmp_path: Path) -> Game:
    path = tmp_path / "yard.rules"
    path.write_text(YARD, encoding="utf-8")
    return new_game(compiled_text(path).engine, names=["ann", "bob"], seed=1)


def of(game: Game, player: str, field: str) -> object:
    found: object = game.view(player)["players"][player][field]
    return found


# ---------------------------------------------------------------- actions by name


def test_actions_are_listed_by_their_names(yard: Game) -> None:
    assert [move.pick for move in yard.actions()] == ["rest", "build", "sell"]
    yard.play("build")
    assert [move.pick for move in yard.actions("ann")] == ["sell"]
    assert yard.actions("bob") == []


def test_an_action_and_what_follows_in_one_call(yard: Game) -> None:
    yard.act("build", shed="hut", picked=[1, 3], finish="tiles")
    assert (of(yard, "ann", "sheds"), of(yard, "ann", "tools"), of(yard, "ann", "coin")) == (
        ["hut"],
        [1, 3],
        1,
    )
    assert yard.decision is not None
    assert yard.decision.name == "bob"


def test_what_is_not_told_is_asked(yard: Game) -> None:
    yard.act("build", **{"build.shed": "hut"})
    assert yard.decision is not None
    assert yard.decision.choice == "build.picked"
    yard.undo(force=True)
    yard.undo(force=True)
    yard.act("sell", by="ann")
    assert of(yard, "ann", "coin") == 5


@pytest.mark.parametrize(
    ("action", "told", "reason"),
    [
        ("build", {"shed": "hall"}, "not enough coin"),
        ("build", {"shed": "mill"}, "mill is not one of the options"),
        (
            "build",
            {"shed": "hut", "roof": "straw"},
            "nothing is asked that is called roof; asked is build.picked",
        ),
        ("build", {"shed": "hut", "picked": [1, 2, 3]}, "more is told than can be picked: 3"),
        ("build", {"shed": "hut", "picked": [], "finish": "gold"}, "gold is not one of the options"),
        ("swim", {}, "there is no action 'swim' here; offered: rest, build, sell"),
    ],
)
def test_all_or_nothing(yard: Game, action: str, told: dict[str, str | list[int]], reason: str) -> None:
    before = yard.digest()
    with pytest.raises(IllegalMove) as caught:
        yard.act(action, **told)
    assert caught.value.reason == reason
    assert (yard.digest(), yard.played) == (before, 0)


def test_all_or_nothing_in_a_loaded_game(yard: Game) -> None:
    yard.act("sell")
    again = load_game(yard.engine, yard.save())
    with pytest.raises(IllegalMove):
        again.act("build", shed="hut", picked=[], finish="gold")
    assert (again.digest(), again.played) == (yard.digest(), 1)
    again.act("build", shed="hut", picked=[], finish="straw")
    for _ in range(again.played):
        again.undo(force=True)
    assert again.played == 0


def test_an_action_that_is_refused_says_why(yard: Game) -> None:
    yard.act("sell")
    with pytest.raises(IllegalMove, match="not enough brick"):
        yard.act("sell")
    with pytest.raises(IllegalMove, match="this player is not asked"):
        yard.act("rest", by="bob")


# ---------------------------------------------------------------- nested decisions


def test_nested_decisions_say_what_they_go_on_with(yard: Game) -> None:
    assert yard.decision is not None
    assert (yard.decision.nested, yard.begun) == (False, [])
    yard.play("build")
    yard.play("hut")
    assert yard.decision is not None
    assert yard.decision.nested
    assert [move.pick for move in yard.begun] == ["build", "hut"]
    yard.play("done")
    yard.play("straw")
    assert yard.begun == []


# ---------------------------------------------------------------- forced answers


def stones(**wishes: bool) -> Game:
    return goofspiel.new(cards=2, seed=1, names=["ann", "bob"], **wishes)


def test_what_was_taken_without_asking() -> None:
    game = stones()
    assert game.taken == []
    game.play({"by": "bob", "pick": 1})
    game.play({"by": "ann", "pick": 2})
    assert game.over
    assert [(move.who, move.pick) for move in game.taken] == [("ann", 1), ("bob", 2)]
    game.undo(force=True)
    assert game.taken == []


def test_all_can_be_asked() -> None:
    game = stones(ask_forced=True)
    forced = 0
    while not game.over:
        assert game.decision is not None
        assert game.decision.forced == (len(game.moves()) == 1)
        forced += game.decision.forced
        game.play(game.moves()[0])
    assert (forced, game.taken) == (2, [])
    usual = stones()
    for _ in range(2):
        usual.play(usual.moves()[0])
    assert usual.digest() == game.digest()


def test_the_switch_can_be_turned_in_play() -> None:
    game = stones()
    game.play(2)
    game.ask_forced = True
    copy = game.clone()
    copy.play(1)
    assert copy.decision is not None
    assert copy.decision.forced
    game.ask_forced = False
    game.play(1)
    assert game.over


def test_a_record_tells_answers_that_were_forced() -> None:
    game = stones(ask_forced=True)
    while not game.over:
        game.play(game.moves()[0])
    again = replay(game.engine, from_text(as_text(record_of(game)))).game
    assert again.digest() == game.digest()


# ---------------------------------------------------------------- chance


def prizes(game: Game) -> object:
    return game.view()["table"]


def test_chance_is_told_in_order() -> None:
    some = [goofspiel.new(cards=3, seed=seed, chance=[("shuffle", [2, 3, 1])]) for seed in (1, 2)]
    assert prizes(some[0]) == prizes(some[1])
    assert prizes(some[0]) != prizes(goofspiel.new(cards=3, chance=[("shuffle", [3, 2, 1])]))
    again = replay(some[0].engine, from_text(as_text(record_of(some[0])))).game
    assert again.digest() == some[0].digest()


@pytest.mark.parametrize(
    ("told", "reason"),
    [
        (("deal", [1]), "chance is one of shuffle, random, roll, not 'deal'"),
        (("shuffle", [1, 9]), "chance cannot give 1, 9 here"),
        (("shuffle", "321"), "chance is told as"),
    ],
)
def test_chance_that_cannot_come(told: tuple[str, list[int]], reason: str) -> None:
    with pytest.raises(OptionError, match=reason):
        goofspiel.new(cards=3, chance=[told])


def test_a_game_with_chance_to_come_is_not_saved() -> None:
    game = goofspiel.new(cards=3, chance=[("shuffle", [3, 2, 1]), ("roll", [1])])
    with pytest.raises(SaveError, match="has been told"):
        game.save()
    done = goofspiel.new(cards=3, chance=[("shuffle", [3, 2, 1])])
    assert load_game(done.engine, done.save()).digest() == done.digest()
    assert pickle.loads(pickle.dumps(done)).digest() == done.digest()
