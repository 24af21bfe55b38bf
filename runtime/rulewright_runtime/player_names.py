"""Names of players: whatever somebody calls themselves, the others see one line of plain text."""

from __future__ import annotations

from typing import Final
from unicodedata import category

from .brief import brief
from .engine import OptionError

LONGEST_NAME: Final = 60  # characters of a player's name


def player_names(players: int, names: tuple[str, ...] | list[str] | None) -> tuple[str, ...]:
    """One name for each player, cleaned, or "player 1" and so on; OptionError if they are not all different."""
    if names is None:
        return tuple([f"player {seat + 1}" for seat in range(players)])
    fit = isinstance(names, tuple | list) and all(isinstance(name, str) for name in names)
    cleaned = [plain_name(name) for name in names] if fit else []
    if len(cleaned) != players or len(set(cleaned)) != players or not all(cleaned):
        raise OptionError(f"{players} players need {players} different names, not {brief(names)}")
    return tuple(cleaned)


def plain_name(name: str) -> str:
    """A name without what moves a terminal's cursor, hides text or turns it round; in one line, not too long."""
    kept = [" " if sign.isspace() else sign for sign in name if sign.isspace() or category(sign)[0] != "C"]
    return " ".join("".join(kept).split())[:LONGEST_NAME]
