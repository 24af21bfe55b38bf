"""Small charts of plain text for the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

BINS: Final = 10
WIDTH: Final = 30
BLOCKS: Final = " ▏▎▍▌▋▊▉█"


def bar(share: float, width: int = WIDTH) -> str:
    """A bar of up to `width` letters, in steps of an eighth; whatever is more than nothing shows."""
    eighths = max(round(share * width * 8), 1 if share > 0 else 0)
    return "█" * (eighths // 8) + (BLOCKS[eighths % 8] if eighths % 8 else "")


def histogram(values: Sequence[int]) -> list[str]:
    """How many values lie in each of about ten steps of a round size."""
    low, high = min(values), max(values)
    step = round_step((high - low + 1) / BINS)
    first = low // step * step
    counts = [0] * ((high - first) // step + 1)
    for value in values:
        counts[(value - first) // step] += 1
    names = [name(first + i * step, step) for i in range(len(counts))]
    wide = max(len(one) for one in names)
    most = max(counts)
    lines = [
        f"{one:>{wide}} │{bar(count / most)} {count or ''}" for one, count in zip(names, counts, strict=True)
    ]
    return [line.rstrip() for line in lines]


def round_step(size: float) -> int:
    """The smallest of 1, 2, 5, 10, 20, 50 … that is not below a size."""
    step = 1
    while True:
        for factor in (1, 2, 5):
            if step * factor >= size:
                return step * factor
        step *= 10


def name(start: int, step: int) -> str:
    """The numbers that a bar stands for."""
    return str(start) if step == 1 else f"{start}..{start + step - 1}"
