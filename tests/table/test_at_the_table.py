"""What people do at a table, in real browsers: hidden hands, undo, replay, plans, lost connections, keys, phones."""

from __future__ import annotations

import random
import urllib.request
from collections.abc import Callable
from pathlib import Path

import pytest

from table.browsing import PHONE, Browser
from table.playing import CLICK, asked, play
from table.serving import Server

Browsers = Callable[..., Browser]


def test_two_browsers_at_one_table_see_only_their_own_hands(server: Server, browsers: Browsers) -> None:
    links = [one for one in server.table("kuhn_poker", "person", "open", seed=3) if one["seats"]]
    windows = [browsers(), browsers()]
    for window, link in zip(windows, links, strict=True):
        window.open(server.base + link["path"])
        window.until(lambda window=window: window.state().get("moment"), "the table")  # type: ignore[misc]
    for seat, window in enumerate(windows):
        players = window.state()["moment"]["players"]
        assert len(players[seat]["hand"]) == 1
        assert players[1 - seat]["hand"] == {"hidden": 1}
        assert window.run("return document.querySelectorAll('.mat.mine .card:not(.back)').length") == 1
        assert window.run("return document.querySelectorAll('#mats .card.back').length") == 1
    rng = random.Random(1)
    while not windows[0].state()["over"]:
        for window in windows:
            if window.state().get("asked"):
                play(window, rng)
        revision = max(window.state()["revision"] for window in windows)
        for window in windows:
            window.until(lambda window=window: window.state()["revision"] == revision, "the news")  # type: ignore[misc] # noqa: B023
    assert all(window.complaints() == [] for window in windows)


def test_what_cannot_be_taken_back_is_asked_for_twice(server: Server, browser: Browser) -> None:
    links = server.table("gin_rummy", "person", "random", seed=8)
    browser.open(server.base + links[0]["path"])
    rng = random.Random(2)
    sealed = "const one = document.querySelector('#ask .seal'); return one ? one.parentElement.dataset.option : null"
    while not (asked(browser)["moment"]["turn"] and browser.run(sealed)):
        assert play(browser, rng), "nothing was sealed in the whole game"
    before = browser.state()["revision"]
    option = f"#ask [data-option='{browser.run(sealed)}']"
    browser.clicks(option)
    browser.until(lambda: "click again" in browser.text("#toast"), "the question")
    assert browser.state()["revision"] == before
    browser.run("document.querySelector('.sure').dataset.old = 'yes'")
    server.call(f"/api/seat/{links[0]['path'].partition('#')[2]}/seats", {"seat": 1, "who": "greedy"})
    redrawn = (
        "const one = document.querySelector('.sure'); return one && !one.dataset.old && one.dataset.option"
    )
    again = browser.until(lambda: browser.run(redrawn), "the question, drawn anew")
    assert option == f"#ask [data-option='{again}']"
    browser.clicks(option)
    browser.until(lambda: browser.state()["revision"] > before, "the move")


def test_undo_plan_and_replay(server: Server, browser: Browser) -> None:
    links = server.table("terra_mystica", "person", "open", seed=4)
    browser.open(server.base + links[0]["path"])
    start = asked(browser)["revision"]
    browser.clicks("#plan")
    browser.until(lambda: "planning" in browser.text("#ask"), "the plan")
    asked(browser)
    assert browser.run(CLICK, "#ask .option") == ""
    browser.until(lambda: browser.state()["moment"].get("plan", {}).get("moves") == 1, "the planned move")
    assert browser.run(CLICK, ".plan button:last-child") == ""
    browser.until(
        lambda: browser.state()["revision"] == start and not browser.state()["moment"].get("plan"), "its end"
    )
    asked(browser)
    assert browser.run(CLICK, "#ask .option") == ""
    browser.until(lambda: browser.state()["revision"] == start + 1, "the move")
    browser.until(lambda: not browser.run("return document.getElementById('undo').disabled"), "undo")
    browser.clicks("#undo")
    browser.until(lambda: browser.state()["revision"] == start, "undoing")
    asked(browser)
    assert browser.run(CLICK, "#ask .option") == ""
    browser.until(lambda: browser.state()["revision"] == start + 1, "the move")
    browser.clicks("#replay")
    browser.run(
        "const s = document.querySelector('#timeline input'); s.value = 0; s.dispatchEvent(new Event('input'))"
    )
    browser.until(
        lambda: browser.state()["revision"] == 0 and browser.state()["moment"].get("past"), "the past"
    )
    assert browser.state()["asked"] is None
    browser.clicks("#now")
    browser.until(lambda: browser.state()["revision"] == start + 1, "the present")
    assert browser.complaints() == []


