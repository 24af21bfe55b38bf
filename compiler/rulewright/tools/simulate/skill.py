"""What should be known of bots before their games are believed."""

from __future__ import annotations

from pathlib import Path

from rulewright.tools.errors import UsageError
from rulewright_runtime.bots import Judge, NoValue, Playouts, UnknownBot, make_bot
from rulewright_runtime.engine import Engine


def about_bots(bots: tuple[str, ...], engine: Engine, folders: tuple[str, ...]) -> list[str]:
    """What should be known of the bots: no value, or one of other rules."""
    found: list[str] = []
    for name in dict.fromkeys(bots):
        try:
            bot = make_bot(name, engine, len(bots), 0, tuple([Path(folder) for folder in folders]))
        except (UnknownBot, NoValue) as error:
            raise UsageError(str(error)) from None
        worth = getattr(bot, "worth", None)
        game = f"{engine.name}@{engine.variant}" if engine.variant else engine.name
        if isinstance(worth, Playouts):
            found.append(
                f"{name} has learned nothing of this game and judges by random games: rulewright train {game}"
            )
        elif isinstance(worth, Judge) and worth.stale:
            found.append(
                f"what {name} has learned is of other rules (a variant, or older ones): rulewright train {game}"
            )
    return found
