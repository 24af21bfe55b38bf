"""The bots at one table: made when they are first asked, kept while their seat and the rules stay the same.

A bot that fails or hangs holds nobody up: any answer is given for it, and the table is told.
"""

from __future__ import annotations

import asyncio
import random
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from rulewright_runtime.bots import Bot, make_bot
from rulewright_runtime.engine import Engine
from rulewright_runtime.moves import Pending, pending_decisions
from rulewright_table.players import bot
from rulewright_table.table import Table

PATIENCE: Final = 10.0  # seconds that a bot may think about one answer

Maker = Callable[[str, Engine, int, int], Bot]


class Thought(NamedTuple):
    """What a bot answers, and to which position; a game never changes a position in place."""

    table: Table
    revision: int
    seat: int
    option: int
    trouble: str = ""  # why it is any answer


@dataclass(slots=True)
class Thinkers:
    """Bots by their seats."""

    make: Maker = bot
    patience: float = PATIENCE
    known: dict[int, tuple[str, str, Bot]] = field(default_factory=dict)
    trouble: str = ""  # what went wrong when a bot was last asked: its table is told

    def think(self, table: Table) -> Thought | None:
        """What the bot whose turn it is answers; any answer if it fails."""
        seat = table.waiting_bot()
        if seat is None:
            return None
        revision, game = table.revision, table.game
        asked = _asked(table, seat)
        try:
            option = asked.options.index(self._bot(table, seat).answer(game.position, seat, game.words))
        except Exception as error:  # whatever a bot does, the others go on playing
            told = f"{type(error).__name__}: {error}"
            trouble = f"the bot of {game.names[seat]} failed ({told}), so it answered at random"
            return Thought(table, revision, seat, random.randrange(len(asked.options)), trouble)
        return Thought(table, revision, seat, option)

    async def thought(self, table: Table) -> Thought | None:
        """The same beside everything else; who thinks for too long plays at random from now on."""
        try:
            found = await asyncio.wait_for(_apart(self.think, table), self.patience)
        except TimeoutError:
            found = self._give_up(table)
        self.trouble = found.trouble if found is not None else ""
        return found

    def _give_up(self, table: Table) -> Thought | None:
        """A random answer in the place of a bot that was waited for too long; random play from then on."""
        seat = table.waiting_bot()
        if seat is None:
            return None
        game = table.game
        instead = make_bot("random", game.engine, game.players)
        self.known[seat] = (table.seats[seat], game.engine.rules, instead)
        waited = f"did not answer for {self.patience:g} seconds"
        trouble = f"the bot of {game.names[seat]} {waited}, so it plays at random from now on"
        option = random.randrange(len(_asked(table, seat).options))
        return Thought(table, table.revision, seat, option, trouble)

    def _bot(self, table: Table, seat: int) -> Bot:
        """The bot of a seat, made anew if the seat has another or the rules have changed."""
        name, game = table.seats[seat], table.game
        known = self.known.get(seat)
        if known is None or known[:2] != (name, game.engine.rules):
            made = self.make(name, game.engine, game.players, random.SystemRandom().getrandbits(30))
            known = self.known[seat] = (name, game.engine.rules, made)
        return known[2]


def _asked(table: Table, seat: int) -> Pending:
    """What is asked of a seat."""
    return next(one for one in pending_decisions(table.game.position) if one.player == seat)


def _apart(work: Callable[[Table], Thought | None], table: Table) -> asyncio.Future[Thought | None]:
    """Work in a thread of its own, for which nobody has to wait: what hangs there takes no worker from others."""
    loop = asyncio.get_running_loop()
    found: asyncio.Future[Thought | None] = loop.create_future()

    def settle(answer: Thought | None) -> None:
        if not found.done():
            found.set_result(answer)

    def run() -> None:
        answer = work(table)
        if not loop.is_closed():
            loop.call_soon_threadsafe(settle, answer)

    threading.Thread(target=run, daemon=True).start()
    return found
