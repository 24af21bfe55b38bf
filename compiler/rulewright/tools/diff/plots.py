"""Plots of the effect: how scores and lengths spread on both sides, and how far each figure moved."""

from __future__ import annotations

from rulewright.tools.diff.report import Measure
from rulewright.tools.diff.svg import FAINT, GRID, INK, NEW, OLD, box, dot, drawing, line, text

WIDTH = 620
MOST_BARS = 24
LABELS = 230  # room for names
ROW = 22


def histogram(old: list[int], new: list[int], names: tuple[str, str], title: str) -> str:
    """Two spreads over one scale, as shares of all games."""
    low, high = min(*old, *new), max(*old, *new)
    step = max(1, -(-(high - low + 1) // MOST_BARS))
    bars = (high - low) // step + 1
    shares = [_shares(values, low, step, bars) for values in (old, new)]
    top = max(max(shares[0]), max(shares[1])) or 1.0
    left, bottom, height = 46, 210, 170
    width = (WIDTH - left - 16) / bars
    parts = [text(left, 16, title, 13, bold=True)]
    for tick in range(5):
        y = bottom - height * tick / 4
        parts += [
            line(left, y, WIDTH - 16, y),
            text(left - 6, y + 4, f"{100 * top * tick / 4:.0f} %", 11, "end", FAINT),
        ]
    for i in range(bars):
        x = left + i * width
        for number, colour in enumerate((OLD, NEW)):
            tall = height * shares[number][i] / top
            parts.append(
                box(x + width * (0.1 + 0.4 * number), bottom - tall, width * 0.4, tall, colour, opacity=0.85)
            )
        if i % max(1, bars // 8) == 0:
            parts.append(text(x + width / 2, bottom + 16, str(low + i * step), 11, "middle", FAINT))
    for number, values in enumerate((old, new)):
        middle = sum(values) / len(values)
        x = left + (middle - low + 0.5) / step * width
        parts.append(line(x, bottom - height, x, bottom, (OLD, NEW)[number], 2))
    parts += _legend(names, left, bottom + 38)
    return drawing(WIDTH, bottom + 50, parts, title)


def _shares(values: list[int], low: int, step: int, bars: int) -> list[float]:
    """The share of the values that falls into each bar."""
    counts = [0] * bars
    for value in values:
        counts[(value - low) // step] += 1
    return [count / len(values) for count in counts]


def _legend(names: tuple[str, str], x: float, y: float) -> list[str]:
    """Names and colours of both sides."""
    parts: list[str] = []
    for name, colour in zip(names, (OLD, NEW), strict=True):
        parts += [box(x, y - 10, 12, 12, colour, round=2), text(x + 18, y, f"{name} (line: mean)", 12)]
        x += 40 + 7.2 * len(f"{name} (line: mean)")
    return parts


def differences(measures: list[Measure], title: str, percent: bool = False) -> str:
    """Each difference as a dot with its interval; what is significant is in colour."""
    scale = (
        max(
            [abs(bound) for one in measures for bound in (one.difference.low, one.difference.high)], default=0
        )
        or 1
    )
    left, right = LABELS, WIDTH - 90
    middle = (left + right) / 2

    def at(value: float) -> float:
        return middle + value / scale * (right - left) / 2

    height = 34 + ROW * len(measures)
    parts = [text(0, 16, title, 13, bold=True), line(middle, 26, middle, height, FAINT)]
    for i, one in enumerate(measures):
        y = 40 + i * ROW
        d = one.difference
        colour = NEW if one.significant else FAINT
        shown = f"{100 * d.mean:+.1f} %" if percent else f"{d.mean:+.2f}"
        parts += [
            line(left, y + ROW / 2, right, y + ROW / 2, GRID),
            text(left - 10, y + 4, _short(one.name), 12, "end", INK, one.significant),
            line(at(d.low), y, at(d.high), y, colour, 3),
            dot(at(d.mean), y, 5, colour),
            text(
                right + 8,
                y + 4,
                shown + (" *" if one.significant else ""),
                12,
                colour=colour,
                bold=one.significant,
            ),
        ]
    return drawing(WIDTH, height + 12, parts, title)


def _short(name: str) -> str:
    """A name of at most 34 letters."""
    return name if len(name) <= 34 else name[:33] + "…"
