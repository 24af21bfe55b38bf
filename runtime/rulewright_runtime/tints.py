"""Colours in a terminal: of the seats, and of what has the name of a colour or of a sort of land."""

from __future__ import annotations

from typing import Final

_SEATS: Final = (31, 34, 33, 32, 35, 36)  # as terminals number them
# Backgrounds, of the 256 colours that terminals have.
_YELLOW, _BROWN, _DARK, _BLUE, _GREEN, _GREY, _RED = 221, 137, 240, 39, 34, 250, 160
_WORDS: Final = {
    "yellow": _YELLOW, "desert": _YELLOW, "sand": _YELLOW, "gold": _YELLOW,
    "brown": _BROWN, "plains": _BROWN, "field": _BROWN, "clay": _BROWN,
    "black": _DARK, "swamp": _DARK, "marsh": _DARK,
    "blue": _BLUE, "lake": _BLUE, "lakes": _BLUE, "water": _BLUE, "river": _BLUE, "sea": _BLUE,
    "green": _GREEN, "forest": _GREEN, "woods": _GREEN, "meadow": _GREEN,
    "grey": _GREY, "mountain": _GREY, "mountains": _GREY, "hills": _GREY, "stone": _GREY,
    "red": _RED, "wasteland": _RED, "lava": _RED,
}  # fmt: skip


def strong(text: str) -> str:
    """A text in bold."""
    return f"\033[1m{text}\033[0m"


def of_seat(text: str, seat: int) -> str:
    """A text in the colour of a seat."""
    return f"\033[{_SEATS[seat % len(_SEATS)]}m{text}\033[0m" if text else text


def of_word(text: str, word: str) -> str:
    """A text on the colour that a word brings to mind; most words bring none."""
    colour = _WORDS.get(word)
    if colour is None or not text:
        return text
    return f"\033[{97 if colour == _DARK else 30};48;5;{colour}m{text}\033[0m"
