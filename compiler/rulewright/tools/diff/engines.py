"""Engines of the sides and of mixed games: written to a folder of their own and imported under names of their own."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Mapping
from pathlib import Path

from rulewright.emit.package import package
from rulewright.plan.split import plan
from rulewright.tools.files import fill_folder
from rulewright.typed import tree
from rulewright_runtime.engine import Engine
from rulewright_runtime.naming import naming_of


class Workshop:
    """A folder of engines that processes can import from."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self.made: set[str] = set()

    def make(self, name: str, game: tree.Game, sources: Mapping[str, str]) -> Engine:
        """Writes and imports the engine of a checked game."""
        files = package(plan(game), sources, "0")
        fill_folder(self.folder / name, files)
        self.made.add(name)
        return imported(self.folder, name)

    def forget(self) -> None:
        """Takes the imported engines out of the process."""
        for name in [m for m in sys.modules if m.partition(".")[0] in self.made]:
            del sys.modules[name]


def imported(folder: Path, name: str) -> Engine:
    """The engine of a package in a folder."""
    importlib.invalidate_caches()
    sys.path.insert(0, str(folder))
    try:
        found = importlib.import_module(f"{name}.engine").ENGINE
    finally:
        sys.path.remove(str(folder))
    assert isinstance(found, Engine)
    naming_of(found)  # now, since the folder may soon be gone
    return found
