"""The server as other programs see it: links, moves, undo, plans, replays, and what it refuses."""

from __future__ import annotations

import json
import threading
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from table.serving import Server


class Stream:
    """The news of one link, as a browser hears them."""

    def __init__(self, server: Server, path: str, language: str = "") -> None:
        self.base = f"/api/seat/{path.partition('#')[2]}"
        self.server = server
        query = f"?language={language}" if language else ""
        self.answer = urllib.request.urlopen(server.base + self.base + "/events" + query, timeout=30)
        self.setting: dict[str, Any] = {}
        self.moment: dict[str, Any] = {}
        self.next()

    def next(self) -> dict[str, Any]:
        """The next moment; a server that is silent for long sends a word of life, which is not one."""
        event, stop = "", time.monotonic() + 60
        for raw in self.answer:
            assert time.monotonic() < stop, "nothing happens"
            line = raw.decode().rstrip("\n")
            if line.startswith("event: "):
                event = line[7:]
            elif line.startswith("data: "):
                data = json.loads(line[6:])
                if event == "moment":
                    self.moment = data
                    return self.moment
                self.setting = data
        raise AssertionError("the stream has ended")

    def until(self, revision: int) -> dict[str, Any]:
        while self.moment["revision"] < revision:
            self.next()
        return self.moment

    def asked(self) -> dict[str, Any]:
        """Waits until somebody here is asked."""
        while not any("options" in one for one in self.moment["decisions"]):
            self.next()
        return next(one for one in self.moment["decisions"] if "options" in one)

    def play(self, option: int) -> Any:
        wish = {"revision": self.moment["revision"], "player": self.asked()["player"], "option": option}
        return self.server.call(self.base + "/play", wish)

    def ask(self, what: str, **about: Any) -> Any:
        query = "&".join(f"{key}={urllib.request.quote(str(value))}" for key, value in about.items())  # type: ignore[attr-defined]
        return self.server.call(f"{self.base}/{what}?{query}")

    def close(self) -> None:
        self.answer.close()


@pytest.fixture
def connect_four(server: Server) -> Iterator[tuple[Stream, Stream, Stream]]:
    """Two people and a spectator at one table."""
    links = server.table("connect_four", "person", "open", seed=1)
    host = next(one for one in links if one["host"])
    friend = next(one for one in links if one["seats"] == [1])
    spectator = next(one for one in links if not one["seats"])
    found = tuple(Stream(server, one["path"]) for one in (host, friend, spectator))
    yield found  # type: ignore[misc]
    for one in found:
        one.close()


Three = tuple[Stream, Stream, Stream]


# ---------------------------------------------------------------- playing


def test_everybody_at_a_table_hears_of_a_move(connect_four: Three) -> None:
    mine, friend, spectator = connect_four
    mine.play(3)
    for one in connect_four:
        assert one.until(1)["revision"] == 1
    assert "options" in friend.moment["decisions"][0]
    assert "options" not in spectator.moment["decisions"][0]


def test_a_second_answer_to_the_same_question_is_refused(connect_four: Three) -> None:
    mine, *_ = connect_four
    wish = {"revision": 0, "player": 0, "option": 3}
    mine.server.call(mine.base + "/play", wish)
    assert mine.server.refusal(mine.base + "/play", wish) == (409, "the table has moved on meanwhile")


def test_nobody_answers_for_another_seat(connect_four: Three) -> None:
    _, friend, spectator = connect_four
    wish = {"revision": 0, "player": 0, "option": 3}
    for other in (friend, spectator):
        assert other.server.refusal(other.base + "/play", wish)[0] == 409
    assert friend.server.refusal(friend.base + "/previews?seat=0")[0] == 409


def test_people_who_are_asked_side_by_side_do_not_wait_for_each_other(server: Server) -> None:
    links = server.table("goofspiel", "person", "open", seed=1)
    streams = [Stream(server, one["path"]) for one in links if one["seats"]]
    for stream in streams:
        assert stream.asked()["player"] in (0, 1)
    for stream in streams:  # both answer the question that they were asked at the start
        server.call(
            stream.base + "/play",
            {"revision": 0, "player": next(iter(stream.moment["at"]["mine"])), "option": 0},
        )
    assert streams[0].until(2)["revision"] == 2
    for stream in streams:
        stream.close()


