"""Many games at once, over processes: the same games whatever the number of processes.

A game that is over begins anew in the same step; its last observation and its results are in its info.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import random
from collections.abc import Sequence
from multiprocessing.connection import Connection
from typing import Any, NamedTuple

from ..engine import Engine
from .environment import SEEDS, Environment

Answer = tuple[list[int], float, bool, dict[str, Any]]


class Stepped(NamedTuple):
    """What became of every game of a batch, in their order."""

    observations: list[list[int]]
    rewards: list[float]
    over: list[bool]  # the game was over, and another one has begun
    infos: list[dict[str, Any]]

    @property
    def masks(self) -> list[list[int]]:
        """1 for each action that is offered now, for each game."""
        return [info["action_mask"] for info in self.infos]


class Batch:
    """Environments side by side; `processes` 0 plays them all in this one."""

    def __init__(self, game: Engine | str, count: int, *, processes: int = 0, **settings: Any) -> None:
        """`settings` are those of `Environment`; with processes they must be fit for a pickle."""
        if count < 1:
            raise ValueError("a batch has at least one game")
        if processes < 0:
            raise ValueError("there cannot be fewer than 0 processes")
        own = Environment(game, **settings)  # says what is wrong before any process begins
        self.count = count
        self.observation_names = own.observation_names
        self.action_names = own.action_names
        self._own: list[Environment] = []
        self._workers: list[_Worker] = []
        if processes == 0:
            self._own = [own, *[Environment(game, **settings) for _ in range(count - 1)]]
            return
        package = game if isinstance(game, str) else game.make.__module__.rpartition(".")[0]
        processes = min(processes, count)
        shares = [count * (i + 1) // processes - count * i // processes for i in range(processes)]
        try:
            for share in shares:
                self._workers.append(_Worker(package, share, settings))
        except BaseException:
            self.close()
            raise

    def reset(self, seed: int = 0) -> Stepped:
        """A new game everywhere; each has its own seed, from this one and its number."""
        seeds = [random.Random(f"{seed} {number}").getrandbits(SEEDS) for number in range(self.count)]
        return self._all("reset", seeds)

    def step(self, actions: Sequence[int]) -> Stepped:
        """One answer in every game."""
        if len(actions) != self.count:
            raise ValueError(f"there are {self.count} games, but {len(actions)} actions")
        return self._all("step", [int(action) for action in actions])

    def _all(self, what: str, numbers: list[int]) -> Stepped:
        """Asks the same of all games, here or in the workers, and gives the answers in the order of the games."""
        if self._own:
            found = _answers(self._own, what, numbers)
        elif not self._workers:
            raise ValueError("the batch is closed")
        else:
            at = 0
            for worker in self._workers:
                worker.ask(what, numbers[at : at + worker.share])
                at += worker.share
            told = [worker.answer() for worker in self._workers]  # all of them, so that none is left unread
            found = []
            for one in told:
                if isinstance(one, Exception):
                    raise one
                found += one
        observations, rewards, over, infos = zip(*found)
        return Stepped(list(observations), list(rewards), list(over), list(infos))

    def close(self) -> None:
        """Ends the processes."""
        for worker in self._workers:
            worker.close()
        self._workers, self._own = [], []

    def __enter__(self) -> Batch:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class _Worker:
    """A process that plays a share of the games."""

    def __init__(self, package: str, share: int, settings: dict[str, Any]) -> None:
        context = multiprocessing.get_context("spawn")
        self.share = share
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=_work, args=(theirs, package, share, settings), daemon=True)
        self._process.start()
        theirs.close()

    def ask(self, what: str, numbers: list[int]) -> None:
        """Sends a request; if the process has ended, `answer` tells."""
        with contextlib.suppress(OSError):  # it has ended; `answer` says so
            self._pipe.send((what, numbers))

    def answer(self) -> list[Answer] | Exception:
        """What became of its games, or why nothing did."""
        try:
            found: list[Answer] | Exception = self._pipe.recv()
            return found
        except (EOFError, OSError):
            self._process.join(5)
            return RuntimeError(f"a process of the batch has ended, with code {self._process.exitcode}")

    def close(self) -> None:
        """Ends the process, by force if it does not end by itself."""
        self._pipe.close()
        self._process.join(5)
        if self._process.is_alive():
            self._process.terminate()
            self._process.join()


def _work(pipe: Connection, package: str, share: int, settings: dict[str, Any]) -> None:
    """Plays until nobody asks any more."""
    try:
        environments = [Environment(package, **settings) for _ in range(share)]
        while True:
            what, numbers = pipe.recv()
            try:
                pipe.send(_answers(environments, what, numbers))
            except Exception as error:  # said where the batch is; the process goes on
                kind = ValueError if isinstance(error, ValueError) else RuntimeError
                pipe.send(kind(str(error) or type(error).__name__))
    except (EOFError, OSError, KeyboardInterrupt):
        return


def _answers(environments: list[Environment], what: str, numbers: list[int]) -> list[Answer]:
    """One answer of each environment; nothing is played if one of the actions is not offered."""
    if what == "reset":
        fresh = [one.reset(seed) for one, seed in zip(environments, numbers)]
        return [(seen, 0.0, False, info) for seen, info in fresh]
    for one, action in zip(environments, numbers):
        one.check(action)
    return [_stepped(one, action) for one, action in zip(environments, numbers)]


def _stepped(one: Environment, action: int) -> Answer:
    """One step of a game; one that is over begins anew, and the last observation is told beside the first."""
    seen, reward, over, _, info = one.step(action)
    if not over:
        return seen, reward, False, info
    again, fresh = one.reset()
    return again, reward, True, {**fresh, "final_observation": seen, "final_info": info}
