"""Records: written, read, replayed; whatever differs is named with its line and its rule."""

from __future__ import annotations

import json
import re

import pytest

from rulewright_runtime import Engine, Game, RandomBot, load_game, new_game, play_out
from rulewright_runtime.record_text import as_text, from_text
from rulewright_runtime.records import Record, RecordError, as_data, as_json, from_data, record_of
from rulewright_runtime.replays import Difference, Replay, replay

HEAD = "rulewright record 1\ngame: tiny\nplayers: ann, bob\n"
OPENING = f"""{HEAD}next shuffle: 5, 1, 2

moves:
bob: 2
ann: 3
= ann: points 5, coin 2
ann: place a token; red; (1, 3)
"""


def replayed(engine: Engine, text: str) -> Replay:
    return replay(engine, from_text(text))


def played(engine: Engine, seed: int, **options: int) -> Game:
    game = new_game(engine, seed=seed, names=["ann", "bob"], **options)
    play_out(game, [RandomBot(engine, seed), RandomBot(engine, seed + 1)])
    return game


def unusable(engine: Engine, text: str) -> RecordError:
    with pytest.raises(RecordError) as caught:
        replayed(engine, text)
    return caught.value


def different(engine: Engine, text: str) -> Difference:
    with pytest.raises(Difference) as caught:
        replayed(engine, text)
    return caught.value


@pytest.mark.parametrize("number", ["9" * 5000, "-" + "9" * 5000, "--5", "-", "5-", "\u00b2"])
def test_what_looks_like_a_number_and_is_none_is_told_wherever_it_stands(engine: Engine, number: str) -> None:
    text = OPENING.replace("players: ann, bob\n", "players: ann, bob\nseed: 7\noption rounds: 4\n")
    places = [found.span() for found in re.finditer(r"\d+", text)]
    assert len(places) == 12
    for start, end in places:
        with pytest.raises((RecordError, Difference)):
            replayed(engine, text[:start] + number + text[end:])


# ---------------------------------------------------------------- there and back


@pytest.mark.parametrize("seed", range(10))
def test_a_game_printed_and_replayed_is_the_same_game(engine: Engine, seed: int) -> None:
    game = played(engine, seed, rounds=4)
    record = record_of(game)
    for again in (from_text(as_text(record)), from_data(json.loads(as_json(record)))):
        done = replay(engine, again, check=True)
        assert done.game.digest() == game.digest()
        assert done.game.log == game.log
        assert done.moves == len(game.answers)
        assert as_text(record_of(done.game)) == as_text(record)


def test_the_text_is_short_and_plain(engine: Engine) -> None:
    text = as_text(record_of(replayed(engine, OPENING).game))
    assert text.startswith("rulewright record 1\ngame: tiny\nrules: 0123456789abcdef\nplayers: ann, bob\n")
    assert (
        "\nmoves:\nnext shuffle: 5, 1, 2\nbob: 2\nann: 3; place a token; red; (1, 3)\n= game: over no, "
        in text
    )


def test_moves_that_were_taken_back_are_not_recorded(won: Game) -> None:
    before = as_text(record_of(won))
    won.play("place a token")
    won.undo(force=True)
    assert as_text(record_of(won)) == before


def test_a_loaded_game_has_its_record(engine: Engine, won: Game) -> None:
    assert record_of(load_game(engine, won.save())) == record_of(won)


def test_a_dealt_game_has_no_record(won: Game) -> None:
    with pytest.raises(RecordError, match="the moves before this position are not known"):
        record_of(won.determinize("ann"))


def test_names_that_look_like_something_else(engine: Engine) -> None:
    game = new_game(engine, names=["= a: b", "next, to # me"], seed=1635)
    play_out(game, [RandomBot(engine, 1), RandomBot(engine, 2)])
    done = replayed(engine, as_text(record_of(game)))
    assert done.game.digest() == game.digest()
    assert done.game.names == game.names


def test_equal_positions_have_equal_digests(engine: Engine) -> None:
    one, other = played(engine, 4), played(engine, 4)
    assert one.digest() == other.digest() != played(engine, 5).digest()


# ---------------------------------------------------------------- what people write


