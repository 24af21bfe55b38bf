"""The words and signs of a line of Python, and strings in the quotes that black prefers."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from .formatter import Unusual

TOKEN = re.compile(
    r"""
      (?P<blank>[ ]+)
    | (?P<string>(?:[rbfuRBFU]{1,2}(?=["']))?(?:\"{3}.*?\"{3}|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'))
    | (?P<name>[^\W\d]\w*)
    | (?P<number>[0-9][\w.]*)
    | (?P<op>\.\.\.|->|\*\*|//|<<|>>|[=!<>]=|[-+*/%|&]=|[-+*/%|&^~@<>=(){}\[\],:.])
    | (?P<comment>\#[^\n]*)
    """,
    re.VERBOSE,
)


def tokens_of(code: str) -> tuple[list[str], str]:
    """The words and signs of a line, and the comment at its end."""
    found: list[str] = []
    comment = ""
    at = 0
    for match in TOKEN.finditer(code):
        if match.start() != at or comment:
            raise Unusual
        at = match.end()
        kind = match.lastgroup
        if kind == "comment":
            comment = match[0]
        elif kind != "blank":
            found.append(match[0])
    if at != len(code):
        raise Unusual
    return found, comment


def width(text: str) -> int:
    """How many columns a text takes."""
    if text.isascii():
        return len(text)
    for c in text:
        if unicodedata.combining(c) or unicodedata.east_asian_width(c) in "WF" or not c.isprintable():
            raise Unusual
    return len(text)


def is_string(token: str) -> bool:
    """True if a word is a string."""
    return token[-1] in "\"'"


def is_name(token: str) -> bool:
    """True if a word is a name or a keyword."""
    return (token[0].isalpha() or token[0] == "_") and not is_string(token)


@lru_cache(maxsize=100_000)
def string(token: str) -> str:
    """A string in the quotes that black prefers: double, unless that needs more backslashes."""
    if token[0] not in "\"'" or token.startswith('"""'):
        raise Unusual
    quote, text = token[0], token[1:-1]
    if "\\" not in text:
        return token if quote == '"' or '"' in text else f'"{text}"'
    if re.search(r"\\N|\\[xuU][0-9a-f]*[A-F]", text):
        raise Unusual
    other = '"' if quote == "'" else "'"
    text = twice(rf"([^\\]|^)\\((?:\\\\)*){other}", rf"\1\2{other}", text)
    changed = twice(rf"([^\\]|^)\\((?:\\\\)*){quote}", rf"\1\2{quote}", text)
    changed = twice(rf"(([^\\]|^)(\\\\)*){other}", rf"\1\\{other}", changed)
    more = changed.count("\\") - text.count("\\")
    if more > 0 or (more == 0 and quote == '"'):
        return f"{quote}{text}{quote}"
    return f"{other}{changed}{other}"


def twice(pattern: str, by: str, text: str) -> str:
    """A text in which a pattern was replaced, also where two matches touch."""
    return re.sub(pattern, by, re.sub(pattern, by, text))


def first_word(code: str) -> str:
    """The first word of a line, or the sign with which it begins."""
    if code[0] in "#@":
        return code[0]
    if code.startswith('"""'):
        return '"""'
    found = re.match(r"\w*", code)
    return found[0] if found else ""


def stripped(comment: str) -> str:
    """A comment as black has it."""
    if not comment.startswith("# ") or comment.startswith(("# type:", "# fmt:", "# pylint")):
        raise Unusual
    return comment.rstrip()
