"""Pieces that cannot be told apart: what each of them looks like, and which of them a field names."""

from __future__ import annotations

from ..typed import types as t
from ..typed.tree import FieldInfo, Piece
from .functions import FunctionPrinter
from .places import all_sorts, naming, sorts_in_one_zone
from .printing import indented
from .state import zones
from .statements import read_once
from .support import define


def sorts(p: FunctionPrinter) -> list[str]:
    """For each sort of pieces declared `alike` the functions by which its pieces are compared."""
    found: list[str] = []
    for piece in p.game.pieces.values():
        if (name := all_sorts(piece.name)) in p.comparing:
            found.append(sort_function(p, piece, name, anywhere(p, piece)))
        if (name := sorts_in_one_zone(piece.name)) in p.comparing:
            found.append(sort_function(p, piece, name, together(figures(piece))))
    return found


def sort_function(p: FunctionPrinter, piece: Piece, name: str, look: str) -> str:
    """Between two picks of a choice nothing is compared again."""
    told = named(p, piece)
    body = [
        f'"""The {piece.plural} that cannot be told apart side by side."""',
        "if len(things) < 2:",
        "    return things, None",
    ]
    compared = read_once([f"looks = [{look} for x in things]"])
    if name not in p.stores:
        body += [
            *compared,
            f"return sorts(things, looks{f', {told}' if told else ''})",
        ]
    else:
        store = f"g.lasting[{p.stores.index(name)}]"
        body += [
            f"found: SideBySide | None = {store}.get(things)",
            "if found is None:",
            *indented([*compared, "found = sorts(things, looks)", f"{store} = {{things: found}}"]),
            "return found",
        ]
    return define(f"def {name}(g: G, things: tuple[int, ...]) -> SideBySide:", body)


def anywhere(p: FunctionPrinter, piece: Piece) -> str:
    """The look of a piece: where it lies, and its fields; one in a deck, a pile or a row looks like no other."""
    parts = [f"g.{piece.name}_cells[x]"] if piece.board else []
    if not piece.zoned:
        return together([*parts, *figures(piece)])
    place = f"g.{piece.name}_zone[x]"
    look = together([place, *parts, *figures(piece)])
    held = zones(p, piece.name)
    free = [z for z in held if p.game.fields[z.attribute].type.shape in t.UNORDERED]
    if len(free) == len(held):
        return look
    tests = " or ".join([*(f"{z.low} <= {place} < {z.end}" for z in free), f"{place} == NONE"])
    return f"{look} if {tests} else x"


def together(parts: list[str]) -> str:
    return f"({', '.join(parts)})" if len(parts) > 1 else parts[0]


def figures(piece: Piece) -> list[str]:
    """The fields of a piece; if it has none, all look the same."""
    found = [] if piece.fields else ["0"]
    for info in piece.fields.values():
        n = info.key_size
        each = f"tuple(g.{info.attribute}[x * {n} : x * {n} + {n}])"
        found.append(each if info.key is not None else f"g.{info.attribute}[x]")
    return found


def named(p: FunctionPrinter, piece: Piece) -> str:
    """All pieces of the sort that some field names."""
    parts: list[str] = []
    for info in naming(p.game, piece.name):
        values = f"g.{info.attribute}"
        if info.type.is_many:
            parts.append(f"*(x for xs in {values} for x in xs)" if has_many(info) else f"*{values}")
        else:
            parts.append(f"*{values}" if has_many(info) else values)
    return f"({', '.join(parts)},)" if parts else ""


def has_many(info: FieldInfo) -> bool:
    """Whether the state has a list of values for the field: one for each owner or key."""
    return info.owner != "table" or info.key is not None
