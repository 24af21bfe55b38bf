"""Conservation: every piece is somewhere, and only there; every figure is in its range."""

from __future__ import annotations

from typing import Any

from .core import NONE
from .engine import Engine, Field, Piece

ZONES = ("deck", "pile", "hand", "row", "zone")


def find_faults(engine: Engine, g: Any) -> list[str]:
    """What is wrong in a position, in words; the checks follow from the components that the engine declares."""
    faults: list[str] = []
    for piece in engine.pieces.values():
        faults += piece_faults(engine, g, piece)
    for field in engine.fields:
        faults += range_faults(g, field)
    return faults


def piece_faults(engine: Engine, g: Any, piece: Piece) -> list[str]:
    """A piece in play stands on the cells it says it stands on, or in one zone, and nowhere else."""
    alive: list[int] = getattr(g, f"{piece.name}_alive")
    if len(set(alive)) != len(alive):
        return [f"a {piece.name} is in play twice"]
    held = held_in_zones(engine, g, piece.name)
    faults: list[str] = []
    for number in alive:
        places = held.count(number)
        if piece.board:
            cells = getattr(g, f"{piece.name}_cells")[number]
            on = [cell for cell, pieces in enumerate(getattr(g, f"{piece.name}_on")) if number in pieces]
            if sorted(cells) != on:
                faults.append(
                    f"{piece.name} {number} says it stands on {sorted(cells)}, but it stands on {on}"
                )
            places += 1 if cells else 0
        if places > 1:
            faults.append(f"{piece.name} {number} is in {places} places")
        elif places == 0 and (piece.board or has_zones(engine, piece.name)):
            faults.append(f"{piece.name} {number} is nowhere")
    gone = set(held) - set(alive)
    return faults + [f"{piece.name} {number} is in a zone but not in play" for number in sorted(gone)]


def zones_of(engine: Engine, piece: str) -> list[Field]:
    wanted = f"piece:{piece}"
    return [f for f in engine.fields if f.type.split(" ")[0] in ZONES and f.type.endswith(wanted)]


def has_zones(engine: Engine, piece: str) -> bool:
    return bool(zones_of(engine, piece))


def held_in_zones(engine: Engine, g: Any, piece: str) -> list[int]:
    found: list[int] = []
    for field in zones_of(engine, piece):
        value = getattr(g, field.attribute)
        for zone in value if isinstance(value, list) else [value]:
            found.extend(zone)
    return found


def range_faults(g: Any, field: Field) -> list[str]:
    if field.low is None and field.high is None:
        return []
    value = getattr(g, field.attribute)
    faults: list[str] = []
    for figure in value if isinstance(value, list) else [value]:
        low = field.low is not None and figure < field.low
        high = field.high is not None and figure > field.high
        if figure != NONE and (low or high):
            faults.append(f"{field.name} is {figure}")
    return faults
