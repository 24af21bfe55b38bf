"""The face of a game: decisions, moves, reasons, undo, clones, pickles, languages, wrong wishes."""

from __future__ import annotations

import json
import pickle
from typing import Any

import pytest

from rulewright_runtime import (
    Engine,
    Game,
    IllegalMove,
    Move,
    OptionError,
    Refusal,
    RulesFailure,
    new_game,
)


def picks(game: Game) -> list[Any]:
    return [move.pick for move in game.moves()]


def test_a_decision_says_who_what_and_which_rule(game: Game) -> None:
    decision = game.decision
    assert decision is not None
    assert (decision.name, decision.choice, decision.rule, decision.hidden) == ("ann", "bid.bid", "T-2", True)
    assert str(decision) == "ann: your bid [T-2]"
    assert decision.place == "tiny.rules:10"


def test_secret_answers_come_in_any_order(game: Game) -> None:
    assert [one.name for one in game.decisions] == ["ann", "bob"]
    other = game.clone()
    game.play({"by": "ann", "pick": 3})
    game.play({"by": "bob", "pick": 2})
    other.play({"by": "bob", "pick": 2})
    assert [one.name for one in other.decisions] == ["ann"]
    other.play(Move(0, "bid.bid", 3))
    assert game.position.vp == other.position.vp  # type: ignore[attr-defined]
    assert game.moves() == other.moves()


def test_moves_are_data(won: Game) -> None:
    move = won.moves()[0]
    assert move == Move(0, "prize", "place a token")
    assert len({move, Move(0, "prize", "place a token")}) == 1
    assert json.loads(move.as_json()) == {"by": "ann", "choice": "prize", "pick": "place a token"}
    assert str(move) == "ann: place a token"
    won.play(move.as_json())
    assert picks(won) == ["red", "blue_green", "sell"]
    assert [move.words for move in won.moves()] == ["red", "blue-green", "sell a point"]


@pytest.mark.parametrize("word", ["blue_green", "blue-green", "Blue Green", '"blue_green"'])
def test_people_spell_as_they_like(won: Game, word: str) -> None:
    won.play("Place a token")
    won.play(word)
    for cell in ("(2, 3)", "yard(2, 3)", "2,3", "2 3"):
        other = won.clone()
        other.play(cell)
        assert other.position.yard_mark[5] == 0  # type: ignore[attr-defined]


def test_free_actions_interrupt_a_decision(won: Game) -> None:
    won.play("place a token")
    won.play({"by": "ann", "choice": "conversions", "pick": "sell"})
    assert won.decision is not None
    assert won.decision.choice == "prize.colour"
    assert picks(won) == ["red", "blue_green", "gold", "sell"]


