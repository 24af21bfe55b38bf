"""The command line of `rulewright diff`: reads what is asked for, has it made, writes it."""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
from pathlib import Path

from rulewright.tools.by_chance import add_by_chance
from rulewright.tools.diff.as_text import as_text
from rulewright.tools.diff.making import Made, Maker, Wishes
from rulewright.tools.diff.page import as_page
from rulewright.tools.diff.progress import Progress
from rulewright.tools.diff.recorded import record_files
from rulewright.tools.diff.saving import check_folder, save
from rulewright.tools.diff.sides import Side, side
from rulewright.tools.errors import UsageError
from rulewright.tools.files import write_file
from rulewright.tools.loading import BrokenRules
from rulewright.tools.workers import add_workers, positive, workers_of
from rulewright_runtime.bots import UnknownBot, check_name
from rulewright_runtime.bots.stored import FOLDER as VALUES
from rulewright_runtime.bots.stored import user_folder

EXAMPLES = """\
examples:
  rulewright diff chess chess@atomic                    a game and its variant
  rulewright diff HEAD~3:chess chess                    the rules three commits ago and now
  rulewright diff chess ../other/rules/chess            a folder of rules
  rulewright diff chess chess@atomic --witness          the shortest plays found in which the two part
  rulewright diff chess chess@atomic --play 1000        what a thousand games of bots come to on both sides
  rulewright diff HEAD:chess chess --records games      which recorded games stay legal, and where the others part
  rulewright diff chess chess@atomic --play 100 --bots turn   the same for skilled play
  rulewright diff chess chess@atomic --play 5000 --cluster auto   on a Ray cluster
  rulewright diff chess chess@atomic --html page.html   all of it on one page, to be shown to others
  rulewright diff chess chess@atomic --json             for other programs

Exit codes: 0 the rules are the same, 1 they differ, 2 they could not be compared.
"""

SAME, DIFFERENT, TROUBLE = 0, 1, 2
WIDTH = 120
SAVES = Path("witness")


def configure(parser: argparse.ArgumentParser) -> None:
    """Declares the arguments of the command."""
    what = "a game, a variant (chess@atomic), a folder of rules, or a revision (HEAD~3:chess)"
    parser.add_argument("old", metavar="A", help=what)
    parser.add_argument("new", metavar="B", help="what A is compared with, named in the same ways")
    parser.add_argument("--witness", action="store_true", help="search for plays in which the two sides part")
    parser.add_argument(
        "--games", type=positive, default=300, metavar="N", help="games to search for them (default: 300)"
    )
    parser.add_argument(
        "--saves", type=Path, default=SAVES, metavar="DIR", help="where they are saved (default: witness/)"
    )
    parser.add_argument("--play", type=positive, default=0, metavar="N", help="play N games on both sides")
    parser.add_argument(
        "--records", type=Path, metavar="DIR", help="replay the recorded games of a folder on both sides"
    )
    parser.add_argument(
        "--bots",
        type=bot,
        default="random",
        metavar="BOT",
        help="who plays them: random, greedy, turn:300, mcts:200 (default: random)",
    )
    parser.add_argument(
        "--players", type=positive, metavar="N", help="how many play (default: what fits both)"
    )
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="of the first game (default: 1)")
    add_by_chance(parser)
    add_workers(parser)
    parser.add_argument("--json", action="store_true", help="print JSON instead of text")
    parser.add_argument("--html", type=Path, metavar="FILE", help="write one page that needs nothing else")


def bot(name: str) -> str:
    """The name of a bot; argparse's error if there is none of that name."""
    try:
        check_name(name)
    except UnknownBot as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return name


def run(args: argparse.Namespace) -> int:
    """Compares two sides; exit code 0 if they are the same, 1 if not, 2 if one does not compile."""
    if args.html is not None:
        check_target(args.html)
    if args.witness:
        check_folder(args.saves)
    if args.records is not None:
        record_files(args.records)  # says at once if there are none
    with tempfile.TemporaryDirectory(prefix="rulewright-diff-") as name:
        scratch = Path(name)
        try:
            old = side(args.old, args.project, scratch / "old")
            new = side(args.new, args.project, scratch / "new")
        except BrokenRules as broken:
            print(broken.report, file=sys.stderr)
            return TROUBLE
        made = Maker(old, new, wishes(args, old, new), scratch, Progress()).make()
        write(args, made, old, new)
    return SAME if made.report.same else DIFFERENT


def wishes(args: argparse.Namespace, old: Side, new: Side) -> Wishes:
    """What was asked for on the command line."""
    folders = [(str(user_folder() / one.game), str(one.folder / VALUES)) for one in (old, new)]
    return Wishes(
        witness=args.witness,
        games=args.games,
        play=args.play,
        players=args.players,
        bots=args.bots,
        seed=args.seed,
        records=args.records,
        values=(folders[0] + folders[1], folders[1] + folders[0]),
        by_chance=args.by_chance,
        workers=workers_of(args),
    )


def check_target(path: Path) -> None:
    """Says at once if a file could not be written in the end."""
    if path.is_dir():
        raise UsageError(f"{path} is a folder", "name a file, as in --html page.html")
    if not path.parent.is_dir():
        raise UsageError(f"there is no folder {path.parent} for {path.name}")
    if not os.access(path.parent, os.W_OK) or (path.exists() and not os.access(path, os.W_OK)):
        raise UsageError(f"{path} cannot be written")


def write(args: argparse.Namespace, made: Made, old: Side, new: Side) -> None:
    """Writes the report to where it was asked for: saves, page, JSON or text."""
    if args.witness:
        save(made.shown, args.saves, old, new)
    if args.html is not None:
        write_file(args.html, as_page(made, old, new))
    if args.json:
        print(made.report.model_dump_json(indent=2))
        return
    width = shutil.get_terminal_size((WIDTH, 24)).columns if sys.stdout.isatty() else WIDTH
    print(as_text(made.report, width))
    if args.html is not None:
        print(f"\nwritten: {args.html}")
