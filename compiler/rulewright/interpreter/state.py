"""The state of an interpreted game: flat tables of plain values that copy in one go."""

from __future__ import annotations

from typing import Any, Final

from rulewright.typed.tree import FieldInfo, Game
from rulewright_runtime import SIZE_LIMIT, RulesFailure, too_many

from .budget import kept

NONE: Final = -1_000_000_000  # no thing at all, as in the typed tree
Slot = tuple[str, int, int]  # attribute of the field, owner, key; 0 where there is none
Thing = tuple[str, int]  # kind of piece, number


class State:
    """Everything that can change. `chance`, `trial` and `script` are what the runtime's generator needs."""

    def __init__(self, players: int) -> None:
        self.players = players
        self.chance = 0
        self.trial = -1  # who is trying something out; -1: this is the real game
        self.script: tuple[tuple[str, Any], ...] = ()
        self.over = False
        self.winners: tuple[int, ...] = ()
        self.log: tuple[str, ...] = ()
        self.fields: dict[Slot, Any] = {}
        self.used: dict[tuple[str, int], bool] = {}  # action, player (-1: shared)
        self.alive: dict[str, tuple[int, ...]] = {}  # kind of piece -> those in play
        self.made: dict[str, int] = {}
        self.cells: dict[Thing, tuple[int, ...]] = {}  # where a piece stands
        self.zone: dict[Thing, Slot] = {}  # in which zone a piece is
        self.on: dict[Thing, tuple[int, ...]] = (
            {}
        )  # kind of piece, cell -> the pieces there, the last one on top
        self.found: dict[Any, Any] = {}  # values of defines, until something changes

    def copy(self) -> State:
        other = State.__new__(State)
        for name, value in self.__dict__.items():
            setattr(other, name, value.copy() if isinstance(value, dict) and name != "found" else value)
        return other

    def changed(self) -> None:
        """Forgets what was worked out; copies keep theirs."""
        self.found = {}

    # ------------------------------------------------------------ fields

    def read(self, info: FieldInfo, owner: int, key: int) -> Any:
        slot = (info.attribute, owner, key)
        if slot not in self.fields:
            raise RulesFailure(f"{info.name} is not kept for {owner}, {key}")
        return self.fields[slot]

    def write(self, info: FieldInfo, owner: int, key: int, value: Any) -> None:
        slot = (info.attribute, owner, key)
        if slot not in self.fields:
            raise RulesFailure(f"{info.name} is not kept for {owner}, {key}")
        self.fields[slot] = kept(value)
        self.changed()

    # ------------------------------------------------------------ pieces

    def new_piece(self, kind: str) -> int:
        self.changed()
        number = self.made[kind]
        self.made[kind] += 1
        if len(self.alive[kind]) >= SIZE_LIMIT:
            raise too_many()
        self.alive[kind] = (*self.alive[kind], number)
        self.cells[(kind, number)] = ()
        return number

    def leave(self, kind: str, number: int) -> None:
        """Takes a piece from where it is."""
        self.changed()
        for cell in self.cells[(kind, number)]:
            self.on[(kind, cell)] = tuple(x for x in self.on[(kind, cell)] if x != number)
        self.cells[(kind, number)] = ()
        slot = self.zone.pop((kind, number), None)
        if slot is not None:
            self.fields[slot] = tuple(x for x in self.fields[slot] if x != number)

    def stand(self, kind: str, number: int, cells: tuple[int, ...]) -> None:
        self.leave(kind, number)
        self.cells[(kind, number)] = cells
        for cell in cells:
            self.on[(kind, cell)] = (*self.on.get((kind, cell), ()), number)

    def put(self, kind: str, number: int, slot: Slot, top: bool) -> None:
        self.leave(kind, number)
        held = self.fields[slot]
        self.fields[slot] = (number, *held) if top else (*held, number)
        self.zone[(kind, number)] = slot

    def remove(self, kind: str, number: int) -> None:
        self.leave(kind, number)
        self.alive[kind] = tuple(x for x in self.alive[kind] if x != number)
        self.changed()


def seats(game: Game, st: State) -> int:
    return st.players + len(game.participants)


def blank(info: FieldInfo, resources: int) -> Any:
    """The first value of a field for which the rules give none."""
    type = info.type
    if type.is_many:
        return ()
    if type.optional:
        return NONE
    if type.name == "flag":
        return False
    if type.name == "bundle":
        return (0,) * resources
    if type.name == "number":
        if type.low is not None and type.low > 0:
            return type.low
        return type.high if type.high is not None and type.high < 0 else 0
    return 0
