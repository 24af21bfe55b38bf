"""The report of simulated games as one HTML page that needs nothing else."""

from __future__ import annotations

from pathlib import Path

import jinja2
from markupsafe import Markup

from rulewright.tools.diff.svg import FAINT, GRID, INK, NEW, OLD, box, dot, drawing, line, text
from rulewright.tools.simulate.results import Line, Report, Source, Thing
from rulewright.tools.simulate.text import beginning, middle, shown

TEMPLATES = Path(__file__).resolve().parents[2] / "templates"
WIDTH = 620
LABELS = 250
ROW = 22
MOST = 30
MOST_BARS = 24


def as_page(report: Report) -> str:
    """The report as one HTML page."""
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(TEMPLATES),
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        autoescape=True,
    )
    plots = [spread(report.lengths, "Decisions of a game")]
    if report.scores:
        plots.insert(0, spread(report.scores, "Scores"))
    plots.append(wins(report.seats, "Wins by seat"))
    if len(report.by_bot) > 1:
        plots.append(wins(report.by_bot, "Wins by bot"))
    if report.leader_wins:
        plots.append(leaders(report.leader_wins))
    if report.sources:
        plots.append(sources(report.sources[:MOST]))
    for how, title in (("owned", "What players have in the end"), ("chosen", "What players choose")):
        some = [one for one in report.things if one.how == how][:MOST]
        if some:
            plots.append(things(some, title, report.score is not None))
    return environment.get_template("simulate.html.j2").render(
        report=report,
        plots=[Markup(one) for one in plots],
        shown=shown,
        beginning=beginning(report),
        middle=middle(report.course) if report.course else "",
    )


def spread(values: list[int], title: str) -> str:
    """How values spread, as shares."""
    low, high = min(values), max(values)
    step = max(1, -(-(high - low + 1) // MOST_BARS))
    counts = [0] * ((high - low) // step + 1)
    for value in values:
        counts[(value - low) // step] += 1
    top = max(counts) / len(values)
    left, bottom, height = 46, 210, 170
    width = (WIDTH - left - 16) / len(counts)
    parts = [text(left, 16, title, 13, bold=True)]
    for tick in range(5):
        y = bottom - height * tick / 4
        parts += [
            line(left, y, WIDTH - 16, y),
            text(left - 6, y + 4, f"{100 * top * tick / 4:.0f} %", 11, "end", FAINT),
        ]
    for i, count in enumerate(counts):
        tall = height * count / len(values) / top
        parts.append(box(left + (i + 0.1) * width, bottom - tall, width * 0.8, tall, OLD, opacity=0.85))
        if i % max(1, len(counts) // 8) == 0:
            parts.append(
                text(left + (i + 0.5) * width, bottom + 16, str(low + i * step), 11, "middle", FAINT)
            )
    return drawing(WIDTH, bottom + 26, parts, title)


def wins(lines: list[Line], title: str) -> str:
    """Shares of wins with their intervals, beside an even share."""
    left, right = LABELS, WIDTH - 120
    parts = [text(0, 16, title, 13, bold=True)]
    height = 40 + ROW * len(lines)
    for i, one in enumerate(lines):
        y = 40 + i * ROW
        parts += [
            line(left, y, right, y),
            text(left - 10, y + 4, one.name, 12, "end", INK),
            line(left + one.wins.low * (right - left), y, left + one.wins.high * (right - left), y, OLD, 3),
            dot(left + one.wins.mean * (right - left), y, 5, OLD),
            text(right + 8, y + 4, shown(one.wins, True), 12),
        ]
    return drawing(WIDTH, height, parts, title)


def leaders(shares: list[float]) -> str:
    """How early a game is decided."""
    title = "How often who leads then wins in the end"
    left, bottom, height = 46, 210, 170
    width = (WIDTH - left - 30) / (len(shares) - 1)
    parts = [text(left, 16, title, 13, bold=True)]
    for tick in range(5):
        y = bottom - height * tick / 4
        parts += [line(left, y, WIDTH - 16, y), text(left - 6, y + 4, f"{25 * tick} %", 11, "end", FAINT)]
    for i, value in enumerate(shares):
        x, y = left + i * width, bottom - height * value
        if i:
            parts.append(line(left + (i - 1) * width, bottom - height * shares[i - 1], x, y, NEW, 2))
        parts += [
            dot(x, y, 4, NEW),
            text(x, bottom + 16, f"{100 * i // (len(shares) - 1)} %", 11, "middle", FAINT),
        ]
    return drawing(WIDTH, bottom + 26, parts, title)


def sources(some: list[Source]) -> str:
    """Where points come from."""
    title = "Points of a player by rule"
    most = max(abs(one.points) for one in some) or 1
    left, right = LABELS, WIDTH - 120
    parts = [text(0, 16, title, 13, bold=True)]
    for i, one in enumerate(some):
        y = 30 + i * ROW
        wide = abs(one.points) / most * (right - left)
        name = f"{one.rule} {one.place.rpartition('/')[2]}".strip()
        parts += [
            text(left - 10, y + 14, name[:38], 12, "end", INK),
            box(left, y + 3, wide, ROW - 6, OLD if one.points > 0 else NEW, opacity=0.85, round=2),
            text(right + 8, y + 14, f"{one.points:+.1f} ({100 * one.share:.0f} %)", 12),
        ]
    return drawing(WIDTH, 40 + ROW * len(some), parts, title)


def things(some: list[Thing], title: str, scored: bool) -> str:
    """How it goes with those who have something, against those who have not."""
    most = max(abs(one.difference) for one in some) or 1
    left, right = LABELS, WIDTH - 120
    middle = (left + right) / 2
    height = 40 + ROW * len(some)
    parts = [text(0, 16, title, 13, bold=True), line(middle, 26, middle, height, FAINT)]
    for i, one in enumerate(some):
        y = 40 + i * ROW
        colour = NEW if one.significant else FAINT
        x = middle + one.difference / most * (right - left) / 2
        difference = f"{one.difference:+.1f}" if scored else f"{100 * one.difference:+.1f} %"
        parts += [
            line(left, y + ROW / 2, right, y + ROW / 2, GRID),
            text(
                left - 10,
                y + 4,
                f"{one.sort.removeprefix('choice ')}: {one.name}"[:40],
                12,
                "end",
                INK,
                one.significant,
            ),
            line(middle, y, x, y, colour, 3),
            dot(x, y, 5, colour),
            text(
                right + 8,
                y + 4,
                f"{difference}{' *' if one.significant else ''} ({100 * one.share:.0f} %)",
                12,
                colour=colour,
            ),
        ]
    return drawing(WIDTH, height, parts, title)
