"""Says in plain words why the parser stopped: what stands there, what could, and the likely fix."""

from __future__ import annotations

import re
from typing import NamedTuple

from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken

from rulewright.diagnostics import Diagnostic, error, suggest
from rulewright.surface import habits
from rulewright.surface.ast import Span
from rulewright.surface.scan import words

DECLARATIONS = words(
    "game kind extend piece resource board player table define rule event action menu when instead "
    "participant variant example labels look"
)
VERBS = words(
    "let choose gain pay lose move place remove draw shuffle swap require say offer begin stop if for each repeat "
    "may with as in secretly else"
)
OTHERS = words("chooses gains pays loses may")  # after the name of a player
OPENERS = words("if for each repeat may with as secretly else given then when in")  # need a colon
_INNER = {  # words that only stand inside another declaration
    "applies": "a kind",
    "edges": "a board",
    "picture": "a board",
    "decides": "a participant",
    "without": "a variant",
    "players": "a game or an example",
    "given": "an example",
    "then": "an example",
    "next": "an example",
    "only": "an example",
    "hide": "a look",
}
_JOINTS = words(
    "and applies at by decided during else from in is not of on once one or order otherwise per plural secretly so that "
    "times to together until up where while your any each for shared shown players cannot chooses gains pays loses may"
)
_CLAIMS = words("can cannot are exactly read")  # in examples
KEYWORDS = DECLARATIONS | VERBS | _INNER.keys() | _JOINTS | _CLAIMS
PHRASES = {
    "_NL": "the end of the line",
    "_INDENT": "an indented block",
    "_DEDENT": "the end of the block",
    "$END": "the end of the file",
    "NAME": "a name",
    "NUMBER": "a number",
    "STRING": 'a "text"',
    "SOURCE": "a rule id",
    "COLON": "`:`",
    "COMMA": "`,`",
    "DOT": "`.`",
    "LPAR": "`(`",
    "RPAR": "`)`",
    "VBAR": "`|`",
    "EQUAL": "`=`",
    "RANGE": "`..`",
    "ASSUMED": "`?`",
    "DASH": "`-`",
    "CHANGE": "`+=` or `-=`",
    "QUANTIFIER": "a query",
    "FOLD": "a query",
    "OR_NONE": "`or none`",
    "OPTIONS_OF": "`options of`",
    "IS_ASKED": "`is asked`",
    "IS_NOT_ASKED": "`is not asked`",
    "SAID": "`said`",
    "NOT_SAID": "`not said`",
}
_OPERATORS = words("PLUS DASH STAR SLASH COMPARE EQUAL IS IN NOT AND OR RANGE")
_VALUES = words("NAME NUMBER LPAR STRING YOUR")
_GROUPS = (  # a name for terminals that stand together, those by which they are known, and all of them
    ("a statement", words("LET REQUIRE"), frozenset(w.upper() for w in VERBS) | _VALUES | {"EQUAL"}),
    ("a declaration", words("RULE DEFINE"), frozenset(w.upper() for w in DECLARATIONS)),
    ("a value", words("NAME NUMBER LPAR"), _VALUES | words("DASH NOT QUANTIFIER FOLD")),
    ("an operator", words("PLUS STAR"), _OPERATORS | words("DOT LPAR NAME")),
)
MAX_EXPECTED = 8
_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_IDS = re.compile(r"\b[A-Z][A-Z0-9]*-[A-Z0-9][A-Za-z0-9.]*")
_QUERY_BEFORE = re.compile(r"\b(?:count|any|no|all|first|best)\s+[A-Za-z_]\w*(\s+in\b|\s*$)")
_LABELLED = re.compile(r'\s+[A-Za-z_]\w*\s+"[^"]*"\s*')  # a member of a kind and its label
_BLOCK_ON_LINE = re.compile(r":\s+(if|for|each|repeat|may|with|as|in|secretly)\s*$")
_STATEMENT = re.compile(r"(?:^|:)\s*([a-z]+)\s*$")  # the word that began it, where no other followed
_FOLD_BEFORE = re.compile(r"\b(?:sum|highest|lowest|each)\s+[A-Za-z_(]")


