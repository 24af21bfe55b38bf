"""Pieces declared `alike`: which of them cannot be told apart."""

from __future__ import annotations

from rulewright.typed import types as t
from rulewright.typed.tree import Game, Pick

from .state import State


def alike(pick: Pick, game: Game) -> bool:
    item = pick.source.type.item
    return item.name == "piece" and game.pieces[item.of].alike


def sorts(game: Game, pick: Pick, things: tuple[int, ...], st: State) -> dict[int, int]:
    """For each thing the first one that stands for it; everything else than pieces stands for itself."""
    if not alike(pick, game):
        return {x: x for x in things}
    kind = pick.source.type.item.of
    told = named(game, kind, st)
    first: dict[object, int] = {}
    return {x: x if x in told else first.setdefault(look(game, kind, x, st), x) for x in things}


def look(game: Game, kind: str, x: int, st: State) -> object:
    slot = st.zone.get((kind, x))
    if slot is not None and game.fields[slot[0]].type.shape not in ("hand", "zone"):
        return x  # its place in the deck, the pile or the row is its own
    own = {info.attribute for info in game.pieces[kind].fields.values()}
    fields = sorted((s[0], s[2], v) for s, v in st.fields.items() if s[0] in own and s[1] == x)
    return slot, st.cells[(kind, x)], tuple(fields)


def named(game: Game, kind: str, st: State) -> set[int]:
    """The pieces that a field names, alone or in a collection that is no zone."""
    found: set[int] = set()
    for (attribute, _, _), value in st.fields.items():
        type = game.fields[attribute].type
        if type.is_many and t.sure(type.item) == t.piece(kind) and type.shape not in t.ZONES:
            found.update(value)
        elif t.sure(type) == t.piece(kind):
            found.add(value)
    return found
