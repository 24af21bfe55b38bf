"""Random play of every generated engine: decisions a second and the time of a clone, beside catanatron's Catan.

Games differ in what a decision costs, so these figures compare an engine with itself from one version to the next;
catanatron, a heavy game written by hand in Python for speed, gives the order of magnitude.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Callable, Sequence
from typing import Any

import generated_engines as engines
import measuring

measuring.roots()

SLICE = 100  # decisions between two looks at the clock
CLONES = 50


class Random:
    """Plays an engine at random, game after game."""

    def __init__(self, name: str) -> None:
        self.engine, self.fast = engines.load(name)
        self.rng = random.Random(engines.SEED)
        self.games = 0
        self.position: Any = None

    def decisions(self) -> int:
        done = 0
        while done < SLICE:
            if self.position is None or self.position.then is None:
                self.games += 1
                self.position = self.fast.new(self.engine, engines.seats(self.engine), seed=self.games)
            done += self.fast.playout(self.position, self.rng, SLICE - done)
        return done

    def clones(self) -> int:
        for _ in range(CLONES):
            self.position.clone()
        return CLONES


class Catan:
    """Four random players of catanatron."""

    def __init__(self, module: Any) -> None:
        self.module = module
        random.seed(engines.SEED)
        self.game = self.new()

    def new(self) -> Any:
        colors = (
            self.module.Color.RED,
            self.module.Color.BLUE,
            self.module.Color.WHITE,
            self.module.Color.ORANGE,
        )
        return self.module.Game([self.module.RandomPlayer(color) for color in colors])

    def decisions(self) -> int:
        for _ in range(SLICE):
            if self.game.winning_color() is not None or self.game.state.num_turns >= 1000:
                self.game = self.new()
            self.game.play_tick()
        return SLICE

    def clones(self) -> int:
        for _ in range(CLONES):
            self.game.copy()
        return CLONES


def figures(players: Random | Catan, rounds: int, seconds: float) -> tuple[str, str]:
    work: dict[str, Callable[[], int]] = {"decisions": players.decisions, "clones": players.clones}
    found = measuring.rates(work, rounds, seconds)
    return f"{found['decisions']:,.0f}", f"{1e6 / found['clones']:,.1f} us"


def main(argv: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="bench playouts", description=__doc__)
    parser.add_argument("engines", nargs="*", help="names of packages in generated/ (default: all)")
    parser.add_argument("--rounds", type=int, default=3, help="how often each engine has its turn")
    parser.add_argument("--seconds", type=float, default=0.3, help="of processor time for each turn")
    args = parser.parse_args(argv)
    rows = [("engine", "players", "decisions/s", "clone")]
    failed: list[str] = []
    for name in engines.names(args.engines):
        players = Random(name)
        seats = str(engines.seats(players.engine))
        try:
            rows.append((name, seats, *figures(players, args.rounds, args.seconds)))
        except Exception as error:  # the rules of one game must not hide the figures of the others
            failed.append(f"{name}: {type(error).__name__}: {error} (game with seed {players.games})")
            rows.append((name, seats, "failed", ""))
    module = measuring.optional("catanatron", "catanatron")
    if module is not None:
        rows.append(("catanatron (Catan)", "4", *figures(Catan(module), args.rounds, args.seconds)))
    measuring.table(rows)
    for line in failed:
        print(f"  {line}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
