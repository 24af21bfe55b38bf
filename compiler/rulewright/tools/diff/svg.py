"""Small pieces of SVG for drawings of boards: texts, boxes and polygons with the one look of the page."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from rulewright.tools.charts import GRID, INK

SEATS = ("#d1495b", "#2e75b6", "#c98b00", "#3c8d5a", "#8e5ea2", "#2a9d9d")


def drawing(width: float, height: float, parts: Iterable[str], title: str) -> str:
    """A whole picture; its title is read to those who cannot see it."""
    return (
        f'<svg viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" role="img" '
        f'xmlns="http://www.w3.org/2000/svg"><title>{escape(title)}</title>{"".join(parts)}</svg>'
    )


def text(
    x: float,
    y: float,
    words: str,
    size: float = 12,
    anchor: str = "start",
    colour: str = INK,
    bold: bool = False,
) -> str:
    """A text at a point."""
    weight = ' font-weight="600"' if bold else ""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size:g}" text-anchor="{anchor}" fill="{colour}"{weight}>'
        f"{escape(words)}</text>"
    )


def box(
    x: float,
    y: float,
    width: float,
    height: float,
    fill: str,
    stroke: str = "none",
    opacity: float = 1,
    round: float = 0,
) -> str:
    """A rectangle, perhaps with round corners."""
    thick = ' stroke-width="3"' if stroke != "none" and stroke != GRID else ""
    return (
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{max(width, 0):.1f}" height="{max(height, 0):.1f}" rx="{round:g}" '
        f'fill="{fill}" fill-opacity="{opacity:g}" stroke="{stroke}"{thick}/>'
    )


def shape(points: Iterable[tuple[float, float]], fill: str, stroke: str, opacity: float = 1) -> str:
    """A polygon."""
    thick = 3 if stroke != GRID else 1
    joined = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return f'<polygon points="{joined}" fill="{fill}" fill-opacity="{opacity:g}" stroke="{stroke}" stroke-width="{thick}"/>'
