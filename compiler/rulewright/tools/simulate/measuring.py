"""Measures simulated games: means with intervals, and what is more than chance after many comparisons."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

from rulewright.tools.diff.report import Interval
from rulewright.tools.diff.statistics import (
    FALSE_DISCOVERIES,
    corrected,
    interval,
    mean,
    share,
    two_sample_test,
)
from rulewright.tools.simulate.playing import Played
from rulewright.tools.simulate.ratings import ratings
from rulewright.tools.simulate.results import Line, Source, Thing
from rulewright_runtime.engine import Engine
from rulewright_runtime.words import split_type

FEWEST = 5  # seats that must have something before it is compared


def won(one: Played, seat: int) -> float:
    """1 for a win; winners share."""
    return 1 / len(one.winners) if seat in one.winners else 0.0


def line(name: str, seats: Sequence[tuple[Played, int]]) -> Line:
    """Wins and scores of some seats under a name."""
    wins = [float(seat in one.winners) for one, seat in seats]
    scores = [float(one.scores[seat]) for one, seat in seats if one.scores]
    return Line(name=name, games=len(seats), wins=share(wins), score=interval(scores) if scores else None)


def by_seat(games: list[Played]) -> list[Line]:
    """Wins and scores of each seat."""
    return [line(f"seat {seat + 1}", [(one, seat) for one in games]) for seat in range(len(games[0].bots))]


def by_bot(games: list[Played]) -> list[Line]:
    """Bots that are called alike are one."""
    found: dict[str, list[tuple[Played, int]]] = defaultdict(list)
    for one in games:
        for seat, bot in enumerate(one.bots):
            found[bot].append((one, seat))
    return [line(bot, seats) for bot, seats in sorted(found.items())]


# ---------------------------------------------------------------- what players own and choose


def things(games: list[Played]) -> list[Thing]:
    """Everything that players own or choose, what matters most first."""
    found: list[Thing] = []
    ps: list[float] = []
    seats = [(one, seat) for one in games for seat in range(len(one.bots))]
    scored = bool(games[0].scores)
    results = [float(one.scores[seat]) if scored else won(one, seat) for one, seat in seats]
    for how in ("owned", "chosen"):
        holders: dict[tuple[str, str], list[int]] = defaultdict(list)
        times: Counter[tuple[str, str]] = Counter()
        for index, (one, seat) in enumerate(seats):
            for key, count in (one.owned if how == "owned" else one.chosen)[seat].items():
                holders[key].append(index)
                times[key] += count
        for key, indices in sorted(holders.items()):
            mine = set(indices)
            having = [results[i] for i in indices]
            lacking = [result for i, result in enumerate(results) if i not in mine]
            wins = [won(*seats[i]) for i in indices]
            compared = len(having) >= FEWEST and len(lacking) >= FEWEST
            ps.append(two_sample_test(having, lacking) if compared else 1.0)
            found.append(
                Thing(
                    how=how,
                    sort=key[0],
                    name=key[1],
                    with_it=len(indices),
                    share=len(indices) / len(seats),
                    times=times[key] / len(games),
                    wins=share(wins),
                    score=interval(having) if scored else None,
                    difference=mean(having) - mean(lacking) if lacking else 0.0,
                    q=1.0,
                    significant=False,
                )
            )
    for thing, q in zip(found, corrected(ps) if ps else [], strict=True):
        thing.q, thing.significant = q, q <= FALSE_DISCOVERIES
    return sorted(found, key=lambda one: (not one.significant, -abs(one.difference), one.sort, one.name))


# ---------------------------------------------------------------- the course of games


def sources(games: list[Played]) -> list[Source]:
    """Which lines of the rules gave points, the richest first."""
    total: Counter[tuple[str, str]] = Counter()
    for one in games:
        for points in one.points:
            total.update(points)
    seats = len(games) * len(games[0].bots)
    given = sum(points for points in total.values() if points > 0) or 1
    return [
        Source(place=place, rule=rule, points=points / seats, share=points / given)
        for (place, rule), points in sorted(total.items(), key=lambda item: (-item[1], item[0]))
    ]


def leader_wins(games: list[Played]) -> list[float]:
    """At each tenth of the game, how often who leads then wins in the end; leaders who are level share."""
    courses = [(one, one.course) for one in games if one.course]
    if not courses:
        return []
    found = []
    for moment in range(len(courses[0][1])):
        total = 0.0
        for one, course in courses:
            top = max(course[moment])
            leaders = [seat for seat, score in enumerate(course[moment]) if score == top]
            total += sum(won(one, seat) for seat in leaders) / len(leaders)
        found.append(total / len(courses))
    return found


def closeness(games: list[Played]) -> Interval | None:
    """By how much the first is above the second; None without scores."""
    gaps = []
    for one in games:
        if len(one.scores) > 1:
            first, second = sorted(one.scores, reverse=True)[:2]
            gaps.append(float(first - second))
    return interval(gaps) if gaps else None


# ---------------------------------------------------------------- what is never used


def never_used(engine: Engine, games: list[Played]) -> dict[str, list[str]]:
    """Members of kinds that players own, choose or put on places, actions and choices that no game used."""
    named: set[str] = set()
    asked: set[str] = set()
    placed: set[tuple[str, str]] = set()
    for one in games:
        asked |= set(one.asked)
        placed |= one.placed
        for counters in (one.chosen, one.owned):
            for counter in counters:
                named |= {name for _, name in counter}
    types = {split_type(field.type)[1] for field in engine.fields if field.owner == "player"}
    types |= {choice.type for choice in engine.machine.choices}
    found: dict[str, list[str]] = {}
    for name, kind in engine.kinds.items():
        missing = [label for label in kind.labels if label not in named and (name, label) not in placed]
        if f"kind:{name}" in types and missing and len(missing) < len(kind.labels):
            found[name] = missing
    texts = " ".join(sorted(named))
    actions = [one.label for one in engine.machine.actions if "{" not in one.label and one.label not in texts]
    if actions:
        found["actions"] = actions
    unasked = [choice.name for choice in engine.machine.choices if choice.name not in asked]
    if unasked:
        found["choices never asked"] = unasked
    return found


__all__ = [
    "by_bot",
    "by_seat",
    "closeness",
    "leader_wins",
    "never_used",
    "ratings",
    "sources",
    "things",
    "won",
]
