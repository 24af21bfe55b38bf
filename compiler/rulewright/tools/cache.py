"""What earlier builds have produced, by the hash of all that went into it, in the user's own cache; safe to delete at any time."""

from __future__ import annotations

import contextlib
import functools
import hashlib
import hmac
import importlib.metadata
import json
import shutil
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from rulewright.emit.formatter import KNOWN, LENGTH
from rulewright.source import contents
from rulewright.surface.private import private_folder, private_secret, signature
from rulewright.tools.files import write_file

KEPT = 3  # entries of each name; an edit that is taken back finds its old result
PROJECTS = 40  # of which something is remembered
MOST = 400  # entries in all; those of games that are gone go first, being the oldest


class Cache:
    """Entries are JSON files that begin with a signature of this user; whatever does not fit is as good as absent.

    They hold code that is imported, so nobody else may have written them. Without a folder or a secret nothing is remembered.
    """

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder if private_secret() else None

    def get(self, name: str, key: str) -> Any | None:
        """The entry of this name and key, or None if there is none or its signature is wrong."""
        if self.folder is None:
            return None
        try:
            signed, _, body = _path(self.folder, name, key).read_text(encoding="utf-8").partition("\n")
            right = hmac.compare_digest(signed.encode(), _signed(name, key, body).encode())
            return json.loads(body) if right else None
        except (OSError, ValueError):
            return None

    def put(self, name: str, key: str, value: Any) -> None:
        """Keeps a result; a cache that cannot be written is no reason to fail."""
        if self.folder is None:
            return
        body = json.dumps(value, ensure_ascii=False)
        with contextlib.suppress(OSError):
            if not self.folder.is_dir():
                self.folder.mkdir(mode=0o700, parents=True)
            write_file(_path(self.folder, name, key), f"{_signed(name, key, body)}\n{body}")
            _prune(self.folder, name)


def cache_of(root: Path) -> Path | None:
    """Where this user keeps what was built of the project in a folder; nothing that lies in the project itself is trusted."""
    home = private_folder()
    if home is None:
        return None
    folder = home / "builds" / digest([root.resolve().as_posix()])[:24]
    if folder.parent.is_dir() and not folder.is_dir():
        drop_oldest(folder.parent, PROJECTS)
    return folder


def _signed(name: str, key: str, body: str) -> str:
    """The signature of an entry in hex."""
    return signature(f"{name} {key}", body.encode("utf-8", "surrogatepass")).hex()


def _path(folder: Path, name: str, key: str) -> Path:
    """The file of an entry."""
    return folder / f"{name}-{key[:24]}.json"


def drop_oldest(folder: Path, kept: int) -> None:
    """Leaves the folders in a folder that were used last."""
    with contextlib.suppress(OSError):
        entries = sorted(folder.iterdir(), key=lambda p: p.stat().st_mtime_ns, reverse=True)
        for old in entries[kept:]:
            shutil.rmtree(old, ignore_errors=True)


def _prune(folder: Path, name: str) -> None:
    """Deletes the oldest entries of a name and of the folder when there are too many."""
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
        if path.suffix in {".rules", ".md", ".toml"}:
            data, why = contents(path, folder.resolve())
            text = why if data is None else data.decode("utf-8", "surrogateescape")
            parts += [path.relative_to(folder).as_posix(), text]
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
