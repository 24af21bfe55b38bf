"""What saved games speak of: frames, choices, actions and fields by names from the rules, and digests of what a position reaches."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from .position import FIRST_LABEL, Then

Unit = tuple[str, str, tuple[int, ...]]  # name, digest, the units that it speaks of
# name, locals, what it reaches: its own rule, then all; the types of the locals, the number of what can lie below it
Frame = tuple[str, tuple[str, ...] | None, tuple[int, ...], tuple[str, ...], int]
ANY_CHOICE, ANYTHING = -1, -2  # below a frame: one that waits for an answer, whatever follows


class Meaning:
    """The declarations of a game with digests of what they mean, and what its frames reach of them."""

    def __init__(
        self,
        units: tuple[Unit, ...],
        always: tuple[int, ...],
        frames: tuple[Frame, ...],
        below: tuple[tuple[tuple[int, ...], ...], ...] = (),
        asks: tuple[tuple[int, ...], ...] = (),
    ) -> None:
        self.units = units
        self.always = always  # what every game that is not over reaches
        self.frames = frames  # by label, from FIRST_LABEL
        self.below = below  # what can lie below frames: labels from the top down, to the first of the rules
        self.asks = asks  # by choice: the labels that can wait for its answer
        self.digests = {name: digest for name, digest, _ in units}
        self._reach: list[int] = []  # by unit: all that it reaches, one bit for each unit
        self._fields = 0
        self._told: dict[tuple[bool, frozenset[int]], dict[str, str]] = {}

    def reached(self, labels: Iterable[int], over: bool) -> dict[str, str]:
        """The digests of all that a position reaches: its fields, the rules of its frames and what they call."""
        key = over, frozenset([label for label in labels if label >= FIRST_LABEL])
        if key not in self._told:
            if not self._reach:
                self._close()
            mask = self._fields
            if not over:
                for unit in self.always:
                    mask |= self._reach[unit]
                for label in key[1]:
                    for place, unit in enumerate(self.frames[label - FIRST_LABEL][2]):
                        mask |= (
                            self._reach[unit] if place else 1 << unit
                        )  # of its own rule, only the rest is to come
            self._told[key] = {
                name: digest for i, (name, digest, _) in enumerate(self.units) if mask >> i & 1
            }
        return self._told[key]

    def own(self, labels: Iterable[int]) -> set[str]:
        """The names of what a position is made of: its fields and what they hold, and the rules of its frames."""
        if not self._reach:
            self._close()
        found = {name for i, (name, _, _) in enumerate(self.units) if self._fields >> i & 1}
        for label in labels:
            if label >= FIRST_LABEL and self.frames[label - FIRST_LABEL][2]:
                found.add(self.units[self.frames[label - FIRST_LABEL][2][0]][0])
        return found

    def _close(self) -> None:
        """Works out what each unit reaches: round and round, until nothing is added."""
        reach = [1 << i for i in range(len(self.units))]
        changed = True
        while changed:
            changed = False
            for i, (_, _, uses) in enumerate(self.units):
                found = reach[i]
                for unit in uses:
                    found |= reach[unit]
                if found != reach[i]:
                    reach[i], changed = found, True
        self._reach = reach
        for i, (name, _, uses) in enumerate(self.units):
            if name.startswith("field "):  # what it holds counts, not what rules make of it
                for unit in (i, *uses):
                    self._fields |= 1 << unit


@cache
def unique_names(names: tuple[str, ...]) -> tuple[str, ...]:
    """The same names, those that occur again with a number; asked for again and again by the same engines."""
    seen: dict[str, int] = {}
    found: list[str] = []
    for name in names:
        seen[name] = seen.get(name, 0) + 1
        found.append(name if seen[name] == 1 else f"{name}#{seen[name]}")
    return tuple(found)


def changed(before: dict[str, str], now: dict[str, str]) -> list[str]:
    """The names of what is not as it was, or is no longer there."""
    return [name for name, digest in before.items() if now.get(name) != digest]


def labels_of(then: Then | None) -> list[int]:
    """The labels in a chain of frames."""
    found: list[int] = []
    while then is not None:
        found.append(then[1])
        then = then[0]
    return found


def listed(names: list[str], most: int = 4) -> str:
    """Names in a sentence."""
    shown = names[:most] + ([f"{len(names) - most} more"] if len(names) > most else [])
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} and {shown[-1]}"
