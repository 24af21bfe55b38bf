"""Which rule changed a figure: something is carried out again line by line, while an eye is kept on the figure."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from types import FrameType
from typing import Any, Final

from .engine import Engine
from .rule_lines import is_of, rule_above

DEPTH: Final = 8  # so many lines of rules that called each other are told at most


@dataclass(frozen=True, slots=True)
class Effect:
    """One change of a figure: the line of the rules that made it, the ids of these rules, and the same of who called them."""

    before: Any
    after: Any
    place: str = ""
    rule: str = ""
    caller: tuple[str, str] = ("", "")
    further: tuple[tuple[str, str], ...] = ()  # who called the caller, and so on


def effects_on(engine: Engine, carry_out: Callable[[], None], figure: Callable[[], Any]) -> list[Effect]:
    """All changes of a figure while something is carried out; without places in an engine that is compiled."""
    watch = _Watch(engine, figure)
    others = sys.gettrace()
    sys.settrace(watch.on_call)
    try:
        carry_out()
    finally:
        sys.settrace(others)
    watch.look(None, 0)
    return watch.found


class _Watch:
    """Looks at a figure after every line of the engine."""

    def __init__(self, engine: Engine, figure: Callable[[], Any]) -> None:
        self.engine = engine
        self.figure = figure
        self.value = figure()
        self.frame: FrameType | None = None  # where the engine was when the figure was last looked at
        self.line = 0
        self.found: list[Effect] = []

    def on_call(self, frame: FrameType, event: str, arg: Any) -> Any:
        """The tracer of lines for functions of the engine, None for all others."""
        return self.on_line if self._is_engine(frame) else None

    def _is_engine(self, frame: FrameType) -> bool:
        """True if a frame runs code of the watched engine."""
        return is_of(self.engine, frame.f_code)

    def on_line(self, frame: FrameType, event: str, arg: Any) -> Any:
        """Looks at the figure before each line, and when a function of the engine returns."""
        if event == "return":
            self.look(frame, frame.f_lineno)
            caller = frame.f_back
            if caller is not None and self._is_engine(caller):
                self.frame, self.line = caller, caller.f_lineno  # it may still store what was returned
        else:
            self.look(frame, frame.f_lineno)
        return self.on_line

    def look(self, frame: FrameType | None, line: int) -> None:
        """Notes an effect if the figure has changed since the last look, by the line that ran in between."""
        value = self.figure()
        if value != self.value:
            found = self._rules()
            (place, rule), caller = found[0], found[1] if len(found) > 1 else ("", "")
            self.found.append(Effect(self.value, value, place, rule, caller, tuple(found[2:])))
            self.value = value
        self.frame, self.line = frame, line

    def _rules(self) -> list[tuple[str, str]]:
        """The rules' line that the engine is at and those that called it; helpers without one are passed over."""
        frame, line = self.frame, self.line
        found: list[tuple[str, str]] = []
        while frame is not None and self._is_engine(frame) and len(found) < DEPTH:
            rule = rule_above(frame.f_code, line)
            if rule is not None and rule not in found:
                found.append(rule)
            frame = frame.f_back
            line = 0 if frame is None else frame.f_lineno
        return found or [("", "")]
