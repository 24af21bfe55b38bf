"""`rulewright replay`: exit codes, messages with file and line, both forms of a record, and games that are played."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from rulewright.tools.project import Project
from rulewright.tools.record_model import RecordFile

RECORD = """\
rulewright record 1
game: nim
players: ann, bob

moves:
ann: 3
bob: 2
= table: matches 5
"""


@pytest.fixture
def record(project: Project, tmp_path: Path) -> Path:
    path = tmp_path / "nim.record"
    path.write_text(RECORD)
    return path


def changed(path: Path, old: str, new: str) -> str:
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))
    return path.name


def test_a_record_that_holds(run, record: Path) -> None:
    ran = run("replay", record.name)
    assert ran.code == 0
    assert ran.out.startswith(
        "nim.record: nim, 2 players: 2 moves, 1 check: as recorded, the game is not over ("
    )


def test_the_log(run, record: Path) -> None:
    assert "ann: " in run("replay", record.name, "--log").out


def test_a_wrong_figure(run, record: Path) -> None:
    ran = run("replay", changed(record, "matches 5", "matches 6"))
    assert ran.code == 1
    assert ran.out.startswith("nim.record:8: matches is 5, the record says 6")
    assert "line 6: ann: 3: 10 to 7 at rules/nim/game.rules:" in ran.out
    assert "line 7: bob: 2: 7 to 5 at rules/nim/game.rules:" in ran.out


def test_an_illegal_move(run, record: Path) -> None:
    ran = run("replay", changed(record, "bob: 2", "bob: 4"))
    assert ran.code == 1
    assert ran.out.startswith("nim.record:7: 'bob: 4' is not possible")
    assert "bob is asked: " in ran.out


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("game: nim", "game: nym", "nim.record: there is no game 'nym'\n    did you mean 'nim'?"),
        ("game: nim", "game: nim\nvariant: long", "nim.record: there is no variant 'long'"),
        ("game: nim", "game: nim\nrules: 123", "recorded under other rules (123, here "),
        ("rulewright record 1", "a letter", "nim.record:1: this is no recorded game"),
        ("bob: 2", "bob two", "nim.record:7: this line is neither a move nor a check"),
        ("bob: 2", "bob: lots", "nim.record:7: 'bob: lots': nothing that can be answered here is called 'lots'"),
    ],
)  # fmt: skip
def test_a_record_that_cannot_be_used(run, record: Path, old: str, new: str, message: str) -> None:
    ran = run("replay", changed(record, old, new))
    assert ran.code == 2
    assert message in ran.out


def test_files_that_cannot_be_read(run, project: Project, tmp_path: Path) -> None:
    assert run("replay", "gone.record").code == 2
    (tmp_path / "bytes.record").write_bytes(b"\xff\xfe\x00")
    assert "no text in UTF-8" in run("replay", "bytes.record").out


def test_the_worst_of_several_counts(run, record: Path, tmp_path: Path) -> None:
    (tmp_path / "other.record").write_text(RECORD.replace("matches 5", "matches 4"))
    ran = run("replay", record.name, "other.record", record.name)
    assert ran.code == 1
    assert ran.out.count("as recorded") == 2


def test_rules_with_errors(run, record: Path, project: Project) -> None:
    (project.folder("nim") / "game.rules").write_text("rule\n")
    ran = run("replay", record.name)
    assert ran.code == 1
    assert "not replayed because of errors in the rules" in ran.out


# ---------------------------------------------------------------- JSON


def as_json(run, record: Path) -> dict[str, object]:
    data: dict[str, object] = json.loads(run("replay", record.name, "--as", "json").out)
    return data


def test_both_forms_hold_the_same_game(run, record: Path, tmp_path: Path) -> None:
    text = run("replay", record.name, "--as", "text").out
    data = as_json(run, record)
    RecordFile.model_validate(data)
    assert data["steps"][0] == {"by": "ann", "pick": 3, "choice": "take_turn.taken"}  # type: ignore[index]
    (tmp_path / "again.json").write_text(json.dumps(data))
    assert run("replay", "again.json").code == 0
    assert run("replay", "again.json", "--as", "text").out == text


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"steps": [{"by": "ann", "pick": 1.5}]}, "wrong.json: step 1: 'pick' must be a text or a number"),
        ({"steps": [{"by": "ann", "pick": 1, "why": 1}]}, "wrong.json: step 1: why: Extra inputs are not permitted"),
        ({"options": {"a": [1]}}, "wrong.json: options.a"),
        ({"players": [1]}, "wrong.json: players are a list of names"),
    ],
)  # fmt: skip
def test_faults_of_json(run, record: Path, tmp_path: Path, change: dict[str, object], message: str) -> None:
    (tmp_path / "wrong.json").write_text(json.dumps({**as_json(run, record), **change}))
    ran = run("replay", "wrong.json")
    assert ran.code == 2
    assert message in ran.out


def test_json_that_is_none(run, project: Project, tmp_path: Path) -> None:
    (tmp_path / "wrong.json").write_text('{\n"format": ')
    ran = run("replay", "wrong.json")
    assert (ran.code, ran.out) == (2, "wrong.json:2: this is no JSON: Expecting value\n")


def test_half_a_character_is_in_no_record(run, record: Path, tmp_path: Path) -> None:
    (tmp_path / "wrong.json").write_text(json.dumps({**as_json(run, record), "variant": "\ud800"}))
    ran = run("replay", "wrong.json")
    assert (ran.code, ran.out) == (2, "wrong.json: this is no record: half a character stands in it\n")


# ---------------------------------------------------------------- played games


@pytest.mark.parametrize("name", ["bots.record", "bots.json"])
def test_a_game_of_bots_is_recorded(run, project: Project, name: str) -> None:
    seen = run("play", "nim", "--bots", "random", "--seed", "7", "--record", name)
    assert seen.code == 0
    ran = run("replay", name, "--log")
    assert ran.code == 0
    assert ran.out.splitlines()[:-1] == seen.out.splitlines()[1 : len(ran.out.splitlines())]


def test_a_game_that_was_left_is_recorded(
    run, project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("3\nundo\n2\n1\nquit\n"))
    assert run("play", "nim", "--human", "1,2", "--names", "ann,bob", "--record", "left.record").code == 0
    assert "\nann: 2\nbob: 1\n= game: over no" in (tmp_path / "left.record").read_text()
    assert run("replay", "left.record").code == 0


def test_where_no_record_can_be_written(run, project: Project, tmp_path: Path) -> None:
    assert "no such folder" in run("play", "nim", "--bots", "random", "--record", "gone/a.record").err
    (tmp_path / "folder").mkdir()
    ran = run("play", "nim", "--bots", "random", "--record", "folder")
    assert ran.code == 2
    assert "--record folder" in ran.err
