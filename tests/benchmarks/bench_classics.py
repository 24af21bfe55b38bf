"""Random playouts a second of the classic games: the Python engine, its native core, Python by hand, OpenSpiel from Python and within itself."""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import bench_native
import generated_engines as engines
import measuring
import plain_classics

measuring.roots()

Work = Callable[[], int]
CHESS = 300.0  # playouts a second of the native core
AGAINST_OPENSPIEL = 1.0  # the native core beside OpenSpiel from Python, median over the games
GAMES = 10  # playouts in one call
HOLDEM = (
    "universal_poker(betting=limit,numPlayers=2,numRounds=4,blind=1 2,raiseSize=2 2 4 4,firstPlayer=1 2 2 2,"
    "maxRaises=3 4 4 4,numSuits=4,numRanks=13,numHoleCards=2,numBoardCards=0 3 1 1,stack=1000 1000)"
)


@dataclass(frozen=True)
class Classic:
    """A classic game, and the same game as OpenSpiel has it; where it plays one hand, ours does too."""

    theirs: str = ""
    options: dict[str, int] = field(default_factory=dict)


CLASSICS = {
    "backgammon_halves": Classic("backgammon(scoring_type=full_scoring)"),
    "breakthrough": Classic("breakthrough"),
    "checkers": Classic("checkers"),
    "chess": Classic("chess"),
    "gin_rummy": Classic("gin_rummy", {"hands": 1}),
    "go": Classic("go(board_size=9,komi=7.5)"),
    "hearts": Classic("hearts(qs_breaks_hearts=false)", {"goal": 1}),
    "hex": Classic("hex"),
    "kalah": Classic("mancala"),
    "leduc_poker": Classic("leduc_poker"),
    "liars_dice_one_throw": Classic("liars_dice(numdice=2)", {"dice_each": 2}),
    "limit_holdem": Classic(HOLDEM, {"hands": 1}),
    "nine_mens_morris": Classic("nine_mens_morris"),
    "othello": Classic("othello"),
    "oware": Classic("oware"),
    "paper_lanterns": Classic(),
    "saltmarsh": Classic(),
}


def python(name: str, classic: Classic) -> Work:
    """Whole random games in the generated engine."""
    engine, fast = engines.load(name)
    players, rng, numbers = engines.seats(engine), random.Random(engines.SEED), iter(range(10**9))

    def one_game() -> int:
        fast.playout(fast.new(engine, players, seed=next(numbers), **classic.options), rng)
        return 1

    return one_game


def native(name: str, classic: Classic, folder: Path) -> Work | None:
    """Whole random games in the native core, or None, said, if it cannot be built."""
    from rulewright.emit.c.unit import Untranslatable
    from rulewright_native.building import BuildError

    try:
        core, _ = bench_native.built(name, folder)
    except (BuildError, Untranslatable) as error:
        print(f"left out: the native core of {name}: {error}")
        return None
    start, numbers = core.before_setup(engines.seats(core.engine), **classic.options), iter(range(10**9))
    return lambda: len(start.playouts(GAMES, next(numbers), 1))


def open_spiel(module: Any, classic: Classic) -> Work:
    """Whole random games of OpenSpiel's, each answer and each draw given from Python."""
    game, rng = module.load_game(classic.theirs), random.Random(engines.SEED)

    def one_game() -> int:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, weights)[0])
            else:
                actions = state.legal_actions()
                state.apply_action(actions[int(rng.random() * len(actions))])
        return 1

    return one_game


def within_open_spiel(module: Any, classic: Classic) -> Work:
    """Whole random games within OpenSpiel, between its own random players: C++ alone."""
    game, numbers = module.load_game(classic.theirs), iter(range(10**9))
    bots = [module.make_uniform_random_bot(seat, engines.SEED + seat) for seat in range(game.num_players())]

    def one_game() -> int:
        module.evaluate_bots(game.new_initial_state(), bots, next(numbers))
        return 1

    return one_game


def by_hand(name: str) -> Work:
    """Whole random games of a program that was written for this game alone, in Python."""
    play, rng = plain_classics.BY_HAND[name], random.Random(engines.SEED)

    def one_game() -> int:
        play(rng)
        return 1

    return one_game


def contenders(name: str, folder: Path, module: Any) -> dict[str, Work]:
    """Whoever can play this game."""
    classic = CLASSICS[name]
    found = {"python": python(name, classic)}
    core = native(name, classic, folder)
    if core is not None:
        found["native"] = core
    if name in plain_classics.BY_HAND:
        found["by hand"] = by_hand(name)
    if module is not None and classic.theirs:
        found["OpenSpiel"] = open_spiel(module, classic)
        found["within OpenSpiel"] = within_open_spiel(module, classic)
    return found


def row(name: str, found: measuring.Rates) -> tuple[str, ...]:
    """A line of the table."""
    shown = [
        f"{found[each]:,.0f}" if each in found else "-"
        for each in ("python", "native", "by hand", "OpenSpiel", "within OpenSpiel")
    ]
    compared = [
        f"{found.ratio(one, other):.1f}" if one in found and other in found else "-"
        for one, other in (
            ("python", "by hand"),
            ("native", "python"),
            ("native", "OpenSpiel"),
            ("native", "within OpenSpiel"),
        )
    ]
    return name, *shown, *compared


def main(argv: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="bench classics", description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help="names of classics (default: all)")
    parser.add_argument("--rounds", type=measuring.count, default=3, help="how often each side has its turn")
    parser.add_argument(
        "--seconds", type=measuring.seconds, default=0.3, help="of processor time for each turn"
    )
    args = parser.parse_args(argv)
    if unknown := sorted(set(args.games) - set(CLASSICS)):
        parser.error(f"no classic is called {unknown[0]}; there are {', '.join(CLASSICS)}")
    module = measuring.optional("pyspiel", "open_spiel")
    found: dict[str, measuring.Rates] = {}
    with tempfile.TemporaryDirectory() as folder:
        for name in args.games or CLASSICS:
            found[name] = measuring.rates(contenders(name, Path(folder), module), args.rounds, args.seconds)
    head = ("playouts/s", "python", "native", "by hand", "OpenSpiel", "within it")
    ratios = ("python/by hand", "native/python", "/OpenSpiel", "/within it")
    measuring.table([(*head, *ratios), *(row(*each) for each in found.items())])
    if "native" in found.get("chess", ()):
        measuring.verdict("chess, native playouts a second", found["chess"]["native"], CHESS)
    beside = [
        each.ratio("native", "OpenSpiel") for each in found.values() if {"native", "OpenSpiel"} <= set(each)
    ]
    if beside:
        name = "native / OpenSpiel from Python, median"
        measuring.verdict(name, statistics.median(beside), AGAINST_OPENSPIEL)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