def test_news_of_others_do_not_open_the_question_again_while_an_answer_is_on_its_way(
    server: Server, browser: Browser
) -> None:
    links = server.table("great_wall", "person", "open", "open", seed=4)
    seats = {tuple(one["seats"]): f"/api/seat/{one['path'].partition('#')[2]}" for one in links}
    browser.open(server.base + links[0]["path"])
    state = asked(browser)
    revision, first = state["revision"], state["asked"]
    browser.run(
        "window.sent = []; const fetched = window.fetch;"
        "window.fetch = async (path, about) => {"
        " if (!String(path).endsWith('/play')) return fetched(path, about);"
        " window.sent.push(path); await new Promise((done) => { window.send = done; }); return fetched(path, about); }"
    )
    assert browser.run(CLICK, "#ask .option") == ""
    browser.waits("return window.sent.length === 1", "the answer")
    server.call(seats[1,] + "/play", {"revision": revision, "player": 1, "option": 0})
    browser.waits(
        "const now = window.table(); return now.revision > about && now.previews",
        "the other's answer",
        revision,
    )
    assert browser.state()["busy"]
    assert browser.run(CLICK, "#ask .option") == ""
    assert browser.run("return window.sent.length") == 1
    browser.run("window.send()")
    browser.waits("return window.table().revision === about", "one's own answer", revision + 2)
    browser.waits("return !window.table().busy", "the end of it")
    assert asked(browser)["asked"]["choice"] != first["choice"]
    assert browser.complaints() == []


def test_a_connection_that_is_lost_comes_back_by_itself(
    browsers: Browsers, tmp_path_factory: pytest.TempPathFactory
) -> None:
    server = Server(tmp_path_factory.mktemp("store") / "tables.sqlite")
    browser = browsers()
    links = server.table("connect_four", "person", "random", seed=1)
    browser.open(server.base + links[0]["path"])
    rng = random.Random(2)
    play(browser, rng)
    revision = asked(browser)["revision"]
    browser.run("window.mark = 1")
    server.kill()
    browser.until(
        lambda: not browser.run("return document.getElementById('notice').hidden"), "a word about it"
    )
    server.start()
    browser.until(lambda: browser.run("return document.getElementById('notice').hidden"), "the connection")
    assert browser.run("return window.mark") == 1  # without a reload
    assert asked(browser)["revision"] == revision
    assert play(browser, rng)
    server.stop()


