"""Failures of the rules: what is wrong in words, and at which line of the rules it happened."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType

from .engine import Engine
from .position import Blocked, RulesFailure
from .rule_lines import is_of, rule_above

# What Python calls what the rules can lead to: a figure of nobody, a share of nothing.
IN_WORDS: dict[type[Exception], str] = {
    IndexError: "something is asked of none, or of a place that is not there",
    ZeroDivisionError: "something is divided by 0",
}
NO_AMOUNT = "none is used as an amount"


def words_of(error: Exception) -> str:
    """A failure of the rules in words; nothing for any other error."""
    if isinstance(error, RulesFailure):
        return str(error)
    if isinstance(error, TypeError):
        # None is kept as a number, an amount as a tuple: types are checked, so nothing else is taken for a tuple.
        return NO_AMOUNT if re.search(r"'int' object is not|got int", str(error)) else ""
    return IN_WORDS.get(type(error), "")


@contextmanager
def told(engine: Engine, after: str = "") -> Iterator[None]:
    """Whatever the rules do wrong inside is told with its place; `after` is the answer that led there."""
    try:
        yield
    except Blocked as blocked:
        place, rule = _place(engine, blocked.__traceback__)
        rule = blocked.rule or rule
        where = " ".join([*([f"({place})"] if place else []), *([f"[{rule}]"] if rule else [])])
        raise RulesFailure(f"after an allowed move: {blocked.reason} {where}".rstrip()) from blocked
    except Exception as error:
        if words_of(error):
            raise RulesFailure(in_words(engine, error, after)) from error
        if after:
            error.add_note(f"after {after}")
        raise


def in_words(engine: Engine, error: Exception, after: str = "") -> str:
    """A failure with the line of the rules and what was answered before it."""
    what = words_of(error)
    place, rule = _place(engine, error.__traceback__)
    where = f"{place} [{rule}]" if place and rule else place
    notes = [where if place not in what else "", f"after {after}" if after else ""]
    told = ", ".join([note for note in notes if note])
    return f"{what} ({told})" if told else what


def _place(engine: Engine, trace: TracebackType | None) -> tuple[str, str]:
    """The rules' line of the inmost function of the engine that has one; none in an engine that is compiled."""
    found = ("", "")
    while trace is not None:
        code = trace.tb_frame.f_code
        if is_of(engine, code):
            found = rule_above(code, trace.tb_lineno) or found
        trace = trace.tb_next
    return found
