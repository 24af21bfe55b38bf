"""Who plays many games: processes of this machine, or a Ray cluster; results come in the order of the tasks.

What comes out depends on the tasks alone, never on who carried them out: each task holds its own seed. A process or
a machine that is lost is replaced, and its tasks are carried out again; each result is handed out once.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import importlib.util
import logging
import multiprocessing
import os
import signal
import socket
import sys
import tempfile
import threading
import uuid
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, TypeVar

from rulewright.tools.errors import UsageError
from rulewright_runtime import native
from rulewright_runtime.bots.stored import user_folder
from rulewright_runtime.engine import Engine

E = TypeVar("E", Engine, tuple[Engine, ...])
T = TypeVar("T")
R = TypeVar("R")
Work = Callable[[E, T], R]

AHEAD = 16  # tasks for each process that wait with it
TRIES = 5  # how often a task that cost its process is given out again
MOST_TOGETHER = 50  # tasks that travel to a cluster in one go
PATIENCE = 5.0  # seconds for a cluster to answer


class Workers(Protocol):
    """Carries out tasks with one engine, or several; `files` are what the tasks read besides."""

    def each(
        self, engines: E, work: Work[E, T, R], tasks: Sequence[T], files: Sequence[Path] = ()
    ) -> Iterator[R]:
        """What the work gives for each task, in the order of the tasks."""


def add_workers(parser: argparse.ArgumentParser) -> None:
    """Declares the arguments that say who plays."""
    parser.add_argument("--jobs", type=positive, metavar="N", help="processes (default: one for each core)")
    parser.add_argument(
        "--cluster", metavar="ADDRESS", help="play on a Ray cluster, as in 10.0.0.1:6379 or auto"
    )


def positive(text: str) -> int:
    """A whole number from 1 up, as an argument of a command."""
    if not text.isdecimal() or not 1 <= int(text) <= 10**9:
        raise argparse.ArgumentTypeError(f"must be a number of more than 0, not {text}")
    return int(text)


def workers_of(args: argparse.Namespace) -> Workers:
    """Who plays, by the command line."""
    if args.cluster is None:
        return Processes(args.jobs or os.cpu_count() or 1)
    if args.jobs is not None:
        raise UsageError("--jobs is for this machine, --cluster for others", "leave one of them out")
    return Cluster(args.cluster)


# ---------------------------------------------------------------- this machine


@dataclass(frozen=True, slots=True)
class Processes:
    """Processes that import the engines once."""

    jobs: int

    def each(
        self, engines: E, work: Work[E, T, R], tasks: Sequence[T], files: Sequence[Path] = ()
    ) -> Iterator[R]:
        """The results in the order of the tasks; tasks of killed processes are done again, UsageError after too many."""
        if self.jobs <= 1 or len(tasks) <= 1:
            for task in tasks:
                yield work(engines, task)
            return
        done = lost = 0
        while done < len(tasks):
            try:
                for result in self._pooled(engines, work, tasks[done:]):
                    yield result
                    done, lost = done + 1, 0
            except BrokenProcessPool:
                lost += 1
                if lost == TRIES:
                    raise UsageError(
                        f"processes that play were killed {lost} times in a row", "is there enough memory?"
                    ) from None

    def _pooled(self, engines: E, work: Work[E, T, R], tasks: Sequence[T]) -> Iterator[R]:
        """The results from a pool of processes; BrokenProcessPool if one is killed."""
        before = set(multiprocessing.active_children())
        pool = ProcessPoolExecutor(
            min(self.jobs, len(tasks)),
            multiprocessing.get_context("spawn"),
            _start,
            ([*_folders(engines), *sys.path], _modules(engines), _cores(engines)),
        )
        waiting: deque[Future[R]] = deque()
        try:
            for task in tasks:
                if len(waiting) >= AHEAD * self.jobs:
                    yield waiting.popleft().result()
                waiting.append(pool.submit(_carry_out, work, task))
            while waiting:
                yield waiting.popleft().result()
        finally:  # whoever has enough need not wait for games that are under way
            pool.shutdown(wait=False, cancel_futures=True)
            for child in set(multiprocessing.active_children()) - before:
                child.terminate()


_engines: Any = None  # of a process that plays


def _start(paths: list[str], modules: list[str], cores: list[Path | None]) -> None:
    """Loads the engines into a process, which ends with its parent."""
    global _engines
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever started the workers is told, and stops it
    threading.Thread(target=_end_with_parent, daemon=True).start()
    sys.path[:] = paths
    _engines = _imported(modules, cores)


def _end_with_parent() -> None:
    """Nobody waits for games of a command that was killed."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _imported(modules: list[str], cores: Sequence[Path | None]) -> Any:
    """One engine, or several, as they were named, with their native cores where these can be used."""
    found = tuple([importlib.import_module(module).ENGINE for module in modules])
    for engine, core in zip(found, cores, strict=True):
        with contextlib.suppress(native.Unusable):  # on a machine of another kind
            if core is not None:
                native.put_core(engine, core)
    return found if len(found) > 1 else found[0]


