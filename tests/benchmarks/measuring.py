"""Measuring for the benchmarks: contenders take turns within one run, and only their ratios are compared.

Times are processor time of this process, so that a busy machine disturbs them little.
"""

from __future__ import annotations

import argparse
import gc
import importlib
import statistics
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
ROUNDS = 5
NOTED: list[dict[str, Any]] = []  # figures of the benchmark that runs
SECONDS = 0.3  # for each contender in each round
LOOKS = 100  # at the clock in the turn of one contender, up to twice as many; fewer if its work takes long


def seconds(text: str) -> float:
    """A time to measure for, from the command line."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0.001 <= value <= 3600:
        raise argparse.ArgumentTypeError(f"{text!r} is no time from 0.001 to 3600 seconds")
    return value


def count(text: str) -> int:
    """How often something is done, from the command line."""
    value = int(text) if text.isdecimal() else 0
    if not 1 <= value <= 1_000_000:
        raise argparse.ArgumentTypeError(f"{text!r} is no number from 1 to 1000000")
    return value


def roots() -> None:
    """Makes the packages of the repository importable, also if it is not installed."""
    for name in ("compiler", "runtime", "generated"):
        folder = str(ROOT / name)
        if folder not in sys.path:
            sys.path.insert(0, folder)


def optional(module: str, package: str) -> ModuleType | None:
    """A module to compare with, or None, said, if it is not installed."""
    try:
        return importlib.import_module(module)
    except ImportError:
        print(f"left out: {package} is not installed")
        return None


def rate(work: Callable[[], int], seconds: float) -> float:
    """How many units a second: `work` returns how many it has done.

    The clock is a call into the system of a microsecond or more: work that takes little longer is done several times between two looks.
    """
    done, times = 0, 1
    started = time.process_time()
    spent = 0.0
    while spent < seconds:
        for _ in range(times):
            done += work()
        spent = time.process_time() - started
        if spent < seconds / LOOKS:
            times *= 2
    return done / spent


class Rates(dict[str, float]):
    """The median rate of each contender, and how they compare."""

    def __init__(self, turns: dict[str, list[float]]) -> None:
        super().__init__({name: statistics.median(found) for name, found in turns.items()})
        self.turns = turns

    def ratio(self, one: str, other: str) -> float:
        """The median over the rounds: within a round both have met the same machine."""
        return statistics.median([a / b for a, b in zip(self.turns[one], self.turns[other])])


def rates(contenders: dict[str, Callable[[], int]], rounds: int = ROUNDS, seconds: float = SECONDS) -> Rates:
    """The contenders take turns, so that what slows the machine slows all of them."""
    turns: dict[str, list[float]] = {name: [] for name in contenders}
    for work in contenders.values():
        work()  # whatever is made on first use is not measured
    for _ in range(rounds):
        for name, work in contenders.items():
            gc.collect()
            turns[name].append(rate(work, seconds))
    return Rates(turns)


def table(rows: Iterable[Sequence[str]]) -> None:
    """Prints rows in columns; all but the first stand to the right."""
    rows = [tuple(row) for row in rows]
    if not rows:
        return
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    for row in rows:
        cells = [row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:]))]
        print("  " + "  ".join(cells).rstrip())


def note(name: str, value: float, goal: float, at_most: bool = False, unit: str = "") -> None:
    """A figure that `rulewright bench --save` keeps."""
    NOTED.append({"name": name, "value": value, "goal": goal, "at_most": at_most, "unit": unit})


def verdict(name: str, value: float, goal: float, at_most: bool = False, unit: str = "") -> bool:
    """Prints a figure beside its goal; whether it is reached."""
    note(name, value, goal, at_most, unit)
    reached = value <= goal if at_most else value >= goal
    sign = "at most" if at_most else "at least"
    print(f"  {name}: {value:.2f}{unit} (goal: {sign} {goal:g}{unit}: {'reached' if reached else 'MISSED'})")
    return reached
