"""The text form of recorded games, for people: a head, then one line for each turn, check or result of chance."""

from __future__ import annotations

import json
import re
from typing import Any, Final

from .moves import Pick
from .plain import written_number
from .player_names import player_names
from .records import (
    FORMAT,
    VERSION,
    Answer,
    Check,
    Given,
    Record,
    RecordError,
    Step,
    Value,
    check_version,
    next_step,
    read_players,
    read_seed,
)
from .telling import Next

MOVES: Final = "moves:"
_WIDTH: Final = 110  # a turn with more answers goes on in the next line
# The ids of rules after a line of the log, which a record may hold but does not need.
_IDS: Final = re.compile(r"\s*\[[A-Z]\w*-[\w.]+(?: \w+)?(?:, [A-Z]\w*-[\w.]+(?: \w+)?)*\]$")
_FIGURE: Final = re.compile(r"(\w+(?:\s*\([^()]*\))?)\s+(.+)$")
_NUMBER: Final = re.compile(r"-?\d{1,60}$")

# ---------------------------------------------------------------- writing


def as_text(record: Record) -> str:
    """A record as people read it; `from_text` reads it back."""
    lines = [f"{FORMAT} {VERSION}", f"game: {record.game}"]
    for key in ("variant", "rules"):
        if getattr(record, key):
            lines.append(f"{key}: {getattr(record, key)}")
    players = record.players
    lines.append(f"players: {players if isinstance(players, int) else ', '.join(map(_quoted_name, players))}")
    lines += [f"option {name}: {_value(value)}" for name, value in record.options.items()]
    if record.seed is not None:
        lines.append(f"seed: {record.seed}")
    lines += ["", MOVES]
    before = ""
    for step in record.steps:
        line = _line(step)
        head = f"{_quoted_name(step.by)}: " if isinstance(step, Answer) else ""
        if head and before == head and len(lines[-1]) + len(line) < _WIDTH + len(head):
            lines[-1] += f"; {line.removeprefix(head)}"
        else:
            lines.append(line)
        before = head
    return "\n".join(lines) + "\n"


def _line(step: Step) -> str:
    """One step as a line of text."""
    if isinstance(step, Answer):
        return f"{_quoted_name(step.by)}: {_quoted(str(step.pick), ';')}"
    if isinstance(step, Next):
        return f"next {step.what}: {', '.join([_quoted(str(value), ',') for value in step.values])}"
    figures = ", ".join([_figure(name, value) for name, value in step.figures.items()])
    return f"{'given' if isinstance(step, Given) else '='} {_quoted_name(step.of)}: {figures}"


def _figure(name: str, value: Value) -> str:
    """A figure with its value; a name of several words has an equals sign behind it."""
    return f"{name} = {_value(value)}" if " " in name else f"{name} {_value(value)}"


