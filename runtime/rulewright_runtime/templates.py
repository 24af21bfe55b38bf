"""Texts with holes and their translations: in which ways a finished text fits one, and the same in another language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

_HOLE: Final = r"\{[^{}]*\}"
_READINGS: Final = 64  # in how many ways a text is fitted into one template


class Template:
    """A text with holes and its translation."""

    def __init__(self, text: str, other: str) -> None:
        self.holes: list[str] = re.findall(_HOLE, text)
        self.literals: list[str] = re.split(_HOLE, text)
        self.weight = sum([len(part) for part in self.literals])
        self.other = other

    def readings(self, text: str) -> Iterator[list[str]]:
        """What can stand in the holes so that the whole is this text."""
        first, last = self.literals[0], self.literals[-1]
        if text.startswith(first) and text.endswith(last) and len(text) > self.weight:
            inner = text[len(first) : len(text) - len(last)]
            for count, reading in enumerate(_readings(inner, self.literals[1:-1])):
                if count >= _READINGS:
                    return
                yield reading

    def filled(self, parts: list[str]) -> str:
        """The translation with these parts in its holes."""
        values = dict(zip(self.holes, parts, strict=True))
        return re.sub(_HOLE, lambda found: values.get(found[0], found[0]), self.other)


def _readings(text: str, literals: list[str]) -> Iterator[list[str]]:
    """The texts between literals, each at least a letter long; the shortest first ones first."""
    if not literals:
        if text:
            yield [text]
        return
    at = text.find(literals[0], 1)
    while at > 0:
        for rest in _readings(text[at + len(literals[0]) :], literals[1:]):
            yield [text[:at], *rest]
        at = text.find(literals[0], at + 1)