class Failure(NamedTuple):
    """Where the parser stopped, with what the heuristics look at."""

    kind: str  # the terminal that stands there; "" for a character that begins none
    word: str
    span: Span
    accepts: frozenset[str]  # terminals that could stand there
    line: str  # the text of the line
    before: str  # the line up to that place
    first: str  # the first word of the line
    indented: bool
    above: str  # the line above, blank lines and comments left out
    above_number: int

    def report(self, code: str, message: str, span: Span | None = None, **more: str | None) -> Diagnostic:
        """A diagnostic at the place of the failure or another, with the rule ids of the line."""
        place = span or self.span
        ids = tuple(_IDS.findall(self.line[self.line.rfind("[") :])) if "[" in self.line else ()
        return error(code, message, place, rules=ids, **more)


def explain(found: UnexpectedInput, path: str, text: str, skipped: int) -> Diagnostic:
    """The first explanation that fits; `text` is what was parsed, after so many skipped lines of the file."""
    failure = _failure(found, path, text, skipped)
    for explanation in _EXPLANATIONS:
        diagnostic = explanation(failure)
        if diagnostic is not None:
            return diagnostic
    return _plain(failure)


def _failure(found: UnexpectedInput, path: str, text: str, skipped: int) -> Failure:
    """What lark says of the place where it stopped, together with the lines around it."""
    lines = text.split("\n")
    kind, word, accepts = "", "", frozenset[str]()
    number, column, length = max(found.line, 1), max(found.column, 1), 1
    if isinstance(found, UnexpectedToken):
        kind, word = found.token.type, str(found.token)
        accepts = frozenset(found.accepts or found.expected)
        number, column, length = _place(kind, word, number, column, lines)
    elif isinstance(found, UnexpectedCharacters):
        word = found.char
        accepts = frozenset(found.allowed or ())
    line = lines[number - 1] if number <= len(lines) else ""
    above_number, above = (number, line) if kind == "$END" else _above(lines, number)
    first = _WORD.match(line.lstrip())
    return Failure(
        kind,
        word,
        Span(path, number + skipped, column, number + skipped, column + length),
        accepts,
        line,
        line[: column - 1],
        first.group() if first else "",
        line.startswith(" "),
        above,
        above_number + skipped,
    )


def _place(kind: str, word: str, number: int, column: int, lines: list[str]) -> tuple[int, int, int]:
    """Line, column and length of a token; a change of indentation stands at the line below."""
    if kind in ("_INDENT", "_DEDENT"):
        number += 1
        while number < len(lines) and (not lines[number - 1].strip() or lines[number - 1].lstrip()[0] == "#"):
            number += 1
        indent = len(lines[number - 1]) - len(lines[number - 1].lstrip())
        return number, 1, max(1, indent)
    if kind == "$END":
        number = len(lines)
        while number > 1 and lines[number - 1].lstrip()[:1] in ("", "#"):
            number -= 1
        return number, len(lines[number - 1]) + 1, 1
    return number, column, max(1, len(word.split("\n", 1)[0]))


def _above(lines: list[str], number: int) -> tuple[int, str]:
    """Number and text of the next line above that says something; 0 and "" if there is none."""
    for i in range(number - 1, 0, -1):
        if lines[i - 1].strip() and not lines[i - 1].lstrip().startswith("#"):
            return i, lines[i - 1]
    return 0, ""


def _code(line: str) -> str:
    """A line without its comment, rule ids and trailing blanks."""
    line = re.sub(r'("[^"]*")|#.*', lambda m: m.group(1) or "", line)
    return re.sub(r"\s*\[[^\]]*\]?\s*$", "", line).rstrip()


# ---------------------------------------------------------------- explanations, the most particular first


