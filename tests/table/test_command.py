"""`rulewright table` on the command line: what is wrong with a wish is told in one line."""

from __future__ import annotations

import json
import socket
from pathlib import Path

import pytest

from rulewright import cli
from table.serving import ROOT


def told(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """What a wish that cannot be is answered."""
    code = cli.main(["--project", str(ROOT), "table", "--no-browser", *words])
    assert code == 2
    said = capsys.readouterr().err
    assert "internal error" not in said
    return said


def test_unknown_games_and_numbers_of_players(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    store = ("--store", str(tmp_path / "t.sqlite"))
    assert "nowhere" in told(capsys, "nowhere", *store)
    assert "players" in told(capsys, "connect_four", "--players", "7", *store)
    assert "GAME" in told(capsys, "--players", "2", *store)


def test_a_port_that_is_taken(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = str(other.getsockname()[1])
        assert port in told(capsys, "--port", port, "--store", str(tmp_path / "t.sqlite"))


def test_a_file_that_cannot_be_written(capsys: pytest.CaptureFixture[str]) -> None:
    assert "/proc" in told(capsys, "--store", "/proc/nowhere/t.sqlite")


def test_the_schema_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["table", "--schema"]) == 0
    assert "Moment" in json.loads(capsys.readouterr().out)["$defs"]
