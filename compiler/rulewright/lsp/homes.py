"""To which game a file belongs, and what its files say: the text in the editor before the text on disk."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from pygls import uris

from rulewright import pipeline, source
from rulewright.source import RULES
from rulewright.tools.errors import UsageError
from rulewright.tools.project import RULEBOOK
from rulewright.tools.rulebook import Rulebook, read_rulebook


class Home(NamedTuple):
    """The folder of a game; a file outside of ``rules/GAME/`` is a game of its own."""

    folder: Path  # or that file
    prefix: str  # what stands before the names of files, as in rules/chess/

    @property
    def alone(self) -> bool:
        return not self.prefix

    def path_of(self, name: str) -> Path:
        """Where the file of that name lies."""
        return self.folder if self.alone else self.folder / name.removeprefix(self.prefix)

    def name_of(self, path: Path) -> str:
        """What the compiler calls a file of this game."""
        return path.name if self.alone else self.prefix + path.relative_to(self.folder).as_posix()

    def holds(self, path: Path) -> bool:
        return path == self.folder if self.alone else path.is_relative_to(self.folder)


def home_of(path: Path) -> Home:
    """The game of a file: the nearest folder above it that stands in a folder ``rules``."""
    for folder in path.parents:
        if folder.parent.name == RULES:
            return Home(folder, f"{RULES}/{folder.name}/")
    return Home(path, "")


def path_of(uri: str) -> Path:
    """The path of a URI; what is not a file has a path that no file has."""
    found = uris.to_fs_path(uri)
    return Path(found) if found else Path("/", uri.replace(":", "/"))


def uri_of(path: Path) -> str:
    return uris.from_fs_path(str(path)) or path.as_posix()


def read(home: Home, open_texts: Mapping[Path, str]) -> pipeline.Compilation:
    """The files of a game as they stand in the editor; those that are not open, as they stand on disk."""
    mine = {home.name_of(path): text for path, text in open_texts.items() if home.holds(path)}
    texts, problems = ([], []) if home.alone else source.read_game(home.folder, home.prefix)
    if not home.alone and not home.folder.is_dir():
        problems = (
            []
        )  # a game that is being begun, or whose folder has vanished: what is open is all there is
    problems = [d for d in problems if d.span.path not in mine]
    texts = sorted({**dict(texts), **mine}.items())
    return pipeline.parsed(home.folder, texts, problems)


def rulebook_of(home: Home) -> Rulebook | None:
    """The rulebook beside the rules; None if there is none that can be read."""
    path = home.folder / RULEBOOK
    try:
        return None if home.alone else _rulebook(path, path.stat().st_mtime_ns)
    except (OSError, UsageError):
        return None


@lru_cache(maxsize=16)
def _rulebook(path: Path, changed: int) -> Rulebook:
    return read_rulebook(path)


def homes_below(folders: Iterable[Path]) -> list[Home]:
    """The games in some folders that an editor has open."""
    found: dict[Home, None] = {}
    for folder in folders:
        for rules in (folder, folder / RULES):
            if rules.name == RULES and rules.is_dir():
                found |= dict.fromkeys(
                    Home(g, f"{RULES}/{g.name}/") for g in sorted(rules.iterdir()) if g.is_dir()
                )
    return list(found)