def test_a_free_action_that_uses_up_what_an_option_needs(won: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """The interrupted decision is asked again with only what can still be carried through."""

    def spend(g: Any, you: int, saved: tuple[Any, ...], up: Any) -> Any:
        g.coin[you] = 0
        return up

    monkeypatch.setattr(won.engine.machine.actions[0], "run", spend)
    assert picks(won) == ["place a token", "pass", "sell"]
    won.play("sell")
    assert picks(won) == ["pass", "sell"]
    assert won.why_not("place a token") == Refusal("you cannot pay 1 coins", "T-4")


def refused(game: Game, move: Any) -> Refusal:
    """Why a move is refused; both faces must say the same and nothing may change."""
    before = game.save()
    refusal = game.why_not(move)
    assert refusal is not None
    with pytest.raises(IllegalMove) as caught:
        game.play(move)
    assert (caught.value.reason, caught.value.rule) == (refusal.reason, refusal.rule)
    assert game.save() == before
    return refusal


def test_what_cannot_be_paid_is_not_offered(won: Game) -> None:
    won.play("place a token")
    assert refused(won, "gold") == Refusal("you cannot pay 3 coins", "T-4")


def test_a_failed_condition_is_named(won: Game) -> None:
    won.position.yard_mark[0] = 1  # type: ignore[attr-defined]
    won.play("place a token")
    won.play("red")
    assert refused(won, "(1, 1)") == Refusal("it is marked", "T-5")
    assert str(refused(won, "(1, 1)")) == "it is marked [T-5]"
    assert won.refused() == [("(1, 1)", Refusal("it is marked", "T-5"))]


def test_other_refusals(won: Game) -> None:
    assert refused(won, {"by": "bob", "pick": "pass"}).reason == "it is not your turn: ann must decide"
    assert "is not one of the options" in refused(won, "dance").reason
    assert "not asked now" in refused(won, Move(0, "bid.bid", 3)).reason
    assert "nobody here" in refused(won, {"by": "eve", "pick": 1}).reason
    assert "needs by" in refused(won, {"pick": 1}).reason
    assert refused(won, "{nonsense").reason
    assert refused(won, {"by": 0, "choice": "prize", "pick": None}).reason
    assert won.why_not("pass") is None


def test_a_number_that_is_not_offered(game: Game) -> None:
    assert "not offered" in refused(game, 9).reason


def test_undo_goes_back_to_the_start(won: Game) -> None:
    start = new_game(won.engine, seed=1635, names=["ann", "bob"]).save()
    assert won.played == 2
    won.play("place a token")
    won.undo(force=True)
    won.undo(force=True)
    won.undo(force=True)
    assert won.save() == start
    with pytest.raises(IllegalMove, match="nothing to undo"):
        won.undo(force=True)


def test_clones_have_the_same_past_and_their_own_future(won: Game) -> None:
    before = won.save()
    other = won.clone()
    other.play("pass")
    other.undo(force=True)
    other.undo(force=True)
    assert won.save() == before
    won.undo(force=True)
    assert won.save() == other.save()


def test_pickles(won: Game) -> None:
    other = pickle.loads(pickle.dumps(won))
    assert other.save() == won.save()
    assert other.moves() == won.moves()


def test_the_log_tells_what_happened_but_no_secrets(won: Game) -> None:
    won.play("pass")
    assert [str(line) for line in won.log] == [
        "bob: your bid [T-2]",
        "ann: your bid [T-2]",
        "2 points are won [T-3]",
        "ann: pass [T-3]",
    ]


def test_a_free_action_that_is_not_offered_says_why(won: Game) -> None:
    sell = {"by": "ann", "choice": "conversions", "pick": "sell"}
    assert won.why_not(sell) is None
    won.play(sell)
    won.play(sell)
    refusal = won.why_not(sell)
    assert refusal is not None
    assert refusal.rule == "T-6"
    assert ("sell a point", refusal) in won.refused()
    with pytest.raises(IllegalMove, match="T-6"):
        won.play("sell")


def test_languages(won: Game) -> None:
    won.language = "pl"
    assert won.moves()[0].words == "połóż żeton"
    assert won.moves()[0].pick == "place a token"
    won.play("połóż żeton")
    assert won.moves()[1].words == "morski"
    assert [line.text for line in won.log][1:] == [
        "ann: twoja oferta",
        "zdobyto punkty: 2",
        "ann: połóż żeton",
    ]
    won.language = "en"
    assert won.moves()[1].words == "blue-green"
    with pytest.raises(OptionError, match="no language 'xx', but: en, pl, ru"):
        won.language = "xx"


def test_the_end(engine: Engine) -> None:
    game = new_game(engine, players=2, seed=1, rounds=1)
    game.play({"by": 0, "pick": 6})
    game.play({"by": 1, "pick": 1})
    while not game.over:
        game.play("pass")
    assert game.winners == (0,)
    assert game.winner_names == ("player 1",)
    assert game.scores[0] > game.scores[1] == 0
    assert game.decision is None
    assert game.moves() == []
    assert game.why_not("pass") == Refusal("the game is over")
    with pytest.raises(IllegalMove):
        game.play("pass")


def test_conservation_is_checked(won: Game) -> None:
    won.position.coin[0] = -9  # type: ignore[attr-defined]
    with pytest.raises(RulesFailure, match="coins are missing"):
        won.play("pass")


@pytest.mark.parametrize(
    ("wishes", "message"),
    [
        ({"players": 7}, "Tiny auction is for 2 or 3 players, not 7"),
        ({"players": True}, "players"),
        ({"rounds": 9}, "rounds is a number from 1 to 5, not 9"),
        ({"rounds": "many"}, "rounds is a number"),
        ({"turns": 3}, "has no option 'turns'; options: rounds"),
        ({"names": ["ann", "ann"]}, "different names"),
        ({"names": ["ann", ""]}, "different names"),
        ({"players": 3, "names": ["ann", "bob"]}, "3 players need 3"),
        ({"seed": "x"}, "a seed is a whole number"),
    ],
)
def test_impossible_games(engine: Engine, wishes: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        new_game(engine, **wishes)


def test_without_a_seed_every_game_is_another_one(engine: Engine) -> None:
    one, other = new_game(engine), new_game(engine)
    assert one.seed != other.seed
    assert new_game(engine, seed=one.seed).digest() == one.digest()