@pytest.mark.parametrize("size", [PHONE, (1400, 1000)], ids=["phone", "desktop"])
def test_a_game_is_played_by_keyboard_alone(
    server: Server, browsers: Browsers, size: tuple[int, int]
) -> None:
    browser = browsers(size)
    links = server.table("tic_tac_toe", "person", "random", seed=5)
    browser.open(server.base + links[0]["path"])
    rng = random.Random(3)
    while play(browser, rng, "keyboard"):
        pass
    assert browser.state()["over"]
    wide = browser.run("return document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide == 0


def test_an_option_keeps_the_focus_when_all_is_drawn_anew(server: Server, browser: Browser) -> None:
    """Somebody else may do something while a person goes through the options by keyboard."""
    links = server.table("tic_tac_toe", "person", "open", seed=5)
    token = links[0]["path"].partition("#")[2]
    browser.open(server.base + links[0]["path"])
    asked(browser)
    for selector in ("#ask [data-option='2']", "#replay"):
        browser.run("document.querySelectorAll('#ask details').forEach((one) => { one.open = true; })")
        browser.run(f'const one = document.querySelector("{selector}"); one.focus(); one.dataset.old = "yes"')
        server.call(f"/api/seat/{token}/seats", {"seat": 1, "who": "open"})
        browser.until(
            lambda selector=selector: browser.run(  # type: ignore[misc]
                f'return document.activeElement.matches("{selector}:not([data-old])")'
            ),
            f"the focus on {selector}",
        )


def test_arrows_go_from_one_marked_place_to_the_next(server: Server, browser: Browser) -> None:
    links = server.table("tic_tac_toe", "person", "open", seed=5)
    browser.open(server.base + links[0]["path"])
    asked(browser)
    browser.press("\ue014")  # right: the first marked place
    browser.press("\ue014")
    browser.press("\ue015")  # down
    assert browser.run("return document.activeElement.dataset.ref") == "cell:square:(2, 2)"
    browser.press("\ue007")
    browser.until(lambda: browser.state()["revision"] == 1, "the mark")
    assert browser.state()["moment"]["cells"]["square"]["mark"][4] == "player:0"


def test_why_not_by_clicking_and_the_text_of_a_rule(server: Server, browser: Browser) -> None:
    links = server.table("tic_tac_toe", "person", "person", seed=5)
    browser.open(server.base + links[0]["path"])
    asked(browser)
    assert browser.run(CLICK, '[data-ref="cell:square:(1, 1)"]') == ""
    browser.until(lambda: browser.state()["revision"] == 1, "the mark")
    asked(browser)
    assert browser.run(CLICK, '[data-ref="cell:square:(1, 1)"]') == ""
    browser.until(lambda: browser.text("#toast .rule"), "the reason")
    assert len(browser.text("#toast q")) > 20  # the rule's sentence
    assert browser.run(CLICK, "#toast .rule") == ""
    browser.until(lambda: len(browser.text("#dialog .rule-text")) > 20, "the rule")


def test_names_and_words_of_others_are_shown_as_text(server: Server, browser: Browser) -> None:
    hostile = "<img src=x onerror=alert(1)>"
    seats = [{"name": hostile}, {"name": "<script>alert(2)", "who": "random"}]
    links = server.call("/api/tables", {"game": "connect_four", "seats": seats})["links"]
    browser.open(server.base + links[0]["path"])
    play(browser, random.Random(1))
    asked(browser)
    assert hostile in browser.text("#ask")
    assert browser.run("return document.querySelectorAll('#bar img, #stage img, #side img').length") == 0
    assert browser.complaints() == []


def test_several_people_at_one_screen_are_called_before_they_see_anything(
    server: Server, browser: Browser
) -> None:
    links = server.table("kuhn_poker", "person", "person", seed=3)
    browser.open(server.base + links[0]["path"])
    first = asked(browser)["viewer"]
    assert browser.run(CLICK, "#ask .option") == ""
    browser.until(lambda: browser.state()["viewer"] == 1 - first, "the other player")
    browser.until(lambda: f"P{2 - first}" in browser.text(".curtain"), "the curtain")
    assert browser.run(
        "const c = document.querySelector('.curtain').getBoundingClientRect(); return c.width >= innerWidth && c.height >= innerHeight"
    )
    assert browser.run(CLICK, ".curtain button") == ""
    assert browser.text(".curtain") == ""


def test_a_table_is_set_up_on_the_start_page(server: Server, browser: Browser) -> None:
    browser.open(f"{server.base}/#{server.key}")
    browser.until(
        lambda: browser.run("return document.querySelectorAll('.thumb .drawing').length") >= 3, "pictures"
    )
    groups = "return [...document.querySelectorAll('section:has(.games)')].map((one) => [one.querySelector('h2').textContent, ...[...one.querySelectorAll('.game')].map((game) => game.dataset.game)])"
    (first, *ours), (second, *classics) = browser.run(groups)
    assert (first, second) == ("Games", "Classics")
    assert "terra_mystica" in ours
    assert "chess" in classics
    assert not set(ours) & set(classics)
    browser.clicks('[data-game="connect_four"]')
    browser.until(lambda: browser.text("#start"), "the form")
    browser.clicks("#start")
    browser.until(lambda: browser.state().get("asked"), "the table")
    assert play(browser, random.Random(1))
    assert browser.complaints() == []


def test_the_language_is_switched_without_a_reload(server: Server, browser: Browser) -> None:
    links = server.table("connect_four", "person", "open", seed=5)
    browser.open(server.base + links[0]["path"])
    before = asked(browser)["asked"]["prompt"]
    browser.press("m")
    browser.run(
        "const s = document.querySelector('#dialog select'); s.value = 'pl'; s.dispatchEvent(new Event('change'))"
    )
    browser.until(lambda: browser.state()["asked"]["prompt"] != before, "Polish")
    assert browser.run("return document.documentElement.lang") == "pl"


def test_a_tile_offers_what_it_grants_and_mats_tell_the_income_to_come(
    server: Server, browser: Browser
) -> None:
    links = server.table("terra_mystica", "person", "person", "person", seed=4)
    browser.open(server.base + links[0]["path"])
    rng = random.Random(5)
    tile = '.mine [data-ref="kind:bonus:bonus_cult"].grants'
    while not browser.run("return document.querySelectorAll(arguments[0]).length", tile):
        assert play(browser, rng)
        asked(browser)
    assert browser.run("return document.querySelectorAll('#mats .grants').length") == 0
    # the forecast is asked for after the rest has been drawn
    browser.until(lambda: browser.text(".mine .forecast").startswith("income"), "the forecast")
    browser.until(lambda: "+4" in browser.text(".mine .forecast"), "the coins of the tile")
    revision = browser.state()["revision"]
    assert browser.run(CLICK, tile) == ""
    browser.until(lambda: browser.state()["revision"] == revision + 1, "the action")
    assert asked(browser)["asked"]["type"] == "kind:cult"
    assert browser.complaints() == []


def test_a_link_to_a_moment_is_for_spectators(server: Server, browser: Browser) -> None:
    links = server.table("tic_tac_toe", "person", "open", seed=5)
    browser.open(server.base + links[0]["path"])
    assert play(browser, random.Random(1))
    browser.clicks("#replay")
    browser.clicks("#timeline button:first-child")
    browser.until(lambda: browser.state()["moment"].get("past"), "the past")
    browser.clicks("#link")
    href = browser.until(lambda: browser.run("return document.querySelector('#dialog a')?.href"), "the link")
    assert links[0]["path"].partition("#")[2] not in href
    browser.open(href)
    browser.until(lambda: browser.state().get("revision") == 0, "that moment")
    assert browser.state()["viewer"] is None
    assert browser.complaints() == []


def test_a_game_is_imported_from_a_file(server: Server, browser: Browser, tmp_path: Path) -> None:
    links = server.table("tic_tac_toe", "person", "open", seed=5)
    browser.open(server.base + links[0]["path"])
    assert play(browser, random.Random(1))
    token = links[0]["path"].partition("#")[2]
    with urllib.request.urlopen(f"{server.base}/api/seat/{token}/save") as saved:
        (tmp_path / "game.save").write_bytes(saved.read())
    browser.open(f"{server.base}/#{server.key}")
    browser.until(lambda: browser.run("return document.querySelector('input[type=file]')"), "the start page")
    browser.run("document.querySelector('details.fold').open = true")
    browser.driver.find_element("css selector", "input[type=file]").send_keys(str(tmp_path / "game.save"))
    browser.until(lambda: browser.run("return document.querySelector('textarea').value.length"), "the file")
    assert browser.run(CLICK, "details.fold > button") == ""
    browser.until(lambda: browser.state().get("revision") == 1, "the game")
    assert browser.complaints() == []
