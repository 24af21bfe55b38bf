"""Native cores beside the Python engines: random games, single steps, copies, two threads, and how long a core takes to build.

Beside others, if they are installed: Connect Four with the rollouts that OpenSpiel makes in C++, Terra Mystica with catanatron's Catan.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import bench_playouts
import generated_engines as engines
import measuring

measuring.roots()

# Playouts from the start, as multiples of Python's.
GOALS = {
    "connect_four": 30.0,
    "terracotta_army": 35.0,
    "great_wall": 25.0,
    "terra_mystica": 25.0,
    "path_of_light_and_shadow": 20.0,
}
STEP, CLONE = 7.0, 20.0
SECONDS = {"connect_four": 1.5}  # from rules to a loaded core
HEAVY_SECONDS = 10.0
AGAINST_OPENSPIEL, AGAINST_CATANATRON = 5.0, 60.0
TIMES = 20  # copies that are counted at once
GAMES = 100  # playouts in one call
LONG_ENOUGH = 0.2  # seconds of one thread, so that starting it counts for little
ROLLOUTS = 1000  # of OpenSpiel's in one call


def built(name: str, folder: Path) -> tuple[Any, float]:
    """The core of an engine, and the seconds of processor time from its rules to the loaded core, the C compiler's too."""
    from rulewright import pipeline
    from rulewright.emit.c.core import core
    from rulewright_native import building
    from rulewright_runtime import native

    engine, _ = engines.load(name)
    started = processor_time()
    rules = next((measuring.ROOT / "rules").rglob(f"{engine.name}/RULEBOOK.md")).parent
    done = pipeline.load(rules, engine.variant)
    assert done.plan is not None
    path = folder / f"{name}{building.SUFFIX}"
    building.build(core(done.plan, done.sources, "core"), path)
    found = native.load(engine, path)
    return found, processor_time() - started


def processor_time() -> float:
    """What this process and those that it has waited for have spent."""
    spent = os.times()
    return spent.user + spent.system + spent.children_user + spent.children_system


def playouts(core: Any) -> dict[str, Callable[[], int]]:
    """Whole random games on both sides; both count decisions."""
    engine, fast = core.engine, engines.load(core.engine.make.__module__.partition(".")[0])[1]
    players, rng, numbers = engines.seats(engine), random.Random(engines.SEED), iter(range(10**9))
    start = core.before_setup(players)
    return {
        "python": lambda: int(fast.playout(fast.new(engine, players, seed=next(numbers)), rng)),
        "native": lambda: sum(row[0] for row in start.playouts(GAMES, next(numbers), 1)),
    }


def steps(core: Any) -> dict[str, Callable[[], int]]:
    """Random games, one step at a time from Python."""
    engine, fast = core.engine, engines.load(core.engine.make.__module__.partition(".")[0])[1]
    players, rng, numbers = engines.seats(engine), random.Random(engines.SEED), iter(range(10**9))

    def python() -> int:
        g, count = fast.new(engine, players, seed=next(numbers)), 0
        while g.then is not None:
            options = g.options
            fast.step(g, options[int(rng.random() * len(options))])
            count += 1
        return count

    def native() -> int:
        n, count = core.new(players, next(numbers)), 0
        while n.pending:
            options = n.options
            n.step(options[int(rng.random() * len(options))])
            count += 1
        return count

    return {"python": python, "native": native}


def clones(core: Any, name: str) -> dict[str, Callable[[], int]]:
    """Copies of a position in the middle of a game."""
    g = engines.middle(name)
    n = core.taken_over(g)

    def several(work: Callable[[], object]) -> Callable[[], int]:
        return lambda: len([work() for _ in range(TIMES)])

    return {"python": several(g.clone), "native": several(n.clone)}


def two_threads(core: Any) -> float:
    """How many times as much two threads do in the same time as one."""
    count = GAMES
    start = core.before_setup(engines.seats(core.engine))

    def spent(threads: int) -> float:
        started = time.perf_counter()
        running = [threading.Thread(target=start.playouts, args=(count, i, 1)) for i in range(threads)]
        for thread in running:
            thread.start()
        for thread in running:
            thread.join()
        return time.perf_counter() - started

    while spent(1) < LONG_ENOUGH:
        count *= 2
    return max(2 * spent(1) / spent(2) for _ in range(3))


