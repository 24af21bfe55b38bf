"""The report of simulated games as one HTML page that needs nothing else."""

from __future__ import annotations

from pathlib import Path

import jinja2
from markupsafe import Markup

from rulewright.tools.charts import FAINT, NEW, OLD, Row, Side, bars, dots, over_time, spreads
from rulewright.tools.simulate.results import Line, Report, Source, Thing
from rulewright.tools.simulate.text import beginning, middle, shown

TEMPLATES = Path(__file__).resolve().parents[2] / "templates"
MOST = 30


def as_page(report: Report) -> str:
    """The report as one HTML page."""
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(TEMPLATES),
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        autoescape=True,
    )
    plots = [spreads([Side(report.lengths)], "Decisions of a game")]
    if report.scores:
        plots.insert(0, spreads([Side(report.scores)], "Scores"))
    plots.append(wins(report, report.seats, "Wins by seat, and an even share"))
    if len(report.by_bot) > 1:
        plots.append(wins(report, report.by_bot, "Wins by bot, and an even share"))
    if report.leader_wins:
        plots.append(over_time(report.leader_wins, "How often who leads then wins in the end"))
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


def wins(report: Report, lines: list[Line], title: str) -> str:
    """Shares of wins with their intervals, beside an even share."""
    rows = [Row(one.name, one.wins.mean, one.wins.low, one.wins.high, shown(one.wins, True)) for one in lines]
    return dots(rows, title, beside=1 / report.players, percent=True)


def sources(some: list[Source]) -> str:
    """Where points come from."""
    rows = [
        Row(
            f"{one.rule} {one.place.rpartition('/')[2]}".strip() or "elsewhere",
            one.points,
            one.points,
            one.points,
            f"{one.points:+.1f} ({100 * one.share:.0f} %)",
            OLD if one.points > 0 else NEW,
        )
        for one in some
    ]
    return bars(rows, "Points of a player by rule")


def things(some: list[Thing], title: str, scored: bool) -> str:
    """How it goes with those who have something, against those who have not."""
    rows = []
    for one in some:
        difference = f"{one.difference:+.1f}" if scored else f"{100 * one.difference:+.1f} %"
        rows.append(
            Row(
                f"{one.name} ({one.sort.removeprefix('choice ')})",
                one.difference,
                min(0.0, one.difference),
                max(0.0, one.difference),
                f"{difference}{' *' if one.significant else ''} ({100 * one.share:.0f} %)",
                NEW if one.significant else FAINT,
                one.significant,
            )
        )
    return dots(rows, title, percent=not scored)
