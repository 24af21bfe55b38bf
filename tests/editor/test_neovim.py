"""Neovim as a real editor, without a screen: diagnostics, hover, completion, rename."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

pytestmark = pytest.mark.skipif(shutil.which("nvim") is None, reason="Neovim is not installed")


def test_neovim_and_the_server_understand_each_other(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "rules" / "connect_four", tmp_path / "rules" / "connect_four")
    command = tmp_path / "rulewright"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m rulewright.cli "$@"\n')
    command.chmod(0o755)
    script = Path(__file__).with_name("neovim.lua")
    done = subprocess.run(
        ["nvim", "--headless", "--clean", "-n", "-c", f"luafile {script}"],
        capture_output=True,
        text=True,
        timeout=240,
        cwd=tmp_path,
        env={
            "PATH": "/usr/bin:/bin",
            "HOME": str(tmp_path),
            "RULEWRIGHT_SERVER": str(command),
            "RULEWRIGHT_FILE": str(tmp_path / "rules/connect_four/play.rules"),
            "RULEWRIGHT_OUT": str(tmp_path / "found.json"),
        },
    )
    assert (tmp_path / "found.json").is_file(), done.stderr
    found = json.loads((tmp_path / "found.json").read_text())
    assert "problem" not in found, found["problem"]
    assert found["wrong"].startswith("nothing is called `colum`")
    assert "define is_open(n)" in found["hover"]
    assert "disc" in found["completion"]
    assert "where has_room(it)" in found["renamed"]
    assert "define has_room(n)" in found["renamed"]
    assert "cannot be a name" in found["refused"]
