"""The page of `rulewright diff --html` for readers who do not program: words of the rulebook first, rules text folded."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulewright import cli
from rulewright.tools.diff.wording import Wording, filled, heading, is_figure, plain
from rulewright.tools.rulebook import rulebook

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(
    scope="module",
    params=[("terracotta_army@ru", "terracotta_army@pl"), ("connect_four", "connect_four@five")],
)
def page(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("diff") / "page.html"
    assert cli.main(["--project", str(ROOT), "diff", *request.param, "--html", str(path)]) == 1
    return path.read_text(encoding="utf-8")


def read(page: str) -> str:
    """What a reader sees without unfolding anything."""
    body = page[page.index("<body>") :]
    while (found := re.search(r"<details[^>]*>(?:(?!<details).)*?</details>", body, re.DOTALL)) is not None:
        folded = re.search(r"<summary>(.*?)</summary>", found[0], re.DOTALL)
        body = body.replace(found[0], folded[1] if folded else "", 1)
    return re.sub(r"<[^>]+>", "", body)


def test_nothing_of_the_workshop_is_in_sight(page: str) -> None:
    text = read(page)
    assert "`" not in text
    assert "[ED]" not in text
    assert not re.search(r"\{\w+\}", text)
    assert not re.search(r"\b0\d\d:\d+", text)  # lines of sources
    assert not re.search(r"\b[a-z]+_[a-z]+\b", text)  # identifiers
    assert not re.search(r"\b1 (of \d+ worked examples )?end differently", text)


def test_headings_are_words_of_the_rulebook(page: str) -> None:
    headings = [re.sub(r"<[^>]+>", "", one) for one in re.findall(r"<h4>(.*?)</h4>", page)]
    expected = {"Tie for most VP", "Allowed facings"} if "armia" in page else {"Five discs in line win"}
    assert any(one in heading for one in expected for heading in headings), headings


def test_what_a_change_reaches_is_cut_to_what_is_near(page: str) -> None:
    for line in re.findall(r"Players notice it at: ([^<]*)", page):
        assert line.count(",") <= 7
        assert "play" not in re.split(r"[,.] ?", line)  # what only the rules call so


def test_sentences_lose_their_marks() -> None:
    assert plain("[ED] `re_wet`: flip **all** (000:638; 001:556-557).") == "re wet: flip all."
    assert filled("sculpt for {cost} clay") == "sculpt for … clay"
    assert heading("Tie for most VP: the first player settles it.") == "Tie for most VP"
    assert heading("five in line win. Four do not.") == "Five in line win"
    assert heading("word " * 40).endswith(" …")
    assert is_figure("2 workers")
    assert not is_figure("min(1, your clay)")


def test_a_row_of_a_table_stands_under_its_columns() -> None:
    text = "## 2. Differences\n\n| Id | Rules | east | west |\n|---|---|---|---|\n| AB-D1 | AB-1, AB-2 | `old` one | *two* |\n"
    words = Wording(rulebook(text), text, {"old": "old"})
    found = words.sentence("AB-D1")
    assert found is not None
    assert found.cells == [("east", '<b class="old">old</b> one'), ("west", "two")]
    assert words.chapters[5] == "Differences"
