"""Ids in a rulebook: which lines define one, and the waivers that excuse some."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.rulebook import first_sentences
from rulewright.tools.errors import UsageError
from rulewright.tools.rulebook import Waivers, read_rulebook, read_waivers, rulebook

BOOK = """\
# A game (AB)

### AB-1 Setup

- **AB-1.1** Two players, see
  AB-2.1 for turns.
- **AB-1.2 [ED]** An edition's own rule.
* `AB-1.3`: A rule in backticks.
1. AB-1.4 A numbered rule.

### AB-2 A section that is a rule itself

AB-9.9 begins this sentence, but defines nothing.

| AB-1.1 | extend | a row that speaks of a rule again |
| **AB-D1** | who decides | the active player |
| AB-E.3 | ruling | yes |
| CARD-7 | a component | not a rule |

**AB-EX1 — an example** (AB-1.1): given, when, then.

```
- **AB-8.8** in a fence
```
"""


def test_lines_that_define_an_id() -> None:
    entries = rulebook(BOOK).entries
    assert list(entries) == [
        "AB-1", "AB-1.1", "AB-1.2", "AB-1.3", "AB-1.4", "AB-2", "AB-D1", "AB-E.3", "AB-EX1",
    ]  # fmt: skip


def test_texts_are_the_rules_own_words() -> None:
    entries = rulebook(BOOK).entries
    assert entries["AB-1.1"].text == "Two players, see AB-2.1 for turns."
    assert entries["AB-1.2"].text == "[ED] An edition's own rule."
    assert entries["AB-1.3"].text == "A rule in backticks."
    assert entries["AB-D1"].text == "who decides · the active player"
    assert entries["AB-EX1"].text == "an example (AB-1.1): given, when, then."
    assert entries["AB-1.1"].line == 5


def test_a_heading_over_rules_needs_nothing_itself() -> None:
    entries = rulebook(BOOK).entries
    assert entries["AB-1"].section
    assert not entries["AB-1"].needs_rule
    assert not entries["AB-1"].needs_test
    assert not entries["AB-2"].section
    assert entries["AB-2"].needs_rule


def test_an_example_needs_a_test_but_no_rule() -> None:
    entry = rulebook(BOOK).entries["AB-EX1"]
    assert entry.needs_test
    assert not entry.needs_rule


def test_an_id_defined_twice_is_kept_and_told() -> None:
    book = rulebook("- **AB-1** one\n- **AB-1** two\n")
    assert book.entries["AB-1"].text == "one"
    assert [entry.line for entry in book.twice] == [2]


def test_a_rulebook_of_tables_only() -> None:
    assert list(rulebook("| AB-1 | one |\n| AB-2 | two |\n").entries) == ["AB-1", "AB-2"]


def test_an_id_in_bold_further_on_in_a_line() -> None:
    book = rulebook("- **AB-EX1** one. **AB-EX2** two.\n- **AB-3** as in **AB-EX1**.\n")
    assert {id: entry.text for id, entry in book.entries.items()} == {
        "AB-EX1": "one. **AB-EX2** two.",
        "AB-EX2": "two.",
        "AB-3": "as in **AB-EX1**.",
    }
    assert book.twice == []


def test_longer_ids_are_not_cut_short() -> None:
    assert list(rulebook("- **AB-1.12a** x\n- **AB-1.x** y\n- **AB-3-4** z\n").entries) == ["AB-1.12a"]


def test_a_missing_or_unreadable_rulebook(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"no RULEBOOK\.md"):
        read_rulebook(tmp_path / "RULEBOOK.md")
    (tmp_path / "RULEBOOK.md").write_bytes(b"\xff\xfe")
    with pytest.raises(UsageError, match="UTF-8"):
        read_rulebook(tmp_path / "RULEBOOK.md")


def test_waivers(tmp_path: Path) -> None:
    path = tmp_path / "waivers.toml"
    path.write_text('AB-1.2 = "advice"\n"AB-9.*" = "later"\n[test]\n"AB-1.1" = "nothing to test"\n')
    waivers = read_waivers(path)
    assert waivers.reason("AB-1.2", "rule") == "advice"
    assert waivers.reason("AB-1.2", "test") == "advice"
    assert waivers.reason("AB-9.14", "rule") == "later"
    assert waivers.reason("AB-1.1", "test") == "nothing to test"
    assert waivers.reason("AB-1.1", "rule") is None
    assert waivers.reason("AB-1.20", "rule") is None
    assert waivers.ids() == ["AB-1.2", "AB-9.*", "AB-1.1"]


def test_no_waivers(tmp_path: Path) -> None:
    assert read_waivers(tmp_path / "waivers.toml") == Waivers()


@pytest.mark.parametrize("text", ["not toml", '"AB-1" = ""', '"AB-1" = 3', 'rule = "AB-1"'])
def test_broken_waivers_are_a_clear_error(tmp_path: Path, text: str) -> None:
    path = tmp_path / "waivers.toml"
    path.write_text(text)
    with pytest.raises(UsageError, match=r"waivers\.toml"):
        read_waivers(path)


def test_a_rule_is_quoted_by_its_first_sentences() -> None:
    text = (
        "- **AB-1.1** You draw *one* card. You may not look at it. (004:12-14)\n- **AB-1.2** Pay `2` coins.\n"
    )
    assert first_sentences(text) == {
        "AB-1.1": "You draw *one* card. You may not look at it.",
        "AB-1.2": "Pay 2 coins.",
    }


def test_sentences_are_quoted_as_long_as_they_are_short_together() -> None:
    long = "Every player takes one card for each of the lands that they hold. " * 6
    assert first_sentences(f"- **AB-1.1** {long}")["AB-1.1"].count(".") == 3
