"""The tutorial, followed word for word in a folder of its own: files written, commands run, output compared.

After a change of how games are drawn: ``UPDATE_EXPECTED=1 pytest tests/docs/test_tutorial.py``, then read the difference.
"""

from __future__ import annotations

import io
import os
import re
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from rulewright import cli

from .pages import DOCS, Block, blocks

STEPS = sorted((DOCS / "tutorial").glob("[0-9]*.md"))
GAME = "noughts"
SCRIPTED = "play"  # the title of a text block that shows a game; the lines after `>` are typed by the reader
FIRST_MOVE = "5\n"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "rules" / GAME).mkdir(parents=True)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def commands(block: Block) -> list[list[str]]:
    lines = block.text.splitlines() if block.language in ("", "sh") else []
    return [shlex.split(line, comments=True)[1:] for line in lines if line.startswith("rulewright ")]


def ran(words: list[str], capsys: pytest.CaptureFixture[str], typed: str = "") -> tuple[int, str]:
    """The exit code and the output of one command."""
    capsys.readouterr()
    before, sys.stdin = sys.stdin, io.StringIO(typed)
    try:
        code = cli.main(words)
    finally:
        sys.stdin = before
    return code, capsys.readouterr().out


def shown(block: Block, command: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    """The part of a game that a page shows: from the second drawing on, with the reader's lines filled in."""
    typed = re.findall(r"^> (.*\n)", block.text, re.M)
    _, output = ran(command, capsys, FIRST_MOVE + "".join(typed))
    parts = output.split("> ")[
        2:
    ]  # what follows the first move up to the next question; the answer to that; the end
    drawing = "square" + output.split("> ")[1].rpartition("\nsquare")[2]
    found = drawing + "".join(f"> {line}{answer}" for line, answer in zip(typed, parts))
    if os.environ.get("UPDATE_EXPECTED"):
        text = block.page.read_text(encoding="utf-8").replace(block.text, found)
        block.page.write_text(text, encoding="utf-8")
    return found


def followed() -> Iterator[Block]:
    for page in STEPS:
        yield from blocks(page)


def test_followed_word_for_word(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = project / "rules" / GAME
    broken = False
    last: list[str] = []
    output = ""
    for block in followed():
        if block.language == "rules":
            (folder / f"{GAME}.rules").write_text(block.text, encoding="utf-8")
            broken = "broken" in block.tags
            code, output = ran(["check", GAME], capsys)
            assert code == int(broken), f"{block.name}\n{output}"
        elif block.language == "markdown":
            (folder / "RULEBOOK.md").write_text(block.text, encoding="utf-8")
        elif block.title == SCRIPTED:
            assert shown(block, last, capsys) == block.text
        elif block.language == "text":
            assert block.text.rstrip("\n") in output, f"{block.name}\n{output}"
        for words in commands(block):
            last = words
            code, output = ran(words, capsys, "1\nundo\nquit\n")
            assert code == int(broken), f"{block.name}: {words}\n{output}"
    assert (project / "generated" / GAME / "engine.py").exists()


def test_the_end_result_plays_to_the_end(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    final = [b for b in followed() if "complete" in b.tags][-1]
    (project / "rules" / GAME / f"{GAME}.rules").write_text(final.text, encoding="utf-8")
    variants = re.findall(r"^variant (\w+)", final.text, re.M)
    assert variants
    for target in (GAME, *(f"{GAME}@{variant}" for variant in variants)):
        code, output = ran(["play", target, "--bots", "random", "--seed", "3"], capsys)
        assert code == 0
        assert "over" in output.lower(), output


def test_each_step_builds_on_the_one_before() -> None:
    titles = [b.title for b in followed() if "complete" in b.tags]
    assert titles == [f"step-{n}" for n in range(1, len(titles) + 1)]
