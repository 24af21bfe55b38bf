"""Rendering a game's packages: from the rules, or from the cache if nothing that matters has changed."""

from __future__ import annotations

import contextlib
import gc
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from rulewright import pipeline
from rulewright.diagnostics import Diagnostic, has_errors, in_order, render
from rulewright.tools.cache import Cache, digest, digest_of_compiler, digest_of_game, remembered_pieces
from rulewright.tools.errors import unknown
from rulewright.tools.files import read_folder
from rulewright.tools.project import Project, Target, known_game

MUCH = 500_000  # objects made since garbage was last collected: about what a heavy game leaves
Item = TypeVar("Item")


@dataclass(slots=True)
class Package:
    """One engine as it should be in ``generated/``."""

    target: Target
    name: str
    files: dict[str, str]

    def stale(self, generated: Path) -> list[str]:
        """The paths, relative to ``generated/``, that are not as they should be."""
        present = read_folder(generated / self.name)
        names = sorted({*present, *self.files})
        return [f"{self.name}/{name}" for name in names if present.get(name) != self.files.get(name)]


@dataclass(slots=True)
class Rendering:
    """What became of a game; no packages if there were errors."""

    packages: list[Package] = field(default_factory=list)
    report: str = ""  # the diagnostics as text
    ok: bool = True


def targets(project: Project, name: str, cache: Cache) -> list[Target]:
    """``GAME`` means the game and all its variants, ``GAME@VARIANT`` one of them, ``GAME@`` or ``GAME@GAME`` the base game alone."""
    asked, at, variant = name.partition("@")
    game = known_game(project, asked)
    known = variants(project, game, cache)
    if not at:
        return [Target(game, each) for each in known]
    if variant == game:
        variant = ""
    # what a file with errors declares is not known: then these errors are told
    if variant not in known and not has_errors(pipeline.read(project.folder(game)).diagnostics):
        raise unknown("variant", variant, [each for each in known if each])
    return [Target(game, variant)]


def variants(project: Project, game: str, cache: Cache) -> list[str]:
    """The variants of a game, the base game ("") first."""
    return _known(project, game, cache, "variants", pipeline.variants)


def house_rules(project: Project, game: str, cache: Cache) -> list[str]:
    """The variants of a game that no rulebook prints."""
    return _known(project, game, cache, "house", pipeline.house_rules)


def _known(
    project: Project, game: str, cache: Cache, what: str, found: Callable[[Path], list[str]]
) -> list[str]:
    """A list of names from the cache, or found anew and kept."""
    folder = project.folder(game)
    key = _key(folder, what)
    known = cache.get(f"{game}.{what}", key)
    if not isinstance(known, list) or not all(isinstance(each, str) for each in known):
        known = found(folder)
        cache.put(f"{game}.{what}", key, known)
    return known


@contextlib.contextmanager
def compiling(target: Target) -> Iterator[None]:
    """Whatever fails inside is told with the game it failed for; meanwhile nothing is looked through for garbage."""
    with uncollected():
        try:
            yield
        except Exception as error:
            error.add_note(f"while compiling {target}")
            raise


@contextlib.contextmanager
def uncollected() -> Iterator[None]:
    """Nothing is looked through for garbage meanwhile, nor just afterwards.

    A compilation makes trees that all stay until its end: looking through them again and again takes a fifth of its time.
    """
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            if not gc.get_freeze_count():  # what somebody has frozen stays so
                gc.freeze()
                gc.unfreeze()  # what is there counts as old now: the young is looked through at the next occasion
            gc.enable()


def one_by_one(items: Iterable[Item]) -> Iterator[Item]:
    """Each item in turn; the garbage that work on the one before left is collected first, if it is much."""
    for item in items:
        if gc.get_count()[0] > MUCH:
            gc.collect()
        yield item


class Renderer:
    """Renders the engines of one game; its files are read once, and only if the cache does not suffice."""

    def __init__(self, project: Project, game: str, cache: Cache) -> None:
        self.folder = project.folder(game)
        self.cache = cache
        self._files: pipeline.Compilation | None = None

    def render(self, target: Target) -> Rendering:
        """The package of a game or variant, from the cache if nothing has changed."""
        name = pipeline.package_name(target.game, target.variant)
        key = _key(self.folder, target.variant)
        known = _remembered(self.cache.get(name, key), target, name)
        with compiling(target):
            return known or self._compile(target, name, key)

    def _compile(self, target: Target, name: str, key: str) -> Rendering:
        """The package compiled anew and kept; without one if there are errors."""
        if self._files is None:
            self._files = pipeline.read(self.folder)
        compilation = pipeline.compile_files(self._files, target.variant)
        report = reported(compilation.diagnostics, compilation.sources)
        if not compilation.ok:
            return Rendering(report=report, ok=False)
        with remembered_pieces(self.cache, name):
            files = pipeline.emit(compilation)
        self.cache.put(name, key, {"files": files, "report": report})
        return Rendering([Package(target, name, files)], report)


def render_game(project: Project, game: str, wanted: list[Target], cache: Cache) -> Rendering:
    """Several engines of a game; all of them or, if one has errors, none."""
    renderer = Renderer(project, game, cache)
    whole = Rendering()
    reports: dict[str, None] = {}
    for target in one_by_one(wanted):
        part = renderer.render(target)
        whole.packages += part.packages
        whole.ok &= part.ok
        # The variants repeat what is said of the base game.
        reports |= dict.fromkeys(part.report.split("\n\n") if part.report else ())
    whole.report = "\n\n".join(reports)
    if not whole.ok:
        whole.packages = []
    return whole


def reported(diagnostics: list[Diagnostic], sources: dict[str, str]) -> str:
    """Diagnostics as text, a blank line between two of them."""
    return "\n\n".join(render(each, sources).strip("\n") for each in in_order(diagnostics))


def _key(folder: Path, what: str) -> str:
    """The key of what is made of a game: a hash of the compiler, the rules and what is wanted."""
    return digest([digest_of_compiler(), folder.name, what, digest_of_game(folder)])


def _remembered(entry: object, target: Target, name: str) -> Rendering | None:
    """A cache entry as a rendering, if it has the shape of one."""
    if not isinstance(entry, dict) or not isinstance(entry.get("report"), str):
        return None
    files = entry.get("files")
    if not isinstance(files, dict) or not all(isinstance(text, str) for text in files.values()):
        return None
    return Rendering([Package(target, name, files)], entry["report"])
