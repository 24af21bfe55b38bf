"""Conservation: every piece is somewhere, and only there; every figure is in its range."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

from .core import NONE
from .engine import Engine, Field, Piece
from .words import split_type

ZONES: Final = ("deck", "pile", "hand", "row", "zone")


def find_faults(engine: Engine, g: Any) -> list[str]:
    """What is wrong in a position, in words; the checks follow from the components that the engine declares."""
    faults: list[str] = []
    zones = zones_of_pieces(engine)
    for piece in engine.pieces.values():
        faults += piece_faults(g, piece, zones.get(piece.name, []))
    for field in engine.fields:
        if field.low is not None or field.high is not None:
            faults += range_faults(g, field)
    return faults


def zones_of_pieces(engine: Engine) -> dict[str, list[Field]]:
    """The fields that hold pieces, by the name of the piece."""
    found: dict[str, list[Field]] = {}
    for field in engine.fields:
        collection, of = split_type(field.type)
        if collection in ZONES and of.startswith("piece:"):
            found.setdefault(of[6:], []).append(field)
    return found


def piece_faults(g: Any, piece: Piece, zones: list[Field]) -> list[str]:
    """A piece in play stands on the cells it says it stands on, or in one zone, and nowhere else."""
    alive: list[int] = getattr(g, f"{piece.name}_alive")
    if len(set(alive)) != len(alive):
        return [f"a {piece.name} is in play twice"]
    held = contents_of(g, zones)
    standing = cells_of(g, piece)
    faults: list[str] = []
    if piece.board:
        cells = getattr(g, f"{piece.name}_cells")
        for number in set(range(len(cells))).difference(alive) if len(alive) < len(cells) else ():
            if cells[number]:
                faults.append(
                    f"{piece.name} {number} says it stands on {sorted(cells[number])}, but it is not in play"
                )
        for number in alive:
            if sorted(cells[number]) != standing.get(number, []):
                faults.append(
                    f"{piece.name} {number} says it stands on {sorted(cells[number])}, "
                    f"but it stands on {standing.get(number, [])}"
                )
    places = held + list(standing)
    if sorted(places) == sorted(alive):  # each at one place: nothing to word
        return faults
    counted = Counter(places)
    for number in alive:
        if counted[number] > 1:
            faults.append(f"{piece.name} {number} is in {counted[number]} places")
        elif counted[number] == 0 and (piece.board or zones):
            faults.append(f"{piece.name} {number} is nowhere")
    gone = set(places) - set(alive)
    return faults + [
        f"{piece.name} {number} is {'in a zone' if number in held else 'on the board'} but not in play"
        for number in sorted(gone)
    ]


def contents_of(g: Any, zones: list[Field]) -> list[Any]:
    """All that lies in several zones."""
    found: list[Any] = []
    for field in zones:
        value = getattr(g, field.attribute)
        if isinstance(value, list):
            for zone in value:
                found += zone
        else:
            found += value
    return found


def place_in_zones(g: Any, piece: Piece) -> None:
    """Notes of every piece in which zone it lies, as the zones themselves have it."""
    where = [NONE] * len(getattr(g, f"{piece.name}_zone"))
    for attribute, first in piece.zones:
        value = getattr(g, attribute)
        for place, held in enumerate(value if isinstance(value, list) else [value]):
            for number in held:
                where[number] = first + place
    setattr(g, f"{piece.name}_zone", where)


def cells_of(g: Any, piece: Piece) -> dict[int, list[int]]:
    """The cells on which each piece stands, in their order, as the board has it."""
    found: dict[int, list[int]] = {}
    if piece.board:
        for cell, pieces in enumerate(getattr(g, f"{piece.name}_on")):
            for number in pieces:
                found.setdefault(number, []).append(cell)
    return found


def range_faults(g: Any, field: Field) -> list[str]:
    """One line for each number of a field that lies outside of its range."""
    value = getattr(g, field.attribute)
    figures = value if isinstance(value, list) else [value]
    if split_type(field.type)[0]:
        figures = [figure for figures_of_one in figures for figure in figures_of_one]
    low = NONE if field.low is None else field.low
    if not figures or (min(figures) >= low and (field.high is None or max(figures) <= field.high)):
        return []  # the common case, without a loop
    return [
        f"{field.name} is {figure}"
        for figure in figures
        if figure != NONE and (figure < low or (field.high is not None and figure > field.high))
    ]
