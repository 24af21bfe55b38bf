"""Short codes for what stands on a board, and the legend that explains them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Final

from .words import Words, split_type

TIED: Final = "\u00a0"  # a space at which no line breaks
ARROWS: Final = {
    "north": "↑", "northeast": "↗", "east": "→", "southeast": "↘", "south": "↓", "southwest": "↙", "west": "←",
    "northwest": "↖", "clockwise": "↻", "counterclockwise": "↺", "forward": "→", "back": "←",
}  # fmt: skip


def is_nothing(value: Any) -> bool:
    """True if a value is not worth a place on a drawing: none, no, or empty."""
    return value is None or value is False or value == [] or value == {}


def symbols_for(names: Iterable[str], taken: set[str] | None = None) -> dict[str, str]:
    """A short symbol for each name: its initial, more letters where two would be the same."""
    found: dict[str, str] = {}
    taken = set() if taken is None else taken
    for name in names:
        if name in found:
            continue
        letters = [letter for letter in name if letter.isalnum()] or ["?"]
        parts = [part for part in re.split(r"\W+", name.replace("_", " ")) if part]
        first = letters[0].upper()
        tries = [
            parts[-1] if parts and parts[-1].isdecimal() else first,
            *[first + letter.lower() for letter in letters[1:]],
            "".join([part[0] for part in parts]).capitalize(),
            *[f"{first}{n}" for n in range(2, 1000)],
        ]
        symbol = next((one for one in tries if one not in taken), name)
        found[name] = symbol
        taken.add(symbol)
    return found


class Codes:
    """Short codes of what stands on one board, the same in every position, and a legend of those in use."""

    def __init__(self, words: Words, seats: list[str], types: Iterable[str]) -> None:
        self.words = words
        self.used: dict[str, str] = {}  # code -> meaning, in the order of the legend
        taken: set[str] = set()
        self.seats = {name: code.lower() for name, code in symbols_for(seats).items()}
        self.members: dict[str, dict[str, str]] = {}
        for type in types:
            what, _, of = split_type(type)[1].partition(":")
            if what == "kind" and of not in self.members:
                kind = words.engine.kinds[of]
                texts = [words.text(None, what + ":" + of, i) for i in range(len(kind.members))]
                codes = symbols_for(texts, taken)
                self.members[of] = {m: codes[text] for m, text in zip(kind.members, texts, strict=True)}
        self.others: dict[str, str] = {}
        self.taken = taken

    def of(self, name: str, type: str, value: Any) -> str:
        """The code of a field's value; nothing if it is not worth one."""
        collection, type = split_type(type)
        if is_nothing(value) or value == 0 or isinstance(value, dict):
            return ""
        if collection:
            return "".join([self.of(name, type, one) for one in value])
        what, _, of = type.partition(":")
        if what == "kind":
            number = self.words.engine.kinds[of].members.index(value)
            return self.note(self.members[of][value], self.words.text(None, type, number))
        if what in ("player", "participant"):
            return self.note(self.seats.get(value, "?"), self.words.say(value))
        if what == "direction":
            return self.note(ARROWS.get(value, value[:1]), self.words.name(value))
        if what == "flag":
            return self.note(self.named(name).lower(), self.words.name(name))
        return str(value) if what == "number" else ""

    def named(self, name: str) -> str:
        """The code of a name that is no value: of a flag, of a kind of piece."""
        if name not in self.others:
            self.others.update(symbols_for([name], self.taken))
        return self.others[name]

    def note(self, code: str, meaning: str) -> str:
        """The code itself, noted for the legend with its meaning."""
        self.used[code] = meaning
        return code

    def _rank(self, code: str, meaning: str) -> tuple[int, int]:
        """Kinds first, then what holds, ways, and the seats in their order."""
        seats = [self.words.say(name) for name in self.seats]
        if meaning in seats:
            return 3, seats.index(meaning)
        return (2 if not code[0].isalnum() else 1 if code.islower() else 0), 0

    def legend(self) -> str:
        """The codes that were used with their meanings, in one line."""
        order = sorted(self.used.items(), key=lambda one: self._rank(*one))
        return ", ".join([f"{code} {meaning}".replace(" ", TIED) for code, meaning in order])
