"""Hostile games at the table: opened, played and taken back, each wish is carried out or refused in words, within the memory of a server."""

from __future__ import annotations

import json
import re
import resource
import shutil
import urllib.error
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from table.serving import Server
from table.test_server import Stream

GAMES = sorted((Path(__file__).resolve().parents[1] / "tools" / "hostile").glob("*.rules"))
MEMORY = 500_000_000  # bytes of data in the server
MOVES = 4


def name_of(path: Path) -> str:
    """What a game calls itself."""
    named = re.search(r"^game (\w+)", path.read_text(encoding="utf-8"), re.MULTILINE)
    return named[1] if named else path.stem


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server of hostile games, with little memory."""
    project = tmp_path_factory.mktemp("hostile")
    for path in GAMES:
        folder = project / "rules" / name_of(path)
        folder.mkdir(parents=True)
        shutil.copy(path, folder / "game.rules")
    found = Server(project / "tables.sqlite", project=project)
    resource.prlimit(found.process.pid, resource.RLIMIT_DATA, (MEMORY, MEMORY))
    yield found
    found.stop()


def refused(server: Server, path: str, body: Any) -> str:
    """The words in which a wish is refused; nothing if it is carried out."""
    try:
        server.call(path, body)
    except urllib.error.HTTPError as error:
        return words_of(error)
    return ""


def words_of(error: urllib.error.HTTPError) -> str:
    """The words of a refusal; only rules that fail are no fault of who asked."""
    words: str = json.loads(error.read())["error"]
    assert error.code < 500 or words.startswith("the rules fail: "), words
    return words


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_hostile_game_is_opened_played_and_taken_back(path: Path, hostile: Server) -> None:
    wish = {"game": name_of(path), "seats": [{"name": n, "who": "person"} for n in ("ann", "bob")], "seed": 1}
    if not refused(hostile, "/api/tables", wish):
        links = hostile.call("/api/tables", wish)["links"]
        is_played(hostile, Stream(hostile, links[0]["path"]))
    assert hostile.process.poll() is None
    assert hostile.call("/api/lobby")  # the server goes on


def is_played(server: Server, stream: Stream) -> None:
    """A few moves, until one is refused or the game is over, and all of them taken back, unless somebody saw something hidden."""
    for number in range(MOVES):
        asked = next((one for one in stream.moment["decisions"] if "options" in one), None)
        if asked is None:
            break
        option = (len(asked["options"]) - 1) * (number % 2)
        move = {"revision": stream.moment["revision"], "player": asked["player"], "option": option}
        if refused(server, stream.base + "/play", move):
            break
        stream.until(move["revision"] + 1)
    made = stream.moment["revision"]
    if made:
        why = refused(server, stream.base + "/undo", {"revision": made, "to": 0})
        assert why in ("", "this can no longer be taken back")
        while not why and stream.moment["revision"]:
            stream.next()
    stream.close()
