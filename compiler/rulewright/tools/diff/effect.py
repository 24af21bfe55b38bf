"""The effect of a difference: many games on both sides with the same seeds and the same bots, on all cores."""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from rulewright.tools.diff.engines import imported
from rulewright.tools.diff.lockstep import Options, Side, side
from rulewright.tools.diff.report import Effect, Interval, Measure
from rulewright.tools.diff.statistics import (
    FALSE_DISCOVERIES,
    corrected,
    interval,
    paired_test,
    share,
    sign_test,
)
from rulewright.tools.simulate.playing import Task, action_of, play
from rulewright.tools.simulate.skill import about_bots
from rulewright_runtime.moves import pending_decisions
from rulewright_runtime.steps import step

CHUNK = 20  # games of one share
LIMIT = 20_000  # decisions of a game
MOST_ACTIONS = 40  # those that are used most are measured
MOST_SOURCES = 20  # lines of the rules that give most points

Topic = Literal["score", "length", "wins", "actions", "owned", "points"]
MUTE = 0.9  # if so many scores are equal, they tell nothing


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


Pairs = list[tuple[Outcome, Outcome]]


def effect(
    folder: Path,
    engines: tuple[str, str],
    players: int,
    options: Options,
    games: int,
    seed: int,
    bots: str,
    progress: Callable[[int], None],
    values: tuple[str, ...] = (),
) -> Effect:
    """Plays all games and measures them."""
    seeds = range(seed, seed + games)
    shares = [seeds[at : at + CHUNK] for at in range(0, games, CHUNK)]
    found: dict[int, Pairs] = {}
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        futures = {
            pool.submit(_played, str(folder), engines, players, options, part, bots, values): part
            for part in shares
        }
        for future in as_completed(futures):
            part = futures[future]
            found[part.start] = future.result()
            progress(len(part))
    pairs = [pair for start in sorted(found) for pair in found[start]]
    found_notes = notes(folder, engines, players, bots, values)
    return _measured(pairs, players, seed, bots, found_notes)


def notes(
    folder: Path, engines: tuple[str, str], players: int, bots: str, values: tuple[str, ...]
) -> list[str]:
    """What should be known of the bots: whether they have learned these rules."""
    said: list[str] = []
    for name, letter in zip(engines, "AB", strict=True):
        engine = imported(folder, name)
        said += [f"{letter}: {note}" for note in about_bots((bots,) * players, engine, values)]
    return said


# ---------------------------------------------------------------- in a process of its own


def _played(
    folder: str,
    engines: tuple[str, str],
    players: int,
    options: Options,
    seeds: range,
    bots: str,
    values: tuple[str, ...],
) -> Pairs:
    old, new = (side(imported(Path(folder), name), players) for name in engines)
    if bots == "random":
        return [(_game(old, players, seed, options), _game(new, players, seed, options)) for seed in seeds]
    return [
        (
            _skilled(old, players, seed, options, bots, values),
            _skilled(new, players, seed, options, bots, values),
        )
        for seed in seeds
    ]


def _skilled(
    side: Side, players: int, seed: int, options: Options, bots: str, values: tuple[str, ...]
) -> Outcome:
    """One game of bots that think; their chance starts alike on both sides."""
    task = Task(seed, seed, (bots,) * players, values, tuple(sorted(options.items())), 0.0)
    one = play(side.engine, task)
    actions: Counter[str] = Counter()
    owned: Counter[str] = Counter()
    points: Counter[str] = Counter()
    for seat in range(players):
        for (sort, name), count in one.chosen[seat].items():
            actions[name if sort == "action" else f"{sort.removeprefix('choice ')}: {name}"] += count
        for (sort, name), count in one.owned[seat].items():
            owned[f"{sort}: {name}"] += count
        for (place, rule), count in one.points[seat].items():
            points[rule or place.partition(":")[0]] += count
    course = hash((tuple(map(tuple, one.course)), one.decisions, tuple(sorted(actions.items()))))
    return Outcome(
        tuple(one.scores), tuple(one.winners), one.decisions, actions, course, one.over, owned, points
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
    )


def _action(side: Side, g: Any, option: int) -> str:
    """What an answer does, in words that do not depend on the position; "" if it is no action."""
    found = action_of(side.words, g, option)
    if found is None:
        return ""
    sort, name = found
    return name if sort == "action" else f"{pending_decisions(g)[0].choice.outline()}: {name}"


# ---------------------------------------------------------------- measures