@pytest.mark.parametrize(
    "answers",
    [
        "what now: place a token; a colour: red; a place: (1, 3)",
        "Place a token [T-3]; RED; yard(1,3) [T-5]",
        "token; re; 1 3",
        'place; "red"; "(1, 3)"',
        "place a token; red; (1, 3)   # as the log says",
    ],
)
def test_spellings(engine: Engine, answers: str) -> None:
    text = OPENING.replace("place a token; red; (1, 3)", answers)
    assert replayed(engine, text).game.digest() == replayed(engine, OPENING).game.digest()


def test_free_actions(engine: Engine) -> None:
    sold = OPENING.replace("place a token;", "sell a point; place a token;") + "= ann: vp 4, coin 2\n"
    assert replayed(engine, sold).moves == 6


def test_checks_of_all_sorts(engine: Engine) -> None:
    text = OPENING + (
        "= ann: score 5, hand (1, 2, 4, 5, 6), coin = 1\n"
        "= table: round 2, prizes (2, 3, 4, 6), stake 1\n"
        "= (1, 3): mark ann\n"
        "= yard(1, 2): mark none\n"
        "= token at (1, 3): colour red, owner ann\n"
        "= game: over no, winners (), scores (5, 0), asked (ann, bob)\n"
    )
    assert replayed(engine, text).checks == 7


def test_what_chance_gives_is_told_when_it_is_needed(engine: Engine) -> None:
    error = unusable(engine, OPENING.replace("next shuffle: 5, 1, 2\n", ""))
    assert error.place == "line 6"
    assert "chance decides here" in error.message
    assert "next shuffle" in error.hint
    assert replayed(
        engine, OPENING.replace("next shuffle: 5, 1, 2", "seed: 1635").replace("points 5", "points 2")
    )


def test_figures_that_are_given(engine: Engine) -> None:
    text = OPENING.replace("moves:", "given ann: coin 9\ngiven table: round 1\nmoves:").replace(
        "coin 2", "coin 9"
    )
    done = replayed(engine, text + "= table: round 3\n")
    assert done.game.digest() == replayed(engine, as_text(record_of(done.game))).game.digest()


def test_the_number_of_players_is_enough(engine: Engine) -> None:
    text = (
        OPENING.replace("players: ann, bob", "players: 2")
        .replace("ann", "player 1")
        .replace("bob", "player 2")
    )
    assert replayed(engine, text).moves == 5


# ---------------------------------------------------------------- differences


def test_a_move_that_is_not_legal(engine: Engine) -> None:
    error = different(engine, OPENING.replace("red;", "gold;"))
    assert (error.place, error.rule) == ("line 10", "T-4")
    assert error.message == "'ann: gold' is not possible: you cannot pay 3 coins"
    assert error.details == ["ann is asked: a colour [T-3]: red, blue_green, sell"]


def test_a_figure_that_is_wrong_names_the_moves_that_changed_it(engine: Engine) -> None:
    error = different(engine, OPENING + "= ann: points 5, coin 2\n")
    assert (error.place, error.rule) == ("line 11", "T-5")
    assert error.message == "coin of ann is 1, the record says 2"
    assert error.details[1].startswith("line 10: ann: (1, 3): 2 to 1")


def test_a_figure_that_never_changed(engine: Engine) -> None:
    error = different(engine, OPENING + "= bob: coin 3\n")
    assert error.details == ["no move has changed it"]
    error = different(engine, OPENING.replace("= ann", "= bob: coin 2\n= ann") + "= bob: coin 3\n")
    assert error.details == ["no move has changed it since line 9"]


def test_a_move_is_missing(engine: Engine) -> None:
    error = different(engine, OPENING + "bob: 3\nbob: 4\n")
    assert error.place == "line 12"
    assert "ann must answer first" in error.message
    assert "perhaps a move is missing before this line" in error.details


def test_moves_after_the_end(engine: Engine) -> None:
    text = as_text(record_of(played(engine, 1)))
    error = different(engine, text + "ann: 1\n")
    assert "the game is over since line" in error.message


def test_a_game_that_should_be_over(engine: Engine) -> None:
    error = different(engine, OPENING + "= game: over yes\n")
    assert error.message == "over: the record says yes, the game has no"
    assert error.details[0].startswith("ann is asked: your bid [T-2]")


