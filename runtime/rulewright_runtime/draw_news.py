"""News: what of a view has changed since its player last looked, in a few lines."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

from .boards import Board
from .codes import TIED
from .draw import Drawing, untied
from .draw_columns import wrapped
from .draw_values import element, idle, shown, without_notes
from .words import Words

_PLACES: Final = 8  # of a board where more has changed only that is told


def draw_news(words: Words, before: dict[str, Any], after: dict[str, Any], width: int) -> list[str]:
    """The changes of the table, of each board, of loose pieces and of each player."""
    old, new = Drawing(words, before, width, False), Drawing(words, after, width, False)
    texts = [_fields(words, before["table"], after["table"])]
    for name, board in words.engine.boards.items():
        texts.append(_headed(words.name(name), _board(old, new, board)))
    for piece in words.engine.pieces:
        changed = _difference(old.held(piece), new.held(piece))
        texts.append(_headed(words.name(piece), changed))
    for seat, fields in after["players"].items():
        texts.append(_headed(words.say(seat), _fields(words, before["players"].get(seat, {}), fields)))
    return untied([line for text in texts if text for line in wrapped(text, width, "    ", "  ")])


def _headed(head: str, text: str) -> str:
    """A text with what it is about before it, or nothing if there is no text."""
    return f"{head}: {text}" if text else ""


def _fields(words: Words, before: dict[str, Any], after: dict[str, Any]) -> str:
    """Fields with another value, each with its name."""
    found = [
        f"{words.name(name)}: {_change(words, before.get(name), value)}"
        for name, value in after.items()
        if before.get(name) != value and not (idle(before.get(name)) and idle(value))
    ]
    return "; ".join(found)


def _change(words: Words, old: Any, new: Any) -> str:
    """What became of a value: figures from and to, of a collection what came and went."""
    if isinstance(old, dict) and isinstance(new, dict) and "hidden" not in old and "hidden" not in new:
        return ", ".join(
            [
                f"{_key(words, key)} {_change(words, old.get(key), value)}"
                for key, value in new.items()
                if old.get(key) != value
            ]
        )
    if isinstance(old, list) and isinstance(new, list):
        texts = [[without_notes(element(words, one)) for one in value] for value in (old, new)]
        return _difference(*texts) or ", ".join(texts[1])
    if isinstance(new, int) and isinstance(old, int) and not isinstance(new, bool):
        return f"{old} → {new}".replace(" ", TIED)
    return without_notes(shown(words, new))


def _key(words: Words, key: str) -> str:
    """The name of an entry; figures are set apart from those that follow."""
    label = without_notes(words.name(key))
    return f"{label}:" if label[-1:].isdecimal() else label


def _difference(old: list[str], new: list[str]) -> str:
    """What came and what went, equal things with their number."""
    came, went = Counter(new) - Counter(old), Counter(old) - Counter(new)
    parts = [f"+{TIED}{_times(text, n)}" for text, n in came.items()]
    parts.extend([f"−{TIED}{_times(text, n)}" for text, n in went.items()])
    return ", ".join(parts)


def _times(text: str, n: int) -> str:
    """A text with the number of times before it, if that is not once."""
    return text if n == 1 else f"{n} × {text}"


def _board(old: Drawing, new: Drawing, board: Board) -> str:
    """Of each cell and edge that changed its fields and its pieces."""
    words = new.words
    was, now = old.view["boards"][board.name], new.view["boards"][board.name]
    parts: dict[str, list[str]] = {}
    for field, values in now.items():
        for place, value in values.items():
            before = was.get(field, {}).get(place)
            if before != value and not (idle(before) and idle(value)):
                label = "" if len(now) == 1 else f"{words.name(field)} "
                parts.setdefault(place, []).append(label + _change(words, before, value))
    stood, stand = old.standing(board), new.standing(board)
    for place in board.names:
        changed = _difference(stood.get(place, []), stand.get(place, []))
        if changed:
            parts.setdefault(place, []).append(changed)
    if len(parts) > _PLACES:
        told = "{n} places are not as they were: `show {board}`"
        return words.fill(told, n=str(len(parts)), board=words.name(board.name))
    return "; ".join([f"{_place(words, place)} {', '.join(texts)}" for place, texts in parts.items()])


def _place(words: Words, place: str) -> str:
    """A cell by its name alone: what its label says after a comma stands on the board."""
    return place if place.startswith("(") else without_notes(words.name(place)).partition(",")[0]
