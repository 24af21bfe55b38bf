"""To which game a file belongs, and what its files say: the text in the editor before the text on disk."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from pygls import uris

from rulewright import source
from rulewright.diagnostics import Diagnostic
from rulewright.source import RULES
from rulewright.tools.errors import UsageError
from rulewright.tools.project import GENERATED, RULEBOOK, Project, is_game
from rulewright.tools.reach import Reach, kept
from rulewright.tools.rulebook import Rulebook, read_rulebook


class Home(NamedTuple):
    """The folder of a game; a file outside of ``rules/GAME/`` is a game of its own."""

    folder: Path  # or that file
    prefix: str  # what stands before the names of files, as in rules/chess/

    @property
    def alone(self) -> bool:
        """True for a file that belongs to no game."""
        return not self.prefix

    @property
    def root(self) -> Path:
        """The folder of the project."""
        return next((f.parent for f in self.folder.parents if f.name == RULES), self.folder.parent)

    def path_of(self, name: str) -> Path:
        """Where the file of that name lies."""
        return self.folder if self.alone else self.folder / name.removeprefix(self.prefix)

    def name_of(self, path: Path) -> str:
        """What the compiler calls a file of this game."""
        return path.name if self.alone else self.prefix + path.relative_to(self.folder).as_posix()

    def holds(self, path: Path) -> bool:
        """True if a path is one of its files."""
        return path == self.folder if self.alone else path.is_relative_to(self.folder)


def home_of(path: Path) -> Home:
    """The game of a file: the nearest folder with rules files of its own below a folder ``rules``."""
    for rules in list(path.parents)[1:]:
        if rules.name == RULES:
            folders = [folder for folder in reversed(path.parents) if folder.is_relative_to(rules)][1:]
            return in_rules(next((folder for folder in folders if is_game(folder)), folders[0]))
    return Home(path, "")


def in_rules(folder: Path) -> Home:
    """The home that a folder of rules is."""
    return Home(folder, f"{source.shown_folder(folder)}/")


def path_of(uri: str) -> Path:
    """The path of a URI; what is not a file has a path that no file has."""
    found = uris.to_fs_path(uri)
    return Path(found) if found else Path("/", uri.replace(":", "/"))


def uri_of(path: Path) -> str:
    """The address of a file as editors write it."""
    return uris.from_fs_path(str(path)) or path.as_posix()


def texts_of(home: Home, open_texts: Mapping[Path, str]) -> tuple[dict[str, str], list[Diagnostic]]:
    """The files of a game as they stand in the editor; those that are not open, as they stand on disk."""
    mine = {home.name_of(path): text for path, text in open_texts.items() if home.holds(path)}
    if home.alone or not home.folder.is_dir():  # a game that is being begun, or whose folder has vanished
        return mine, []
    texts, problems = source.read_game(home.folder, home.prefix)
    return dict(sorted({**dict(texts), **mine}.items())), [d for d in problems if d.span.path not in mine]


def rulebook_of(home: Home) -> Rulebook | None:
    """The rulebook beside the rules; None if there is none that can be read."""
    path = home.folder / RULEBOOK
    try:
        return None if home.alone else _rulebook(path, path.stat().st_mtime_ns)
    except (OSError, UsageError):
        return None


def reach_of(home: Home) -> Reach | None:
    """What games and examples reached when they were last run; None if nobody has looked yet."""
    return None if home.alone else kept(Project(home.root, home.root / GENERATED), home.folder.name)


@lru_cache(maxsize=16)
def _rulebook(path: Path, changed: int) -> Rulebook:
    """The rulebook of a file, read again when the file has changed."""
    return read_rulebook(path)


def homes_below(folders: Iterable[Path]) -> list[Home]:
    """The games in some folders that an editor has open."""
    found: dict[Home, None] = {}
    for folder in folders:
        root = folder.parent if folder.name == RULES else folder
        if (root / RULES).is_dir():
            games = Project(root, root / GENERATED).folders().values()
            found |= dict.fromkeys(in_rules(game) for game in games)
    return list(found)
