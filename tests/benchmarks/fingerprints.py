"""Fingerprints of random games: two folders of engines that give the same ones decide the same.

    python tests/benchmarks/fingerprints.py generated > before.txt
    python tests/benchmarks/fingerprints.py generated > after.txt     and compare

Each line is an engine, a number of players and a digest of whole games: who was asked what, which options stood there
in which order, what was answered, and the scores at the end.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib
import random
import sys
from pathlib import Path

from rulewright_runtime import core, fast
from rulewright_runtime.engine import Engine

STEPS = 3000  # decisions of one game at most


def game(engine: Engine, players: int, seed: int) -> str:
    """The digest of one game that is played by chance."""
    digest, chance = hashlib.sha256(), random.Random(seed)
    g = fast.new(engine, players=players, seed=seed)
    for _ in range(STEPS):
        if g.over:
            break
        pick = chance.choice(g.options)
        digest.update(repr((g.player, g.choice, g.options, pick)).encode())
        core.step(g, pick)
    scores = [engine.score(g, p) for p in range(players)] if engine.score is not None else []
    digest.update(repr((g.over, g.winners, scores)).encode())
    return digest.hexdigest()


def main() -> None:
    """Prints a line for each engine and number of players."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("engines", nargs="*")
    parser.add_argument("--games", type=int, default=3)
    args = parser.parse_args()
    sys.path.insert(0, str(args.folder.resolve()))
    for path in sorted(args.folder.glob("*/engine.py")):
        if args.engines and path.parent.name not in args.engines:
            continue
        engine = importlib.import_module(path.parent.name).ENGINE
        for players in engine.players:
            digests = [game(engine, players, seed) for seed in range(args.games)]
            whole = hashlib.sha256("".join(digests).encode()).hexdigest()[:16]
            print(path.parent.name, players, whole, flush=True)


if __name__ == "__main__":
    main()
