"""Values of a view as text: what stands in tables, drawings and news."""

from __future__ import annotations

import re
from typing import Any, Final

from .codes import TIED, is_nothing
from .words import Words

_NUMBERED: Final = re.compile(r" #\d+$")
_ESCAPE: Final = re.compile("\033\\[[0-9;]*m")


def shown(words: Words, value: Any) -> str:
    """A value of a view as text; in a map what is nothing is left out."""
    if value is None or value == [] or value == {}:
        return "-"
    if isinstance(value, bool):
        return words.say("yes") if value else words.say("no")
    if isinstance(value, dict):
        return _map_text(words, value)
    if isinstance(value, list):
        return ", ".join(counted([element(words, one) for one in value]))
    return words.name(value) if isinstance(value, str) else str(value)


def element(words: Words, value: Any) -> str:
    """One of a list; of a piece what it is like, not that it is one nor its number among its equals."""
    if isinstance(value, str):
        first, _, rest = _NUMBERED.sub("", value).partition(" ")
        if first in words.engine.pieces and rest and not rest.startswith("at "):
            parts = rest.split(" ")
            told = [part for part in parts if part != "0" and not _is_cell(words, part)] or parts
            figures = "/".join([part for part in told if part.isdecimal()])  # as 2/3: line 2, place 3
            named = [without_notes(words.name(part)) for part in told if not part.isdecimal()]
            return " ".join([figures, *named] if figures else named)
    return shown(words, value)


def _is_cell(words: Words, name: str) -> bool:
    """True if a cell of any board has this name."""
    return any(name in board.cell_named for board in words.engine.boards.values())


def without_notes(label: str) -> str:
    """A label without the brackets at its end: what they say is for those who choose, and would fill the table."""
    return label.partition(" (")[0] if label.endswith(")") else label


def _map_text(words: Words, value: dict[str, Any]) -> str:
    """A map as text: keys with their values, without those that are nothing or 0."""
    if set(value) == {"hidden"}:
        if value["hidden"] is True:
            return words.say("hidden")
        return words.fill("{n} hidden", n=str(value["hidden"]))
    parts: list[str] = []
    for key, one in value.items():
        if one is True:
            parts.append(words.name(key))
        elif not is_nothing(one) and one != 0:
            label = words.name(key)
            mark = ":" if isinstance(one, list) or any(letter.isdecimal() for letter in label) else ""
            parts.append(f"{label}{mark} {shown(words, one)}".replace(" ", TIED if not mark else " "))
    return (", " if all(":" not in part for part in parts) else "; ").join(parts) or "-"


def idle(value: Any) -> bool:
    """Whether a value says nothing: none, no, nought, or a map of such."""
    if isinstance(value, dict):
        return all(idle(one) for one in value.values())
    return is_nothing(value) or value == 0


def covered(value: Any) -> bool:
    """A single thing that may lie there or not: nobody learns anything from it."""
    return isinstance(value, dict) and value.get("hidden") is True


def counted(texts: list[str]) -> list[str]:
    """Equal texts once, with their number; short ones, as figures are, stay apart."""
    found: dict[str, int] = {}
    for text in texts:
        found[text] = found.get(text, 0) + 1
    if any(len(text) < 3 for text in texts):
        return texts
    return [text if n == 1 else f"{n} × {text}" for text, n in found.items()]


def visible(text: str) -> int:
    """How many columns a text takes."""
    return len(_ESCAPE.sub("", text)) if "\033" in text else len(text)


def padded(text: str, width: int) -> str:
    """A text with spaces up to a width; escape codes of colours count nothing."""
    return text + " " * (width - visible(text))


def short_name(name: str) -> str:
    """ "2" of "player 2"; other names stay."""
    word = name.split()[-1] if name.split() else name
    return word if word.isdecimal() else name
