"""A learning curve in plain text."""

from __future__ import annotations

HEIGHT = 9


def drawn(means: list[float], errors: list[float], best: int) -> str:
    """Round after round from left to right; bars are intervals of 95 %, the best round is marked."""
    low = min(mean - error for mean, error in zip(means, errors, strict=True))
    high = max(mean + error for mean, error in zip(means, errors, strict=True))
    size = (high - low) / (HEIGHT - 1) or 1.0
    lines: list[str] = []
    for row in range(HEIGHT - 1, -1, -1):
        level = low + row * size
        cells = []
        for number, (mean, error) in enumerate(zip(means, errors, strict=True)):
            if abs(mean - level) <= size / 2:
                cells.append(" ◆ " if number == best else " ● ")
            elif mean - error - size / 2 <= level <= mean + error + size / 2:
                cells.append(" │ ")
            else:
                cells.append("   ")
        lines.append(f"{level:8.1f} ┤{''.join(cells)}".rstrip())
    lines.append(" " * 9 + "└" + "───" * len(means))
    lines.append(" " * 10 + "".join([f"{number:^3}" for number in range(len(means))]))
    return "\n".join(lines)
