"""Statements that move things about: resources, pieces, zones, decks."""

from __future__ import annotations

from ...diagnostics import suggest
from ...surface import ast
from .. import tree
from .. import types as t
from ..context import Context, Scope, several
from ..expr import Const, Field, ListOf, Local
from ..tree import E
from . import coerce, expressions, operators, stores
from .stores import is_zone_of_pieces


def on_gain(c: Context, s: ast.Gain, scope: Scope) -> tree.Block:
    """A `gain`, `pay` or `lose` of a bundle."""
    who = coerce.player_expr(c, s.who, scope) if s.who else coerce.you(c, scope, s.span)
    inner = scope.inner()
    inner.you = who if s.who else scope.you
    amount = operators.as_bundle(c, expressions.expr(c, s.amount, scope))
    amount = coerce.expect(c, amount, t.BUNDLE, f"what you {s.verb}")
    return [tree.Gain(s.span, s.sources, s.verb, who, amount)]


def zone(c: Context, e: ast.Expr, scope: Scope) -> tuple[E, str]:
    """A goal or origin; `bottom(deck)` and `top(deck)` name an end of it."""
    end = ""
    if isinstance(e, ast.Apply) and isinstance(e.target, ast.Name) and len(e.args) == 1:
        if e.target.name in ("top", "bottom") and e.target.name not in c.game.symbols:
            end, e = e.target.name, e.args[0]
    return expressions.expr(c, e, scope), end


def on_move(c: Context, s: ast.Move, scope: Scope) -> tree.Block:
    """A `move` to a zone, field or cell; reported if it can hold no such thing."""
    what = expressions.expr(c, s.what, scope)
    origin = zone(c, s.origin, scope)[0] if s.origin else None
    goal, end = zone(c, s.goal, scope)
    if goal.type.name in ("cell",) or (
        goal.type.name in ("many", "map") and goal.type.item.name == "cell" and not isinstance(goal, Field)
    ):
        if what.type.name not in ("piece", "unknown") and what.type.item.name != "piece":
            c.report(
                "RW304",
                f"only pieces stand on a board, but this is {what.type}",
                what.span,
                "declare `piece NAME on BOARD`, or keep it in a field of the cell",
            )
        elif goal.type.is_many:
            c.multi_cell.add(what.type.of or what.type.item.of)
    elif not isinstance(goal, (Field, Local)) and goal.type.name != "unknown":
        c.report(
            "RW409",
            "things move to a zone, a field or a cell",
            goal.span,
            "name the zone itself, perhaps `top(…)` or `bottom(…)` of it",
        )
    else:
        wanted = goal.type if goal.type.is_many else t.sure(goal.type)
        if t.depth(wanted) > 1:
            what = coerce.lift(c, what, wanted)
        element = wanted.item if wanted.is_many else wanted
        given = what.type.item if what.type.is_many else what.type
        if not t.fits(given, element):
            c.report(
                "RW304", f"{goal.type} cannot hold {what.type}", what.span, coerce.way_to(c, element, given)
            )
    return [tree.Move(s.span, s.sources, what, origin, goal, end)]


def on_place(c: Context, s: ast.Place, scope: Scope) -> tree.Block:
    """A `place` of a new piece with its fields; reported if it is no piece."""
    target = s.what.target if isinstance(s.what, ast.Apply) else s.what
    if not isinstance(target, ast.Name) or target.name not in c.game.pieces:
        names = ", ".join(c.game.pieces)
        near = suggest(target.name, list(c.game.pieces)) if isinstance(target, ast.Name) else None
        hint = f"did you mean `{near}`?" if near else f"pieces: {names}" if names else "declare a `piece`"
        c.report("RW223", "only a piece can be placed", s.span, hint)
        return []
    piece = target.name
    c.used.add(piece)
    infos = c.pieces[piece]
    fields: dict[str, E] = {}
    if isinstance(s.what, ast.Apply):
        given = list(zip(infos, s.what.args)) + list(s.what.named)
        if len(s.what.args) > len(infos):
            c.report(
                "RW217",
                f"{piece} has {several(len(infos), 'field')}, not {len(s.what.args)}",
                s.what.span,
                f"its fields: {', '.join(infos) or 'none'}",
            )
        for name, value in given:
            if name not in infos:
                near = suggest(name, list(infos))
                c.report(
                    "RW216",
                    f"{piece} has no field `{name}`",
                    value.span,
                    f"did you mean `{near}`?" if near else f"its fields: {', '.join(infos) or 'none'}",
                )
                continue
            wanted = infos[name].type
            fields[name] = coerce.expect(c, expressions.expr(c, value, scope), wanted, f"`{name}`")
    at = expressions.expr(c, s.at, scope)
    board = c.game.pieces[piece].board
    if at.type.name == "cell" and at.type.of != board:
        c.report(
            "RW304",
            f"{piece} does not stand on {at.type.of}",
            at.span,
            f"declare `piece {piece} on {at.type.of}`",
        )
    elif at.type.is_many and not isinstance(at, Field) and at.type.item.name == "cell":
        c.multi_cell.add(piece)
    elif at.type.name not in ("cell", "unknown") and (not isinstance(at, Field) or not at.type.is_many):
        numbers = [a.value if isinstance(a, Const) else "…" for a in at.parts if a is not None]
        cell = f"{board or 'board'}({', '.join(map(str, numbers)) if isinstance(at, ListOf) else '1, 2'})"
        c.report(
            "RW304",
            f"a piece is placed at a cell or in a zone, not at {at.type}",
            at.span,
            f"name a cell, as in `{cell}`, or a zone",
        )
    return [tree.Place(s.span, s.sources, piece, fields, at)]


