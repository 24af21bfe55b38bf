"""Chance: a counter-based generator whose whole state is one number of the position."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from . import generator
from .core import Finished, Position, RulesFailure

_SPAN: Final = 1 << 64  # so many numbers the generator has

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


def seed(g: Position, n: int) -> None:
    """Starts the generator; near seeds must not give related games, so the seed is mixed once."""
    (g.chance,) = generator.numbers(n % _SPAN, 1)


def _generated(g: Position, sizes: Sequence[int]) -> list[int]:
    """For each size a number from 0 to size - 1, each as likely: what would favour the low ones is drawn again."""
    if len(sizes) <= generator.MOST:
        values = generator.numbers(g.chance, len(sizes))
        if max(values, default=0) <= _SPAN - max(sizes, default=0):  # none of them favours anything
            g.chance = generator.after(g.chance, len(sizes))
            return [value % n for value, n in zip(values, sizes)]
    found: list[int] = []
    while len(found) < len(sizes):
        (value,) = generator.numbers(g.chance, 1)
        g.chance = generator.after(g.chance, 1)
        n = sizes[len(found)]
        drawn = value % n
        if value - drawn <= _SPAN - n:
            found.append(drawn)
    return found


def _draws(g: Position, sizes: Sequence[int]) -> list[int]:
    """For each size a number below it; the last size is the smallest."""
    if sizes and sizes[-1] <= 0:
        raise RulesFailure("nothing to choose at random from")
    if g.script and g.script[0][0] == TOLD:
        return [_told(g, n) for n in sizes]
    return _generated(g, sizes)


def _draw(g: Position, n: int) -> int:
    """A number from 0 to n - 1."""
    return _draws(g, (n,))[0]


def _told(g: Position, n: int) -> int:
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
    last = len(mixed) - 1
    for j in _draws(g, range(len(mixed), 1, -1)):
        mixed[last], mixed[j] = mixed[j], mixed[last]
        last -= 1
    return tuple(mixed)


def one_of(g: Position, xs: tuple[Any, ...]) -> Any:
    """One of several things at random."""
    return some_of(g, 1, xs)[0]


def some_of(g: Position, n: int, xs: tuple[Any, ...]) -> tuple[Any, ...]:
    """n of several things at random, in random order, none twice."""
    scripted = _start(g, "random", xs)
    if n > len(xs):
        raise RulesFailure(f"{n} things are to be chosen at random, but there are {len(xs)}")
    if scripted is not None:
        if len(scripted) != n:
            raise RulesFailure(f"the scripted random choice gives {len(scripted)} things, {n} are needed")
        _without(xs, scripted, "random choice")
        return scripted
    rest = list(xs)
    for i, drawn in enumerate(_draws(g, range(len(rest), len(rest) - n, -1))):
        rest[i], rest[i + drawn] = rest[i + drawn], rest[i]
    return tuple(rest[:n])


def roll(g: Position, n: int, weights: tuple[int, ...]) -> tuple[int, ...]:
    """n dice at once: the face that each shows. `weights` says how many sides each face has."""
    scripted = _start(g, "roll", range(len(weights)))
    if scripted is None:
        return tuple([_face(side, weights) for side in _draws(g, (sum(weights),) * n)])
    if len(scripted) != n:
        raise RulesFailure(f"the scripted roll gives {len(scripted)} dice, {n} are rolled")
    for face in scripted:
        if not 0 <= face < len(weights) or weights[face] <= 0:
            raise RulesFailure(f"the scripted roll gives a face that the die does not have: {face!r}")
    return scripted


def _face(side: int, weights: tuple[int, ...]) -> int:
    for face, sides in enumerate(weights):
        if side < sides:
            return face
        side -= sides
    raise RulesFailure("a die without sides")
