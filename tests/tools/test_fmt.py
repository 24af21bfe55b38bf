"""`rulewright fmt`: in place, or only looking."""

from __future__ import annotations

import io

import pytest

from rulewright.tools.project import Project


@pytest.fixture
def untidy(project: Project) -> Project:
    rules = project.folder("nim") / "game.rules"
    rules.write_text(rules.read_text().replace("players: 2  ", "players:   2 "))
    return project


def test_a_new_game_is_tidy(run, project: Project) -> None:
    assert run("fmt", "--check") == (0, "", "")
    assert run("fmt") == (0, "", "")


def test_check_lists_and_leaves(run, untidy: Project) -> None:
    rules = untidy.folder("nim") / "game.rules"
    before = rules.read_text()
    assert run("fmt", "--check") == (1, "would change: rules/nim/game.rules\n", "")
    assert rules.read_text() == before


@pytest.mark.parametrize("target", ["", "nim", "rules/nim", "rules/nim/game.rules"])
def test_fmt_writes_in_place(run, untidy: Project, target: str) -> None:
    assert run("fmt", *target.split()) == (0, "formatted: rules/nim/game.rules\n", "")
    assert run("fmt", "--check").code == 0
    assert sorted(path.name for path in untidy.folder("nim").iterdir()) == ["RULEBOOK.md", "game.rules"]


def test_a_file_with_errors_is_reported_and_left(run, untidy: Project) -> None:
    broken = untidy.folder("nim") / "broken.rules"
    broken.write_text("rule\n")
    ran = run("fmt")
    assert ran.code == 1
    assert "error[RW" in ran.out
    assert "--> rules/nim/broken.rules:1" in ran.out
    assert "formatted: rules/nim/game.rules" in ran.out, "the other files are formatted all the same"
    assert broken.read_text() == "rule\n"


@pytest.mark.parametrize(
    ("target", "message"),
    [
        ("gone.rules", "there is no file"),
        ("rules/nim/RULEBOOK.md", "not a rules file"),
        ("nmi", "no game 'nmi'"),
    ],
)
def test_targets_that_are_nothing(run, project: Project, target: str, message: str) -> None:
    ran = run("fmt", target)
    assert ran.code == 2
    assert message in ran.err


def test_bytes_that_are_no_text(run, project: Project) -> None:
    (project.folder("nim") / "x.rules").write_bytes(b"\xff\xfe")
    ran = run("fmt")
    assert ran.code == 1
    assert "error[RW117]: the byte 0xFF is not UTF-8 text\n--> rules/nim/x.rules:1:1" in ran.out
    assert "1 file left as written: rules/nim/x.rules" in ran.out


def test_from_standard_input(run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("define  width =   7\n"))
    assert run("fmt", "-") == (0, "define width = 7\n", "")
    monkeypatch.setattr("sys.stdin", io.StringIO("define define\n"))
    ran = run("fmt", "-")
    assert (ran.code, ran.out) == (1, "")
    assert "error[RW" in ran.err
