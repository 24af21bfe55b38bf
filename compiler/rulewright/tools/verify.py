"""`rulewright verify`: plays many random games and checks at every decision all that must hold of every engine."""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
import time
from pathlib import Path

from rulewright.tools.cache import Cache
from rulewright.tools.campaign.playing import Task, play_all
from rulewright.tools.campaign.results import Failure, Played, Report, Table, Uses, add_uses
from rulewright.tools.campaign.text import as_text
from rulewright.tools.cores import core_of
from rulewright.tools.errors import UsageError
from rulewright.tools.files import write_file
from rulewright.tools.loading import BrokenRules, engine
from rulewright.tools.project import Project, Target, add_games, chosen_games, project_of, spelt_out
from rulewright.tools.render import targets
from rulewright_runtime.engine import Engine

EXAMPLES = """\
examples:
  rulewright verify chess                             20 games with each number of players, all variants
  rulewright verify chess@atomic --games 500          one variant; chess@ is the game without variants
  rulewright verify chess --players 2,4 --jobs 2      some numbers of players, in two processes
  rulewright verify chess --players 2 --games 1 --seed 17    one game again
  rulewright verify chess --json                      for other programs

At every decision: every piece is at one place and every figure in its range; every option has a name of its own; a game
that is saved and loaded is the same and goes on the same way; what a player may not know shows neither in what they see
nor in what they are offered, and can be dealt anew; the native core comes to the same position. No game stops without an
end. Afterwards all moves are taken back.
"""

SHOWN = 5  # failures that are told and recorded; the rest is counted
RECORDS = "verify"  # folder of what commands leave in a project


def configure(parser: argparse.ArgumentParser) -> None:
    """Declares the arguments of the command."""
    add_games(parser, "games or variants to play (default: all)")
    parser.add_argument(
        "--games",
        dest="count",
        type=_positive,
        default=20,
        metavar="N",
        help="of each number of players (20)",
    )
    parser.add_argument("--players", type=_numbers, metavar="LIST", help="as 2 or 2,3,4 (default: all)")
    parser.add_argument(
        "--seed", type=int, default=1, metavar="S", help="of the first game (1); the next has S+1"
    )
    parser.add_argument("--jobs", type=_positive, metavar="N", help="processes (default: one for each core)")
    parser.add_argument("--records", type=Path, metavar="DIR", help="where moves of failed games are kept")
    parser.add_argument("--json", action="store_true", help="print JSON instead of text")


