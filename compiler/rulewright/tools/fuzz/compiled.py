"""Games compiled for a comparison: the engine loaded from a temporary package, and the typed game for the interpreter."""

from __future__ import annotations

import importlib.util
import itertools
import shutil
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

from rulewright import pipeline
from rulewright.diagnostics import render
from rulewright.interpreter import Dispute
from rulewright.plan import model
from rulewright.resolved import merge
from rulewright.surface import ast
from rulewright.surface.parse import parse
from rulewright.typed import tree
from rulewright.typed.infer import check as infer
from rulewright_runtime import Engine

NUMBERS = itertools.count(1)


@dataclass(frozen=True)
class Compiled:
    """One game under one variant, as both sides of a comparison need it."""

    name: str
    typed: tree.Game
    engine: Engine
    disputes: dict[str, Dispute]  # events whose reactions come in any order


def read_texts(texts: list[tuple[str, str]], folder: Path = Path()) -> pipeline.Compilation:
    """A game in some files that lie nowhere, read."""
    read = pipeline.Compilation(folder, "")
    for path, text in texts:
        read.sources[path] = text
        file, problems = parse(path, text)
        read.diagnostics.extend(problems)
        if file is not None:
            read.files.append(file)
    return read


def finished(done: pipeline.Compilation, name: str) -> Compiled:
    """A compiled game with its engine loaded; ValueError tells of mistakes in the rules."""
    problems = [render(d, done.sources) for d in done.diagnostics if d.severity == "error"]
    if problems:
        raise ValueError("\n".join(problems))
    module = loaded(f"oracle_{next(NUMBERS)}_{name}", pipeline.emit(done, laid_out=False))
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


def unload(engine: Engine) -> None:
    """Forgets an engine that was loaded, and its files."""
    name = engine.make.__module__.partition(".")[0]
    folder = Path(str(sys.modules[name].__file__)).parent.parent
    for module in [one for one in sys.modules if one.partition(".")[0] == name]:
        del sys.modules[module]
    shutil.rmtree(folder, ignore_errors=True)
