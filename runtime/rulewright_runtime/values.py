"""Values in emitted code: tuples as collections, bundles of resources, players in order, figures in range."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from operator import add
from typing import Any, TypeVar

from .boards import Board
from .core import NONE, Blocked, GameOver, Position, RulesFailure, Then, can_finish, in_risky_unit

T = TypeVar("T")

# ---------------------------------------------------------------- collections


def item(xs: tuple[T, ...], place: int) -> T:
    """An element by its number from 1."""
    if not 1 <= place <= len(xs):
        raise RulesFailure(f"there is no element {place} in a list of {len(xs)}")
    return xs[place - 1]


def first(xs: tuple[T, ...]) -> T:
    """The first of several things, or none."""
    nothing: Any = NONE
    return xs[0] if xs else nothing


def last(xs: tuple[T, ...]) -> T:
    """The last of several things, or none."""
    nothing: Any = NONE
    return xs[-1] if xs else nothing


def position(x: Any, xs: tuple[Any, ...]) -> int:
    """The number of an element from 1; 0 if it is not there."""
    return xs.index(x) + 1 if x in xs else 0


def positions(xs: tuple[Any, ...]) -> tuple[int, ...]:
    """The places of a list, from 1 on."""
    return tuple(range(1, len(xs) + 1))


def fingerprint(xs: tuple[int, ...]) -> int:
    """A number of 52 bits for what stands in a list and in which order; the same wherever it is computed."""
    found = len(xs)
    for x in xs:
        found = (found ^ x) * 0x9E3779B97F4A7C15 & 0xFFFFFFFFFFFFFFFF
        found ^= found >> 29
    return found >> 12


def backwards(xs: tuple[T, ...]) -> tuple[T, ...]:
    """The same things from the last to the first."""
    return xs[::-1]


def distinct(xs: Iterable[T]) -> tuple[T, ...]:
    """Each thing once, in the order of their first places."""
    return tuple(dict.fromkeys(xs))


def joined(xs: tuple[T, ...], more: tuple[T, ...]) -> tuple[T, ...]:
    """Into a set: what is there already is not added again."""
    new: list[T] = []
    for x in more:
        if x not in xs:
            new.append(x)
    return (*xs, *new)


def difference(xs: tuple[T, ...], gone: tuple[T, ...]) -> tuple[T, ...]:
    """Without these, each taken away once."""
    if not gone:
        return xs
    rest = list(xs)
    for x in gone:
        if x in rest:
            rest.remove(x)
    return tuple(rest)


def without(xs: tuple[T, ...], x: T) -> tuple[T, ...]:
    """Without one thing, if it is there."""
    if x not in xs:
        return xs
    at = xs.index(x)
    return xs[:at] + xs[at + 1 :]


def any_left(held: tuple[int, ...], picked: tuple[int, ...]) -> bool:
    """Whether somebody holds more than what was picked of it."""
    return len(held) > sum([x in held for x in picked])


def taken_out(held: tuple[int, ...], x: int) -> tuple[int, ...]:
    """What is left in a place when one thing leaves it."""
    at = held.index(x)
    return held[:at] + held[at + 1 :]


def replaced(xs: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    """A list with another value at a place; fails if there is no such place."""
    item(xs, place)
    return (*xs[: place - 1], value, *xs[place:])


def connected(things: tuple[int, ...], linked: Callable[[int, int], bool]) -> tuple[tuple[int, ...], ...]:
    """The groups of things that are linked with each other, in the order of their first thing."""
    left = list(things)
    groups: list[tuple[int, ...]] = []
    while left:
        group = [left.pop(0)]
        for member in group:
            near = [x for x in left if linked(member, x)]
            group.extend(near)
            left = [x for x in left if x not in near]
        groups.append(tuple(sorted(group, key=things.index)))
    return tuple(groups)


def copies_of(copies: tuple[int, ...]) -> tuple[int, ...]:
    """The places of members, each as often as it has copies."""
    return tuple(member for member, n in enumerate(copies) for _ in range(n))


def named(names: tuple[str, ...], index: int) -> str:
    """A name by its place, or "none"."""
    return "none" if index == NONE else names[index]


def bundle_text(names: tuple[str, ...], amounts: tuple[int, ...]) -> str:
    """Amounts of resources inside a text, as in 2 workers, 3 coins; marked, so that `Words` can tell them from names."""
    parts = [
        f"{n} {_singular(name) if n == 1 else name}" for name, n in zip(names, amounts, strict=True) if n
    ]
    return f"\u2985{', '.join(parts)}\u2986" if parts else "nothing"


def _singular(name: str) -> str:
    """One of what an English label names: coin of coins; other labels as they are."""
    return name[:-1] if name.endswith("s") and not name.endswith("ss") else name


def piece_at(pieces_on: list[tuple[int, ...]], cell: int) -> int:
    """The piece that was placed on a cell last."""
    pieces = pieces_on[cell]
    return pieces[-1] if pieces else NONE


def touching(board: Board, some: tuple[int, ...], others: tuple[int, ...]) -> bool:
    """True if a cell of some is a neighbour of one of the others."""
    return board.touching(some, others)


# ---------------------------------------------------------------- players


def clockwise_from(g: Position, player: int) -> tuple[int, ...]:
    """All players in turn order, beginning with this one."""
    seat = player % g.players
    return (*range(seat, g.players), *range(seat))


def clockwise_after(g: Position, player: int) -> tuple[int, ...]:
    """All other players in turn order, beginning with the next one."""
    return clockwise_from(g, player)[1:]


def next_player(g: Position, player: int) -> int:
    """The player whose turn follows."""
    return (player + 1) % g.players


def ring_distance(a: int, b: int, size: int) -> int:
    """The shorter way between two places of a ring."""
    steps = (a - b) % size
    return min(steps, size - steps)


def seat_text(seat: int) -> str:
    """A player inside a text that is made where names are not known; `Words` puts the name there."""
    return f"\u2983{seat}\u2984"


def seat_name(g: Position, player: int) -> str:
    """The mark that stands for a player's name in a text, or "nobody"."""
    return "nobody" if player == NONE else seat_text(player)


