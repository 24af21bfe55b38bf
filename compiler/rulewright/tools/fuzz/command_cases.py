"""The campaign of command lines: whatever is asked of `rulewright`, it answers in words and with one of its exit codes."""

from __future__ import annotations

import contextlib
import importlib
import io
import json
import os
import random
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from rulewright.tools.fuzz.cases import Campaign

GAME: Final = """game tiny "Tiny"
    players: 2

player
    points: 0..9
    define score = your points

rule play
    each player:
        choose n from 1..3
        your points += n

example "two turns"
    do: play
    answer: 1, 2
    expect: player 1's points = 1
"""
COMMANDS: Final = [
    "check",
    "build",
    "games",
    "fmt",
    "test",
    "play",
    "replay",
    "migrate",
    "trace",
    "assumptions",
    "dump",
    "words",
    "diff",
    "new",
]
WORDS: Final = [
    "tiny", "tiny@", "tiny@x", "@", "rules/tiny", "x", "", "-", "--", "--json", "--seed", "1", "-1", "0", "9" * 30, "--players", "2", "--bots",
    "random", "turn:0", "mcts:0s", "--games", "--check", "--stage", "code", "--after", "plan", "--language", "de", "zz", "--load", "nowhere.game",
    "rules", "rules/tiny/game.rules", "--options", "--human", "1,2", "--names", "a,a", "--quiet", "--as", "text", "--help", "\ud800", "ż",
    "--record", "out.record", "a\nb", "../x", "/dev/null", "--project", ".", "--example", "two turns", "*", "--limit", "1e9", "--jobs", "--html",
]  # fmt: skip
CODES: Final = (0, 1, 2, 130)


def line(seed: int) -> str:
    """A command with arguments that may or may not be its own."""
    rng = random.Random(seed)
    words = [rng.choice(COMMANDS), *[rng.choice(WORDS) for _ in range(rng.randint(0, 5))]]
    if rng.random() < 0.7:
        words.insert(1, "tiny")
    return json.dumps(words) + "\n"


def is_answered(case: str) -> None:
    """A command line ends with an exit code, and never with a mistake of ours."""
    main = importlib.import_module("rulewright.cli").main  # here: it stands above the tools
    out = io.StringIO()
    with tempfile.TemporaryDirectory(prefix="rulewright-") as name, _inside(Path(name)):
        (Path(name) / "rules" / "tiny").mkdir(parents=True)
        (Path(name) / "rules" / "tiny" / "game.rules").write_text(GAME, encoding="utf-8")
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out), _nothing_to_read():
            try:
                code = main(json.loads(case))
            except SystemExit as left:
                code = left.code
    assert code in CODES, f"exit code {code}"
    assert "internal error" not in out.getvalue(), out.getvalue()[-1000:]


@contextlib.contextmanager
def _inside(folder: Path) -> Iterator[None]:
    """In another folder, and back."""
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


@contextlib.contextmanager
def _nothing_to_read() -> Iterator[None]:
    """Whoever asks for input is told that there is none."""
    before, sys.stdin = sys.stdin, io.StringIO("")
    try:
        yield
    finally:
        sys.stdin = before


LINES = Campaign("commands", "command lines", ".json", line, is_answered)