def _carry_out(work: Callable[[Any, Any], Any], task: Any) -> Any:
    """Does one task in such a process."""
    return work(_engines, task)


def _modules(engines: Engine | tuple[Engine, ...]) -> list[str]:
    """The modules that engines are imported from."""
    some = engines if isinstance(engines, tuple) else (engines,)
    return [engine.make.__module__.rpartition(".")[0] + ".engine" for engine in some]


def _cores(engines: Engine | tuple[Engine, ...]) -> list[Path | None]:
    """The files of the native cores that engines have."""
    some = engines if isinstance(engines, tuple) else (engines,)
    return [core.path if core is not None else None for core in map(native.core_of, some)]


def _packages(engines: Engine | tuple[Engine, ...]) -> list[Path]:
    """The folders of these modules."""
    return [Path(str(sys.modules[name].__file__)).parent for name in _modules(engines)]


def _folders(engines: Engine | tuple[Engine, ...]) -> list[str]:
    """The folders that these packages lie in, each once."""
    return list(dict.fromkeys([str(package.parent) for package in _packages(engines)]))


# ---------------------------------------------------------------- a cluster


@dataclass(frozen=True, slots=True)
class Payload:
    """What a machine of a cluster needs: the engines and files that tasks read, by their places here."""

    key: str
    modules: list[str]
    packages: dict[str, bytes]
    cores: list[bytes]  # of each engine; empty: it has none
    files: dict[str, bytes]
    folder: str  # where relative paths begin
    data: str  # where values of one's own lie


