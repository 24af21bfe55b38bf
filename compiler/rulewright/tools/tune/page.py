"""The report of a search over open figures as one HTML page that needs nothing else."""

from __future__ import annotations

from pathlib import Path

import jinja2
from markupsafe import Markup

from rulewright.tools.charts import FAINT, NEW, OLD, Row, columns, dots
from rulewright.tools.tune.results import GoalInfo, Report, SettingInfo
from rulewright.tools.tune.text import shown_setting, spread, tried, value, verdict

TEMPLATES = Path(__file__).resolve().parents[2] / "templates"


def as_page(report: Report) -> str:
    """The report as one HTML page."""
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(TEMPLATES),
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        autoescape=True,
    )
    plots = [distances(report)]
    plots += [reached(report, number, goal) for number, goal in enumerate(report.goals)]
    plots += [marginal(report, figure.name) for figure in report.figures]
    return environment.get_template("tune.html.j2").render(
        report=report,
        plots=[Markup(one) for one in plots],
        verdict=verdict(report),
        tried=tried(report),
        spread=spread,
        value=value,
    )


def in_order(report: Report) -> list[SettingInfo]:
    """Settings of one figure in the order of its values; of several as they are, the best first."""
    if len(report.figures) > 1:
        return report.settings
    values = report.figures[0].values
    return sorted(report.settings, key=lambda one: values.index(one.values[0]))


def name_of(report: Report, one: SettingInfo) -> str:
    """A setting, marked if it is that of now."""
    return shown_setting(report, one) + (" (now)" if one.now else "")


def distances(report: Report) -> str:
    """How far settings are off, with their intervals."""
    best = report.settings[0]
    rows = [
        Row(
            name_of(report, one),
            one.off.mean,
            one.off.low,
            one.off.high,
            f"{one.off.mean:.1f} ({one.games} games)",
            NEW if one is best else OLD if one.best is not None else FAINT,
            one is best,
        )
        for one in in_order(report)
    ]
    return dots(rows, "How far each setting is from the goals")


def reached(report: Report, number: int, goal: GoalInfo) -> str:
    """What settings come to by one goal, beside what is wished."""
    rows = []
    for one in in_order(report):
        there = one.reached[number]
        said = f"{value(goal, there.value)} {there.name}".strip()
        found = there.value
        rows.append(
            Row(name_of(report, one), found.mean, found.low, found.high, said, OLD, one is report.settings[0])
        )
    return dots(rows, goal.text, beside=goal.value, percent=goal.percent)


def marginal(report: Report, figure: str) -> str:
    """What each value of a figure does, over all settings."""
    some = [one for one in report.marginals if one.figure == figure]
    return columns(
        [one.value for one in some],
        [one.mean for one in some],
        [one.least for one in some],
        f"{figure}: how far off settings with each value were at first (bar: mean, dot: least)",
    )
