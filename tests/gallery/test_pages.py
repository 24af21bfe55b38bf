"""The pages of the gallery: a paragraph for every classic, and what they quote stands in the rules."""

from __future__ import annotations

import re
from pathlib import Path

from rulewright.tools.project import find_project

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted((ROOT / "docs" / "gallery").glob("*.md"))
EXCERPT = re.compile(r"<!-- excerpt: (\S+) -->\n```rules part\n(.*?)\n```", re.DOTALL)


def test_every_classic_has_its_paragraph() -> None:
    told = "\n".join(page.read_text(encoding="utf-8") for page in PAGES)
    games = find_project(ROOT).groups()["classics"]
    assert [game for game in games if f"[`rules/classics/{game}`]" not in told] == []


def test_what_is_quoted_stands_in_the_rules() -> None:
    found = [quoted for page in PAGES for quoted in EXCERPT.findall(page.read_text(encoding="utf-8"))]
    assert found
    for path, text in found:
        assert text in (ROOT / path).read_text(encoding="utf-8"), f"{path}:\n{text}"
