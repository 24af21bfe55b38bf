"""Emacs as a real editor, without a screen, with the settings that the docs give: hover and mistakes by Eglot."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SETTINGS = re.compile(r"```elisp\n(.*?)```", re.DOTALL)


def has_eglot() -> bool:
    if shutil.which("emacs") is None:
        return False
    line = ["emacs", "--batch", "--eval", "(require 'eglot)"]
    return subprocess.run(line, capture_output=True, timeout=60).returncode == 0


def test_emacs_and_the_server_understand_each_other(tmp_path: Path) -> None:
    if not has_eglot():
        pytest.skip("Emacs with Eglot is not installed")
    shutil.copytree(ROOT / "rules" / "connect_four", tmp_path / "rules" / "connect_four")
    command = tmp_path / "bin" / "rulewright"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m rulewright.cli "$@"\n')
    command.chmod(0o755)
    found = SETTINGS.search((ROOT / "docs/how-to/editor.md").read_text(encoding="utf-8"))
    assert found is not None
    (tmp_path / "settings.el").write_text(found[1])
    done = subprocess.run(
        ["emacs", "--batch", "-l", str(Path(__file__).with_name("emacs.el"))],
        capture_output=True,
        text=True,
        timeout=240,
        cwd=tmp_path,
        env={
            "PATH": f"{command.parent}:/usr/bin:/bin",
            "HOME": str(tmp_path),
            "RULEWRIGHT_SETTINGS": str(tmp_path / "settings.el"),
            "RULEWRIGHT_FILE": str(tmp_path / "rules/connect_four/play.rules"),
            "RULEWRIGHT_OUT": str(tmp_path / "found.json"),
        },
    )
    assert (tmp_path / "found.json").is_file(), done.stderr
    told = json.loads((tmp_path / "found.json").read_text())
    assert "problem" not in told, told["problem"]
    assert told["mode"] == "rulewright-mode"
    assert "define is_open(n)" in told["hover"]
    assert "nothing is called `xis_open`" in told["wrong"]
