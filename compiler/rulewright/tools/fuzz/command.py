"""The command `rulewright fuzz`."""

from __future__ import annotations

import argparse
from pathlib import Path

from rulewright.tools.errors import unknown
from rulewright.tools.fuzz.campaigns import CAMPAIGNS
from rulewright.tools.fuzz.hunt import Found, hunt, keep

LONGEST = 100_000  # minutes

EXAMPLES = """\
examples:
  rulewright fuzz --minutes 10                          all campaigns in turn
  rulewright fuzz --minutes 10 --campaign mutants       one of them
  rulewright fuzz --minutes 1 --seed 7 --keep tests/fuzz/corpus   what is found becomes a case of the tests
  rulewright fuzz --again tests/fuzz/corpus/mutants/seed_7.rules  one case once more
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("--minutes", type=_minutes, default=1.0, metavar="N", help="how long (default: 1)")
    parser.add_argument(
        "--seed", type=int, default=1, help="of the first case; the next has one more (default: 1)"
    )
    parser.add_argument("--campaign", metavar="NAME", help=f"one of {', '.join(CAMPAIGNS)} (default: all)")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="where cases are written that fail")
    parser.add_argument("--again", type=Path, metavar="FILE", help="tries a case that was kept")


def _minutes(text: str) -> float:
    """A time in minutes, as an argument of the command: without time nothing would be tried, and nothing found."""
    try:
        found = float(text)
    except ValueError:
        found = 0.0
    if not 0 < found <= LONGEST:
        raise argparse.ArgumentTypeError(f"must be a number of more than 0 and at most {LONGEST}, not {text}")
    return found


def run(args: argparse.Namespace) -> int:
    """Hunts, and tells what was found; the exit code is 1 if anything was."""
    if args.campaign is not None and args.campaign not in CAMPAIGNS:
        raise unknown("campaign", args.campaign, CAMPAIGNS)
    if args.again is not None:
        return again(args.again)
    chosen = [one for name, one in CAMPAIGNS.items() if args.campaign in (None, name)]

    def tell(found: Found) -> None:
        print(f"{found.campaign}, seed {found.seed}: {found.why}\n", flush=True)
        if args.keep is not None:
            print(f"kept as {keep(found, CAMPAIGNS[found.campaign], args.keep)}\n", flush=True)

    made = hunt(chosen, args.minutes * 60, args.seed, tell)
    for name, cases in made.cases.items():
        failed = sum(one.campaign == name for one in made.found)
        print(f"{name:10} {cases:7} cases, {failed} failed  ({CAMPAIGNS[name].about})")
    return 1 if made.found else 0


def again(path: Path) -> int:
    """A case that was kept, once more; its campaign is the name of its folder."""
    if path.parent.name not in CAMPAIGNS:
        raise unknown("campaign", path.parent.name, CAMPAIGNS)
    CAMPAIGNS[path.parent.name].attempt(path.read_text(encoding="utf-8"))
    print(f"{path}: all is well")
    return 0
