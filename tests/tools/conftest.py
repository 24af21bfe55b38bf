"""What the tests of the commands share: a project in a temporary folder, and the command line run in it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from rulewright import cli
from rulewright.tools.new import create
from rulewright.tools.project import Project


class Ran(NamedTuple):
    """How a command ended and what it printed."""

    code: int
    out: str
    err: str


Run = Callable[..., Ran]


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """A project with one game, `nim`, as `rulewright new` makes it."""
    made = Project(tmp_path, tmp_path / "generated")
    create(made, "nim")
    return made


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs `rulewright WORDS…` in the temporary folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("RULEWRIGHT_DEBUG", raising=False)

    def call(*words: str) -> Ran:
        try:
            code = cli.main(words)
        except SystemExit as stop:  # argparse
            code = int(stop.code or 0)
        captured = capsys.readouterr()
        return Ran(code, captured.out, captured.err)

    return call
