"""Black's layout of one statement: the spaces between its words and, where it is too long, its lines."""

from __future__ import annotations

import keyword
import re
from bisect import bisect_left
from dataclasses import dataclass
from functools import lru_cache

from .formatter import LENGTH, Unusual, black
from .tokens import first_word, is_name, is_string, string, stripped, tokens_of, width

KEYWORDS = frozenset(keyword.kwlist) - {"None", "True", "False"}
HEADERS = frozenset(
    {"class", "def", "elif", "else", "except", "finally", "for", "if", "try", "while", "with"}
)
ASSIGNMENTS = frozenset({"=", "+=", "-=", "*=", "/=", "%=", "|=", "&="})
OPEN = {"(": ")", "[": "]", "{": "}"}
CLOSE = frozenset(")]}")
# After these, `+`, `-`, `~`, `*` and `**` are signs of one thing, not between two.
BEFORE_SIGN = (
    frozenset("([{,=:+-*/%<>|&^~") | {"==", "!=", "<=", ">=", "//", "**", "<<", ">>", "->"} | ASSIGNMENTS
)
PLAIN_NUMBER = re.compile(r"[0-9][0-9_]*\Z|[0-9]+\.[0-9]+\Z")


def statement(code: str, depth: int) -> tuple[str, ...]:
    """One statement, or the first line of a block, as lines of text."""
    found = own(code, depth)
    return by_black(code, depth) if found is None else found


@lru_cache(maxsize=100_000)
def own(code: str, depth: int) -> tuple[str, ...] | None:
    """Laid out here; None if it is one for black."""
    try:
        return tuple(_Statement(code, depth).lines())
    except Unusual:
        return None


def by_black(code: str, depth: int) -> tuple[str, ...]:
    """As black lays the statement out at its place."""
    if first_word(code) in ("@", "def", "class", "try", "except", "finally", "with", "case"):
        raise Unusual  # black needs more than one line to understand it
    above: list[str] = ["def f():", *("    " * i + "if x:" for i in range(1, depth))] if depth else []
    indent = "    " * depth
    word = first_word(code)
    if code[-1] == "\\" or (word in HEADERS and tokens_of(code)[0][-1] != ":"):
        raise Unusual  # the statement goes on behind the colon, or in the next line
    if word in ("elif", "else"):
        above += [f"{indent}if x:", f"{indent}    pass"]
    below = [f"{indent}    pass"] if word in HEADERS else []
    made = black("\n".join([*above, indent + code, *below]) + "\n").rstrip("\n").split("\n")
    return tuple(made[len(above) : len(made) - len(below)])


@dataclass(slots=True)
class Frame:
    """An open bracket."""

    kind: str  # def, call, index, atom
    annotated: bool = False  # a parameter of a function has a type
    lambdas: int = 0  # without their colon yet
    complex: bool = False  # an index of more than names and numbers
    equal: str = " "


