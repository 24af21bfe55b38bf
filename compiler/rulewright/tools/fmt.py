"""`rulewright fmt`: rules files in their one layout."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from rulewright.diagnostics import Diagnostic, render
from rulewright.fmt import format_text
from rulewright.source import read_file, rules_files, shown_name
from rulewright.tools.errors import UsageError
from rulewright.tools.files import write_file
from rulewright.tools.project import Project, chosen_games, project_of, writable
from rulewright.tools.tables import count

EXAMPLES = """\
examples:
  rulewright fmt                              all games, in place
  rulewright fmt chess                        one game
  rulewright fmt rules/chess/moves.rules      one file
  rulewright fmt --check                      change nothing, list what would change (exit code 1)
  rulewright fmt - < draft.rules              from standard input to standard output
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Declares the arguments of the command."""
    parser.add_argument(
        "targets", nargs="*", metavar="GAME|FILE", help="games, folders or files (default: all games)"
    )
    parser.add_argument(
        "--check", action="store_true", help="write nothing; list the files that would change"
    )


def run(args: argparse.Namespace) -> int:
    """Formats files, or lists those that would change; exit code 1 if there are any or one cannot be read."""
    if args.targets == ["-"]:
        return format_input()
    project = project_of(args)
    if not args.check:
        writable(project)
    changed: list[str] = []
    broken: list[str] = []
    for path in files(project, args.targets):
        shown = project.shown(path)
        text, formatted, diagnostics = format_file(path, shown)
        if formatted is None:
            broken.append(shown_name(shown))
            print("\n".join(render(d, {shown: text}) for d in diagnostics))
        elif formatted != text:
            changed.append(shown)
            if not args.check:
                write_file(path, formatted)
            print(f"{'would change' if args.check else 'formatted'}: {shown}")
    if broken:
        print(f"{count(len(broken), 'file')} left as written: {', '.join(broken)}")
    return 1 if broken or (changed and args.check) else 0


def files(project: Project, targets: list[str]) -> list[Path]:
    """The rules files meant by games, folders and files on the command line."""
    if not targets:
        return [path for game in chosen_games(project, []) for path in rules_files(project.folder(game))]
    found: list[Path] = []
    for target in targets:
        path = Path(target)
        if os.path.lexists(path) and not path.is_dir():
            if path.suffix != ".rules":
                raise UsageError(f"{target} is not a rules file", "rules files end in .rules")
            found.append(path)
        elif path.is_dir():
            found += rules_files(path)
        elif path.suffix == ".rules":
            raise UsageError(f"there is no file {target}")
        else:
            for game in chosen_games(project, [target]):
                found += rules_files(project.folder(game))
    return list(dict.fromkeys(found))


def format_file(path: Path, shown: str) -> tuple[str, str | None, list[Diagnostic]]:
    """The text of a file, its layout or None if it cannot be read, and what is wrong with it."""
    text, problem = read_file(path, shown, path.parent.resolve())
    if text is None or problem is not None:
        return "", None, [problem] if problem is not None else []
    formatted, diagnostics = format_text(shown, text)
    return text, formatted, diagnostics


def format_input() -> int:
    """Formats standard input; exit code 1 if it cannot be read as rules."""
    text = sys.stdin.read()
    formatted, diagnostics = format_text("<stdin>", text)
    if formatted is None:
        print("\n".join(render(d, {"<stdin>": text}) for d in diagnostics), file=sys.stderr)
        return 1
    sys.stdout.write(formatted)
    return 0
