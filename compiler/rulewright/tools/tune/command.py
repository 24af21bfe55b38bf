"""The command `rulewright tune`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from rulewright.tools.by_chance import about_drawn, add_by_chance, drawn
from rulewright.tools.cores import core_of
from rulewright.tools.errors import UsageError
from rulewright.tools.files import write_file
from rulewright.tools.playable import check_targets, seated, with_engine
from rulewright.tools.project import Project, Target, add_game
from rulewright.tools.remaining import Remaining
from rulewright.tools.simulate.bringing import brought
from rulewright.tools.simulate.playing import Played, Task, play, tasks
from rulewright.tools.simulate.skill import about_bots
from rulewright.tools.tune.figures import Figure, figures_of, size
from rulewright.tools.tune.goals import HINT, read_goal
from rulewright.tools.tune.measuring import marginals, measured
from rulewright.tools.tune.outcomes import Memory, Outcome, Setting, outcome_of
from rulewright.tools.tune.page import as_page
from rulewright.tools.tune.results import FigureInfo, GoalInfo, Report
from rulewright.tools.tune.search import Search
from rulewright.tools.tune.text import as_text
from rulewright.tools.workers import Workers, add_workers, positive, workers_of
from rulewright_runtime.bots.stored import folders_of
from rulewright_runtime.engine import Engine

EXAMPLES = """\
examples:
  rulewright tune chess --goal "first player wins about 50 %"
  rulewright tune chess --goal "decisions about 90" --goal "2 * no faction above 30 %"    the second counts twice
  rulewright tune chess --goal "score at least 40" --bots turn:100 --games 400 --html a.html
  rulewright tune chess --goal "gap at most 5" --out chess.sqlite        goes on where it was stopped
  rulewright tune chess --goal "choices about 30" --cluster auto         on a Ray cluster

