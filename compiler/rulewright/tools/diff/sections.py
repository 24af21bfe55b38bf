"""Where a player would look for a unit: components, setup, turn, actions, scoring, end."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from rulewright.tools.diff.report import Section
from rulewright.tools.diff.units import Unit
from rulewright.tools.rulebook import Rulebook

# What headings of rulebooks and names of rules speak of; the first that fits counts.
_WORDS: tuple[tuple[Section, str], ...] = (
    ("end", r"winner|victory|the end\b|end of the game|end_game|tie"),
    ("scoring", r"scor|domination|majorit|points"),
    ("setup", r"setup|preparation|starting|the deal"),
    ("actions", r"action|warriors|specialists|advisors|conquest|build|upgrade|betting|locations?\b"),
    ("turn", r"turn|round|phase|course|structure of|play\b|spring|summer|autumn|winter"),
    ("components", r"component|what you need|board|data|map"),
)
_THINGS = ("property", "resource", "kind", "member", "board", "piece", "field")


class Sections:
    """Sorts the units of one game; headings of the rulebook tell more than names."""

    def __init__(self, book: Rulebook, text: str) -> None:
        self.headings = _headings(book, text)

    def of(self, unit: Unit, ids: Iterable[str] | None = None) -> Section:
        """The section of a unit; `ids` are those of both sides, if there are two."""
        sort = unit.key.partition(":")[0]
        if sort == "words":
            return "words"
        if sort in _THINGS:
            return "components"
        if unit.what == "action":
            return "actions"
        return self._by_headings(unit.ids if ids is None else ids) or _by_words([unit.name]) or "turn"

    def _by_headings(self, ids: Iterable[str]) -> Section | None:
        """The section that the heading above one of these ids speaks of, or None."""
        return next((found for id in ids if (found := _by_words(self.headings.get(id, [])))), None)


def _by_words(texts: Iterable[str]) -> Section | None:
    """The section that a word of these texts speaks of, or None."""
    for text in texts:
        for section, pattern in _WORDS:
            if re.search(pattern, text.lower()):
                return section
    return None


def _headings(book: Rulebook, text: str) -> Mapping[str, list[str]]:
    """The headings above each id, the nearest first."""
    above: list[tuple[int, str]] = []  # depth, heading
    at: dict[int, list[str]] = {}
    lines = text.split("\n")
    for number, line in enumerate(lines, 1):
        match = re.match(r"(#+)\s+(.*)", line)
        if match:
            depth = len(match[1])
            above = [*(h for h in above if h[0] < depth), (depth, match[2])]
        # The title of the whole book says nothing about a single rule.
        at[number] = [heading for depth, heading in reversed(above) if depth > 1]
    return {id: at.get(entry.line, []) for id, entry in book.entries.items()}
