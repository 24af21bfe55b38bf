"""Working on a heavy game of the repository: `check` and `build` after an edit of one line, a rebuild in `--watch`, and `--help`.

Each figure is the best of several runs, as processor time with the wall clock in brackets, and of two sorts of edits the
slower one: a rule is added at the end of a file, or a remark at its beginning, so that every line after it moves. The games
are copied into a project of their own; an edit was made before, so that what does not change has been seen.
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import measuring
from bench_compiler import Seconds, command

measuring.roots()

GOALS = {"check": 1.0, "build": 1.5, "watch": 0.5}  # seconds, at most
HELP = 0.1
# A file of each game, and a rule in it that every edit changes by a remark.
GAMES = {
    "terra_mystica@": "factions.rules",
    "path_of_light_and_shadow@": "turn.rules",
    "great_wall@coop": "year.rules",
    "terracotta_army@ru": "wheel.rules",
}


class Edited:
    """A game in a project of its own, whose lines change a little at every edit."""

    def __init__(self, project: Path, target: str) -> None:
        self.project, self.target = project, target
        self.game = target.partition("@")[0]
        shutil.copytree(measuring.ROOT / "rules" / self.game, project / "rules" / self.game)
        self.file = project / "rules" / self.game / GAMES[target]
        self.text = self.file.read_text(encoding="utf-8")

    def edit(self, number: int, moving: bool = False) -> None:
        """Adds a rule that nothing calls at the end of the file, or one or two remarks at its beginning."""
        remarks = f"# edit {number}\n" * (1 + number % 2) if moving else ""
        added = "" if moving else f"\n\nrule bench_edit_{number}\n    nothing"
        self.file.write_text(f"{remarks}{self.text.rstrip()}{added}\n", encoding="utf-8")

    def measure(self, rounds: int) -> dict[str, Seconds]:
        command(self.project, "build", self.target)
        both = [self.edited(rounds, moving) for moving in (False, True)]
        return {name: max(found[name] for found in both) for name in GOALS}

    def edited(self, rounds: int, moving: bool) -> dict[str, Seconds]:
        """What each command costs after edits of one sort."""
        runs: dict[str, list[Seconds]] = {name: [] for name in GOALS}
        for i in range(rounds):
            self.edit(3 * i, moving)
            runs["check"].append(command(self.project, "check", self.target))
            self.edit(3 * i + 1, moving)
            runs["build"].append(command(self.project, "build", self.target))
        runs["watch"] = self.watched(rounds, moving)
        return {
            name: Seconds(min(s.processor for s in found), min(s.wall for s in found))
            for name, found in runs.items()
        }

    def watched(self, rounds: int, moving: bool = False) -> list[Seconds]:
        """What a save costs in a process that has built the game before."""
        from rulewright.tools.build import build
        from rulewright.tools.cache import Cache
        from rulewright.tools.project import Project

        project = Project(self.project, self.project / "generated")
        cache = Cache(project.cache)
        found: list[Seconds] = []
        for i in range(rounds + 1):
            self.edit(1000 + i, moving)
            wall, processor = time.perf_counter(), time.process_time()
            build(project, [self.target], cache, lambda _: None)
            found.append(Seconds(time.process_time() - processor, time.perf_counter() - wall))
        return found[1:]  # the first fills what a watching process keeps


def main(argv: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="bench editing", description=__doc__)
    parser.add_argument("--rounds", type=measuring.count, default=3, help="edits; the best counts")
    parser.add_argument("games", nargs="*", help=f"of {', '.join(GAMES)} (default: all)")
    args = parser.parse_args(argv)
    wanted = [target for target in GAMES if not args.games or target in args.games]
    found: dict[str, dict[str, Seconds]] = {}
    with tempfile.TemporaryDirectory(prefix="rulewright-bench-") as folder:
        for number, target in enumerate(wanted):
            found[target] = Edited(Path(folder) / str(number), target).measure(args.rounds)
        helped = [command(Path(folder), "--help").processor for _ in range(args.rounds)]
    measuring.table([("game", *GOALS), *((t, *(str(found[t][n]) for n in GOALS)) for t in wanted)])
    for name, goal in GOALS.items():
        slowest = max(found[target][name].processor for target in wanted)
        measuring.verdict(f"{name} after an edit, the slowest game", slowest, goal, at_most=True, unit=" s")
    measuring.verdict("--help", min(helped), HELP, at_most=True, unit=" s")
    return 0
