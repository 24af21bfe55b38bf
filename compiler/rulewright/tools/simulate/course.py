"""How games go on the way: who begins, who leads in the middle, and which decisions never mattered."""

from __future__ import annotations

from rulewright.tools.diff.report import Interval
from rulewright.tools.diff.statistics import interval, mean, share
from rulewright.tools.simulate.measuring import won
from rulewright.tools.simulate.playing import Played
from rulewright.tools.simulate.results import Course, Idle
from rulewright.tools.simulate.stakes import together

ENOUGH = 20  # occasions before it is said that a decision never mattered


def first_wins(games: list[Played]) -> Interval:
    """The share of wins in the first seat, above an even share; a shared win counts in part."""
    even = 1 / len(games[0].bots)
    found = interval([won(one, 0) for one in games])
    return Interval(mean=found.mean - even, low=found.low - even, high=found.high - even)


def first_score(games: list[Played]) -> Interval | None:
    """What the first seat scores above the mean of the others."""
    if not games[0].scores or len(games[0].scores) < 2:
        return None
    return interval(
        [float(one.scores[0]) - mean([float(score) for score in one.scores[1:]]) for one in games]
    )


def course(games: list[Played]) -> Course | None:
    """Whether who leads in the middle runs away, or others catch up; None without scores on the way."""
    some = [one for one in games if one.course and len(one.scores) > 1]
    if not some:
        return None
    runaways: list[float] = []
    for one in some:
        half, end = one.course[len(one.course) // 2], one.course[-1]
        later = [float(b - a) for a, b in zip(half, end, strict=True)]
        leaders = [seat for seat, score in enumerate(half) if score == max(half)]
        others = [seat for seat in range(len(half)) if seat not in leaders]
        if others:
            runaways.append(mean([later[seat] for seat in leaders]) - mean([later[seat] for seat in others]))
    return Course(
        runaway=interval(runaways or [0.0]),
        comebacks=share([_comeback(one) for one in some]),
        changes=interval([float(_changes(one.course)) for one in some]),
    )


def _comeback(one: Played) -> float:
    """1 if who alone was last in the middle wins."""
    half = one.course[len(one.course) // 2]
    last = [seat for seat, score in enumerate(half) if score == min(half)]
    return float(len(last) == 1 and last[0] in one.winners)


def _changes(moments: list[list[int]]) -> int:
    """How often another player is alone in the lead than the last one who was."""
    leader, found = None, 0
    for scores in moments:
        leaders = [seat for seat, score in enumerate(scores) if score == max(scores)]
        if len(leaders) == 1 and leaders[0] != leader:
            found += leader is not None
            leader = leaders[0]
    return found


def idle(games: list[Played]) -> list[Idle]:
    """Decisions that never mattered: all answers led to the same position, or always the same one was given."""
    found = []
    for name, (real, looked, same, only) in sorted(together([one.stakes for one in games]).items()):
        if looked >= ENOUGH and same == looked:
            why = f"all answers led to the same position, in all {looked} cases that were looked at"
        elif real >= ENOUGH and only is not None:
            why = f"always the same answer, in all {real} cases"
        else:
            continue
        found.append(Idle(choice=name, times=real / len(games), why=why))
    return found