def _value(value: Value) -> str:
    """A value as text: lists in brackets, bundles with plus signs, quoted where it would be misread."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None:
        return "none"
    if isinstance(value, list | tuple):
        return f"({', '.join([_value(one) for one in value])})"
    if isinstance(value, dict):
        return " + ".join([f"{amount} {name}" for name, amount in value.items()]) or "0"
    return _quoted(str(value), ",()=")


def _quoted(text: str, marks: str) -> str:
    """A text as it stands, or in quotes where it would be read otherwise."""
    special = (
        not text
        or text != text.strip()
        or '"' in text
        or "\n" in text
        or re.search(r"(^|\s)#(\s|$)", text)
        or any(mark in text for mark in marks)
        or _IDS.search(text)
    )
    return json.dumps(text, ensure_ascii=False) if special else text


def _quoted_name(name: str) -> str:
    """A name, quoted where it would be misread as the beginning of another sort of line."""
    return json.dumps(name, ensure_ascii=False) if name.startswith(("=", "next ")) else _quoted(name, ",:;")


# ---------------------------------------------------------------- reading


def from_text(text: str) -> Record:
    """The record that a text holds; RecordError says what is wrong with it, and in which line."""
    return _Text(text).read()


class _Text:
    """Reads the lines of a record one by one."""

    def __init__(self, text: str) -> None:
        self.lines = text.splitlines()
        self.record = Record("")
        self.names: tuple[str, ...] = ()

    def read(self) -> Record:
        """The record that the text tells; RecordError with the line at the first fault."""
        title = self.lines[0].strip() if self.lines else ""
        if not title.startswith(FORMAT):
            raise RecordError(
                f"this is no recorded game: its first line is not `{FORMAT} {VERSION}`", "line 1"
            )
        version = title.removeprefix(FORMAT).strip()
        number = written_number(version)
        check_version(version if number is None else number)
        in_head = True
        for number, raw in enumerate(self.lines[1:], 2):
            line = _without_comment(raw).strip()
            try:
                if not line:
                    continue
                if in_head and line == MOVES:
                    self._end_head()
                    in_head = False
                elif in_head:
                    self._head(line, f"line {number}")
                else:
                    self.record.steps.extend(self._steps(line, f"line {number}"))
            except RecordError as error:
                raise RecordError(error.message, error.place or f"line {number}", error.hint) from None
        if in_head:
            self._end_head()
        return self.record

    # ------------------------------------------------------------ the head

    def _head(self, line: str, place: str) -> None:
        """Reads one line of the head."""
        record = self.record
        key, colon, rest = line.partition(":")
        key, rest = key.strip(), rest.strip()
        if not colon:
            raise RecordError(
                f"a line of the head is `name: value`, not {line!r}", hint=f"moves follow `{MOVES}`"
            )
        word, _, name = key.partition(" ")
        if key in ("game", "variant", "rules"):
            setattr(record, key, rest)
        elif key == "players":
            names = [_unquoted(part) for part in _split(rest, ",")]
            number = written_number(names[0]) if len(names) == 1 else None
            record.players = read_players(names if number is None else number)
        elif key == "seed":
            record.seed = read_seed(int(rest) if _NUMBER.match(rest) else rest)
        elif word == "option" and name:
            record.options[name] = _option_value(rest)
        elif word in ("next", "given"):
            record.steps.extend(self._steps(line, place))
        else:
            raise RecordError(
                f"the head of a record has no {key!r}",
                hint=f"it has game, variant, rules, players, option NAME, seed, next …, given …; moves follow `{MOVES}`",
            )

    def _end_head(self) -> None:
        """Sees that the head is complete, and takes the names of the players."""
        players = self.record.players
        if not self.record.game:
            raise RecordError("the head does not say which game this is", hint="add `game: NAME`")
        self.names = player_names(players, None) if isinstance(players, int) else players

    # ------------------------------------------------------------ steps

    def _steps(self, line: str, place: str) -> list[Step]:
        """The steps that one line tells."""
        if line.startswith("="):
            of, figures = self._figures(line[1:].strip())
            return [Check(of, figures, place)]
        word, _, rest = line.partition(" ")
        if word == "given" and ":" in rest:
            of, figures = self._figures(rest)
            return [Given(of, figures, place)]
        if word == "next" and ":" in rest:
            what, _, values = rest.partition(":")
            names: list[Pick] = [_unquoted(part) for part in _split(values, ",")]
            return [next_step(what.strip(), tuple(names), place)]
        return self._answers(line, place)

    def _answers(self, line: str, place: str) -> list[Step]:
        """The answers of a player in one line, separated by semicolons."""
        by, rest = self._player(line)
        parts = _split(rest, ";")
        if not parts:
            raise RecordError(f"{by} answers nothing", place)
        return [Answer(by, _answer(part), place=place) for part in parts]

    def _player(self, line: str) -> tuple[str, str]:
        """Who a line is about, and the rest of it."""
        if line.startswith('"'):
            name, rest = _string(line)
            if rest.lstrip().startswith(":"):
                return name, rest.lstrip()[1:]
        for name in sorted(self.names, key=len, reverse=True):
            rest = line[len(name) :]
            if line.startswith(name) and rest.lstrip().startswith(":"):
                return name, rest.lstrip()[1:]
            if line.startswith(name) and rest.startswith(" for ") and ":" in rest:
                return name, rest.partition(":")[2]
        raise RecordError(
            f"this line is neither a move nor a check: {line!r}",
            hint=f"a move begins with a player and a colon; players: {', '.join(self.names)}",
        )

    def _figures(self, text: str) -> tuple[str, dict[str, Value]]:
        """`witches: coin 5, favours (a, b)`: of whom, and the figures by name."""
        if text.startswith('"'):
            of, text = _string(text)
            of, text = of, text.lstrip()
        else:
            of, colon, text = text.partition(":")
            text = colon + text
        if not text.startswith(":"):
            raise RecordError("figures are told as in `ann: coin 5`")
        figures: dict[str, Value] = {}
        for part in _split(text[1:], ","):
            name, value = _named_value(part)
            figures[name] = value
        if not figures:
            raise RecordError(f"nothing is said of {of.strip()}")
        return of.strip(), figures


# ---------------------------------------------------------------- parts of a line


def _without_comment(line: str) -> str:
    """A comment begins with # at the start of a line or between spaces, outside of quotes."""
    if "#" not in line:
        return line
    if line.lstrip().startswith("#"):
        return ""
    quoted = False
    for i, letter in enumerate(line):
        if letter == '"' and line[i - 1 : i] != "\\":
            quoted = not quoted
        alone = letter == "#" and line[i - 1].isspace() and (i + 1 == len(line) or line[i + 1].isspace())
        if alone and not quoted:
            return line[:i]
    return line


