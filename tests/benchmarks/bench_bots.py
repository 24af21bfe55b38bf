"""How well bots play: Connect Four against OpenSpiel's tree search, heavy games with themselves and against random players."""

from __future__ import annotations

import argparse
import importlib
import random
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import measuring

measuring.roots()

from rulewright import pipeline  # noqa: E402
from rulewright.tools.cores import core_from  # noqa: E402

HEAVY = (
    ("terra_mystica", 4),
    ("terracotta_army", 4),
    ("great_wall", 3),
    ("path_of_light_and_shadow", 3),
)

# Learned by random games and four rounds of self-play, 48 hidden units; 92.0 ±0.8 with itself at 300 positions (200 games).
YARDSTICK = Path(__file__).with_name("yardstick.json")


def main(argv: Sequence[str] = ()) -> int:
    parser = argparse.ArgumentParser(prog="rulewright bench bots --", description=__doc__)
    parser.add_argument("--games", type=measuring.count, default=400, help="of Connect Four")
    parser.add_argument("--heavy", type=measuring.count, default=200, help="games of each heavy game")
    parser.add_argument("--bot", default="turn", help="who plays the heavy games")
    parser.add_argument("--only", help="one of the games, or yardstick")
    arguments = parser.parse_args(argv)
    if arguments.only in (None, "connect_four"):
        against_open_spiel(arguments.games)
    for game, players in HEAVY:
        if arguments.only in (None, game):
            heavy(game, players, arguments.bot, arguments.heavy)
    if arguments.only in (None, "yardstick"):
        against_yardstick(arguments.bot, arguments.heavy)
    return 0


def against_open_spiel(games: int) -> None:
    """Both think with 1000 simulations; they take turns at beginning."""
    pyspiel: Any = measuring.optional("pyspiel", "open_spiel")
    if pyspiel is None:
        return
    from connect_four.engine import ENGINE
    from rulewright_runtime import fast
    from rulewright_runtime.bots import make_bot
    from rulewright_runtime.core import step

    core_from(ENGINE, lambda: pipeline.load(measuring.ROOT / "rules" / "connect_four", ""))
    game = pyspiel.load_game("connect_four")
    results: list[float] = []
    spent = [0.0, 0.0]
    asked = [0, 0]
    for number in range(games):
        evaluator = pyspiel.RandomRolloutEvaluator(1, number)
        other = pyspiel.MCTSBot(game, evaluator, 2.0, 1000, 1000, False, number, False)
        bot = make_bot("mcts:1000", ENGINE, 2, number)
        state, g, mine = game.new_initial_state(), fast.new(ENGINE, 2, number), number % 2
        columns = list(g.options)  # they stay the same numbers
        while not state.is_terminal():
            if len(state.legal_actions()) == 1:  # our engine has played it already, since there was no choice
                state.apply_action(state.legal_actions()[0])
                continue
            ours = state.current_player() == mine
            began = time.process_time()
            column = columns.index(bot.answer(g)) if ours else other.step(state)
            spent[not ours] += time.process_time() - began
            asked[not ours] += 1
            step(g, columns[column])
            state.apply_action(column)
        assert g.then is None
        results.append((state.returns()[mine] + 1) / 2)
    mean, half = interval(results)
    print(
        f"connect_four, mcts:1000 against OpenSpiel's with 1000: {100 * mean:.1f} ±{100 * half:.1f} % of the points in "
        f"{games} games; {1e3 * spent[0] / asked[0]:.1f} and {1e3 * spent[1] / asked[1]:.1f} ms a decision"
    )


def heavy(game: str, players: int, name: str, games: int) -> None:
    """The mean score with itself, then alone among random players."""
    from rulewright_runtime import fast
    from rulewright_runtime.bots import make_bot
    from rulewright_runtime.core import step

    engine = importlib.import_module(game).ENGINE
    core_from(engine, lambda: pipeline.load(measuring.ROOT / "rules" / game, ""))
    for others, label in ((name, "with itself"), ("random", "among random players")):
        own: list[float] = []
        wins: list[float] = []
        zeros = 0
        began = time.process_time()
        for number in range(games):
            seat = number % players
            bots = [
                make_bot(name if each == seat else others, engine, players, number * 10 + each)
                for each in range(players)
            ]
            g = fast.new(engine, players, random.Random(number).getrandbits(40))
            while g.then is not None:
                step(g, bots[g.player].answer(g))
            scores = [engine.score(g, each) for each in range(players)]
            own.append(sum(scores) / players if others == name else scores[seat])
            zeros += sum(score == 0 for score in scores) if others == name else 0
            wins.append(float(seat in g.winners))
        mean, half = interval(own)
        extra = (
            f"zeros {100 * zeros / games / players:.1f} %"
            if others == name
            else f"wins {100 * sum(wins) / games:.1f} %"
        )
        each = (time.process_time() - began) / games
        print(
            f"{game}, {players} players, {name} {label}: {mean:.1f} ±{half:.1f}, {extra}; {games} games, {each:.2f} s each",
            flush=True,
        )


def against_yardstick(name: str, games: int) -> None:
    """Alone among three who play Terra Mystica by a value that stays as it is, whatever is learned later."""
    from rulewright_runtime import fast
    from rulewright_runtime.bots import make_bot
    from rulewright_runtime.bots.outcomes import share_of_win
    from rulewright_runtime.core import step

    engine = importlib.import_module("terra_mystica").ENGINE
    core_from(engine, lambda: pipeline.load(measuring.ROOT / "rules" / "terra_mystica", ""))
    wins: list[float] = []
    for number in range(games):
        seat = number % 4
        bots = [
            make_bot(name if each == seat else f"turn:300@{YARDSTICK}", engine, 4, number * 10 + each)
            for each in range(4)
        ]
        g = fast.new(engine, 4, random.Random(number).getrandbits(40))
        while g.then is not None:
            step(g, bots[g.player].answer(g))
        wins.append(share_of_win(g.winners, 4, seat))
    mean, half = interval(wins)
    print(
        f"terra_mystica, {name} against three yardsticks: wins {100 * mean:.1f} ±{100 * half:.1f} % of {games} games"
    )


def interval(values: list[float]) -> tuple[float, float]:
    """A mean and half of its interval of 95 %."""
    mean = sum(values) / len(values)
    spread = (sum((value - mean) ** 2 for value in values) / max(1, len(values) - 1)) ** 0.5
    return mean, 1.96 * spread / len(values) ** 0.5


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
