"""How a table begins: what people agree on, or a text that was recorded or saved; checked before anything is made."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any, Final

from rulewright_runtime.reading import json_data
from rulewright_runtime.record_text import as_text, from_text
from rulewright_runtime.records import RecordError, from_data
from rulewright_table.players import BOTS, OPEN, PERSON
from rulewright_table.table import Refused

_FORBIDDEN: Final = {chr(code) for code in (*range(32), 127, 0x2983, 0x2984, 0x2985, 0x2986)}


def new_base(
    seats: Iterable[tuple[str, str]], seed: int | None, options: dict[str, Any], language: str
) -> dict[str, Any]:
    """A new game: names and who sits there, a seed or none, options."""
    sitting = list(seats)
    return {
        "names": [_clean(name) for name, _ in sitting],
        "seats": [somebody(who) for _, who in sitting],
        "seed": random.SystemRandom().getrandbits(60) if seed is None else seed,
        "options": options,
        "language": language,
    }


def base_of_text(text: str, title: str = "") -> tuple[str, dict[str, Any]]:
    """A game that goes on where a recorded or saved one ends: its name, and what the table begins with."""
    saved = _saved(text)
    if saved:
        return saved, {"save": text, "title": title}
    try:
        record = from_data(json_data(text)) if text.lstrip().startswith("{") else from_text(text)
        text = as_text(record)
    except (RecordError, ValueError, RecursionError) as error:
        raise Refused(f"this is no recorded game: {error}") from None
    name = f"{record.game}@{record.variant}" if record.variant else record.game
    return name, {"record": text, "title": title or "a recorded game"}


def somebody(who: str) -> str:
    """Who can sit at a table."""
    if who not in (PERSON, OPEN, *BOTS):
        raise Refused(f"nobody here is called {who}; bots: {', '.join(sorted(BOTS))}")
    return who


def _saved(text: str) -> str:
    """The game of which a text is a saved position; nothing if it is none."""
    if not text.lstrip().startswith("{"):
        return ""
    try:
        head = json_data(text)
    except (ValueError, RecursionError):
        return ""
    if not isinstance(head, dict) or head.get("format") != "rulewright game":
        return ""
    game, variant = str(head.get("game", "")), str(head.get("variant", ""))
    return f"{game}@{variant}" if variant else game


def _clean(name: str) -> str:
    """A name without what could be taken for something else in a text."""
    found = "".join([letter for letter in name if letter not in _FORBIDDEN]).strip()
    if not found:
        raise Refused("a name needs letters")
    return found
