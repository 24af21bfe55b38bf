"""The rule ids that a rulebook defines, with their texts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

# TM-4.12, TM-4, TM-R16, TM-EX18, TA-E.3, TA-7.4a
ID = r"[A-Z][A-Z0-9]*-(?:[A-Z]+\.?)?\d+(?:\.\d+)*[a-z]?"
# What may stand before an id that opens a line: a list's dash or number, a heading's #, a table's bar; ** or `.
_OPENING = re.compile(
    rf"^\s*(?P<lead>[-*+]\s+|\d+[.)]\s+|\#{{1,6}}\s+|\|\s*|>\s*)?(?P<mark>\*\*|__|`)?(?P<id>{ID})(?![\w-]|\.\w)(?P<rest>.*)$"
)
_BLOCK = re.compile(r"^\s*([-*+]\s|\d+[.)]\s|#|\||>|```|~~~)")
_BOLD = re.compile(rf"\*\*({ID})\*\*")
_FENCE = re.compile(r"^\s*(```|~~~)")
_SENTENCE = re.compile(r"(.*?[.!?])(?=\s|$)")
_REFERENCES = re.compile(r"\s*\([\d:,;\s–-]+\)\.?$")  # lines of the printed book, as in (004:12-14)
LONGEST = 240  # characters of sentences that are quoted together


@dataclass(frozen=True, slots=True)
class Entry:
    """An id where the rulebook defines it."""

    id: str
    line: int
    text: str
    section: bool = False  # a heading whose rules have ids of their own

    @property
    def needs_rule(self) -> bool:
        """A worked example (``TM-EX18``) is a test and nothing else; a heading only gathers rules."""
        return not self.section and not self.id.partition("-")[2].startswith("EX")

    @property
    def needs_test(self) -> bool:
        """True if an example must test it; a heading needs none."""
        return not self.section


@dataclass(slots=True)
class Rulebook:
    """The rule ids that a rulebook defines."""

    entries: dict[str, Entry] = field(default_factory=dict)
    twice: list[Entry] = field(default_factory=list)  # later definitions of an id that has one already


def rulebook(text: str) -> Rulebook:
    """Finds the ids that open a line, or stand in bold further on in it.

    The latter, and the rows of tables, often speak of an id again: they define it only if nothing else does.
    """
    book = Rulebook()
    rows: list[Entry] = []
    for entry, lead in _openings(text):
        if lead in {"|", "**"}:
            rows.append(entry)
        elif entry.id in book.entries:
            book.twice.append(entry)
        else:
            book.entries[entry.id] = entry
    # A table of components numbers its rows as well (`| CARD-3 | …`): only the rules' own prefix counts.
    prefixes = {_prefix(id) for id in book.entries} or {_prefix(entry.id) for entry in rows}
    for entry in rows:
        if _prefix(entry.id) in prefixes:
            book.entries.setdefault(entry.id, entry)
    _mark_sections(book)
    book.entries = dict(sorted(book.entries.items(), key=lambda item: item[1].line))
    return book


def _prefix(id: str) -> str:
    """The letters before the number of an id."""
    return id.partition("-")[0]


def _openings(text: str) -> Iterator[tuple[Entry, str]]:
    """Entries with the character that opens their line; fenced blocks are skipped."""
    lines = text.split("\n")
    fenced = False
    for number, line in enumerate(lines, 1):
        if _FENCE.match(line):
            fenced = not fenced
        match = None if fenced else _opening(line)
        if match is None:
            continue
        lead = (match["lead"] or "").strip()[:1]
        rest = match["rest"] if lead in {"|", "#"} else " ".join((match["rest"], *_continued(lines[number:])))
        cleaned = _clean(rest, match["mark"] or "", lead)
        yield Entry(match["id"], number, cleaned, lead == "#"), lead
        for further in _BOLD.finditer(rest):
            yield Entry(further[1], number, _clean(rest[further.end() :], "", "")), "**"


def _opening(line: str) -> re.Match[str] | None:
    """The id that a line defines; a sentence may happen to break before an id, which defines nothing."""
    match = _OPENING.match(line)
    return match if match and (match["lead"] or match["mark"]) else None


def _continued(lines: list[str]) -> Iterator[str]:
    """The lines that go on with the paragraph or the list item before them."""
    for line in lines:
        if not line.strip() or _BLOCK.match(line) or _opening(line):
            return
        yield line.strip()


def _clean(rest: str, mark: str, lead: str) -> str:
    """The rule's own words after its id, without the marks of the table, the list or the emphasis."""
    text = rest.replace(mark, "", 1) if mark else rest
    if lead == "|":
        cells = [cell.strip() for cell in text.strip().strip("|").split("|")]
        text = " · ".join(cell for cell in cells if cell)
    return text.strip().lstrip(":.—–-").strip()


def _mark_sections(book: Rulebook) -> None:
    """A heading without numbered rules under it is a rule itself."""
    parents = {entry.id.rpartition(".")[0] for entry in book.entries.values() if not entry.section}
    for entry in list(book.entries.values()):
        if entry.section and entry.id not in parents:
            book.entries[entry.id] = Entry(entry.id, entry.line, entry.text)


def first_sentences(text: str) -> dict[str, str]:
    """The first sentences of each rule by its id, as many as are short together; headings are left out."""
    found: dict[str, str] = {}
    for id, entry in rulebook(text).entries.items():
        plain = _REFERENCES.sub("", entry.text.replace("**", "").replace("`", "").replace("|", " "))
        said = ""
        for sentence in _SENTENCE.findall(" ".join(plain.split())):
            if said and len(said) + len(sentence) >= LONGEST:
                break
            said = f"{said} {sentence.strip()}".strip()
        if said and not entry.section and len(said) <= 2 * LONGEST and said.isprintable():
            found[id] = said
    return found
