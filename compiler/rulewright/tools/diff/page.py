"""A report as one self-contained HTML page, for designers to show to others."""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jinja2
from markupsafe import Markup

from rulewright.tools.diff.as_text import PERCENT, course, last_moves, number, record_course, records_summary
from rulewright.tools.diff.board import Position
from rulewright.tools.diff.differences import differences, holding, named
from rulewright.tools.diff.making import Made
from rulewright.tools.diff.plots import differences as difference_plot
from rulewright.tools.diff.plots import histogram
from rulewright.tools.diff.report import SECTIONS, Effect, Group, RecordOutcome, Report, TextLine
from rulewright.tools.diff.sides import Side
from rulewright.tools.diff.svg import SEATS
from rulewright.tools.diff.witness import Shown
from rulewright.tools.diff.wording import Wording, humane
from rulewright_runtime.draw import shown

TEMPLATES = Path(__file__).resolve().parents[2] / "templates"
TITLES = {
    "components": "Components",
    "setup": "Setup",
    "turn": "Course of the game",
    "actions": "Actions",
    "scoring": "Scoring",
    "end": "End of the game",
    "words": "Words",
}
MOST_ROWS = 30  # of a plot
_WORD = re.compile(r"\w+|\s+|[^\w\s]")


def as_page(made: Made, old: Side, new: Side) -> str:
    """The report as one HTML page."""
    report = made.report
    sides = {side.variant or side.game: name for side, name in ((old, "old"), (new, "new"))}
    words = Wording(new.book, new.book_text, sides)
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(TEMPLATES),
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        autoescape=True,
    )
    template = environment.get_template("diff.html.j2")
    found = differences(report, made.together, words)
    return template.render(
        report=report,
        names=_names(old, new),
        end=_end(report),
        counts=_counts(report, len(found)),
        sections=[(TITLES[s], [one for one in found if one.section == s]) for s in SECTIONS],
        translations=[change for change in report.changes if change.what == "words"],
        code=lambda change: [_row(line) for line in change.lines],
        named=named,
        humane=humane,
        holding=holding(report),
        titled=lambda group: words.title(group.ids)[1] or humane(group.title),
        sentence=words.sentence,
        witnesses=[_witness(one, report) for one in made.shown],
        effect=None if report.effect is None else _effect(report.effect, report),
        records_summary="" if report.records is None else records_summary(report.records),
        record_rows=(
            [] if report.records is None else [(one, _record(one)) for one in report.records.outcomes]
        ),
    )


def _record(one: RecordOutcome) -> str:
    """How a recorded game went on both sides, in words."""
    return "the same move by move" if one.outcome == "same" else record_course(one)


def _names(old: Side, new: Side) -> dict[str, str]:
    """What the two sides are called on the page, in few letters."""
    a, b = old.variant or old.game, new.variant or new.game
    return {"old": humane(a), "new": humane(b)} if a != b else {"old": old.spec, "new": new.spec}


def _end(report: Report) -> str:
    """What the examples that differ do, one or several."""
    different = report.examples.different if report.examples is not None else ()
    return "ends differently" if len(different) == 1 else "end differently"


def _counts(report: Report, differences: int) -> list[tuple[int, str]]:
    """The few figures at the top of the page."""
    counts = [(differences, "difference in the rules" if differences == 1 else "differences in the rules")]
    if report.examples is not None:
        counts.append(
            (len(report.examples.different), f"of {report.examples.run} worked examples {_end(report)}")
        )
    if report.groups:
        found = sum(group.witness is not None for group in report.groups if group.ids or group.changes)
        counts.append((found, f"of {sum(bool(g.changes) for g in report.groups)} differences shown in play"))
    if report.effect is not None:
        significant = sum(one.significant for one in report.effect.measures)
        counts.append((significant, f"of {len(report.effect.measures)} measures differ significantly"))
    if report.records is not None:
        counts.append((report.records.legal, f"of {report.records.games} recorded games stay legal"))
    return counts


# ---------------------------------------------------------------- rules


def _row(line: TextLine) -> tuple[str, Markup, Markup]:
    """A line of both texts as HTML, the words that differ marked."""
    if line.mark == "changed":
        old, new = _words(line.old or "", line.new or "")
        return line.mark, old, new
    return line.mark, Markup.escape(line.old or ""), Markup.escape(line.new or "")


def _words(old: str, new: str) -> tuple[Markup, Markup]:
    """Two lines with the words marked in which they differ."""
    a, b = _WORD.findall(old), _WORD.findall(new)
    left, right = Markup(), Markup()
    for op, i, j, k, m in difflib.SequenceMatcher(None, a, b, autojunk=False).get_opcodes():
        before, after = "".join(a[i:j]), "".join(b[k:m])
        left += (
            Markup.escape(before)
            if op == "equal" or not before.strip()
            else Markup("<b>{}</b>").format(before)
        )
        right += (
            Markup.escape(after) if op == "equal" or not after.strip() else Markup("<b>{}</b>").format(after)
        )
    return left, right


