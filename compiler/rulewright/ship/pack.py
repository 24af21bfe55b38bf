"""Packing a folder as a wheel and a source archive with hatchling; the same files give the same bytes."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator, Mapping
from pathlib import Path

from hatchling.builders.plugin.interface import BuilderInterface
from hatchling.builders.sdist import SdistBuilder
from hatchling.builders.wheel import WheelBuilder

from rulewright_runtime.native import SWITCH

# The time of every file in the archives: the first moment that a zip archive can hold.
TIME = "SOURCE_DATE_EPOCH"
EPOCH = 315_532_800  # 1980-01-01


def write_tree(folder: Path, files: Mapping[str, str]) -> None:
    """Writes the files of a shipment into a folder, readable for everybody."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
        path.chmod(0o644)


def pack(folder: Path, into: Path) -> list[Path]:
    """The wheel and the source archive of the project in `folder`."""
    return [wheel(folder, into), _build(SdistBuilder(str(folder)), into)]


def wheel(folder: Path, into: Path, native: bool = False) -> Path:
    """A wheel that runs everywhere, or one with the native core, which must be there."""
    with _environment(SWITCH, "1" if native else "0"):
        return _build(WheelBuilder(str(folder)), into)


def _build(builder: BuilderInterface, into: Path) -> Path:  # type: ignore[type-arg]
    """What is packed depends on the rules, not on the clock; a time asked for by the caller is kept."""
    with _environment(TIME, os.environ.get(TIME) or str(EPOCH)):
        (made,) = builder.build(directory=str(into), versions=["standard"])
    return Path(made)


@contextlib.contextmanager
def _environment(name: str, value: str) -> Iterator[None]:
    """Sets a variable of the environment while a block runs, and puts back what it was before."""
    before = os.environ.get(name)
    os.environ[name] = value
    try:
        yield
    finally:
        if before is None:
            del os.environ[name]
        else:
            os.environ[name] = before
