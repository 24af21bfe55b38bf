"""Play with an aim: one player drives the figures that a change reads, so that rare conditions come about."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from rulewright.tools.diff.lockstep import Picker, stepped, taste
from rulewright_runtime.engine import Engine

AHEAD = 10  # decisions that are looked ahead
TRIALS = 3  # for each option
TRIED = 30  # options at most; the others are left out at random
MAIN = 10  # what a figure counts that the change itself reads


@dataclass(frozen=True, slots=True)
class Aim:
    """Fields that one player drives up (1) or down (-1), and one that he likes to have more of, as it may help."""

    main: tuple[str, ...]
    way: int
    help: str = ""


@dataclass(frozen=True, slots=True)
class _Figure:
    """A number that play is driven by: of a player or of the table, upwards or downwards by its weight."""

    attribute: str
    of_player: bool
    weight: int


def aimed(engine: Engine, aim: Aim, players: int, rng: random.Random) -> Picker | None:
    """A way to play in which one seat pursues the aim and the others play at random; None if there is no figure."""
    figures = _figures(engine, aim.main, MAIN * aim.way) + _figures(engine, [aim.help], 1)
    if not any(abs(figure.weight) == MAIN for figure in figures):
        return None
    seat = rng.randrange(players)
    seats = players + len(engine.participants)
    wander = taste(rng, 1.0)

    def pick(g: Any) -> int:
        if g.player != seat or len(g.options) == 1:
            return wander(g)
        options = list(g.options)
        if len(options) > TRIED:
            options = rng.sample(options, TRIED)
        worth = {option: _worth(g, option, figures, seat, seats, rng) for option in options}
        best: int = max(worth, key=worth.__getitem__)
        return best

    return pick


def way_gone(engine: Engine, aim: Aim, start: Any, end: Any) -> float:
    """How far the aim was pursued in a game, by the player who came farthest."""
    figures = _figures(engine, aim.main, aim.way)
    seats = end.players + len(engine.participants)
    return max(
        _value(end, figures, seat, seats) - _value(start, figures, seat, seats) for seat in range(end.players)
    )


def _figures(engine: Engine, names: Iterable[str], weight: int) -> list[_Figure]:
    """The number fields of players and of the table that have these names."""
    wanted = set(names)
    return [
        _Figure(f.attribute, f.owner == "player", weight)
        for f in engine.fields
        if f.name in wanted and f.type == "number" and f.owner in ("player", "table")
    ]


def _worth(g: Any, option: int, figures: list[_Figure], seat: int, seats: int, rng: random.Random) -> float:
    """The best that a few short random plays after an option come to."""
    found: list[float] = []
    for _ in range(TRIALS):
        trial = g.clone()
        if not stepped(trial, option):
            return float("-inf")
        for _ in range(AHEAD):
            if trial.then is None or trial.player != seat:
                break
            if not stepped(trial, trial.options[int(rng.random() * len(trial.options))]):
                break
        found.append(_value(trial, figures, seat, seats) + rng.random())
    return max(found)


def _value(g: Any, figures: list[_Figure], seat: int, seats: int) -> float:
    """How far a position is towards the aim for one seat."""
    total = 0.0
    for figure in figures:
        values = getattr(g, figure.attribute)
        if figure.of_player:
            share = len(values) // seats
            total += figure.weight * sum(values[seat * share : (seat + 1) * share])
        else:
            total += figure.weight * (sum(values) if isinstance(values, list) else values)
    return total
