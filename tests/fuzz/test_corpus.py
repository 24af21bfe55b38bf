"""Everything that ever failed, once more: each file of the corpus is a case of the campaign that its folder names."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.interpreter import budget
from rulewright.tools.fuzz.campaigns import CAMPAIGNS
from rulewright.tools.fuzz.cases import limited
from rulewright_runtime import budgets

CORPUS = Path(__file__).parent / "corpus"
CASES = sorted(path for path in CORPUS.glob("*/*") if path.is_file())


@pytest.fixture(autouse=True)
def _short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Greedy rules are stopped sooner than in play."""
    monkeypatch.setattr(budgets, "SECONDS", 0.2)
    monkeypatch.setattr(budget, "VALUES", 50_000)


@pytest.mark.parametrize("path", CASES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_a_case_of_the_corpus(path: Path) -> None:
    with limited():
        CAMPAIGNS[path.parent.name].attempt(path.read_text(encoding="utf-8"))


def test_each_folder_is_a_campaign() -> None:
    assert {path.parent.name for path in CASES} <= set(CAMPAIGNS)
    assert len(CASES) > 50
