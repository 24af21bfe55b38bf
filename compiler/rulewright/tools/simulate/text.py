"""The report of simulated games for the terminal."""

from __future__ import annotations

from textwrap import fill

from rulewright.tools.campaign.charts import bar, histogram
from rulewright.tools.diff.report import Interval
from rulewright.tools.simulate.results import Course, Line, Report, Thing
from rulewright.tools.tables import table

WIDE = 110
MOST = 15  # rows of a table


def as_text(report: Report) -> str:
    """All sections that have something to say."""
    name = f"{report.game}@{report.variant}" if report.variant else report.game
    parts = [f"{name}, {report.players} players, {report.games} games of {', '.join(report.bots)}"]
    parts += [fill(note, WIDE) for note in report.notes]
    parts += [_course(report), _lines("by seat", report.seats)]
    if len(report.by_bot) > 1:
        parts.append(_lines("by bot", report.by_bot))
        parts.append(_ratings(report))
    if report.sources:
        parts.append(_sources(report))
    for how in ("owned", "chosen"):
        some = [one for one in report.things if one.how == how]
        if some:
            parts.append(_things(how, some, report.score is not None))
    if report.leader_wins:
        parts.append(_leaders(report))
    if report.idle:
        rows = [(one.choice, f"{one.times:.1f}", one.why) for one in report.idle]
        parts.append(table(("decisions that never mattered", "a game", "why"), rows))
    parts += _never(report)
    if report.faults:
        parts.append(
            "\n".join([f"{len(report.faults)} failures of bots:", *[f"  {one}" for one in report.faults[:5]]])
        )
    return "\n\n".join([part for part in parts if part])


def shown(one: Interval | None, percent: bool = False) -> str:
    """An interval as its mean and half its width; nothing if there is none."""
    if one is None:
        return ""
    half = (one.high - one.low) / 2
    return f"{100 * one.mean:.1f} ±{100 * half:.1f} %" if percent else f"{one.mean:.1f} ±{half:.1f}"


def _course(report: Report) -> str:
    """Lengths, scores and how close games are."""
    lines = [
        f"length: {shown(report.decisions)} decisions; {shown(report.choices)} real choices for each player, "
        f"{shown(report.per_turn)} a turn, "
        f"{shown(report.answers)} answers each; {report.seconds:.2f} s a game"
    ]
    if report.score is not None:
        lines.append(f"scores: {shown(report.score)}, the best of a game {shown(report.best)}")
        lines += [f"  {row}" for row in histogram(report.scores)]
    if report.closeness is not None:
        lines.append(f"the first is {shown(report.closeness)} above the second")
    lines.append(beginning(report))
    if report.course is not None:
        lines.append(middle(report.course))
    if report.shared:
        lines.append(f"several win in {100 * report.shared:.1f} % of the games")
    if report.nobody:
        lines.append(f"nobody wins in {100 * report.nobody:.1f} % of the games")
    if report.unfinished:
        lines.append(f"{report.unfinished} games did not end")
    return "\n".join(lines)


def beginning(report: Report) -> str:
    """Whether it is good to begin, in words; of somebody who plays alone, how often they win."""
    wins, score, even = report.first_wins, report.first_score, 1 / report.players
    low, middle, high = (100 * min(1.0, max(0.0, even + one)) for one in (wins.low, wins.mean, wins.high))
    said = f"wins {middle:.1f} % [{low:.1f}, {high:.1f}] of the games"
    if report.players == 1:
        return f"who plays alone {said}"
    sure = "" if wins.low > 0 or wins.high < 0 else ": no more than chance"
    led = (
        ""
        if score is None
        else f"; scores {score.mean:+.1f} [{score.low:+.1f}, {score.high:+.1f}] against the others"
    )
    return f"who begins {said}, an even share is {100 * even:.1f} %{sure}{led}"


def middle(course: Course) -> str:
    """Whether leaders run away, in words."""
    way = course.runaway
    what = (
        "run away"
        if way.low > 0
        else "are caught up with" if way.high < 0 else "neither run away nor are caught up with"
    )
    return (
        f"leaders in the middle of the game {what}: they make {way.mean:+.1f} [{way.low:+.1f}, {way.high:+.1f}] points more than the "
        f"others from there; who is last then wins {shown(course.comebacks, True)} of the games; the lead changes {shown(course.changes)} times"
    )


def _lines(title: str, lines: list[Line]) -> str:
    """Wins and scores in a table."""
    rows = [
        (one.name, str(one.games), shown(one.wins, True), bar(one.wins.mean, 20), shown(one.score))
        for one in lines
    ]
    return table((title, "games", "wins", "", "score"), rows)


def _ratings(report: Report) -> str:
    """The ratings of bots in a table."""
    rows = [(one.bot, f"{one.rating:+.0f}", f"{one.low:+.0f} to {one.high:+.0f}") for one in report.ratings]
    return table(("rating", "", "95 %"), rows)


def _sources(report: Report) -> str:
    """The rules that gave points in a table."""
    rows = [
        (
            one.rule or "-",
            one.place,
            f"{one.points:+.1f}",
            f"{100 * one.share:.0f} %",
            bar(max(0.0, one.share), 20),
        )
        for one in report.sources[:MOST]
    ]
    return table(("points by rule", "where", "a player", "share", ""), rows)


def _things(how: str, things: list[Thing], scored: bool) -> str:
    """What players had or chose in a table, with how they fared."""
    rows = []
    for one in things[:MOST]:
        difference = f"{one.difference:+.1f}" if scored else f"{100 * one.difference:+.1f} %"
        rows.append(
            (
                ("* " if one.significant else "  ") + f"{one.sort.removeprefix('choice ')}: {one.name}",
                f"{100 * one.share:.0f} %",
                shown(one.wins, True),
                shown(one.score),
                difference,
            )
        )
    what = "what players have in the end" if how == "owned" else "what players choose"
    more = f"\n  … and {len(things) - MOST} more" if len(things) > MOST else ""
    return table((f"{what} (* more than chance)", "seats", "wins", "score", "to others"), rows) + more


def _leaders(report: Report) -> str:
    """How often who leads at a part of the game wins it."""
    lines = ["who leads then wins:"]
    for part, value in enumerate(report.leader_wins):
        lines.append(
            f"  {100 * part // (len(report.leader_wins) - 1):3d} % │{bar(value)} {100 * value:.0f} %"
        )
    return "\n".join(lines)


def _never(report: Report) -> list[str]:
    """What was never used and what was never asked."""
    found = [
        fill(f"never used, {sort}: {', '.join(names)}", WIDE, subsequent_indent="  ")
        for sort, names in report.never.items()
    ]
    if report.always:
        found.append(fill(f"never asked: {', '.join(report.always)}", WIDE, subsequent_indent="  "))
    return found