def test_chance_that_never_came(engine: Engine) -> None:
    assert different(engine, OPENING + "next roll: 3\n").message == "this roll never came"


# ---------------------------------------------------------------- records that cannot be used


@pytest.mark.parametrize(
    ("old", "new", "place", "message"),
    [
        ("rulewright record 1", "hello", "line 1", "this is no recorded game"),
        ("record 1", "record 7", "", "format 7"),
        ("game: tiny", "game: small", "", "this is a record of small, not of tiny"),
        ("game: tiny", "", "line 6", "does not say which game"),
        ("game: tiny", "game: tiny\nvariant: blind", "", "a record of tiny@blind"),
        ("game: tiny", "game: tiny\nrules: 77", "", "recorded under other rules (77, here"),
        ("game: tiny", "game: tiny\ncolour: red", "line 3", "the head of a record has no 'colour'"),
        ("game: tiny", "game: tiny\noption pace: 3", "", "has no option 'pace'"),
        ("game: tiny", "game: tiny\nseed: x", "line 3", "a seed is a whole number"),
        ("players: ann, bob", "players: ann, bob, cid, dan", "", "is for 2 or 3 players"),
        ("shuffle: 5", "shuffle: 9", "line 4", "chance cannot give 9, 1, 2"),
        ("shuffle: 5", "shuffle: 1", "line 4", "chance cannot give 1, 1, 2"),
        ("next shuffle", "next deal", "line 4", "chance gives no 'deal'"),
        ("bob: 2", "cid: 2", "line 7", "neither a move nor a check: 'cid: 2'"),
        ("bob: 2", "bob:", "line 7", "bob answers nothing"),
        ("bob: 2", "= bob: coin", "line 7", "'coin' is no figure with a value"),
        ("bob: 2", "= bob: purse 2", "line 7", "there is no figure of bob 'purse'"),
        ("bob: 2", "= cid: coin 2", "line 7", "there is no player, place or piece 'cid'"),
        ("bob: 2", "= game: weather 2", "line 7", "there is no figure 'weather' of the game"),
        ("ann: 3", "given bob: coin 2", "line 8", "figures are given before the first move"),
        ("moves:", "given bob: coin -2\nmoves:", "line 6", "coin cannot be -2: -2 is below 0"),
        ("red;", "purple;", "line 10", "is called 'purple'"),
        ("(1, 3)", '"(1, 3)', "line 10", "these quotes have no end"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_with_its_place(
    engine: Engine, old: str, new: str, place: str, message: str
) -> None:
    error = unusable(engine, OPENING.replace(old, new))
    assert message in str(error)
    assert error.place == place


def test_a_text_that_could_mean_several_things(engine: Engine) -> None:
    error = unusable(engine, OPENING.replace("place a token", "a"))
    assert error.message == "'a' could mean place a token, sell"


def test_a_beginning_of_a_number_is_not_that_number(engine: Engine) -> None:
    error = different(engine, OPENING.replace("(1, 3)", "(1, 3)\nbob: 3\nann: 6; place; red; (1, 3)"))
    assert (error.place, error.rule) == ("line 12", "T-5")
    assert "it is marked" in error.message


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"format": "x"}, "this is no recorded game"),
        ({"version": 2}, "format 2"),
        ({"colour": 1}, "a record has no 'colour'"),
        ({"players": 1.5}, "players are a list of names"),
        ({"seed": "x"}, "a seed is a whole number"),
        ({"steps": {}}, "the steps of a record are a list"),
        ({"game": 3}, "'game' must be a text"),
        ({"steps": [3]}, "step 1: a step is an object"),
        ({"steps": [{"pick": 3}]}, "step 1: a step has one of by, next, given, check"),
        ({"steps": [{"by": "ann"}]}, "step 1: 'pick' must be a text or a number"),
        ({"steps": [{"check": "ann"}]}, "step 1: 'figures' must be an object"),
        ({"steps": [{"next": "roll", "values": 3}]}, "step 1: 'values' must be a list"),
    ],
)
def test_data_that_is_no_record(change: dict[str, object], message: str) -> None:
    with pytest.raises(RecordError) as caught:
        from_data({**as_data(Record("tiny", players=("ann", "bob"))), **change})
    assert message in str(caught.value)
