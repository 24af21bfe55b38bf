"""A line that is added to the rules changes only the code that it touches: names and comments depend on the rule alone."""

from __future__ import annotations

import difflib
import shutil
from functools import cache
from pathlib import Path

import pytest

from rulewright import pipeline

RULES = Path(__file__).parents[2] / "rules"
MOST = 20  # changed lines of rules.py, counted as a diff counts them


@cache
def unchanged() -> str:
    return rules_of(RULES / "terra_mystica")


def rules_of(folder: Path) -> str:
    made = pipeline.load(folder)
    assert made.ok, made.diagnostics
    return pipeline.emit(made)["rules.py"]


def changed_lines(before: str, after: str) -> list[str]:
    lines = difflib.unified_diff(before.splitlines(), after.splitlines(), n=0, lineterm="")
    return [line for line in lines if line[:1] in "+-" and line[:3] not in ("+++", "---")]


@pytest.mark.parametrize("added", [
    "        when founded_town(tile): gain 1 vp",
    "        when built(hex, temple): gain 1 vp",
    "        when built(hex, temple): earn_favours(1)",
])  # fmt: skip
def test_one_added_hook_changes_few_lines(tmp_path: Path, added: str) -> None:
    folder = tmp_path / "terra_mystica"
    shutil.copytree(RULES / "terra_mystica", folder)
    file = folder / "factions.rules"
    text = file.read_text(encoding="utf-8")
    head = next(line for line in text.splitlines() if line.strip().startswith("auren "))
    file.write_text(text.replace(head, f"{head}\n{added}"), encoding="utf-8")
    found = changed_lines(unchanged(), rules_of(folder))
    assert 0 < len(found) <= MOST, "\n".join(found)
