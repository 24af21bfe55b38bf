"""What the tests of books share: books of real games, made once, and a browser."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from table.browsing import DESKTOP, Browser, needs_browser

from rulewright import cli

ROOT = Path(__file__).resolve().parents[2]
Made = Callable[..., Path]


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Made:
    """The folder of a game's book, as the command writes it."""
    known: dict[tuple[str, ...], Path] = {}

    def make(*words: str) -> Path:
        if words not in known:
            folder = tmp_path_factory.mktemp("book") / "book"
            assert cli.main(["--project", str(ROOT), "book", *words, "-o", str(folder)]) == 0
            known[words] = folder
        return known[words]

    return make


@pytest.fixture
def open_browser(tmp_path: Path) -> Iterator[Callable[..., Browser]]:
    """Opens windows, which are closed in the end."""
    needs_browser()
    opened: list[Browser] = []

    def start(size: tuple[int, int] = DESKTOP, dark: bool = False) -> Browser:
        opened.append(Browser(tmp_path / f"browser{len(opened)}", size, dark))
        return opened[-1]

    yield start
    for one in opened:
        one.quit()
