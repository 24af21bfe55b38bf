"""`rulewright new`: the game to start from."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.tools.new import LONGEST, prefix, unusable


def test_a_new_game_is_made_where_there_is_no_project_yet(run, tmp_path: Path) -> None:
    ran = run("new", "hex")
    assert ran.code == 0
    assert "rulewright build hex" in ran.out
    names = sorted(path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file())
    assert names == ["rules/hex/RULEBOOK.md", "rules/hex/game.rules"]


@pytest.mark.parametrize("name", ["hex", "two_words", "c4"])
def test_a_new_game_is_right_in_every_respect(run, name: str) -> None:
    assert run("new", name).code == 0
    for command in ("fmt --check", "trace", "check", "build", "build --check", "test"):
        ran = run(*command.split())
        assert ran.code == 0, (command, ran)
    ran = run("play", name, "--bots", "random", "--seed", "1")
    assert ran.code == 0, ran


def test_an_existing_game_is_left_alone(run, tmp_path: Path) -> None:
    run("new", "hex")
    rules = tmp_path / "rules" / "hex" / "game.rules"
    rules.write_text("mine")
    ran = run("new", "hex")
    assert ran.code == 2
    assert "exists already" in ran.err
    assert rules.read_text() == "mine"


def test_a_new_game_in_a_group(run, tmp_path: Path) -> None:
    assert run("new", "old/hex").out.startswith(
        "made rules/old/hex/RULEBOOK.md and rules/old/hex/game.rules\n"
    )
    for command in (
        "fmt --check",
        "trace",
        "check old",
        "build old",
        "build --check hex",
        "test rules/old/hex/game.rules",
    ):
        ran = run(*command.split())
        assert ran.code == 0, (command, ran)
    assert (tmp_path / "generated" / "hex" / "rules.py").is_file()
    assert "rules/old/hex exists already" in run("new", "hex").err
    assert "rules/old/hex is a game, not a group" in run("new", "old/hex/go").err
    (tmp_path / "rules" / "old" / "hex" / "game.rules").write_text("rule\n")
    assert "--> rules/old/hex/game.rules:1" in run("check").out


@pytest.mark.parametrize(
    "name",
    [
        "Hex",
        "1hex",
        "he-x",
        "../hex",
        "",
        "class",
        "random",
        "rulewright",
        "_x",
        "a__b",
        "x_",
        "é",
        "a" * (LONGEST + 1),
    ],
)
def test_bad_names_are_refused(run, tmp_path: Path, name: str) -> None:
    assert unusable(name)
    ran = run("new", name)
    assert ran.code == 2
    assert "cannot be the name of a game" in ran.err
    assert not (tmp_path / "rules").exists()


def test_prefixes() -> None:
    assert prefix("hex") == "HE"
    assert prefix("connect_4_more") == "C4M"
    assert prefix("x") == "X"