class Cluster:
    """A Ray cluster; its machines need Ray and Python as here, and get all else along."""

    def __init__(self, address: str) -> None:
        if importlib.util.find_spec("ray") is None:
            raise UsageError("a cluster needs Ray", "pip install 'rulewright[cluster]'")
        _look_for(address)
        os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
        self.ray: Any = importlib.import_module("ray")
        try:
            self.ray.init(
                address=address,
                runtime_env={"py_modules": _own_packages(), "excludes": ["**/__pycache__", "**/bundled"]},
                ignore_reinit_error=True,
                log_to_driver=False,
                logging_level=logging.ERROR,
            )
        except Exception as error:
            first = str(error).strip().partition("\n")[0]
            raise UsageError(f"there is no use of the cluster {address}: {first}") from None

    def each(
        self, engines: E, work: Work[E, T, R], tasks: Sequence[T], files: Sequence[Path] = ()
    ) -> Iterator[R]:
        """The results in the order of the tasks; UsageError if the cluster is lost."""
        ray = self.ray
        payload = _packed(engines, files)
        kept = ray.put(payload)
        carry = ray.remote(num_cpus=1, max_retries=TRIES, scheduling_strategy="SPREAD")(_carry_out_there)
        room = max(1, int(ray.cluster_resources().get("CPU", 1)))
        together = max(1, min(MOST_TOGETHER, len(tasks) // (8 * room)))
        waiting: deque[Any] = deque()
        try:
            for at in range(0, len(tasks), together):
                if len(waiting) >= AHEAD * room:
                    yield from ray.get(waiting.popleft())
                waiting.append(carry.remote([kept], payload.key, work, tasks[at : at + together]))
            while waiting:
                yield from ray.get(waiting.popleft())
        except ray.exceptions.RaySystemError as error:
            raise UsageError(f"the cluster is lost: {error}") from None
        except (ray.exceptions.WorkerCrashedError, ray.exceptions.NodeDiedError):
            raise UsageError(f"machines of the cluster were lost {TRIES} times in a row") from None
        finally:
            for ref in waiting:
                ray.cancel(ref, force=True)


def _look_for(address: str) -> None:
    """Says within seconds that nobody is there; Ray itself takes its time."""
    if address in ("auto", "local"):
        return
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not host or not port.isdecimal():
        raise UsageError(f"{address!r} is no address of a cluster", "as in 10.0.0.1:6379, or auto")
    try:
        socket.create_connection((host, int(port)), PATIENCE).close()
    except (OSError, OverflowError) as error:
        raise UsageError(
            f"no cluster answers at {address}: {error}", "start one: ray start --head --port 6379"
        ) from None


def _own_packages() -> list[str]:
    """The folders of rulewright itself, which a cluster needs too."""
    names = ("rulewright", "rulewright_native", "rulewright_runtime")
    return [str(Path(str(importlib.import_module(name).__file__)).parent) for name in names]


def _packed(engines: Engine | tuple[Engine, ...], files: Sequence[Path]) -> Payload:
    """All that a machine of a cluster needs: engines, cores and files."""
    packages: dict[str, bytes] = {}
    for package in _packages(engines):
        for path in sorted(package.rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                packages[path.relative_to(package.parent).as_posix()] = path.read_bytes()
    return Payload(
        uuid.uuid4().hex,
        _modules(engines),
        packages,
        [core.read_bytes() if core is not None else b"" for core in _cores(engines)],
        {os.path.normpath(path.absolute()): path.read_bytes() for path in files},
        str(Path.cwd()),
        str(user_folder().parent.absolute()),
    )


class _Unpacked:
    """Payload that was unpacked on a machine of a cluster."""

    def __init__(self, payload: Payload) -> None:
        self.key = payload.key
        self.root = tempfile.TemporaryDirectory(prefix="rulewright-")
        self.folder = payload.folder
        for name, content in payload.packages.items():
            _written(Path(self.root.name) / "engines" / name, content)
        for name, content in payload.files.items():
            _written(self.place(name), content)
        cores = [self.core(number, content) for number, content in enumerate(payload.cores)]
        os.environ["RULEWRIGHT_DATA"] = str(self.place(payload.data))
        for module in [one for one in sys.modules if f"{one.partition('.')[0]}.engine" in payload.modules]:
            del sys.modules[module]
        importlib.invalidate_caches()
        sys.path.insert(0, str(Path(self.root.name) / "engines"))
        try:
            self.engines = _imported(payload.modules, cores)
        finally:
            del sys.path[0]

    def core(self, number: int, content: bytes) -> Path | None:
        """The file of an engine's native core, if it has one."""
        path = Path(self.root.name) / f"core{number}.abi3.so"
        if content:
            _written(path, content)
        return path if content else None

    def place(self, path: str) -> Path:
        """Where something lies here that lies at `path` on the machine that asked for it."""
        whole = Path(os.path.normpath(Path(self.folder) / path))
        return Path(self.root.name).joinpath("files", *[part for part in whole.parts if part != whole.anchor])


_unpacked: _Unpacked | None = None


def _written(path: Path, content: bytes) -> None:
    """Writes a file, with its folders."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


def _carry_out_there(kept: list[Any], key: str, work: Callable[[Any, Any], Any], tasks: Sequence[Any]) -> Any:
    """Some tasks on a machine of a cluster; its first ones unpack the payload."""
    global _unpacked
    if _unpacked is None or _unpacked.key != key:
        ray: Any = importlib.import_module("ray")
        _unpacked = _Unpacked(ray.get(kept[0]))
    return [work(_unpacked.engines, task) for task in tasks]


def here(path: str) -> str:
    """A path of the machine that asked for games, on the machine that plays them."""
    return path if _unpacked is None else str(_unpacked.place(path))
