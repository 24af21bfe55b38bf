"""Where the pieces lie that are chosen from: those in one hand need not be asked for it, those in a row never look the same."""

from __future__ import annotations

from ..typed import types as t
from ..typed.tree import E, Game


def sorts_of(game: Game, source: E) -> str:
    """The function that tells which pieces of a source cannot be told apart; nothing: each of them can."""
    item = source.type.item
    if item.name != "piece" or not game.pieces[item.of].alike:
        return ""
    shape = zone_shape(source)
    if not shape:
        return all_sorts(item.of)
    return sorts_in_one_zone(item.of) if shape in t.UNORDERED else ""


def all_sorts(piece: str) -> str:
    return f"{piece}_sorts"


def sorts_in_one_zone(piece: str) -> str:
    return f"{piece}_sorts_in_one_zone"


def zone_shape(source: E) -> str:
    """What kind of zone all things of a source lie in; nothing: in several zones, or nobody knows."""
    while source.op == "query":
        source = source.arg(0)
    return source.type.shape if source.op == "field" and source.type.shape in t.ZONES else ""
