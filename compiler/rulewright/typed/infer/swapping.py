"""`swap A and B`: each of two places holds what the other held; said by `let`, `=` and `move`."""

from __future__ import annotations

from dataclasses import replace

from ...surface import ast
from .. import tree
from .. import types as t
from ..context import Context, Scope
from ..expr import Const, Field, Item, Local, This, You
from ..tree import E
from . import coerce, stores

FIRM = (Const, Local, You, This)  # the same before and after


def on_swap(c: Context, s: ast.Swap, scope: Scope) -> tree.Block:
    """Where the two places are is settled first: what stands in one of them may say where the other is."""
    inner = scope.inner()
    first, second = (stores.target_of(c, place, inner) for place in (s.first, s.second))
    if first is None or second is None:
        return []
    for place in (first, second):
        if stores.needs_key(place):
            stores.ask_which(c, place, "=", place.span)
            return []
    coerce.expect(c, first, second.type, "what is swapped")
    if t.fits(first.type, second.type):
        coerce.expect(c, second, first.type, "what is swapped")
    block: tree.Block = []
    first, second = (settled(place, s, inner, block) for place in (first, second))
    values = [held(place, s, inner, block) for place in (first, second)]
    for place, value in ((second, values[0]), (first, values[1])):
        if stores.is_zone_of_pieces(place):
            block.append(tree.Move(s.span, s.sources, value, None, place, ""))
        else:
            block.append(tree.Set(s.span, s.sources, place, "=", value))
    return block


def settled(place: E, s: ast.Swap, scope: Scope, block: tree.Block) -> E:
    """A place whose owner, key or number is held in locals."""
    if isinstance(place, Item):
        whole = settled(place.collection, s, scope, block)
        return replace(place, collection=whole, index=firm(place.index, s, scope, block))
    if not isinstance(place, Field):
        return place
    owner = place.owner and firm(place.owner, s, scope, block)
    return replace(place, owner=owner, key=place.key and firm(place.key, s, scope, block))


def firm(e: E, s: ast.Swap, scope: Scope, block: tree.Block) -> E:
    """An expression that gives the same until the end of the statement."""
    return e if isinstance(e, FIRM) else held(e, s, scope, block)


def held(e: E, s: ast.Swap, scope: Scope, block: tree.Block) -> Local:
    """A local with what an expression gives now."""
    name = scope.bind("swapped", t.plain(e.type))
    block.append(tree.Let(s.span, s.sources, name, e))
    return Local(e.type, name, span=e.span)
