"""The search for plays in which two sides part: many games at once, on all cores, the shortest are kept."""

from __future__ import annotations

import os
import random
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rulewright.tools.diff.aims import Aim, aimed, way_gone
from rulewright.tools.diff.engines import imported
from rulewright.tools.diff.lockstep import Duo, Options, Picker, Play, side, stepped, taste
from rulewright.tools.diff.report import WitnessKind
from rulewright.tools.diff.shrink import shortened

TAILS = 20  # other endings of a game that are tried for those that have never parted
ENDING = 40  # decisions before the end from which they begin
EVERY = 4  # decisions between two positions that are kept for that
CHUNK = 5  # games of one share
ROUND = (
    16  # shares between two looks at what was found: fixed, so that the result does not depend on the cores
)
STRENGTHS = (0.0, 1.0, 2.5, 5.0)  # how strong the likings of the players are, in turn
LIMIT = 5_000  # decisions of a game


@dataclass(frozen=True, slots=True)
class Task:
    """A share of the games; `bounds` are the lengths below which a play is of interest, by engine."""

    folder: str
    old: str
    others: tuple[str, ...]
    players: tuple[int, ...]
    options: tuple[tuple[str, int], ...]
    seeds: range
    bounds: tuple[int, ...]
    aim: Aim | None = None


def search(
    folder: Path,
    old: str,
    others: list[str],
    players: tuple[int, ...],
    options: Options,
    seeds: range,
    progress: Callable[[int], None],
    aim: Aim | None = None,
) -> list[Play | None]:
    """For each of the other engines the shortest play found in which it parts from the old one."""
    best: list[Play | None] = [None for _ in others]

    def task(seeds: range) -> Task:
        bounds = tuple(LIMIT if one is None else one.length for one in best)
        return Task(str(folder), old, tuple(others), players, tuple(options.items()), seeds, bounds, aim)

    chunk = CHUNK if aim is None else 1
    shares = [seeds[at : at + chunk] for at in range(0, len(seeds), chunk)]
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for at in range(0, len(shares), ROUND):
            tasks = [task(share) for share in shares[at : at + ROUND]]
            for share, found in zip(shares[at : at + ROUND], pool.map(_searched, tasks), strict=True):
                _keep(best, found.plays)
                progress(len(share))
    return best


def scouted(
    folder: Path, old: str, other: str, aims: list[tuple[int, Aim]], options: Options, games: int, seed: int
) -> tuple[int, Aim]:
    """Of several numbers of players and aims the one that is pursued farthest, tried in a few games each."""
    tasks = [
        Task(
            str(folder),
            old,
            (other,),
            (players,),
            tuple(options.items()),
            range(seed, seed + games),
            (LIMIT,),
            aim,
        )
        for players, aim in aims
    ]
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        ways = [found.way for found in pool.map(_searched, tasks)]
    return aims[ways.index(max(ways))]


def shrunk(
    folder: Path,
    old: str,
    plays: list[tuple[str, Play]],
    options: Options,
    tries: int,
    progress: Callable[[int], None],
) -> list[tuple[Play, bool]]:
    """Each play made as short as possible, and whether every shorter one was tried."""
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        futures = [
            pool.submit(_shrunk, str(folder), old, other, play, options, tries) for other, play in plays
        ]
        results = []
        for future in futures:
            results.append(future.result())
            progress(1)
    return results


def _keep(best: list[Play | None], found: list[Play | None]) -> None:
    """Keeps the shorter play of each candidate."""
    for i, play in enumerate(found):
        known = best[i]
        if play is not None and (known is None or play.length < known.length):
            best[i] = play


# ---------------------------------------------------------------- in a process of its own


def _searched(task: Task) -> _Found:
    """The shortest plays that one task found."""
    found = _Found([None for _ in task.others], 0.0)
    bounds = list(task.bounds)
    for seed in task.seeds:
        players = task.players[seed % len(task.players)]
        for i, play in _one_game(task, players, seed, bounds, found):
            found.plays[i], bounds[i] = play, play.length
    return found


