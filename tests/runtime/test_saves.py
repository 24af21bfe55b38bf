"""Saved games: the same game comes back, and whatever else a file holds is refused with a message."""

from __future__ import annotations

import dataclasses
import json
import random
from typing import Any

import pytest

from rulewright_runtime import Engine, Game, SaveError, load_game, saves


def signed(data: dict[str, Any]) -> str:
    """A changed save with a digest that fits, so that the checks behind the digest are reached."""
    data["digest"] = saves.digest_of(data)
    return json.dumps(data)


def test_a_loaded_game_goes_on(won: Game) -> None:
    won.play("place a token")
    other = load_game(won.engine, won.save())
    assert other.save() == won.save()
    assert other.names == ("ann", "bob")
    for move in ("red", "(1, 3)"):
        won.play(move)
        other.play(move)
    assert other.save() == won.save()


def test_frames_are_saved_by_name(won: Game) -> None:
    won.play("place a token")
    frames = json.loads(won.save())["pending"]["then"]
    assert [frame[0] for frame in frames] == ["colour", "unit", "with", "round", "finish"]


@pytest.mark.parametrize("text", ["", "nonsense", "[1, 2]", "{}", "[" * 100_000, '{"format": 1}', "null"])
def test_what_is_no_saved_game(engine: Engine, text: str) -> None:
    with pytest.raises(SaveError, match="this is no saved game"):
        load_game(engine, text)


HALF = "\ud800"


@pytest.mark.parametrize(
    "change", [{"game": HALF}, {"log": [[HALF, ""]]}, {"moves": [[0, HALF, 1]]}, {HALF: 1}]
)
def test_half_a_character_is_in_no_saved_game(won: Game, change: dict[str, Any]) -> None:
    text = signed({**json.loads(won.save()), **change})
    assert "ud800" in text
    for one in (text, text.replace(r"\ud800", HALF)):
        with pytest.raises(SaveError, match="no saved game: half a character"):
            load_game(won.engine, one)


def test_characters_that_json_spells_in_two_halves_are_whole(won: Game) -> None:
    text = signed({**json.loads(won.save()), "log": [["\U0001f600", ""]]})
    assert r"\ud83d\ude00" in text
    assert load_game(won.engine, text).log[0].text == "\U0001f600"


def test_no_answer_is_offered_that_the_rules_do_not_offer(won: Game) -> None:
    data = json.loads(won.save())
    data["pending"]["options"].append(None)
    with pytest.raises(SaveError, match="offers what the rules do not"):
        load_game(won.engine, signed(data))


def test_other_games_and_rules(game: Game) -> None:
    text = game.save()
    with pytest.raises(SaveError, match="a saved game of tiny, not of other"):
        load_game(dataclasses.replace(game.engine, name="other"), text)
    with pytest.raises(SaveError, match=r"not of tiny \(short\)"):
        load_game(dataclasses.replace(game.engine, variant="short"), text)
    with pytest.raises(SaveError, match=r"other rules.*load it with the engine that saved it"):
        load_game(dataclasses.replace(game.engine, rules="fedcba"), text)
    with pytest.raises(SaveError, match="format 99"):
        load_game(game.engine, text.replace('"version":2', '"version":99'))


def test_damage_is_noticed_by_the_digest(won: Game) -> None:
    text = won.save()
    with pytest.raises(SaveError, match="digest"):
        load_game(won.engine, text.replace('"player.coin":[2,2]', '"player.coin":[9,2]'))
    for length in range(0, len(text), 37):
        with pytest.raises(SaveError):
            load_game(won.engine, text[:length])


CHANGES: list[tuple[tuple[str | int, ...], Any]] = [
    (("players",), 9),
    (("players",), "two"),
    (("names",), ["ann"]),
    (("names",), ["ann", 3]),
    (("options",), {"rounds": 99}),
    (("options",), {}),
    (("chance",), -1),
    (("chance",), 1.5),
    (("over",), 1),
    (("over",), True),
    (("winners",), [7]),
    (("log",), [["one"]]),
    (("script",), 5),
    (("state",), []),
    (("state", "table.stake"), 99),
    (("state", "table.stake"), "x"),
    (("state", "table.prizes"), 3),
    (("state", "table.prizes", 0), 0),
    (("state", "player.coin"), [1]),
    (("state", "player.coin"), 4),
    (("state", "player.coin", 0), -1),
    (("state", "player.coin", 0), True),
    (("state", "player.coin", 0), 1.0),
    (("state", "cell:yard.mark", 0), 2),
    (("state", "cell:yard.mark"), []),
    (("state", "piece:token.colour"), [0]),
    (("state", "piece:token alive"), [0]),
    (("state", "piece:token on", 0), [4]),
    (("state", "more"), 1),
    (("pending",), None),
    (("pending",), {}),
    (("pending", "player"), 2),
    (("pending", "choice"), "nothing"),
    (("pending", "options"), []),
    (("pending", "options"), [0, 0]),
    (("pending", "options"), [0, 5]),
    (("pending", "options"), ["a"]),
    (("pending", "then"), []),
    (("pending", "then"), [["nothing", []]]),
    (("pending", "then"), [["unit", []]]),
    (("pending", "then", 0), ["cell"]),
    (("waiting",), {}),
    (("waiting",), [3]),
    (("seed",), None),
]


@pytest.mark.parametrize(("path", "value"), CHANGES)
def test_every_part_is_checked(won: Game, path: tuple[str | int, ...], value: Any) -> None:
    data = json.loads(won.save())
    part = data
    for key in path[:-1]:
        part = part[key]
    part[path[-1]] = value
    with pytest.raises(SaveError, match="damaged"):
        load_game(won.engine, signed(data))


def test_random_damage_never_ends_in_another_error(won: Game) -> None:
    """Whatever is changed in a signed save, it loads as some game or is refused."""
    won.play("place a token")
    rng = random.Random(1)
    for _ in range(400):
        data = json.loads(won.save())
        _damage(data, rng)
        try:
            load_game(won.engine, signed(data)).moves()
        except SaveError:
            continue


def _damage(data: Any, rng: random.Random) -> None:
    while True:
        key = rng.choice(list(data) if isinstance(data, dict) else range(len(data)))
        inner = data[key]
        if isinstance(inner, list | dict) and inner and rng.random() < 0.8:
            data = inner
            continue
        if isinstance(data, list) and rng.random() < 0.3:
            del data[key]
        else:
            data[key] = rng.choice(
                [None, -1, 0, 1, 7, 10**30, 0.5, "x", [], {}, [0], True, {"map": [[1, 2]]}]
            )
        return
