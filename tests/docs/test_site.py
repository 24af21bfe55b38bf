"""The documentation as a site: it is built without a warning, every link in it leads somewhere, and it needs no network."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from urllib.parse import unquote

import pytest
from table.browsing import DESKTOP, Browser, needs_browser

from .pages import DOCS, ROOT

pytest.importorskip("mkdocs", reason="the site needs pip install -e '.[docs]'")


def built(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Runs the one command that builds the site."""
    command = [sys.executable, "-m", "mkdocs", "build", "--site-dir", str(folder), *words]
    about = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, env=about, check=False)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("docs") / "site"
    done = built(folder)
    assert done.returncode == 0, done.stderr
    return folder


def test_every_page_is_there(site: Path) -> None:
    for page in DOCS.rglob("*.md"):
        name = page.relative_to(DOCS).as_posix().replace("README.md", "index.html").replace(".md", ".html")
        assert (site / name).is_file(), name


def test_every_link_and_picture_leads_somewhere_in_the_folder(site: Path) -> None:
    texts = {path: path.read_text(encoding="utf-8") for path in site.rglob("*.html")}
    anchors = {path.resolve(): set(re.findall(r'\bid="([^"]*)"', text)) for path, text in texts.items()}
    for path, text in texts.items():
        for address in re.findall(r'\b(?:href|src)="([^"]*)"', text):
            if re.match(r"(https?|mailto|data):", address):
                continue
            file, _, anchor = unquote(address).partition("#")
            there = (path.parent / file).resolve() if file else path.resolve()
            there = there / "index.html" if there.is_dir() else there
            assert there.is_file(), f"{path.name}: {address}"
            if anchor and there in anchors and not anchor.startswith("__"):
                assert anchor in anchors[there], f"{path.name}: {address}"


def test_nothing_is_loaded_from_elsewhere(site: Path) -> None:
    loads = re.compile(
        r'<(?:script|img|iframe)\b[^>]*\bsrc="https?:|<link\b[^>]*rel="stylesheet"[^>]*href="https?:'
    )
    for path in site.rglob("*.html"):
        assert not loads.search(path.read_text(encoding="utf-8")), path.name


def test_the_rules_on_the_first_page_are_those_of_the_game() -> None:
    text = (DOCS / "README.md").read_text(encoding="utf-8")
    found = re.search(r"<!-- excerpt: (\S+) -->\n```rules part\n(.*?)```", text, re.DOTALL)
    assert found
    assert found[2] in (ROOT / found[1]).read_text(encoding="utf-8")


def test_rules_are_coloured_word_by_word(site: Path) -> None:
    """As in VS Code: by the words of the grammar, also inside texts."""
    first = (site / "index.html").read_text(encoding="utf-8")
    for sort, word in (
        ("kd", "rule"),
        ("nf", "take_turn"),
        ("k", "choose"),
        ("bp", "you"),
        ("nl", "[C4-2.4]"),
    ):
        assert f'<span class="{sort}">{word}</span>' in first, word
    for path in site.rglob("*.html"):
        assert 'class="err"' not in path.read_text(encoding="utf-8"), path.name


def test_a_broken_link_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "README.md").write_text("# A\n\n[b](b.md) and [c](#nowhere)\n", encoding="utf-8")
    for hook in DOCS.glob("*.py"):
        (tmp_path / "docs" / hook.name).write_text(hook.read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "mkdocs.yml").write_text((ROOT / "mkdocs.yml").read_text(encoding="utf-8"), encoding="utf-8")
    done = built(tmp_path / "site", "--config-file", str(tmp_path / "mkdocs.yml"))
    assert done.returncode != 0
    assert "b.md" in done.stderr


def test_the_first_page_shows_what_this_is(site: Path, tmp_path: Path) -> None:
    needs_browser()
    browser = Browser(tmp_path / "browser", DESKTOP)
    try:
        browser.open((site / "index.html").as_uri())
        seen = "const box = document.querySelector(arguments[0]).getBoundingClientRect(); return box.top < innerHeight"
        assert browser.run(seen, "article img")
        assert browser.run("return document.querySelector('article img').naturalWidth") > 0
        for words in ("rule take_turn", "Write a game", "Compare rules", "Ship an engine"):
            assert words in browser.text("article")
        browser.clicks(".md-search__input")
        browser.press("reactions")
        browser.until(lambda: "reaction" in browser.text(".md-search-result__list").lower(), "what is found")
        assert browser.complaints() == []
    finally:
        browser.quit()
