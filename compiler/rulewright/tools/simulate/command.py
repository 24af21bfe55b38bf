"""The command `rulewright simulate`."""

from __future__ import annotations

import argparse
import os
import sys
import time
from pathlib import Path

from rulewright.tools import crew
from rulewright.tools.cache import Cache
from rulewright.tools.errors import UsageError
from rulewright.tools.loading import BrokenRules, engine
from rulewright.tools.project import Project, Target, add_game, project_of
from rulewright.tools.render import targets
from rulewright.tools.simulate.keeping import Keeper
from rulewright.tools.simulate.page import as_page
from rulewright.tools.simulate.playing import play, tasks
from rulewright.tools.simulate.report import report
from rulewright.tools.simulate.skill import about_bots
from rulewright.tools.simulate.text import as_text
from rulewright_runtime import OptionError
from rulewright_runtime.bots import UnknownBot, check_name
from rulewright_runtime.engine import Engine
from rulewright_runtime.game import check_players

EXAMPLES = """\
examples:
  rulewright simulate chess --games 200                               the default bots at all seats
  rulewright simulate chess --bots turn,turn,turn,random --games 500  one for each seat; they change seats
  rulewright simulate chess --bots turn:100,mcts:200 --html a.html    a page with charts to show to others
  rulewright simulate chess --games 1000 --out chess.sqlite           goes on where it was stopped

Ctrl-C stops and reports what there is. The same seed gives the same games, on any number of cores.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument(
        "--bots",
        default="turn",
        metavar="BOTS",
        help="one for all, or one for each seat, with commas (default: turn)",
    )
    parser.add_argument(
        "--games", type=positive, default=100, metavar="N", help="how many games (default: 100)"
    )
    parser.add_argument(
        "--players", type=positive, metavar="N", help="how many play (default: as many as bots, or up to 4)"
    )
    parser.add_argument("--seed", type=int, default=1, help="the same seed gives the same games (default: 1)")
    parser.add_argument("--fixed-seats", action="store_true", help="bots keep their seats")
    parser.add_argument("--jobs", type=positive, metavar="N", help="processes (default: one for each core)")
    parser.add_argument(
        "--limit",
        type=float,
        default=0.0,
        metavar="SECONDS",
        help="who takes longer for an answer plays at random",
    )
    parser.add_argument(
        "--out", type=Path, metavar="FILE", help="keep all results in an SQLite file, and go on with it"
    )
    parser.add_argument("--parquet", type=Path, metavar="FOLDER", help="the same tables as Parquet files")
    parser.add_argument("--json", type=Path, metavar="FILE", help="the report as JSON; - prints it")
    parser.add_argument("--html", type=Path, metavar="FILE", help="the report as a page with charts")


def positive(text: str) -> int:
    number = int(text)
    if number <= 0:
        raise argparse.ArgumentTypeError(f"must be more than 0, not {text}")
    return number


def run(args: argparse.Namespace) -> int:
    project = project_of(args)
    name = args.game if "@" in args.game else f"{args.game}@"
    (target,) = targets(project, name, Cache(None if project.bundled else project.cache))
    for path in (args.out, args.json, args.html):
        if path is not None and str(path) != "-" and not path.absolute().parent.is_dir():
            raise UsageError(f"{path}: there is no such folder")
    try:
        with engine(project, target) as loaded:
            return _simulate(project, target, loaded, args)
    except BrokenRules as broken:
        print(broken.report)
        print(f"\n{target}: there are errors in the rules, so it cannot be played")
        return 1


def _simulate(project: Project, target: Target, engine: Engine, args: argparse.Namespace) -> int:
    bots = seated(args.bots, engine, args.players)
    folders = (str(project.folder(target.game) / "values"),)
    notes = about_bots(bots, engine, folders)
    about = {
        "game": engine.name,
        "variant": engine.variant,
        "rules": engine.rules,
        "bots": list(bots),
        "seed": args.seed,
        "fixed": args.fixed_seats,
    }
    keeper = Keeper(args.out if args.out is not None else Path(":memory:"), about)
    done = keeper.done()
    waiting = [
        task
        for task in tasks(bots, args.games, args.seed, folders, {}, args.limit, args.fixed_seats)
        if task.number not in done
    ]
    if done:
        print(f"{len(done)} games are there already", file=sys.stderr)
    stopped = False
    shown = Remaining(len(waiting))
    try:
        for one in crew.each(engine, play, waiting, args.jobs or os.cpu_count() or 1):
            keeper.add(one)
            shown.step()
    except KeyboardInterrupt:
        stopped = True
    shown.clear()
    games = [one for one in keeper.all() if one.number < args.games]
    if not games:
        print("stopped before a game was over", file=sys.stderr)
        return 130
    if stopped:
        notes.append(
            f"stopped after {len(games)} of {args.games} games"
            + ("; the same command goes on" if args.out else "")
        )
    made = report(engine, games, {**about, "wanted": args.games}, notes)
    if args.parquet is not None:
        keeper.parquet(args.parquet)
    keeper.close()
    if args.json is not None and str(args.json) != "-":
        args.json.write_text(made.model_dump_json(indent=1) + "\n", encoding="utf-8")
    if args.html is not None:
        args.html.write_text(as_page(made), encoding="utf-8")
    print(made.model_dump_json(indent=1) if str(args.json) == "-" else as_text(made))
    return 130 if stopped else 0


def seated(text: str, engine: Engine, players: int | None) -> tuple[str, ...]:
    """A bot for each seat."""
    names = tuple(text.split(","))
    for name in names:
        try:
            check_name(name)
        except UnknownBot as error:
            raise UsageError(str(error)) from None
    usual = max([number for number in engine.players if number <= 4] or engine.players)
    count = players or (len(names) if len(names) > 1 else usual)
    if len(names) == 1:
        names *= count
    if len(names) != count:
        raise UsageError(f"{len(names)} bots for {count} seats")
    try:
        check_players(engine, count)
    except OptionError as error:
        raise UsageError(str(error)) from None
    return names


class Remaining:
    """Progress with the time left, on a terminal."""

    def __init__(self, total: int) -> None:
        self.total = total
        self.done = 0
        self.began = time.monotonic()
        self.shown = sys.stderr.isatty()

    def step(self) -> None:
        self.done += 1
        if self.shown:
            left = (time.monotonic() - self.began) / self.done * (self.total - self.done)
            sys.stderr.write(
                f"\r{self.done} of {self.total} games, {left / 60:.0f}:{left % 60:02.0f} left   "
            )
            sys.stderr.flush()

    def clear(self) -> None:
        if self.shown:
            sys.stderr.write("\r" + " " * 60 + "\r")
            sys.stderr.flush()