class _Statement:
    """One statement: its words, the spaces before them, and where it is broken if it is too long."""

    def __init__(self, code: str, depth: int) -> None:
        self.depth = depth
        self.words, self.comment = tokens_of(code)
        if not self.words:
            raise Unusual
        self.header = self.words[0] in HEADERS
        if self.header and self.words[-1] != ":":
            raise Unusual
        if self.comment:
            stripped(self.comment)
        self.close: dict[int, int] = {}  # opening bracket -> closing bracket
        self.tidy()
        self.kinds: dict[int, str] = {}  # opening bracket -> kind of frame
        self.pieces = self.spaced()
        self.asking = sorted(
            a for a, b in self.close.items() if self.words[b - 1] == "," and self.is_magic(a)
        )

    # ------------------------------------------------------------ brackets that are not needed

    def tidy(self) -> None:
        """Adds and drops brackets as black does."""
        words = self.words
        if words[0] in ("(", "[", "{", "with", "except", "async", "match", "case", "type"):
            raise Unusual
        if len(words) > 2 and words[1:3] == [",", "="]:  # x, = y
            words[:2] = ["(", words[0], ",", ")"]
        self.pair()
        at = self.after()
        while at:
            start, end = at.pop()
            while words[start] == "(" and self.close[start] == end - 1 and self.needless(start):
                del words[end - 1], words[start]
                self.pair()
                end -= 2
                at = [(a, b) for a, b in at if b <= start]
        for start, end in self.close.items():
            inner = start + 1
            lone = words[start] in "[{" and words[inner] == "(" and self.close[inner] == end - 1
            if lone and self.needless(inner) and not self.subscripted(start):
                raise Unusual
        level = self.levels()
        last = len(words) - (2 if self.header else 1)
        if words[last] == "," and level[last] == 0 and words[0] != "from":
            raise Unusual

    def pair(self) -> None:
        """Finds the closing bracket of each opening one."""
        stack: list[int] = []
        self.close.clear()
        for i, word in enumerate(self.words):
            if word in OPEN:
                stack.append(i)
            elif word in CLOSE:
                if not stack or OPEN[self.words[stack[-1]]] != word:
                    raise Unusual
                self.close[stack.pop()] = i
        if stack:
            raise Unusual

    def levels(self) -> list[int]:
        """How many brackets are open at each word."""
        found: list[int] = []
        level = 0
        for word in self.words:
            if word in CLOSE:
                level -= 1
            found.append(level)
            if word in OPEN:
                level += 1
        return found

    def after(self) -> list[tuple[int, int]]:
        """Where a whole expression stands whose brackets can go: first word, and the one after it."""
        words = self.words
        end = len(words) - (1 if self.header else 0)
        if words[0] in ("return", "if", "elif", "while", "del"):
            return [(1, end)] if end > 1 else []
        level = self.levels()
        if words[0] == "assert":
            if words[1] == "(" or any(w == "," and n == 0 for w, n in zip(words, level)):
                raise Unusual
            return []
        if words[0] == "for":
            if words[1] == "(":
                raise Unusual
            return [(next(i for i, w in enumerate(words) if w == "in" and level[i] == 0) + 1, end)]
        if words[0] in KEYWORDS:
            return []
        signs = [i for i, w in enumerate(words) if w in ASSIGNMENTS and level[i] == 0]
        return [(a + 1, b) for a, b in zip(signs, [*signs[1:], end])]

    def needless(self, start: int) -> bool:
        """Whether brackets hold one thing: no tuple, no generator."""
        level = 0
        for i in range(start + 1, self.close[start]):
            word = self.words[i]
            if word in OPEN:
                level += 1
            elif word in CLOSE:
                level -= 1
            elif level == 0 and (word in (",", "for", "yield") or (word == "*" and i == start + 1)):
                return False
            elif level == 0 and (word == "lambda" or (word == "if" and self.words[0] == "for")):
                raise Unusual
        return self.close[start] > start + 1

    # ------------------------------------------------------------ spaces

    def subscripted(self, i: int) -> bool:
        """Whether a bracket belongs to what stands before it."""
        if i == 0:
            return False
        before = self.words[i - 1]
        return before in CLOSE or (is_name(before) and before not in KEYWORDS) or is_string(before)

    def spaced(self) -> list[str]:
        """The words, each with the space that stands before it."""
        words = self.words
        out: list[str] = []
        frames = [Frame("atom")]
        sign = False  # the word before is a sign of what follows
        tight = False  # nothing stands after the colon or the equals sign before
        before = ""
        for i, word in enumerate(words):
            frame = frames[-1]
            first = word[0]
            space = " "
            next_sign = next_tight = False
            if i == 0 or before in OPEN or sign or tight:
                space = ""
            if word in CLOSE:
                frames.pop()
                space = ""
            elif word == ",":
                space = ""
                frame.annotated = False
            elif word == ":":
                space = ""
                if frame.lambdas:
                    frame.lambdas -= 1
                elif frame.kind == "index":
                    if frame.complex and before not in ("[", ":"):
                        space = " "
                    next_tight = not frame.complex or words[i + 1] == ":"
                elif frame.kind == "def":
                    frame.annotated = True
            elif word == ".":
                if before != "from":
                    space = ""
                next_tight = words[i + 1] != "import"
            elif word in OPEN:
                belongs = word != "{" and self.subscripted(i)
                if belongs:
                    space = ""
                kind = "atom"
                if belongs:
                    kind = "call" if word == "(" else "index"
                if word == "(" and words[0] == "def" and i == 2:
                    kind = "def"
                self.kinds[i] = kind
                frames.append(Frame(kind, complex=kind == "index" and self.is_complex(i)))
            elif word == "=":
                if frame.kind in ("def", "call") or frame.lambdas:
                    if frame.kind != "def" or not frame.annotated:
                        space = ""
                        next_tight = True
            elif word in ("-", "+", "~", "*", "**", "@"):
                signed = i == 0 or before in BEFORE_SIGN or before in KEYWORDS
                if word == "@":
                    if i:
                        raise Unusual
                    signed = True
                if word == "**" and not signed:
                    raise Unusual
                next_sign = signed
            elif first in "\"'" or is_string(word):
                word = string(word)
            elif first.isdigit():
                if not PLAIN_NUMBER.match(word):
                    raise Unusual
            elif word == "lambda":
                frame.lambdas += 1
                next_tight = words[i + 1] == ":"
            elif word in ("yield", "await", "async", "nonlocal"):
                raise Unusual
            out.append(space + word)
            sign, tight = next_sign, next_tight
            before = word if not is_string(word) else '"'
        return out

    def is_complex(self, start: int) -> bool:
        """Whether an index is a slice between other things than names and numbers."""
        inner = self.words[start + 1 : self.close[start]]
        if ":" in inner and "," in inner:
            raise Unusual
        return not all(w in (":", "-") or (is_name(w) and w not in KEYWORDS) or w[0].isdigit() for w in inner)

    # ------------------------------------------------------------ lines

    def text(self, start: int, end: int) -> str:
        """Some words as text."""
        return "".join(self.pieces[start:end]).strip(" ")

    def fits(self, text: str, depth: int) -> bool:
        """True if a text fits into a line."""
        return width(text) + 4 * depth <= LENGTH

    def magic(self, start: int, end: int) -> bool:
        """Whether a comma before a closing bracket asks for one line for each thing."""
        at = bisect_left(self.asking, start)
        return at < len(self.asking) and self.asking[at] < end

    def is_magic(self, start: int) -> bool:
        """Of brackets that end with a comma: all but those of a tuple of one thing."""
        if self.kinds[start] == "index":
            raise Unusual
        one_tuple = (
            self.words[start] == "(" and self.kinds[start] == "atom" and len(self.elements(start)) == 1
        )
        return not one_tuple or self.words[0] == "from"

    def elements(self, start: int) -> list[tuple[int, int]]:
        """What stands between the commas of brackets."""
        found: list[tuple[int, int]] = []
        begin = at = start + 1
        end = self.close[start]
        lambdas = 0  # whose parameters are being read
        while at < end:
            word = self.words[at]
            if word == "," and not lambdas:
                found.append((begin, at))
                begin = at + 1
            elif word == "lambda":
                lambdas += 1
            elif word == ":" and lambdas:
                lambdas -= 1
            at = self.close[at] + 1 if word in OPEN else at + 1
        if begin < end:
            found.append((begin, end))
        return found

    def lines(self) -> list[str]:
        """The lines of the statement."""
        end = len(self.words)
        text = self.text(0, end) + (f"  {self.comment.rstrip()}" if self.comment else "")
        if self.words[0] == "from" and ("(" in self.words or self.words[-1] == ","):
            return self.imported()
        if not self.magic(0, end) and self.fits(text, self.depth):
            return ["    " * self.depth + text]
        if self.comment:
            raise Unusual
        if self.words[0] == "from":
            return self.imported()
        if self.words[0] == "def":
            return self.defined()
        if self.header or end < 3 or self.words[-1] not in CLOSE:
            raise Unusual
        return self.table(end)

    def table(self, end: int) -> list[str]:
        """A call or a literal, stated, assigned or returned, that is broken at its last brackets."""
        start = next(a for a, b in reversed(self.close.items()) if b == end - 1)
        level = self.levels()
        signs = [i for i, w in enumerate(self.words) if w == "=" and level[i] == 0]
        if len(signs) > 1 or self.kinds[start] == "index":
            raise Unusual
        value = signs[0] + 1 if signs else 1 if self.words[0] == "return" else 0
        for i in range(value, start):  # nothing but a name before the brackets
            if not ((is_name(self.words[i]) and self.words[i] not in KEYWORDS) or self.words[i] == "."):
                raise Unusual
        for i in range(value):
            if self.words[i] in ("(", "{") or (self.words[i] in KEYWORDS and self.words[i] != "return"):
                raise Unusual
        return self.broken(0, start, "", self.depth)

    def broken(self, begin: int, start: int, tail: str, depth: int) -> list[str]:
        """`begin … (`, what is in the brackets, and `)` on lines of their own."""
        end = self.close[start]
        head = self.text(begin, start + 1)
        if not self.fits(head, depth) or not self.fits(self.words[end] + tail, depth):
            raise Unusual
        elements = self.elements(start)
        trailing = self.words[end - 1] == ","
        if not elements:
            raise Unusual
        inside = self.text(start + 1, end)
        call = self.kinds[start] in ("call", "def")
        if call and not trailing and not self.magic(start + 1, end) and self.fits(inside, depth + 1):
            inner = ["    " * (depth + 1) + inside]
        elif len(elements) == 1 and not (trailing and self.is_magic(start)):
            inner = self.element(*elements[0], "," if trailing else "", depth + 1)
        else:
            inner = [line for a, b in elements for line in self.element(a, b, ",", depth + 1)]
        indent = "    " * depth
        return [indent + head, *inner, indent + self.words[end] + tail]

    def element(self, begin: int, end: int, tail: str, depth: int) -> list[str]:
        """One thing in brackets, on a line of its own or, if it is too long, broken at its own brackets."""
        text = self.text(begin, end) + tail
        fits = self.fits(text, depth)
        level = 0
        start = -1
        for i in range(begin, end):
            word = self.words[i]
            if word in OPEN:
                level += 1
                if level == 1:
                    if start >= 0:
                        start = end  # two pairs of brackets
                    else:
                        start = i
            elif word in CLOSE:
                level -= 1
            elif level == 0 and word == "for":
                raise Unusual  # a comprehension, which is broken elsewhere
        if fits and not self.magic(begin, end):
            return ["    " * depth + text]
        for i in range(begin, start if start >= 0 else end):
            word = self.words[i]
            plain = is_string(word) or word[0].isdigit() or word in (".", "=", ":", "-") or is_name(word)
            strings = i > begin and is_string(word) and is_string(self.words[i - 1])
            if not plain or word in KEYWORDS or strings:
                raise Unusual
            if word == "-" and not (i == begin or self.words[i - 1] in ("=", ":")):
                raise Unusual
        if start < 0:
            return ["    " * depth + text]  # nothing to break it at
        if start == end or self.close[start] != end - 1 or self.kinds[start] == "index":
            raise Unusual
        return self.broken(begin, start, tail, depth)

    def defined(self) -> list[str]:
        """A long `def`: broken at its parameters."""
        if self.words[2] != "(":
            raise Unusual
        end = self.close[2]
        if self.words[end + 1] != "->" or self.words[end - 1] == "," or len(self.elements(2)) < 2:
            raise Unusual
        return self.broken(0, 2, " " + self.text(end + 1, len(self.words)), self.depth)

    def imported(self) -> list[str]:
        """`from x import …`: in brackets and on a line for each name if it is too long."""
        at = self.words.index("import") + 1
        bare = [w for w in self.words[at:] if w not in "()"]
        trailing = bare[-1] == ","
        if trailing:
            bare.pop()
        if "*" in bare or not bare:
            raise Unusual
        names = " ".join(bare).replace(" ,", ",")
        head = self.text(0, at)
        if not trailing and self.fits(f"{head} {names}", self.depth):
            return ["    " * self.depth + f"{head} {names}"]
        indent = "    " * self.depth
        return [f"{indent}{head} (", *(f"{indent}    {name}," for name in names.split(", ")), f"{indent})"]
