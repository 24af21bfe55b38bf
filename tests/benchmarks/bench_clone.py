"""Copying a position in the middle of a choice: `clone` of the generated engines, beside `copy.deepcopy`."""

from __future__ import annotations

import argparse
import copy
import functools
import sys
from collections.abc import Callable, Sequence

import generated_engines as engines
import measuring

measuring.roots()

GOAL = 20.0
TIMES = 20  # copies between two looks at the clock


def repeated(work: Callable[[], object]) -> Callable[[], int]:
    def several() -> int:
        for _ in range(TIMES):
            work()
        return TIMES

    return several


def main(argv: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="bench clone", description=__doc__)
    parser.add_argument("engines", nargs="*", help="names of packages in generated/ (default: all)")
    parser.add_argument("--rounds", type=measuring.count, default=4, help="how often each way has its turn")
    parser.add_argument(
        "--seconds", type=measuring.seconds, default=0.1, help="of processor time for each turn"
    )
    args = parser.parse_args(argv)
    rows: list[tuple[str, ...]] = [("engine", "frames", "clone", "deepcopy", "clone is")]
    ratios: list[float] = []
    for name in engines.names(args.engines):
        position = engines.middle(name)
        contenders = {
            "clone": repeated(position.clone),
            "deepcopy": repeated(functools.partial(copy.deepcopy, position)),
        }
        found = measuring.rates(contenders, args.rounds, args.seconds)
        ratio = found.ratio("clone", "deepcopy")
        ratios.append(ratio)
        times = [f"{1e6 / found[each]:,.1f} us" for each in contenders]
        rows.append((name, str(engines.depth(position)), *times, f"{ratio:.0f} times as fast"))
    measuring.table(rows)
    if ratios:
        measuring.verdict("deepcopy / clone, at the least", min(ratios), GOAL)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
