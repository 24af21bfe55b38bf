"""Processes that play side by side: each imports the engine once, and results come in the order of the tasks."""

from __future__ import annotations

import importlib
import multiprocessing
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar

from rulewright_runtime.engine import Engine

T = TypeVar("T")
R = TypeVar("R")

_engine: Engine | None = None  # of a process that plays


def each(engine: Engine, work: Callable[[Engine, T], R], tasks: Sequence[T], jobs: int) -> Iterator[R]:
    """Carries out every task with the engine; what comes out does not depend on the number of processes."""
    if jobs <= 1 or len(tasks) <= 1:
        for task in tasks:
            yield work(engine, task)
        return
    module = sys.modules[engine.make.__module__.rpartition(".")[0] + ".engine"]
    folder = Path(str(module.__file__)).parents[1]
    context = multiprocessing.get_context("spawn")
    with context.Pool(min(jobs, len(tasks)), _start, ([str(folder), *sys.path], module.__name__)) as pool:
        yield from pool.imap(_carry_out, [(work, task) for task in tasks])


def _start(paths: list[str], module: str) -> None:
    global _engine
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever started the crew is told, and stops it
    sys.path[:] = paths
    _engine = importlib.import_module(module).ENGINE


def _carry_out(task: tuple[Callable[[Engine, Any], Any], Any]) -> Any:
    work, item = task
    assert _engine is not None
    return work(_engine, item)
