"""The command line of `rulewright diff`: reads what is asked for, has it made, writes it."""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from pathlib import Path

from rulewright.tools.diff.making import report
from rulewright.tools.diff.shown import as_text
from rulewright.tools.diff.sides import side
from rulewright.tools.loading import BrokenRules

EXAMPLES = """\
examples:
  rulewright diff chess chess@atomic                    a game and its variant
  rulewright diff HEAD~3:chess chess                    the rules three commits ago and now
  rulewright diff chess ../other/rules/chess            a folder of rules
  rulewright diff chess chess@atomic --json             for other programs

Exit codes: 0 the rules are the same, 1 they differ, 2 they could not be compared.
"""

SAME, DIFFERENT, TROUBLE = 0, 1, 2
WIDTH = 120


def configure(parser: argparse.ArgumentParser) -> None:
    what = "a game, a variant (chess@atomic), a folder of rules, or a revision (HEAD~3:chess)"
    parser.add_argument("old", metavar="A", help=what)
    parser.add_argument("new", metavar="B", help="what A is compared with, named in the same ways")
    parser.add_argument("--json", action="store_true", help="print JSON instead of text")


def run(args: argparse.Namespace) -> int:
    with tempfile.TemporaryDirectory(prefix="rulewright-diff-") as scratch:
        try:
            old = side(args.old, args.project, Path(scratch, "old"))
            new = side(args.new, args.project, Path(scratch, "new"))
        except BrokenRules as broken:
            print(broken.report, file=sys.stderr)
            return TROUBLE
        made = report(old, new)
    if args.json:
        print(made.model_dump_json(indent=2))
    else:
        width = shutil.get_terminal_size((WIDTH, 24)).columns if sys.stdout.isatty() else WIDTH
        print(as_text(made, width))
    return SAME if made.same else DIFFERENT
