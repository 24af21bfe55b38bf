"""What the tables of the games show: drawn from looks, in a real browser."""

from __future__ import annotations

import random
import re
from typing import Any

from rulewright.typed.look_words import SHAPES
from table.browsing import Browser
from table.playing import CLICK, asked, play
from table.serving import ROOT, Server

STATIC = ROOT / "runtime" / "rulewright_table" / "static"
COUNT = "return document.querySelectorAll(arguments[0]).length"
# Names the tokens on tracks that are moved up or down from now on.
WATCH = """
window.moved = [];
const animate = Element.prototype.animate;
Element.prototype.animate = function (...about) {
  const [, , down] = /translate\\((.+)px, (.+)px\\)/.exec(about[0][0].transform) || [0, 0, 0];
  if (/^track:/.test(this.dataset.anim || "") && Math.abs(down) > 20) window.moved.push(this.dataset.anim);
  return animate.apply(this, about);
};
"""
# Names the turns that something makes from now on.
SPIN = """
window.spun = [];
const animate = Element.prototype.animate;
Element.prototype.animate = function (...about) {
  if (/rotate/.test(about[0][0].transform || "")) window.spun.push(about[0][0].transform);
  return animate.apply(this, about);
};
"""
WHERE = "return document.querySelector('.tracks-board').getBoundingClientRect().top + scrollY"


def opened(server: Server, browser: Browser, game: str, players: int = 2) -> dict[str, Any]:
    """A new table as the first seat sees it when it is asked."""
    links = server.table(game, "person", *["random"] * (players - 1), seed=3)
    browser.open(server.base + links[0]["path"])
    state = asked(browser)
    assert browser.complaints() == []
    return state


def test_every_shape_of_the_language_is_drawn() -> None:
    text = (STATIC / "shapes.js").read_text(encoding="utf-8")
    table = text.partition("export const SHAPES = {")[2].partition("};")[0]
    assert sorted(re.findall(r"^  (\w+):", table, re.MULTILINE)) == sorted(SHAPES)


def test_mats_show_what_stands_under_lifted_figures(server: Server, browser: Browser) -> None:
    moment = opened(server, browser, "terra_mystica@introductory")["moment"]
    built = 8 - moment["players"][0]["left"]["dwelling"]
    assert built > 0
    assert browser.run(COUNT, "#own .stock-row:first-child .spot.open .sign-small") == built
    assert browser.run(COUNT, "#own .stock-row:first-child .spot .man-small") == 8 - built
    assert browser.run(COUNT, "#own .bowl") == 3
    assert browser.run(COUNT, "#own .bead") == sum(moment["players"][0]["bowl"].values())
    assert browser.run(COUNT, ".tracks-board.upright .track-column") == 4


def test_a_wheel_shows_icons_and_a_ring_lies_around_it(server: Server, browser: Browser) -> None:
    moment = opened(server, browser, "terracotta_army")["moment"]
    assert browser.run(COUNT, ".ring-board .drawn-icons") == 36
    assert browser.run(COUNT, ".ring-board .cell.around .figure") == sum(moment["cells"]["storage"]["dry"])
    assert browser.run(COUNT, ".ring-board") == 1
    assert browser.run(COUNT, ".grid-board .band") == 2


def test_a_wall_a_horde_and_places_with_men(server: Server, browser: Browser) -> None:
    moment = opened(server, browser, "great_wall", 3)["moment"]
    units = [ref for row in moment["cells"]["wall"]["horde"] for ref in row]
    spots = sum(len(moment["pieces"][ref]["spots"]) for ref in units)
    assert browser.run(COUNT, ".column .roundel") == spots
    assert browser.run(COUNT, ".masonry") == 3
    men = sum(sum(player["clerks"].values()) for player in moment["players"])
    assert browser.run(COUNT, ".board.places .men:not(.free) .man-small") == men
    taken = sum(
        sum(player["clerks"].values()) - player["clerks"]["own_supply"] for player in moment["players"]
    )
    free = sum(moment["figures"]["slots"].values()) - taken
    assert free == 17  # for three players: five locations with three, the tea house with two
    assert browser.run(COUNT, ".board.places .men.free .man-small") == free


def test_a_map_has_lands_with_their_towers_and_one_track_for_all(server: Server, browser: Browser) -> None:
    moment = opened(server, browser, "path_of_light_and_shadow")["moment"]
    assert browser.run(COUNT, ".graph-board polygon.shape") == 12
    assert browser.run(COUNT, ".gauge .full") == sum(moment["cells"]["lands"]["defence"])
    assert browser.run(COUNT, ".long-scale .pointer") == 2
    assert browser.run(COUNT, "#common .card .figures .sign-small") > 0


def test_shared_actions_lie_on_the_table_until_they_are_used_up(server: Server, browser: Browser) -> None:
    links = server.table("terra_mystica", "person", "person", seed=4)
    browser.open(server.base + links[0]["path"])
    assert len(asked(browser)["moment"]["figures"]["cult_power"]) == 11
    assert browser.run(COUNT, ".track-column:first-child .space.prized") == 4
    rng = random.Random(5)
    while not browser.run(COUNT, ".action-board .can"):
        assert play(browser, rng)
        asked(browser)
    assert browser.run(COUNT, ".action-board .action-space") == 6
    ref = browser.run("return document.querySelector('.action-board .can').dataset.ref")
    revision = browser.state()["revision"]
    assert browser.run(CLICK, f'.action-board [data-ref="{ref}"]') == ""
    browser.until(lambda: browser.state()["revision"] > revision, "the action")
    browser.until(lambda: browser.run(COUNT, f'[data-ref="{ref}"].spent') == 1, "a cross on its space")
    name = ref.partition(":")[2]
    assert browser.state()["moment"]["spent"][name] == [0, 1]
    assert browser.complaints() == []


