"""Playing as a person does: looking at what is asked, and clicking on a thing or an option, or pressing keys."""

from __future__ import annotations

import random
from typing import Any

from table.browsing import ENTER, Browser

# Clicks in the middle of an element, which must be what lies there, as a person would.
CLICK = """
const found = [...document.querySelectorAll(arguments[0])].filter((one) => one.getClientRects().length);
if (!found.length) return "nothing there";
found[0].scrollIntoView({ block: "center", inline: "center" });
found[0].dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
return "";
"""

READY = """
const { over, asked, previews, busy } = window.table ? window.table() : {};
return over || (asked && previews && !busy) ? window.table() : null;
"""


def asked(browser: Browser) -> dict[str, Any]:
    """The state of the table as soon as somebody here must decide or the game is over."""

    found: dict[str, Any] = browser.waits(READY, "a decision")
    return found


def play(browser: Browser, rng: random.Random, way: str = "mouse") -> bool:
    """Answers one decision by mouse or keyboard; False if the game is over."""
    state = asked(browser)
    if state["over"]:
        return False
    options = state["asked"]["options"]
    number = rng.choice(
        [place for place, one in enumerate(options) if one["group"] != "free"] or range(len(options))
    )
    choose = by_keyboard if way == "keyboard" else by_mouse
    choose(browser, options, number)
    if browser.run("return document.querySelector('.sure') !== null"):
        choose(browser, options, number)  # what cannot be taken back is asked for twice
    browser.waits(
        "return window.table().revision !== about", f"news after {options[number]}", state["revision"]
    )
    return True


def by_mouse(browser: Browser, options: list[dict[str, Any]], number: int) -> None:
    """On the thing itself if it is drawn and stands for nothing else, otherwise on the button."""
    named = options[number]["target"]
    target = named.replace('"', '\\"')
    alone = browser.run(
        "return document.querySelectorAll(`[data-ref='${CSS.escape(arguments[0])}'].can, [data-ref=\"${arguments[0]}\"].can`).length",
        target,
    )
    same = [one for one in options if one["target"] == named]
    if alone and len(same) == 1:
        assert browser.run(CLICK, f'[data-ref="{target}"].can') == ""
        return
    browser.run("document.querySelectorAll('#ask details').forEach((one) => { one.open = true; })")
    assert browser.run(CLICK, f'#ask [data-option="{number}"]') == ""


def by_keyboard(browser: Browser, options: list[dict[str, Any]], number: int) -> None:
    """By its digit if it has one, otherwise by going to it and pressing Enter."""
    browser.run("document.querySelectorAll('#ask details').forEach((one) => { one.open = true; })")
    key = browser.run(
        "const kbd = document.querySelector(`#ask [data-option='${arguments[0]}'] kbd`); return kbd ? kbd.textContent : ''",
        number,
    )
    if key:
        browser.run("document.activeElement.blur()")
        browser.press(key)
        return
    browser.run("document.querySelector(`#ask [data-option='${arguments[0]}']`).focus()", number)
    browser.press(ENTER)
