"""Native cores for commands that play: built on first use into the user's own cache, and put on the engine.

Whatever keeps an engine from having one is said once, and the games are played in Python.
"""

from __future__ import annotations

import contextlib
import os
import sys
import sysconfig
import tempfile
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path

from rulewright import pipeline
from rulewright.emit.c.core import core as printed
from rulewright.emit.c.unit import Untranslatable
from rulewright.surface.private import private_folder, private_secret, signature
from rulewright.tools.cache import digest, digest_of_compiler
from rulewright.tools.project import Project, Target
from rulewright_native import INCLUDE, building
from rulewright_runtime import native
from rulewright_runtime.engine import Engine

CORES = 100  # that the user keeps ready


class NoCore(Exception):
    """An engine plays in Python; says why."""


def core_of(project: Project, target: Target, engine: Engine) -> native.Core | None:
    """The native core of an engine, built if need be; None: it plays in Python, which has been said."""
    return core_from(engine, lambda: pipeline.load(project.folder(target.game), target.variant))


def core_from(engine: Engine, compiled: Callable[[], pipeline.Compilation]) -> native.Core | None:
    """The native core of an engine by its rules, which are compiled only if there is none yet."""
    if not native.wanted():
        return None
    found = native.core_of(engine)
    if found is not None:
        return found
    try:
        path = kept(engine, compiled)
        try:
            return native.put_core(engine, path)
        except native.Unusable:
            path.unlink(missing_ok=True)  # the next command may have a better compiler
            raise
    except (NoCore, native.Unusable) as why:
        say_once(f"playing in Python, which is slower: {why}")
        return None


def kept(engine: Engine, compiled: Callable[[], pipeline.Compilation]) -> Path:
    """The file of a core in the user's cache, made if it is not there."""
    folder = cores_folder()
    key = key_of(engine)
    for path in folder.glob(f"{key}-*{building.SUFFIX}"):
        if path.name == file_name(key, path.read_bytes()):
            os.utime(path)
            return path
    return made(engine, key, folder, compiled)


def made(engine: Engine, key: str, folder: Path, compiled: Callable[[], pipeline.Compilation]) -> Path:
    """Builds a core; its file appears when it is complete, so that two commands can build it at once."""
    began = time.monotonic()
    print(f"building the native core of {engine.title} …", end="", file=sys.stderr, flush=True)
    try:
        with tempfile.TemporaryDirectory(dir=folder, prefix=".new-") as name:
            built = Path(name) / "core"
            building.build(text_of(compiled()), built)
            path = folder / file_name(key, built.read_bytes())
            built.replace(path)
    except BaseException as error:
        print(file=sys.stderr)
        if isinstance(error, (building.BuildError, Untranslatable)):
            raise NoCore(str(error)) from None
        if isinstance(error, OSError):
            raise NoCore(f"{folder} cannot be written to: {error.strerror or error}") from None
        raise
    print(f" {time.monotonic() - began:.1f} s", file=sys.stderr)
    drop_oldest(folder)
    return path


def text_of(done: pipeline.Compilation) -> str:
    """The C of a compiled game."""
    assert done.plan is not None
    return printed(done.plan, done.sources, "core")


def cores_folder() -> Path:
    """Where this user keeps cores; nobody else can write there."""
    home = private_folder()
    if home is None or not private_secret():
        raise NoCore("there is no cache of this user that can be written to")
    folder = home / "cores"
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
    except OSError as error:
        raise NoCore(f"{folder} cannot be written to: {error.strerror or error}") from None
    return folder


def file_name(key: str, content: bytes) -> str:
    """The name of a core's file, which nobody else can give to another content."""
    return f"{key}-{signature(key, content).hex()[:32]}{building.SUFFIX}"


def key_of(engine: Engine) -> str:
    """A hash of all that goes into a core: the rules, both compilers, the C runtime, the machine."""
    return digest([engine.rules, digest_of_compiler(), c_runtime(), c_compiler(), sysconfig.get_platform()])[
        :32
    ]


@cache
def c_runtime() -> str:
    """A hash of the C runtime."""
    return digest(path.read_text(encoding="utf-8") for path in sorted(INCLUDE.glob("*.h")))


@cache
def c_compiler() -> str:
    """What the C compiler says of itself, with its flags; NoCore if there is none."""
    found = building.compiler()
    if found is None:
        raise NoCore("there is no C compiler (cc, gcc or clang) on this machine")
    try:
        return f"{found} {building.FLAGS} {building.run([*found, '--version'])}"
    except building.BuildError as error:
        raise NoCore(str(error)) from None


def drop_oldest(folder: Path) -> None:
    """Leaves the cores that were used last."""
    with contextlib.suppress(OSError):
        entries = sorted(folder.glob(f"*{building.SUFFIX}"), key=lambda p: p.stat().st_mtime_ns, reverse=True)
        for old in entries[CORES:]:
            old.unlink(missing_ok=True)


@cache
def say_once(words: str) -> None:
    """Tells something that holds for the whole command."""
    print(words, file=sys.stderr)
