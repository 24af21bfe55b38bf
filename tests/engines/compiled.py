"""Games compiled for tests: those of the repository, and those in a single file."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from rulewright import pipeline
from rulewright.tools.fuzz.compiled import Compiled, finished, loaded, read_texts
from rulewright.tools.project import find_project

__all__ = [
    "Compiled",
    "all_games",
    "compiled",
    "compiled_text",
    "finished",
    "loaded",
    "printed_games",
    "read_text",
    "unformatted",
]

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = find_project(ROOT).folders()


def all_games() -> list[tuple[str, str]]:
    """Every game in the repository with each of its variants."""
    return [(game, v) for game, folder in sorted(FOLDERS.items()) for v in pipeline.variants(folder)]


def printed_games() -> list[tuple[str, str]]:
    """Those of them whose engines are checked in: all but house rules."""
    return [(game, v) for game, v in all_games() if v not in pipeline.house_rules(FOLDERS[game])]


@cache
def compiled(folder: Path, variant: str = "") -> Compiled:
    """A game of the repository, compiled without touching the generated packages."""
    return finished(pipeline.load(folder, variant), folder.name + (f"_{variant}" if variant else ""))


def read_text(path: Path) -> pipeline.Compilation:
    """A game in a single file, read."""
    return read_texts([(path.name, path.read_text(encoding="utf-8"))], path.parent)


@cache
def compiled_text(path: Path, variant: str = "") -> Compiled:
    """A game in a single file, compiled."""
    done = pipeline.compile_files(read_text(path), variant)
    return finished(done, path.stem + (f"_{variant}" if variant else ""))


def unformatted(done: pipeline.Compilation) -> dict[str, str]:
    """The files of an engine, without the time that their layout takes."""
    return pipeline.emit(done, laid_out=False)
