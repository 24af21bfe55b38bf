"""The command line of `rulewright book`: which books, where to, and whether they follow changes."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from rulewright.tools.book import site
from rulewright.tools.book.making import make
from rulewright.tools.cache import Cache
from rulewright.tools.errors import UsageError
from rulewright.tools.files import replace_folder
from rulewright.tools.loading import BrokenRules
from rulewright.tools.project import RULEBOOK, Project, Target, project_of
from rulewright.tools.render import house_rules, targets

EXAMPLES = """\
examples:
  rulewright book chess -o book             the rulebook of chess as a site: open book/index.html
  rulewright book chess@atomic -o book      as one of its variants has it
  rulewright book chess -o book --runs 20   also says which rules 20 random games reach
  rulewright book --all -o books            all games, with a start page
  rulewright book chess -o book --watch     serves it, and follows what you save

The site needs neither a server nor a network: the folder can be copied, sent or printed (the browser's own print).
"""
MARK = ".rulewright-book"  # in folders that this command made, and may replace


def configure(parser: argparse.ArgumentParser) -> None:
    """Declares the arguments of the command."""
    parser.add_argument("game", nargs="?", metavar="GAME", help="the game, as in chess or chess@variant")
    parser.add_argument("--all", action="store_true", help="all games and the variants that rulebooks print")
    parser.add_argument("-o", "--output", type=Path, metavar="DIR", required=True, help="the folder to write")
    parser.add_argument(
        "--runs", type=int, default=0, metavar="N", help="say which rules N random games reach"
    )
    parser.add_argument("--watch", action="store_true", help="serve it and follow changes of the rules")
    parser.add_argument("--port", type=int, default=0, help="the port of --watch (default: any free one)")


def run(args: argparse.Namespace) -> int:
    """Writes the books that are asked for, and serves them if that is wished."""
    project = project_of(args)
    if args.runs < 0:
        raise UsageError(f"--runs {args.runs} is less than no games")
    if args.all == (args.game is not None):
        raise UsageError("name one GAME, or say --all")
    if project.bundled and (args.watch or args.runs):
        raise UsageError("--watch and --runs need rules of your own", "name their folder with --project DIR")
    check_folder(args.output)
    wanted = chosen(project, args.game)
    try:
        write(project, wanted, args.output, args.runs, library=args.all)
    except BrokenRules as broken:
        print(broken.report, file=sys.stderr)
        return 1
    print(f"written: {args.output}/index.html")
    if args.watch:
        from rulewright.tools.book.serving import follow  # only now: most books are not served

        follow(
            project,
            {one.game for one in wanted},
            args.output,
            args.port,
            lambda: _again(project, wanted, args),
        )
    return 0


def _again(project: Project, wanted: list[Target], args: argparse.Namespace) -> bool:
    """Writes the books anew; says what is wrong if the rules are."""
    try:
        write(project, wanted, args.output, args.runs, library=args.all)
    except BrokenRules as broken:
        print(broken.report, flush=True)
        return False
    return True


def chosen(project: Project, game: str | None) -> list[Target]:
    """One book, or one for each game and printed variant."""
    cache = Cache(None if project.bundled else project.cache)
    if game is not None:
        (target,) = targets(project, game if "@" in game else f"{game}@", cache)
        return [target]
    found: list[Target] = []
    for name in project.games():
        if (project.folder(name) / RULEBOOK).is_file():
            house = house_rules(project, name, cache)
            found += [one for one in targets(project, name, cache) if one.variant not in house]
    if not found:
        raise UsageError("no game here has a rulebook", f"a rulebook is the file {RULEBOOK} beside the rules")
    return found


def write(project: Project, wanted: list[Target], folder: Path, runs: int, library: bool) -> None:
    """Replaces the folder by the books in one step."""
    books = [make(project, target, runs) for target in wanted]
    if not library:
        files = site.files_of(books[0])
    else:
        files = site.start_page(books)
        for book in books:
            files |= {f"{book.name}/{path}": text for path, text in site.files_of(book, library=True).items()}
    replace_folder(folder, {**files, MARK: "rulewright book writes this folder anew\n"})


def check_folder(folder: Path) -> None:
    """Refuses to replace a folder that this command did not make."""
    if folder.is_file():
        raise UsageError(f"{folder} is a file", "name a folder, as in -o book")
    if folder.is_dir() and any(folder.iterdir()) and not (folder / MARK).is_file():
        raise UsageError(
            f"{folder} holds other things, and would be replaced", "name a folder that is not there yet"
        )
    if not folder.absolute().parent.is_dir():
        raise UsageError(f"there is no folder {folder.absolute().parent} for {folder.name}")
