"""Native cores for tests: compiled once for each text of C, and kept for later runs."""

from __future__ import annotations

import hashlib
import os
import tempfile
from functools import cache
from pathlib import Path

import pytest

from rulewright import pipeline
from rulewright.emit.c.core import core
from rulewright_native import INCLUDE, building
from rulewright_runtime import Engine, native

needs_compiler = pytest.mark.skipif(
    building.compiler() is None or building.headers() is None,
    reason="native engines need a C compiler and Python's header",
)
KEPT = Path(os.environ.get("RULEWRIGHT_TEST_CORES", Path(tempfile.gettempdir()) / "rulewright-test-cores"))


@cache
def runtime_digest() -> bytes:
    """A hash of the C runtime."""
    digest = hashlib.sha256(repr(building.FLAGS).encode())
    for path in sorted(INCLUDE.glob("*.h")):
        digest.update(path.read_bytes())
    return digest.digest()


def native_core(engine: Engine, text: str, flags: tuple[str, ...] = ()) -> native.Core:
    """The core of an engine; it is compiled if there is none of the same text."""
    key = hashlib.sha256(runtime_digest() + text.encode() + repr(flags).encode()).hexdigest()[:24]
    path = KEPT / f"{key}{building.SUFFIX}"
    if not path.exists():
        building.build(text, path, ("-O0", *flags))  # what takes long is compiling, not playing
    return native.load(engine, path)


def text_of(done: pipeline.Compilation) -> str:
    """The C of a compiled game."""
    assert done.plan is not None
    return core(done.plan, done.sources, "core")
