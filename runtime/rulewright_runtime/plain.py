"""Plain data: the values of a position as JSON can hold them, and back, with a check of every type and range."""

from __future__ import annotations

import re
from typing import Any, Final

from .boards import DIRECTIONS
from .budgets import NUMBER_LIMIT, SIZE_LIMIT
from .core import NONE
from .engine import Engine
from .words import split_type

_NUMBERS: Final = frozenset([int])
LONGEST: Final = 80  # digits of a number that somebody writes; a seed has 39
_NUMBERS_AND_NONE: Final = frozenset([int, type(None)])


# Types of which nothing is known, as of an empty list.
LOOSE: Final = ("unknown", "none", "map", "pair")


class Wrong(Exception):
    """A value that cannot stand where it does; the text says why."""


def all_numbers(values: tuple[Any, ...] | list[Any]) -> bool:
    """Whether there are only whole numbers, and no flags among them."""
    return _NUMBERS.issuperset(map(type, values))


def encode(value: Any) -> Any:
    """Numbers, flags and texts stay; tuples become lists, maps {"map": pairs}, nothing becomes null."""
    if isinstance(value, bool | str):
        return value
    if isinstance(value, int):
        return None if value == NONE else value
    if isinstance(value, tuple | list):
        if all_numbers(value):  # most of a position: no need to look at each of them
            return [None if one == NONE else one for one in value] if NONE in value else list(value)
        return [encode(one) for one in value]
    if isinstance(value, dict):
        return {"map": [[encode(key), encode(one)] for key, one in value.items()]}
    raise TypeError(f"a position cannot hold {value!r}")


def decode(value: Any) -> Any:
    """The value that `encode` wrote."""
    if value is None:
        return NONE
    if isinstance(value, bool | int | str):
        return value
    if isinstance(value, list):
        if _NUMBERS_AND_NONE.issuperset(map(type, value)):
            return tuple([NONE if one is None else one for one in value]) if None in value else tuple(value)
        return tuple([decode(one) for one in value])
    if isinstance(value, dict) and list(value) == ["map"] and isinstance(value["map"], list):
        return dict([_pair(pair) for pair in value["map"]])
    raise Wrong(f"{_shown(value)} is no value of a game")


def _pair(pair: Any) -> tuple[Any, Any]:
    """Key and value of a saved entry of a map; `Wrong` if it is none."""
    if not isinstance(pair, list) or len(pair) != 2 or not isinstance(pair[0], bool | int | str | None):
        raise Wrong(f"{_shown(pair)} is no entry of a map")
    return decode(pair[0]), decode(pair[1])


def _shown(value: Any) -> str:
    """A value as a message shows it, in at most 40 letters."""
    text = repr(value)
    return text if len(text) <= 40 else text[:37] + "..."


