"""Loading an engine that fits the rules as they are now: from ``generated/`` if it is fresh, else from a fresh build."""

from __future__ import annotations

import contextlib
import importlib
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

from rulewright import pipeline
from rulewright.tools.cache import Cache
from rulewright.tools.files import fill_folder
from rulewright.tools.project import Project, Target
from rulewright.tools.render import Renderer, house_rules
from rulewright_runtime.engine import Engine
from rulewright_runtime.naming import naming_of


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
    cache = Cache(None if project.bundled else project.cache)
    rendering = Renderer(project, target.game, cache).render(target)
    if not rendering.ok:
        raise BrokenRules(rendering.report)
    (package,) = rendering.packages
    if not package.stale(project.generated):
        with imported(project.generated, package.name) as found:
            yield found
        return
    folder = project.generated / package.name
    shown, command = project.shown(folder), f"rulewright build {target}"
    if folder.exists():
        print(f"{shown} is not as the rules say ({command} mends that); using a fresh build", file=sys.stderr)
    elif target.variant not in house_rules(project, target.game, cache):
        print(f"{shown} is not there yet ({command} makes it); using a fresh build", file=sys.stderr)
    with tempfile.TemporaryDirectory(prefix="rulewright-") as made:
        fill_folder(Path(made) / package.name, package.files)
        with imported(Path(made), package.name) as found:
            yield found


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
