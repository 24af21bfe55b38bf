"""What the compiler has to say, and where: one record for the command line, JSON, the editor and the web."""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Iterable, Mapping
from typing import Any, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict


class Span(NamedTuple):
    """A stretch of a rules file; lines and columns count from 1, the end is exclusive."""

    path: str
    line: int
    column: int
    end_line: int
    end_column: int


NOWHERE = Span("", 0, 0, 0, 0)
Severity = Literal["error", "warning"]

CODES: dict[str, str] = {
    # RW1xx: syntax
    "RW101": "a word or sign is out of place",
    "RW102": "a verb is misspelt",
    "RW103": "a colon is missing",
    "RW104": "the indentation does not fit",
    "RW105": "a query needs parentheses",
    "RW106": "a string is not closed",
    "RW107": "a bracket is not closed or not opened",
    "RW108": "a character cannot be used here",
    "RW109": "a tab is used for layout",
    "RW110": "a sign of another language",
    "RW111": "a word of another language",
    "RW112": "a rule id is malformed",
    "RW113": "a label's hole is malformed",
    "RW114": "a bound of the compiler is exceeded",
    "RW115": "the line endings are not plain",
    "RW116": "the file begins with a byte order mark",
    "RW117": "the file is not UTF-8 text",
    "RW118": "a file cannot be read",
    "RW119": "a reserved word is used as a name",
    "RW120": "the formatter refused the file",
    # RW2xx: names
    "RW201": "no game is declared, or two",
    "RW202": "the number of players is not right",
    "RW203": "a name is declared twice",
    "RW204": "a variant of something that does not exist",
    "RW205": "a name that cannot be used",
    "RW206": "a kind says twice when its members apply",
    "RW207": "the cells of a member do not fit the columns of its kind",
    "RW208": "a change does not name a rule",
    "RW209": "there is nothing of that name to extend or to leave out",
    "RW210": "a translation of something that is neither a name nor a text",
    "RW211": "nothing has that name",
    "RW212": "nobody is spoken to here",
    "RW213": "a menu or a piece is used as a value",
    "RW214": "a named argument that is not known here",
    "RW215": "something cannot be read with values in parentheses",
    "RW216": "a thing has no such field, column, cell or rule",
    "RW217": "the wrong number of values",
    "RW218": "a variable has the name of something else",
    "RW219": "`best` does not say by what",
    "RW220": "the name of a define is needed",
    "RW221": "the name of a board is needed",
    "RW222": "the name of a resource is needed",
    "RW223": "only a piece can be placed",
    "RW224": "there is no such menu",
    "RW225": "a field cannot have that flag",
    "RW226": "a resource and its field do not fit together",
    "RW227": "a map has no proper keys",
    "RW228": "a resource has no such part",
    "RW229": "the shape of a board is not right",
    "RW230": "a picture does not fit its board",
    "RW231": "a property of the game is not known",
    "RW232": "a kind cannot be made of these factors",
    "RW234": "a number must be known before play",
    # RW3xx: types and ranges
    "RW301": "there is no such type",
    "RW302": "a value does not fit the type of a parameter",
    "RW303": "the cases have different types",
    "RW304": "a value of another type is needed",
    "RW305": "none is used as a collection",
    "RW306": "a rule kept as a value needs constant arguments",
    "RW307": "two things of different types are never equal",
    "RW308": "an operator does not fit its values",
    "RW309": "division by zero",
    "RW310": "an amount of something that is not a resource",
    "RW311": "a list of different things",
    "RW312": "a universal test also holds of nothing",
    "RW313": "`each` over collections",
    "RW314": "a number is outside its range",
    "RW315": "the cells of a column have different types",
    "RW316": "the type of a parameter cannot be told",
    "RW317": "a place outside a board, a list or a map",
    "RW318": "a negative amount is gained or paid",
    "RW319": "more things are to be chosen than there are",
    "RW320": "a number or an amount that may be none is used without asking",
    "RW321": "a range that ends before it begins",
    "RW322": "something is asked of what may be none",
    # RW4xx: rules, choices and changes
    "RW401": "something that never changes is changed",
    "RW402": "a figure of a kind is changed",
    "RW403": "a define is changed",
    "RW404": "an option of the game is changed",
    "RW405": "some lines are never reached",
    "RW406": "a rule gives a value",
    "RW407": "a map is changed without its key",
    "RW408": "a line does nothing",
    "RW409": "a place to which nothing can be moved",
    "RW410": "it is not said from where something is removed",
    "RW411": "the log would show what is private or hidden",
    "RW412": "a period that no action has",
    "RW413": "a condition that always or never holds",
    "RW414": "some members of a kind are left out",
    "RW415": "`each` of something else than players",
    "RW416": "a secret block does more than choose",
    "RW417": "a choice between collections",
    "RW418": "`so that` on a single choice",
    "RW419": "options would show what is private or hidden",
    "RW420": "two branches have the same label",
    "RW421": "a case is never reached",
    "RW422": "a define acts",
    "RW423": "a row of a table stands twice",
    "RW424": "a table leaves out members of a kind",
    "RW425": "steps for a define, or a value for a rule",
    "RW426": "an answer to a decision that does not exist",
    "RW427": "a change of something that does not exist",
    "RW428": "a change beside a kind that never applies",
    "RW429": "the game does not start by `rule play`",
    "RW430": "two kinds override a rule in no order",
    "RW431": "two members override a rule and can be in force together",
    "RW432": "nothing uses a declaration",
    "RW433": "`when` waits for a define",
    "RW434": "an override that stands beside nothing",
    "RW435": "`override_order` names something that is not a kind",
    "RW436": "a rule is overridden twice in one place",
    "RW437": "a change that changes nothing",
    "RW438": "a change that matches more or less than it says",
    "RW439": "a menu without actions",
    "RW440": "nothing reads a parameter or a `let`",
    "RW441": "a loop that never ends",
    "RW442": "a define that needs itself",
    "RW443": "edges that depend on more than the board",
    "RW444": "chance where it cannot be drawn",
    "RW445": "a participant comes to a decision that nobody answers",
    "RW446": "a choice that may be empty",
    "RW447": "a piece that can be nowhere",
    "RW448": "pieces in a zone change their place only by moving",
    "RW449": "`repeat up to` holds one `may`",
    "RW450": "a menu is offered twice",
    "RW451": "a choice whose payment can fail",
    "RW460": "what cannot be chosen together",
    # RW5xx: examples, rule ids and words
    "RW501": "the players of an example are not right",
    "RW502": "chance of an unknown sort in an example",
    "RW503": "an answer or an option that an example cannot give",
    "RW504": "a translation of something that does not exist",
    "RW505": "translations are missing",
    "RW506": "the holes of a translation differ from its text",
    "RW507": "something is translated twice",
    "RW508": "an example names a variant that does not exist",
    "RW509": "a rule id stands twice on a line",
    "RW510": "an example is given something that has no such name",
    "RW511": "a rule id that the rulebook does not have",
    "RW512": "chance in an example gives what the rules never shuffle or draw",
    # RW6xx: looks
    "RW601": "a look of something that does not exist",
    "RW602": "a look names something that cannot be drawn",
    "RW603": "a cell of a look is of the wrong form",
}


