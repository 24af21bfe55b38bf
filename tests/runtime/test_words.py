"""Words: a value of every type in moves, views, saves and drawings."""

from __future__ import annotations

from typing import Any

import pytest
import wide

from rulewright_runtime import NONE, Game, OptionError, Words, fast, invariants, load_game, new_game, tints
from rulewright_runtime.codes import symbols_for
from rulewright_runtime.draw import draw, visible
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
        ("participant", "The Bank", 2),
        ("edge:land.road", "A2 - A1", 0),
        ("edge:land.road", "land.B1 - land.A1", 1),
        ("edge:land.road", "a1-b1", 1),
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
    # each cell of a map of hexagons has its name above it; a shifted row begins further to the right
    lines = text.splitlines()
    land = lines.index("land")
    assert lines[land + 1 : land + 6] == [
        "  A1      A2",
        "  RRa     S       .",
        "      B1",
        "      RSbSbt  .",
        "   R red, S sea-green, t tall, a ann, b bob",
    ]
    assert "A1 - B1: owner bob" in text
    assert "cards  red, sea green  1 hidden" in text
    # a board without rows: a line for each cell, with what the rules compute for it
    wheel = lines.index("wheel")
    assert [line.split() for line in lines[wheel + 1 : wheel + 4]] == [
        ["0", "1", "2", "3"],
        ["prize", "gain(2)", "gain(2)", "gain(2)", "-"],
        ["double", "0", "2", "4", "6"],
    ]


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


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("red", "czerwony"),
        ("sea-green", "morski"),  # a label, translated by the member's name
        ("2 coins", "monety: 2"),
        ("take 2 coins", "weź monety: 2"),  # not "{n} coins" with "take 2" in its hole
        ("sea-green on (2, 2)", "sea-green on (2, 2)"),  # no place is called so
        ("sea-green on A1", "morski na A1"),
        ("ann puts a house (red) on B1", "ann stawia dom (czerwony) na B1"),
        ("player 2 puts a house (red) on B1", "gracz 2 stawia dom (czerwony) na B1"),
        ("bob takes 2 coins, red, gain(2)", "bob bierze: monety: 2, czerwony, weź 2"),
        (
            "place A1: take 3 coins, help the sea-green one",
            "pole A1: weź monety: 3, pomóż: morski",
        ),
        ("turn everything for 2 coins", "turn everything for 2 coins"),
        ("nothing of this is known", "nothing of this is known"),
        ("player 1", "gracz 1"),
        ("house at A1", "dom (A1)"),
    ],
)
def test_texts_with_holes_are_translated_by_their_template(text: str, other: str) -> None:
    words = Words(wide.ENGINE, ("ann", "bob"), "pl")
    assert words.say(text) == other
    assert Words(wide.ENGINE, ("ann", "bob")).say(text) == text


def test_the_title_in_a_language() -> None:
    assert Words(wide.ENGINE, ("ann",), "pl").title == "Szeroka (wszystko)"
    assert Words(wide.ENGINE, ("ann",), "ru").title == "Wide"


def test_pieces_that_belong_to_a_piece_are_told_apart_by_it(game: Game) -> None:
    g = game.position
    assert game.words.piece_names(g, "card", [0, 1]) == {0: "card red", 1: "card sea_green"}
    assert game.words.piece_names(g, "card", [0, 2]) == {
        0: "card red ann red",
        2: "card sea_green bob red",
    }
    assert game.words.piece_texts(g, "card", [0, 2]) == {
        0: "card (house (red, ann, A1), red)",
        2: "card (house (sea-green, bob, B1), red)",
    }


def test_computed_figures_in_views(game: Game) -> None:
    view = game.view()
    assert view["boards"]["wheel"]["prize"] == {"0": "gain(2)", "1": "gain(2)", "2": "gain(2)", "3": None}
    assert [house["tall"] for house in view["pieces"]["house"]] == [False, False, True]


def test_drawings_fit_their_width(game: Game) -> None:
    for width in (40, 60, 100):
        for colour in (False, True):
            lines = draw(game.words, game.view("ann"), width, colour)
            assert max([visible(line) for line in lines]) <= width
    assert any("\033[31m" in line for line in draw(game.words, game.view("ann"), colour=True))


def test_a_graph_is_drawn_with_its_borders_and_who_is_where() -> None:
    import path_of_light_and_shadow

    def drawn(players: int) -> list[str]:
        game = path_of_light_and_shadow.new(players=players, seed=1)
        view = game.view()
        view["boards"]["lands"]["banner"]["lanternford"] = "player 2"
        view["players"]["player 1"]["leader"] = "lanternford"
        view["players"]["player 2"]["structures"] = ["outland_tavern", "black_gulag"]
        return draw(game.words, view, 160)

    cell = next(line for line in drawn(3) if line.startswith("Lanternford"))
    assert cell.split("  ")[-1].strip() == "Pilgrimwalk, Queenskeep, Reedmere, Tidegate"
    assert [part.strip() for part in cell.split("  ") if part][1:4] == ["8", "player 2", "player 1"]
    of_two = next(line for line in drawn(2) if line.startswith("Lanternford"))
    assert of_two.endswith("Pilgrimwalk, Queenskeep, Reedmere")
    assert any(line.startswith("structures ") and "Outland Tavern" in line for line in drawn(2))


def test_land_that_has_become_something_else() -> None:
    import terra_mystica

    game = terra_mystica.new(players=2, seed=1)
    view = game.view()
    view["boards"]["land"]["terrain"].update({"A1": "swamp", "A2": "forest"})
    view["boards"]["land"]["building"]["A2"] = "dwelling"
    view["boards"]["land"]["owner"]["A2"] = "player 2"
    row = next(line for line in draw(game.words, view) if "P>S" in line)
    assert row.split()[:3] == ["P>S", "M>FDw2", "F"]


def test_land_is_drawn_in_its_colour() -> None:
    assert tints.of_word("F", "forest") == "\033[30;48;5;34mF\033[0m"
    assert tints.of_word("X", "nothing in particular") == "X"
    assert tints.of_seat("Dw1", 0) == "\033[31mDw1\033[0m"
