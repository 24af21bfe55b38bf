"""`rulewright book` as a command: a game of one's own, what is refused, and that nothing foreign is lost."""

from __future__ import annotations

import threading
import urllib.request
from collections.abc import Callable
from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path

import pytest

from rulewright import cli
from rulewright.tools.book.bundle import script
from rulewright.tools.book.serving import NEWS, Edition, Handler
from rulewright.tools.new import create
from rulewright.tools.project import Project

Book = Callable[..., int]


@pytest.fixture
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Book:
    """Runs the command in a folder with one game, `nim`."""
    create(Project(tmp_path, tmp_path / "generated"), "nim")
    monkeypatch.chdir(tmp_path)
    return lambda *words: cli.main(["book", *words])


def test_a_new_game_has_a_book(book: Book, tmp_path: Path) -> None:
    assert book("nim", "-o", "out") == 0
    assert "NI-1" in (tmp_path / "out" / "index.html").read_text(encoding="utf-8")


def test_a_book_is_replaced_by_the_next_one(book: Book, tmp_path: Path) -> None:
    assert book("nim", "-o", "out") == 0
    (tmp_path / "out" / "old.html").write_text("old", encoding="utf-8")
    assert book("nim", "-o", "out") == 0
    assert not (tmp_path / "out" / "old.html").exists()


def test_a_folder_with_other_things_is_left_alone(
    book: Book, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "letter.txt").write_text("dear", encoding="utf-8")
    assert book("nim", "-o", "mine") == 2
    assert "holds other things" in capsys.readouterr().err
    assert (tmp_path / "mine" / "letter.txt").read_text(encoding="utf-8") == "dear"


def test_what_cannot_be_done_is_said(book: Book, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for words, message in (
        (("nam", "-o", "out"), "did you mean 'nim'?"),
        (("-o", "out"), "name one GAME, or say --all"),
        (("nim", "--all", "-o", "out"), "name one GAME, or say --all"),
        (("nim", "-o", "no/such/out"), "there is no folder"),
        (("nim", "-o", "out", "--runs", "-1"), "less than no games"),
    ):
        assert book(*words) == 2
        assert message in capsys.readouterr().err
    (tmp_path / "rules" / "nim" / "RULEBOOK.md").unlink()
    assert book("nim", "-o", "out") == 2
    assert "there is no RULEBOOK.md" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_errors_in_the_rules_are_told_and_the_old_book_stays(
    book: Book, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert book("nim", "-o", "out") == 0
    (tmp_path / "rules" / "nim" / "broken.rules").write_text("rule rule rule\n", encoding="utf-8")
    assert book("nim", "-o", "out") == 1
    assert "broken.rules" in capsys.readouterr().err
    assert (tmp_path / "out" / "index.html").is_file()


def test_a_library_has_a_start_page(book: Book, tmp_path: Path) -> None:
    create(Project(tmp_path, tmp_path / "generated"), "mill")
    assert book("--all", "-o", "out") == 0
    start = (tmp_path / "out" / "index.html").read_text(encoding="utf-8")
    assert 'href="nim/index.html"' in start
    assert 'href="mill/index.html"' in start
    assert '"../index.html"' in (tmp_path / "out" / "nim" / "index.html").read_text(encoding="utf-8")


def test_a_hostile_rulebook_stays_text(book: Book, tmp_path: Path) -> None:
    rulebook = tmp_path / "rules" / "nim" / "RULEBOOK.md"
    bad = "\n- **NI-9.9** <script>alert(1)</script> [x](javascript:alert(1)) <img src=x onerror=alert(1)>\n"
    rulebook.write_text(rulebook.read_text(encoding="utf-8") + bad, encoding="utf-8")
    assert book("nim", "-o", "out") == 0
    text = (tmp_path / "out" / "index.html").read_text(encoding="utf-8")
    assert "<script>alert" not in text
    assert "<img" not in text
    assert 'href="javascript' not in text


def test_the_drawing_is_one_plain_script() -> None:
    text = script()
    assert "window.Drawing" in text
    assert not [line for line in text.splitlines() if line.startswith(("import ", "export "))]


def test_pages_that_are_served_hear_of_a_new_edition(book: Book, tmp_path: Path) -> None:
    assert book("nim", "-o", "out") == 0
    edition = Edition()
    server = ThreadingHTTPServer(
        ("127.0.0.1", 0), partial(Handler, edition=edition, directory=str(tmp_path / "out"))
    )
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        address = f"http://127.0.0.1:{server.server_port}"

        def get(path: str) -> str:
            with urllib.request.urlopen(address + path, timeout=30) as answer:
                return str(answer.read().decode())

        assert f'src="{NEWS}.js"' in get("/")
        assert NEWS in get(f"{NEWS}.js")
        assert get(NEWS) == "1"
        heard: list[str] = []
        asking = threading.Thread(target=lambda: heard.append(get(f"{NEWS}?1")))
        asking.start()
        edition.new()
        asking.join(30)
        assert heard == ["2"]
    finally:
        server.shutdown()
        server.server_close()
