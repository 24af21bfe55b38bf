"""Golden files: texts that a test compares, and rewrites where RULEWRIGHT_UPDATE_GOLDEN is set."""

from __future__ import annotations

import os
from pathlib import Path

SWITCH = "RULEWRIGHT_UPDATE_GOLDEN"


def compare(path: Path, text: str) -> None:
    """The file must hold this text; with the switch it is made to."""
    if os.environ.get(SWITCH):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
    held = path.read_text(encoding="utf-8") if path.exists() else ""
    assert text == held, f"{path.name} has changed; if this is meant, run the tests with {SWITCH}=1"
