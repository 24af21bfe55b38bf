"""Bad files: each ends with the error message that it must give, in lines that begin with ``#!``.

After a change of wording: ``UPDATE_EXPECTED=1 pytest tests/surface/test_bad.py``, then read the difference.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from rulewright.diagnostics import CODES, render
from rulewright.surface.parse import parse

from .common import BAD, text_of

MARK = "#!"


def split(text: str) -> tuple[str, str]:
    """The rules, and the message that they must give."""
    lines = text.split("\n")
    rules = [line for line in lines if not line.startswith(MARK)]
    expected = [line.removeprefix(MARK).removeprefix(" ") for line in lines if line.startswith(MARK)]
    return "\n".join(rules).rstrip("\n") + "\n", "\n".join(expected)


def messages(name: str, rules: str) -> str:
    file, problems = parse(name, rules)
    assert file is None
    return "\n".join(render(d, {name: rules}) for d in problems).rstrip("\n")


@pytest.mark.parametrize("path", BAD, ids=lambda p: p.stem)
def test_message(path: Path) -> None:
    rules, expected = split(text_of(path))
    found = messages(path.name, rules)
    if os.environ.get("UPDATE_EXPECTED"):
        marked = "".join(f"{MARK} {line}".rstrip() + "\n" for line in found.split("\n"))
        path.write_text(rules + marked, encoding="utf-8")
    else:
        assert found == expected.rstrip("\n")


def test_every_syntax_code_is_shown() -> None:
    shown = "".join(text_of(path) for path in BAD)
    elsewhere = {"RW113", "RW115", "RW116", "RW117", "RW118", "RW120"}  # labels, bytes, files, formatter
    assert {code for code in CODES if code.startswith("RW1")} - elsewhere == {c for c in CODES if c in shown}
