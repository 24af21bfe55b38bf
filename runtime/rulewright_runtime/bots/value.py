"""A learned value: what a position is worth to a seat, as whole numbers that any machine adds up alike.

It is weighted sums of the features: what they count in the middle of a game, how that changes from its beginning
to its end, how far the game is, and those of hidden units, which count only where they are above 0. Weights are whole
numbers, and those of all sums stand side by side in one integer, so that one product and one sum work for all of
them at once.
"""

from __future__ import annotations

import base64
import json
import struct
from dataclasses import dataclass
from functools import lru_cache
from itertools import compress
from operator import ne
from pathlib import Path
from typing import Any, Final

from ..core import Position
from ..engine import Engine
from ..naming import meaning_of
from ..reading import why
from .features import Features
from .outcomes import margin, won

FORMAT: Final = 3
PLAIN: Final = 3  # lanes before the hidden ones: how far the game is, what changes with that, what stays
LANE: Final = 32  # bits of a sum in the large integer
HALF: Final = 1 << (LANE - 1)
MASK: Final = (1 << LANE) - 1
MOST_HIDDEN: Final = 256
USUAL: Final = 300  # positions of a search, if nothing was taught
KEPT: Final = 50_000  # sums of a block that are remembered


class NoValue(ValueError):
    """A file that holds no value, or one of another game."""


@dataclass(frozen=True, slots=True)
class Value:
    """What a file of values holds."""

    game: str
    variant: str
    players: int
    rules: str  # hash of the meaning of the rules with which it was learned; of their text in older files
    names: tuple[str, ...]  # of the features
    low: tuple[int, ...]  # features are cut off below and above
    high: tuple[int, ...]
    mean: tuple[int, ...]  # stands for a feature that the rules no longer have
    weights: tuple[tuple[int, ...], ...]  # of each feature, one for each lane
    bias: tuple[int, ...]  # of each lane
    tops: tuple[int, ...]  # what each hidden unit counts
    scales: tuple[float, ...]  # what one in a plain lane stands for, and in the sum of the hidden ones
    others: float  # part of the others' scores in the margin
    winning: float  # what winning counts beside the margin
    positions: int  # with what search it was taught: with much more or less it misjudges what that finds


class Judge:
    """A value at work on positions of one engine."""

    cost = 1

    def __init__(self, value: Value, engine: Engine, players: int) -> None:
        self.value = value
        self.engine = engine
        self.features = features = Features(engine, players)
        self.stale = is_stale(value, engine)
        self.fitted = fitted = _fitted(value, features)
        self._packed = [_pack(weights) for weights in fitted.weights]
        self._low, self._high = fitted.low, fitted.high
        self._start = _pack(fitted.start) + _pack((HALF,) * len(value.bias))
        self._tops = list(enumerate(value.tops, PLAIN))
        self._readers = [0] * len(features.attributes)  # bits of the blocks that read each attribute
        ends = [at + len(block.names) for at, block in zip(features.starts, features.blocks)]
        for number, reads in enumerate(features.reads):
            if any(self._packed[features.starts[number] : ends[number]]):  # others count nothing
                for i in reads:
                    self._readers[i] |= 1 << number
        self._indices = range(len(features.attributes))
        self._known: list[dict[Any, int]] = [{} for _ in features.blocks]
        self._base: tuple[Any, ...] = ()
        self._sums: dict[int, tuple[int, list[int]]] = {}  # of the base position, by seat

    def rebase(self, g: Position) -> None:
        """From now on positions are compared with this one: only what differs is worked out."""
        self._base = tuple([one[:] if isinstance(one, list) else one for one in self.features.content(g)])
        self._sums = {}

    def __call__(self, g: Position, seat: int) -> float:
        """What a position is worth to a seat; the end of a game is known."""
        if g.then is None:
            return margin(self.engine, g, seat, self.value.others) + self.value.winning * won(g, seat)
        content = self.features.content(g)
        if not self._base:
            self.rebase(g)
        known = self._sums.get(seat)
        if known is None:
            parts = [self._part(number, self._base, seat) for number in range(len(self.features.blocks))]
            known = self._sums[seat] = sum(parts, self._start), parts
        total, parts = known
        readers = self._readers
        changed = 0
        for i in compress(self._indices, map(ne, content, self._base)):
            changed |= readers[i]
        while changed:
            lowest = changed & -changed
            changed ^= lowest
            number = lowest.bit_length() - 1
            total += self._part(number, content, seat) - parts[number]
        if self.features.scored:
            total += self._weighed(len(self._packed) - 3, self.features.scores(g, seat))
        return self._read(total)

    def content(self, g: Position) -> tuple[Any, ...]:
        """All that a position holds."""
        found: tuple[Any, ...] = self.features.content(g)
        return found

    def difference(self, g: Position) -> tuple[Any, ...]:
        """What a position has otherwise than the base: equal positions have equal ones."""
        content = self.features.content(g)
        return tuple(
            [
                (i, tuple(content[i]) if isinstance(content[i], list) else content[i])
                for i in compress(self._indices, map(ne, content, self._base))
            ]
        )

    def _part(self, number: int, content: tuple[Any, ...], seat: int) -> int:
        """The sums that one block adds."""
        reads = self.features.reads[number]
        held = tuple([tuple(content[i]) if isinstance(content[i], list) else content[i] for i in reads])
        key = (seat, held)
        known = self._known[number]
        found = known.get(key)
        if found is None:
            block = self.features.blocks[number]
            out = [0] * len(block.names)
            block.fill(held, seat, out)
            if len(known) >= KEPT:
                known.clear()
            found = known[key] = self._weighed(self.features.starts[number], out)
        return found

    def _weighed(self, at: int, numbers: list[int]) -> int:
        """The sum of numbers times packed weights from a place on, each number kept within the range that was learned from."""
        packed, low, high = self._packed, self._low, self._high
        total = 0
        for i, number in enumerate(numbers, at):
            if number or low[i] > 0 or high[i] < 0:
                total += packed[i] * min(max(number, low[i]), high[i])
        return total

    def _read(self, total: int) -> float:
        """What the sums come to."""
        far, later, always, deep = self.value.scales
        done = ((total & MASK) - HALF) * far
        late = (0.0 if done < 0 else 1.0 if done > 1 else done) - 0.5
        found = ((total >> 2 * LANE & MASK) - HALF) * always + late * ((total >> LANE & MASK) - HALF) * later
        if not self._tops:
            return found
        hidden = 0
        for lane, top in self._tops:
            above = (total >> LANE * lane & MASK) - HALF
            if above > 0:
                hidden += above * top
        return found + hidden * deep


