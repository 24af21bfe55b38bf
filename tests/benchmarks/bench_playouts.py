"""Random play of every generated engine: decisions a second and the time of a clone, beside catanatron's Catan.

catanatron, a heavy game written by hand in Python for speed, takes turns with each engine, so that both meet the same machine.
catanatron asks also where one answer is left; an engine of ours gives such an answer itself, and asks for it only where not
to ask would tell others something. So there are three counts:

- `/ ticks`, the strictest: what we ask of somebody against all that catanatron asks;
- `all / ticks`: on both sides all answers, also those that cannot be otherwise;
- `/ choices`: on both sides only what has at least two answers.
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
SAMPLE = 3_000  # decisions of which it is counted how many answers they are in each way
GOALS = {
    "terracotta_army": (5, 10),
    "terra_mystica": (2, 5),
    "great_wall": (4, 5),
    "path_of_light_and_shadow": (3, 5),
}
HEAD = (
    "engine",
    "players",
    "decisions/s",
    "clone",
    "/ ticks",
    "all / ticks",
    "/ choices",
    "/ clone",
    "goals",
)


class Random:
    """Plays an engine at random, game after game."""

    def __init__(self, name: str) -> None:
        self.engine, self.fast = engines.load(name)
        self.rng = random.Random(engines.SEED)
        self.games = 0
        self.position: Any = None

    def be_in_a_game(self) -> None:
        if self.position is None or self.position.then is None:
            self.games += 1
            self.position = self.fast.new(self.engine, engines.seats(self.engine), seed=self.games)

    def decisions(self) -> int:
        done = 0
        while done < SLICE:
            self.be_in_a_game()
            done += self.fast.playout(self.position, self.rng, SLICE - done)
        return done

    def clones(self) -> int:
        for _ in range(CLONES):
            self.position.clone()
        return CLONES

    def counted_alike(self) -> tuple[float, float]:
        """For each decision: all answers, also those that nobody is asked for, and those of at least two."""
        answers = choices = 0

        def note(g: Any, you: int, *_: Any) -> None:
            nonlocal answers
            answers += you < g.players

        for _ in range(SAMPLE):
            self.be_in_a_game()
            choices += len(self.position.options) > 1
            answers += 1
            self.position.machine.noting = note
            self.fast.playout(self.position, self.rng, 1)
            self.position.machine.noting = None
        return answers / SAMPLE, choices / SAMPLE


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

    def ticks(self) -> int:
        for _ in range(SLICE):
            self.tick()
        return SLICE

    def choices(self) -> int:
        return sum(self.tick() > 1 for _ in range(SLICE))

    def tick(self) -> int:
        """Plays on by one answer; how many there were to choose from."""
        if self.game.winning_color() is not None or self.game.state.num_turns >= 1000:
            self.game = self.new()
        answers = len(self.game.state.playable_actions)
        self.game.play_tick()
        return answers

    def clones(self) -> int:
        for _ in range(CLONES):
            self.game.copy()
        return CLONES


def row(name: str, ours: Random, catan: Catan | None, rounds: int, seconds: float) -> tuple[str, ...]:
    work: dict[str, Callable[[], int]] = {"decisions": ours.decisions, "clones": ours.clones}
    if catan is not None:
        work |= {"ticks": catan.ticks, "choices": catan.choices, "copies": catan.clones}
    found = measuring.rates(work, rounds, seconds)
    cells = [
        name,
        str(engines.seats(ours.engine)),
        f"{found['decisions']:,.0f}",
        f"{1e6 / found['clones']:,.1f} us",
    ]
    if catan is not None:
        goal = GOALS.get(name.removesuffix("_ru").removesuffix("_pl"))
        if goal is not None:
            measuring.note(f"{name} / ticks", found.ratio("decisions", "ticks"), goal[0])
        answers, choices = ours.counted_alike()
        cells += [
            f"{found.ratio('decisions', 'ticks'):.2f}",
            f"{found.ratio('decisions', 'ticks') * answers:.2f}",
            f"{found.ratio('decisions', 'choices') * choices:.2f}",
            f"{found.ratio('clones', 'copies'):.1f}",
            f"{goal[0]} and {goal[1]}" if goal else "",
        ]
    return tuple(cells)


def main(argv: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="bench playouts", description=__doc__)
    parser.add_argument("engines", nargs="*", help="names of packages in generated/ (default: all)")
    parser.add_argument(
        "--rounds", type=measuring.count, default=measuring.ROUNDS, help="how often each engine has its turn"
    )
    parser.add_argument(
        "--seconds", type=measuring.seconds, default=0.3, help="of processor time for each turn"
    )
    args = parser.parse_args(argv)
    module = measuring.optional("catanatron", "catanatron")
    catan = Catan(module) if module is not None else None
    rows = [HEAD if catan is not None else HEAD[:4]]
    failed: list[str] = []
    for name in engines.names(args.engines):
        ours = Random(name)
        try:
            rows.append(row(name, ours, catan, args.rounds, args.seconds))
        except Exception as error:  # the rules of one game must not hide the figures of the others
            failed.append(f"{name}: {type(error).__name__}: {error} (game with seed {ours.games})")
    measuring.table(rows)
    for line in failed:
        print(f"  {line}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
