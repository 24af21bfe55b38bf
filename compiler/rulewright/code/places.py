"""Where the pieces lie that are chosen from: those in one hand need not be asked for it, those in a row never look the same."""

from __future__ import annotations

from ..typed import types as t
from ..typed.expr import Field, Query, is_lib
from ..typed.tree import E, FieldInfo, Game


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
    """The function that compares pieces wherever they lie."""
    return f"{piece}_sorts"


def sorts_in_one_zone(piece: str) -> str:
    """The function that compares pieces of one zone."""
    return f"{piece}_sorts_in_one_zone"


def naming(game: Game, piece: str) -> list[FieldInfo]:
    """The fields that name pieces of a sort; zones hold pieces, they do not name them."""
    wanted = t.piece(piece)
    return [
        info
        for info in game.fields.values()
        if t.sure(info.type) == wanted
        or (info.type.is_many and t.sure(info.type.item) == wanted and info.type.shape not in t.ZONES)
    ]


def in_zones(source: E) -> set[str]:
    """The zones, all different ones, in which each thing of a source lies once; nothing: nobody knows."""
    while isinstance(source, Query):
        source = source.source
    if is_lib(source, "union"):
        parts = [in_zones(part) for part in source.arguments if part is not None]
        found = set[str]().union(*parts)
        return found if all(parts) and len(found) == sum(map(len, parts)) else set()
    return {source.info.attribute} if isinstance(source, Field) and zone_shape(source) else set()


def parts_of(source: E) -> list[E]:
    """What a source puts together, if no piece of one part looks like one of another: they lie in different zones."""
    if is_lib(source, "union") and in_zones(source):
        return [part for whole in source.arguments if whole is not None for part in parts_of(whole)]
    return [source]


def zone_shape(source: E) -> str:
    """What kind of zone all things of a source lie in; nothing: in several zones, or nobody knows."""
    while isinstance(source, Query):
        source = source.source
    return source.type.shape if isinstance(source, Field) and source.type.shape in t.ZONES else ""
