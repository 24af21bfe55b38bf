"""Where a project's rules and engines lie, which games it has, and what a GAME on the command line means."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from rulewright.source import RULES, SUFFIX, shown_name
from rulewright.tools.cache import cache_of
from rulewright.tools.errors import UsageError, unknown

GENERATED = "generated"
REMAINS = ".rulewright-cache"
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
        """The folder of all rules."""
        return self.root / RULES

    @property
    def cache(self) -> Path | None:
        """Where earlier builds of these rules are remembered: with the user, never in the project."""
        return None if self.bundled else cache_of(self.root)

    @property
    def remains(self) -> Path:
        """Where commands leave what they found, as records of games that failed; nothing here is read as code."""
        return self.root / REMAINS

    def games(self) -> list[str]:
        """The names of all games in order."""
        return sorted(self.folders())

    def folders(self) -> dict[str, Path]:
        """The folder of every game by the game's name; UsageError if two games share one."""
        found: dict[str, Path] = {}
        for folder in _games_below(self.rules) if self.rules.is_dir() else ():
            if not folder.name.isprintable():
                raise UsageError(
                    f"the name of rules/{shown_name(folder.name)} cannot be shown", "rename the folder"
                )
            other = found.setdefault(folder.name, folder)
            if other != folder:
                raise UsageError(
                    f"two games are called {folder.name}: {self.shown(other)} and {self.shown(folder)}",
                    "an engine bears the name of its folder alone, so rename one of them",
                )
        return found

    def groups(self) -> dict[str, list[str]]:
        """The games of each group, a folder that holds games and no rules of its own."""
        found: dict[str, list[str]] = {}
        for name, folder in sorted(self.folders().items()):
            for group in folder.relative_to(self.rules).parts[:-1]:
                found.setdefault(group, []).append(name)
        return found

    def folder(self, game: str) -> Path:
        """The folder of a game, or the one that it would have."""
        return self.folders().get(game, self.rules / game)

    def shown(self, path: Path) -> str:
        """A path as messages show it: relative to the project, with forward slashes."""
        try:  # a link is shown by its own name
            whole = path.resolve() if path.is_dir() else path.parent.resolve() / path.name
            return whole.relative_to(self.root.resolve()).as_posix()
        except (ValueError, RuntimeError):  # it lies elsewhere, or its folder is a link in a circle
            return path.as_posix()


def is_game(folder: Path) -> bool:
    """Whether a folder under ``rules/`` is a game: a rules file lies in it; a rulebook alone is only a plan."""
    return _is_open(folder) and any(path.is_file() for path in folder.glob(f"*{SUFFIX}"))


def _is_open(folder: Path) -> bool:
    """True for a folder that is not hidden by a dot or an underscore."""
    return folder.is_dir() and folder.name[0] not in "._"


def _games_below(folder: Path) -> Iterator[Path]:
    """The folders of games; one without rules files of its own is a group, and may hold more of them."""
    for inner in sorted(folder.iterdir()):
        if is_game(inner):
            yield inner
        elif _is_open(inner) and not inner.is_symlink():
            yield from _games_below(inner)


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
    """The project that the arguments or the current folder name."""
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
    folders = project.folders()
    if short in folders:
        return short
    for game, folder in folders.items():
        if folder.relative_to(project.rules).as_posix() == short:
            return game
    raise unknown("game", short, sorted(folders))


def chosen_games(project: Project, names: Sequence[str]) -> list[str]:
    """The games named, each once, or all of them; a variant that is named with its game stands for the game."""
    if not names:
        games = project.games()
        if not games:
            raise UsageError(
                f"there is no game in {project.shown(project.rules)}/", "start one: rulewright new NAME"
            )
        return games
    return list(
        dict.fromkeys(known_game(project, name.partition("@")[0]) for name in spelt_out(project, names))
    )


def spelt_out(project: Project, names: Sequence[str]) -> list[str]:
    """The names, with the games of a group in the place of the group's name."""
    games, groups = project.games(), project.groups()
    return [
        game for name in names for game in ([name] if name in games else groups.get(name.rstrip("/"), [name]))
    ]


def add_games(parser: argparse.ArgumentParser, what: str = "the games to work on (default: all)") -> None:
    """Declares an argument for any number of games."""
    parser.add_argument("games", nargs="*", metavar="GAME", help=what)


def add_game(parser: argparse.ArgumentParser, what: str = "the game, as in chess or chess@variant") -> None:
    """Declares an argument for one game."""
    parser.add_argument("game", metavar="GAME", help=what)
