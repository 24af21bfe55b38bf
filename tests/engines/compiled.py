"""Games compiled for tests: the engine loaded from a temporary package, and the typed game for the interpreter."""

from __future__ import annotations

import importlib.util
import itertools
import sys
import tempfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType
from unittest import mock

from interpreter import Dispute

from rulewright import pipeline
from rulewright.diagnostics import render
from rulewright.plan import model
from rulewright.resolved import merge
from rulewright.surface import ast
from rulewright.surface.parse import parse
from rulewright.tools.project import find_project
from rulewright.typed import tree
from rulewright.typed.infer import check as infer
from rulewright_runtime import Engine

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = find_project(ROOT).folders()
NUMBERS = itertools.count(1)


@dataclass(frozen=True)
class Compiled:
    """One game under one variant, as both sides of a comparison need it."""

    name: str
    typed: tree.Game
    engine: Engine
    disputes: dict[str, Dispute]  # events whose reactions come in any order


def all_games() -> list[tuple[str, str]]:
    """Every game in the repository with each of its variants."""
    return [(game, v) for game, folder in sorted(FOLDERS.items()) for v in pipeline.variants(folder)]


def printed_games() -> list[tuple[str, str]]:
    """Those of them whose engines are checked in: all but house rules."""
    return [(game, v) for game, v in all_games() if v not in pipeline.house_rules(FOLDERS[game])]


@cache
def compiled(folder: Path, variant: str = "") -> Compiled:
    """A game of the repository, compiled without touching the generated packages."""
    return finished(pipeline.load(folder, variant), folder.name + (f"_{variant}" if variant else ""))


def read_text(path: Path) -> pipeline.Compilation:
    """A game in a single file, read."""
    read = pipeline.Compilation(path.parent, "")
    text = path.read_text(encoding="utf-8")
    file, read.diagnostics = parse(path.name, text)
    read.sources = {path.name: text}
    read.files = [file] if file is not None else []
    return read


@cache
def compiled_text(path: Path, variant: str = "") -> Compiled:
    """A game in a single file, compiled."""
    read = read_text(path)
    return finished(pipeline.compile_files(read, variant), path.stem + (f"_{variant}" if variant else ""))


def finished(done: pipeline.Compilation, name: str) -> Compiled:
    problems = [render(d, done.sources) for d in done.diagnostics if d.severity == "error"]
    if problems:
        raise ValueError("\n".join(problems))
    module = loaded(f"oracle_{next(NUMBERS)}_{name}", unformatted(done))
    return Compiled(name, typed_of(done.files, done.variant), module.ENGINE, disputes(done.plan))


def disputes(plan: model.Plan | None) -> dict[str, Dispute]:
    """Which reactions to an event `any_order` depend on their order: this is the compiler's to decide."""
    assert plan is not None
    found: dict[str, Dispute] = {}
    for key, f in plan.signatures.items():
        for s in f.body:
            if isinstance(s, tree.AnyOrder) and "any_order" in f.flags:
                found[key] = Dispute(
                    s.choice, tuple(b.span for b in s.branches), tuple(s.clashes or ()), tuple(s.idle)
                )
    return found


def typed_of(files: list[ast.File], variant: str) -> tree.Game:
    """The typed game, made anew: planning may write into the one that it is given."""
    resolved, _ = merge.merge(files, variant)
    assert resolved is not None
    typed, _ = infer.check(resolved)
    assert typed is not None
    return typed


def unformatted(done: pipeline.Compilation) -> dict[str, str]:
    """The files of an engine, without the time that their layout takes."""
    with mock.patch("rulewright.emit.package.formatted", str):
        return pipeline.emit(done)


def loaded(name: str, files: dict[str, str]) -> ModuleType:
    """A package of these files, imported under a name of its own."""
    folder = Path(tempfile.mkdtemp(prefix="engine-")) / name
    folder.mkdir()
    for file, text in files.items():
        (folder / file).write_text(text, encoding="utf-8")
    spec = importlib.util.spec_from_file_location(
        name, folder / "__init__.py", submodule_search_locations=[str(folder)]
    )
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module
