"""The compiler on a large made-up game: check, build from nothing, build after a one-line edit, and how time grows.

Each figure is the best of several runs of the command itself, as processor time with the wall clock in brackets:
on a busy machine the second says more about the machine. Goals are for 2 000 lines.
"""

from __future__ import annotations

import argparse
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import large_game
import measuring

GOALS = {"check": 1.0, "build": 6.0, "after an edit": 1.5}  # seconds, at most
GROWTH = 1.5  # how much dearer a line may be in a game four times as large; 1 is linear, 4 quadratic
TINY = """\
game large "A tiny game"
    players: 2

rule play
    each player:
        choose number from 1..2
        say "{you} says {number}"
"""


class Seconds(NamedTuple):
    processor: float
    wall: float

    def __str__(self) -> str:
        return f"{self.processor:.2f} ({self.wall:.2f})"


def command(project: Path, *words: str) -> Seconds:
    """One run of `rulewright` in a project of its own."""
    paths = [str(measuring.ROOT / name) for name in ("compiler", "runtime")]
    known = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    environment = known | {"PYTHONPATH": os.pathsep.join(paths)}
    before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-m", "rulewright.cli", *words],
        cwd=project,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    wall, after = time.perf_counter() - started, resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode:
        raise SystemExit(f"rulewright {' '.join(words)} failed:\n{done.stdout}{done.stderr}")
    return Seconds(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, wall)


def invalidate_all(project: Path) -> None:
    for name in (".rulewright-cache", "generated"):
        shutil.rmtree(project / name, ignore_errors=True)


@dataclass
class Subject:
    """A game in a project of its own, and how long each command took in it."""

    project: Path
    lines: int
    edit: Callable[[Path, int], None]
    runs: dict[str, list[Seconds]] = field(default_factory=dict)

    def measure(self, number: int) -> None:
        invalidate_all(self.project)
        self.run("check", "check")
        invalidate_all(self.project)
        self.run("build", "build")
        self.edit(self.project, number)
        self.run("after an edit", "build")
        self.run("nothing to do", "build")

    def run(self, name: str, word: str) -> None:
        self.runs.setdefault(name, []).append(command(self.project, word))

    def best(self, name: str) -> Seconds:
        runs = self.runs[name]
        return Seconds(min(run.processor for run in runs), min(run.wall for run in runs))


def tiny(folder: Path) -> Subject:
    """What starting costs, whatever the game."""
    path = folder / "rules" / "large" / "game.rules"
    path.parent.mkdir(parents=True)
    path.write_text(TINY, encoding="utf-8")

    def edit(_: Path, number: int) -> None:
        path.write_text(TINY.replace("1..2", f"1..{3 + number}"), encoding="utf-8")

    command(folder, "build")  # compiles the compiler's own modules, if nobody has yet
    return Subject(folder, TINY.count("\n"), edit)


def main(argv: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="bench compiler", description=__doc__)
    parser.add_argument(
        "--rounds", type=measuring.count, default=3, help="runs of each command; the best counts"
    )
    parser.add_argument(
        "--lines", type=measuring.count, nargs="+", default=[1000, 2000, 4000], help="sizes of the games"
    )
    args = parser.parse_args(argv)
    with tempfile.TemporaryDirectory(prefix="rulewright-bench-") as folder:
        start = tiny(Path(folder) / "tiny")
        subjects = [start]
        for lines in args.lines:
            project = Path(folder) / str(lines)
            subjects.append(Subject(project, large_game.write(project, lines), large_game.edit))
        for i in range(args.rounds):
            for subject in subjects:
                subject.measure(i)
    names = list(start.runs)
    measuring.table(
        [("lines of rules", *names), *((f"{s.lines:,}", *(str(s.best(n)) for n in names)) for s in subjects)]
    )
    for subject in subjects:
        if abs(subject.lines - 2000) < 200:
            for name, goal in GOALS.items():
                measuring.verdict(name, subject.best(name).processor, goal, at_most=True, unit=" s")
    small, big = subjects[1], subjects[-1]
    for name in ("check", "build") if big.lines > small.lines else ():
        started = start.best(name).processor
        per_line = [(s.best(name).processor - started) / s.lines for s in (small, big)]
        what = f"{name}: a line of {big.lines:,} costs, compared with one of {small.lines:,}"
        measuring.verdict(what, per_line[1] / per_line[0], GROWTH, at_most=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
