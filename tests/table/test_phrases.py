"""The client's own words: every phrase that it says is there in each of its languages."""

from __future__ import annotations

import re
from pathlib import Path

import rulewright_table

STATIC = Path(rulewright_table.__file__).parent / "static"
SAID = re.compile(r'\bsay\("([^"]*)"\)')
ENTRY = re.compile(r'"([^"]*)": "[^"]+",')


def languages() -> dict[str, set[str]]:
    """The phrases that each language has."""
    text = (STATIC / "phrases.js").read_text(encoding="utf-8")
    parts = re.findall(r"^  (\w\w): \{$(.*?)^  \},$", text, re.DOTALL | re.MULTILINE)
    return {language: set(ENTRY.findall(body)) for language, body in parts}


def test_everything_that_is_said_is_translated() -> None:
    said = {text for path in STATIC.glob("*.js") for text in SAID.findall(path.read_text(encoding="utf-8"))}
    assert "why not?" in said
    assert sorted(languages()) == ["pl", "ru"]
    for language, phrases in languages().items():
        assert sorted(said - phrases) == [], language


def test_the_languages_have_the_same_phrases() -> None:
    first, *others = languages().values()
    for other in others:
        assert other == first
