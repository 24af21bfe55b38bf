"""Loading an engine that fits the rules as they are now: what this run compiled, never what lies in a project's ``generated/``."""

from __future__ import annotations

import contextlib
import importlib
import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

from rulewright import pipeline
from rulewright.surface.private import private_folder
from rulewright.tools.cache import Cache, digest, drop_oldest
from rulewright.tools.files import fill_folder, replace_folder
from rulewright.tools.project import Project, Target
from rulewright.tools.render import Package, Renderer, house_rules
from rulewright_runtime.bots.stored import FOLDER as VALUES
from rulewright_runtime.engine import Engine
from rulewright_runtime.naming import naming_of

ENGINES = 100  # that the user keeps ready


class BrokenRules(Exception):
    """The rules have errors, so there is no engine; carries the report."""

    def __init__(self, report: str) -> None:
        super().__init__(report)
        self.report = report


@contextlib.contextmanager
def engine(project: Project, target: Target) -> Iterator[Engine]:
    """The engine of a game; a stale ``generated/`` is left alone and a fresh build is used instead."""
    name = pipeline.package_name(target.game, target.variant)
    if project.bundled and (project.generated / name / "engine.py").is_file():
        with imported(project.generated, name) as found:
            yield found
        return
    cache = Cache(project.cache)
    rendering = Renderer(project, target.game, cache).render(target)
    if not rendering.ok:
        raise BrokenRules(rendering.report)
    (package,) = rendering.packages
    folder = project.generated / package.name
    shown, command = project.shown(folder), f"rulewright build {target}"
    if not folder.exists():
        if target.variant not in house_rules(project, target.game, cache):
            print(f"{shown} is not there yet ({command} makes it); using a fresh build", file=sys.stderr)
    elif package.stale(project.generated):
        print(f"{shown} is not as the rules say ({command} mends that); using a fresh build", file=sys.stderr)
    with importable(package) as home, imported(home, package.name) as found:
        found.values = (project.folder(target.game) / VALUES,)  # it lies in the cache, far from its rules
        yield found


@contextlib.contextmanager
def importable(package: Package) -> Iterator[Path]:
    """A folder that holds nothing but this package: one of the user's own, or one that is gone afterwards.

    Beside the text in ``generated/`` a stranger may have laid compiled files, which Python would import instead.
    """
    kept = _kept(package)
    if kept is not None:
        yield kept
        return
    with tempfile.TemporaryDirectory(prefix="rulewright-") as made:
        fill_folder(Path(made) / package.name, package.files)
        yield Path(made)


def _kept(package: Package) -> Path | None:
    """The folder of a package in the user's own cache, made if it is not there; None if there can be none."""
    home = private_folder()
    if home is None:
        return None
    engines = home / "engines"
    folder = engines / digest([sys.version, *(part for item in package.files.items() for part in item)])
    try:
        if not folder.is_dir():
            engines.mkdir(mode=0o700, exist_ok=True)
            drop_oldest(engines, ENGINES)
            replace_folder(folder, {f"{package.name}/{name}": text for name, text in package.files.items()})
        os.utime(folder)
    except OSError:  # a full or read-only disk
        return None
    return folder


@contextlib.contextmanager
def imported(folder: Path, name: str) -> Iterator[Engine]:
    """The package from that folder and no other; what was imported under its name before is put back afterwards."""
    before = _take_out(name)
    importlib.invalidate_caches()
    sys.path.insert(0, str(folder))
    try:
        module = importlib.import_module(f"{name}.engine")
    finally:
        sys.path.remove(str(folder))
    found = module.ENGINE
    assert isinstance(found, Engine)
    naming_of(found)  # now, since the folder may soon be gone, or another engine bear this name
    try:
        yield found
    finally:
        if before:
            _take_out(name)
            sys.modules.update(before)


def _take_out(name: str) -> dict[str, ModuleType]:
    """The modules of a package, which Python no longer knows afterwards."""
    loaded = [module for module in sys.modules if module == name or module.startswith(f"{name}.")]
    return {module: sys.modules.pop(module) for module in loaded}