def is_stale(value: Value, engine: Engine) -> bool:
    """Whether the rules mean something else than those with which a value was learned; words and layout mean nothing."""
    return value.rules not in (meaning_of(engine), engine.rules)


@dataclass(frozen=True, slots=True)
class Fitted:
    """The weights of a value in the order of an engine's features."""

    weights: list[tuple[int, ...]]
    low: list[int]
    high: list[int]
    start: tuple[int, ...]  # of each lane


def _fitted(value: Value, features: Features) -> Fitted:
    """The weights in the order of an engine's features; what the rules no longer have counts as it did on average."""
    place = {name: i for i, name in enumerate(value.names)}
    there = [place.get(name) for name in features.names]
    gone = set(range(len(value.names))) - {i for i in there if i is not None}
    start = [
        bias + sum([value.weights[i][lane] * value.mean[i] for i in gone])
        for lane, bias in enumerate(value.bias)
    ]
    nothing = (0,) * len(value.bias)
    return Fitted(
        [nothing if i is None else value.weights[i] for i in there],
        [0 if i is None else value.low[i] for i in there],
        [0 if i is None else value.high[i] for i in there],
        tuple(start),
    )


def _pack(lanes: tuple[int, ...]) -> int:
    """Whole numbers side by side in one."""
    return sum([lane << LANE * number for number, lane in enumerate(lanes)])


# ---------------------------------------------------------------- files


def read_value(path: Path) -> Value:
    """The value in a file; NoValue says why there is none."""
    try:
        state = path.stat()
        return _read(path, state.st_mtime_ns, state.st_size, state.st_ino)
    except (OSError, UnicodeDecodeError, json.JSONDecodeError) as error:
        raise NoValue(f"{path} cannot be read: {why(error)}") from None
    except (KeyError, TypeError, ValueError, struct.error) as error:
        raise NoValue(f"{path} holds no value of positions: {error!r}") from None


@lru_cache(maxsize=8)
def _read(path: Path, *_state: int) -> Value:
    """The value in a file in that state: every bot of every game reads it, and it takes longer than many a decision."""
    return from_data(json.loads(path.read_text(encoding="utf-8")))


def from_data(data: dict[str, Any]) -> Value:
    """A value from the plain data of its file."""
    if data["format"] != FORMAT:
        raise ValueError(f"format {data['format']!r} is not known here; `rulewright train` learns a new one")
    names = tuple(data["features"])
    packed = base64.b85decode(data["weights"])
    lanes = len(data["bias"])
    if (
        not PLAIN <= lanes == PLAIN + len(data["tops"]) <= PLAIN + MOST_HIDDEN
        or len(data["scales"]) != PLAIN + 1
    ):
        raise ValueError("its lists have different lengths")
    numbers = struct.unpack(f"<{len(names) * lanes}h", packed)
    shifts = base64.b85decode(data["shifts"])
    if not len(names) == len(shifts) == len(data["low"]) == len(data["high"]) == len(data["mean"]):
        raise ValueError("its lists have different lengths")
    positions = int(data.get("positions", USUAL))
    if positions < 1:
        raise ValueError(f"it was taught with {positions} positions")
    rows = [
        tuple([number << shift for number in numbers[i * lanes : (i + 1) * lanes]])
        for i, shift in enumerate(shifts)
    ]
    return Value(
        data["game"],
        data["variant"],
        int(data["players"]),
        data["rules"],
        names,
        tuple(map(int, data["low"])),
        tuple(map(int, data["high"])),
        tuple(map(int, data["mean"])),
        tuple(rows),
        tuple(map(int, data["bias"])),
        tuple(map(int, data["tops"])),
        tuple(map(float, data["scales"])),
        float(data["others"]),
        float(data["winning"]),
        positions,
    )
