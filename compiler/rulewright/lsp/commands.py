"""Commands behind the code lenses, for editors that have none of their own: they run or tell the command line."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from pathlib import Path

from rulewright.lsp.homes import Home, home_of, path_of

PATIENCE = 300  # seconds that the examples or random games may take
RUNS = 3  # random games of each variant and number of players


def line_of(what: str, home: Home, *more: str) -> list[str]:
    """The command line for a game in its project."""
    return ["rulewright", what, home.folder.name, "--project", str(home.root), *more]


def run_examples(uri: str, titles: list[str]) -> str:
    """How the examples of these titles end, in words; from the files as they were saved."""
    home = home_of(path_of(uri))
    words = titles[0] if len(titles) == 1 else ""
    line = [sys.executable, "-m", "rulewright.cli", *line_of("test", home, "--json")[1:]]
    line += ["--only", words] if words else []
    try:
        done = subprocess.run(line, capture_output=True, text=True, timeout=PATIENCE, cwd=Path.home())
    except subprocess.TimeoutExpired:
        return f"the examples took more than {PATIENCE} seconds"
    return results_in_words(done.stdout, done.stderr, set(titles))


def find_reach(uri: str) -> str:
    """Plays random games of the saved rules, and says what they reach; lenses find it kept."""
    home = home_of(path_of(uri))
    line = [sys.executable, "-m", "rulewright.cli", *line_of("trace", home, "--runs", str(RUNS))[1:]]
    try:
        done = subprocess.run(line, capture_output=True, text=True, timeout=PATIENCE, cwd=Path.home())
    except subprocess.TimeoutExpired:
        return f"the games took more than {PATIENCE} seconds"
    return (done.stdout + done.stderr).strip().rpartition("\n")[2]


def results_in_words(printed: str, errors: str, titles: set[str]) -> str:
    """The results of the examples with these titles in words, read from what `rulewright test --json` printed."""
    try:
        runs = [run for run in json.loads(printed) if run["title"] in titles]
    except (ValueError, TypeError, KeyError):
        return (printed + errors).strip() or "the examples could not be run"
    failed = [run for run in runs if not run["passed"]]
    if not runs:
        return "there is no such example on disk: save the files first"
    lines = [f"{len(runs)} run, {len(failed)} failed"]
    lines += [f"{run['failed_at']}: {run['title']}: {run['message']}" for run in failed]
    return "\n".join(lines)


def play_line(uri: str, titles: list[str]) -> str:
    """What to type in a terminal to play on from the end of an example."""
    return shlex.join(line_of("play", home_of(path_of(uri)), "--example", titles[0]))