def _keyword_as_name(f: Failure) -> Diagnostic | None:
    """Says that a word of the language was used as a name, or None."""
    word = _code(f.before).strip()
    if word not in DECLARATIONS | VERBS | _INNER.keys() or f.kind not in ("VBAR", "EQUAL", "COMMA", "DOT"):
        return None
    if f.kind == "COMMA" and word in ("player", "table"):
        return None
    start = len(f.before) - len(f.before.lstrip()) + 1
    span = f.span._replace(column=start, end_column=start + len(word))
    return f.report(
        "RW119", f"`{word}` begins a sentence here and cannot be a name", span, hint="choose another name"
    )


def _habit(f: Failure) -> Diagnostic | None:
    """A word that another language has at this place."""
    begun = _STATEMENT.search(f.before) or _STATEMENT.search(f.before + f.word)
    if begun is not None and begun.group(1) in habits.STATEMENTS:
        return _foreign(f, begun.start(1), begun.group(1), habits.STATEMENTS[begun.group(1)])
    for habit, hint in habits.INSIDE:
        found = habit.match(f.line[: f.span.end_column - 1])
        if found is not None:
            return _foreign(f, found.start(1), found.group(1), hint)
    if f.before.rstrip().endswith("?") and "QUANTIFIER" not in f.accepts:
        hint = "write `1 if test else 2`; `?` marks a figure that is assumed"
        return _foreign(f, len(f.before.rstrip()) - 1, "?", hint)
    return None


def _foreign(f: Failure, start: int, word: str, hint: str) -> Diagnostic:
    """Says that a word or sign is none of the language, or stands in the wrong place."""
    span = f.span._replace(column=start + 1, end_column=start + 1 + len(word))
    if word in KEYWORDS or not word.isalpha():
        return f.report("RW101", f"`{word}` cannot stand here", span, hint=hint)
    return f.report("RW111", f"`{word}` is not a word of the language", span, hint=hint)


def _misspelt(f: Failure) -> Diagnostic | None:
    """Says which verb or first word was probably meant, or None."""
    known = DECLARATIONS | VERBS | _INNER.keys()
    if not f.first or f.first in known or f.kind in ("_INDENT", "_DEDENT"):
        return None
    if f.kind in ("NAME", "") and f.before.strip() in (f.first, "") and f.before.strip():
        other = suggest(f.word, OTHERS)
        if other:  # `p gain 3 coin`
            message = f"`{f.word}` is not a verb for `{f.first}`"
            return f.report("RW102", message, hint=f"did you mean `{f.first} {other}`?")
    meant = suggest(f.first, (VERBS | _INNER.keys() | DECLARATIONS) if f.indented else DECLARATIONS)
    if meant is None:
        return None
    start = len(f.line) - len(f.line.lstrip()) + 1
    span = f.span._replace(column=start, end_column=start + len(f.first))
    what = "verb" if f.indented and meant in VERBS else "word that begins a line here"
    return f.report("RW102", f"`{f.first}` is not a {what}", span, hint=f"did you mean `{meant}`?")


def _query(f: Failure) -> Diagnostic | None:
    """Says that a query within a larger expression needs parentheses, or None."""
    if f.kind not in _OPERATORS | {"WHERE", "BY", "FOR", "IF", "DOT", "LPAR", "NAME", "NUMBER", "STRING"}:
        return None
    inside = f.before[_open_bracket(f.before) :]
    query = _QUERY_BEFORE.search(inside) or _FOLD_BEFORE.search(inside)
    for inner in _QUERY_BEFORE.finditer(inside):  # the last one that stands in no parentheses
        outside = inside[: inner.start()]
        query = inner if outside.count("(") == outside.count(")") else query
    if query is None:
        return None
    word = query.group().split()[0]
    if word == "each" and inside[: query.start()].strip() in ("", "secretly"):
        return None  # `each player …` is a statement
    start = len(f.before) - len(inside) + query.start()
    return f.report(
        "RW105",
        f"the query `{word} …` stands in a larger expression",
        f.span._replace(column=start + 1, end_column=f.span.column),
        hint="put the query in parentheses: `(count x in things) = 2`",
    )


