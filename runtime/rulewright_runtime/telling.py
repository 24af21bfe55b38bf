"""Chance that is told before it comes: what the next shuffles, draws and rolls give, by the names of things."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from .core import Position
from .engine import OptionError
from .figures import Figures, Unknown, among
from .moves import Pick
from .words import Words

CHANCE: Final = ("shuffle", "random", "roll")
# What chance gives, in the order in which it comes: ("shuffle", ["king", "jack"]), ("roll", [6, 1])
Telling = Sequence[tuple[str, Sequence[Pick]]]


@dataclass(frozen=True, slots=True)
class Next:
    """What chance gives when it is asked next."""

    what: str  # shuffle, random, roll
    values: tuple[Pick, ...]
    place: str = ""


class Told:
    """What was told of one draw; its names mean something only when chance is asked."""

    def __init__(self, figures: Figures, step: Next) -> None:
        self.figures = figures
        self.step = step

    def __call__(self, g: Position, things: Sequence[Any]) -> tuple[Any, ...]:
        try:
            return among(self.figures, g, self.step.values, tuple(things), self.step.what == "roll")
        except Unknown as error:
            raise OptionError(f"{error}; {error.hint}" if error.hint else str(error)) from None


def told_ahead(words: Words, g: Position, telling: Telling) -> list[Next]:
    """Has the position draw what is told, before it draws by itself."""
    if not isinstance(telling, Iterable):
        raise OptionError(f"chance is told as a list, not {telling!r:.200}")
    steps = [_step(one) for one in telling]
    figures = Figures(words, g.players)
    g.script = (*g.script, *((step.what, Told(figures, step)) for step in steps))
    return steps


def _step(one: Any) -> Next:
    """One piece of told chance, checked; OptionError says how it is written."""
    form = 'chance is told as ("shuffle", ["king", "jack"])'
    if not isinstance(one, tuple | list) or len(one) != 2 or isinstance(one[1], str):
        raise OptionError(f"{form}, not {one!r}")
    what, values = one
    if what not in CHANCE:
        raise OptionError(f"chance is one of {', '.join(CHANCE)}, not {what!r}")
    if not isinstance(values, tuple | list) or not all(isinstance(value, int | str) for value in values):
        raise OptionError(f"{form}, not {one!r}")
    return Next(what, tuple(values))
