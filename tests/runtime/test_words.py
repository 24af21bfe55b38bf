"""Words: a value of every type in moves, views, saves and drawings."""

from __future__ import annotations

from typing import Any

import pytest
import wide

from rulewright_runtime import NONE, Game, OptionError, fast, invariants, load_game, new_game
from rulewright_runtime.draw import draw, symbols_for
from rulewright_runtime.moves import domain, pending_decisions


@pytest.fixture
def game() -> Game:
    return new_game(wide.ENGINE, names=["ann", "bob"])


PICKS: dict[str, tuple[list[Any], list[str]]] = {
    "kind:colour": (["red", "sea_green"], ["red", "sea-green"]),
    "cell:land": (["A1", "r0"], ["A1", "r0"]),
    "piece:house": (
        ["house at A1", "house at B1, sea_green, bob", "house at B1, sea_green, bob #2"],
        ["house (red, ann, A1)", "house (sea-green, bob, B1)", "house (sea-green, bob, B1)"],
    ),
    "edge:land.road": (["A1 - A2", "A1 - B1"], ["A1 - A2", "A1 - B1"]),
    "player": (["ann", "bob"], ["ann", "bob"]),
    "participant": (["ann", "bob", "The bank"], ["ann", "bob", "The bank"]),
    "direction:land": (["east", "west"], ["east", "west"]),
    "resource": (["coin", "wood"], ["coin", "wood"]),
    "number": ([3, 7], ["3", "7"]),
    "flag": (["no", "yes"], ["no", "yes"]),
    "may": (["build", "no"], ["build", "no"]),
    "turn_or_move#2": (["sail", "stop here"], ["set sail", "stop here"]),
    "branch": (["same", "same #2"], ["same", "same"]),
    "kind:colour or none": (["sea_green", "none"], ["sea-green", "none"]),
    "list": (["ask ann", "ask bob"], ["ask ann", "ask bob"]),
}


@pytest.mark.parametrize("type", PICKS)
def test_options_of_every_type(game: Game, type: str) -> None:
    names = [choice.name for choice in wide.MACHINE.choices]
    wide.wait(game.position, names.index(type))  # type: ignore[arg-type]
    moves = game.moves()
    assert [move.pick for move in moves] == PICKS[type][0]
    assert [move.words for move in moves] == PICKS[type][1]
    invariants.check_options(game)
    for move in moves:
        assert game.why_not(move.as_dict()) is None
    (pending,) = pending_decisions(game.position)
    assert set(pending.options) <= set(domain(game.words, game.position, pending))


@pytest.mark.parametrize(
    ("type", "spelling", "option"),
    [
        ("cell:land", "land.A1", 0),
        ("cell:land", "a1", 0),
        ("cell:land", "A2", 1),
        ("piece:house", "red", 0),
        ("piece:house", "A1", 0),
        ("turn_or_move#2", "set sail", 0),
        ("turn_or_move#2", "dig", 1),
        ("turn_or_move#2", "done", NONE),
        ("flag", "Yes", 1),
        ("may", "build", 1),
        ("may", "no", 0),
        ("may", "yes", 1),
        ("number", "7", 7),
        ("number", "5", 5),
        ("kind:colour or none", "done", NONE),
        ("participant", "the_bank", 2),
        ("player", "nobody", None),
    ],
)
def test_how_people_spell(game: Game, type: str, spelling: str, option: int | None) -> None:
    from rulewright_runtime.moves import option_for

    names = [choice.name for choice in wide.MACHINE.choices]
    wide.wait(game.position, names.index(type))  # type: ignore[arg-type]
    (pending,) = pending_decisions(game.position)
    assert option_for(game.words, game.position, pending, spelling) == option


def test_a_view_of_every_type(game: Game) -> None:
    view = game.view("ann")
    assert view["table"] == {
        "cost": {"coin": 1, "wood": 2},
        "way": "east",
        "reward": "gain(2)",
        "note": "begin",
        "left": {"red": 3, "sea_green": 2},
    }
    assert list(view["players"]) == ["ann", "bob", "The bank"]
    assert view["players"]["bob"]["bowl"] == {"1": 0, "2": 1, "3": 2}
    assert view["players"]["ann"]["cards"] == ["card red", "card sea_green"]
    assert view["players"]["bob"]["cards"] == {"hidden": 1}
    assert view["boards"]["land"]["colour"] == {
        "A1": "red", "A2": "sea_green", "A3": None, "B1": "red", "r0": None,
    }  # fmt: skip
    assert set(view["boards"]["land"]["owner"]) == {
        wide.LAND.edge_name("road", i) for i in range(wide.ROADS.size)
    }


def test_pieces_in_a_hidden_zone_are_not_listed(game: Game) -> None:
    assert [one["piece"] for one in game.view("ann")["pieces"]["card"]] == ["card red", "card sea_green"]
    assert [one["piece"] for one in game.view("bob")["pieces"]["card"]] == ["card red"]
    assert game.view()["pieces"]["card"] == []
    invariants.check_views(game)


def test_saves_of_every_type(game: Game) -> None:
    other = load_game(wide.ENGINE, game.save())
    assert vars(other.position) == vars(game.position)
    assert other.save() == game.save()


def test_drawing_of_every_shape(game: Game) -> None:
    game.position.road_owner[1] = 1  # type: ignore[attr-defined]
    text = "\n".join(draw(game.words, game.view("ann")))
    assert "cost: coin 1, wood 2" in text
    assert "way: east" in text
    # a shifted row begins further to the right
    first, second = text[text.index("land:") :].splitlines()[1:3]
    assert first.split() == ["A", "rra", "sg", "."]
    assert second.split()[0] == "B"
    assert second.rstrip().endswith(".")
    assert "A1 - B1: owner bob" in text
    assert "card: red, sea green" in text
    assert "ready   no" in text


def test_symbols_are_different() -> None:
    names = ["ann", "anna", "bob", "annabel", "an old house", "a"]
    assert len(set(symbols_for(names).values())) == len(names)


def test_options_of_a_new_game() -> None:
    game = new_game(wide.ENGINE, 2, colour="sea_green", fast=True)
    assert game.options == {"colour": 1, "fast": True}
    assert load_game(wide.ENGINE, game.save()).options == game.options
    with pytest.raises(OptionError, match="colour is one of red, sea_green, not 'blue'"):
        new_game(wide.ENGINE, 2, colour="blue")
    with pytest.raises(OptionError, match="1 to 3 players"):
        new_game(wide.ENGINE, 4)
    assert fast.new(wide.ENGINE, 2).options == [0, 1]
