"""Starting the server: one port, one file, and the address that is printed."""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import uvicorn

from rulewright_table.app import application
from rulewright_table.house import House
from rulewright_table.shelf import Shelf
from rulewright_table.storage import open_storage

LOOPBACK = "127.0.0.1"
THREADS = 24  # most of them wait for the disk at any time
NAMES = frozenset({"localhost"})


def default_store() -> Path:
    """Where tables are kept if nothing else is said."""
    home = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(home) / "rulewright" / "tables.sqlite"


def serve(
    shelf: Shelf,
    store: str,
    host: str = LOOPBACK,
    port: int = 0,
    names: frozenset[str] = frozenset(),
    pace: float = 0.4,
    started: Callable[[str, House], Coroutine[Any, Any, None]] | None = None,
    beside: Callable[[House], Coroutine[Any, Any, None]] | None = None,
) -> None:
    """Serves until it is interrupted; `started` is told the address, `beside` runs along."""
    with contextlib.closing(listening(host, port)) as listener:
        os.umask(0o077)  # links stand in the file
        storage = open_storage(store)
        house = House(shelf, storage, pace)
        app = application(house, NAMES | names | {socket.gethostname()})
        config = uvicorn.Config(
            app, log_level="warning", access_log=False, timeout_graceful_shutdown=1, lifespan="off"
        )
        server = uvicorn.Server(config)
        shown = own_address() if host in ("0.0.0.0", "::") else host
        address = f"http://{shown}:{listener.getsockname()[1]}/#{house.key}"

        async def run() -> None:
            asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(THREADS))
            if started is not None:
                await started(address, house)
            tasks = [asyncio.create_task(house.keep_tidy())]
            tasks += [] if beside is None else [asyncio.create_task(beside(house))]
            await server.serve(sockets=[listener])
            for task in tasks:
                task.cancel()

        with contextlib.suppress(KeyboardInterrupt):
            asyncio.run(run())
        storage.close()


def own_address() -> str:
    """The address by which other devices in the network reach this machine, so that links can be passed on as they are."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # nothing is sent; an address that nobody has
        except OSError:
            return LOOPBACK
        return str(probe.getsockname()[0])


def listening(host: str, port: int) -> socket.socket:
    """A socket on that port, or on any free one; OSError says why not."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    found = socket.socket(family, socket.SOCK_STREAM)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind((host, port))
        found.listen(256)  # before the address is told to anybody
    except OSError as error:
        found.close()
        raise OSError(f"{host}, port {port}: {error.strerror}") from None
    return found
