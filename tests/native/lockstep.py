"""Engines of the repository beside their native cores, as a campaign that prints how many games and decisions there were.

python -m native.lockstep ENGINE GAMES [FILE] (with PYTHONPATH=tests), ENGINE as in great_wall or great_wall_duel. FILE keeps
how many games have been played: a campaign that was stopped goes on, up to so many games in all.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from rulewright.tools.fuzz.beside_core import Pair, play_in_lockstep

__all__ = ["Pair", "play_in_lockstep"]

OFTEN = 20  # games between two looks at the file


def campaign(engine: str, game: str, variant: str, games: int, file: Path | None) -> None:
    """Whole games of an engine, each with another seed and the next number of players."""
    from .test_engines import core_of

    native = core_of(game, variant)
    done, decisions = read(file).get(engine, (0, 0))
    for seed in range(done, games):
        players = native.engine.players[seed % len(native.engine.players)]
        pair = Pair(native, players, 1000 + seed, crossing=0.02)
        decisions += pair.play(limit=10_000)
        assert not pair.failed, f"the rules fail with seed {1000 + seed}"
        if native.engine.score is not None:
            scores = [native.engine.score(pair.g, player) for player in range(players)]
            assert scores == list(pair.n.scores()), f"other scores with seed {1000 + seed}"
        if seed % OFTEN == OFTEN - 1 or seed == games - 1:
            keep(file, engine, seed + 1, decisions)
    print(f"{engine}: {max(done, games)} games, {decisions} decisions alike", flush=True)


def read(file: Path | None) -> dict[str, tuple[int, int]]:
    """The games and decisions of each engine so far."""
    if file is None or not file.exists():
        return {}
    return {name: (games, decisions) for name, (games, decisions) in json.loads(file.read_text()).items()}


def keep(file: Path | None, engine: str, games: int, decisions: int) -> None:
    """Writes down how far an engine has come; a kill leaves the old file or the new one."""
    if file is not None:
        new = file.with_suffix(".new")
        new.write_text(json.dumps({**read(file), engine: (games, decisions)}, indent=1) + "\n")
        new.replace(file)


if __name__ == "__main__":
    from engines.compiled import printed_games

    names = {f"{game}_{variant}" if variant else game: (game, variant) for game, variant in printed_games()}
    kept = Path(sys.argv[3]) if len(sys.argv) > 3 else None
    campaign(sys.argv[1], *names[sys.argv[1]], int(sys.argv[2]), kept)
