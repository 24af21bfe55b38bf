"""Black's layout of emitted code, mostly without black.

Black formats about 3 000 lines a second, and nine tenths of what we emit it would only space out: short
statements, and tables of calls and literals. Those are laid out here, by black's own rules. Every statement that
is too long for that, and every function of an unusual shape, goes to black by itself and is kept in `KNOWN`,
which the tools keep on disk with all other functions: after an edit only what has changed is laid out. The result is always that of
`black` for the whole module; tests/stages/test_layout.py compares the two.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from .formatter import KNOWN, Unusual, black
from .lines import statement
from .tokens import first_word, stripped

SEVERAL = 100  # modules that are looked up
WHOLE: dict[str, tuple[str, dict[str, str]]] = {}  # module -> its layout, and the pieces that went into it
WORTH_KEEPING = 60  # letters; what is shorter is laid out as quickly as it is looked up
TEXT = re.compile(r"""\"{3}.*?\"{3}|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'""")
COMMENT = re.compile(TEXT.pattern + r"|#.*")


@dataclass(slots=True)
class Item:
    """A statement of a module with all that is inside it, or a comment."""

    kind: str  # text, comment, import, plain, block (def, class)
    lines: list[str]
    blank: int  # empty lines before it


def formatted(text: str) -> str:
    """A module as black lays it out; one that did not change since it was last laid out in this process is looked up."""
    known = WHOLE.get(text)
    if known is None:
        others, KNOWN.used = KNOWN.used, {}
        try:
            made = assembled(items(text))
        except Unusual:
            made = black(text)
        known = WHOLE[text] = made, KNOWN.used
        KNOWN.used = others
        if len(WHOLE) > SEVERAL:
            WHOLE.pop(next(iter(WHOLE)), None)
    made, pieces = known
    KNOWN.used.update(pieces)
    return made


def assembled(found: list[Item]) -> str:
    """The statements of a module with the empty lines between them."""
    lines: list[str] = []
    previous: Item | None = None
    for item in found:
        if previous is not None:
            lines.extend([""] * gap(previous, item, previous is found[0]))
        lines.extend(laid_out(item))
        previous = item
    return "\n".join(lines) + "\n" if lines else ""


def items(text: str) -> list[Item]:
    """The statements and comments of a module, each with its lines."""
    found: list[Item] = []
    blank = 0
    depth = 0  # of open brackets
    decorated = inside = False  # a text of several lines
    for line in text.split("\n"):
        quotes = line.count('"""') % 2
        if inside:
            found[-1].lines.append(line)
            inside = not quotes
            continue
        if quotes and found and found[-1].kind == "block" and line[0] == " " and depth == 0:
            found[-1].lines.append(line)
            inside, blank = True, 0
            continue
        if not line.strip():
            if depth == 0 and found and found[-1].kind in ("block", "plain"):
                found[-1].lines.append("")  # black decides inside; at the end they are taken away
            blank += 1
            continue
        if quotes or (not found and line[0] in " )]}"):
            raise Unusual  # a text of several lines outside of a function
        if depth > 0 or line[0] in " )]}":
            found[-1].lines.append(line)
        elif decorated:
            found[-1].lines.append(line)
            decorated = line[0] == "@"
        else:
            if found:
                strip(found[-1])
            word = re.match(r"\w*", line)
            first = word[0] if word else ""
            if line[0] == "#":
                kind = "comment"
            elif line.startswith('"""'):
                kind = "text"
            elif first in ("def", "class") or line[0] == "@":
                kind = "block"
                decorated = line[0] == "@"
            elif first in ("elif", "else", "except", "finally"):
                raise Unusual
            else:
                kind = "import" if first in ("from", "import") else "plain"
            found.append(Item(kind, [line], min(blank, 2)))
        depth += brackets(line)
        blank = 0
    if found:
        strip(found[-1])
    return found


def strip(item: Item) -> None:
    """Drops empty lines at the end."""
    while item.lines and not item.lines[-1]:
        item.lines.pop()


def brackets(line: str) -> int:
    """How many brackets a line opens, less those that it closes."""
    if "'" in line or '"' in line or "#" in line:
        line = COMMENT.sub("", line)
    return sum(map(line.count, "([{")) - sum(map(line.count, ")]}"))