A figure is open if the rules say so: `start: 3..8 = 5, open`. Goals speak of: seat N wins, first player wins, every … wins,
several win, nobody wins (shares, with a %), decisions, choices, score, best score, gap, use of … (numbers); with about, at
most or at least. Ctrl-C stops and reports what there is. The same seed gives the same result, on any number of cores.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Declares the arguments of the command."""
    add_game(parser)
    parser.add_argument(
        "--goal",
        action="append",
        default=[],
        metavar="GOAL",
        help="what play should come to; several count together",
    )
    parser.add_argument(
        "--bots", default="turn", metavar="BOTS", help="one for all seats, or one for each (default: turn)"
    )
    parser.add_argument("--players", type=positive, metavar="N", help="how many play (default: up to 4)")
    parser.add_argument(
        "--games",
        type=positive,
        default=200,
        metavar="N",
        help="games of each of the last settings (default: 200)",
    )
    parser.add_argument(
        "--settings", type=positive, default=64, metavar="N", help="settings to begin with (default: 64)"
    )
    parser.add_argument(
        "--seed", type=int, default=1, help="the same seed gives the same result (default: 1)"
    )
    add_by_chance(parser)
    add_workers(parser)
    parser.add_argument(
        "--out", type=Path, metavar="FILE", help="keep all games in an SQLite file, and go on with it"
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="the report as JSON; - prints it")
    parser.add_argument("--html", type=Path, metavar="FILE", help="the report as a page with charts")


def run(args: argparse.Namespace) -> int:
    """Searches for settings of the open figures of a game."""
    check_targets(args.out, args.json, args.html)
    return with_engine(args, lambda project, target, engine: _tune(project, target, engine, args))


def _tune(project: Project, target: Target, engine: Engine, args: argparse.Namespace) -> int:
    """Searches, keeps what was played and reports the best settings."""
    figures = figures_of(engine)
    if not figures:
        raise UsageError(
            f"{target} has no open figure",
            "mark one in the rules, as in `start: 3..8 = 5, open` under `table`",
        )
    bots = seated(args.bots, engine, args.players)
    if not args.goal:
        raise UsageError("tuning needs a goal", HINT)
    goals = [read_goal(text, len(bots)) for text in args.goal]
    folders = tuple(map(str, folders_of(engine)))
    chosen = drawn(args.by_chance, engine)
    notes = about_bots(bots, engine, folders) + about_drawn(chosen)
    about = {
        "game": engine.name,
        "variant": engine.variant,
        "rules": engine.rules,
        "bots": list(bots),
        "seed": args.seed,
        "figures": [figure.name for figure in figures],
        "by chance": sorted(chosen),
    }
    core_of(project, target, engine)
    memory = Memory(args.out, about)
    players = Players(engine, figures, bots, args.seed, folders, chosen, workers_of(args), memory)
    search = Search(figures, goals, args.settings, args.games, args.seed, players.play)
    stopped = False
    try:
        search.run()
    except KeyboardInterrupt:
        stopped = True
    if not search.tried:
        print("stopped before the first step was over", file=sys.stderr)
        return 130
    if stopped:
        notes.append("stopped before the end" + ("; the same command goes on" if args.out else ""))
    if players.faults:
        notes.append(f"bots failed {players.faults} times and played at random from there")
    report = Report(
        game=engine.name,
        variant=engine.variant,
        rules=engine.rules,
        players=len(bots),
        bots=list(bots),
        seed=args.seed,
        games=args.games,
        played=sum(len(one.games) for one in search.tried.values()),
        possible=size(figures),
        figures=[
            FigureInfo(name=one.name, values=list(one.labels), now=one.label(one.default)) for one in figures
        ],
        goals=[
            GoalInfo(text=one.text, weight=one.weight, way=one.way, value=one.value, percent=one.percent)
            for one in goals
        ],
        settings=measured(search),
        marginals=marginals(search),
        notes=notes,
    )
    players.memory.close()
    if args.json is not None and str(args.json) != "-":
        write_file(args.json, report.model_dump_json(indent=1) + "\n")
    if args.html is not None:
        write_file(args.html, as_page(report))
    print(report.model_dump_json(indent=1) if str(args.json) == "-" else as_text(report))
    return 130 if stopped else 0


@dataclass(slots=True)
class Players:
    """Plays the games that a search asks for; those that are known already are not played again."""

    engine: Engine
    figures: Sequence[Figure]
    bots: tuple[str, ...]
    seed: int
    folders: tuple[str, ...]
    drawn: frozenset[str]
    workers: Workers
    memory: Memory
    faults: int = 0

    def play(self, step: str, some: Sequence[Setting], games: int) -> dict[Setting, list[Outcome]]:
        """The first so many games of each setting."""
        known = {setting: self.memory.games(setting) for setting in some}
        plain = tasks(self.bots, games, self.seed, self.folders, {}, 0.0, False, self.drawn)
        waiting: list[tuple[Setting, Task]] = []
        for task in plain:  # game by game, so that a search that is stopped has played as many of each
            for setting in some:
                if task.number not in known[setting]:
                    options = tuple(zip([figure.name for figure in self.figures], setting, strict=True))
                    waiting.append((setting, replace(task, options=options, sources=False)))
        shown = Remaining(len(waiting), f"{step}, {len(some)} settings: ")
        files = brought(self.bots, self.engine, self.folders)
        try:
            found = self.workers.each(self.engine, play, [task for _, task in waiting], files)
            for (setting, _), one in zip(waiting, found, strict=True):
                self._keep(setting, one, known)
                shown.step()
        finally:
            shown.clear()
        return {setting: [outcomes[number] for number in range(games)] for setting, outcomes in known.items()}

    def _keep(self, setting: Setting, one: Played, known: dict[Setting, dict[int, Outcome]]) -> None:
        """Keeps the outcome of a game under its setting."""
        outcome = outcome_of(one)
        self.faults += outcome.faults
        self.memory.add(setting, one.number, outcome)
        known[setting][one.number] = outcome