# ---------------------------------------------------------------- witnesses


@dataclass(slots=True)
class _Drawn:
    """A witness as the page shows it."""

    group: Group
    course: str
    moves: list[str]
    boards: list[tuple[str, Markup | None, Markup | None]]  # name, old, new
    legend: str
    seats: list[tuple[str, str]]
    players: list[tuple[str, list[tuple[str, str, bool]]]]  # field, (old, new, different) by player
    logs: tuple[list[tuple[str, bool]], list[tuple[str, bool]]]


def _witness(one: Shown, report: Report) -> _Drawn:
    """A group with the pictures, figures and logs of its witness, if it has one."""
    witness = one.group.witness
    if witness is None or one.parting is None:
        return _Drawn(one.group, "", [], [], "", [], [], ([], []))
    old, new = Position(one.parting.old), Position(one.parting.new)
    a = {picture.name: Markup(picture.svg) for picture in old.pictures(new)}
    b = {picture.name: Markup(picture.svg) for picture in new.pictures(old)}
    legend = {**old.legend, **new.legend}
    return _Drawn(
        one.group,
        course(witness),
        last_moves(witness),
        [(name, a.get(name), b.get(name)) for name in {**a, **b}],
        ", ".join(f"{code} {meaning}" for code, meaning in legend.items()),
        [(name, SEATS[i % len(SEATS)]) for i, name in enumerate(one.parting.old.names)],
        _players(old, new),
        _logs(witness.old_log, witness.new_log),
    )


def _players(old: Position, new: Position) -> list[tuple[str, list[tuple[str, str, bool]]]]:
    """What the players have on both sides; rows that say nothing are left out."""
    rows: list[tuple[str, list[tuple[str, str, bool]]]] = []
    here, there = old.view["players"], new.view["players"]
    seats = [name for name in here if name in there]
    for name in next(iter(here.values()), {}):
        cells = [(_value(old, here[s].get(name)), _value(new, there[s].get(name))) for s in seats]
        if any(a not in ("-", "0", "no") or a != b for a, b in cells):
            rows.append((old.words.name(name), [(a, b, a != b) for a, b in cells]))
    return rows


def _value(position: Position, value: Any) -> str:
    """A value of a position in words."""
    return shown(position.words, value)


def _logs(old: list[str], new: list[str]) -> tuple[list[tuple[str, bool]], list[tuple[str, bool]]]:
    """What happened, with the lines marked that the other side does not have."""
    a: list[tuple[str, bool]] = []
    b: list[tuple[str, bool]] = []
    for op, i, j, k, m in difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        a += [(line, op != "equal") for line in old[i:j]]
        b += [(line, op != "equal") for line in new[k:m]]
    return a, b


# ---------------------------------------------------------------- effect


def _effect(effect: Effect, report: Report) -> dict[str, Any]:
    """What the page shows of the effect: plots, words and tables."""
    names = (report.old.spec, report.new.spec)
    plots: list[str] = []
    if effect.old_scores and effect.new_scores:
        plots.append(histogram(effect.old_scores, effect.new_scores, names, "Scores of all players"))
    plots.append(histogram(effect.old_lengths, effect.new_lengths, names, "Decisions in a game"))
    for topic, title in (
        ("score", "Scores: by how much B differs from A"),
        ("wins", "Who wins: by how much B differs from A"),
    ):
        found = [one for one in effect.measures if one.topic == topic]
        if found:
            plots.append(difference_plot(found, title, topic == "wins"))
    for topic, what in (
        ("actions", "Use of actions per game"),
        ("owned", "What players have in the end"),
        ("points", "Points of a game by rule"),
        ("wins with", "Wins of who has a thing in the end"),
        ("lead with", "Points above the mean of the game of who has a thing"),
    ):
        some = sorted([one for one in effect.measures if one.topic == topic], key=lambda one: (one.q, one.p))
        if some:
            title = f"{what}: by how much B differs from A"
            plots.append(difference_plot(some[:MOST_ROWS], title, topic in PERCENT))
    return {
        "plots": [Markup(plot) for plot in plots],
        "rows": [
            (
                one,
                *(
                    number(x.mean, one.topic in PERCENT, signed)
                    for x, signed in ((one.old, False), (one.new, False), (one.difference, True))
                ),
                f"{number(one.difference.low, one.topic in PERCENT, True)} … {number(one.difference.high, one.topic in PERCENT, True)}",
            )
            for one in effect.measures
        ],
    }
