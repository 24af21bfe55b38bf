"""Whole games in a real browser, by mouse and by keyboard, on a desk and on a phone; long, so only with `-m browser`."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from table.browsing import DESKTOP, PHONE, Browser
from table.playing import play
from table.serving import Server

pytestmark = pytest.mark.browser

GAMES = {
    "tic_tac_toe": 2,
    "connect_four": 2,
    "connect_four@five": 2,
    "goofspiel": 3,
    "kuhn_poker": 2,
    "terracotta_army": 2,
    "terracotta_army@pl": 2,
    "terra_mystica": 2,
    "great_wall": 3,
    "great_wall@duel": 2,
    "great_wall@solo": 1,
    "great_wall@coop": 2,
    "path_of_light_and_shadow": 2,
    "backgammon": 2,
    "breakthrough": 2,
    "checkers": 2,
    "chess": 2,
    "gin_rummy": 2,
    "go": 2,
    "hearts": 4,
    "hex": 2,
    "kalah": 2,
    "leduc_poker": 2,
    "liars_dice": 3,
    "limit_holdem": 2,
    "nine_mens_morris": 2,
    "othello": 2,
    "oware": 2,
    "paper_lanterns": 3,
    "saltmarsh": 3,
}


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("way", ["mouse", "keyboard"])
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game(
    server: Server, browsers: Callable[..., Browser], game: str, way: str, size: tuple[int, int]
) -> None:
    browser = browsers(size, still=way == "keyboard")  # by mouse with all movement, by keyboard without
    links = server.table(game, "person", *["random"] * (GAMES[game] - 1), seed=11)
    browser.open(server.base + links[0]["path"])
    rng = random.Random(f"{game} {way}")
    moves = 0
    while play(browser, rng, way):
        moves += 1
        wide = browser.run("return document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, f"after {moves} moves the page is wider than the window"
    assert browser.state()["over"]
    assert "over" in browser.text("#ask")
    assert browser.complaints() == []
