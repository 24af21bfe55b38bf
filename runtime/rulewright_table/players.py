"""Bots that can take a seat, by name: a table of functions, to which others can be added."""

from __future__ import annotations

from collections.abc import Callable

from rulewright_runtime.bots import Bot, RandomBot

# name -> makes a bot from a seed
BOTS: dict[str, Callable[[int], Bot]] = {"random": RandomBot}
PERSON = "person"
OPEN = "open"  # a person who has still to come


def bot(name: str, seed: int) -> Bot | None:
    """The bot of that name; None: a person sits there."""
    make = BOTS.get(name)
    return None if make is None else make(seed)
