"""The two sides of a comparison: what the words on the command line mean, compiled, with their rulebooks."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from rulewright import pipeline
from rulewright.resolved import merge, model
from rulewright.source import RULES
from rulewright.tools.diff.revisions import written_out
from rulewright.tools.errors import UsageError, unknown
from rulewright.tools.files import read_text
from rulewright.tools.loading import BrokenRules
from rulewright.tools.project import RULEBOOK, Project, find_project, is_game, known_game
from rulewright.tools.render import reported
from rulewright.tools.rulebook import Rulebook, read_rulebook


@dataclass(slots=True)
class Side:
    """One of the two games that are compared."""

    spec: str  # as it was asked for
    folder: Path
    game: str
    variant: str
    read: pipeline.Compilation  # its files, parsed
    compiled: pipeline.Compilation
    book: Rulebook
    book_text: str
    command: str  # how it is played, up to the options

    @property
    def resolved(self) -> model.Game:
        """The merged game of this side."""
        assert self.compiled.resolved is not None
        return self.compiled.resolved

    @property
    def title(self) -> str:
        """The title of the game."""
        return self.resolved.title

    @property
    def sources(self) -> dict[str, str]:
        """The texts of the rules files by their paths."""
        return self.compiled.sources


@dataclass(frozen=True, slots=True)
class _Place:
    """Where the rules of a side lie."""

    folder: Path
    command: str


def side(spec: str, explicit: Path | None, scratch: Path) -> Side:
    """The side that a word names; `scratch` is a folder for rules of the past."""
    where, variant = _split(spec)
    if not where:
        raise UsageError(f"{spec!r} names no game", "as in chess, chess@atomic, a folder, or HEAD~3:chess")
    place = _place(where, variant, explicit, scratch)
    read = pipeline.read(place.folder)
    known = merge.variants_of(read.files)
    if variant not in known and not any(d.severity == "error" for d in read.diagnostics):
        raise unknown(f"variant of {place.folder.name}", variant, [each for each in known if each])
    compiled = pipeline.compile_files(read, variant)
    if not compiled.ok:
        raise BrokenRules(
            reported(compiled.diagnostics, compiled.sources) + f"\n\n{spec}: there are errors in the rules"
        )
    book, text = _book(place.folder)
    assert compiled.resolved is not None
    return Side(
        spec, place.folder, compiled.resolved.name, variant, read, compiled, book, text, place.command
    )


def _split(spec: str) -> tuple[str, str]:
    """The game and the variant; an @ in the middle of a path belongs to the path, as in `HEAD@{1}:chess`."""
    before, at, after = spec.rpartition("@")
    return (before, after) if at and not set("/\\:{}") & set(after) else (spec, "")


def _place(where: str, variant: str, explicit: Path | None, scratch: Path) -> _Place:
    """The folder that the words on the command line mean, and the command that plays it."""
    at = f"@{variant}" if variant else ""
    path = Path(where)
    revision, colon, name = where.rpartition(":")
    if colon and not path.exists():
        project = find_project(Path.cwd(), explicit)
        game = name.replace("\\", "/").strip("/").removeprefix(f"{RULES}/")
        if not revision or not game:
            raise UsageError(f"{where!r} names no revision of a game", "as in HEAD~3:chess")
        folder = written_out(project.root, revision, game, scratch)
        # `play` reads the rules as they are now, so a game of the past needs its own checkout.
        return _Place(folder, f"git worktree add old {revision} && rulewright --project old play {game}{at}")
    if _is_path(where, path):
        return _folder(path, at)
    project = find_project(Path.cwd(), explicit)
    return _named(project, where, at)


def _is_path(where: str, path: Path) -> bool:
    """A word with a slash that is a folder here is a path; a bare word is a game's name."""
    return ("/" in where or "\\" in where or where in {".", ".."}) and path.is_dir()


def _folder(path: Path, at: str) -> _Place:
    """A folder of rules by its path; UsageError if it holds none."""
    folder = path.resolve()
    if not is_game(folder):
        raise UsageError(f"there is no rules file in {path}", "name a folder that holds *.rules")
    rules = next((above for above in folder.parents if above.name == RULES), None)
    project = f"--project {rules.parent} " if rules is not None else ""
    return _Place(folder, f"rulewright {project}play {folder.name}{at}")


def _named(project: Project, name: str, at: str) -> _Place:
    """A game of the project by its name; UsageError if there is none."""
    if "/" in name.removeprefix("./").removeprefix(f"{RULES}/").rstrip("/"):
        raise UsageError(f"there is no folder {name}")
    game = known_game(project, name)
    return _Place(project.folder(game), f"rulewright play {game}{at}")


def _book(folder: Path) -> tuple[Rulebook, str]:
    """A game without a rulebook can be compared all the same; there are no texts to cite then."""
    path = folder / RULEBOOK
    if not path.is_file():
        return Rulebook(), ""
    return read_rulebook(path), read_text(path, path.name)
