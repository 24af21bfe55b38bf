"""The effect of a difference: many games on both sides with the same seeds and the same bots."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Literal

from rulewright.tools.by_chance import about_drawn
from rulewright.tools.diff.duels import Duel, Outcome, fought
from rulewright.tools.diff.holders import holders
from rulewright.tools.diff.lockstep import Options
from rulewright.tools.diff.report import Effect, Interval, Measure
from rulewright.tools.diff.statistics import (
    FALSE_DISCOVERIES,
    corrected,
    interval,
    paired_test,
    share,
    sign_test,
)
from rulewright.tools.simulate.bringing import brought
from rulewright.tools.simulate.skill import about_bots
from rulewright.tools.workers import Workers
from rulewright_runtime.engine import Engine

MOST_ACTIONS = 40  # those that are used most are measured
MOST_SOURCES = 20  # lines of the rules that give most points

Topic = Literal["score", "length", "wins", "actions", "owned", "points", "wins with", "lead with"]
MUTE = 0.9  # if so many scores are equal, they tell nothing
Pairs = list[tuple[Outcome, Outcome]]


def effect(
    engines: tuple[Engine, Engine],
    players: int,
    options: Options,
    games: int,
    seed: int,
    bots: str,
    values: tuple[tuple[str, ...], tuple[str, ...]],
    drawn: frozenset[str],
    workers: Workers,
    progress: Callable[[int], None],
) -> Effect:
    """Plays all games and measures them."""
    said = about_drawn(drawn)
    files = []
    for engine, letter, folders in zip(engines, "AB", values, strict=True):
        said += [f"{letter}: {note}" for note in about_bots((bots,) * players, engine, folders)]
        files += brought((bots,), engine, folders)
    chosen = tuple(sorted(options.items()))
    duels = [Duel(players, chosen, number, bots, values, drawn) for number in range(seed, seed + games)]
    pairs: Pairs = []
    for pair in workers.each(engines, fought, duels, files):
        pairs.append(pair)
        progress(1)
    return _measured(pairs, players, seed, bots, said)


# ---------------------------------------------------------------- measures


def _measured(pairs: Pairs, players: int, seed: int, bots: str, said: list[str]) -> Effect:
    """The effect with all of its measures, corrected for their number."""
    measures = [*_scores(pairs, players), _numbers("length", "decisions", pairs, lambda o: o.length)]
    measures += _wins(pairs, players)
    measures += _counted("actions", pairs, lambda outcome: outcome.actions, MOST_ACTIONS)
    measures += _counted("owned", pairs, lambda outcome: outcome.owned, MOST_ACTIONS)
    measures += _counted("points", pairs, lambda outcome: outcome.points, MOST_SOURCES)
    measures += holders(pairs)
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
    """The measure of a number: both means, their difference and its paired test."""
    old, new = [value(a) for a, _ in pairs], [value(b) for _, b in pairs]
    differences = [b - a for a, b in zip(old, new, strict=True)]
    return _measure(
        topic, name, interval(old), interval(new), interval(differences), paired_test(differences)
    )


def _yes_or_no(name: str, pairs: Pairs, value: Callable[[Outcome], bool]) -> Measure:
    """The measure of something that happens or not: both shares, their difference and its sign test."""
    old, new = [float(value(a)) for a, _ in pairs], [float(value(b)) for _, b in pairs]
    differences = [b - a for a, b in zip(old, new, strict=True)]
    return _measure("wins", name, share(old), share(new), interval(differences), sign_test(differences))


def _measure(
    topic: Topic, name: str, old: Interval, new: Interval, difference: Interval, p: float
) -> Measure:
    """A measure, still without the correction for many comparisons."""
    return Measure(
        topic=topic, name=name, old=old, new=new, difference=difference, p=p, q=1.0, significant=False
    )


def _scores(pairs: Pairs, players: int) -> list[Measure]:
    """The measures of scores; none if the game has no scores."""
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
    """A function that reads the score of a seat."""
    return lambda outcome: outcome.scores[seat]


def _wins(pairs: Pairs, players: int) -> list[Measure]:
    """The measures of who wins, and of ties and games without a winner if there are any."""
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
    """A function that says whether a seat has won."""
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
    """A function that reads how often something was counted."""
    return lambda outcome: counts(outcome)[name]
