"""The table in a shipped wheel: `python -m GAME table`, with nothing of this repository in reach."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import urllib.request
from pathlib import Path

from tools.shipping import ship, unpacked


def test_a_shipped_engine_has_its_table(tmp_path: Path) -> None:
    site = unpacked(ship("connect_four", tmp_path / "dist"), tmp_path / "site")
    process = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "connect_four",
            "table",
            "--no-browser",
            "--store",
            str(tmp_path / "t.sqlite"),
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**os.environ, "PYTHONPATH": str(site)},
        cwd=site,
    )
    assert process.stdout is not None
    try:
        lines: list[str] = []
        for line in process.stdout:
            lines.append(line)
            if "Ctrl-C" in line:
                break
        said = "".join(lines)
        page = re.search(r"(http://[\d.:]+)/play#(\S+)", said)
        assert page, said
        with urllib.request.urlopen(f"{page[1]}/api/seat/{page[2]}/previews?seat=0", timeout=30) as answer:
            assert len(json.loads(answer.read())["previews"]) == 7
        with urllib.request.urlopen(f"{page[1]}/api/seat/{page[2]}/rule?id=C4-2.4", timeout=30) as answer:
            assert len(json.loads(answer.read())["text"]) > 10
        with urllib.request.urlopen(f"{page[1]}/static/main.js", timeout=30) as answer:
            assert answer.status == 200
    finally:
        process.terminate()
        process.wait(20)
        process.stdout.close()