def _positive(text: str) -> int:
    """A whole number from 1 up; argparse's error otherwise."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 1 up")
    return int(text)


def _numbers(text: str) -> list[int]:
    """Whole numbers from 1 up, separated by commas."""
    return list(dict.fromkeys(_positive(part.strip()) for part in text.split(",")))


def run(args: argparse.Namespace) -> int:
    """Plays games of all targets; exit code 1 if one fails or rules are broken."""
    project = project_of(args)
    cache = Cache(project.cache)
    names = spelt_out(project, args.games) or chosen_games(project, [])
    found = list(dict.fromkeys(target for name in names for target in targets(project, name, cache)))
    folder = args.records or (Path.cwd() if project.bundled else project.remains / RECORDS)
    reports: list[Report] = []
    broken = False
    for target in found:
        try:
            with engine(project, target) as loaded:
                if args.players and len(found) > 1 and not set(args.players) & set(loaded.players):
                    continue  # another variant is for so many
                core_of(project, target, loaded)
                reports.append(campaign(loaded, args))
        except BrokenRules as error:
            broken = True
            print(f"{error.report}\n\n{target}: not played because of errors in the rules", file=sys.stderr)
            continue
        finish(project, target, reports[-1], folder)
        if not args.json:
            print(as_text(reports[-1]), end="\n\n" if target != found[-1] else "\n", flush=True)
    if args.json:
        print("[" + ",\n".join(report.model_dump_json(indent=2) for report in reports) + "]")
    return 1 if broken or any(report.failed for report in reports) else 0


def campaign(engine: Engine, args: argparse.Namespace) -> Report:
    """Plays all games of one engine."""
    counts = [n for n in args.players or engine.players if n in engine.players]
    if not counts:
        allowed = ", ".join(map(str, engine.players))
        raise UsageError(f"{engine.title} is not for {args.players[0]} players", f"--players: {allowed}")
    tasks: list[Task] = [(players, args.seed + i) for i in range(args.count) for players in counts]
    jobs = min(args.jobs or os.cpu_count() or 1, len(tasks))
    began = time.monotonic()
    progress = Progress(engine.title, len(tasks))
    uses: Uses = {}
    played: list[Played] = []
    with contextlib.closing(play_all(engine, tasks, jobs)) as games:
        for one in games:
            add_uses(uses, one.uses)
            one.uses = {}
            played.append(one)
            progress.show(len(played), sum(one.failure is not None for one in played))
    progress.clear()
    played.sort(key=lambda one: (one.players, one.seed))
    return reported(engine, played, uses, time.monotonic() - began, jobs)


def reported(engine: Engine, played: list[Played], uses: Uses, seconds: float, jobs: int) -> Report:
    """The report of the games that were played."""
    tables: dict[int, Table] = {}
    census: dict[str, tuple[int, int]] = {}
    failures: list[Played] = []
    for one in played:
        tables.setdefault(one.players, Table(players=one.players)).add(one)
        for kind, (low, high) in one.census.items():
            known = census.get(kind, (low, high))
            census[kind] = (min(low, known[0]), max(high, known[1]))
        if one.failure is not None:
            failures.append(one)
    report = Report(
        game=engine.name,
        variant=engine.variant,
        title=engine.title,
        tables=list(tables.values()),
        uses=uses,
        census=census,
        failures=[one.failure for one in failures[:SHOWN] if one.failure is not None],
        failed=len(failures),
        seconds=seconds,
        jobs=jobs,
    )
    report._records = [one.record for one in failures[:SHOWN]]
    return report


def finish(project: Project, target: Target, report: Report, folder: Path) -> None:
    """Keeps the moves of failed games and says how to play them again."""
    for failure, record in zip(report.failures, report._records, strict=True):
        failure.command = repeat(target, failure)
        if record:
            path = folder / f"{str(target).replace('@', '_')}-{failure.players}-{failure.seed}.record"
            folder.mkdir(parents=True, exist_ok=True)
            if folder.parent == project.remains:
                (project.remains / ".gitignore").write_text("*\n")  # nobody wants it in a repository
            write_file(path, record)
            failure.record = project.shown(path)


def repeat(target: Target, failure: Failure) -> str:
    """The command that plays a failed game again."""
    name = str(target) if target.variant else f"{target}@"
    return f"rulewright verify {name} --players {failure.players} --games 1 --seed {failure.seed}"


class Progress:
    """A line that tells how far a campaign is, on a terminal only."""

    def __init__(self, title: str, games: int) -> None:
        self.title = title
        self.games = games
        self.began = time.monotonic()
        self.shown = 0.0
        self.visible = sys.stderr.isatty()

    def show(self, done: int, failed: int) -> None:
        """Shows how far it is and the time left, at most five times a second."""
        now = time.monotonic()
        if not self.visible or now - self.shown < 0.2:
            return
        self.shown = now
        left = (now - self.began) / done * (self.games - done)
        filled = 20 * done // self.games
        failures = f", {failed} failed" if failed else ""
        line = f"{self.title} [{'#' * filled}{'.' * (20 - filled)}] {done}/{self.games} games{failures}, {clock(left)} left"
        print(f"\r{line:<78}", end="", file=sys.stderr, flush=True)

    def clear(self) -> None:
        """Wipes the line."""
        if self.visible:
            print(f"\r{'':<78}\r", end="", file=sys.stderr, flush=True)


def clock(seconds: float) -> str:
    """Seconds as minutes and seconds."""
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes}:{rest:02}"
