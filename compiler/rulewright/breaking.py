"""Lines of a rules file as the formatter sees them, and where those that are too long are broken."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import pairwise

from lark import Token

INDENT = 4
CONTINUED = 8  # a line that goes on with the one before is indented by so much more
RULE_IDS = 70  # the column before the rule ids
WIDTH = 120  # a longer line is broken, if it can be

_OPERANDS = frozenset(("NAME", "NUMBER", "STRING", "RPAR", "ASSUMED"))  # what an operand can end with
_NO_SPACE_BEFORE = frozenset(("COMMA", "RPAR", "COLON", "DOT", "ASSUMED", "RANGE"))
_NO_SPACE_AFTER = frozenset(("LPAR", "DOT"))
_SPELT = {"OR_NONE": "or none", "COMMA": ","}  # whatever blanks the file has in them
_NOT_AFTER_RANGE = frozenset(("EQUAL", "OR_NONE"))  # `0.. = 1`, `0.. or none`


@dataclass
class Line:
    """A line of the file, blank or with words or a comment."""

    number: int
    old_indent: int
    level: int = 0
    continued: bool = False
    parent: int = 0  # number of the line that opened the block
    words: list[Token] = field(default_factory=list)
    source: Token | None = None
    comment: str = ""
    code: str = ""  # the words, laid out
    ids_at: int = RULE_IDS

    @property
    def blank(self) -> bool:
        """True if nothing stands on the line."""
        return not self.words and self.source is None and not self.comment

    @property
    def indent(self) -> int:
        """The number of blanks before it."""
        return self.level * INDENT + (CONTINUED if self.continued else 0)

    def laid_out(self) -> str:
        """The code of the line with its indentation."""
        return " " * self.indent + spaced(self.words) if self.words else ""


def render(line: Line) -> str:
    """The whole line: code, rule ids in their column, comment."""
    text = line.code
    if line.source is not None:
        found = ids(line.source)
        at = line.ids_at
        if not text:  # the ids have a line of their own
            at = max(line.indent, min(at, WIDTH - len(found)))
        text = text.ljust(at if len(text) + 2 <= at else len(text) + 2) + found
    if line.comment:
        text = f"{text}  {line.comment}" if text else " " * line.indent + line.comment
    return text


# ---------------------------------------------------------------- words of a line


def spaced(words: list[Token]) -> str:
    """The words with the canonical spaces between them."""
    text = ""
    before = last = ""  # types of the two words before
    for word in words:
        kind = word.type
        if text and _space(before, last, kind):
            text += " "
        text += _SPELT.get(kind, word.value)
        before, last = last, kind
    return text


def _space(before: str, last: str, kind: str) -> bool:
    """True if a blank stands between two words, by their sorts."""
    if kind in _NO_SPACE_BEFORE or last in _NO_SPACE_AFTER:
        return False
    if kind == "LPAR":
        return last not in _OPERANDS and last != "RANGE"  # a call: f(x)
    if last == "DASH":
        # Else it is a sign: -1. Two signs stand apart, since `--` is no sign of the language.
        return before in _OPERANDS or kind in ("VBAR", "DASH")
    if last == "RANGE":
        return kind in _NOT_AFTER_RANGE
    return True


def ids(source: Token) -> str:
    """The rule ids of a line in their one form."""
    return "[" + ", ".join(" ".join(part.split()) for part in source.value[1:-1].split(",")) + "]"


# ---------------------------------------------------------------- breaking


def broken(lines: list[Line]) -> list[Line]:
    """The lines, those that are too long broken where a line may go on."""
    found: list[Line] = []
    for sentence in _sentences(lines):
        words = [word for line in sentence for word in line.words]
        if words:
            for way in _ways(words):
                if all(_fits(line) for line in sentence):
                    break
                sentence = [part for line in sentence for part in way(line)]
        found += sentence
    return found


def _sentences(lines: Iterable[Line]) -> Iterator[list[Line]]:
    """Each line with those that go on with it."""
    sentence: list[Line] = []
    for line in lines:
        if sentence and not line.continued:
            yield sentence
            sentence = []
        sentence.append(line)
    if sentence:
        yield sentence


def _fits(line: Line) -> bool:
    """True if a line is not too long."""
    return len(render(replace(line, code=line.laid_out(), comment=""))) <= WIDTH


Way = Callable[[Line], list[Line]]


def _ways(words: list[Token]) -> list[Way]:
    """How a sentence is broken, one way after the other until it fits."""
    types = [word.type for word in words]
    if "VBAR" in types:  # a row of a table is as long as its columns make it
        return [_ids_below, _before("VBAR")] if types[0] in ("KIND", "EXTEND") else []
    if "CHOOSE" in types[:3] or "CHOOSES" in types:
        return [_picks, _joints, _ids_below, _before("AND", "OR"), _after_commas, _before("PLUS")]
    label = [_after_equal] if types[0] == "STRING" and types[1:2] == ["EQUAL"] else []
    return [_ids_below, *label, _before("WHERE"), _before("AND", "OR"), _after_commas, _before("PLUS")]


def _picks(line: Line) -> list[Line]:
    """Of a choice: what is chosen, one under another."""
    head = next(
        (place for place, depth in _depths(line.words) if not depth and _is(line, place, "COLON")), None
    )
    places = [
        place for place, depth in _depths(line.words[:head]) if not depth and _is(line, place - 1, "COMMA")
    ]
    return _cut(line, [place for place in places if place > 0])


def _is(line: Line, place: int, type: str) -> bool:
    """True if the word at a place is of this sort."""
    return line.words[place].type == type


def _joints(line: Line) -> list[Line]:
    """Of a pick: what it is from, where, in which words and what else, one under another."""
    if _fits(line):
        return [line]
    places: list[int] = []
    for place, depth in _depths(line.words):
        word = line.words[place].type
        if depth == 0 and word == "COLON":
            break
        following = line.words[place + 1] if place + 1 < len(line.words) else None
        is_joint = word in ("WHERE", "SO") or (
            following is not None
            and (
                (word in ("AS", "ELSE") and following.type == "STRING")
                or (word == "FROM" and following.type in ("NAME", "NUMBER", "LPAR", "YOUR"))
            )
        )
        if depth == 0 and place > 0 and is_joint:
            places.append(place)
    return _cut(line, places)


def _before(*types: str) -> Way:
    """A way to break a line before words of these sorts that stand in no brackets."""

    def way(line: Line) -> list[Line]:
        if _fits(line):
            return [line]
        at = [place for place, depth in _depths(line.words) if depth == 0 and line.words[place].type in types]
        return _cut(line, [place for place in at if place > 0])

    return way


def _after_commas(line: Line) -> list[Line]:
    """After the last comma that leaves a line short enough, and so on."""
    if _fits(line):
        return [line]
    commas = [place + 1 for place, word in enumerate(line.words[:-1]) if word.type == "COMMA"]
    short = [at for at in commas if _fits(replace(line, words=line.words[:at], source=None))]
    if not short:
        return [line]
    first, rest = _cut(line, short[-1:])
    return [first, *_after_commas(rest)]


def _after_equal(line: Line) -> list[Line]:
    """Of a label in another language: its words on the line below."""
    return _cut(line, [2]) if len(line.words) > 2 and not _fits(line) else [line]


def rows_with_ids_below(lines: list[Line]) -> list[Line]:
    """Rows of tables that have become too long for their ids have these on a line of their own."""
    found: list[Line] = []
    for line in lines:
        is_row = any(word.type == "VBAR" for word in line.words)
        if is_row and line.source is not None and len(render(replace(line, comment=""))) > WIDTH:
            found.append(replace(line, source=None))
            found.append(replace(line, words=[], code="", continued=True, comment="", ids_at=RULE_IDS))
        else:
            found.append(line)
    return found


def _ids_below(line: Line) -> list[Line]:
    """The line with its rule ids on a line of their own, if it is too long."""
    if _fits(line) or line.source is None or not line.words:
        return [line]
    below = replace(line, words=[], continued=True, comment="")
    return [replace(line, source=None), below]


def _depths(words: list[Token]) -> Iterator[tuple[int, int]]:
    """The places of words, each with how many brackets are open there."""
    depth = 0
    for place, word in enumerate(words):
        depth -= word.type == "RPAR"
        yield place, depth
        depth += word.type == "LPAR"


def _cut(line: Line, places: list[int]) -> list[Line]:
    """A line in parts; ids and comment stay at its end."""
    edges = [0, *places, len(line.words)]
    parts = [replace(line, words=line.words[a:b]) for a, b in pairwise(edges)]
    for part in parts[1:]:
        part.continued = True
    for part in parts[:-1]:
        part.source, part.comment = None, ""
    return parts
