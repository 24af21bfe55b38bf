"""Engines of the repository beside their native cores, as a campaign that prints how many games and decisions there were.

python -m native.lockstep ENGINE GAMES (with PYTHONPATH=tests), ENGINE as in great_wall or great_wall_duel.
"""

from __future__ import annotations

import sys

from rulewright.tools.fuzz.beside_core import Pair, play_in_lockstep

__all__ = ["Pair", "play_in_lockstep"]


def campaign(game: str, variant: str, games: int) -> None:
    """So many whole games of an engine, each with another seed and the next number of players."""
    from .test_engines import core_of

    native = core_of(game, variant)
    decisions = 0
    for seed in range(games):
        players = native.engine.players[seed % len(native.engine.players)]
        pair = Pair(native, players, 1000 + seed, crossing=0.02)
        decisions += pair.play(limit=10_000)
        assert not pair.failed, f"the rules fail with seed {1000 + seed}"
    print(f"{game} {variant}: {games} games, {decisions} decisions alike", flush=True)


if __name__ == "__main__":
    from engines.compiled import printed_games

    names = {f"{game}_{variant}" if variant else game: (game, variant) for game, variant in printed_games()}
    campaign(*names[sys.argv[1]], int(sys.argv[2]))
