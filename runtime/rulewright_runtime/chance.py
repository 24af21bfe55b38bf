"""Chance: numbered draws from a keyed hash. The whole state, key and number of the next draw, is one integer of the position."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import cache
from struct import Struct
from typing import Any, Final

from .core import Finished, Position, RulesFailure

try:  # the same function as that of hashlib, which loads a whole library of digests first
    from _blake2 import blake2b
except ImportError:
    from hashlib import blake2b

KEY_BITS: Final = 128  # a seed is the key; a larger one counts by its low bits
# Below the key stand 64 bits for the number of a block, and three for one of the eight draws that a block gives.
_DRAWS: Final = 8
_BELOW_KEY: Final = 67
LAST_STATE: Final = (1 << KEY_BITS + _BELOW_KEY) - 1
_MOST: Final = (1 << 64) - 1


# In the script of a position: draws are told one by one, by what holds the position, instead of generated.
TOLD: Final = "told"


class Untold(Exception):
    """A draw that nobody has told yet; `faces` says from how many."""

    def __init__(self, faces: int) -> None:
        super().__init__(f"a draw from {faces} is to be told")
        self.faces = faces


def tell(g: Position, draws: tuple[int, ...]) -> None:
    """From now on chance gives these draws, then raises Untold."""
    g.script = ((TOLD, draws),)


def any_seed() -> int:
    """A seed from the system that nobody can guess."""
    return int.from_bytes(os.urandom(KEY_BITS // 8), "big")


def seed(g: Position, n: int) -> None:
    """Starts the generator: the same seed gives the same draws."""
    g.chance = (n & ((1 << KEY_BITS) - 1)) << _BELOW_KEY


def seed_of(g: Position) -> int:
    """The seed that the draws of a position come from."""
    return g.chance >> _BELOW_KEY


def _block(number: int) -> bytes:
    """Eight draws at once: the hash of the key and the number of the block, which stand in one integer."""
    return blake2b(number.to_bytes(24, "little")).digest()


@cache
def _words(count: int) -> Struct:
    """The format of so many 64-bit words, made once for each count."""
    return Struct(f"<{count}Q")


def _numbers(state: int, count: int) -> tuple[int, ...]:
    """The next numbers of 64 bits."""
    first, block = state % _DRAWS, state // _DRAWS
    drawn = _block(block)
    for following in range(1, (first + count + _DRAWS - 1) // _DRAWS):
        drawn += _block(block + following)
    return _words(count).unpack_from(drawn, 8 * first)


def _draw(g: Position, n: int) -> int:
    """A number from 0 to n - 1, each as likely: what would favour the low ones is drawn again."""
    if n <= 0:
        raise RulesFailure("nothing to choose at random from")
    if g.script and g.script[0][0] == TOLD:
        return _told(g, n)
    limit = (1 << 64) - (1 << 64) % n
    while True:
        value = _numbers(g.chance, 1)[0]
        g.chance += 1
        if value < limit:
            return value % n


def _draws(g: Position, sizes: Sequence[int]) -> Sequence[int]:
    """A draw from each of so many numbers, the largest first: what remains of a value divided by its size is the draw."""
    if sizes and not g.script:
        values = _numbers(g.chance, len(sizes))
        if max(values) <= _MOST - sizes[0]:  # none can be one that would have to be drawn again
            g.chance += len(sizes)
            return values
    return [_draw(g, n) for n in sizes]


def _told(g: Position, n: int) -> int:
    """The next draw of those told beforehand; raises `Untold` when none is left."""
    if n == 1:
        return 0
    draws: tuple[int, ...] = g.script[0][1]
    if not draws:
        raise Untold(n)
    tell(g, draws[1:])
    return draws[0]


def _start(g: Position, kind: str, things: Sequence[Any]) -> tuple[Any, ...] | None:
    """Ends a trial run; otherwise gives what a script says chance will do now, if it says so.

    A recorded game names things, and a name means something only among the things at hand.
    """
    if g.trial >= 0:
        raise Finished
    for i, (scripted, values) in enumerate(g.script):
        if scripted == kind:
            g.script = g.script[:i] + g.script[i + 1 :]
            return tuple(values(g, things) if callable(values) else values)
    return None


def _without(xs: tuple[Any, ...], values: tuple[Any, ...], what: str) -> list[Any]:
    """What is left of xs after the scripted values have been taken from it."""
    rest = list(xs)
    for value in values:
        if value not in rest:
            raise RulesFailure(f"the scripted {what} gives something that is not there: {value!r}")
        rest.remove(value)
    return rest


def below(g: Position, n: int) -> int:
    """A random number from 0 to n - 1."""
    scripted = _start(g, "random", range(n))
    if scripted is None:
        return _draw(g, n)
    if len(scripted) != 1 or not 0 <= int(scripted[0]) < n:
        raise RulesFailure(f"the scripted random number must be one from 0 to {n - 1}")
    return int(scripted[0])


def shuffled(g: Position, xs: tuple[Any, ...]) -> tuple[Any, ...]:
    """The same things in random order; scripted ones come first, the rest stays in its order."""
    scripted = _start(g, "shuffle", xs)
    if scripted is not None:
        return scripted + tuple(_without(xs, scripted, "shuffle"))
    mixed = list(xs)
    left = len(mixed)
    for value in _draws(g, range(left, 1, -1)):
        j = value % left
        left -= 1
        mixed[left], mixed[j] = mixed[j], mixed[left]
    return tuple(mixed)


def one_of(g: Position, xs: tuple[Any, ...]) -> Any:
    """One of several things at random."""
    return some_of(g, 1, xs)[0]


def some_of(g: Position, n: int, xs: tuple[Any, ...]) -> tuple[Any, ...]:
    """Some of several things at random, in random order, none twice."""
    scripted = _start(g, "random", xs)
    if n > len(xs):
        raise RulesFailure(f"{n} things are to be chosen at random, but there are {len(xs)}")
    if scripted is not None:
        if len(scripted) != n:
            raise RulesFailure(f"the scripted random choice gives {len(scripted)} things, {n} are needed")
        _without(xs, scripted, "random choice")
        return scripted
    rest = list(xs)
    for i, value in enumerate(_draws(g, range(len(rest), len(rest) - n, -1))):
        j = i + value % (len(rest) - i)
        rest[i], rest[j] = rest[j], rest[i]
    return tuple(rest[:n])


def roll(g: Position, n: int, weights: tuple[int, ...]) -> tuple[int, ...]:
    """The face that each of n dice shows, rolled at once; `weights` says how many sides each face has."""
    scripted = _start(g, "roll", range(len(weights)))
    if scripted is None:
        sides = sum(weights)
        if sides <= 0:
            raise RulesFailure("a die without sides")
        return tuple([_face(value % sides, weights) for value in _draws(g, (sides,) * n)])
    if len(scripted) != n:
        raise RulesFailure(f"the scripted roll gives {len(scripted)} dice, {n} are rolled")
    for face in scripted:
        if not 0 <= face < len(weights) or weights[face] <= 0:
            raise RulesFailure(f"the scripted roll gives a face that the die does not have: {face!r}")
    return scripted


def _face(side: int, weights: tuple[int, ...]) -> int:
    """What a side of a die shows."""
    face = 0
    while side >= weights[face]:
        side -= weights[face]
        face += 1
    return face
