"""Bad files: each ends with all that the compiler must say about it, in lines that begin with ``#!``.

A file that declares no game is compiled together with a small one. After a change of wording:
``UPDATE_EXPECTED=1 pytest tests/checks/test_bad.py``, then read the difference.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from rulewright.diagnostics import CODES

from .common import BAD, completed, diagnosed, rendered

MARK = "#!"


def split(text: str) -> tuple[str, str]:
    """The rules, and the message that they must give."""
    lines = text.split("\n")
    rules = [line for line in lines if not line.startswith(MARK)]
    expected = [line.removeprefix(MARK).removeprefix(" ") for line in lines if line.startswith(MARK)]
    return "\n".join(rules).rstrip("\n") + "\n", "\n".join(expected)


@pytest.mark.parametrize("path", BAD, ids=lambda p: p.stem)
def test_message(path: Path) -> None:
    rules, expected = split(path.read_text(encoding="utf-8"))
    texts = completed(path.name, rules)
    found = rendered(diagnosed(texts), texts)
    assert found, "nothing is reported"
    if os.environ.get("UPDATE_EXPECTED"):
        marked = "".join(f"{MARK} {line}".rstrip() + "\n" for line in found.split("\n"))
        path.write_text(rules + marked, encoding="utf-8")
    else:
        assert found == expected.rstrip("\n")


def test_every_code_is_shown() -> None:
    shown = set(re.findall(r"\[(RW\d{3})\]", "".join(path.read_text(encoding="utf-8") for path in BAD)))
    beside = {"RW511"}  # told by what stands beside the rules: tests/tools/test_check.py
    assert {code for code in CODES if code[2] in "2345"} - shown == beside


@pytest.mark.parametrize("path", BAD, ids=lambda p: p.stem)
def test_errors_have_a_place_and_a_hint(path: Path) -> None:
    """A place, plain words, and for most errors one action that mends it."""
    rules, _ = split(path.read_text(encoding="utf-8"))
    for d in diagnosed(completed(path.name, rules)):
        assert d.span.path
        assert not re.search(r"\b(unknown|None|NoneType|Type\()", d.message), d.message
        assert not re.search(r"[^.]\.$", d.message)
        assert d.hint, f"{d.code}: {d.message}"
