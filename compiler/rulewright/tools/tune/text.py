"""The report of a search over open figures for the terminal."""

from __future__ import annotations

from textwrap import fill

from rulewright.tools.campaign.charts import bar
from rulewright.tools.diff.report import Interval
from rulewright.tools.tables import count, table
from rulewright.tools.tune.results import GoalInfo, Report, SettingInfo

WIDE = 110


def as_text(report: Report) -> str:
    """The best settings, what they come to, and what each value does."""
    name = f"{report.game}@{report.variant}" if report.variant else report.game
    parts = [
        f"{name}, {report.players} players, {', '.join(dict.fromkeys(report.bots))}: {report.played} games of "
        f"{tried(report)}"
    ]
    parts += [fill(note, WIDE) for note in report.notes]
    parts += [verdict(report), _settings(report)]
    parts.append("\n\n".join([_marginals(report, figure.name) for figure in report.figures]))
    parts.append(
        fill(
            "off: how far from all goals together, in points of percent, or in percent of the figure wished for; "
            "intervals of 95 % and chances from games drawn anew, the same for all settings",
            WIDE,
        )
    )
    return "\n\n".join(parts)


def tried(report: Report) -> str:
    """How many settings of which figures there were, in words."""
    some = (
        "all settings"
        if report.possible == len(report.settings)
        else count(report.possible, "possible setting")
    )
    return f"{some} of {', '.join(figure.name for figure in report.figures)}"


def verdict(report: Report) -> str:
    """The result in one sentence."""
    best = report.settings[0]
    said = ", ".join(
        [
            f"{figure.name} = {value}" + ("" if value == figure.now else f" (now {figure.now})")
            for figure, value in zip(report.figures, best.values, strict=True)
        ]
    )
    sure = (
        ""
        if best.best is None
        else f"; the best of the last {finalists(report)} with a chance of {100 * best.best:.0f} %"
    )
    return f"best: {said}, {best.off.mean:.1f} off{sure}"


def finalists(report: Report) -> int:
    """How many settings played to the end."""
    return sum(one.best is not None for one in report.settings)


def _settings(report: Report) -> str:
    """The settings in a table."""
    heads = [
        *[figure.name for figure in report.figures],
        "games",
        "off",
        "best",
        *[goal.text for goal in report.goals],
    ]
    rows = []
    for one in report.settings:
        reached = [
            value(goal, there.value) + (f" ({there.name})" if there.name else "")
            for goal, there in zip(report.goals, one.reached, strict=True)
        ]
        likely = "" if one.best is None else f"{100 * one.best:.0f} %"
        marked = [*one.values[:-1], one.values[-1] + (" (now)" if one.now else "")]
        rows.append((*marked, str(one.games), spread(one.off), likely, *reached))
    return table(heads, rows)


def value(goal: GoalInfo, one: Interval) -> str:
    """A measured figure with its interval."""
    if goal.percent:
        return f"{100 * one.mean:.1f} % [{100 * one.low:.1f}, {100 * one.high:.1f}]"
    return f"{one.mean:.1f} [{one.low:.1f}, {one.high:.1f}]"


def spread(one: Interval) -> str:
    """An interval as its mean and its ends."""
    return f"{one.mean:.1f} [{one.low:.1f}, {one.high:.1f}]"


def _marginals(report: Report, figure: str) -> str:
    """How far settings with each value of a figure were off."""
    some = [one for one in report.marginals if one.figure == figure]
    most = max(one.mean for one in some) or 1.0
    lines = [f"{figure}: how far settings with each value were off in the first step (mean; the least)"]
    wide = max(len(one.value) for one in some)
    for one in some:
        lines.append(f"  {one.value:>{wide}} │{bar(one.mean / most)} {one.mean:.1f}; {one.least:.1f}")
    return "\n".join(lines)


def shown_setting(report: Report, one: SettingInfo) -> str:
    """A setting by the names and values of its figures."""
    return ", ".join(
        [f"{figure.name} {value}" for figure, value in zip(report.figures, one.values, strict=True)]
    )