def test_undo_goes_back_until_another_person_has_moved(connect_four: Three) -> None:
    mine, friend, _ = connect_four
    mine.play(3)
    mine.until(1)
    mine.server.call(mine.base + "/undo", {"revision": 1, "to": 0})
    assert mine.next()["revision"] == 0
    mine.play(2)
    friend.until(1)
    while friend.moment["revision"] != 1 or friend.moment["log"][0]["text"] == []:
        friend.next()
    friend.asked()
    friend.play(3)
    mine.until(2)
    assert mine.server.refusal(mine.base + "/undo", {"revision": 2, "to": 0})[0] == 409


def test_a_card_that_others_were_shown_is_not_taken_back(server: Server) -> None:
    links = server.table("gin_rummy", "person", "open", seed=11)
    two = [Stream(server, next(one["path"] for one in links if one["seats"] == [seat])) for seat in (0, 1)]
    discards = 0
    while discards < 3:
        revision = two[0].moment["revision"]
        asked = next(one for one in two[0].moment["decisions"])
        mover, discard = two[asked["player"]], asked["choice"].startswith("lay_one_down")
        mover.asked()
        mover.play(0)
        for one in two:
            one.until(revision + 1)
        if not discard:
            continue
        discards += 1  # a card of a hidden hand lies open now
        assert mover.moment["turn"] == []
        wish = {"revision": revision + 1, "to": revision}
        assert server.refusal(mover.base + "/undo", wish) == (409, "this can no longer be taken back")
    for one in two:
        one.close()


def test_a_plan_counts_only_when_it_is_kept(server: Server) -> None:
    links = server.table("terra_mystica", "person", "open", seed=4)
    mine = Stream(server, links[0]["path"])
    revision = mine.moment["revision"]
    mine.asked()
    server.call(mine.base + "/plan", {"do": "begin"})
    assert mine.next()["plan"]["moves"] == 0
    mine.play(0)
    assert mine.next()["plan"]["moves"] == 1
    server.call(mine.base + "/plan", {"do": "drop"})
    assert "plan" not in mine.next()
    assert mine.moment["revision"] == revision
    server.call(mine.base + "/plan", {"do": "begin"})
    mine.next()
    mine.play(0)
    mine.next()
    server.call(mine.base + "/plan", {"do": "keep"})
    assert mine.next()["revision"] == revision + 1
    assert "plan" not in mine.moment
    mine.close()


def test_why_not_rules_ledger_and_earlier_moments(server: Server) -> None:
    mine = Stream(server, server.table("tic_tac_toe", "person", "open", seed=1)[0]["path"])
    mine.play(0)
    mine.until(1)
    (told,) = mine.ask("why", ref="cell:square:(1, 1)", seat=0)["reasons"]
    assert "P2" in told["reason"]  # it is not their turn
    rule = mine.moment["log"][0]["rules"][0]
    assert len(mine.ask("rule", id=rule)["text"]) > 10
    assert mine.ask("at", revision=0, seat=0)["log"] == []
    assert mine.ask("ledger", seat=0)["whole"]
    assert server.refusal(mine.base + "/rule?id=XX-1")[0] == 404
    mine.close()


def test_a_seat_is_handed_to_a_bot_and_to_another_person(connect_four: Three) -> None:
    mine, friend, _ = connect_four
    server = mine.server
    mine.play(2)
    assert mine.until(1)["turn"]
    server.call(mine.base + "/seats", {"seat": 1, "who": "random"})
    while mine.moment["revision"] < 2:
        assert mine.next()["turn"] == []  # what a person has seen is not taken back before a bot
    wish = {"revision": 2, "to": 0}
    assert server.refusal(mine.base + "/undo", wish) == (409, "this can no longer be taken back")
    mine.play(3)
    assert mine.until(4)["revision"] == 4  # the bot has answered
    assert [one["revision"] for one in mine.moment["turn"]] == [2]  # since then
    refused = server.refusal(friend.base + "/play", {"revision": 4, "player": 1, "option": 0})
    assert refused[0] == 409
    path = server.call(mine.base + "/seats", {"seat": 1, "who": "open"})["link"]
    other = Stream(server, path)
    assert other.moment["viewer"] == 1
    other.close()


