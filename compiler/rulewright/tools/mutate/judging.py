"""Judges one mutant: compiles the changed rules and runs their examples until one notices."""

from __future__ import annotations

import functools
import gc
import signal
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from types import FrameType

from rulewright import pipeline
from rulewright.surface import ast
from rulewright.surface.parse import parse
from rulewright.tools.files import fill_folder
from rulewright.tools.loading import imported
from rulewright.tools.mutate.reached import name_of, nearness
from rulewright.tools.mutate.results import Verdict
from rulewright.tools.mutate.sites import Mutant
from rulewright_runtime.engine import Engine
from rulewright_runtime.example_steps import Example
from rulewright_runtime.examples import run_example

PATIENCE = 60  # seconds of the processor after which a changed game is taken to hang
FEW = 30  # examples that try first


@dataclass(frozen=True, slots=True)
class Task:
    """A mutant of a game, the variants that read it, the names of the examples that try first in each, and what they mean."""

    folder: Path
    variants: dict[str, tuple[str, ...]]
    meanings: dict[str, str]  # digests of the rules as they are
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
    for variant in sorted(task.variants, key=lambda one: -len(task.variants[one])):
        try:
            with unswept(), patience():
                verdict = under(changed, variant, task)
        except Hung:
            verdict = Verdict(fate="noticed", by="the rules do not come to an end")
        if verdict.fate in ("noticed", "broken"):
            return verdict
        fates.append(verdict.fate)
    return Verdict(fate="survived" if "survived" in fates else "same")


def under(changed: pipeline.Compilation, variant: str, task: Task) -> Verdict:
    """What becomes of a mutant under one variant: the nearest examples try first, since few compile faster."""
    few = frozenset(task.variants[variant][:FEW])
    verdict = tried(replace(changed, files=only(changed.files, few)), variant, task) if few else None
    if verdict is None or verdict.fate == "survived":
        return tried(changed, variant, task)
    return verdict


def tried(changed: pipeline.Compilation, variant: str, task: Task) -> Verdict:
    """What the examples say to changed rules."""
    compilation = pipeline.compile_files(changed, variant)
    if not compilation.ok or compilation.plan is None:
        return Verdict(fate="broken")
    package = pipeline.emit(compilation, laid_out=False)
    name = pipeline.package_name(task.folder.name, variant)
    with tempfile.TemporaryDirectory(prefix="rulewright-") as made:
        fill_folder(Path(made) / name, package)
        with imported(Path(made), name) as engine:
            if engine.meaning == task.meanings[variant]:
                return Verdict(fate="same")
            for example in in_order(engine, task.mutant.site.ids):
                result = run_example(engine, example)
                if not result.passed:
                    return Verdict(fate="noticed", by=result.title, place=result.place)
    return Verdict(fate="survived")


def in_order(engine: Engine, ids: tuple[str, ...]) -> list[Example]:
    """The examples of an engine, those first that cite the rule ids nearest to the change."""
    examples = engine.examples() if engine.examples is not None else ()
    return sorted(examples, key=lambda example: nearness(example.rules, ids))


def only(files: list[ast.File], examples: frozenset[str]) -> list[ast.File]:
    """The files of a game with these of its examples and no others."""

    def kept(path: str, declarations: list[ast.Decl]) -> list[ast.Decl]:
        left = [
            one
            for one in declarations
            if not isinstance(one, ast.Example) or name_of(path, one.title) in examples
        ]
        return [
            replace(one, declarations=kept(path, one.declarations)) if isinstance(one, ast.Variant) else one
            for one in left
        ]

    return [replace(file, declarations=kept(file.path, file.declarations)) for file in files]


@functools.cache
def game(folder: Path) -> pipeline.Compilation:
    """The files of a game as they are."""
    found = pipeline.read(folder)
    gc.collect()
    gc.freeze()  # what is loaded by now stays
    return found


@contextmanager
def unswept() -> Iterator[None]:
    """Looks for garbage only afterwards: a compilation makes much that stays until its end."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
        gc.collect()


@contextmanager
def patience() -> Iterator[None]:
    """Ends what takes too much time of the processor, where the system can; on a busy machine nothing else counts."""
    if not hasattr(signal, "SIGVTALRM"):
        yield
        return

    def hung(_: int, __: FrameType | None) -> None:
        raise Hung

    before = signal.signal(signal.SIGVTALRM, hung)
    signal.setitimer(signal.ITIMER_VIRTUAL, PATIENCE)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
