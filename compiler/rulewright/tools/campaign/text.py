"""A report of a campaign as text for the terminal."""

from __future__ import annotations

from statistics import mean
from textwrap import fill

from rulewright.tools.campaign.charts import bar, histogram
from rulewright.tools.campaign.results import Failure, Report, Table, Use, Uses
from rulewright.tools.tables import count, shortened

WIDE = 118  # letters in a line


def as_text(report: Report) -> str:
    """The whole report."""
    parts = [table_text(report.name, table) for table in report.tables if table.decisions]
    parts.append("\n".join(["what was used", *uses_lines(report.uses), *census_lines(report)]))
    parts += [failure_text(failure) for failure in report.failures]
    parts.append(summary(report))
    return "\n\n".join(parts)


def table_text(name: str, table: Table) -> str:
    """Scores, winners and lengths of the games with one number of players."""
    lines = [f"{name}, {count(table.players, 'player')}: {count(table.games, 'game')}"]
    if table.scores:
        every = [score for scores in table.scores for score in scores]
        lines.append(f"  scores: {spread(every)}")
        lines += [f"    {line}" for line in histogram(every)]
        for seat in range(table.players):
            lines.append(f"    seat {seat + 1}: {spread([scores[seat] for scores in table.scores])}")
    lines.append("  winners by seat:")
    games = len(table.decisions)
    for seat, wins in enumerate(table.wins):
        lines.append(f"    seat {seat + 1} │{bar(wins / games)} {wins} ({100 * wins / games:.1f} %)")
    if table.without_winner:
        lines.append(f"    nobody {table.without_winner}")
    lines.append(f"  decisions: {spread(table.decisions)}")
    lines += [f"    {line}" for line in histogram(table.decisions)]
    if table.rounds:
        lines.append(f"  rounds: {spread(table.rounds)}")
    return "\n".join(lines)


def spread(values: list[int]) -> str:
    """Mean, lowest and highest of some numbers in words."""
    return f"{mean(values):.1f} on average, from {min(values)} to {max(values)}"


def uses_lines(uses: Uses) -> list[str]:
    """For each kind how many of its members had a part in the games, and which had none."""
    lines: list[str] = []
    for group, names in uses.items():
        used = [name for name, use in names.items() if use.used]
        there = [name for name, use in names.items() if use.used or use.seen]
        if group.startswith("kind "):
            lines.append(
                f"  {group}: {len(there)} of {len(names)} in play, {len(used)} moved or picked{rarest(names)}"
            )
            if used and len(used) < len(there):
                idle = [name for name in there if name not in used]
                lines.append(never("in play, but never moved or picked", idle))
        else:
            lines.append(f"  {group}s: {len(used)} of {len(names)} picked{rarest(names)}")
        if len(there) < len(names):
            lines.append(never("never", [name for name in names if name not in there]))
    return lines


def rarest(names: dict[str, Use]) -> str:
    """The member that was used least, if all were."""
    name = min(names, key=lambda one: names[one].used, default="")
    return f", the least {name} ({names[name].used})" if name and names[name].used else ""


def never(what: str, names: list[str]) -> str:
    """Names after what they have in common, in lines of a bearable length."""
    return fill(f"{what}: {', '.join(names)}", WIDE, initial_indent=" " * 4, subsequent_indent=" " * 8)


def census_lines(report: Report) -> list[str]:
    """How many cards of each kind lay in zones: a number that never changes is one that nothing got lost from."""
    kept = [f"{kind} {low}" for kind, (low, high) in report.census.items() if low == high]
    other = [f"{kind} {low}..{high}" for kind, (low, high) in report.census.items() if low != high]
    lines = [f"  in zones at every decision: {', '.join(kept)}"] if kept else []
    return lines + ([f"  in zones, as the rules have it: {', '.join(other)}"] if other else [])


def failure_text(failure: Failure) -> str:
    """A failed game with the commands that repeat it."""
    name = f"{failure.game}@{failure.variant}" if failure.variant else failure.game
    lines = [
        f"FAIL  {name}, {count(failure.players, 'player')}, seed {failure.seed}, decision {failure.decision}",
        f"      {shortened(failure.problem, 400)}",
        f"      again: {failure.command}",
    ]
    if failure.record:
        lines.append(f"      moves: rulewright replay {failure.record}")
    return "\n".join(lines)


def summary(report: Report) -> str:
    """The last line: games, decisions, failures and time."""
    games = sum(table.games for table in report.tables)
    decisions = sum(sum(table.decisions) for table in report.tables)
    each = sum(table.seconds for table in report.tables) / max(1, games)
    return (
        f"{report.name}: {count(games, 'game')}, {count(decisions, 'decision')} checked, {report.failed} failed; "
        f"{report.seconds:.0f} s in {count(report.jobs, 'process', 'processes')}, {each:.2f} s a game"
    )
