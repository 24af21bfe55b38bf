"""Who can take a seat: a person, somebody who has still to come, or a bot by its name."""

from __future__ import annotations

from typing import Final

from rulewright_runtime.bots import NAMES, Bot, make_bot
from rulewright_runtime.engine import Engine

# Only these: a name may also mean a file with a bot of one's own, and that is nothing for a network.
BOTS: Final = frozenset(NAMES)
PERSON: Final = "person"
OPEN: Final = "open"  # a person who has still to come
OPPONENT: Final = "turn"  # who sits down if nobody is named
# Budgets in time of those who would let people wait; the others answer at once.
BUDGETS: Final = {"mcts": "mcts:0.4s"}


def in_order() -> list[str]:
    """The bots as people choose from them, the usual one first."""
    return sorted(BOTS, key=lambda name: (name != OPPONENT, name))


def bot(name: str, engine: Engine, players: int, seed: int) -> Bot:
    """The bot of that name."""
    if name not in BOTS:
        raise ValueError(f"there is no bot {name!r}")
    return make_bot(BUDGETS.get(name, name), engine, players, seed)
