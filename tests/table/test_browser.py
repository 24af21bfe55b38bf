"""The table in a real browser: one small game clicked to its end, the beginnings of the heavy ones."""

from __future__ import annotations

import random

import pytest

from table.browsing import Browser
from table.playing import CLICK, asked, play
from table.serving import Server

HEAVY = {"terra_mystica": 3, "terracotta_army": 2, "great_wall": 3, "path_of_light_and_shadow": 2}


def test_connect_four_is_clicked_to_its_end_on_its_board(server: Server, browser: Browser) -> None:
    links = server.table("connect_four", "person", "random", seed=1)
    browser.open(server.base + links[0]["path"])
    rng = random.Random(1)
    moves = 0
    while not asked(browser)["over"]:
        revision = browser.state()["revision"]
        columns = [one["target"].partition(":")[2] for one in browser.state()["asked"]["options"]]
        column = rng.choice(columns)
        assert browser.run(CLICK, f'[data-ref="cell:frame:(1, {column})"]') == ""
        browser.until(lambda before=revision: browser.state()["revision"] > before, "the disc")  # type: ignore[misc]
        moves += 1
    assert moves > 3
    assert "over" in browser.text("#ask")
    discs = browser.run("return document.querySelectorAll('.grid-board .token').length")
    lying = [one for one in browser.state()["moment"]["cells"]["frame"]["disc"] if one is not None]
    assert discs == len(lying) >= browser.state()["revision"]  # where one column is left, nobody is asked
    assert browser.complaints() == []


@pytest.mark.parametrize("game", HEAVY)
def test_thirty_decisions_of_a_heavy_game(server: Server, browser: Browser, game: str) -> None:
    links = server.table(game, "person", *["random"] * (HEAVY[game] - 1), seed=3)
    browser.open(server.base + links[0]["path"])
    rng = random.Random(game)
    for _ in range(30):
        assert play(browser, rng)
    assert browser.complaints() == []