def test_bots_alone_play_to_the_end(server: Server) -> None:
    links = server.table("terracotta_army", "random", "greedy", seed=2)
    watching = Stream(server, links[0]["path"])
    while not watching.moment["over"]:
        watching.next()
    assert watching.moment["scores"]
    record = urllib.request.urlopen(server.base + watching.base + "/record", timeout=30).read().decode()
    again = server.call("/api/import", {"text": record})["links"]
    copy = Stream(server, again[0]["path"])
    assert copy.moment["scores"] == watching.moment["scores"]
    for one in (watching, copy):
        one.close()


def test_a_saved_game_goes_on_at_a_table(server: Server) -> None:
    mine = Stream(server, server.table("connect_four", "person", "open", seed=1)[0]["path"])
    mine.play(3)
    mine.until(1)
    text = urllib.request.urlopen(server.base + mine.base + "/save", timeout=30).read().decode()
    links = server.call("/api/import", {"text": text})["links"]
    again = Stream(server, next(one["path"] for one in links if one["seats"] == [1]))
    assert again.moment["cells"] == mine.moment["cells"]
    again.play(3)
    assert again.until(2)["revision"] == 2  # the move before it was saved is known too
    assert server.refusal("/api/import", {"text": "{}"})[0] == 409
    assert server.refusal("/api/import", {"text": "nonsense"})[0] == 409
    for one in (mine, again):
        one.close()


def test_a_removed_table_is_gone(server: Server) -> None:
    links = server.table("connect_four", "person", "random", seed=1)
    tables = server.call("/api/lobby")["tables"]
    id = next(one["id"] for one in tables if links[0]["path"] in [link["path"] for link in one["links"]])
    server.call(f"/api/tables/{id}/remove", {})
    token = links[0]["path"].partition("#")[2]
    assert server.refusal(f"/api/seat/{token}/previews?seat=0")[0] == 404


def test_words_come_in_the_language_that_is_asked_for(server: Server) -> None:
    links = server.table("connect_four", "person", "open", seed=1)
    english, polish = Stream(server, links[0]["path"]), Stream(server, links[0]["path"], "pl")
    assert polish.setting["language"] == "pl"
    assert polish.moment["decisions"][0]["prompt"] != english.moment["decisions"][0]["prompt"]
    for one in (english, polish):
        one.close()


# ---------------------------------------------------------------- keeping


def test_nothing_that_was_acknowledged_is_lost_when_the_server_is_killed(tmp_path: Path) -> None:
    server = Server(tmp_path / "tables.sqlite")
    links = server.table("connect_four", "person", "open", seed=1)
    mine, friend = [Stream(server, one["path"]) for one in links if one["seats"]]
    acknowledged = 0
    for number in range(9):
        stream = (mine, friend)[number % 2]
        stream.until(number)
        acknowledged = stream.play(number % 5)["revision"]
    server.kill()
    server.start()
    again = Stream(server, links[0]["path"])
    assert acknowledged == 9
    assert again.moment["revision"] == 9
    assert [line["n"] for line in again.moment["log"]] == list(range(18))
    for one in (mine, friend, again):
        one.close()
    server.stop()


def test_what_a_person_did_before_giving_the_seat_away_stays_done_after_a_restart(tmp_path: Path) -> None:
    server = Server(tmp_path / "tables.sqlite")
    links = server.table("connect_four", "person", "open", seed=1)
    mine = Stream(server, next(one["path"] for one in links if 0 in one["seats"]))
    mine.play(2)
    mine.until(1)
    server.call(mine.base + "/seats", {"seat": 1, "who": "random"})
    while mine.moment["revision"] < 2:
        mine.next()
    server.kill()
    server.start()
    again = Stream(server, next(one["path"] for one in links if 0 in one["seats"]))
    assert again.moment["revision"] == 2
    assert again.moment["turn"] == []
    refused = server.refusal(again.base + "/undo", {"revision": 2, "to": 0})
    assert refused == (409, "this can no longer be taken back")
    again.play(3)
    assert [one["revision"] for one in again.until(4)["turn"]] == [2]  # what came after may be
    server.call(again.base + "/undo", {"revision": 4, "to": 2})
    for one in (mine, again):
        one.close()
    server.stop()


