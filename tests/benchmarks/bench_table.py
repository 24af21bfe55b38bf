"""The table under load: many tables with bots, a move at each every few seconds, many listeners, a kill in between.

Everything that the server acknowledged must still be there when it starts again. `--help` lists the figures.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from table.serving import Server

GAMES = {
    "connect_four": 2,
    "terracotta_army": 3,
    "terra_mystica": 4,
    "great_wall": 3,
    "path_of_light_and_shadow": 3,
}


@dataclass
class Load:
    """What is found out."""

    answers: list[float] = field(default_factory=list)  # seconds
    heard: int = 0  # moments
    refused: Counter[str] = field(default_factory=Counter)  # by the server's words
    cut: int = 0  # requests that the kill left without an answer
    acknowledged: dict[str, list[int]] = field(default_factory=dict)  # path of a seat -> revisions


async def request(
    port: int, method: str, path: str, body: Any = None
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=2**22)
    data = b"" if body is None else json.dumps(body).encode()
    head = f"{method} {path} HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\ncontent-type: application/json\r\ncontent-length: {len(data)}\r\nconnection: close\r\n\r\n"
    writer.write(head.encode() + data)
    await writer.drain()
    return reader, writer


async def listen(port: int, path: str, load: Load, moments: asyncio.Queue[Any] | None) -> None:
    """One stream; with a queue, what it says is passed on."""
    while True:
        try:
            reader, _ = await request(port, "GET", f"/api/seat/{path}/events")
            async for line in reader:
                if line.startswith(b"data: "):
                    load.heard += 1
                    if moments is not None:
                        found = json.loads(line[6:])
                        if "revision" in found:
                            moments.put_nowait(found)
        except (OSError, ValueError):
            pass
        await asyncio.sleep(0.5)  # the server was killed: come back, as a browser does


async def person(port: int, path: str, load: Load, every: float) -> None:
    """Answers whatever is asked, some seconds later."""
    moments: asyncio.Queue[Any] = asyncio.Queue()
    listening = asyncio.create_task(listen(port, path, load, moments))
    rng = random.Random(path)
    known = load.acknowledged[path]
    try:
        while True:
            moment = await moments.get()
            while not moments.empty():
                moment = moments.get_nowait()
            asked = next((one for one in moment["decisions"] if "options" in one), None)
            if asked is None or (known and moment["revision"] < known[-1]):
                continue  # nothing is asked, or this was said before the last answer
            await asyncio.sleep(every * rng.uniform(0.8, 1.2))
            wish = {
                "revision": moment["revision"],
                "player": asked["player"],
                "option": rng.randrange(len(asked["options"])),
            }
            started = time.perf_counter()
            try:
                reader, writer = await request(port, "POST", f"/api/seat/{path}/play", wish)
                head, _, told = (await reader.read()).partition(b"\r\n\r\n")
                writer.close()
                found = json.loads(told)
            except (OSError, ValueError):
                load.cut += 1  # whether it counts shows the next moment
                continue
            if b" 200 " in head.split(b"\r\n", 1)[0]:
                load.answers.append(time.perf_counter() - started)
                known.append(found["revision"])
            else:
                load.refused[found["error"]] += 1
    finally:
        listening.cancel()


async def run_load(
    server: Server, seats: list[str], watching: list[str], seconds: float, every: float, load: Load
) -> None:
    """Everybody plays and listens; in the middle of it the server is killed, and started again at once."""
    port = int(server.base.rpartition(":")[2])
    tasks = [asyncio.create_task(person(port, path, load, every)) for path in seats]
    tasks += [asyncio.create_task(listen(port, path, load, None)) for path in watching]
    await asyncio.sleep(seconds / 2)
    server.kill()
    await asyncio.to_thread(server.start)
    await asyncio.sleep(seconds / 2)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def lost(server: Server, load: Load) -> int:
    """Acknowledged moves that are not there: an answer was asked for twice, or the table is not as far."""
    count = 0
    for path, revisions in load.acknowledged.items():
        count += sum(later <= earlier for earlier, later in pairwise(revisions))
        now = server.call(f"/api/seat/{path}/forecast?seat=0")["revision"]
        count += bool(revisions) and now < revisions[-1]
    return count


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="rulewright bench table", description=__doc__)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--streams", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument("--every", type=float, default=5, help="seconds between the moves at a table")
    args = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder) / "tables.sqlite", pace=args.every)
        seats, spectators = [], []
        for number in range(args.tables):
            game = list(GAMES)[number % len(GAMES)]
            links = server.table(game, "person", *["random"] * (GAMES[game] - 1))
            time.sleep(0.03)  # the server takes so many requests a second of one address
            seats.append(links[0]["path"].partition("#")[2])
            spectators.append(links[1]["path"].partition("#")[2])
        more = max(0, args.streams - args.tables)
        watching = [spectators[number % len(spectators)] for number in range(more)]
        load = Load(acknowledged={path: [] for path in seats})
        asyncio.run(run_load(server, seats, watching, args.seconds, args.every, load))
        gone = lost(server, load)
        server.stop()
    ordered = sorted(load.answers)
    print(f"{args.tables} tables, {args.streams} streams, {args.seconds:g} s with a kill -9 in the middle")
    print(
        f"{len(ordered)} moves of people answered, {load.cut} cut off by the kill, {load.refused.total()} refused, {load.heard} moments heard"
    )
    for why, times in load.refused.most_common():
        print(f"  refused {times} times: {why}")
    print(
        f"answers: median {1000 * statistics.median(ordered):.1f} ms, 95 % within {1000 * ordered[int(len(ordered) * 0.95)]:.1f} ms, longest {1000 * ordered[-1]:.0f} ms"
    )
    print(f"acknowledged moves that were lost: {gone}")
    return 1 if gone else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
