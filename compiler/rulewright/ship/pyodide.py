"""Pyodide, Python for browsers: fetched once with npm, kept in the user's cache, and only ever this very archive."""

from __future__ import annotations

import hashlib
import io
import os
import shutil
import subprocess
import tarfile
import tempfile
from pathlib import Path

from rulewright.ship.shipment import ShipError

VERSION = "314.0.7"
SHA256 = "66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0"
ARCHIVE = f"pyodide-{VERSION}.tgz"
# What a page loads, and what says under which licence.
WANTED = (
    "README.md",
    "package.json",
    "pyodide-lock.json",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "pyodide.mjs",
    "python_stdlib.zip",
)


def pyodide_files() -> dict[str, bytes]:
    """The files of Pyodide that a page needs, by their names."""
    with tarfile.open(fileobj=io.BytesIO(_archive())) as archive:
        found = {name: archive.extractfile(f"package/{name}") for name in WANTED}
        return {name: file.read() for name, file in found.items() if file is not None}


def kept() -> Path:
    """Where the archive is kept."""
    home = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(home) / "rulewright" / ARCHIVE


def _archive() -> bytes:
    """The bytes of Pyodide's archive, kept from an earlier time or fetched and then kept."""
    path = kept()
    if path.is_file():
        data = path.read_bytes()
        if _genuine(data):
            return data
    data = _fetched()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as made:
            made.write(data)
        Path(made.name).replace(path)
    except OSError:
        pass  # without a cache it is fetched again the next time
    return data


def _fetched() -> bytes:
    """The bytes of Pyodide's archive from the npm registry; `ShipError` if it cannot be had."""
    npm = shutil.which("npm")
    hint = f"the page runs on Pyodide {VERSION}, fetched once from the npm registry; {ARCHIVE} can also be put at {kept()}"
    if npm is None:
        raise ShipError("npm is not installed, so Pyodide cannot be fetched", hint)
    with tempfile.TemporaryDirectory(prefix="rulewright-pyodide-") as made:
        command = [npm, "pack", f"pyodide@{VERSION}", "--fetch-retries=1", "--fetch-retry-mintimeout=1000"]
        done = subprocess.run(command, cwd=made, capture_output=True, text=True, check=False)
        path = Path(made, ARCHIVE)
        if done.returncode or not path.is_file():
            said = [line for line in done.stderr.splitlines() if "code" in line or "network" in line]
            why = said[0].removeprefix("npm ").removeprefix("error ") if said else "npm fails"
            raise ShipError(f"Pyodide cannot be fetched: {why}", hint)
        data = path.read_bytes()
    if not _genuine(data):
        raise ShipError(f"what npm fetched is not Pyodide {VERSION} as it was published", hint)
    return data


def _genuine(data: bytes) -> bool:
    """True if an archive is the very one that is pinned."""
    return hashlib.sha256(data).hexdigest() == SHA256
