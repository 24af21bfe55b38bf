"""The pages of docs/errors: every code has one, and its examples do what it says.

After a change of wording: ``UPDATE_EXPECTED=1 pytest tests/checks/test_pages.py``, then read the difference.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from rulewright.diagnostics import CODES, Diagnostic
from rulewright.source import read_game
from rulewright.surface.parse import parse
from rulewright.tools.check import unknown_ids

from .common import ROOT, completed, diagnosed, rendered

PAGES = ROOT / "docs" / "errors"
BLOCK = re.compile(r"^```(rules|text)([^\n]*)\n(.*?)^```$", re.M | re.S)
# a file that cannot be read (below); a fault of the formatter itself; what a rulebook does not have (below)
WITHOUT_EXAMPLE = {"RW118", "RW120", "RW511"}


def page(code: str) -> str:
    return (PAGES / f"{code}.md").read_text(encoding="utf-8")


def blocks(text: str, kind: str) -> list[str]:
    """The contents of the blocks of one kind; an `escaped` one writes odd characters as \\r or \\xff."""
    found = []
    for match in BLOCK.finditer(text):
        if f"{match[1]}{match[2]}".split()[: len(kind.split())] == kind.split():
            found.append(
                match[3].encode("latin-1").decode("unicode_escape") if "escaped" in match[2] else match[3]
            )
    return found


def reported(code: str, rules: str, folder: Path) -> tuple[list[Diagnostic], str]:
    """What is said about an example, and those parts of it that bear the page's code, as printed."""
    if code == "RW117":
        (folder / "example.rules").write_bytes(rules.encode("latin-1"))
        _, found = read_game(folder)
        return found, rendered(found, [])
    texts = completed("example.rules", rules)
    found = diagnosed(texts)
    return found, rendered([d for d in found if d.code == code], texts)


@pytest.mark.parametrize("code", CODES)
def test_page(code: str, tmp_path: Path) -> None:
    text = page(code)
    assert text.startswith(f"# {code}: {CODES[code]}\n\n")
    if code in WITHOUT_EXAMPLE:
        return
    broken, mended = blocks(text, "rules broken"), blocks(text, "rules mended")
    assert broken
    assert mended
    found, message = reported(code, broken[0], tmp_path)
    assert message, f"the example gives {[d.code for d in found]}"
    if os.environ.get("UPDATE_EXPECTED"):
        before, _, rest = text.partition("```text\n")
        text = before + "```text\n" + message + "\n```" + rest[rest.index("\n```") + 4 :]
        (PAGES / f"{code}.md").write_text(text, encoding="utf-8")
    assert blocks(text, "text") == [message + "\n"]


@pytest.mark.parametrize("code", sorted(set(CODES) - WITHOUT_EXAMPLE))
def test_mended(code: str, tmp_path: Path) -> None:
    for rules in blocks(page(code), "rules mended"):
        found, _ = reported("" if code == "RW117" else code, rules, tmp_path)
        assert [f"{d.code}: {d.message}" for d in found] == []


def test_page_of_files_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "game").mkdir()
    (tmp_path / "game" / "leaves.rules").symlink_to(tmp_path / "secret.rules")
    (tmp_path / "secret.rules").write_text("rule f: stop\n")
    _, found = read_game(tmp_path / "game")
    assert blocks(page("RW118"), "text") == [rendered(found, []) + "\n"]


def test_page_of_ids_that_the_rulebook_does_not_have(tmp_path: Path) -> None:
    rules, book = re.findall(r"^```(?:rules part)?\n(.*?)^```$", page("RW511"), re.M | re.S)
    (tmp_path / "RULEBOOK.md").write_text(book, encoding="utf-8")
    path = "rules/example/example.rules"
    file, _ = parse(path, rules)
    assert file is not None
    found = unknown_ids(tmp_path, [file])
    assert blocks(page("RW511"), "text") == [rendered(found, [(path, rules)]) + "\n"]


def test_index() -> None:
    lines = ["# Errors", "", INTRODUCTION, ""]
    for digit, title in GROUPS.items():
        lines += [f"## {title}", "", "| code | |", "|---|---|"]
        lines += [f"| [{code}]({code}.md) | {CODES[code]} |" for code in sorted(CODES) if code[2] == digit]
        lines.append("")
    text = "\n".join(lines)
    if os.environ.get("UPDATE_EXPECTED"):
        (PAGES / "README.md").write_text(text, encoding="utf-8")
    assert (PAGES / "README.md").read_text(encoding="utf-8") == text


GROUPS = {
    "1": "Syntax",
    "2": "Names",
    "3": "Types and ranges",
    "4": "Rules, choices and changes",
    "5": "Examples, rule ids and words",
    "6": "Looks",
}
INTRODUCTION = """\
Everything that the compiler reports has a code. Its page says what it means, shows rules text that gives it and the message as printed, and
how to mend it. An **error** stops the build; a **warning** does not: it speaks of something that is probably not meant.

A message shows the place, the line, perhaps what was expected, and one hint:

```
error[RW216]: square has no `marc`
--> play.rules:4:14 [T3-2.2]
  |
4 |         cell.marc = you                                               [T3-2.2]
  |              ^^^^
hint: did you mean `mark`?
```

All errors of a stage are reported at once. Warnings about things that nobody uses, conditions that never hold and the like wait until
there is no error left. `rulewright check --json` gives the same as data.

The examples below are whole files. Where one declares no `game`, or no `rule play`, think of these lines in another file:

```rules part
game example "Example"
    players: 2
rule play: nothing
```"""
