"""The bots at one table: made when they are first asked, kept while their seat and the rules stay the same."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from rulewright_runtime.bots import Bot
from rulewright_runtime.moves import pending_decisions
from rulewright_table.players import bot
from rulewright_table.table import Table


@dataclass(slots=True)
class Thinkers:
    """Bots by their seats."""

    known: dict[int, tuple[str, str, Bot]] = field(default_factory=dict)

    def think(self, table: Table) -> tuple[Table, int, int, int] | None:
        """What a bot answers, and to which position; a game never changes a position in place."""
        seat = table.waiting_bot()
        if seat is None:
            return None
        name, game = table.seats[seat], table.game
        known = self.known.get(seat)
        if known is None or known[:2] != (name, game.engine.rules):
            made = bot(name, game.engine, game.players, random.SystemRandom().getrandbits(30))
            known = self.known[seat] = (name, game.engine.rules, made)
        revision, position = table.revision, game.position
        options = next(one.options for one in pending_decisions(position) if one.player == seat)
        return table, revision, seat, options.index(known[2].answer(position, seat, game.words))