def end_game(g: Position, winners: tuple[int, ...]) -> None:
    """Ends the game with these winners; never returns."""
    g.winners = winners
    raise GameOver


def best_players(scores: list[int]) -> tuple[int, ...]:
    """The players with the highest score, ties included."""
    top = max(scores)
    return tuple(p for p, score in enumerate(scores) if score == top)


# ---------------------------------------------------------------- figures


def within(value: int, low: int, high: int, what: str) -> int:
    """A figure that is stored must be in its range."""
    if not low <= value <= high:
        raise RulesFailure(f"{what} cannot become {value}: it is between {low} and {high}")
    return value


def at_least(value: int, low: int, what: str) -> int:
    """The value itself; `RulesFailure` if it is below what a field may hold."""
    if value < low:
        raise RulesFailure(f"{what} cannot become {value}: it is at least {low}")
    return value


Count = TypeVar("Count", int, tuple[int, ...])


def not_none(value: Count) -> Count:
    """A figure or an amount with which something is done: none is no number."""
    if (value if isinstance(value, int) else min(value)) <= NONE // 2:
        raise RulesFailure("none is used as a number")
    return value


def larger(a: int, b: int) -> int:
    """What Python's `max` takes three times as long for."""
    return a if a > b else b


def smaller(a: int, b: int) -> int:
    """The smaller of two numbers."""
    return a if a < b else b


def place_of(key: int, low: int, size: int) -> int:
    """The place of a number in a map that is kept for a range of numbers."""
    if not low <= key < low + size:
        raise RulesFailure(f"{key} is outside {low}..{low + size - 1}")
    return key - low


def no_row(place: str) -> RulesFailure:
    """The failure of a table that has no row for its arguments."""
    return RulesFailure(f"the table at {place} has no row for this")


def add_bundles(a: tuple[int, ...], b: tuple[int, ...]) -> tuple[int, ...]:
    """Two bundles together, resource by resource."""
    return tuple(map(add, a, b))


def subtract_bundles(a: tuple[int, ...], b: tuple[int, ...]) -> tuple[int, ...]:
    """What is taken away stops at nothing."""
    return tuple(max(0, x - y) for x, y in zip(a, b))


def scale_bundle(n: int, bundle: tuple[int, ...]) -> tuple[int, ...]:
    """A bundle n times."""
    return tuple([n * x for x in bundle])


def sum_bundles(bundles: Iterable[tuple[int, ...]], size: int) -> tuple[int, ...]:
    """Several bundles together; `size` is the number of resources."""
    total = (0,) * size
    for b in bundles:
        total = add_bundles(total, b)
    return total


def bundle_of(resource: int, size: int) -> tuple[int, ...]:
    """One of a resource."""
    return tuple(1 if i == resource else 0 for i in range(size))


# ---------------------------------------------------------------- choices


YES_OR_NO = [1, 0]


def yes_or_no(g: Position) -> list[int]:
    """The options of a choice between yes and no, the same in every position."""
    return YES_OR_NO


def offerable(g: Position, you: int, choice: int, options: list[int], then: Then) -> list[int]:
    """What can be carried through; used where nothing at all may be left. A trial finds that out by itself."""
    if g.trial >= 0:
        return options
    return [option for option in options if can_finish(g, you, choice, option, then)]


def offerable_in_unit(g: Position, you: int, choice: int, options: list[int], then: Then) -> list[int]:
    """The options with which the unit can be finished; all of them where nothing can fail or in a trial."""
    if g.trial >= 0 or not options or not in_risky_unit(g, then):
        return options
    return [option for option in options if can_finish(g, you, choice, option, then)]


def order_options(
    left: tuple[int, ...],
    clashes: dict[int, frozenset[int]],
    idle: Sequence[int] = (),
    wakers: dict[int, frozenset[int]] | None = None,
) -> list[int]:
    """What may come next: one whose order does not matter among those left, or else any of them.

    Those that can do nothing now are passed over, unless one that does something is left and could change that.
    """
    if len(left) > 1:
        if idle and wakers is not None:
            still = _asleep(left, idle, wakers)
            if still:
                return still[:1]
        for x in left:
            others = clashes.get(x)
            if others is None or others.isdisjoint(left):
                return [x]
    return list(dict.fromkeys(left))


def _asleep(left: tuple[int, ...], idle: Sequence[int], wakers: dict[int, frozenset[int]]) -> list[int]:
    """Those of the idle that none of the others left can wake."""
    still = list(idle)
    while still:
        awake = set(left).difference(still)
        kept = [x for x in still if wakers[x].isdisjoint(awake)]
        if len(kept) == len(still):
            break
        still = kept
    return still


def need(holds: bool, reason: str, rule: str) -> None:
    """A `require` or a `pay`: what follows is possible only if this holds."""
    if not holds:
        raise Blocked(reason, rule)
