"""Watching the rules: which games have changed, and that mistakes do not end the watch."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from rulewright.tools.errors import UsageError
from rulewright.tools.watch import changed, snapshot, watch


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    for game in ("chess", "go"):
        (tmp_path / "rules" / game).mkdir(parents=True)
        (tmp_path / "rules" / game / "game.rules").write_text("one")
    return tmp_path / "rules"


def test_changed_games(rules: Path) -> None:
    before = snapshot(rules)
    assert changed(before, snapshot(rules)) == set()
    (rules / "go" / "more.rules").write_text("")
    (rules / "chess" / "notes.txt").write_text("not read by the compiler")
    assert changed(before, snapshot(rules)) == {"go"}
    (rules / "chess" / "game.rules").unlink()
    assert changed(before, snapshot(rules)) == {"chess", "go"}


def test_changed_games_of_a_group(rules: Path) -> None:
    (rules / "old" / "hex" / "cards").mkdir(parents=True)
    (rules / "old" / "hex" / "game.rules").write_text("")
    before = snapshot(rules)
    (rules / "old" / "hex" / "cards" / "more.rules").write_text("")
    (rules / "old" / "hex" / "RULEBOOK.md").write_text("")
    assert changed(before, snapshot(rules)) == {"hex"}


def steps(*actions: Callable[[], object]) -> Callable[[], bool]:
    """Does one action at each round of the watch, then ends it."""
    left = list(actions)

    def goes_on() -> bool:
        if not left:
            return False
        left.pop(0)()
        return True

    return goes_on


def test_each_save_is_built_and_errors_go_by(rules: Path, capsys: pytest.CaptureFixture[str]) -> None:
    built: list[set[str]] = []

    def rebuild(games: set[str]) -> None:
        built.append(games)
        if len(built) == 1:
            raise UsageError("broken")
        if len(built) == 2:
            raise PermissionError("denied")

    save = rules / "go" / "game.rules"
    touch = [lambda n=n: os.utime(save, (n, n)) for n in (1, 2, 3)]
    watch(rules, rebuild, pause=0.001, goes_on=steps(touch[0], lambda: None, touch[1], touch[2]))
    assert built == [{"go"}] * 3
    out = capsys.readouterr().out
    assert "rulewright: broken" in out
    assert "rulewright: denied" in out


def test_ctrl_c_ends_the_watch(rules: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def interrupt() -> bool:
        raise KeyboardInterrupt

    watch(rules, lambda games: None, pause=0.001, goes_on=interrupt)
    assert "no longer watching" in capsys.readouterr().out
