"""Colours and short signs for what a look says nothing of: the same for the same names, and to be told apart."""

from __future__ import annotations

import re
from typing import Final

# Seats: Okabe and Ito's palette, which people who see colours differently can tell apart.
SEATS: Final = ("#0072b2", "#d55e00", "#009e73", "#b0568c", "#c98a00", "#3f97c6", "#555555", "#7a6a00")
WHEEL: Final = (
    "#d9a441",
    "#7f9f5f",
    "#6f93ad",
    "#c4694a",
    "#8f79a8",
    "#b08d7f",
    "#4f938b",
    "#c98993",
    "#8a9268",
    "#7f9ac2",
    "#b8935f",
    "#6fa889",
    "#a69a5f",
    "#8aa8c4",
)
_WORDS: Final = {
    "yellow": "#e3c24c",
    "desert": "#e3c24c",
    "sand": "#e3c24c",
    "gold": "#d4a017",
    "brown": "#a9764b",
    "plains": "#a9764b",
    "wood": "#8a5a2b",
    "clay": "#a5673f",
    "black": "#4a4a4a",
    "swamp": "#4a4a4a",
    "blue": "#4f8fd0",
    "lake": "#4f8fd0",
    "lakes": "#4f8fd0",
    "water": "#4f8fd0",
    "river": "#4f8fd0",
    "sea": "#3d7ab8",
    "green": "#4f9450",
    "forest": "#4f9450",
    "woods": "#4f9450",
    "grey": "#9fa3a6",
    "mountains": "#9fa3a6",
    "stone": "#8d9399",
    "red": "#c4493b",
    "wasteland": "#c4493b",
    "fire": "#d9703a",
    "earth": "#8a6d46",
    "air": "#a9c8da",
    "white": "#f2f0ea",
    "coin": "#d4a017",
    "purple": "#7d5ba6",
    "orange": "#d9802e",
}


def of_member(name: str, place: int) -> str:
    """The colour that a name speaks of, or one of the wheel."""
    return _WORDS.get(name) or WHEEL[place % len(WHEEL)]


def signs(titles: list[str]) -> list[str]:
    """One to four letters for each of some names, all different where that is possible."""
    taken: set[str] = set()
    found: list[str] = []
    for title in titles:
        parts = [part for part in re.split(r"[\W_]+", title) if part] or ["?"]
        first = parts[0]
        tries = [
            first[:1].upper(),
            "".join([part[0] for part in parts[:2]]).upper(),
            first[:2].capitalize(),
            first[:3].capitalize(),
            first[:4].capitalize(),
        ]
        sign = next((one for one in tries if one not in taken), tries[-1])
        taken.add(sign)
        found.append(sign)
    return found
