"""Options that are pieces: where they lie is told if several zones are chosen from, and their numbers are those of the view."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright_runtime.game import Game, new_game

from .compiled import compiled_text

SHELF = """\
game shelf "Shelf"
    players: 2
kind colour
    red, blue
piece book, alike
    colour: colour
table
    bin for each colour: pile of book
player
    bag: hand of book, private
    read: pile of book
    kept: pile of book
    lent: list of book
rule setup
    each player:
        repeat 2 times: place book(red) at your bag
        place book(blue) at your read
        repeat 2 times: place book(red) at your read
    place book(red) at bin(blue)
rule play
    each player: tidy
rule tidy
    choose up to 2 some "books to keep" from your bag + your read:
        move some to your kept
    choose book from all_bins as "a {it.colour} one":
        move book to your kept
    choose other from next_player(you).read + your kept where it.colour is red:
        move other to your kept
define all_bins = bin(blue) + your read
labels pl
    read = "przeczytane"
    bag = "torba"
"""


@pytest.fixture
def game(tmp_path: Path) -> Game:
    path = tmp_path / "shelf.rules"
    path.write_text(SHELF, encoding="utf-8")
    return new_game(compiled_text(path).engine, names=["ann", "bob"])


def picks(game: Game) -> list[str]:
    return [str(move.pick) for move in game.moves()]


def test_a_thing_is_told_with_its_zone_and_numbered_as_in_the_view(game: Game) -> None:
    assert picks(game) == [
        "book red in bag",
        "book blue in read",
        "book red in read",
        "book red #2 in read",
        "done",
    ]
    assert [move.words for move in game.moves()][:2] == ["bag: book (red)", "read: book (blue)"]
    assert game.view("ann")["players"]["ann"]["read"] == ["book blue", "book red", "book red #2"]
    game.play("book red #2 in read")
    assert game.view("ann")["players"]["ann"]["kept"] == ["book red"]


def test_words_of_the_rules_say_it_only_if_they_read_alike(game: Game) -> None:
    game.play("done")
    assert [move.words for move in game.moves()] == [
        "bin blue: a red one",
        "a blue one",
        "read: a red one",
        "read: a red one",
    ]


def test_a_zone_of_somebody_else_is_told_with_its_owner(game: Game) -> None:
    game.play("done")
    game.play("book red in bin blue")
    assert picks(game) == ["book red in read of bob", "book red #2 in read of bob", "book red in kept"]


def test_answers_need_not_say_the_zone(game: Game) -> None:
    game.play("book blue")
    game.play("done")
    assert game.view("ann")["players"]["ann"]["kept"] == ["book blue"]


def test_zones_in_another_language(game: Game) -> None:
    game.language = "pl"
    assert [move.words for move in game.moves()][1] == "przeczytane: book (blue)"
