"""The stages in a row: from a game's folder to the files of its engine, with all diagnostics on the way."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from . import source
from .diagnostics import Diagnostic, has_errors, in_order
from .dump import dump as dump_text
from .emit.package import package
from .plan import model as planned
from .plan.split import plan
from .resolved import merge, model
from .surface import ast
from .surface.parse import parse
from .typed import infer, tree


@dataclass(slots=True)
class Compilation:
    """What the stages made of one game under one variant; a stage is None if an earlier one failed."""

    folder: Path
    variant: str
    sources: dict[str, str] = field(default_factory=dict)
    files: list[ast.File] = field(default_factory=list)
    resolved: model.Game | None = None
    typed: tree.Game | None = None
    plan: planned.Plan | None = None
    diagnostics: list[Diagnostic] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        return not has_errors(self.diagnostics)


def read(folder: Path) -> Compilation:
    """Reads and parses a game's files."""
    done = Compilation(folder, "")
    texts, done.diagnostics = source.read_game(folder, f"rules/{folder.name}/")
    for path, text in texts:
        done.sources[path] = text
        file, problems = parse(path, text)
        done.diagnostics.extend(problems)
        if file is not None:
            done.files.append(file)
    return done


def compile_files(read_files: Compilation, variant: str) -> Compilation:
    done = Compilation(read_files.folder, variant, read_files.sources, read_files.files)
    done.diagnostics = list(read_files.diagnostics)
    if not done.ok:
        return done
    done.resolved, problems = merge.merge(done.files, variant)
    done.diagnostics.extend(problems)
    if done.resolved is None or not done.ok:
        return done
    done.typed, problems = infer.check(done.resolved)
    done.diagnostics.extend(problems)
    done.diagnostics = in_order(done.diagnostics)
    if done.typed is not None and done.ok:
        done.plan = plan(done.typed)
    return done


def load(folder: Path, variant: str = "") -> Compilation:
    return compile_files(read(folder), variant)


def variants(folder: Path) -> list[str]:
    return merge.variants_of(read(folder).files)


def version_of(compilation: Compilation) -> str:
    """The version that the game states of itself, as in `version: "1.2"`."""
    assert compilation.resolved is not None
    stated = compilation.resolved.properties.get("version")
    values = stated.values if stated is not None else []
    return values[0].value if values and isinstance(values[0], ast.Text) else "0.1.0"


def emit(compilation: Compilation, places: bool = False) -> dict[str, str]:
    """The files of the generated package, by name; with `places` every statement bears its place in the rules."""
    assert compilation.plan is not None
    return package(compilation.plan, compilation.sources, version_of(compilation), places)


def package_name(game: str, variant: str) -> str:
    return f"{game}_{variant}" if variant else game


STAGES = ("surface", "resolved", "typed", "plan")


def dump(compilation: Compilation, stage: str) -> str:
    """The text of a stage; empty if the compilation did not get that far."""
    made = {
        "surface": {f.path: f.declarations for f in compilation.files},
        "resolved": compilation.resolved,
        "typed": compilation.typed,
        "plan": compilation.plan,
    }[stage]
    return dump_text(made) if made is not None else ""
