"""Waiting for a save: polls the rules for changes and tells which games have changed."""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Callable
from pathlib import Path, PurePosixPath

from rulewright.source import SUFFIX
from rulewright.tools.errors import UsageError

PAUSE = 0.3  # seconds between two looks

Snapshot = dict[str, tuple[int, int]]


def snapshot(rules: Path) -> Snapshot:
    """Time and size of every file that matters, by its path relative to ``rules/``."""
    found: Snapshot = {}
    for path in rules.rglob("*"):
        if path.suffix in {".rules", ".md", ".toml"}:
            try:
                stat = path.stat()
            except OSError:
                continue  # gone between listing and looking
            found[path.relative_to(rules).as_posix()] = (stat.st_mtime_ns, stat.st_size)
    return found


def changed(before: Snapshot, after: Snapshot) -> set[str]:
    """The games whose files differ between two snapshots."""
    every = before.keys() | after.keys()
    holding = {path.rpartition("/")[0] for path in every if path.endswith(SUFFIX)}
    return {_game_of(path, holding) for path in every if before.get(path) != after.get(path)}


def _game_of(path: str, holding: set[str]) -> str:
    """The game to which a file belongs: the outermost folder that holds rules files."""
    above = [parent.as_posix() for parent in reversed(PurePosixPath(path).parents)]
    return next((one for one in above if one in holding), path).rpartition("/")[2]


def watch(
    rules: Path,
    rebuild: Callable[[set[str]], None],
    pause: float = PAUSE,
    goes_on: Callable[[], bool] = lambda: True,
) -> None:
    """Calls `rebuild` with the changed games after every save, until Ctrl-C; its mistakes do not end the watch."""
    print(f"watching {rules.name}/ for changes; Ctrl-C ends", flush=True)
    before = snapshot(rules)
    try:
        while goes_on():
            time.sleep(pause)
            after = snapshot(rules)
            if after == before:
                continue
            settled(rules, after, pause)
            games = changed(before, after)
            before = after
            try:
                rebuild(games)
            except UsageError as error:
                print(f"rulewright: {error.message}", flush=True)
            except OSError as error:
                print(f"rulewright: {error}", flush=True)
            sys.stdout.flush()
            gc.collect()  # nobody waits now
    except KeyboardInterrupt:
        print("no longer watching")


def settled(rules: Path, found: Snapshot, pause: float) -> None:
    """Waits until an editor or a checkout that writes many files has finished; updates `found`."""
    for _ in range(10):
        time.sleep(min(pause, 0.1))
        again = snapshot(rules)
        if again == found:
            return
        found.clear()
        found.update(again)
