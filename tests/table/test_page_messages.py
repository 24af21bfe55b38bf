"""The table of a page without a server, spoken to as its worker does; the browser itself is in test_page_alone."""

from __future__ import annotations

import json
from typing import Any

import pytest

from connect_four.engine import ENGINE
from goofspiel.engine import ENGINE as GOOFSPIEL
from rulewright_table.page import Page


def tell(page: Page, what: str, /, **about: Any) -> Any:
    answer = json.loads(page.call(json.dumps({"what": what, "about": about})))
    if "error" in answer:
        raise AssertionError(answer["error"])
    return answer["ok"]


def send(page: Page, what: str, /, **body: Any) -> Any:
    return tell(page, "send", what=what, body=body)


def ask(page: Page, what: str, /, **about: Any) -> Any:
    return tell(page, "ask", what=what, about=about)


def opened(*who: str) -> Page:
    page = Page(ENGINE, {"C4-1": "A sentence."})
    seats = [{"name": f"player {number}", "who": one} for number, one in enumerate(who, 1)]
    tell(page, "open", game="connect_four", seats=seats, options={}, language="en")
    return page


def drop(page: Page, option: int = 0) -> None:
    moment = tell(page, "moment")
    send(page, "play", revision=moment["revision"], player=moment["viewer"], option=option)


def test_bots_answer_when_they_are_asked_and_only_then() -> None:
    page = opened("person", "random")
    assert tell(page, "bot") is False
    drop(page)
    assert tell(page, "bot") is True
    assert tell(page, "moment")["revision"] == 2
    assert tell(page, "bot") is False


def test_two_people_at_one_screen_are_asked_in_turn_and_undo() -> None:
    page = opened("person", "person")
    assert [tell(page, "moment")["viewer"], drop(page), tell(page, "moment")["viewer"]] == [0, None, 1]
    moment = tell(page, "moment")
    assert moment["at"]["mine"] == [0, 1]
    drop(page)
    with pytest.raises(AssertionError, match="taken back"):
        send(page, "undo", revision=2, to=7)
    send(page, "undo", revision=2, to=1)
    assert tell(page, "moment")["revision"] == 1


def test_a_plan_is_tried_and_kept() -> None:
    page = opened("person", "person")
    send(page, "plan", do="begin")
    drop(page, 3)
    assert tell(page, "moment")["plan"]["moves"] == 1
    assert tell(page, "kept")["moves"] == []
    send(page, "plan", do="keep")
    assert len(tell(page, "kept")["moves"]) == 1


def test_what_is_kept_goes_on_elsewhere() -> None:
    page = opened("person", "random")
    for _ in range(3):
        drop(page)
        tell(page, "bot")
    send(page, "seats", seat=1, who="greedy")
    other = Page(ENGINE, {})
    tell(other, "open", **tell(page, "kept"))
    assert tell(other, "moment")["cells"] == tell(page, "moment")["cells"]
    assert tell(other, "moment")["at"]["seats"] == ["person", "greedy"]


def test_moves_that_the_rules_no_longer_understand_are_told_and_then_dropped() -> None:
    page = opened("person", "person")
    drop(page)
    kept = tell(page, "kept")
    kept["moves"].append([1, "no such choice", "nothing"])
    other = Page(ENGINE, {})
    tell(other, "open", **kept)
    assert tell(other, "moment")["trouble"]["lost"] == 1
    assert len(tell(other, "kept")["moves"]) == 2
    send(other, "go_on", revision=1)
    assert "trouble" not in tell(other, "moment")
    assert len(tell(other, "kept")["moves"]) == 1


@pytest.mark.parametrize("form", ["record", "save"])
def test_exported_games_are_taken_in_by_the_same_game_only(form: str) -> None:
    page = opened("person", "person")
    drop(page)
    text = ask(page, form)
    other = Page(ENGINE, {})
    tell(other, "open", text=text)
    assert tell(other, "moment")["revision"] in (0, 1)
    assert tell(other, "moment")["cells"] == tell(page, "moment")["cells"]
    with pytest.raises(AssertionError, match="this is a game of connect_four, and here is goofspiel"):
        tell(Page(GOOFSPIEL, {}), "open", text=text)
    with pytest.raises(AssertionError, match="no recorded game"):
        tell(Page(ENGINE, {}), "open", text="something")


def test_questions_are_answered_as_by_a_server() -> None:
    page = opened("person", "random")
    assert len(ask(page, "previews", seat=0)["previews"]) == 7
    assert ask(page, "rule", id="C4-1") == {"id": "C4-1", "text": "A sentence."}
    assert ask(page, "at", revision=0, seat=0)["revision"] == 0
    with pytest.raises(AssertionError, match="the rulebook has no C4-9"):
        ask(page, "rule", id="C4-9")
    with pytest.raises(AssertionError, match="not your seat"):
        ask(page, "previews", seat=1)
    with pytest.raises(AssertionError, match="not your seat"):
        send(page, "play", revision=0, player=1, option=0)
