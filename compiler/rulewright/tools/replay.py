"""`rulewright replay`: plays recorded games again and names the first difference."""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path

from pydantic import ValidationError

from rulewright.tools.cache import Cache
from rulewright.tools.errors import UsageError
from rulewright.tools.loading import BrokenRules, engine
from rulewright.tools.project import Project, Target, project_of
from rulewright.tools.record_model import RecordFile
from rulewright.tools.render import targets
from rulewright.tools.tables import count
from rulewright_runtime.reading import Unreadable, json_data, read_whole
from rulewright_runtime.record_text import as_text, from_text
from rulewright_runtime.records import Record, RecordError, as_json, from_data, record_of
from rulewright_runtime.replays import Difference, Replay, replay

EXAMPLES = """\
examples:
  rulewright replay my.record                  every move legal, every check true?
  rulewright replay a.record b.json            several at once
  rulewright replay my.record --log            what happened, with the ids of the rules
  rulewright replay my.record --as json        the same game as JSON, on standard output (or: --as text)
  rulewright play chess --record my.record     writes a record of a game that is played

How to write a record: docs/how-to/replay.md. Exit codes: 0 as recorded, 1 a difference, 2 a record that cannot be used.
"""

OK, DIFFERENT, UNUSABLE = 0, 1, 2


def configure(parser: argparse.ArgumentParser) -> None:
    """Declares the arguments of the command."""
    parser.add_argument("files", nargs="+", metavar="FILE", type=Path, help="recorded games, as text or JSON")
    parser.add_argument("--as", dest="form", choices=("text", "json"), help="print the game in this form")
    parser.add_argument("--log", action="store_true", help="print what happened")


def run(args: argparse.Namespace) -> int:
    """Replays recorded games; the worst of their exit codes."""
    project = project_of(args)
    return max([replayed(project, file, args.form or "", args.log) for file in args.files])


def replayed(project: Project, file: Path, form: str, log: bool) -> int:
    """Replays one record, prints how it went, and gives its exit code."""
    try:
        record = read_record(file)
        target = target_of(project, record)
        with engine(project, target) as loaded:
            started = time.perf_counter()
            done = replay(loaded, record)
            seconds = time.perf_counter() - started
    except RecordError as error:
        print(f"{place(file, error.place)}: {error.message}")
        if error.hint:
            print(f"    {error.hint}")
        return UNUSABLE
    except Difference as different:
        print(difference_text(file, different))
        return DIFFERENT
    except BrokenRules as error:
        print(f"{error.report}\n\n{file}: not replayed because of errors in the rules")
        return DIFFERENT
    if log:
        for line in done.game.log:
            print(line)
    if form:
        again = record_of(done.game)
        print(as_json(again) if form == "json" else as_text(again), end="")
    else:
        print(f"{file}: {summary(target, done)} ({seconds * 1000:.0f} ms)")
    return OK


def read_record(file: Path) -> Record:
    """The record in a file, whichever form it has."""
    try:
        text = read_whole(file)
    except Unreadable as error:
        raise RecordError(f"this is no record: {error}") from None
    if not text.lstrip().startswith("{"):
        return from_text(text)
    try:
        data = json_data(text)
        record = from_data(data)  # says in plain words what is wrong with most
        RecordFile.model_validate(data)
    except Unreadable as error:
        raise RecordError(f"this is no record: {error}") from None
    except json.JSONDecodeError as error:
        raise RecordError(f"this is no JSON: {error.msg}", f"line {error.lineno}") from None
    except RecursionError:
        raise RecordError("this JSON is nested too deeply") from None
    except ValidationError as error:
        raise invalid(error) from None
    return record


def invalid(error: ValidationError) -> RecordError:
    """The first fault of a JSON record, in words."""
    first = error.errors()[0]
    where = [str(part) for part in first["loc"]]
    if where[:1] == ["steps"] and len(where) > 1:
        name = ".".join(where[3:])  # after the number of the step and the sort of step
        message = f"{name}: {first['msg']}" if name else first["msg"]
        return RecordError(message, f"step {int(where[1]) + 1}")
    return RecordError(f"{'.'.join(where)}: {first['msg']}" if where else first["msg"])


def target_of(project: Project, record: Record) -> Target:
    """The game that a record is of."""
    cache = Cache(project.cache)
    try:
        (target,) = targets(project, f"{record.game}@{record.variant}", cache)
    except UsageError as error:
        raise RecordError(error.message, hint=error.hint) from None
    return target


# ---------------------------------------------------------------- words


def place(file: Path, where: str) -> str:
    """File and line, as editors know them."""
    word, _, number = where.partition(" ")
    if word == "line":
        return f"{file}:{number}"
    return f"{file}: {where}" if where else str(file)


def difference_text(file: Path, different: Difference) -> str:
    """The first difference with its place and details."""
    rule = f" [{different.rule}]" if different.rule else ""
    lines = [f"{place(file, different.place)}: {different.message}{rule}"]
    return "\n".join([*lines, *[f"    {detail}" for detail in different.details]])


def summary(target: Target, done: Replay) -> str:
    """A replayed game in one line."""
    game = done.game
    end = "" if game.over else ", the game is not over"
    scores = [f"{name} {score}" for name, score in zip(game.names, game.scores, strict=False)]
    points = f"; {', '.join(scores)}" if game.over and scores else ""
    moves, checks = count(done.moves, "move"), count(done.checks, "check")
    return f"{target}, {count(game.players, 'player')}: {moves}, {checks}: as recorded{end}{points}"
