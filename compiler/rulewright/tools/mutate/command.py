"""The command `rulewright mutate`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from rulewright.tools.errors import UsageError
from rulewright.tools.files import write_file
from rulewright.tools.mutate.hunt import Hunt
from rulewright.tools.mutate.report import as_page, as_text
from rulewright.tools.mutate.results import Mutation
from rulewright.tools.mutate.scores import saved
from rulewright.tools.playable import check_targets, with_engine
from rulewright.tools.project import Project, Target, add_game
from rulewright.tools.workers import positive
from rulewright_runtime.engine import Engine

EXAMPLES = """\
examples:
  rulewright mutate chess                      100 changed rules: which of them does no example notice?
  rulewright mutate chess --mutants 300 --seed 7 --html guarded.html
  rulewright mutate chess --all --out chess.sqlite      every place once; goes on where it was stopped
  rulewright mutate chess --only moves.rules   changes in one file alone
  rulewright mutate chess --save               keeps the score beside the rules, for `rulewright trace`
  rulewright mutate chess --least 95           exit code 1 if fewer than 95 % are noticed

A changed figure, condition or statement that no example notices could be wrong in the rules today. Where that is
well, rules/GAME/waivers.toml says why, under [mutant], in the words of the report:

  [mutant]
  "moves.rules: gain 1 point: 1 -> 2" = "points only break ties that cannot happen"
"""
MOST_WAIVED = 3.0  # per cent of the mutants


def configure(parser: argparse.ArgumentParser) -> None:
    """Declares the arguments of the command."""
    add_game(parser, "the game, as in chess; its printed editions and modes come along")
    parser.add_argument(
        "--mutants", type=positive, default=100, metavar="N", help="how many to judge (default: 100)"
    )
    parser.add_argument("--all", action="store_true", help="judge a change of every place")
    parser.add_argument(
        "--only", default="", metavar="FILE", help="only places in files with this in their path"
    )
    parser.add_argument("--seed", type=int, default=1, help="which ones are tried (default: 1)")
    parser.add_argument("--jobs", type=positive, metavar="N", help="processes (default: one for each core)")
    parser.add_argument("--least", type=float, default=0, metavar="P", help="per cent that must be noticed")
    parser.add_argument("--save", action="store_true", help="keep the score beside the rules")
    parser.add_argument(
        "--out", type=Path, metavar="FILE", help="keep the verdicts in an SQLite file, and go on with it"
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="the report as JSON; - prints it")
    parser.add_argument("--html", type=Path, metavar="FILE", help="the report as a page")


def run(args: argparse.Namespace) -> int:
    """Judges mutants of a game."""
    check_targets(args.out, args.json, args.html)
    return with_engine(args, lambda project, target, engine: _mutate(project, target, engine, args))


def _mutate(project: Project, target: Target, engine: Engine, args: argparse.Namespace) -> int:
    """Judges mutants and reports them; exit code 1 if too few are noticed or too many waived."""
    if target.variant:
        raise UsageError(f"{target} is a variant", f"name its game: rulewright mutate {target.game}")
    if project.bundled:
        raise UsageError(
            "this needs the rules of a project of your own", "name its folder with --project DIR"
        )
    hunt = Hunt(project, target.game, args)
    try:
        hunt.run(engine)
    except KeyboardInterrupt:
        print(f"stopped{'; the same command goes on' if args.out else ''}", file=sys.stderr)
        if not hunt.judged:
            return 130
    found = hunt.found(engine.meaning)
    report(project, found, args)
    waived = len(found.having("waived"))
    if waived > MOST_WAIVED / 100 * max(found.counted, 34):
        print(f"{waived} waived mutants are more than {MOST_WAIVED:g} %: some of them need an example")
        return 1
    return 0 if found.score >= args.least else 1


def report(project: Project, found: Mutation, args: argparse.Namespace) -> None:
    """Prints and writes what was asked for."""
    if str(args.json) == "-":
        print(found.model_dump_json(indent=2))
    else:
        print(as_text(found))
    if args.json is not None and str(args.json) != "-":
        write_file(args.json, found.model_dump_json(indent=2))
    if args.html is not None:
        write_file(args.html, as_page(found))
    if args.save:
        print(f"kept in {project.shown(saved(project.folder(found.game), found))}")
