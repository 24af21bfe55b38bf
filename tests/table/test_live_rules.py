"""Rules that change while people play: the table follows, or says what no longer fits."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from table.serving import ROOT, Server
from table.test_server import Stream


@pytest.fixture
def game() -> str:
    """The game of the project."""
    return "tic_tac_toe"


@pytest.fixture
def project(tmp_path: Path, game: str) -> Path:
    """A project with one game of its own."""
    shutil.copytree(ROOT / "rules" / game, tmp_path / "project" / "rules" / game)
    return tmp_path / "project"


@pytest.fixture
def watching(project: Path, tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path / "tables.sqlite", "--watch", project=project)
    yield server
    server.stop()


def rewrite(project: Path, old: str, new: str, name: str = "play.rules") -> None:
    (path,) = project.glob(f"rules/*/{name}")
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def test_an_open_table_goes_on_under_rules_that_were_edited(watching: Server, project: Path) -> None:
    mine = Stream(watching, watching.table("tic_tac_toe", "person", "person", seed=1)[0]["path"])
    mine.play(4)
    mine.until(1)
    rules = mine.setting["rules"]
    rewrite(project, "choose cell from square", 'choose cell "where the mark goes" from square')
    while mine.setting["rules"] == rules:
        mine.next()
    assert mine.moment["revision"] == 1
    assert mine.asked()["prompt"] == "where the mark goes"
    mine.play(0)
    assert mine.until(2)["revision"] == 2
    mine.close()


@pytest.mark.parametrize(
    ("game", "variant", "words"),
    [
        ("great_wall", "great_wall@duel", "your general"),
        ("terra_mystica", "terra_mystica@workshop", "your faction"),
    ],
)
def test_a_heavy_game_goes_on_under_rules_that_were_edited(
    watching: Server, project: Path, game: str, variant: str, words: str
) -> None:
    watching.call(f"/api/lobby/box/{variant}")  # loaded, but nobody plays it
    links = watching.table(game, "person", "open", *["open"] * (game == "great_wall"), seed=1)
    seats = [Stream(watching, one["path"]) for one in links if one["seats"]]
    mine, friend = seats[:2]
    for number, seat in enumerate(seats[:-1]):
        seat.play(0)
        for one in seats:
            one.until(number + 1)
    assert words in seats[-1].asked()["prompt"]
    rules, moment = mine.setting["rules"], mine.moment
    rewrite(project, f'"{words}"', f'"{words} from now on"', "setup.rules")
    for one in seats:
        while one.setting["rules"] == rules:
            one.next()
    assert mine.moment["players"] == moment["players"]
    assert "trouble" not in mine.moment
    assert seats[-1].asked()["prompt"] == f"{words} from now on"
    seats[-1].play(0)
    assert friend.until(len(seats))["revision"] == len(seats)
    other = Stream(watching, watching.table(variant, "person", "random", seed=1)[0]["path"])
    assert other.asked()["prompt"] == f"{words} from now on"
    for one in (*seats, other):
        one.close()


def test_errors_in_the_rules_are_shown_and_the_table_goes_on(watching: Server, project: Path) -> None:
    mine = Stream(watching, watching.table("tic_tac_toe", "person", "person", seed=1)[0]["path"])
    rewrite(project, "choose cell from square", "choose cell from sqare")
    while not mine.moment["at"]["notice"]:
        mine.next()
    assert "sqare" in mine.moment["at"]["notice"]
    mine.play(4)
    mine.until(1)
    rewrite(project, "choose cell from sqare", "choose cell from square")
    mine.close()


def test_a_move_that_the_new_rules_forbid_is_told_and_dropped_if_wished(
    watching: Server, project: Path
) -> None:
    mine = Stream(watching, watching.table("tic_tac_toe", "person", "person", seed=1)[0]["path"])
    for number, option in enumerate((4, 0)):
        mine.asked()
        mine.play(option)
        mine.until(number + 1)
    rewrite(project, "where it.mark is none", "where it.mark is none and it is not square(2, 2)")
    while "trouble" not in mine.moment:
        mine.next()
    assert mine.moment["trouble"]["revision"] == 0
    assert mine.moment["trouble"]["lost"] == 2
    refused = watching.refusal(mine.base + "/play", {"revision": 0, "player": 0, "option": 0})
    assert "rules have changed" in refused[1]
    watching.call(mine.base + "/go_on", {"revision": 0})
    mine.next()
    assert "trouble" not in mine.moment
    mine.play(0)
    assert mine.until(1)["revision"] == 1
    mine.close()
