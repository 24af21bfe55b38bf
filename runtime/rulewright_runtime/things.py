"""The names of all things of a type, in the order of their numbers: what the numbers of learning programs are called by."""

from __future__ import annotations

from .boards import DIRECTIONS
from .plain import Checker
from .words import Words


def thing_names(words: Words, checker: Checker, type: str) -> list[str]:
    """Members, cells, seats and the like by their names in the rules; what has no names, by its numbers."""
    engine = words.engine
    what, _, of = type.partition(":")
    count = checker.count(type) or 0
    if what == "kind":
        return list(engine.kinds[of].members)
    if what == "cell":
        return list(engine.boards[of].names)
    if what in ("player", "participant"):
        return [words.seat(seat) for seat in range(count)]
    if what == "resource":
        return list(engine.resources)
    if what == "effect":
        return list(engine.effects)
    if what == "direction":
        return list(DIRECTIONS[:count])
    if what == "edge":
        board, _, edges = of.partition(".")
        return [engine.boards[board].edge_name(edges, edge) for edge in range(count)]
    return [str(number) for number in range(count)]


def plain_seats(players: int) -> tuple[str, ...]:
    """The names of players who have none: p1, p2 and so on."""
    return tuple([f"p{seat + 1}" for seat in range(players)])
