"""Bots inside a native core: the same features, values and answers as in Python, many times faster."""

from __future__ import annotations

from array import array
from typing import Any, Final

from ..core import Position
from ..deals import hidden_types, holds
from ..engine import Engine
from ..native import SHARED, Core
from ..views import has_secrets
from ..words import Words, split_type
from .asked import Bot, options_of
from .features import ASKED, Features
from .turn import DEALS, TIES
from .value import Judge

SEEN: Final = ("open", "private", "hidden")  # how far a field may be seen, as a core numbers it
OF_ASKED: Final = {ASKED[0]: -1, ASKED[1]: -2}  # attributes that are no fields of a native position


class NativeBots:
    """What a core needs to know for one number of players, made once."""

    def __init__(self, core: Core, features: Features) -> None:
        self.core = core
        self.players = features.players
        self.module: Any = core.module
        self.features: Any = self.module.features(_coded(core, features))
        self.dealing: Any = None  # nothing is hidden
        if has_secrets(core.engine):
            self.dealing = self.module.dealing(_dealing_code(core, features.players))
        self._judges: dict[int, tuple[Judge, Any]] = {}

    def judge(self, judge: Judge) -> Any:
        """A value for the core; the same one for the same judge."""
        if id(judge) not in self._judges:
            fitted, value = judge.fitted, judge.value
            made = self.module.judge(
                self.features,
                len(value.bias),
                array("i", [one for weights in fitted.weights for one in weights]).tobytes(),
                array("q", fitted.low).tobytes(),
                array("q", fitted.high).tobytes(),
                array("i", fitted.start).tobytes(),
                array("q", value.tops).tobytes(),
                value.scales,
                value.others,
                value.winning,
            )
            self._judges[id(judge)] = judge, made
        return self._judges[id(judge)][1]

    def turn(self, seed: int, judge: Judge, positions: int, noise: float = TIES, deals: int = DEALS) -> Any:
        """Turn search."""
        return self.module.bot(seed, self.judge(judge), self.dealing, positions, deals, noise)

    def tree(self, seed: int, simulations: int) -> Any:
        """Tree search."""
        seats = self.players + len(self.core.engine.participants)
        return self.module.tree_bot(seed, self.dealing, seats, simulations)

    def random(self, seed: int) -> Any:
        """Any answer."""
        return self.module.bot(seed, None, None, 1, 1, 0.0)


def native_bots(core: Core, players: int) -> NativeBots:
    """What a core needs to know to let bots play; made once for each number of players."""
    if players not in core.bots:
        core.bots[players] = NativeBots(core, Features(core.engine, players))
    found: NativeBots = core.bots[players]
    return found


class NativeBot(Bot):
    """A bot inside a core, for positions in Python."""

    def __init__(self, core: Core, seed: int, bot: Any) -> None:
        super().__init__(core.engine, seed)
        self._core = core
        self._bot = bot

    def answer(self, g: Position, seat: int | None = None, words: Words | None = None) -> int:
        seat = g.player if seat is None else seat
        options = options_of(g, seat)
        if len(options) == 1:
            return options[0]
        if g.script:  # chance that is told means nothing to a bot
            g = g.clone()
            g.script = ()
        there = self._core.taken_over(g)
        there.turn_to(seat)
        answer: int = self._core.module.answer(self._bot, there)
        return answer


class NativeTurn(NativeBot):
    """Turn search inside a core."""

    def __init__(self, core: Core, players: int, seed: int, worth: Judge, positions: int) -> None:
        super().__init__(core, seed, native_bots(core, players).turn(seed, worth, positions))
        self.worth = worth


class NativeMcts(NativeBot):
    """Tree search inside a core."""

    def __init__(self, core: Core, players: int, seed: int, simulations: int) -> None:
        super().__init__(core, seed, native_bots(core, players).tree(seed, simulations))


def _dealing_code(core: Core, players: int) -> bytes:
    """What may lie hidden, type by type, as numbers; deals.h reads them."""
    engine = core.engine
    place = {name: SHARED + i for i, name in enumerate(core.module.field_names)}
    g = engine.make(players, {option.name: option.default for option in engine.options})
    types = hidden_types(engine)
    found = [players + len(engine.participants), len(types)]
    for type in types:
        fields = [field for field in engine.fields if holds(field, type)]
        found += [int(type.startswith("piece:")), int(type == "number"), len(fields)]
        for field in fields:
            listed = isinstance(getattr(g, field.attribute), list)
            found += [place[field.attribute], int(listed), int(field.owner == "player")]
            found += [
                int(bool(split_type(field.type)[0])),
                SEEN.index(field.visibility),
                int(field.remembers),
            ]
            found += [len(field.sides), *field.sides]
        if type.startswith("piece:"):
            found += _pieces_code(engine, g, type, place)
    return array("q", found).tobytes()


def _pieces_code(engine: Engine, g: Any, type: str, place: dict[str, int]) -> list[int]:
    """Which fields name pieces outside of zones, and which describe them."""
    naming = [place[field.attribute] for field in engine.fields if split_type(field.type) == ("", type)]
    listed = [
        int(isinstance(getattr(g, field.attribute), list))
        for field in engine.fields
        if split_type(field.type) == ("", type)
    ]
    own = [field for field in engine.fields if field.owner == type]
    counted = [place[field.attribute] for field in own if not field.keys][:1] or [-1]
    names = [number for pair in zip(naming, listed) for number in pair]
    return [len(naming), *names, *counted, len(own), *[place[field.attribute] for field in own]]


def _coded(core: Core, features: Features) -> bytes:
    """The blocks of features as numbers; looking.h reads them."""
    place = {name: SHARED + i for i, name in enumerate(core.module.field_names)} | OF_ASKED
    found = [features.players, int(features.scored), len(features.attributes)]
    found += [place[name] for name in features.attributes]
    found.append(len(features.blocks))
    for block, reads in zip(features.blocks, features.reads):
        found += [len(block.names), len(reads), *reads, len(block.code), *block.code]
    return array("q", found).tobytes()
