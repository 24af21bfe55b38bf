"""A server and a browser for the tests of the table."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from table.browsing import DESKTOP, Browser, needs_browser
from table.serving import Server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    found = Server(tmp_path_factory.mktemp("store") / "tables.sqlite")
    yield found
    found.stop()


@pytest.fixture
def browsers(tmp_path: Path) -> Iterator[Callable[..., Browser]]:
    """Makes browsers, each with nothing kept from others."""
    needs_browser()
    made: list[Browser] = []

    def make(size: tuple[int, int] = DESKTOP, dark: bool = False, still: bool = False) -> Browser:
        made.append(Browser(tmp_path / f"profile{len(made)}", size, dark, still))
        return made[-1]

    yield make
    for one in made:
        one.quit()


@pytest.fixture
def browser(browsers: Callable[..., Browser]) -> Browser:
    return browsers()
