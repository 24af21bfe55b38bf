"""Two people on two devices, as the README says: a server for the network, the start page, a link that is sent."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

from table.browsing import PHONE, Browser
from table.playing import asked, play
from table.serving import Server


def test_a_friend_on_a_phone_joins_by_the_link_that_the_start_page_shows(
    browsers: Callable[..., Browser], tmp_path: Path
) -> None:
    server = Server(tmp_path / "tables.sqlite", "--host", "0.0.0.0")
    try:
        mine, theirs = browsers(), browsers(PHONE)
        mine.open(f"{server.base}/#{server.key}")
        mine.until(lambda: mine.run("return document.querySelector('[data-game=connect_four]')"), "the games")
        mine.clicks('[data-game="connect_four"]')
        mine.until(lambda: mine.text("#start"), "the form")
        mine.run(
            "const s = document.querySelectorAll('#dialog .seat-row select')[1]; s.value = 'open'; s.dispatchEvent(new Event('change'))"
        )
        mine.clicks("#start")
        link = mine.until(lambda: mine.text("#dialog p a"), "the link for the friend")
        assert link.startswith(server.base)
        mine.clicks("#dialog a.button")
        theirs.open(link)
        rng = random.Random(2)
        for window in (mine, theirs, mine):
            asked(window)
            assert play(window, rng)
        theirs.until(lambda: theirs.state().get("revision") == 3, "the news")
        assert mine.complaints() == theirs.complaints() == []
    finally:
        server.stop()
