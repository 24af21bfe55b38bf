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
from functools import cache
from pathlib import Path
from typing import Final

from rulewright import pipeline
from rulewright.tools.files import fill_folder
from rulewright.tools.fuzz.cases import Campaign
from rulewright.tools.fuzz.compiled import finished, read_texts
from rulewright_runtime import new_game

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
    players ann, bob
    when:
        ann: 1
        bob: 2
    then: ann.points = 1
"""
RECORD: Final = """rulewright record 1
game: tiny
players: ann, bob
seed: 1

moves:
ann: 1
bob: 2
"""
SHORT: Final = {  # what keeps a command short that does much
    "verify": ["--games", "1", "--jobs", "1"],
    "simulate": ["--games", "1", "--jobs", "1"],
    "mutate": ["--mutants", "1", "--jobs", "1"],
}
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
    "book",
    *SHORT,
]
WORDS: Final = [
    "tiny", "tiny@", "tiny@x", "@", "rules/tiny", "x", "", "-", "--", "--json", "--seed", "1", "-1", "0", "9" * 30, "--players", "2", "--bots",
    "random", "turn:0", "mcts:0s", "--games", "--check", "--stage", "code", "--after", "plan", "--language", "de", "zz", "--load", "nowhere.game",
    "rules", "rules/tiny/game.rules", "--options", "--human", "1,2", "--names", "a,a", "--quiet", "--as", "text", "--help", "\ud800", "ż",
    "--record", "out.record", "tiny.record", "tiny.game", "-o", "out", "--html", "a\x00b", "a\nb", "../x", "/dev/null", "--project", ".", "--example", "two turns", "*", "--limit", "1e9", "--jobs",
]  # fmt: skip
TYPED: Final = [
    "1", "2", "3", "0", "-1", "9" * 5000, "help", "?", "? 1", "undo", "undo!", "save x.game", "load x.game", "save ", "load \x00", "save \udcff",
    "load tiny.record", "\ud800", "ż", "rules", "log", "", "record", "quit", "\x1b[A",
]  # fmt: skip
CODES: Final = (0, 1, 2, 130)


def line(seed: int) -> str:
    """A command with arguments that may or may not be its own, and what somebody types who is asked."""
    rng = random.Random(seed)
    command = rng.choice(COMMANDS)
    words = [command, *[rng.choice(WORDS) for _ in range(rng.randint(0, 5))]]
    if rng.random() < 0.7:
        words.insert(1, "tiny")
    typed = [rng.choice(TYPED) for _ in range(rng.randint(0, 12))]
    return json.dumps({"words": words + SHORT.get(command, []), "typed": typed}) + "\n"


@cache
def saved() -> str:
    """A saved game of the tiny one."""
    game = finished(pipeline.compile_files(read_texts([("game.rules", GAME)]), ""), "tiny")
    return new_game(game.engine, seed=1).save()


def is_answered(case: str) -> None:
    """A command line ends with an exit code, and never with a mistake of ours."""
    main = importlib.import_module("rulewright.cli").main  # here: it stands above the tools
    data, out = json.loads(case), io.StringIO()
    with tempfile.TemporaryDirectory(prefix="rulewright-") as name, _inside(Path(name)):
        files = {"rules/tiny/game.rules": GAME, "tiny.record": RECORD, "tiny.game": saved()}
        fill_folder(Path(name), files)
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out), _typing(data["typed"]):
            try:
                code = main(data["words"])
            except SystemExit as left:
                code = left.code
    assert code in CODES, f"exit code {code}"
    assert "internal error" not in out.getvalue(), out.getvalue()[-1000:]


@contextlib.contextmanager
def _inside(folder: Path) -> Iterator[None]:
    """In another folder, where games that are left are kept too, and back."""
    before, kept = Path.cwd(), os.environ.get("XDG_STATE_HOME")
    os.chdir(folder)
    os.environ["XDG_STATE_HOME"] = str(folder / "state")
    try:
        yield
    finally:
        os.chdir(before)
        del os.environ["XDG_STATE_HOME"]
        if kept is not None:
            os.environ["XDG_STATE_HOME"] = kept


@contextlib.contextmanager
def _typing(lines: list[str]) -> Iterator[None]:
    """Whoever asks for input gets these lines, and then is told that there is no more."""
    before, sys.stdin = sys.stdin, io.StringIO("".join(f"{line}\n" for line in lines))
    try:
        yield
    finally:
        sys.stdin = before


LINES = Campaign("commands", "command lines", ".json", line, is_answered)
