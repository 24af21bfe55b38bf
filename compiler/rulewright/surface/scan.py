"""A quick look over a file before it is parsed: bounds against hostile input, and faults of layout."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from rulewright.diagnostics import Diagnostic, error, warning
from rulewright.surface.ast import Span

MAX_SIZE = 1_000_000  # characters of a file
MAX_LINE = 1_000  # characters of a line
MAX_INDENT = 40  # levels of indentation
MAX_DEPTH = 100  # operators, brackets and dots that one expression may pile up
MAX_DIGITS = 9
MAX_PROBLEMS = 20  # reported for one file

_FORBIDDEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufffe\uffff\ud800-\udfff]"
)
_CONTINUED = re.compile(r' *((where|so +that|and|or|once +per)\b|\||(as|else) *"|from +[A-Za-z0-9_(]|[\[+])')
_TOKEN = re.compile(
    r"""(?P<space>[ ]+)
    | (?P<word>[A-Za-z_][A-Za-z0-9_]*)
    | (?P<number>[0-9]+)
    | (?P<string>"[^"\n]*")
    | (?P<source>\[[^\]\n]*\])
    | (?P<comment>\#[^\n]*)
    | (?P<foreign>==|!=|<>|&&|\|\||\*\*|//|\*=|/=|\+\+|--(?=[ ]*(?:\n|\[|\#))|:=|=>|->|[%;{}'!&])
    | (?P<open>\()
    | (?P<close>\))
    | (?P<apart>[,|])
    | (?P<deep>\.\.|[-+]=|[<>]=|[-+*/<>=.])
    | (?P<line>\n)
    | (?P<other>.)""",
    re.VERBOSE,
)


def words(text: str) -> frozenset[str]:
    """The words of a text as a set."""
    return frozenset(text.split())


_DEEP_WORDS = words("and or not is in if else where for by of")
_FOREIGN_WORDS = {"True": "yes", "true": "yes", "False": "no", "false": "no", "None": "none", "null": "none"}
_FOREIGN = {
    "==": "two values are compared by a single `=`",
    "!=": "write `is not`, or `not (a = b)` for numbers",
    "<>": "write `is not`, or `not (a = b)` for numbers",
    "!": "write `not`",
    "&&": "write `and`",
    "&": "write `and`",
    "||": "write `or`; an empty cell of a table is `-`",
    "**": "multiply: `n * n`",
    "*=": "write `x = x * n`",
    "/=": "write `x = x / n`",
    "++": "write `x += 1`",
    "--": "write `x -= 1`",
    "//": "`/` already divides without remainder; a comment begins with `#`",
    "%": "write `mod(a, b)`",
    ":=": "write `let name = value`",
    "=>": "write `>=` to compare",
    "->": "write `=` before the value",
    ";": "write each statement on a line of its own",
    "{": "braces stand only inside strings; a block is indented",
    "}": "braces stand only inside strings; a block is indented",
    "'": 'strings stand in double quotes: "text"',
}


class Line(NamedTuple):
    """A line that begins something new: not blank, no comment, no continuation."""

    number: int
    indent: int


class Scan(NamedTuple):
    """What the quick look found: the text, its lines, and its problems."""

    text: str  # with plain line ends, and one at the end
    lines: list[Line]
    problems: list[Diagnostic]


def scan(path: str, text: str) -> Scan:
    """Checks everything that can be seen without the grammar."""
    if len(text) > MAX_SIZE:
        return Scan("", [], [_too_big(path)])
    problems = list(_line_ends(path, text))
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    if not text.endswith("\n"):
        text += "\n"
    problems += _characters(path, text)
    expressions = _Expressions(path, text)
    found = expressions.check()
    lines = [line for line in _lines(text) if line.number not in expressions.joined]
    problems += _indentation(path, lines)
    return Scan(text, lines, problems + found)


def _too_big(path: str) -> Diagnostic:
    """The problem of a file that is too large to be parsed."""
    return error(
        "RW114",
        f"the file has more than {MAX_SIZE:,} characters",
        Span(path, 1, 1, 1, 1),
        hint="split the game into several files",
    )


def _line_ends(path: str, text: str) -> Iterator[Diagnostic]:
    """Warnings of a byte order mark and of Windows line ends."""
    if text.startswith("\ufeff"):
        message = "the file begins with a byte order mark"
        yield warning("RW116", message, Span(path, 1, 1, 1, 1), hint="`rulewright fmt` removes it")
    if "\r\n" in text:
        line = text.count("\n", 0, text.index("\r\n")) + 1
        message = "the file has Windows line ends"
        yield warning(
            "RW115", message, Span(path, line, 1, line, 1), hint="`rulewright fmt` makes them plain"
        )


def _characters(path: str, text: str) -> Iterator[Diagnostic]:
    """Problems of lines that are too long and of characters that cannot stand in a file."""
    lines = enumerate(text.split("\n"), 1)
    for number, line in islice(((n, line) for n, line in lines if len(line) > MAX_LINE), MAX_PROBLEMS):
        message = f"the line has {len(line):,} characters, more than {MAX_LINE:,}"
        yield error("RW114", message, Span(path, number, MAX_LINE + 1, number, MAX_LINE + 2))
    for found in islice(_FORBIDDEN.finditer(text), MAX_PROBLEMS):
        span = _span_at(path, text, found.start())
        character = found.group()
        if character == "\r":
            yield error("RW115", "a line ends with a carriage return alone", span)
        else:
            message = f"the invisible character U+{ord(character):04X} cannot stand in a rules file"
            yield error("RW108", message, span, hint="delete it")


def _span_at(path: str, text: str, index: int, length: int = 1) -> Span:
    """The span of so many characters from an index on."""
    line = text.count("\n", 0, index) + 1
    column = index - text.rfind("\n", 0, index)
    return Span(path, line, column, line, column + length)


# ---------------------------------------------------------------- indentation


def _lines(text: str) -> Iterator[Line]:
    """The lines that say something new: no blank ones, comments, or ones that go on with the line before."""
    for number, line in enumerate(text.split("\n"), 1):
        words = line.lstrip(" \t")
        if words and words[0] != "#" and not (words[0] in "wsaoef[|+" and _CONTINUED.match(words)):
            yield Line(number, len(line) - len(words))


def _indentation(path: str, lines: list[Line]) -> Iterator[Diagnostic]:
    """Problems of indentation: a level that fits none above, or too many of them."""
    levels = [0]
    for line in lines:
        span = Span(path, line.number, 1, line.number, line.indent + 1)
        if line.indent > levels[-1]:
            if line.number == lines[0].number:
                yield error("RW104", "the first line is indented", span, hint="begin it at the margin")
                continue
            levels.append(line.indent)
            if len(levels) > MAX_INDENT:
                yield error("RW114", f"more than {MAX_INDENT} levels of indentation", span)
                return
        else:
            while line.indent < levels[-1]:
                levels.pop()
            if line.indent != levels[-1]:
                yield _uneven(span, levels[-1], line.indent)
                levels.append(line.indent)


def _uneven(span: Span, outer: int, indent: int) -> Diagnostic:
    """The problem of a line whose indentation fits no line above it."""
    return error(
        "RW104",
        f"the line is indented by {indent} spaces, which fits no line above it",
        span,
        expected=f"{outer} spaces, as the block around it, or the same as the line above",
        hint="each level is indented by 4 spaces",
    )


# ---------------------------------------------------------------- brackets, strings, depth


class _Expressions:
    """Follows brackets and operators through each line; what it counts bounds the depth of the tree."""

    def __init__(self, path: str, text: str) -> None:
        self.path = path
        self.text = text
        self.problems: list[Diagnostic] = []
        self.line, self.line_at = 1, 0  # number of the line and where it begins
        self.joined: set[int] = set()  # lines that go on after a comma at the end of the one before
        self.begin_line()

    def begin_line(self) -> None:
        """Forgets brackets and depth, for a line that begins something new."""
        self.indent = -1  # of the line that begins something new; not known yet
        self.after_comma = False
        self.opened: list[int] = []  # places of the open brackets
        self.counts = [0]  # for each bracket level, what the expression so far piles up
        self.total = 0
        self.reported = False

    def check(self) -> list[Diagnostic]:
        """The problems of brackets, depth, numbers, strings and foreign signs in the whole text."""
        for found in _TOKEN.finditer(self.text):
            kind = found.lastgroup
            if kind == "space" or kind == "comment":
                continue
            if kind != "line":
                self.word_at(found.start())
                self.after_comma = found.group() in (",", "=")
            if kind == "word":
                word = found.group()
                if word in _DEEP_WORDS:
                    self.deepen(found.start())
                elif word in _FOREIGN_WORDS:
                    self.foreign_word(found.start(), word)
            elif kind == "deep":
                self.deepen(found.start())
            elif kind == "apart":
                self.total -= self.counts[-1]
                self.counts[-1] = 0
            elif kind == "open":
                self.deepen(found.start())
                self.opened.append(found.start())
                self.counts.append(0)
            elif kind == "close":
                self.close(found.start())
            elif kind == "line":
                self.line, self.line_at = self.line + 1, found.end()
                if not self.after_comma and not _CONTINUED.match(self.text, found.end()):
                    self.end_line()
            elif kind not in ("string", "source"):
                self.other(kind or "", found.start(), found.group())
            if len(self.problems) > MAX_PROBLEMS:
                break
        return self.problems

    def word_at(self, index: int) -> None:
        """The first word of a line that goes on after a comma stands deeper than the line where it began."""
        if self.indent < 0:
            self.indent, self.begun = index - self.line_at, self.line
        elif self.after_comma and self.line not in self.joined and self.line != self.begun:
            self.joined.add(self.line)
            if index - self.line_at <= self.indent:
                message = "the line above ends with a comma or `=`, but this one does not go on with it"
                self.report("RW104", message, index, hint="indent it deeper, or mend the line above")

    def deepen(self, index: int) -> None:
        """Counts an operator or bracket, and reports an expression that piles up too many."""
        self.counts[-1] += 1
        self.total += 1
        if self.total > MAX_DEPTH and not self.reported:
            self.reported = True
            message = f"the expression piles up more than {MAX_DEPTH} operators and brackets"
            self.report("RW114", message, index, hint="give parts of it a name with `define` or `let`")

    def close(self, index: int) -> None:
        """Closes a bracket, or reports that none is open."""
        if not self.opened:
            self.report("RW107", "this bracket was not opened", index)
            return
        self.opened.pop()
        self.total -= self.counts.pop()
        self.deepen(index)  # f()()() is deep although its brackets are closed

    def end_line(self) -> None:
        """Reports a bracket that is still open, and begins the next line."""
        if self.opened:
            hint = (
                "a bracket closes on its line, or on one that goes on with it after a comma, where, and, or"
            )
            self.report("RW107", "this bracket is not closed", self.opened[-1], hint=hint)
        self.begin_line()

    def foreign_word(self, index: int, word: str) -> None:
        """Reports a word of other languages, with the one that is written here."""
        self.report("RW111", f"`{word}` is not a word of the language", index, len(word), _write(word))

    def other(self, kind: str, index: int, sign: str) -> None:
        """Reports a sign, number or string that cannot stand there."""
        if kind == "foreign":
            message = f"`{sign}` is not a sign of the language"
            self.report("RW110", message, index, len(sign), _FOREIGN.get(sign))
        elif kind == "number":
            if len(sign) > MAX_DIGITS:
                self.report("RW114", f"a number has more than {MAX_DIGITS} digits", index, len(sign))
        elif sign == '"':
            message = "the string is not closed on its line"
            self.report("RW106", message, index, hint='close it with `"`; a string cannot contain one')
        elif sign == "\t":
            message = "a tab is used for layout"
            self.report("RW109", message, index, hint="indent each level by 4 spaces")
        elif sign == "[":
            self.report("RW107", "the rule id is not closed", index, hint="write `]` after the last id")
        elif sign not in ":?" and not _FORBIDDEN.match(sign):
            self.foreign_character(index, sign)

    def foreign_character(self, index: int, sign: str) -> None:
        """Reports a character that can only stand in strings."""
        if sign.isspace():
            message = f"the blank U+{ord(sign):04X} is not a plain space"
            self.report("RW108", message, index, hint="write a plain space")
        else:
            hint = "names are written with the letters a to z, digits and _" if sign.isalnum() else None
            self.report("RW108", f"`{sign}` cannot stand outside a string", index, hint=hint)

    def report(self, code: str, message: str, index: int, length: int = 1, hint: str | None = None) -> None:
        """Adds a problem, unless the same line already has one."""
        span = _span_at(self.path, self.text, index, length)
        if not self.problems or self.problems[-1].span.line != span.line:  # the rest is mostly a consequence
            self.problems.append(error(code, message, span, hint=hint))


def _write(word: str) -> str:
    """The hint that names the word of this language."""
    return f"write `{_FOREIGN_WORDS[word]}`"


def comments(text: str) -> Iterator[tuple[int, str]]:
    """The comments of a text that has passed the scan, each with its line."""
    number = 1
    for found in _TOKEN.finditer(text):
        if found.lastgroup == "line":
            number += 1
        elif found.lastgroup == "comment":
            yield number, found.group()