def _duos(folder: str, old: str, others: tuple[str, ...], players: int) -> list[Duo]:
    """The old side with each of the others, loaded in this process."""
    first = side(imported(Path(folder), old), players)
    return [Duo(first, side(imported(Path(folder), other), players)) for other in others]


@dataclass(slots=True)
class _Found:
    """What a share of the games came to."""

    plays: list[Play | None]
    way: float  # how far the aim was pursued, in all games together


@dataclass(slots=True)
class _Table:
    """One game on the old side, and the others that have not parted from it yet."""

    duos: list[Duo]
    a: Any
    following: dict[int, Any]
    played: list[tuple[str, int]]

    def clone(self) -> _Table:
        """A copy on which all engines can play on."""
        following = {i: b.clone() for i, b in self.following.items()}
        return _Table(self.duos, self.a.clone(), following, self.played[:])

    def step(self, option: int) -> Iterator[tuple[int, WitnessKind]]:
        """Plays a move for all; gives those that part over it."""
        a = self.a
        self.played.append((self.duos[0].old.choices[a.choice], option))
        carried = {i: self.duos[i].carried(a, b, option) for i, b in self.following.items()}
        if not stepped(a, option):
            self.following.clear()
        for i, b in list(self.following.items()):
            there = carried[i]
            if there is None or not stepped(b, there):
                del self.following[i]
                continue
            kind = self.duos[i].parted(a, b)
            if kind is not None:
                del self.following[i]
                yield i, kind


def _one_game(
    task: Task, players: int, seed: int, bounds: list[int], found: _Found
) -> Iterator[tuple[int, Play]]:
    """One game, and some other endings of it for those that have never parted."""
    duos = _duos(task.folder, task.old, task.others, players)
    table = _Table(duos, duos[0].old.new(players, seed, dict(task.options)), {}, [])
    for i, duo in enumerate(duos):
        b = duo.new.new(players, seed, dict(task.options))
        if duo.parted(table.a, b) is None:
            table.following[i] = b
        elif bounds[i] > 0:
            yield i, Play(players, seed, (), "setup")
    rng = random.Random(seed)
    pick = taste(rng, STRENGTHS[seed // len(task.players) % len(STRENGTHS)])
    if task.aim is not None:
        pick = aimed(duos[0].old.engine, task.aim, players, rng) or pick
    start = table.a.clone()
    kept: deque[_Table] = deque(maxlen=ENDING // EVERY)
    for i, play in _played_on(table, pick, players, seed, bounds, kept):
        bounds[i] = play.length
        yield i, play
    if task.aim is not None:
        found.way += way_gone(duos[0].old.engine, task.aim, start, table.a)
    for _ in range(TAILS if kept else 0):
        other = rng.choice(kept).clone()
        other.following = {i: b for i, b in other.following.items() if bounds[i] >= LIMIT}
        for i, play in _played_on(other, taste(rng, 0.0), players, seed, bounds, None):
            bounds[i] = play.length
            yield i, play


def _played_on(
    table: _Table, pick: Picker, players: int, seed: int, bounds: list[int], kept: deque[_Table] | None
) -> Iterator[tuple[int, Play]]:
    """Plays until all have parted, or nothing shorter can come of it."""
    while table.a.then is not None and table.following:
        short = len(table.played) + 1
        table.following = {i: b for i, b in table.following.items() if short < bounds[i]}
        if kept is not None and short % EVERY == 0:
            kept.append(table.clone())
        for i, kind in table.step(pick(table.a)):
            yield i, Play(players, seed, tuple(table.played), kind)


def _shrunk(folder: str, old: str, other: str, play: Play, options: Options, tries: int) -> tuple[Play, bool]:
    """The shortest play found that shows the same difference, and whether all shorter ones were tried."""
    (duo,) = _duos(folder, old, (other,), play.players)
    return shortened(duo, play, options, tries)