class Diagnostic(BaseModel):
    """One thing to tell the author: what is wrong, where, what was expected, and the likely fix."""

    model_config = ConfigDict(frozen=True)

    code: str
    message: str
    severity: Severity = "error"
    span: Span = NOWHERE
    rules: tuple[str, ...] = ()  # ids of the rulebook rules that the place implements
    expected: str | None = None
    notes: tuple[str, ...] = ()
    hint: str | None = None


def error(code: str, message: str, span: Span = NOWHERE, **more: Any) -> Diagnostic:
    """A diagnostic that is an error."""
    return Diagnostic(code=code, message=message, span=span, **more)


def warning(code: str, message: str, span: Span = NOWHERE, **more: Any) -> Diagnostic:
    """A diagnostic that is a warning."""
    return Diagnostic(code=code, message=message, severity="warning", span=span, **more)


def has_errors(diagnostics: Iterable[Diagnostic]) -> bool:
    """True if one of them is an error."""
    return any(d.severity == "error" for d in diagnostics)


def in_order(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Sorted by file and place, without repetitions."""
    unique = dict.fromkeys(diagnostics)
    return sorted(unique, key=lambda d: (d.span.path, d.span.line, d.span.column, d.code, d.message))


def suggest(name: str, candidates: Iterable[str]) -> str | None:
    """The candidate that `name` was probably meant to be."""
    others = sorted(set(candidates) - {name})
    close = difflib.get_close_matches(name, others, n=1, cutoff=0.7)
    close += [other for other in others if sorted(other) == sorted(name)]  # letters that changed places
    return close[0] if close else None


# ---------------------------------------------------------------- as text and as data


def render(diagnostic: Diagnostic, sources: Mapping[str, str]) -> str:
    """The diagnostic as plain text, with the line that it speaks of."""
    d = diagnostic
    lines = [f"{d.severity}[{d.code}]: {d.message}"]
    if d.span.path:
        lines += _place(d, sources.get(d.span.path))
    if d.expected:
        lines.append(f"expected: {d.expected}")
    lines += [f"note: {note}" for note in d.notes]
    if d.hint:
        lines.append(f"hint: {d.hint}")
    return "\n".join(lines) + "\n"


def _place(d: Diagnostic, text: str | None) -> list[str]:
    """The lines that say where, with an excerpt if the text is known."""
    ids = f" [{', '.join(d.rules)}]" if d.rules else ""
    if d.span.line == 0:
        return [f"--> {d.span.path}{ids}"]
    where = f"--> {d.span.path}:{d.span.line}:{d.span.column}{ids}"
    return [where, *_excerpt(d.span, text)] if text is not None else [where]


def _excerpt(span: Span, text: str) -> list[str]:
    """The line of a text with marks under the span; nothing if there is no such line."""
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
    if span.line > len(lines):
        return []
    shown = "".join(c if c.isprintable() else " " if c == "\t" else "\ufffd" for c in lines[span.line - 1])
    start, end = _clip(span, shown)
    shown, start, end = _window(shown, start, end)
    number = str(span.line)
    return [
        f"{' ' * len(number)} |",
        f"{number} | {shown}".rstrip(),
        f"{' ' * len(number)} | {' ' * start}{'^' * max(1, end - start)}",
    ]


def _clip(span: Span, line: str) -> tuple[int, int]:
    """The columns of the span on its first line, from 0; a longer span ends with that line's words."""
    start = min(max(span.column - 1, 0), len(line))
    if span.end_line == span.line:
        return start, max(start, min(span.end_column - 1, len(line)))
    words = re.sub(r"(\s*\[[^\]]*\])?\s*(#[^\"]*)?$", "", line)
    return start, max(start, len(words))


def _window(line: str, start: int, end: int, width: int = 120) -> tuple[str, int, int]:
    """Cuts a very long line around the marked place."""
    if len(line) <= width:
        return line, start, end
    left = max(0, min(start - width // 3, len(line) - width))
    shown = line[left : left + width]
    return shown, start - left, min(end - left, len(shown))


def to_json(diagnostics: Iterable[Diagnostic]) -> str:
    """A list of diagnostics as JSON, spans as objects."""
    return json.dumps([to_data(d) for d in diagnostics], ensure_ascii=False, indent=2)


def to_data(diagnostic: Diagnostic) -> dict[str, Any]:
    """A diagnostic as plain data."""
    data = diagnostic.model_dump(mode="json")
    data["span"] = diagnostic.span._asdict()
    return data
