"""Charts of the pages and of the benchmarks' history, drawn by matplotlib as SVG that needs nothing else."""

from __future__ import annotations

import io
import logging
import re
import textwrap
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

OLD, NEW = "#4c72b0", "#dd8452"  # the two sides, told apart by colour-blind readers too
INK, FAINT, GRID = "#22303c", "#7b8794", "#e4e7eb"
HALF, WHOLE = 5.9, 12.3  # inches: room for two charts beside each other, or for one
TALL = 2.7
ROW = 0.26  # of one row with a name
SHORT, LONG = 44, 96  # letters of names beside them
MOST_BARS = 24
STYLE: dict[Any, Any] = {
    "text.parse_math": False,  # a dollar in a name is a dollar
    "svg.fonttype": "none",
    "svg.hashsalt": "rulewright",
    "font.size": 9,
    "axes.titlesize": 10,
    "axes.titleweight": "bold",
    "figure.titlesize": 10,
    "figure.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.edgecolor": GRID,
    "axes.axisbelow": True,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "grid.color": GRID,
    "text.color": INK,
    "xtick.color": FAINT,
    "ytick.color": FAINT,
    "legend.frameon": False,
}


@dataclass(frozen=True, slots=True)
class Row:
    """A figure with its name: where it lies, between what and what, and what is written beside it."""

    name: str
    value: float
    low: float
    high: float
    note: str
    colour: str = OLD
    bold: bool = False


@dataclass(frozen=True, slots=True)
class Side:
    """A number from each of many games, with the name of the side that they are of and its colour."""

    values: Sequence[int]
    name: str = ""
    colour: str = OLD


@dataclass(frozen=True, slots=True)
class Course:
    """A figure from run to run, and what it should come to."""

    name: str
    values: Sequence[float]
    goal: float


