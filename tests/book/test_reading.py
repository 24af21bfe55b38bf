"""A book in a real browser, opened from a file: unfolding, drawings, search, keys, languages, phone, dark, print."""

from __future__ import annotations

import base64
from collections.abc import Callable

from selenium.webdriver.common.by import By
from table.browsing import ENTER, PHONE, Browser

from .conftest import Made

Opens = Callable[..., Browser]


def unfold(browser: Browser, id: str) -> None:
    """Opens what stands behind a rule, and its first example."""
    browser.run("document.querySelector(`[data-rule='${arguments[0]}']`).open = true", id)
    browser.until(lambda: browser.run("return !!document.querySelector('.inside')"), "what stands behind")
    browser.run("document.querySelector('.inside .example').open = true")
    browser.until(lambda: browser.run("return document.querySelectorAll('.drawn').length"), "a drawing")


def discs(browser: Browser) -> list[int]:
    """How many discs each drawing shows."""
    found: list[int] = browser.run(
        "return [...document.querySelectorAll('.drawn')].map((one) => one.shadowRoot.querySelectorAll('.token, .figure').length)"
    )
    return found


def test_an_example_is_drawn_before_and_after(made: Made, open_browser: Opens) -> None:
    browser = open_browser()
    browser.open(f"{(made('connect_four') / 'index.html').as_uri()}#C4-2.3")
    unfold(browser, "C4-2.3")
    assert discs(browser) == [2, 3]
    assert "red drops a disc into column 2" in browser.text(".moves")
    assert browser.complaints() == []


def test_positions_of_a_heavy_game_are_drawn(made: Made, open_browser: Opens) -> None:
    browser = open_browser()
    browser.open((made("terracotta_army") / "index.html").as_uri())
    unfold(browser, "TA-8.4")
    parts = browser.run(
        "return [...document.querySelectorAll('.drawn')].map((one) => one.shadowRoot.querySelector('[data-part]').dataset.part)"
    )
    assert "mausoleum" in parts
    assert browser.complaints() == []


def test_search_finds_rules_and_leads_there(made: Made, open_browser: Opens) -> None:
    browser = open_browser()
    browser.open((made("connect_four") / "index.html").as_uri())
    browser.press("/")
    browser.press("lowest empty")
    browser.until(lambda: "C4-2.3" in browser.text("#found"), "the rule")
    browser.press(ENTER)
    browser.until(lambda: browser.run("return location.hash") == "#C4-2.3", "the place")


def test_keys_go_from_rule_to_rule(made: Made, open_browser: Opens) -> None:
    browser = open_browser()
    browser.open((made("connect_four") / "index.html").as_uri())
    browser.press("j")
    browser.press("j")
    assert browser.run("return document.querySelector('.rule.at').id") == "C4-1.2"
    browser.press(ENTER)
    browser.until(lambda: browser.run("return !!document.querySelector('#C4-1\\\\.2 .inside')"), "its rules")


def test_tables_sort_and_speak_the_languages_of_the_labels(made: Made, open_browser: Opens) -> None:
    browser = open_browser()
    browser.open((made("terracotta_army") / "components.html").as_uri())
    first = "return document.querySelector('.language:not([hidden]) tbody tr th').textContent"
    before = browser.run(first)
    browser.clicks(".language:not([hidden]) thead th button")
    browser.clicks(".language:not([hidden]) thead th button")
    names: list[str] = browser.run(
        "return [...document.querySelector('.language:not([hidden]) tbody').rows].map((one) => one.cells[0].textContent)"
    )
    assert names == sorted(names, reverse=True)
    browser.run(
        "const s = document.getElementById('language'); s.value = 'pl'; s.dispatchEvent(new Event('change'))"
    )
    assert browser.run(first) != before
    assert browser.complaints() == []


def test_a_phone_scrolls_in_one_direction_only(made: Made, open_browser: Opens) -> None:
    browser = open_browser(PHONE)
    for page in ("index.html", "components.html", "rules/index.html", "rules/scoring.html"):
        browser.open((made("terracotta_army") / page).as_uri())
        wide = browser.run("return document.documentElement.scrollWidth")
        assert wide <= PHONE[0], page
    browser.open((made("terracotta_army") / "index.html").as_uri())
    browser.clicks("#menu")
    assert browser.driver.find_element(By.CSS_SELECTOR, "#contents a").is_displayed()


def test_dark_pages_are_dark_and_can_be_turned(made: Made, open_browser: Opens) -> None:
    browser = open_browser(dark=True)
    browser.open((made("connect_four") / "index.html").as_uri())
    colour = "return getComputedStyle(document.body).backgroundColor"
    dark = browser.run(colour)
    browser.clicks("#theme")
    assert browser.run(colour) != dark


def test_printed_it_is_a_rulebook(made: Made, open_browser: Opens) -> None:
    browser = open_browser()
    browser.open((made("connect_four") / "index.html").as_uri())
    printed = browser.driver.execute_cdp_cmd("Page.printToPDF", {"preferCSSPageSize": True})
    assert base64.b64decode(printed["data"]).startswith(b"%PDF")
    browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    for gone in (".bar", ".contents"):
        assert (
            browser.run("return getComputedStyle(document.querySelector(arguments[0])).display", gone)
            == "none"
        )
    assert "The disc falls" in browser.text("main")
