"""Plays games on cores with the checks of a compiler's sanitizers; a process of its own, since the checks end it.

    python -m native.sanitized COMPILER GAMES [--alone] TEXT.rules… GAME…

With --alone, Python does not play beside it: its numbers have no end.

test_sanitizers.py starts it. By hand, for a campaign: PYTHONPATH=tests, and LD_PRELOAD with the library of the checks.
"""

from __future__ import annotations

import os
import random
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

SANITIZE = ("-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-fno-omit-frame-pointer")
LIMIT = 120  # answers in one game


def play_alone(core: Any, players: int, seed: int) -> None:
    """One game of random answers, up to a failure of the rules."""
    from rulewright_runtime import RulesFailure

    rng = random.Random(seed)
    try:
        n = core.new(players, seed)
        while n.pending:
            n.clone().step(rng.choice(n.options))
            n.step(rng.choice(n.options))
        n.scores()
    except RulesFailure:
        return


def observe(core: Any, players: int, seed: int) -> None:
    """What every viewer may know, as numbers, at each decision of a game."""
    from rulewright_runtime import fast

    rng = random.Random(seed)
    observer, n = fast.observer(core, players), core.new(players, seed)
    for _ in range(LIMIT):
        for viewer in (None, *range(players)):
            observer.vector(n, viewer)
        if not n.pending:
            break
        n.step(rng.choice(n.options))


def main(argv: list[str]) -> int:
    os.environ.pop("LD_PRELOAD", None)  # it is loaded already; the compiler needs none
    os.environ["CC"] = argv[0]
    from engines.compiled import FOLDERS, compiled_text, read_text

    from rulewright import pipeline

    from .cores import native_core, text_of
    from .lockstep import play_in_lockstep

    shared = ("-shared-libasan",) if "clang" in argv[0] else ()
    alone = "--alone" in argv
    for name in (x for x in argv[2:] if x != "--alone"):
        if name.endswith(".rules"):
            done = pipeline.compile_files(read_text(Path(name)), "")
            engine = compiled_text(Path(name)).engine
        else:
            done = pipeline.load(FOLDERS[name], "")
            engine = import_module(pipeline.package_name(name, "")).ENGINE
        core = native_core(engine, text_of(done), (*SANITIZE, *shared))
        for players in engine.players:
            for seed in range(int(argv[1])):
                if alone:
                    play_alone(core, players, seed)
                else:
                    play_in_lockstep(core, players, seed, LIMIT, crossing=0.2 * (seed % 2))
                    if not name.endswith(".rules"):
                        observe(core, players, seed)
        print(name, "played")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
