"""Random playouts of Connect Four: the generated engine, a plain Python one, PettingZoo's and OpenSpiel's."""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Callable, Sequence
from typing import Any

import measuring
from plain_connect_four import ConnectFour

measuring.roots()

Work = Callable[[], int]
AGAINST_PLAIN = 0.8
AGAINST_PETTINGZOO = 10.0


def generated(rng: random.Random) -> Work:
    from connect_four._runtime import fast
    from connect_four.engine import ENGINE

    def one_game() -> int:
        return fast.playout(fast.new(ENGINE, 2), rng)

    return one_game


def plain(rng: random.Random) -> Work:
    choice = rng.random

    def one_game() -> int:
        game = ConnectFour()
        count = 0
        while not game.over:
            moves = game.moves()
            game.play(moves[int(choice() * len(moves))])
            count += 1
        return count

    return one_game


def pettingzoo(rng: random.Random) -> Work | None:
    module = measuring.optional("pettingzoo.classic.connect_four_v3", "pettingzoo[classic]")
    if module is None:
        return None
    env: Any = module.env()
    choice = rng.random

    def one_game() -> int:
        env.reset()
        count = 0
        for _ in env.agent_iter():
            observation, _, termination, truncation, _ = env.last()
            if termination or truncation:
                env.step(None)
                continue
            mask = observation["action_mask"]
            moves = [column for column in range(7) if mask[column]]
            env.step(moves[int(choice() * len(moves))])
            count += 1
        return count

    return one_game


def open_spiel(rng: random.Random) -> Work | None:
    module: Any = measuring.optional("pyspiel", "open_spiel")
    if module is None:
        return None
    game: Any = module.load_game("connect_four")
    choice = rng.random

    def one_game() -> int:
        state = game.new_initial_state()
        count = 0
        while not state.is_terminal():
            moves = state.legal_actions()
            state.apply_action(moves[int(choice() * len(moves))])
            count += 1
        return count

    return one_game


def main(argv: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="bench connect_four", description=__doc__)
    parser.add_argument(
        "--rounds", type=measuring.count, default=15, help="how often each engine has its turn"
    )
    parser.add_argument(
        "--seconds", type=measuring.seconds, default=0.15, help="of processor time for each turn"
    )
    args = parser.parse_args(argv)
    makers = {"generated": generated, "plain": plain, "pettingzoo": pettingzoo, "open_spiel": open_spiel}
    contenders: dict[str, Work] = {}
    for name, maker in makers.items():
        work = maker(random.Random(7))
        if work is not None:
            contenders[name] = work
    # The same random games for all: a playout is as many decisions everywhere.
    length = sum(contenders["plain"]() for _ in range(500)) / 500
    found = measuring.rates(contenders, args.rounds, args.seconds)
    rows = [("engine", "decisions/s", "playouts/s", "generated engine is")]
    for name, value in found.items():
        ratio = found.ratio("generated", name)
        rows.append((name, f"{value:,.0f}", f"{value / length:,.0f}", f"{ratio:.2f} times as fast"))
    measuring.table(rows)
    measuring.verdict("generated / plain", found.ratio("generated", "plain"), AGAINST_PLAIN)
    if "pettingzoo" in found:
        ratio = found.ratio("generated", "pettingzoo")
        measuring.verdict("generated / PettingZoo", ratio, AGAINST_PETTINGZOO)
    if "open_spiel" in found:
        print(f"  generated / OpenSpiel driven from Python: {found.ratio('generated', 'open_spiel'):.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