def _open_bracket(before: str) -> int:
    """Just after the innermost bracket that is still open."""
    depth = 0
    for i in range(len(before) - 1, -1, -1):
        if before[i] == ")":
            depth += 1
        elif before[i] == "(":
            if depth == 0:
                return i + 1
            depth -= 1
    return 0


def _labelled(f: Failure) -> Diagnostic | None:
    """Says that a member with a label has a line of its own, or None."""
    if f.kind != "COMMA" or not f.indented or _LABELLED.fullmatch(f.before) is None:
        return None
    hint = "write one member in a line, without a comma; members without labels may share one"
    return f.report("RW101", "a member with a label has a line of its own", hint=hint)


def _chained(f: Failure) -> Diagnostic | None:
    """Says that comparisons cannot be chained, or None."""
    if f.kind in ("EQUAL", "COMPARE", "IS", "IN") and "AND" in f.accepts and f.kind not in f.accepts:
        hint = "join two comparisons with `and`, or put one of them in parentheses"
        return f.report("RW101", "comparisons cannot be chained", hint=hint)
    return None


def _colon(f: Failure) -> Diagnostic | None:
    """Says where a colon is missing, or None."""
    if "COLON" not in f.accepts or f.kind in ("_INDENT", "_DEDENT"):
        return None
    if f.accepts - {"STRING"} != {"COLON"}:
        third = re.search(r"\bmay\b", f.before)
        opens = f.first in OPENERS or third or f.line.lstrip().startswith('"')
        if not opens or not f.indented:
            return None
    before = f.before.rstrip()
    last = before.rsplit(" ", 1)[-1]
    if last in VERBS and last != f.first:  # `if x > 2 gain 1 coin`, read as the quantity `2 gain`
        before = before[: -len(last)].rstrip()
    end = len(before) + 1
    if f.kind in ("_NL", "SOURCE"):
        end = len(_code(f.line)) + 1
    return f.report(
        "RW103",
        "a colon is missing",
        f.span._replace(column=end, end_column=end + 1),
        expected="`:` and a statement, or `:` and an indented block" if f.first in OPENERS else None,
    )


def _indent(f: Failure) -> Diagnostic | None:
    """Says that a line is indented without need, or that an indented block is missing, or None."""
    if f.kind == "_INDENT":
        above = _code(f.above)
        first = _WORD.match(above.strip())
        hint = "move it to the left"
        if first and first.group() in VERBS and not above.endswith(":"):
            hint = "end the line above with a colon if these lines belong to it"
        return f.report("RW104", "the line is indented, but the line above opens no block", hint=hint)
    if f.accepts == {"_INDENT"} or (f.kind == "_DEDENT" and "_INDENT" in f.accepts):
        above = _code(f.above)
        span = Span(f.span.path, f.above_number, 1, f.above_number, len(above) + 1)
        indent = len(above) - len(above.lstrip())
        return f.report(
            "RW104",
            "an indented block is missing below this line",
            span._replace(column=indent + 1),
            hint="indent what belongs to it by 4 spaces more",
        )
    return None


def _block_on_line(f: Failure) -> Diagnostic | None:
    """Says that what opens a block cannot follow a colon on the same line, or None."""
    found = _BLOCK_ON_LINE.search(f.before)
    if found is None:
        return None
    word = found.group(1)
    span = f.span._replace(column=found.start(1) + 1, end_column=found.end(1) + 1)
    message = f"`{word}` opens a block and cannot follow a colon on the same line"
    return f.report("RW101", message, span, hint="write it on a line of its own, indented")


