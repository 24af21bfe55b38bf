"""The report of a search over open figures as one HTML page that needs nothing else."""

from __future__ import annotations

from pathlib import Path

import jinja2
from markupsafe import Markup

from rulewright.tools.diff.svg import FAINT, GRID, INK, NEW, OLD, box, dot, drawing, line, text
from rulewright.tools.tune.results import GoalInfo, Report, SettingInfo
from rulewright.tools.tune.text import shown_setting, spread, tried, value, verdict

TEMPLATES = Path(__file__).resolve().parents[2] / "templates"
WIDTH = 620
LABELS = 200
ROW = 24


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
    """A setting in at most thirty letters, marked if it is that of now."""
    return shown_setting(report, one)[:30] + (" (now)" if one.now else "")


def distances(report: Report) -> str:
    """How far settings are off, with their intervals."""
    title = "How far each setting is from the goals"
    some = in_order(report)
    most = max(one.off.high for one in some) or 1.0
    left, right = LABELS, WIDTH - 130
    parts = [text(0, 16, title, 13, bold=True)]
    for i, one in enumerate(some):
        y = 42 + i * ROW
        colour = NEW if one is report.settings[0] else OLD if one.best is not None else FAINT
        parts += [
            line(left, y, right, y),
            text(left - 10, y + 4, name_of(report, one), 12, "end", INK, one is report.settings[0]),
            line(
                at(one.off.low, 0, most, left, right), y, at(one.off.high, 0, most, left, right), y, colour, 3
            ),
            dot(at(one.off.mean, 0, most, left, right), y, 5, colour),
            text(right + 8, y + 4, f"{one.off.mean:.1f} ({one.games} games)", 12),
        ]
    return drawing(WIDTH, 50 + ROW * len(some), parts, title)


def at(number: float, low: float, high: float, left: float, right: float) -> float:
    """The place of a number on an axis."""
    return left + (number - low) / ((high - low) or 1.0) * (right - left)


def reached(report: Report, number: int, goal: GoalInfo) -> str:
    """What settings come to by one goal, beside what is wished."""
    some = in_order(report)
    found = [one.reached[number].value for one in some]
    low = min([goal.value, *[one.low for one in found]])
    high = max([goal.value, *[one.high for one in found]])
    left, right = LABELS, WIDTH - 190
    x = at(goal.value, low, high, left, right)
    bottom = 42 + ROW * len(some)
    wished = f"{100 * goal.value:g} %" if goal.percent else f"{goal.value:g}"
    parts = [
        text(0, 16, goal.text, 13, bold=True),
        box(x - 1, 26, 2, bottom - 36, NEW, opacity=0.5),
        text(x, bottom + 6, wished, 11, "middle", NEW),
    ]
    for i, (one, there) in enumerate(zip(some, found, strict=True)):
        y = 42 + i * ROW
        named = f" {one.reached[number].name}" if one.reached[number].name else ""
        parts += [
            line(left, y + ROW / 2, right, y + ROW / 2, GRID),
            text(left - 10, y + 4, name_of(report, one), 12, "end", INK, one is report.settings[0]),
            line(at(there.low, low, high, left, right), y, at(there.high, low, high, left, right), y, OLD, 3),
            dot(at(there.mean, low, high, left, right), y, 5, OLD),
            text(right + 8, y + 4, (value(goal, there) + named)[:34], 11),
        ]
    return drawing(WIDTH, bottom + 14, parts, goal.text)


def marginal(report: Report, figure: str) -> str:
    """What each value of a figure does, over all settings."""
    some = [one for one in report.marginals if one.figure == figure]
    title = (
        f"{figure}: how far settings with each value were off in the first step (bar: mean, dot: the least)"
    )
    most = max(one.mean for one in some) or 1.0
    left, bottom, height = 46, 200, 160
    width = (WIDTH - left - 16) / len(some)
    parts = [text(0, 16, title, 12, bold=True)]
    for tick in range(5):
        y = bottom - height * tick / 4
        parts += [
            line(left, y, WIDTH - 16, y),
            text(left - 6, y + 4, f"{most * tick / 4:.0f}", 11, "end", FAINT),
        ]
    for i, one in enumerate(some):
        tall = height * one.mean / most
        parts += [
            box(left + (i + 0.15) * width, bottom - tall, width * 0.7, tall, OLD, opacity=0.8),
            dot(left + (i + 0.5) * width, bottom - height * one.least / most, 4, NEW),
        ]
        if i % max(1, len(some) // 16) == 0:
            parts.append(text(left + (i + 0.5) * width, bottom + 16, one.value, 11, "middle", FAINT))
    return drawing(WIDTH, bottom + 26, parts, title)