def on_remove(c: Context, s: ast.Remove, scope: Scope) -> tree.Block:
    """A `remove`; reported where it does not say from where."""
    what = expressions.expr(c, s.what, scope)
    origin = stores.target_of(c, s.origin, scope) if s.origin else None
    if s.origin is None:
        element = what.type.item if what.type.is_many else what.type
        if element.name not in ("piece", "unknown"):
            c.report("RW410", f"say where {what.type} is removed from", s.span, "write `remove x from …`")
    elif origin is not None and not origin.type.is_many and origin.type.name != "unknown":
        c.report(
            "RW304",
            "things are removed from a collection",
            origin.span,
            "store `none` if it holds one thing only",
        )
    elif origin is not None and is_zone_of_pieces(origin):
        c.report(
            "RW448",
            f"`{origin.info.name}` holds pieces: say where they go",
            s.span,
            "`remove x` takes a piece out of the game, `move x to …` puts it somewhere else",
        )
    elif origin is not None:
        element = t.many(origin.type.item)
        if not t.fits(what.type, element):
            text = f"{what.type} is never in {origin.type}"
            c.report("RW304", text, what.span, coerce.way_to(c, origin.type.item, what.type))
        what = coerce.lift(c, what, origin.type) if t.depth(origin.type) > 1 else what
    return [tree.Remove(s.span, s.sources, what, origin)]


def on_draw(c: Context, s: ast.Draw, scope: Scope) -> tree.Block:
    """A `draw` from a zone; reported if the goal cannot hold such things."""
    amount = coerce.number(c, s.amount, scope)
    origin, goal = expressions.expr(c, s.origin, scope), expressions.expr(c, s.goal, scope)
    for place in (origin, goal):
        if not isinstance(place, (Field, Local)) and place.type.name != "unknown":
            c.report(
                "RW409",
                "things are drawn from a zone to a zone or field",
                place.span,
                "name the zone itself",
            )
    if not origin.type.is_many and origin.type.name != "unknown":
        c.report(
            "RW304",
            f"one draws from a deck, not from {origin.type}",
            origin.span,
            "declare it as a deck, pile or list",
        )
    elif not t.fits(origin.type.item, goal.type):
        c.report(
            "RW304",
            f"{goal.type} cannot hold {origin.type.item}",
            goal.span,
            "draw to a zone of the same things",
        )
    elif is_zone_of_pieces(origin) and not is_zone_of_pieces(goal):
        c.report(
            "RW448",
            f"`{origin.info.name}` holds pieces: they are drawn to another zone",
            s.span,
            "draw to a zone; to name a piece and leave it there, write `let x = first(…)`",
        )
    return [tree.Draw(s.span, s.sources, amount, origin, goal)]


def on_shuffle(c: Context, s: ast.Shuffle, scope: Scope) -> tree.Block:
    """A `shuffle`; reported if the target has no order."""
    zone = stores.target_of(c, s.zone, scope)
    if zone is None:
        return []
    if not zone.type.is_many and zone.type.name != "unknown":
        c.report("RW304", f"{zone.type} cannot be shuffled", zone.span, "decks, piles, rows and lists can")
    return [tree.Shuffle(s.span, s.sources, zone)]