def _split(text: str, mark: str) -> list[str]:
    """The parts between marks; marks in quotes or, but for those between answers, in parentheses belong to a part."""
    if '"' not in text and (mark != "," or "(" not in text):
        return [part for part in [one.strip() for one in text.split(mark)] if part]
    found: list[str] = []
    part = ""
    depth = 0
    quoted = False
    for i, letter in enumerate(text):
        if letter == '"' and text[i - 1 : i] != "\\" and (quoted or part.strip() in ("", "(") or mark == ","):
            quoted = not quoted
        elif not quoted and mark == ",":
            depth += (letter == "(") - (letter == ")")
        if letter == mark and not quoted and depth <= 0:
            found.append(part.strip())
            part = ""
        else:
            part += letter
    if part.strip() or found:
        found.append(part.strip())
    return [one for one in found if one]


def _string(text: str) -> tuple[str, str]:
    """The quoted text at the start, and what follows it."""
    try:
        value, end = json.JSONDecoder().raw_decode(text)
    except ValueError:
        raise RecordError(f"these quotes have no end: {text!r}") from None
    return str(value), text[end:]


def _unquoted(text: str) -> str:
    """A text without its quotes, if it has any."""
    if not text.startswith('"'):
        return text
    value, rest = _string(text)
    if rest.strip():
        raise RecordError(f"nothing can follow the quotes: {text!r}")
    return value


def _answer(text: str) -> str:
    """An answer without the ids that the log prints after it."""
    return _unquoted(text) if text.startswith('"') else _IDS.sub("", text)


def _named_value(part: str) -> tuple[str, Value]:
    """`coin 5`, `left(trading house) 3` or `trading houses = 3`."""
    name, equals, value = part.partition(" = ")
    if not equals:
        found = _FIGURE.match(part)
        if found is None:
            raise RecordError(f"{part!r} is no figure with a value", hint="write it as in `coin 5`")
        name, value = found[1], found[2]
    return name.strip(), _read_value(value.strip())


def _read_value(text: str) -> Value:
    """A value of a figure: a list if it stands in brackets, else a text."""
    if text.startswith("(") and text.endswith(")"):
        return [_read_value(part) for part in _split(text[1:-1], ",")]
    return _unquoted(text)


def _option_value(text: str) -> Any:
    """The value of an option: yes or no, a number, or a text."""
    if text in ("yes", "no"):
        return text == "yes"
    return int(text) if _NUMBER.match(text) else _unquoted(text)
