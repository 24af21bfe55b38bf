"""The stages in a row: from a game's folder to the files of its engine, with all diagnostics on the way.

The stages after the checks are loaded when they are first needed: most commands end before them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from . import source
from .diagnostics import Diagnostic, has_errors, in_order
from .dump import dump as dump_text
from .resolved import merge, model
from .resolved.cite import cite
from .rulebook import first_sentences
from .surface import ast
from .surface.parse import parse
from .typed import tree
from .typed.infer import check as infer

if TYPE_CHECKING:
    from .plan import model as planned


@dataclass(slots=True)
class Compilation:
    """What the stages made of one game under one variant; a stage is None if an earlier one failed."""

    folder: Path
    variant: str
    sources: dict[str, str] = field(default_factory=dict)
    rulebook: str = ""  # its text
    files: list[ast.File] = field(default_factory=list)
    resolved: model.Game | None = None
    typed: tree.Game | None = None
    plan: planned.Plan | None = None
    diagnostics: list[Diagnostic] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        """True if there are no errors."""
        return not has_errors(self.diagnostics)


def read(folder: Path) -> Compilation:
    """Reads and parses a game's files."""
    texts, problems = source.read_game(folder, f"{source.shown_folder(folder)}/")
    done = parsed(folder, texts, problems)
    done.rulebook = source.read_rulebook(folder)
    return done


def parsed(
    folder: Path,
    texts: list[tuple[str, str]],
    problems: list[Diagnostic],
    parse: Callable[[str, str], tuple[ast.File | None, list[Diagnostic]]] = parse,
) -> Compilation:
    """A game of these texts, each parsed."""
    done = Compilation(folder, "", diagnostics=list(problems))
    for path, text in texts:
        done.sources[path] = text
        file, problems = parse(path, text)
        done.diagnostics.extend(problems)
        if file is not None:
            done.files.append(file)
    return done


def compile_files(read_files: Compilation, variant: str) -> Compilation:
    """All stages up to the plan."""
    done = check_files(read_files, variant)
    if done.typed is not None and done.ok:
        from .plan.split import plan

        done.plan = plan(done.typed)
    return done


def check_files(read_files: Compilation, variant: str) -> Compilation:
    """The stages that find mistakes: up to the typed game."""
    done = Compilation(read_files.folder, variant, read_files.sources, read_files.rulebook, read_files.files)
    done.diagnostics = list(read_files.diagnostics)
    if not done.ok:
        return done
    done.resolved, problems = merge.merge(done.files, variant)
    done.diagnostics.extend(problems)
    if done.resolved is None or not done.ok:
        return done
    done.typed, problems = infer.check(done.resolved)
    done.diagnostics = in_order([*done.diagnostics, *cite(problems, done.files)])
    return done


def resolve(read_files: Compilation, variant: str) -> model.Game | None:
    """The resolved game alone, for tools that look at declarations; None if the rules are at fault."""
    return merge.merge(read_files.files, variant)[0] if read_files.ok else None


def load(folder: Path, variant: str = "") -> Compilation:
    """The compilation of a game's folder."""
    return compile_files(read(folder), variant)


def variants(folder: Path) -> list[str]:
    """The names of a game's variants."""
    return merge.variants_of(read(folder).files)


def house_rules(folder: Path) -> list[str]:
    """The variants that are built only when they are asked for."""
    return merge.house_rules(read(folder).files)


def version_of(compilation: Compilation) -> str:
    """The version that the game states of itself, as in `version: "1.2"`."""
    assert compilation.resolved is not None
    stated = compilation.resolved.properties.get("version")
    if stated is None:
        return "0.1.0"
    return ", ".join(str(getattr(v, "value", getattr(v, "name", "?"))) for v in stated.values)


def emit(compilation: Compilation, places: bool = False, laid_out: bool = True) -> dict[str, str]:
    """The files of the generated package, by name; with `places` every statement bears its place in the rules.

    What nobody reads, as an engine that is tried once, need not be laid out.
    """
    from .emit.package import package

    assert compilation.plan is not None
    folder = source.shown_folder(compilation.folder.parent / compilation.plan.game.name)
    said = first_sentences(compilation.rulebook)
    version = version_of(compilation)
    return package(compilation.plan, compilation.sources, version, places, folder, said, laid_out)


def package_name(game: str, variant: str) -> str:
    """The name of the package of a game or variant."""
    return f"{game}_{variant}" if variant else game


STAGES = ("surface", "resolved", "typed", "plan", "code")


def dump(compilation: Compilation, stage: str, after: str = "") -> str:
    """The text of a stage; empty if the compilation did not get that far. `after` names a pass over the code."""
    if stage == "code":
        from .code.text import text as code_text
        from .emit.package import code_of

        return code_text(code_of(compilation.plan, after)) if compilation.plan is not None else ""
    made = {
        "surface": {f.path: f.declarations for f in compilation.files},
        "resolved": compilation.resolved,
        "typed": compilation.typed,
        "plan": compilation.plan,
    }[stage]
    return dump_text(made) if made is not None else ""
