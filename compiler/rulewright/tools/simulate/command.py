"""The command `rulewright simulate`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from rulewright.tools.by_chance import about_drawn, add_by_chance, drawn
from rulewright.tools.cores import core_of
from rulewright.tools.files import write_file
from rulewright.tools.playable import check_targets, seated, with_engine
from rulewright.tools.project import Project, Target, add_game
from rulewright.tools.remaining import Remaining
from rulewright.tools.simulate.bringing import brought
from rulewright.tools.simulate.database import Keeper, check_parquet
from rulewright.tools.simulate.page import as_page
from rulewright.tools.simulate.playing import play, tasks
from rulewright.tools.simulate.report import report
from rulewright.tools.simulate.skill import about_bots
from rulewright.tools.simulate.text import as_text
from rulewright.tools.workers import add_workers, positive, workers_of
from rulewright_runtime.bots.stored import folders_of
from rulewright_runtime.engine import Engine

EXAMPLES = """\
examples:
  rulewright simulate chess --games 200                               the default bots at all seats
  rulewright simulate chess --bots turn,turn,turn,random --games 500  one for each seat; they change seats
  rulewright simulate chess --bots turn:100,mcts:200 --html a.html    a page with charts to show to others
  rulewright simulate chess --games 1000 --out chess.sqlite           goes on where it was stopped
  rulewright simulate chess --games 100000 --cluster auto             on a Ray cluster

Ctrl-C stops and reports what there is. The same seed gives the same games, on any number of cores.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Declares the arguments of the command."""
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
    add_by_chance(parser)
    add_workers(parser)
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


def run(args: argparse.Namespace) -> int:
    """Simulates games of bots and reports them."""
    check_targets(args.out, args.json, args.html)
    if args.parquet is not None:
        check_parquet(args.parquet)
    return with_engine(args, lambda project, target, engine: _simulate(project, target, engine, args))


def _simulate(project: Project, target: Target, engine: Engine, args: argparse.Namespace) -> int:
    """Plays the games that are not there yet, keeps and reports all."""
    bots = seated(args.bots, engine, args.players)
    folders = tuple(map(str, folders_of(engine)))
    chosen = drawn(args.by_chance, engine)
    notes = about_bots(bots, engine, folders) + about_drawn(chosen)
    about = {
        "game": engine.name,
        "variant": engine.variant,
        "rules": engine.rules,
        "bots": list(bots),
        "seed": args.seed,
        "fixed": args.fixed_seats,
        "by chance": sorted(chosen),
    }
    keeper = Keeper(args.out, about)
    done = keeper.done()
    waiting = [
        task
        for task in tasks(bots, args.games, args.seed, folders, {}, args.limit, args.fixed_seats, chosen)
        if task.number not in done
    ]
    if done:
        print(f"{len(done)} games are there already", file=sys.stderr)
    stopped = False
    workers = workers_of(args)
    core_of(project, target, engine)
    shown = Remaining(len(waiting))
    try:
        for one in workers.each(engine, play, waiting, brought(bots, engine, folders)):
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
    if args.json is not None and str(args.json) != "-":
        write_file(args.json, made.model_dump_json(indent=1) + "\n")
    if args.html is not None:
        write_file(args.html, as_page(made))
    print(made.model_dump_json(indent=1) if str(args.json) == "-" else as_text(made))
    if args.parquet is not None:  # last: if the disk is full, the report is there
        keeper.parquet(args.parquet)
    keeper.close()
    return 130 if stopped else 0