def gap(previous: Item, item: Item, first: bool) -> int:
    """Empty lines between two statements of a module."""
    if item.kind == "block":
        if previous.kind == "comment" and item.blank == 0:
            raise Unusual
        return 2
    if previous.kind == "block":
        return 2
    if first and previous.kind == "text":
        return 1
    if previous.kind == "import" and item.kind != "import":
        return 1
    return item.blank


def laid_out(item: Item) -> list[str]:
    """The lines of a statement of a module; one that did not change since it was last laid out is looked up."""
    text = "\n".join(item.lines)
    if len(text) < WORTH_KEEPING:
        return anew(item)
    found = KNOWN.get(text)
    if found is None:
        found = "\n".join(anew(item))
        KNOWN.put(text, found)
    return found.split("\n")


def anew(item: Item) -> list[str]:
    """The lines of a statement that is not known yet."""
    if item.kind in ("comment", "text"):
        try:
            return [stripped(item.lines[0]) if item.kind == "comment" else docstring(item.lines[0])]
        except Unusual:
            return black("\n".join(item.lines) + "\n").rstrip("\n").split("\n")
    try:
        return body(item.lines)
    except Unusual:
        return black("\n".join(item.lines) + "\n").rstrip("\n").split("\n")


def body(source: list[str]) -> list[str]:
    """The lines of a function, a class or another statement."""
    lines: list[str] = []
    at = 0
    previous = ""  # the first word of the statement before
    in_class = False
    blank = 0
    while at < len(source):
        line = source[at]
        if not line:
            blank += 1
            at += 1
            continue
        code = line.lstrip(" ")
        indent = len(line) - len(code)
        if indent % 4 or code.count('"""') % 2:
            raise Unusual
        depth = indent // 4
        at += 1
        if code.startswith('"""') and code.count('"""') == 1:
            end = next(i for i in range(at, len(source)) if '"""' in source[i]) + 1
            if previous != "def" or blank or not is_tidy(source[at - 1 : end], indent):
                raise Unusual
            lines.extend(source[at - 1 : end])
            at, previous = end, '"""'
            continue
        level = brackets(code)
        if level > 0:  # it goes on in the next lines
            parts = [code]
            while level > 0:
                if at == len(source) or "#" in TEXT.sub("", source[at - 1]):
                    raise Unusual
                parts.append(source[at].strip())
                level += brackets(source[at])
                at += 1
            code = " ".join(parts)
        word = first_word(code)
        nested = depth > 0 and word in ("def", "class", "@")
        if nested and (not in_class or depth > 1):
            raise Unusual
        if nested and lines and previous not in ("class", "@"):
            lines.append("")
        elif previous == '"""' and in_class and depth == 1:
            lines.append("")
        elif blank:
            raise Unusual
        in_class = in_class or (depth == 0 and word == "class")
        if depth > 0 and word in ("from", "import"):
            raise Unusual
        if word == '"""':
            if previous not in ("def", "class"):
                raise Unusual
            lines.append(" " * indent + docstring(code))
        elif word == "#":
            lines.append(" " * indent + stripped(code))
        else:
            lines.extend(statement(code, depth))
        previous = word
        blank = 0
    return lines


def is_tidy(text: list[str], indent: int) -> bool:
    """True if a docstring of several lines is as black has it."""
    margin, inner = " " * indent, [line for line in text[1:] if line]
    return (
        text[-1] == f'{margin}"""'
        and text[-2] != ""
        and text[0][indent + 3 : indent + 4] not in (" ", '"', "")
        and all(line.startswith(margin) for line in inner)
        and all(line == line.rstrip() and line.isprintable() and "\\" not in line for line in text if line)
    )


def docstring(code: str) -> str:
    """A docstring of one line as black has it."""
    text = code.rstrip()
    inner = text[3:-3]
    if not text.endswith('"""') or len(text) < 7 or inner != inner.strip() or '"""' in inner:
        raise Unusual
    if inner[0] == '"' or inner[-1] in '"\\' or "\\" in inner or not text.isprintable():
        raise Unusual
    return text
