"""Many tables and many tabs: what nobody looks at leaves the memory, and a browser's few connections are enough."""

from __future__ import annotations

import asyncio
import importlib
import random
import threading
import time
from pathlib import Path

import pytest

from rulewright_runtime.bots import Bot
from rulewright_runtime.bots.budget import Budget
from rulewright_runtime.bots.simple import RandomBot
from rulewright_runtime.position import Position
from rulewright_runtime.words import Words
from rulewright_table.alone import OneGame
from rulewright_table.house import IDLE, House
from rulewright_table.messages import Answer, NewTable, Sitting
from rulewright_table.players import BOTS, bot
from rulewright_table.storage import Link, SQLite
from rulewright_table.thinking import Thinkers
from table.browsing import Browser
from table.playing import asked, play
from table.serving import Server


def house_in(folder: Path) -> House:
    engine = importlib.import_module("connect_four.engine").ENGINE
    return House(OneGame(engine), SQLite(folder / "tables.sqlite"), pace=0)


async def new_table(house: House) -> Link:
    return (
        await house.new_table(NewTable(game="connect_four", seats=[Sitting(name="A"), Sitting(name="B")]))
    )[0]


async def answer(house: House, link: Link, revision: int) -> None:
    room, now = await house.room_of(link.token)
    await house.answer(room, now, Answer(revision=revision, player=revision % 2, option=3))


def test_a_table_that_nobody_looks_at_leaves_the_memory_and_comes_back_as_it_was(tmp_path: Path) -> None:
    async def play_on() -> None:
        house = house_in(tmp_path)
        links = [await new_table(house) for _ in range(3)]
        for revision in range(3):
            await answer(house, links[0], revision)
        assert house.tidy(time.monotonic()) == 3
        later = time.monotonic() + IDLE + 1
        listening = house.news((await house.room_of(links[1].token))[0], 60)
        assert await anext(listening)
        assert house.tidy(later) == 1  # the one at which somebody listens
        await listening.aclose()
        assert house.tidy(later) == 0
        room, _ = await house.room_of(links[0].token)
        assert room.table.revision == 3
        await answer(house, links[0], 3)
        assert (await house.room_of(links[0].token))[0].table.revision == 4
        house.storage.close()

    asyncio.run(play_on())


def test_a_bot_that_thinks_keeps_its_table_open(tmp_path: Path) -> None:
    async def play_on() -> None:
        house = house_in(tmp_path)
        seats = [Sitting(name="A", who="random"), Sitting(name="B", who="random")]
        link, *_ = await house.new_table(NewTable(game="connect_four", seats=seats))
        later = time.monotonic() + IDLE + 1
        assert house.tidy(later) == 1
        while not (await house.room_of(link.token))[0].table.game.over:
            await asyncio.sleep(0.01)
        playing = (await house.room_of(link.token))[0].playing
        assert playing is not None
        await playing
        assert house.tidy(time.monotonic() + IDLE + 1) == 0
        house.storage.close()

    asyncio.run(play_on())


class Broken(RandomBot):
    """A bot that fails."""

    def answer(self, g: Position, seat: int | None = None, words: Words | None = None) -> int:
        raise ZeroDivisionError("of no use")


class Hanging(RandomBot):
    """A bot that never comes to an end."""

    def answer(self, g: Position, seat: int | None = None, words: Words | None = None) -> int:
        threading.Event().wait()
        return 0


@pytest.mark.parametrize(("sort", "said"), [(Broken, "of no use"), (Hanging, "did not answer for 0.05")])
def test_a_bot_that_fails_or_hangs_holds_nobody_up(tmp_path: Path, sort: type[Bot], said: str) -> None:
    async def play_on() -> list[str]:
        house = house_in(tmp_path)
        seats = [Sitting(name="A", who="turn"), Sitting(name="B", who="random")]
        link, *_ = await house.new_table(NewTable(game="connect_four", seats=seats))
        room, _ = await house.room_of(link.token)
        room.bots = Thinkers(lambda name, engine, players, seed: sort(engine, seed), 0.05)
        told: list[str] = []
        assert room.playing is not None
        while not room.playing.done():
            await asyncio.sleep(0.005)
            told.append(room.bots.trouble)
        assert room.table.game.over
        assert not room.failed
        house.storage.close()
        return told

    assert any(said in one for one in asyncio.run(play_on()))


@pytest.mark.parametrize("name", sorted(BOTS))
def test_bots_at_the_table_answer_within_a_small_budget(name: str) -> None:
    """None has a budget that grows with the game: as many positions as a value is taught with, or less than half a second."""
    engine = importlib.import_module("terra_mystica.engine").ENGINE
    budget = getattr(bot(name, engine, 4, 1), "budget", Budget(0))
    assert budget.seconds < 0.5
    assert budget.positions <= 1000


def test_more_tabs_than_a_browser_has_connections(server: Server, browser: Browser) -> None:
    links = [server.table("tic_tac_toe", "person", "random", seed=seed)[0] for seed in range(9)]
    tabs: list[str] = []
    for link in links:
        if tabs:
            browser.driver.switch_to.new_window("tab")
        browser.open(server.base + link["path"])
        asked(browser)
        tabs.append(browser.driver.current_window_handle)
    rng = random.Random(1)
    for tab in (tabs[-1], tabs[0], tabs[5]):  # one that asks for news now and then, one with a stream
        browser.driver.switch_to.window(tab)
        assert play(browser, rng)
        asked(browser)
    browser.driver.switch_to.window(tabs[0])
    browser.driver.close()  # its stream is free for another tab, which goes on
    browser.driver.switch_to.window(tabs[-1])
    assert play(browser, rng)
    assert browser.complaints() == []