def beside_open_spiel(core: Any) -> dict[str, Callable[[], int]]:
    """Whole random games of Connect Four, ours and those that OpenSpiel makes in C++; empty, said, without it."""
    module: Any = measuring.optional("pyspiel", "open_spiel")
    if module is None:
        return {}
    start, numbers = core.before_setup(2), iter(range(10**9))
    game = module.load_game("connect_four")
    evaluator = module.RandomRolloutEvaluator(ROLLOUTS, engines.SEED)
    # One simulation of the search looks at one position, by so many rollouts from it.
    bot = module.MCTSBot(game, evaluator, 1.4, 1, 10, False, engines.SEED, False)
    state = game.new_initial_state()

    def theirs() -> int:
        bot.step(state)
        return ROLLOUTS

    return {"native": lambda: len(start.playouts(ROLLOUTS, next(numbers), 1)), "theirs": theirs}


def beside_catanatron(core: Any) -> dict[str, Callable[[], int]]:
    """Decisions of random games, ours and all that catanatron asks for; empty, said, without it."""
    module = measuring.optional("catanatron", "catanatron")
    if module is None:
        return {}
    return {"native": playouts(core)["native"], "theirs": bench_playouts.Catan(module).ticks}


BESIDE = {
    "connect_four": ("OpenSpiel's rollouts in C++", beside_open_spiel, AGAINST_OPENSPIEL),
    "terra_mystica": ("catanatron's decisions", beside_catanatron, AGAINST_CATANATRON),
}


def main(argv: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="bench native", description=__doc__)
    parser.add_argument(
        "engines", nargs="*", help="names of packages in generated/ (default: those with goals)"
    )
    parser.add_argument("--rounds", type=measuring.count, default=3, help="how often each side has its turn")
    parser.add_argument(
        "--seconds", type=measuring.seconds, default=0.5, help="of processor time for each turn"
    )
    args = parser.parse_args(argv)
    rows: list[tuple[str, ...]] = [
        ("engine", "built", "decisions/s", "playouts", "steps", "clones", "threads")
    ]
    ratios: dict[str, tuple[float, float, float]] = {}
    spent: dict[str, float] = {}
    others: list[tuple[str, float, float]] = []
    with tempfile.TemporaryDirectory() as folder:
        for name in engines.names(args.engines or GOALS):
            core, took = built(name, Path(folder))
            found = [
                measuring.rates(contenders, args.rounds, args.seconds)
                for contenders in (playouts(core), steps(core), clones(core, name))
            ]
            played, stepped, copied = (x.ratio("native", "python") for x in found)
            ratios[name] = played, stepped, copied
            spent[name] = took
            if name in BESIDE:
                what, contenders, goal = BESIDE[name]
                both = contenders(core)
                if both:
                    ratio = measuring.rates(both, args.rounds, args.seconds).ratio("native", "theirs")
                    others.append((f"{name} / {what}", ratio, goal))
            shown = [f"{x:.1f}" for x in (played, stepped, copied, two_threads(core))]
            rows.append((name, f"{took:.1f} s", f"{found[0]['native']:,.0f}", *shown))
    measuring.table(rows)
    for name, (played, stepped, copied) in ratios.items():
        if name in GOALS:
            measuring.verdict(f"{name}: playouts", played, GOALS[name])
        measuring.verdict(f"{name}: steps", stepped, STEP)
        if name != "connect_four":
            measuring.verdict(f"{name}: clones", copied, CLONE)
        if name in GOALS:
            limit = SECONDS.get(name, HEAVY_SECONDS)
            measuring.verdict(f"{name}: rules to a loaded core", spent[name], limit, at_most=True, unit=" s")
    for what, ratio, goal in others:
        measuring.verdict(what, ratio, goal)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
