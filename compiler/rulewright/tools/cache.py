"""What earlier builds have produced, by the hash of all that went into it; safe to delete at any time."""

from __future__ import annotations

import contextlib
import functools
import hashlib
import importlib.metadata
import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from rulewright.emit.formatter import KNOWN, LENGTH
from rulewright.tools.files import write_file

KEPT = 3  # entries of each name; an edit that is taken back finds its old result
MOST = 400  # entries in all; those of games that are gone go first, being the oldest


class Cache:
    """Entries are JSON files that begin with their own checksum; whatever does not fit is as good as absent.

    Without a folder nothing is remembered.
    """

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder

    def get(self, name: str, key: str) -> Any | None:
        if self.folder is None:
            return None
        try:
            checksum, _, body = _path(self.folder, name, key).read_text(encoding="utf-8").partition("\n")
            return json.loads(body) if checksum == digest([body]) else None
        except (OSError, ValueError):
            return None

    def put(self, name: str, key: str, value: Any) -> None:
        """Keeps a result; a cache that cannot be written is no reason to fail."""
        if self.folder is None:
            return
        body = json.dumps(value, ensure_ascii=False)
        with contextlib.suppress(OSError):
            if not self.folder.is_dir():
                self.folder.mkdir(parents=True)
                (self.folder / ".gitignore").write_text("*\n")  # nobody wants it in a repository
            write_file(_path(self.folder, name, key), f"{digest([body])}\n{body}")
            _prune(self.folder, name)


def _path(folder: Path, name: str, key: str) -> Path:
    return folder / f"{name}-{key[:24]}.json"


def _prune(folder: Path, name: str) -> None:
    for pattern, kept in ((f"{name}-*.json", KEPT), ("*.json", MOST)):
        entries = sorted(folder.glob(pattern), key=lambda p: p.stat().st_mtime_ns, reverse=True)
        for old in entries[kept:]:
            old.unlink(missing_ok=True)


@contextlib.contextmanager
def remembered_pieces(cache: Cache, name: str) -> Iterator[None]:
    """What black made of an engine's longer statements is kept from build to build, whatever else changes.

    An entry holds the pieces of the last build of this engine, no others, so it cannot grow without end.
    """
    key = digest(["pieces", str(LENGTH), importlib.metadata.version("black")])
    known = cache.get(f"{name}.pieces", key)
    if not isinstance(known, dict) or not all(isinstance(text, str) for text in known.values()):
        known = {}
    KNOWN.pieces = KNOWN.used | known
    KNOWN.used = {}
    yield
    if KNOWN.used != known:
        cache.put(f"{name}.pieces", key, dict(sorted(KNOWN.used.items())))


def digest(parts: Iterable[str]) -> str:
    """A hash of texts; their borders count, so that ("a", "bc") and ("ab", "c") differ."""
    sha = hashlib.sha256()
    for part in parts:
        data = part.encode("utf-8", "surrogatepass")
        sha.update(len(data).to_bytes(8, "big"))
        sha.update(data)
    return sha.hexdigest()


def digest_of_game(folder: Path) -> str:
    """A hash of everything in a game's folder that the compiler may read."""
    parts: list[str] = []
    for path in sorted(folder.rglob("*")):
        if path.suffix in {".rules", ".md", ".toml"} and path.is_file():
            parts += [
                path.relative_to(folder).as_posix(),
                path.read_bytes().decode("utf-8", "surrogateescape"),
            ]
    return digest(parts)


@functools.cache
def digest_of_compiler() -> str:
    """A hash of the compiler itself and of what it builds upon: a changed compiler makes every entry stale."""
    parts = [sys.version]
    parts += [
        f"{name} {importlib.metadata.version(name)}" for name in ("black", "jinja2", "lark", "pydantic")
    ]
    package = Path(__file__).resolve().parents[1]
    for path in sorted(package.rglob("*")):
        if path.suffix in {".py", ".lark", ".j2"} and "bundled" not in path.parts:
            parts += [path.relative_to(package).as_posix(), path.read_text(encoding="utf-8")]
    return digest(parts)