def _taken_for_name(f: Failure) -> Diagnostic | None:
    """The line begins with a word that cannot stand in this block and was therefore read as a name."""
    if f.before.strip() != f.first:
        return None
    start = len(f.before) - len(f.before.lstrip()) + 1
    span = f.span._replace(column=start, end_column=start + len(f.first))
    if f.first == "else" and f.kind in ("COLON", "IF"):
        hint = "indent it like the `if`, `choose …:` or `may …:` to which it belongs"
        return f.report("RW101", "`else` without an `if`, `choose` or `may`", span, hint=hint)
    if f.first in DECLARATIONS and f.indented and f.kind == "NAME" and "NAME" not in f.accepts:
        message = f"`{f.first}` cannot stand inside this block"
        return f.report("RW101", message, span, hint="begin it at the margin")
    if f.first in VERBS and f.accepts & {"VBAR", "EQUAL", "COMMA"} and "LPAR" not in f.accepts:
        message = f"the statement `{f.first} …` stands outside a rule"
        return f.report("RW101", message, span, hint="indent it below a `rule`, `action` or `when`")
    return None


def _misplaced(f: Failure) -> Diagnostic | None:
    """Says inside of what a word can stand that begins a line in the wrong place, or None."""
    if f.before.strip():
        return None
    owner = _INNER.get(f.word)
    if owner and f.kind != "_NL":
        return f.report("RW101", f"`{f.word}` stands only inside {owner}", hint=f"indent it below {owner}")
    if f.word in VERBS and not f.indented:
        message = f"the statement `{f.word} …` stands outside a rule"
        return f.report("RW101", message, hint="indent it below its `rule`, `action` or `when`")
    if f.word in DECLARATIONS and f.indented and not _meant(f.word, f.accepts):
        return f.report("RW101", f"`{f.word}` cannot stand inside this block", hint="begin it at the margin")
    return None


def _joint(f: Failure) -> Diagnostic | None:
    """A misspelt word in the middle of a line: at the place, or the one before that was taken for a unit."""
    last = re.search(r"[a-z]+\s*$", f.before)
    for word, start in (
        (f.word, f.span.column),
        (last.group() if last else "", last.start() + 1 if last else 0),
    ):
        word = word.strip()
        meant = _meant(word, f.accepts)
        if meant:
            span = f.span._replace(column=start, end_column=start + len(word))
            return f.report("RW102", f"`{word}` cannot stand here", span, hint=f"did you mean `{meant}`?")
    return None


def _meant(word: str, accepts: frozenset[str]) -> str | None:
    """The keyword among the accepted ones that a word was probably meant as, or None."""
    words = [t.lower() for t in accepts if t.lower() in KEYWORDS]
    return suggest(word, words) if word.isidentifier() and word not in words else None


def _plain(f: Failure) -> Diagnostic:
    """Says what stands there and what could stand there instead, when nothing better is known."""
    if f.kind == "_NL":
        end = len(_code(f.line)) + 1
        span = f.span._replace(column=end, end_column=end + 1)
        return f.report("RW101", "the line ends too early", span, expected=phrase(f.accepts))
    if f.kind in ("$END", "_DEDENT"):
        return f.report("RW101", "the block ends too early", expected=phrase(f.accepts))
    if f.kind == "SOURCE":
        return f.report("RW101", "the rule id stands before the line is complete", expected=phrase(f.accepts))
    return f.report("RW101", f"`{f.word}` cannot stand here", expected=phrase(f.accepts))


_EXPLANATIONS = (
    _keyword_as_name,
    _habit,
    _block_on_line,
    _taken_for_name,
    _query,
    _labelled,
    _misspelt,
    _chained,
    _colon,
    _indent,
    _misplaced,
    _joint,
)


def phrase(terminals: frozenset[str]) -> str | None:
    """The terminals in plain words, the usual groups under one name."""
    left = set(terminals) - {"SOURCE", "COMMENT"}
    found: list[str] = []
    for name, signs, members in _GROUPS:
        if signs <= left:
            found.append(name)
            left -= members
    found += sorted({PHRASES.get(t) or f"`{t.lower().replace('_', ' ')}`" for t in left})
    if len(found) > MAX_EXPECTED:
        return ", ".join(found[:MAX_EXPECTED]) + " …"
    return " or ".join(filter(None, (", ".join(found[:-1]), *found[-1:]))) or None