# ---------------------------------------------------------------- what is refused


def test_nothing_is_done_without_the_key_or_a_link(server: Server) -> None:
    wish = {"game": "connect_four", "seats": [{"name": "a"}, {"name": "b"}]}
    for path, body in (("/api/lobby", None), ("/api/tables", wish), ("/api/import", {"text": ""})):
        assert server.refusal(path, body, {"x-key": "wrong"})[0] == 403
    assert server.refusal("/api/seat/guessed/previews?seat=0")[0] == 404
    assert server.refusal("/api/seat/guessed/play", {"revision": 0, "player": 0, "option": 0})[0] == 404


def test_links_cannot_be_guessed(server: Server) -> None:
    links = server.table("connect_four", "person", "open")
    tokens = [one["path"].partition("#")[2] for one in links]
    assert len(set(tokens)) == 3
    assert all(len(one) >= 32 for one in tokens)


def test_other_sites_are_refused(server: Server) -> None:
    links = server.table("connect_four", "person", "open")
    path = f"/api/seat/{links[0]['path'].partition('#')[2]}/play"
    wish = {"revision": 0, "player": 0, "option": 0}
    assert server.refusal(path, wish, {"origin": "http://evil.example"})[0] == 403
    assert server.refusal(path, wish, {"sec-fetch-site": "cross-site"})[0] == 403
    assert server.refusal(path, wish, {"host": "evil.example"})[0] == 421
    assert server.refusal(path, wish, {"content-type": "text/plain"})[0] == 415


@pytest.mark.parametrize("path", ["/", "/play", "/static/main.js", "/api/lobby"])
def test_every_answer_has_the_policy(server: Server, path: str) -> None:
    request = urllib.request.Request(server.base + path, headers={"x-key": server.key})
    with urllib.request.urlopen(request, timeout=30) as answer:
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "no-referrer"


def test_large_and_odd_bodies_are_refused(server: Server) -> None:
    links = server.table("connect_four", "person", "open")
    path = f"/api/seat/{links[0]['path'].partition('#')[2]}/play"
    assert server.refusal(path, {"revision": 0, "player": 0, "option": 0, "more": "x" * 100_000})[0] == 413
    for body in (
        {},
        [],
        {"revision": "x", "player": 0, "option": 0},
        {"revision": 0, "player": 0, "option": 99},
    ):
        assert server.refusal(path, body)[0] in (400, 409)


def test_a_bot_that_is_a_file_cannot_be_asked_for(server: Server) -> None:
    wish = {"game": "connect_four", "seats": [{"name": "a"}, {"name": "b", "who": "x.py:Bot"}]}
    assert server.refusal("/api/tables", wish)[0] == 409


def test_too_many_requests_at_once_are_refused(server: Server) -> None:
    links = server.table("connect_four", "person", "open")
    path = f"/api/seat/{links[0]['path'].partition('#')[2]}/rule?id=C4-2.4"
    found: list[int] = []

    def hammer() -> None:
        for _ in range(100):
            try:
                server.call(path)
                found.append(200)
            except urllib.error.HTTPError as error:  # type: ignore[attr-defined]
                found.append(error.code)

    threads = [threading.Thread(target=hammer) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert 429 in found
    assert 200 in found


def test_wishes_that_cannot_be_are_told_in_words(server: Server) -> None:
    for wish, word in (
        ({"game": "nowhere", "seats": [{"name": "a"}]}, "nowhere"),
        ({"game": "connect_four", "seats": [{"name": "a"}]}, "players"),
        ({"game": "connect_four", "seats": [{"name": "a"}, {"name": "a"}]}, "different names"),
        ({"game": "connect_four", "seats": [{"name": "a"}, {"name": "b"}], "options": {"size": 3}}, "option"),
    ):
        assert word in server.refusal("/api/tables", wish)[1]
