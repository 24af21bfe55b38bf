"""An engine as `rulewright ship --native` compiles it: the same games move by move, and how much faster it is."""

from __future__ import annotations

import argparse
import importlib
import json
import os
import pickle
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import generated_engines as engines
import measuring

GOAL = 4  # times as fast as pure Python
LIMIT = 5_000  # decisions of one game


# ---------------------------------------------------------------- building


def lay_out(folder: Path, name: str) -> None:
    """The package as it is shipped, every file byte for byte that of the repository."""
    ignored = shutil.ignore_patterns("__pycache__", "*.so")
    shutil.copytree(measuring.ROOT / "generated" / name, folder / name, ignore=ignored)
    (folder / name / "_runtime.py").unlink()
    runtime = measuring.ROOT / "runtime" / "rulewright_runtime"
    shutil.copytree(runtime, folder / name / "_runtime", ignore=ignored)


# ---------------------------------------------------------------- playing, in a process of its own


def played(name: str, seed: int) -> list[Any]:
    """One random game: every decision, then all fields of the last position. Copies take over on the way."""
    engine, fast = engines.load(name)
    rng = random.Random(seed)
    position = fast.new(engine, engines.seats(engine), seed=seed)
    lines: list[Any] = []
    while position.then is not None and len(lines) < LIMIT:
        pick = rng.choice(position.options)
        lines.append([position.player, position.you, position.choice, list(position.options), pick])
        fast.step(position, pick)
        if len(lines) % 7 == 0:
            position = position.clone()
        elif len(lines) % 50 == 0:
            position = pickle.loads(pickle.dumps(position))
    fields = position.__reduce__()[1][-1]
    lines.append({key: repr(value) for key, value in fields.items()})
    return lines


def worker(folder: str, name: str, games: int, seconds: float) -> None:
    """Prints the games and the decisions a second as JSON."""
    sys.path[:] = [folder, *(p for p in sys.path if Path(p or ".").resolve().parent != measuring.ROOT)]
    engine, fast = engines.load(name)
    rules = importlib.import_module(f"{name}.rules")
    rng = random.Random(engines.SEED)
    numbers = iter(range(10**9))

    def some_games() -> int:
        position = fast.new(engine, engines.seats(engine), seed=next(numbers))
        return int(fast.playout(position, rng, LIMIT))

    found = {
        "native": not str(rules.__file__).endswith(".py"),
        "games": [played(name, seed) for seed in range(games)],
        "rate": measuring.rates({"engine": some_games}, 1, seconds)["engine"] if seconds else 0.0,
    }
    print(json.dumps(found))


def run_worker(folder: Path, name: str, games: int, seconds: float) -> dict[str, Any]:
    words = ["--worker", str(folder), name, str(games), str(seconds)]
    done = subprocess.run(
        [sys.executable, str(Path(__file__).resolve()), *words],
        env={key: value for key, value in os.environ.items() if key != "PYTHONPATH"},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise SystemExit(f"the engine in {folder.name}/ failed:\n{done.stderr[-2000:]}")
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def difference(pure: list[list[Any]], native: list[list[Any]]) -> str:
    """Where the games part, or ""."""
    for seed, (one, other) in enumerate(zip(pure, native)):
        for i, (a, b) in enumerate(zip(one, other)):
            if a != b:
                return f"game {seed}, decision {i}: pure {a}, native {b}"
        if len(one) != len(other):
            return f"game {seed}: {len(one)} and {len(other)} decisions"
    return ""


# ---------------------------------------------------------------- the benchmark


def main(argv: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="bench native", description=__doc__)
    parser.add_argument(
        "engine", nargs="?", default="connect_four", help="a package in generated/ (default: connect_four)"
    )
    parser.add_argument(
        "--games", type=measuring.count, default=100, help="games that are compared move by move"
    )
    parser.add_argument(
        "--rounds", type=measuring.count, default=3, help="how often each of the two is timed"
    )
    parser.add_argument(
        "--seconds", type=measuring.seconds, default=0.5, help="of processor time for each turn"
    )
    parser.add_argument("--optimise", default="3", help="level of the C compiler (default: 3)")
    parser.add_argument("--keep", type=Path, help="build here, and leave it there")
    args = parser.parse_args(argv)
    if args.engine not in engines.names():
        parser.error(f"there is no engine {args.engine} in generated/")
    measuring.roots()
    from rulewright.ship import native
    from rulewright.ship.shipment import ShipError

    try:
        native.check_tools()
    except ShipError as missing:
        print(f"left out: {missing.message} ({missing.hint})")
        return 0
    with tempfile.TemporaryDirectory(prefix="rulewright-native-") as made:
        folder = args.keep or Path(made)
        for name in ("pure", "native"):
            shutil.rmtree(folder / name, ignore_errors=True)
            (folder / name).mkdir(parents=True)
            lay_out(folder / name, args.engine)
        started = time.perf_counter()
        native.compile_package(folder / "native", args.engine, args.optimise)
        return compared(folder, args, time.perf_counter() - started)


def compared(folder: Path, args: argparse.Namespace, seconds: float) -> int:
    found = {name: run_worker(folder / name, args.engine, args.games, 0) for name in ("pure", "native")}
    if not found["native"]["native"] or found["pure"]["native"]:
        raise SystemExit("the compiled modules were not the ones that were imported")
    parted = difference(found["pure"]["games"], found["native"]["games"])
    decisions = sum(len(game) - 1 for game in found["pure"]["games"])
    best = {"pure": 0.0, "native": 0.0}
    for _ in range(args.rounds):
        for name in best:
            best[name] = max(best[name], run_worker(folder / name, args.engine, 0, args.seconds)["rate"])
    rows = [(args.engine, "decisions/s")] + [(name, f"{value:,.0f}") for name, value in best.items()]
    measuring.table(rows)
    print(f"  compiled unchanged with mypyc in {seconds:.0f} s")
    measuring.verdict("native / pure", best["native"] / best["pure"], GOAL)
    if parted:
        print(f"  NOT the same games: {parted}")
        return 1
    print(f"  the same {args.games} games, {decisions:,} decisions, with clones and pickles on the way")
    return 0


if __name__ == "__main__":
    if sys.argv[1:2] == ["--worker"]:
        worker(sys.argv[2], sys.argv[3], int(sys.argv[4]), float(sys.argv[5]))
    else:
        sys.exit(main(sys.argv[1:]))
