"""Hostile games through every command: each ends in words, without a kill, and within the memory that it may have."""

from __future__ import annotations

import json
import os
import re
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from rulewright.tools.project import Project

GAMES = sorted((Path(__file__).parent / "hostile").glob("*.rules"))
MEMORY = 500_000_000  # bytes of data in one process
MOST = 300  # seconds after which commands are killed that do not end
COMMANDS = [
    ["check"],
    ["fmt", "--check"],
    ["build"],
    ["test"],
    ["games"],
    ["trace", "GAME"],
    ["assumptions"],
    ["dump", "GAME", "--stage", "code"],
    ["words", "GAME", "--language", "de"],
    ["verify", "GAME", "--games", "1", "--jobs", "1"],
    ["play", "GAME", "--bots", "random", "--seed", "1"],
    ["simulate", "GAME", "--games", "1", "--jobs", "1"],
    ["mutate", "GAME", "--mutants", "1", "--jobs", "1"],
    ["diff", "nim", "GAME"],
    ["book", "GAME", "-o", "book"],
    ["ship", "GAME"],
]
ONE_BY_ONE = """
import json, sys
from rulewright.cli import main
for words in json.loads(sys.argv[1]):
    print("COMMAND", *words, flush=True)
    try:
        code = main(words)
    except SystemExit as leaving:
        code = leaving.code
    print("CODE", code, flush=True)
"""


def bounded() -> None:
    """The limits of a process that is to run hostile games."""
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_every_command_ends_in_words(path: Path, project: Project, tmp_path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    named = re.search(r"^game (\w+)", text, re.MULTILINE)
    game = named[1] if named else path.stem
    folder = project.rules / game
    folder.mkdir()
    (folder / "game.rules").write_text(text, encoding="utf-8")
    (folder / "RULEBOOK.md").write_text("- **X-1** A rule.\n", encoding="utf-8")
    words = [[game if word == "GAME" else word for word in one] for one in COMMANDS]
    done = subprocess.run(
        [sys.executable, "-c", ONE_BY_ONE, json.dumps(words)],
        cwd=tmp_path,
        env={**os.environ, "HOME": str(tmp_path), "XDG_STATE_HOME": str(tmp_path / "state")},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=MOST,
        preexec_fn=bounded,
        check=False,
    )
    codes = re.findall(r"^CODE (.*)$", done.stdout, re.MULTILINE)
    assert done.returncode == 0, done.stdout[-2000:]
    assert len(codes) == len(COMMANDS)
    assert set(codes) <= {"0", "1", "2"}
    for wrong in ("Traceback", "mistake in rulewright", "MemoryError", "RecursionError"):
        assert wrong not in done.stdout, done.stdout[-2000:]
