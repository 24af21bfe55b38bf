"""Judges one mutant: compiles the changed rules and runs their examples until one notices."""

from __future__ import annotations

import functools
import signal
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from types import FrameType

from rulewright import pipeline
from rulewright.surface.parse import parse
from rulewright.tools.files import fill_folder
from rulewright.tools.loading import imported
from rulewright.tools.mutate.results import Verdict
from rulewright.tools.mutate.sites import Mutant
from rulewright_runtime.engine import Engine
from rulewright_runtime.example_steps import Example
from rulewright_runtime.examples import run_example

PATIENCE = 60  # seconds after which a changed game is taken to hang
MEANING = "meaning.py"  # the file of a package that tells what its rules mean


@dataclass(frozen=True, slots=True)
class Task:
    """A mutant of a game, and the variants whose examples may notice it, in this order."""

    folder: Path
    variants: tuple[str, ...]
    mutant: Mutant


class Hung(Exception):
    """The changed rules do not come to an end."""


def judge(_: Engine, task: Task) -> Verdict:
    """What becomes of a mutant."""
    read = game(task.folder)
    site = task.mutant.site
    text = task.mutant.applied(read.sources[site.span.path])
    file, problems = parse(site.span.path, text)
    if file is None or problems:
        return Verdict(fate="broken")
    changed = replace(
        read,
        sources={**read.sources, site.span.path: text},
        files=[file if one.path == site.span.path else one for one in read.files],
    )
    fates = []
    for variant in task.variants:
        try:
            with patience():
                verdict = under(changed, variant, task)
        except Hung:
            verdict = Verdict(fate="noticed", by="the rules do not come to an end")
        if verdict.fate in ("noticed", "broken"):
            return verdict
        fates.append(verdict.fate)
    return Verdict(fate="survived" if "survived" in fates else "same")


def under(changed: pipeline.Compilation, variant: str, task: Task) -> Verdict:
    """What becomes of a mutant under one variant."""
    compilation = pipeline.compile_files(changed, variant)
    if not compilation.ok:
        return Verdict(fate="broken")
    package = pipeline.emit(compilation)
    if package[MEANING] == meaning(task.folder, variant):
        return Verdict(fate="same")
    name = pipeline.package_name(task.folder.name, variant)
    with tempfile.TemporaryDirectory(prefix="rulewright-") as made:
        fill_folder(Path(made) / name, package)
        with imported(Path(made), name) as engine:
            for example in in_order(engine, task.mutant.site.ids):
                result = run_example(engine, example)
                if not result.passed:
                    return Verdict(fate="noticed", by=result.title, place=result.place)
    return Verdict(fate="survived")


def in_order(engine: Engine, ids: tuple[str, ...]) -> list[Example]:
    """The examples of an engine, those first that cite the rule ids nearest to the change."""
    nearness = {id: place for place, id in enumerate(ids)}

    def far(example: Example) -> int:
        cited = [one.strip().partition(" ")[0] for one in example.rules.split(",")]
        return min([nearness.get(one, len(ids)) for one in cited], default=len(ids))

    return sorted(engine.examples(), key=far) if engine.examples is not None else []


@functools.cache
def game(folder: Path) -> pipeline.Compilation:
    """The files of a game as they are."""
    return pipeline.read(folder)


@functools.cache
def meaning(folder: Path, variant: str) -> str:
    """What the rules mean as they are."""
    return pipeline.emit(pipeline.compile_files(game(folder), variant))[MEANING]


@contextmanager
def patience() -> Iterator[None]:
    """Ends what takes too long, where the system can."""
    if not hasattr(signal, "SIGALRM"):
        yield
        return

    def hung(_: int, __: FrameType | None) -> None:
        raise Hung

    before = signal.signal(signal.SIGALRM, hung)
    signal.alarm(PATIENCE)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
