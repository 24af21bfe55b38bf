"""Plots of the effect: how scores and lengths spread on both sides, and how far each figure moved."""

from __future__ import annotations

from rulewright.tools.charts import FAINT, NEW, OLD, Row, Side, dots, spreads
from rulewright.tools.diff.report import Measure


def histogram(old: list[int], new: list[int], names: tuple[str, str], title: str) -> str:
    """Two spreads over one scale, as shares of all games."""
    return spreads([Side(old, names[0], OLD), Side(new, names[1], NEW)], title)


def differences(measures: list[Measure], title: str, percent: bool = False) -> str:
    """Each difference as a dot with its interval; what is significant is in colour."""
    rows = []
    for one in measures:
        d = one.difference
        said = f"{100 * d.mean:+.1f} %" if percent else f"{d.mean:+.2f}"
        rows.append(
            Row(
                one.name,
                d.mean,
                d.low,
                d.high,
                said + (" *" if one.significant else ""),
                NEW if one.significant else FAINT,
                one.significant,
            )
        )
    return dots(rows, title, percent=percent)
