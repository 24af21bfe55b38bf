"""`rulewright ship --web`: a folder on a plain file server, below a path, is clicked to the end of a game and works offline."""

from __future__ import annotations

import functools
import http.server
import os
import random
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from tools.shipping import ROOT

from rulewright.ship.pyodide import ARCHIVE, kept
from rulewright.ship.web import POLICY
from table.browsing import Browser
from table.playing import CLICK, play

MAIN = "import sys; from rulewright.cli import main; sys.exit(main())"


class Files(http.server.SimpleHTTPRequestHandler):
    """Files and nothing else; the policy also as a header, which holds in the worker too."""

    def end_headers(self) -> None:
        self.send_header("content-security-policy", POLICY)
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:
        pass


def rulewright(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", MAIN, "--project", str(ROOT), *words],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**os.environ, **environment},
        check=False,
    )


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What was shipped, in a folder above which there is nothing of it."""
    if not shutil.which("npm") and not kept().is_file():
        pytest.skip("no npm here: apt-get install npm")
    made = tmp_path_factory.mktemp("web")
    done = rulewright("ship", "connect_four", "--web", "-o", str(made / "games"))
    if "cannot be fetched" in done.stderr:
        pytest.skip(f"no npm registry here: {done.stderr}")
    assert done.returncode == 0, done.stderr
    return made


@pytest.fixture
def host(folder: Path) -> Iterator[http.server.ThreadingHTTPServer]:
    handler = functools.partial(Files, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield server
        server.shutdown()
        thread.join()


def test_a_game_is_played_to_its_end_and_the_host_may_go_away(
    host: http.server.ThreadingHTTPServer, browser: Browser
) -> None:
    browser.open(f"http://127.0.0.1:{host.server_port}/games/connect_four-web/")
    browser.until(lambda: browser.run(CLICK, ".game .thumb svg") == "", "the game's picture")
    browser.until(lambda: browser.run(CLICK, "#start") == "", "the form")
    rng = random.Random(2)
    browser.until(lambda: browser.state().get("asked"), "the engine", 120)
    for _ in range(3):
        assert play(browser, rng)
    before = browser.until(lambda: browser.state().get("asked") and browser.state(), "the bot's answer")
    assert before["revision"] == 6

    browser.run("window.kept = false; navigator.serviceWorker.ready.then(() => { window.kept = true; })")
    browser.until(lambda: browser.run("return window.kept"), "the files in the browser", 120)
    host.shutdown()
    host.server_close()
    browser.driver.refresh()
    browser.until(lambda: browser.state().get("asked"), "the engine without its host", 120)
    assert browser.state()["moment"]["cells"] == before["moment"]["cells"]
    while play(browser, rng):
        pass
    assert "over" in browser.text("#ask")
    assert browser.run("return document.querySelectorAll('.grid-board .token').length") > 6
    assert browser.complaints() == []


def test_the_folder_says_under_which_policy_it_runs(folder: Path) -> None:
    for name in ("index.html", "play.html"):
        page = (folder / "games" / "connect_four-web" / name).read_text(encoding="utf-8")
        assert f'content="{POLICY}"' in page
        assert '"/' not in page  # no address that holds only at the root of a host
    assert "unsafe" not in POLICY.replace("'wasm-unsafe-eval'", "")


def test_the_same_rules_give_the_same_bytes_and_replace_what_was_there(folder: Path) -> None:
    page = folder / "games" / "connect_four-web"
    before = {path: path.read_bytes() for path in page.rglob("*") if path.is_file()}
    done = rulewright("ship", "connect_four", "--web", "-o", str(page.parent))
    assert done.returncode == 0, done.stderr
    assert {path: path.read_bytes() for path in page.rglob("*") if path.is_file()} == before
    assert list(page.parent.iterdir()) == [page]


def test_another_folder_of_that_name_is_left_alone(tmp_path: Path) -> None:
    mine = tmp_path / "connect_four-web" / "mine.txt"
    mine.parent.mkdir()
    mine.write_text("mine", encoding="utf-8")
    done = rulewright("ship", "connect_four", "--web", "-o", str(tmp_path))
    assert done.returncode == 2
    assert "something else than a shipped page" in done.stderr
    assert mine.read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize("tool", ["none", "failing", "lying"])
def test_without_pyodide_there_is_one_message(tmp_path: Path, tool: str) -> None:
    tools = tmp_path / "bin"
    tools.mkdir()
    if tool != "none":
        npm = tools / "npm"
        work = f"echo other > {ARCHIVE}" if tool == "lying" else "echo 'npm error code ENOTFOUND' >&2; exit 1"
        npm.write_text(f"#!/bin/sh\n{work}\n", encoding="utf-8")
        npm.chmod(0o755)
    done = rulewright(
        "ship",
        "connect_four",
        "--web",
        "-o",
        str(tmp_path / "dist"),
        PATH=str(tools),
        XDG_CACHE_HOME=str(tmp_path / "cache"),
    )
    assert done.returncode == 2
    said = {"none": "npm is not installed", "failing": "code ENOTFOUND", "lying": "is not Pyodide"}[tool]
    assert said in done.stderr
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "dist").exists()
    assert not list((tmp_path / "cache").rglob("*.tgz"))
