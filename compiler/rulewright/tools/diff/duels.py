"""One game on both sides with the same seed and the same bots, as a process of its own plays it."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass
from typing import Any

from rulewright.tools.diff.lockstep import Options, Side, side
from rulewright.tools.simulate.playing import Task, action_of, play
from rulewright_runtime.engine import Engine
from rulewright_runtime.moves import pending_decisions
from rulewright_runtime.steps import step

LIMIT = 20_000  # decisions of a game


@dataclass(frozen=True, slots=True)
class Duel:
    """A game that both sides play."""

    players: int
    options: tuple[tuple[str, int], ...]
    seed: int
    bots: str
    values: tuple[tuple[str, ...], tuple[str, ...]]  # folders of what bots of either side have learned
    drawn: frozenset[str] = frozenset()  # choices that chance answers


@dataclass(frozen=True, slots=True)
class Outcome:
    """How one game went."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    length: int
    actions: Counter[str]
    course: int  # a hash of all answers: equal ones mean the same game
    over: bool
    owned: Counter[str]  # what players have in the end
    points: Counter[str]  # by the rules that gave them
    held: tuple[frozenset[str], ...]  # what each seat has in the end; nothing is known of random players


def fought(engines: tuple[Engine, ...], duel: Duel) -> tuple[Outcome, Outcome]:
    """The game on either side."""
    old, new = [_one(engine, duel, values) for engine, values in zip(engines, duel.values, strict=True)]
    return old, new


def _one(engine: Engine, duel: Duel, values: tuple[str, ...]) -> Outcome:
    """The outcome of one game on one side."""
    here = _side(engine, duel.players)
    if duel.bots == "random":
        return _game(here, duel.players, duel.seed, dict(duel.options))
    task = Task(
        duel.seed, duel.seed, (duel.bots,) * duel.players, values, duel.options, 0.0, drawn=duel.drawn
    )
    return _skilled(here.engine, task)


_sides: dict[tuple[int, int], Side] = {}


def _side(engine: Engine, players: int) -> Side:
    """What is needed to read positions, kept from game to game."""
    key = id(engine), players
    if key not in _sides or _sides[key].engine is not engine:
        _sides[key] = side(engine, players)
    return _sides[key]


def _skilled(engine: Engine, task: Task) -> Outcome:
    """One game of bots that think; their chance starts alike on both sides."""
    one = play(engine, task)
    actions: Counter[str] = Counter()
    owned: Counter[str] = Counter()
    points: Counter[str] = Counter()
    for seat in range(len(task.bots)):
        for (sort, name), count in one.chosen[seat].items():
            actions[name if sort == "action" else f"{sort.removeprefix('choice ')}: {name}"] += count
        for (sort, name), count in one.owned[seat].items():
            owned[f"{sort}: {name}"] += count
        for (place, rule), count in one.points[seat].items():
            points[rule or place.partition(":")[0]] += count
    course = hash((tuple(map(tuple, one.course)), one.decisions, tuple(sorted(actions.items()))))
    return Outcome(
        tuple(one.scores),
        tuple(one.winners),
        one.decisions,
        actions,
        course,
        one.over,
        owned,
        points,
        tuple([frozenset(f"{sort}: {name}" for sort, name in things) for things in one.owned]),
    )


def _game(side: Side, players: int, seed: int, options: Options) -> Outcome:
    """One game; the bots' chance is their own and starts alike on both sides."""
    g = side.new(players, seed, options)
    chance = random.Random(seed).random
    actions: Counter[str] = Counter()
    course: list[int] = []
    while g.then is not None and len(course) < LIMIT:
        option = g.options[int(chance() * len(g.options))]
        named = _action(side, g, option)
        if named:
            actions[named] += 1
        course += (g.player, option)
        step(g, option)
    score = side.engine.score
    scores = () if score is None else tuple(score(g, seat) for seat in range(players))
    return Outcome(
        scores,
        g.winners,
        len(course) // 2,
        actions,
        hash((*course, scores, g.winners)),
        g.over,
        Counter(),
        Counter(),
        (frozenset(),) * players,
    )


def _action(side: Side, g: Any, option: int) -> str:
    """What an answer does, in words that do not depend on the position; "" if it is no action."""
    found = action_of(side.words, g, option)
    if found is None:
        return ""
    sort, name = found
    return name if sort == "action" else f"{pending_decisions(g)[0].choice.outline()}: {name}"
