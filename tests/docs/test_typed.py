"""Scripts as the pages about Python show them pass mypy, strictly; and so does one that uses the whole face."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from .pages import DOCS, ROOT, blocks

PAGES = sorted((DOCS / "python").glob("*.md"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_scripts_of_a_page_pass_mypy(page: Path, tmp_path: Path) -> None:
    """Each block by itself, as a user would write it, checked by nothing but the command line."""
    scripts: list[str] = []
    for number, block in enumerate(one for one in blocks(page) if one.language == "python"):
        script = tmp_path / f"script_{number}.py"
        script.write_text(block.text, encoding="utf-8")
        scripts.append(str(script))
    assert scripts
    settings = tmp_path / "mypy.ini"
    paths = ":".join(str(ROOT / folder) for folder in ("runtime", "generated"))
    settings.write_text(f"[mypy]\nstrict = True\nmypy_path = {paths}\n", encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--config-file", str(settings), *scripts]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