def _measured(pairs: Pairs, players: int, seed: int, bots: str, said: list[str]) -> Effect:
    measures = [*_scores(pairs, players), _numbers("length", "decisions", pairs, lambda o: o.length)]
    measures += _wins(pairs, players)
    measures += _counted("actions", pairs, lambda outcome: outcome.actions, MOST_ACTIONS)
    measures += _counted("owned", pairs, lambda outcome: outcome.owned, MOST_ACTIONS)
    measures += _counted("points", pairs, lambda outcome: outcome.points, MOST_SOURCES)
    scores = [score for pair in pairs for outcome in pair for score in outcome.scores]
    if scores and max(Counter(scores).values()) >= MUTE * len(scores):
        said = [
            *said,
            f"nearly all scores are the same: {bots} players say next to nothing about these rules",
        ]
    qs = corrected([one.p for one in measures])
    for one, q in zip(measures, qs, strict=True):
        one.q, one.significant = q, q <= FALSE_DISCOVERIES
    return Effect(
        games=len(pairs),
        players=players,
        bots=bots,
        seed=seed,
        identical=sum(a.course == b.course for a, b in pairs),
        unfinished=sum(not (a.over and b.over) for a, b in pairs),
        notes=said,
        measures=measures,
        old_scores=[score for a, _ in pairs for score in a.scores],
        new_scores=[score for _, b in pairs for score in b.scores],
        old_lengths=[a.length for a, _ in pairs],
        new_lengths=[b.length for _, b in pairs],
    )


def _numbers(topic: Topic, name: str, pairs: Pairs, value: Callable[[Outcome], float]) -> Measure:
    old, new = [value(a) for a, _ in pairs], [value(b) for _, b in pairs]
    differences = [b - a for a, b in zip(old, new, strict=True)]
    return _measure(
        topic, name, interval(old), interval(new), interval(differences), paired_test(differences)
    )


def _yes_or_no(name: str, pairs: Pairs, value: Callable[[Outcome], bool]) -> Measure:
    old, new = [float(value(a)) for a, _ in pairs], [float(value(b)) for _, b in pairs]
    differences = [b - a for a, b in zip(old, new, strict=True)]
    return _measure("wins", name, share(old), share(new), interval(differences), sign_test(differences))


def _measure(
    topic: Topic, name: str, old: Interval, new: Interval, difference: Interval, p: float
) -> Measure:
    return Measure(
        topic=topic, name=name, old=old, new=new, difference=difference, p=p, q=1.0, significant=False
    )


def _scores(pairs: Pairs, players: int) -> list[Measure]:
    if not all(a.scores and b.scores for a, b in pairs):
        return []
    found = [
        _numbers("score", "mean of all players", pairs, lambda o: sum(o.scores) / players),
        _numbers("score", "best of a game", pairs, lambda o: max(o.scores)),
        _numbers("score", "first above last", pairs, lambda o: max(o.scores) - min(o.scores)),
    ]
    return found + [
        _numbers("score", f"player {seat + 1}", pairs, _score_of(seat)) for seat in range(players)
    ]


def _score_of(seat: int) -> Callable[[Outcome], float]:
    return lambda outcome: outcome.scores[seat]


def _wins(pairs: Pairs, players: int) -> list[Measure]:
    found = [_yes_or_no(f"player {seat + 1} wins", pairs, _won_by(seat)) for seat in range(players)]
    rare: tuple[tuple[str, Callable[[Outcome], bool]], ...] = (
        ("several win", lambda outcome: len(outcome.winners) > 1),
        ("nobody wins", lambda outcome: not outcome.winners),
    )
    for name, happens in rare:
        if any(happens(outcome) for pair in pairs for outcome in pair):
            found.append(_yes_or_no(name, pairs, happens))
    return found


def _won_by(seat: int) -> Callable[[Outcome], bool]:
    return lambda outcome: seat in outcome.winners


def _counted(
    topic: Topic, pairs: Pairs, counts: Callable[[Outcome], Counter[str]], most: int
) -> list[Measure]:
    """How often or how much of each there is in a game; the rare ones are left out."""
    total: Counter[str] = Counter()
    for pair in pairs:
        for outcome in pair:
            total.update(counts(outcome))
    names = sorted(total.items(), key=lambda item: (-item[1], item[0]))[:most]
    return [_numbers(topic, name, pairs, _of(counts, name)) for name, _ in names]


def _of(counts: Callable[[Outcome], Counter[str]], name: str) -> Callable[[Outcome], float]:
    return lambda outcome: counts(outcome)[name]
