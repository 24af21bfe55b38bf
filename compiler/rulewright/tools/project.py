"""Where a project's rules and engines lie, which games it has, and what a GAME on the command line means."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from rulewright.tools.errors import UsageError, unknown

RULES = "rules"
GENERATED = "generated"
CACHE = ".rulewright-cache"
RULEBOOK = "RULEBOOK.md"


class Target(NamedTuple):
    """A game, in one of its variants; "" is the game as its rulebook has it."""

    game: str
    variant: str = ""

    def __str__(self) -> str:
        return f"{self.game}@{self.variant}" if self.variant else self.game


@dataclass(frozen=True, slots=True)
class Project:
    """A folder that holds ``rules/``."""

    root: Path
    generated: Path
    bundled: bool = False  # the games that came with an installed rulewright: read-only

    @property
    def rules(self) -> Path:
        return self.root / RULES

    @property
    def cache(self) -> Path:
        return self.root / CACHE

    def games(self) -> list[str]:
        return sorted(folder.name for folder in self.rules.iterdir() if is_game(folder))

    def folder(self, game: str) -> Path:
        return self.rules / game

    def shown(self, path: Path) -> str:
        """A path as messages show it: relative to the project, with forward slashes."""
        try:
            return path.resolve().relative_to(self.root.resolve()).as_posix()
        except ValueError:
            return path.as_posix()


def is_game(folder: Path) -> bool:
    """Whether a folder under ``rules/`` is a game: it holds a rules file; a rulebook alone is only a plan."""
    return folder.is_dir() and folder.name[0] not in "._" and next(folder.rglob("*.rules"), None) is not None


def find_project(start: Path, explicit: Path | None = None) -> Project:
    """The project at `explicit`, or the nearest one at or above `start`, or the games that were installed along."""
    if explicit is not None:
        if not (explicit / RULES).is_dir():
            raise UsageError(
                f"there is no folder {RULES}/ in {explicit}", "--project names the folder that holds rules/"
            )
        return Project(explicit, explicit / GENERATED)
    for folder in (start, *start.parents):
        if (folder / RULES).is_dir():
            return Project(folder, folder / GENERATED)
    package = Path(__file__).resolve().parents[1]
    bundled = package / "bundled"
    if (bundled / RULES).is_dir():
        return Project(bundled, package.parent, bundled=True)
    raise UsageError(
        f"no folder {RULES}/ here or above {start}",
        "go to a project's folder, or name it with --project DIR, or start one with `rulewright new NAME`",
    )


def project_of(args: argparse.Namespace) -> Project:
    return find_project(Path.cwd(), args.project)


def writable(project: Project) -> Project:
    """The project, unless it is the read-only one that came with an installed rulewright."""
    if project.bundled:
        raise UsageError(
            "the games that came with rulewright are not rebuilt or edited in place",
            "work in a folder of your own that holds rules/, for instance a clone of the repository",
        )
    return project


def known_game(project: Project, name: str) -> str:
    """The game of that name; a path such as ``rules/chess/`` means the game in it."""
    short = name.replace("\\", "/").rstrip("/")
    short = short.removeprefix("./").removeprefix(f"{RULES}/")
    games = project.games()
    if short in games:
        return short
    raise unknown("game", short, games)


def chosen_games(project: Project, names: Sequence[str]) -> list[str]:
    """The games named, each once, or all of them; a variant that is named with its game stands for the game."""
    if not names:
        games = project.games()
        if not games:
            raise UsageError(
                f"there is no game in {project.shown(project.rules)}/", "start one: rulewright new NAME"
            )
        return games
    return list(dict.fromkeys(known_game(project, name.partition("@")[0]) for name in names))


def add_games(parser: argparse.ArgumentParser, what: str = "the games to work on (default: all)") -> None:
    parser.add_argument("games", nargs="*", metavar="GAME", help=what)


def add_game(parser: argparse.ArgumentParser, what: str = "the game, as in chess or chess@variant") -> None:
    parser.add_argument("game", metavar="GAME", help=what)
