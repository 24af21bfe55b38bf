"""The house: all tables of a server, who listens at each, and the bots that play at them.

Engines are slow compared with a network, so whatever touches a game runs in a thread, one at a time for each table.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from rulewright_runtime.engine import Engine, OptionError
from rulewright_runtime.moves import Move
from rulewright_runtime.position import RulesFailure
from rulewright_runtime.records import RecordError
from rulewright_runtime.replays import Difference
from rulewright_runtime.saves import SaveError
from rulewright_table import messages
from rulewright_table.players import BOTS, OPEN, PERSON
from rulewright_table.setting_up import base_of_text, new_base, somebody
from rulewright_table.shelf import Shelf
from rulewright_table.storage import Link, Storage, Stored
from rulewright_table.table import Refused, Table
from rulewright_table.thinking import Thinkers, Thought

T = TypeVar("T")
log = logging.getLogger("rulewright.table")
_TOKEN = 24  # bytes of chance in a link
IDLE = 900.0  # seconds after which a table at which nobody is leaves the memory


@dataclass(slots=True)
class Room:
    """A table that is open: its lock, its listeners, its bots."""

    id: str
    table: Table
    stored: Stored
    events: int  # how many are kept
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    listeners: set[asyncio.Event] = field(default_factory=set)
    bots: Thinkers = field(default_factory=Thinkers)
    playing: asyncio.Task[None] | None = None
    failed: str = ""
    handed: int = 0  # how often a seat was handed over
    told: int = 0  # how often something happened
    born: str = field(default_factory=lambda: secrets.token_hex(4))
    used: float = field(default_factory=time.monotonic)  # when somebody last came with a link
    notice: str = ""  # errors in rules that are being edited

    @property
    def version(self) -> str:
        """Another text whenever something has happened, also across a restart."""
        return f"{self.born}.{self.told}"


class House:
    """All tables."""

    def __init__(self, shelf: Shelf, storage: Storage, pace: float = 0.4) -> None:
        self.shelf = shelf
        self.storage = storage
        self.pace = pace  # seconds between the moves of bots, so that people can follow them
        self.key = secrets.token_urlsafe(_TOKEN)  # who has it may set up tables and see them all
        self._rooms: dict[str, Room] = {}
        self._opening: dict[str, asyncio.Lock] = {}
        self._links: dict[str, Link] = {}  # those of open tables, so that no request has to wait for the disk
        self._handed = 0  # how often links have changed
        self._tasks: set[asyncio.Task[None]] = set()

    # ------------------------------------------------------------ setting up

    async def new_table(self, wish: messages.NewTable) -> list[Link]:
        """Sets a table up; gives the links to it, the first of them that of whoever set it up."""
        seats = [(seat.name, seat.who) for seat in wish.seats]
        base = new_base(seats, wish.seed, wish.options, wish.language)
        return await self._set_up(wish.game, base)

    async def take_in(self, text: str, title: str = "") -> list[Link]:
        """A table that goes on where a recorded or saved game ends."""
        return await self._set_up(*base_of_text(text, title))

    async def _set_up(self, game: str, base: dict[str, Any]) -> list[Link]:
        """The links of a new table, which is kept and opened; `Refused` says why it cannot be."""
        try:
            engine = await asyncio.to_thread(self.shelf.engine, game)  # may have to be compiled first
            table = await asyncio.to_thread(Table, engine, base)
        except (LookupError, OptionError, RecordError, SaveError, Difference, RulesFailure) as error:
            raise Refused(str(error).strip("'\"")) from None
        stored = Stored(secrets.token_hex(8), game, base.get("title", "") or engine.title, base, time.time())
        mine = tuple([seat for seat, who in enumerate(table.seats) if who == PERSON])
        links = [Link(_token(), stored.id, mine, True), Link(_token(), stored.id, (), False)]
        links += [
            Link(_token(), stored.id, (seat,), False) for seat, who in enumerate(table.seats) if who == OPEN
        ]
        await asyncio.to_thread(self.storage.add_table, stored, links)
        room = self._rooms[stored.id] = Room(stored.id, table, stored, 0)
        self.wake_bots(room)
        return links

    # ------------------------------------------------------------ memory

    async def keep_tidy(self) -> None:
        """Lets go, now and then, of tables that nobody looks at."""
        while True:
            await asyncio.sleep(IDLE / 4)
            self.tidy(time.monotonic())

    def tidy(self, now: float) -> int:
        """Forgets tables where nobody listens and nothing happens: they are made again from their moves when somebody comes.

        Gives how many stay.
        """
        for id, room in list(self._rooms.items()):
            busy = (
                room.listeners or room.lock.locked() or (room.playing is not None and not room.playing.done())
            )
            if not busy and now - room.used > IDLE:
                del self._rooms[id]
                self._opening.pop(id, None)
                self._forget_links(id)
        return len(self._rooms)

    def remove(self, id: str) -> None:
        """Forgets a table and all its links."""
        room = self._rooms.pop(id, None)
        self._forget_links(id)
        if room is not None:
            room.failed = "this table was removed"
            if room.playing is not None:
                room.playing.cancel()
            self.tell(room)

    # ------------------------------------------------------------ opening

    async def room_of(self, token: str) -> tuple[Room, Link]:
        """The table of a link; LookupError if there is none."""
        link = await self.link(token)
        if link is None:
            raise LookupError("this link leads nowhere")
        return await self.room(link.table), link

    async def link(self, token: str) -> Link | None:
        """A link as it is now."""
        known = self._links.get(token)
        if known is not None:
            return known
        handed = self._handed
        found = await asyncio.to_thread(self.storage.link, token)
        if found is not None and handed == self._handed:  # else it may be another by now
            self._links[token] = found
        return found

    def _forget_links(self, table: str) -> None:
        """The links of a table are looked up anew."""
        self._handed += 1
        for token in [token for token, link in self._links.items() if link.table == table]:
            del self._links[token]

    async def room(self, id: str) -> Room:
        """A table, made again from its moves if it is not open."""
        if id not in self._rooms:
            async with self._opening.setdefault(id, asyncio.Lock()):
                if id not in self._rooms:
                    self._rooms[id] = await asyncio.to_thread(self._open, id)
                    self.wake_bots(self._rooms[id])
        found = self._rooms[id]
        found.used = time.monotonic()
        return found

    def _open(self, id: str) -> Room:
        """A kept table, brought to where its events left it; LookupError if there is none."""
        stored = self.storage.table(id)
        if stored is None:
            raise LookupError("there is no such table")
        events = self.storage.events(id)
        table = Table(self.shelf.engine(stored.game), stored.base)
        table.replay(moves_of(events))
        for kind, data in events:
            if kind == "seat":
                table.seats[data["seat"]] = data["who"]
                table.settled = data.get("settled", 0)
        return Room(id, table, stored, len(events))

    # ------------------------------------------------------------ doing

    async def read(self, room: Room, work: Callable[[Table], T]) -> T:
        """Looks at a table in a thread."""
        async with room.lock:
            return await asyncio.to_thread(work, room.table)

    async def answer(self, room: Room, link: Link, wish: messages.Answer) -> None:
        """A person's move: kept before it is acknowledged."""
        if wish.player not in link.seats:
            raise Refused("this is not your seat")
        async with room.lock:
            plan = room.table.plans.get(link.token)
            if plan is not None:
                await asyncio.to_thread(room.table.try_move, plan, wish.player, wish.option)
            else:
                await asyncio.to_thread(self._answer, room, wish)
        self.tell(room)
        self.wake_bots(room)

    def _answer(self, room: Room, wish: messages.Answer) -> None:
        """Answers a decision and keeps the move."""
        move = room.table.answer(wish.revision, wish.player, wish.option)
        self._keep_move(room, move)

    def _keep_move(self, room: Room, move: Move) -> None:
        """Keeps a move in the storage; if that fails, the move is taken back."""
        try:
            self._keep(room, "move", {"by": move.by, "choice": move.choice, "pick": move.pick})
        except Exception:
            room.table.back_to(room.table.revision - 1)  # what is not kept has not happened
            raise

    def _keep(self, room: Room, kind: str, data: dict[str, Any]) -> None:
        """Adds an event to the storage and counts it."""
        self.storage.append(room.id, room.events, kind, data)
        room.events += 1

    async def undo(self, room: Room, link: Link, wish: messages.Undo) -> None:
        """Takes moves back for the holder of a link, in their plan if they have one, and tells all."""
        async with room.lock:
            plan = room.table.plans.get(link.token)
            if plan is not None:
                room.table.undo_plan(plan, wish.to)
            else:
                await asyncio.to_thread(self._undo, room, link, wish)
        self.tell(room)
        self.wake_bots(room)

    def _undo(self, room: Room, link: Link, wish: messages.Undo) -> None:
        """Takes moves at the table itself back, and keeps that they were."""
        room.table.undo_one_of(wish.revision, link.seats, wish.to)
        self._keep(room, "back", {"moves": len(room.table.moves)})

    async def plan(self, room: Room, link: Link, do: str) -> None:
        """Begins, drops or carries out the plan of a link, and tells all."""
        async with room.lock:
            table = room.table
            if do == "begin":
                viewer = table.viewer(link.seats)
                if viewer is None:
                    raise Refused("spectators have nothing to plan")
                await asyncio.to_thread(table.begin_plan, link.token, viewer)
            else:
                plan = table.plans.pop(link.token, None)
                if plan is not None and do == "keep":
                    await asyncio.to_thread(self._carry_out, room, plan.moves)
        self.tell(room)
        self.wake_bots(room)

    def _carry_out(self, room: Room, moves: list[Move]) -> None:
        """Plays the moves of a plan at the table, and keeps each of them."""
        for move in moves:
            room.table.play(move)
            self._keep_move(room, move)

    async def sit(self, room: Room, link: Link, wish: messages.Seat) -> Link | None:
        """Hands a seat to a bot, or to whoever gets the new link; the old link no longer answers for it."""
        if not (link.host or wish.seat in link.seats):
            raise Refused("this is not your seat")
        who = OPEN if wish.who == PERSON else somebody(wish.who)
        async with room.lock:
            room.table.sit(wish.seat, who)
            event = {"seat": wish.seat, "who": who, "settled": room.table.settled}
            await asyncio.to_thread(self._keep, room, "seat", event)
            new = await asyncio.to_thread(self._pass_seat, room, wish.seat, who)
            self._forget_links(room.id)
            room.handed += 1
        self.tell(room)
        self.wake_bots(room)
        return new

    def _pass_seat(self, room: Room, seat: int, who: str) -> Link | None:
        """Takes a seat away from its links; gives the new link, or None if a bot takes the seat."""
        for other in self.storage.links(room.id):
            if seat in other.seats:
                left = tuple([one for one in other.seats if one != seat])
                self.storage.put_link(Link(other.token, other.table, left, other.host))
        if who in BOTS:
            return None
        new = Link(_token(), room.id, (seat,), False)
        self.storage.put_link(new)
        return new

    async def go_on(self, room: Room, revision: int) -> None:
        """Under rules that have changed: forgets the moves that they do not understand."""
        async with room.lock:
            trouble = room.table.trouble
            if trouble is not None and trouble.revision == revision:
                await asyncio.to_thread(self._keep, room, "back", {"moves": len(room.table.moves)})
                room.table.trouble = None
        self.tell(room)
        self.wake_bots(room)

    # ------------------------------------------------------------ rules that change

    async def new_rules(self, game: str, engine: Engine) -> None:
        """All open tables of a game go on under its new rules."""
        for room in [room for room in self._rooms.values() if room.stored.game == game]:
            async with room.lock:
                room.table = await asyncio.to_thread(room.table.under, engine)
                room.failed = room.notice = ""
            self.tell(room)
            self.wake_bots(room)

    def played(self) -> set[str]:
        """The games of the open tables."""
        return {room.stored.game for room in self._rooms.values()}

    def broken_rules(self, game: str, report: str) -> None:
        """Rules that were saved with errors: the tables go on under the old ones and say so."""
        for room in self._rooms.values():
            if room.stored.game == game:
                room.notice = report
                self.tell(room)

    # ------------------------------------------------------------ listening

    def tell(self, room: Room) -> None:
        """Wakes everybody who listens at a table."""
        room.told += 1
        for listener in room.listeners:
            listener.set()

    async def news(self, room: Room, patience: float) -> AsyncIterator[bool]:
        """Yields True whenever something has happened, False when nothing has for a while."""
        event = asyncio.Event()
        event.set()
        room.listeners.add(event)
        try:
            while True:
                try:
                    await asyncio.wait_for(event.wait(), patience)
                    event.clear()
                    yield True
                except TimeoutError:
                    yield False
        finally:
            room.listeners.discard(event)

    # ------------------------------------------------------------ bots

    def wake_bots(self, room: Room) -> None:
        """Lets bots play if one of them is asked and none plays yet."""
        if (room.playing is None or room.playing.done()) and room.table.waiting_bot() is not None:
            room.playing = asyncio.get_running_loop().create_task(self._bots_play(room))
            self._tasks.add(room.playing)
            room.playing.add_done_callback(self._tasks.discard)

    async def _bots_play(self, room: Room) -> None:
        """Lets bots move until a person is asked; they think while others look at the table."""
        while room.table.waiting_bot() is not None and not room.failed:
            await asyncio.sleep(self.pace)
            try:
                thought = await room.bots.thought(room.table)
                async with room.lock:
                    if thought is not None:
                        await asyncio.to_thread(self._bot_moves, room, thought)
            except (RulesFailure, Refused, ValueError) as error:
                room.failed = str(error)
                log.warning("table %s: %s", room.id, error)
            self.tell(room)

    def _bot_moves(self, room: Room, thought: Thought) -> None:
        """Plays what a bot has thought, unless the table has moved on meanwhile."""
        table, revision, seat, option, _ = thought
        if room.table is table and table.revision == revision and table.waiting_bot() == seat:
            self._keep_move(room, table.answer(revision, seat, option))


def moves_of(events: list[tuple[str, dict[str, Any]]]) -> list[Move]:
    """The moves that count, after all that was taken back."""
    found: list[Move] = []
    for kind, data in events:
        if kind == "move":
            found.append(Move(data["by"], data["choice"], data["pick"]))
        elif kind == "back":
            del found[data["moves"] :]
    return found


def _token() -> str:
    """A new secret for a link."""
    return secrets.token_urlsafe(_TOKEN)