def whole_number(value: Any, low: int | None, high: int | None) -> int:
    """The value, if it is a whole number from low to high."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise Wrong(f"{_shown(value)} is not a whole number")
    if low is not None and value < low:
        raise Wrong(f"{value} is below {low}")
    if high is not None and value > high:
        raise Wrong(f"{value} is above {high}")
    return value


def portable(number: int) -> int | str:
    """A number as JSON text can carry it everywhere: beyond what a double holds exactly, by its digits."""
    return number if abs(number) <= 1 << 53 else str(number)


def large_number(value: Any, low: int | None, high: int | None) -> int:
    """The number that `portable` wrote, if it lies from low to high."""
    if isinstance(value, str) and len(value) <= LONGEST and re.fullmatch("-?[0-9]+", value, re.ASCII):
        value = int(value)
    return whole_number(value, low, high)


def written_number(text: str) -> int | None:
    """The whole number that a text is; None if it is none, or has more digits than any number of a game."""
    digits = text.removeprefix("-")
    return int(text) if digits.isdecimal() and len(digits) <= LONGEST else None


def is_none(value: Any) -> bool:
    """True if a value is the number that stands for none."""
    return isinstance(value, int) and value == NONE


class Checker:
    """Checks values by their types, for one engine and one number of players."""

    def __init__(self, engine: Engine, players: int) -> None:
        self.engine = engine
        self.seats = players + len(engine.participants)
        self.made: dict[str, int] = {}  # piece -> how many have been made

    def check_local(self, type: str, value: Any) -> None:
        """Raises Wrong unless a local can hold the value."""
        if type == "next player":
            whole_number(value, 0, self.seats)
            return
        if type.startswith("place in "):
            whole_number(value, 0, SIZE_LIMIT)
            return
        plain = type.removeprefix("optional ")
        if value != NONE or plain == type:
            self.check(plain, value, None, None)

    def check(self, type: str, value: Any, low: int | None, high: int | None, none: bool = False) -> None:
        """Raises Wrong unless the value can be of that type; none: it may be none whatever the type says."""
        collection, plain = split_type(type)
        if collection:
            if not isinstance(value, tuple):
                raise Wrong(f"{_shown(value)} is no collection")
            self._check_items(type.partition(" ")[2], value, low, high)
        elif is_none(value):
            if not none and not type.endswith(" or none") and plain not in LOOSE:
                raise Wrong("none is no value here")
        elif plain == "flag":
            if not isinstance(value, bool) and not (all_numbers((value,)) and value in (0, 1)):
                raise Wrong(f"{_shown(value)} is neither yes nor no")
        elif plain == "text":
            if not isinstance(value, str):
                raise Wrong(f"{_shown(value)} is no text")
        elif plain == "bundle":
            self._check_bundle(value)
        elif plain not in LOOSE:
            self._check_number(plain, value, low, high)

    def _check_items(self, of: str, values: tuple[Any, ...], low: int | None, high: int | None) -> None:
        """Raises Wrong unless the things of a collection can be in it."""
        if len(values) > SIZE_LIMIT:
            raise Wrong(f"it holds {len(values)} things")
        self.check_all(of, values, low, high)

    def check_all(
        self, type: str, values: tuple[Any, ...], low: int | None, high: int | None, none: bool = False
    ) -> None:
        """Checks many values of one type; of plain numbers the lowest and the highest tell."""
        collection, plain = split_type(type)
        none = none or type.endswith(" or none")
        if not collection and plain not in ("flag", "text", "bundle", *LOOSE) and all_numbers(values):
            found = values
            if NONE in values:
                if not none:
                    raise Wrong("none is no value here")
                found = tuple([one for one in values if one != NONE])
            if found:
                self._check_number(plain, min(found), low, high)
                self._check_number(plain, max(found), low, high)
            return
        for one in values:
            self.check(type, one, low, high, none)

    def _check_bundle(self, value: Any) -> None:
        """Raises `Wrong` if a value is no amount for each resource."""
        if not isinstance(value, tuple) or len(value) != len(self.engine.resources):
            raise Wrong(f"{_shown(value)} is no bundle of resources")
        for amount in value:
            whole_number(amount, -NUMBER_LIMIT, NUMBER_LIMIT)

    def _check_number(self, type: str, value: Any, low: int | None, high: int | None) -> None:
        """Raises `Wrong` if a value is no whole number of the range, or names nothing of its type."""
        count = self.count(type)
        if count is None:
            whole_number(value, -NUMBER_LIMIT if low is None else low, NUMBER_LIMIT if high is None else high)
        else:
            whole_number(value, 0, count - 1)

    def count(self, type: str) -> int | None:
        """How many things of a type there are; None for numbers."""
        engine = self.engine
        what, _, of = type.partition(":")
        if what == "kind":
            return len(engine.kinds[of].members)
        if what == "cell":
            return engine.boards[of].size
        if what in ("player", "participant"):
            return self.seats
        if what == "edge":
            board, _, edges = of.partition(".")
            return engine.boards[board].edges[edges].size
        if what == "piece":
            return self.made.get(of, 0)
        if what == "resource":
            return len(engine.resources)
        if what == "effect":
            return len(engine.effects)
        if what == "direction":
            had = [name for board in engine.boards.values() for name in board.directions]
            return max([DIRECTIONS.index(name) + 1 for name in had], default=0)
        return None
