"""How sure the result of a search is: games are drawn anew from those that were played, the same for all settings."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

from rulewright.tools.diff.report import Interval
from rulewright.tools.tune.figures import Figure
from rulewright.tools.tune.goals import Goal, off
from rulewright.tools.tune.results import Marginal, Reached, SettingInfo
from rulewright.tools.tune.search import FINALISTS, Search, Tried

SAMPLES = 200
LISTED = 12  # settings that are measured with intervals


def measured(search: Search) -> list[SettingInfo]:
    """The best settings, those that came to the last step first, and the one of now."""
    finalists = [search.tried[one] for one in search.best[:FINALISTS]]
    later = [one for one in search.tried.values() if one not in finalists]
    later.sort(key=lambda one: (-len(one.games), one.off))
    now = tuple([figure.default for figure in search.figures])
    shown = finalists + later[: LISTED - len(finalists)]
    shown += [one for one in later if one.setting == now and one not in shown]
    likely = _likely(search.goals, finalists, search.seed)
    return [
        _setting(search, one, likely[place] if place < len(finalists) else None, one.setting == now)
        for place, one in enumerate(shown)
    ]


def _draws(games: int, seed: int) -> list[list[int]]:
    """Samples of the games with replacement, the same for the same seed."""
    rng = random.Random(seed)
    return [rng.choices(range(games), k=games) for _ in range(SAMPLES)]


def _likely(goals: Sequence[Goal], finalists: list[Tried], seed: int) -> list[float]:
    """How often each setting is the nearest to the goals; those that are level share."""
    wins = [0.0] * len(finalists)
    for drawn in _draws(min(len(one.games) for one in finalists), seed):
        far = [off(goals, one.measured, drawn) for one in finalists]
        least = [place for place, value in enumerate(far) if value == min(far)]
        for place in least:
            wins[place] += 1 / len(least)
    return [one / SAMPLES for one in wins]


def _setting(search: Search, tried: Tried, best: float | None, now: bool) -> SettingInfo:
    """A setting with how far it is off and how sure that is."""
    games = range(len(tried.games))
    draws = _draws(len(tried.games), search.seed)
    reached = []
    for goal, ratios in zip(search.goals, tried.measured, strict=True):
        worst = goal.worst(ratios, games)
        if worst is None:
            reached.append(Reached(name="", value=Interval(mean=0, low=0, high=0), distance=0))
            continue
        ratio = next(one for one in ratios if one.name == worst[0])
        values = [value for drawn in draws if (value := ratio.of(drawn)) is not None]
        reached.append(
            Reached(name=worst[0], value=_middle(worst[1], values), distance=goal.distance(worst[1]))
        )
    values = [off(search.goals, tried.measured, drawn) for drawn in draws]
    return SettingInfo(
        values=_labels(search.figures, tried),
        games=len(tried.games),
        off=_middle(tried.off, values),
        reached=reached,
        best=best,
        now=now,
    )


def _middle(value: float, drawn: list[float]) -> Interval:
    """A value with the middle 95 % of those from games that were drawn anew."""
    some = sorted([one for one in drawn if math.isfinite(one)]) or [value]
    low, high = some[round(0.025 * (len(some) - 1))], some[round(0.975 * (len(some) - 1))]
    return Interval(mean=value, low=min(low, value), high=max(high, value))


def _labels(figures: Sequence[Figure], tried: Tried) -> list[str]:
    """The values of a setting in words."""
    return [figure.label(value) for figure, value in zip(figures, tried.setting, strict=True)]


def marginals(search: Search) -> list[Marginal]:
    """For each value of each figure how far settings with it are off, by the games that all settings have played."""
    games = range(min(len(one.games) for one in search.tried.values()))
    far = {setting: off(search.goals, one.measured, games) for setting, one in search.tried.items()}
    found = []
    for at, figure in enumerate(search.figures):
        for value in figure.values:
            some = [one for setting, one in far.items() if setting[at] == value and math.isfinite(one)]
            if some:
                found.append(
                    Marginal(
                        figure=figure.name,
                        value=figure.label(value),
                        settings=len(some),
                        mean=math.fsum(some) / len(some),
                        least=min(some),
                    )
                )
    return found
