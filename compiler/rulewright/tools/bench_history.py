"""Figures of benchmarks from run to run: kept as lines of JSON, drawn as one small chart for each."""

from __future__ import annotations

import platform
import subprocess
from datetime import UTC, datetime
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from rulewright.tools.charts import Course, courses
from rulewright.tools.errors import UsageError

FILE = Path("history") / "history.jsonl"  # below the folder of the benchmarks


class Figure(BaseModel):
    """One figure with its goal."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str
    value: float
    goal: float
    at_most: bool = Field(description="whether less is better")
    unit: str = ""


class Run(BaseModel):
    """What one benchmark measured at one time."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    time: datetime
    commit: str = Field(
        description="empty outside of a repository; a + marks changes that were not committed"
    )
    machine: str
    python: str
    benchmark: str
    figures: tuple[Figure, ...]


def run_of(root: Path, benchmark: str, figures: list[Figure]) -> Run:
    """The figures with when, where and of what they were measured."""
    return Run(
        time=datetime.now(UTC).replace(microsecond=0),
        commit=commit_of(root),
        machine=f"{platform.system()} {platform.machine()}",
        python=platform.python_version(),
        benchmark=benchmark,
        figures=tuple(figures),
    )


def commit_of(root: Path) -> str:
    """The commit of a folder, with a plus if something is not committed; nothing without git."""

    def git(*words: str) -> str:
        done = subprocess.run(["git", *words], cwd=root, capture_output=True, text=True, check=False)
        return done.stdout.strip() if done.returncode == 0 else ""

    try:
        commit = git("rev-parse", "--short=12", "HEAD")
        return f"{commit}+" if commit and git("status", "--porcelain") else commit
    except OSError:  # no git here
        return ""


def save(folder: Path, run: Run) -> Path:
    """Adds a run to the history."""
    path = folder / FILE
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a", encoding="utf-8", newline="\n") as file:
        file.write(f"{run.model_dump_json()}\n")
    return path


def read(folder: Path) -> list[Run]:
    """All runs, oldest first."""
    path = folder / FILE
    if not path.is_file():
        return []
    found: list[Run] = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        try:
            found.append(Run.model_validate_json(line))
        except ValidationError as error:
            what = error.errors()[0]["msg"]
            raise UsageError(
                f"{FILE}:{number}: {what}", "take the line out, or write it as --save does"
            ) from None
    return sorted(found, key=lambda run: run.time)


def plot(runs: list[Run]) -> str:
    """One chart for each figure: its values in the order of the runs, with its newest goal as a line."""
    series: dict[str, list[tuple[Run, Figure]]] = {}
    for run in runs:
        for figure in run.figures:
            series.setdefault(f"{run.benchmark}: {figure.name}", []).append((run, figure))
    found = [_course(name, series[name]) for name in sorted(series)]
    return courses(found, "Benchmarks from run to run")


def _course(name: str, found: list[tuple[Run, Figure]]) -> Course:
    """The course of one figure, with its newest value and goal in its name."""
    newest = found[-1][1]
    word = "at most" if newest.at_most else "at least"
    said = f"{name}: {newest.value:.2f}{newest.unit} ({word} {newest.goal:g}{newest.unit})"
    return Course(said, [figure.value for _, figure in found], newest.goal)
