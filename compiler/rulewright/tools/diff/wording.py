"""The rulebook's words for the page: sentences without marks and sources, headings, rows of tables under their columns."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from markupsafe import Markup, escape

from rulewright.tools.rulebook import ID, Rulebook

_EDITION = re.compile(r"\[[A-Z]{2}\]\s*")
_SOURCE = re.compile(r"\s*\((?:[^()]*;\s*)?0\d\d:\d[^()]*\)|\s*\b0\d\d:\d[\d,–; :-]*")
_CODE = re.compile(r"`([^`]*)`")
_EMPHASIS = re.compile(r"\*\*([^*]+)\*\*|\*([^*]+)\*")
_HOLE = re.compile(r"\{[^{}]*\}")
_NAMES = re.compile(rf"(?:{ID})(?:,\s*(?:{ID}))*")
_HEAD = re.compile(rf"^(?:{ID}|[\d.]+)\s+")
_END = re.compile(r"(?<=[.;])\s")
SHORT, LONG = 44, 96  # letters of a phrase before a colon, and of a whole sentence, that are a heading


def plain(text: str) -> str:
    """A sentence of the rulebook as one reads it aloud: no marks, no sources, names as words."""
    text = _SOURCE.sub("", _EDITION.sub("", text))
    text = _EMPHASIS.sub(lambda found: found[1] or found[2], text)
    return _CODE.sub(lambda found: humane(found[1]), text).strip()


def humane(name: str) -> str:
    """A name of the rules as words."""
    return name.replace("_", " ")


def filled(label: str) -> str:
    """A label whose holes nobody has filled."""
    return _HOLE.sub("…", label)


def is_figure(text: str | None) -> bool:
    """Whether a value reads as a figure or a name, and not as a formula."""
    return text is None or (
        re.fullmatch(r"[-+]?\d+|[\w ,+–-]+", text) is not None and "your" not in text.split()
    )


@dataclass(frozen=True, slots=True)
class Sentence:
    """What the rulebook says under an id: a text, or the cells of a row with the headings of their columns."""

    id: str
    text: Markup
    cells: list[tuple[str, Markup]] = field(default_factory=list)


class Wording:
    """The words of one rulebook; the names of the two sides are marked in them."""

    def __init__(self, book: Rulebook, text: str, sides: Mapping[str, str]) -> None:
        self.book = book
        self.sides = sides  # name of a variant -> the class of its side
        self.columns = dict(_columns(text))
        self.chapters = dict(_chapters(text))

    def sentence(self, id: str) -> Sentence | None:
        """The sentence or table row of a rule id as HTML, or None if the book has none."""
        entry = self.book.entries.get(id)
        if entry is None or not entry.text:
            return None
        heads = self.columns.get(entry.line, [])
        cells = [cell.strip() for cell in entry.text.split(" · ")]
        if len(heads) < 2 or len(cells) < 2:
            return Sentence(id, self.marked(entry.text))
        pairs = list(zip(heads[-len(cells) :], cells)) if len(cells) <= len(heads) else [("", entry.text)]
        return Sentence(
            id, Markup(), [(head, self.marked(cell)) for head, cell in pairs if not _NAMES.fullmatch(cell)]
        )

    def marked(self, text: str) -> Markup:
        """The plain text, with the names of the two sides in their colours."""
        parts: list[Markup] = []
        for place, part in enumerate(_CODE.split(_SOURCE.sub("", _EDITION.sub("", text)).strip())):
            if place % 2 == 0:
                parts.append(escape(_EMPHASIS.sub(lambda found: found[1] or found[2], part)))
            elif part in self.sides:
                parts.append(Markup('<b class="{}">{}</b>').format(self.sides[part], humane(part)))
            else:
                parts.append(escape(humane(part)))
        return Markup("").join(parts)

    def title(self, ids: list[str]) -> tuple[str, str]:
        """The chapter in which rules stand, and a heading from the first that has one."""
        for id in ids:
            entry = self.book.entries.get(id)
            if entry is not None and entry.text and entry.line not in self.columns:
                return self.chapters.get(entry.line, ""), heading(plain(entry.text))
        return "", ""


def heading(text: str) -> str:
    """The phrase before a colon, or the first sentence, cut where it gets long."""
    phrase, colon, _ = text.partition(": ")
    if colon and len(phrase) <= SHORT:
        return upper(phrase)
    first = _END.split(text, 1)[0].rstrip(".;")
    if len(first) <= LONG:
        return upper(first)
    return upper(first[:LONG].rsplit(" ", 1)[0].rstrip(",;:")) + " …"


def upper(text: str) -> str:
    """A text with a capital letter at its beginning."""
    return text[:1].upper() + text[1:]


def _columns(text: str) -> Iterator[tuple[int, list[str]]]:
    """By line the headings of the table in which it is a row."""
    heads: list[str] = []
    for number, line in enumerate(text.split("\n"), 1):
        if not line.lstrip().startswith("|"):
            heads = []
            continue
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if not heads:
            heads = cells
        yield number, heads


def _chapters(text: str) -> Iterator[tuple[int, str]]:
    """By line the nearest heading above it, without its number."""
    chapter = ""
    for number, line in enumerate(text.split("\n"), 1):
        found = re.match(r"#{2,}\s+(.*)", line)
        if found:
            chapter = _HEAD.sub("", plain(found[1]))
        yield number, chapter