def test_a_disc_of_the_wheel_turns_into_its_place(server: Server, browser: Browser) -> None:
    links = server.table("terracotta_army", "person", "person", seed=4)
    browser.open(server.base + links[0]["path"])
    turning = (
        "[...document.querySelectorAll('#ask .option')].find((one) => /turn the inner/.test(one.textContent))"
    )
    rng = random.Random(5)
    while not (asked(browser)["asked"] and browser.run(f"return Boolean({turning})")):
        assert play(browser, rng)
    before = browser.state()["moment"]["cells"]["wheel"]
    browser.run(SPIN)
    browser.run(f"{turning}.click()")
    browser.until(lambda: browser.run("return window.spun.length"), "the turning")
    after = browser.state()["moment"]["cells"]["wheel"]
    assert after["inner"] != before["inner"]
    assert after["outer"] == before["outer"]
    [turn] = set(browser.run("return window.spun"))
    by = {"rotate(-30deg)": 1, "rotate(30deg)": -1}[turn]
    assert after["inner"] == [before["inner"][(cell - by) % 12] for cell in range(12)]
    assert browser.run(COUNT, "[data-turn]") == 12  # the whole disc, and no other


def test_small_games_have_their_marks(server: Server, browser: Browser) -> None:
    opened(server, browser, "tic_tac_toe")
    assert browser.run(CLICK, '[data-ref="cell:square:(2, 2)"]') == ""
    browser.until(lambda: browser.run(COUNT, ".grid-board .token path") == 2, "a cross and a ring")
    opened(server, browser, "goofspiel")
    assert browser.run(COUNT, "#own .card.can") == 13
    assert browser.run(COUNT, "#mats .card.can, #common .card.can") == 0


def test_what_rose_moves_on_its_track_unless_people_want_it_still(server: Server, browser: Browser) -> None:
    """The others stay where they are, and the board, too, however long the question is."""
    for wish in ("no-preference", "reduce"):
        browser.driver.execute_cdp_cmd(
            "Emulation.setEmulatedMedia", {"features": [{"name": "prefers-reduced-motion", "value": wish}]}
        )
        revision = opened(server, browser, "terra_mystica")["revision"]
        browser.run(WATCH)
        before = browser.run(WHERE)
        browser.run(CLICK, '#ask [data-option="0"]')
        browser.until(lambda least=revision: browser.state()["revision"] > least, "the move")  # type: ignore[misc]
        levels = [player["level"] for player in asked(browser)["moment"]["players"]]
        assert browser.run(WHERE) == before
        risen = {f"track:level:{cult}:{seat}" for seat, one in enumerate(levels) for cult in one if one[cult]}
        assert risen
        assert set(browser.run("return window.moved")) == (set() if wish == "reduce" else risen)


def test_checkers_stand_in_heaps_and_dice_show_pips(server: Server, browser: Browser) -> None:
    moment = opened(server, browser, "backgammon")["moment"]
    checkers = moment["cells"]["points"]["checkers"]
    assert browser.run(COUNT, ".heap circle") == sum(min(5, count) for count in checkers)
    assert browser.run(COUNT, ".heap text") == sum(count > 5 for count in checkers)
    assert browser.run(COUNT, ".one-sign .icon-text") > 0


def test_playing_cards_show_rank_and_suit(server: Server, browser: Browser) -> None:
    moment = opened(server, browser, "leduc_poker")["moment"]
    (card,) = moment["players"][0]["hand"]
    suit, rank = card.removeprefix("kind:card:").split("_")
    shown = browser.run("return document.querySelector('#own .parts').textContent")
    assert shown == {"jack": "J", "queen": "Q", "king": "K"}[rank] + {"spades": "♠", "hearts": "♥"}[suit]


def test_numbers_and_signs_of_a_card_stand_together(server: Server, browser: Browser) -> None:
    moment = opened(server, browser, "paper_lanterns")["moment"]
    lights = [lantern.rpartition("_")[2] for lantern in moment["table"]["lot"]]
    assert (
        browser.run("return [...document.querySelectorAll('.parts b')].map((one) => one.textContent)")
        == lights
    )
    assert browser.run(COUNT, ".parts .sign-small") == len(lights)


def test_chess_has_men_on_a_chequered_board(server: Server, browser: Browser) -> None:
    opened(server, browser, "chess")
    found = browser.run(
        "return [...document.querySelectorAll('.grid-board .symbol')].map((one) => one.textContent)"
    )
    assert "".join(found[:8]) == "♜♞♝♛♚♝♞♜"
    grounds = browser.run(
        "return [...document.querySelectorAll('.grid-board .cell > .shape')].map((one) => one.getAttribute('fill'))"
    )
    assert len(set(grounds)) == 2
    assert all(grounds[cell] != grounds[cell + 1] for cell in range(63) if cell % 8 < 7)


def test_points_of_a_graph_are_joined_by_lines(server: Server, browser: Browser) -> None:
    opened(server, browser, "nine_mens_morris")
    assert browser.run(COUNT, ".graph-board circle.shape") == 24
    assert browser.run(COUNT, ".graph-board .link.line") == 32
