"""The user's own cache: a folder that nobody else can write, and entries that nobody else can forge."""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import os
import pickle
import secrets
import stat
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

MOST = 3000  # entries; beyond that the oldest half goes
SIGNATURE = 32  # bytes of a signature


@cache
def private_folder() -> Path | None:
    """A folder that only this user can write: entries are pickles, and a pickle of a stranger runs code."""
    base = os.environ.get("XDG_CACHE_HOME")
    try:
        folder = (Path(base) if base else Path.home() / ".cache") / "rulewright"
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        info = folder.lstat()
    except (OSError, RuntimeError):  # RuntimeError: the user has no home
        return None
    if not stat.S_ISDIR(info.st_mode) or not os.access(folder, os.W_OK):
        return None
    if hasattr(os, "getuid") and (info.st_uid != os.getuid() or info.st_mode & 0o022):
        return None
    return folder


class SignedCache:
    """Values that were worked out before, by the digest of all that went into them.

    Every entry is signed with a secret of this user, and read only if the signature is right. Whatever does not fit
    is as good as absent, and a cache that cannot be written is no reason to fail.
    """

    def __init__(self, name: str, version: str) -> None:
        home = private_folder()
        self.folder = home / name if home is not None else None
        self.version = version
        self.secret = private_secret()

    def key(self, *parts: str) -> str:
        """The name of an entry: a hash of the version and of what it is made from."""
        return hashlib.sha256("\0".join([self.version, *parts]).encode("utf-8", "surrogatepass")).hexdigest()

    def get(self, key: str) -> Any | None:
        """The entry of this name, or None if there is none or its signature is wrong."""
        if self.folder is None or not self.secret:
            return None
        try:
            data = (self.folder / key).read_bytes()
            if not hmac.compare_digest(data[:SIGNATURE], signature(key, data[SIGNATURE:])):
                return None
            return pickle.loads(data[SIGNATURE:])
        except (
            OSError,
            ValueError,
            EOFError,
            AttributeError,
            ImportError,
            IndexError,
            pickle.UnpicklingError,
        ):
            return None

    def put(self, key: str, value: Any) -> None:
        """Keeps an entry, signed; what cannot be written is left out."""
        if self.folder is None or not self.secret:
            return
        body = pickle.dumps(value, pickle.HIGHEST_PROTOCOL)
        with contextlib.suppress(OSError):
            self.folder.mkdir(mode=0o700, exist_ok=True)
            _write(self.folder / key, signature(key, body) + body)
            self._prune()

    def _prune(self) -> None:
        """Deletes the older half of the entries when there are too many."""
        assert self.folder is not None
        entries = list(self.folder.iterdir())
        if len(entries) > MOST:
            entries.sort(key=lambda entry: entry.stat().st_mtime_ns)
            for old in entries[: len(entries) // 2]:
                old.unlink(missing_ok=True)


def signature(key: str, body: bytes) -> bytes:
    """What only this user can put before an entry."""
    return hmac.digest(private_secret(), key.encode() + b"\0" + body, "sha256")


@cache
def private_secret() -> bytes:
    """The secret of this user; empty: there can be none."""
    home = private_folder()
    return _secret(home) if home is not None else b""


def _secret(folder: Path) -> bytes:
    """The secret by which this user's entries are signed, made when there is none; empty: there can be none."""
    path = folder / "secret"
    try:
        if not path.exists():
            with contextlib.suppress(FileExistsError):
                handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
                with os.fdopen(handle, "wb") as file:
                    file.write(secrets.token_bytes(32))
        found = path.read_bytes()
    except OSError:
        return b""
    return found if len(found) == 32 else b""


def _write(path: Path, data: bytes) -> None:
    """A whole file or none."""
    handle, made = tempfile.mkstemp(dir=path.parent, prefix=".new-")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        Path(made).replace(path)
    except BaseException:
        Path(made).unlink(missing_ok=True)
        raise
