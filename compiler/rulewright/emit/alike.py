"""Pieces that cannot be told apart: what each of them looks like, and which of them a field names."""

from __future__ import annotations

from ..typed import types as t
from ..typed.tree import FieldInfo, Piece
from .functions import FunctionPrinter
from .state import zones
from .statements import read_once
from .support import define


def sorts(p: FunctionPrinter) -> list[str]:
    """For each sort of pieces declared `alike` the function by which its pieces are compared."""
    return [sort_function(p, piece) for piece in p.game.pieces.values() if piece.alike]


def sort_function(p: FunctionPrinter, piece: Piece) -> str:
    """Most often no two of them look the same: that is found out first."""
    told = named(p, piece)
    looks = f"[({', '.join(look(p, piece))},) for x in things]"
    body = [
        f'"""For each {piece.name} the first of them that cannot be told apart from it; None: all look different."""',
        "if len(things) < 2:",
        "    return None",
        *read_once([f"looks: list[tuple[Any, ...]] = {looks}"]),
        "if len(set(looks)) == len(looks):",
        "    return None",
        f"return sorts(things, looks{f', {told}' if told else ''})",
    ]
    return define(
        f"def {piece.name}_sorts(g: G, things: list[int] | tuple[int, ...]) -> dict[int, int] | None:", body
    )


def look(p: FunctionPrinter, piece: Piece) -> list[str]:
    """Where a piece lies, and its fields; one in a deck, a pile or a row looks like no other."""
    found: list[str] = []
    if piece.zoned:
        place = f"g.{piece.name}_zone[x]"
        held = zones(p, piece.name)
        free = [z for z in held if p.game.fields[z.attribute].type.shape in t.UNORDERED]
        tests = " or ".join([*(f"{z.low} <= {place} < {z.end}" for z in free), f"{place} == NONE"])
        found.append(place if len(free) == len(held) else f"{place} if {tests} else -x - 1")
    if piece.board:
        found.append(f"g.{piece.name}_cells[x]")
    for info in piece.fields.values():
        n = info.key_size
        each = f"tuple(g.{info.attribute}[x * {n} : x * {n} + {n}])"
        found.append(each if info.key is not None else f"g.{info.attribute}[x]")
    return found


def named(p: FunctionPrinter, piece: Piece) -> str:
    """All pieces of the sort that some field names; zones hold pieces, they do not name them."""
    wanted = t.piece(piece.name)
    parts: list[str] = []
    for info in p.game.fields.values():
        values = f"g.{info.attribute}"
        if info.type.is_many and t.sure(info.type.item) == wanted and info.type.shape not in t.ZONES:
            parts.append(f"*(x for xs in {values} for x in xs)" if has_many(info) else f"*{values}")
        elif t.sure(info.type) == wanted:
            parts.append(f"*{values}" if has_many(info) else values)
    return f"({', '.join(parts)},)" if parts else ""


def has_many(info: FieldInfo) -> bool:
    """Whether the state has a list of values for the field: one for each owner or key."""
    return info.owner != "table" or info.key is not None