def spreads(sides: Sequence[Side], title: str) -> str:
    """How values spread, as shares of all games; those of several sides stand beside each other, with their means."""
    low = min(min(side.values) for side in sides)
    high = max(max(side.values) for side in sides)
    step = max(1, -(-(high - low + 1) // MOST_BARS))
    places = range(low, high + 1, step)
    wide = 0.84 * step / len(sides)
    with _figure(HALF, TALL) as figure:
        axes = _axes(figure, title)
        for number, side in enumerate(sides):
            shift = wide * (number - (len(sides) - 1) / 2)
            tall = _shares(side.values, places)
            axes.bar([place + shift for place in places], tall, wide, color=side.colour)
            if side.name:
                middle = sum(side.values) / len(side.values) - (step - 1) / 2
                axes.axvline(middle, color=side.colour, label=f"{side.name} (line: mean)")
        axes.yaxis.set_major_formatter("{x:g} %")
        axes.locator_params(axis="x", integer=True)
        axes.grid(axis="y")
        if any(side.name for side in sides):
            figure.legend(loc="outside lower left", ncols=2)
        return _svg(figure, title)


def _shares(values: Sequence[int], places: range) -> list[float]:
    """How much of a hundred falls to each place and what follows up to the next."""
    found = [0.0] * len(places)
    for value in values:
        found[(value - places.start) // places.step] += 100 / len(values)
    return found


def dots(rows: Sequence[Row], title: str, *, beside: float = 0.0, percent: bool = False) -> str:
    """Figures under each other, each a dot with its interval, beside a figure that they are held against."""
    whole = max(len(row.name) for row in rows) > SHORT
    with _figure(WHOLE if whole else HALF, 0.75 + ROW * len(rows)) as figure:
        axes = _axes(figure, title)
        axes.axvline(beside, color=FAINT, linewidth=1)
        for place, row in enumerate(rows):
            axes.plot([row.low, row.high], [place, place], color=row.colour, linewidth=2.4)
            axes.plot([row.value], [place], "o", color=row.colour, markersize=6)
        if percent:
            axes.xaxis.set_major_formatter(lambda x, _: f"{100 * x:.4g} %")
        _names(axes, rows, LONG if whole else SHORT)
        return _svg(figure, title)


def bars(rows: Sequence[Row], title: str) -> str:
    """Figures under each other, each a bar from nought."""
    with _figure(HALF, 0.75 + ROW * len(rows)) as figure:
        axes = _axes(figure, title)
        axes.barh(range(len(rows)), [row.value for row in rows], 0.7, color=[row.colour for row in rows])
        _names(axes, rows, SHORT)
        return _svg(figure, title)


def columns(names: Sequence[str], tall: Sequence[float], marked: Sequence[float], title: str) -> str:
    """Figures beside each other, each a bar with a dot."""
    places = range(len(names))
    every = max(1, len(names) // 16)
    with _figure(HALF, TALL) as figure:
        axes = _axes(figure, title)
        axes.bar(places, tall, 0.7, color=OLD)
        axes.plot(places, marked, "o", color=NEW, markersize=5)
        axes.set_xticks(places[::every], names[::every])
        axes.grid(axis="y")
        return _svg(figure, title)


def over_time(values: Sequence[float], title: str) -> str:
    """A share at evenly spaced moments from the beginning of games to their end."""
    with _figure(HALF, TALL) as figure:
        axes = _axes(figure, title)
        moments = [100 * place / (len(values) - 1) for place in range(len(values))]
        axes.plot(moments, [100 * value for value in values], "o-", color=NEW, markersize=5)
        axes.set_ylim(0, 103)
        for axis in (axes.xaxis, axes.yaxis):
            axis.set_major_formatter("{x:g} %")
        axes.grid(axis="y")
        return _svg(figure, title)


def courses(some: Sequence[Course], title: str) -> str:
    """Figures from run to run under each other, each with a line for what it should come to."""
    with _figure(HALF, 1.3 * len(some)) as figure:
        for place, course in enumerate(some, 1):
            axes = figure.add_subplot(len(some), 1, place)
            axes.set_title(course.name)
            axes.plot(course.values, "o-", color=OLD, markersize=4)
            axes.axhline(course.goal, color=NEW, linewidth=1)
            axes.set_ylim(0, 1.1 * max(course.goal, *course.values))
            axes.set_xticks([])
        return _svg(figure, title)


@contextmanager
def _figure(width: float, height: float) -> Iterator[Figure]:
    """An empty drawing in the one look of all pages."""
    # It speaks of fonts that it looks for and of folders that it cannot write: nobody asked.
    logging.getLogger("matplotlib").setLevel(logging.ERROR)
    import matplotlib as mpl
    from matplotlib.figure import Figure

    with mpl.rc_context(STYLE), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of letters that its fonts lack: the reader's browser has them
        yield Figure((width, height), layout="constrained")


def _axes(figure: Figure, title: str) -> Axes:
    """The one pair of axes of a drawing; the title stands at its edge, since names leave little room above the axes."""
    figure.suptitle(title, x=0.01, horizontalalignment="left")
    return figure.subplots()


def _names(axes: Axes, rows: Sequence[Row], most: int) -> None:
    """Writes the names of rows on the left and their notes on the right, from top to bottom."""
    places = range(len(rows))
    right = axes.secondary_yaxis("right")
    axes.set_yticks(places, [textwrap.shorten(row.name, most, placeholder=" …") for row in rows])
    right.set_yticks(places, [row.note for row in rows])
    right.spines["right"].set_visible(False)
    axes.set_ylim(len(rows) - 0.4, -0.6)
    axes.grid(axis="y")
    for one in (axes, right):
        one.tick_params("y", length=0)
    for row, name, note in zip(rows, axes.get_yticklabels(), right.get_yticklabels(), strict=True):
        name.set(color=INK, fontweight="bold" if row.bold else "normal")
        note.set(color=INK if row.colour == OLD else row.colour)


def _svg(figure: Figure, title: str) -> str:
    """A drawing as an element of a page; its title is read to those who cannot see it."""
    for artist in figure.findobj():
        artist.set_clip_on(False)  # nothing lies outside, and what clips is loaded by its name
    file = io.StringIO()
    none = dict.fromkeys(("Creator", "Date", "Format", "Type"))
    figure.savefig(file, format="svg", metadata={"Title": title, **none})
    text = file.getvalue()
    # Several drawings of one page would name their groups alike; and who made a drawing is of no use there.
    text = re.sub(
        r' id="[a-zA-Z0-9.]+_\d+"|<metadata>.*?</metadata>', "", text[text.index("<svg") :], flags=re.DOTALL
    )
    room = "whole" if figure.get_figwidth() > HALF else "half"  # of the page's width
    return text.replace("<svg", f'<svg role="img" class="{room}"', 1)
