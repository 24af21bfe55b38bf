"""Statements that move things about: resources, pieces, zones, decks."""

from __future__ import annotations

from ..diagnostics import suggest
from ..surface import ast
from . import tree
from . import types as t
from .context import Scope, several
from .stores import Stores, is_zone_of_pieces
from .tree import E


class Things(Stores):
    def on_gain(self, s: ast.Gain, scope: Scope) -> tree.Block:
        who = self.player_expr(s.who, scope) if s.who else self.you(scope, s.span)
        inner = scope.inner()
        inner.you = who if s.who else scope.you
        amount = self.as_bundle(self.expr(s.amount, scope))
        amount = self.expect(amount, t.BUNDLE, f"what you {s.verb}")
        return [tree.Gain(s.span, s.sources, s.verb, who, amount)]

    def zone(self, e: ast.Expr, scope: Scope) -> tuple[E, str]:
        """A goal or origin; `bottom(deck)` and `top(deck)` name an end of it."""
        end = ""
        if isinstance(e, ast.Apply) and isinstance(e.target, ast.Name) and len(e.args) == 1:
            if e.target.name in ("top", "bottom") and e.target.name not in self.game.symbols:
                end, e = e.target.name, e.args[0]
        return self.expr(e, scope), end

    def on_move(self, s: ast.Move, scope: Scope) -> tree.Block:
        what = self.expr(s.what, scope)
        origin = self.zone(s.origin, scope)[0] if s.origin else None
        goal, end = self.zone(s.goal, scope)
        if goal.type.name in ("cell",) or (
            goal.type.name in ("many", "map") and goal.type.item.name == "cell" and goal.op != "field"
        ):
            if what.type.name not in ("piece", "unknown") and what.type.item.name != "piece":
                self.report(
                    "RW304",
                    f"only pieces stand on a board, but this is {what.type}",
                    what.span,
                    "declare `piece NAME on BOARD`, or keep it in a field of the cell",
                )
            elif goal.type.is_many:
                self.multi_cell.add(what.type.of or what.type.item.of)
        elif goal.op not in ("field", "local") and goal.type.name != "unknown":
            self.report(
                "RW409",
                "things move to a zone, a field or a cell",
                goal.span,
                "name the zone itself, perhaps `top(…)` or `bottom(…)` of it",
            )
        else:
            wanted = goal.type if goal.type.is_many else t.sure(goal.type)
            if t.depth(wanted) > 1:
                what = self.lift(what, wanted)
            element = wanted.item if wanted.is_many else wanted
            given = what.type.item if what.type.is_many else what.type
            if not t.fits(given, element):
                self.report(
                    "RW304", f"{goal.type} cannot hold {what.type}", what.span, self.way_to(element, given)
                )
        return [tree.Move(s.span, s.sources, what, origin, goal, end)]

    def on_place(self, s: ast.Place, scope: Scope) -> tree.Block:
        target = s.what.target if isinstance(s.what, ast.Apply) else s.what
        if not isinstance(target, ast.Name) or target.name not in self.game.pieces:
            names = ", ".join(self.game.pieces)
            near = suggest(target.name, list(self.game.pieces)) if isinstance(target, ast.Name) else None
            hint = f"did you mean `{near}`?" if near else f"pieces: {names}" if names else "declare a `piece`"
            self.report("RW223", "only a piece can be placed", s.span, hint)
            return []
        piece = target.name
        self.used.add(piece)
        infos = self.pieces[piece]
        fields: dict[str, E] = {}
        if isinstance(s.what, ast.Apply):
            given = list(zip(infos, s.what.args)) + list(s.what.named)
            if len(s.what.args) > len(infos):
                self.report(
                    "RW217",
                    f"{piece} has {several(len(infos), 'field')}, not {len(s.what.args)}",
                    s.what.span,
                    f"its fields: {', '.join(infos) or 'none'}",
                )
            for name, value in given:
                if name not in infos:
                    near = suggest(name, list(infos))
                    self.report(
                        "RW216",
                        f"{piece} has no field `{name}`",
                        value.span,
                        f"did you mean `{near}`?" if near else f"its fields: {', '.join(infos) or 'none'}",
                    )
                    continue
                wanted = infos[name].type
                fields[name] = self.expect(self.expr(value, scope), wanted, f"`{name}`")
        at = self.expr(s.at, scope)
        board = self.game.pieces[piece].board
        if at.type.name == "cell" and at.type.of != board:
            self.report(
                "RW304",
                f"{piece} does not stand on {at.type.of}",
                at.span,
                f"declare `piece {piece} on {at.type.of}`",
            )
        elif at.type.is_many and at.op != "field" and at.type.item.name == "cell":
            self.multi_cell.add(piece)
        elif at.type.name not in ("cell", "unknown") and (at.op != "field" or not at.type.is_many):
            numbers = [a.data if a.op == "const" else "…" for a in at.args if a is not None]
            cell = f"{board or 'board'}({', '.join(map(str, numbers)) if at.op == 'list' else '1, 2'})"
            self.report(
                "RW304",
                f"a piece is placed at a cell or in a zone, not at {at.type}",
                at.span,
                f"name a cell, as in `{cell}`, or a zone",
            )
        return [tree.Place(s.span, s.sources, piece, fields, at)]

    def on_remove(self, s: ast.Remove, scope: Scope) -> tree.Block:
        what = self.expr(s.what, scope)
        origin = self.target(s.origin, scope) if s.origin else None
        if s.origin is None:
            element = what.type.item if what.type.is_many else what.type
            if element.name not in ("piece", "unknown"):
                self.report(
                    "RW410", f"say where {what.type} is removed from", s.span, "write `remove x from …`"
                )
        elif origin is not None and not origin.type.is_many and origin.type.name != "unknown":
            self.report(
                "RW304",
                "things are removed from a collection",
                origin.span,
                "store `none` if it holds one thing only",
            )
        elif origin is not None and is_zone_of_pieces(origin):
            self.report(
                "RW448",
                f"`{origin.data.name}` holds pieces: say where they go",
                s.span,
                "`remove x` takes a piece out of the game, `move x to …` puts it somewhere else",
            )
        elif origin is not None:
            element = t.many(origin.type.item)
            if not t.fits(what.type, element):
                text = f"{what.type} is never in {origin.type}"
                self.report("RW304", text, what.span, self.way_to(origin.type.item, what.type))
            what = self.lift(what, origin.type) if t.depth(origin.type) > 1 else what
        return [tree.Remove(s.span, s.sources, what, origin)]

    def on_draw(self, s: ast.Draw, scope: Scope) -> tree.Block:
        amount = self.number(s.amount, scope)
        origin, goal = self.expr(s.origin, scope), self.expr(s.goal, scope)
        for place in (origin, goal):
            if place.op not in ("field", "local") and place.type.name != "unknown":
                self.report(
                    "RW409",
                    "things are drawn from a zone to a zone or field",
                    place.span,
                    "name the zone itself",
                )
        if not origin.type.is_many and origin.type.name != "unknown":
            self.report(
                "RW304",
                f"one draws from a deck, not from {origin.type}",
                origin.span,
                "declare it as a deck, pile or list",
            )
        elif not t.fits(origin.type.item, goal.type):
            self.report(
                "RW304",
                f"{goal.type} cannot hold {origin.type.item}",
                goal.span,
                "draw to a zone of the same things",
            )
        elif is_zone_of_pieces(origin) and not is_zone_of_pieces(goal):
            self.report(
                "RW448",
                f"`{origin.data.name}` holds pieces: they are drawn to another zone",
                s.span,
                "draw to a zone; to name a piece and leave it there, write `let x = first(…)`",
            )
        return [tree.Draw(s.span, s.sources, amount, origin, goal)]

    def on_shuffle(self, s: ast.Shuffle, scope: Scope) -> tree.Block:
        zone = self.target(s.zone, scope)
        if zone is None:
            return []
        if not zone.type.is_many and zone.type.name != "unknown":
            self.report(
                "RW304", f"{zone.type} cannot be shuffled", zone.span, "decks, piles, rows and lists can"
            )
        return [tree.Shuffle(s.span, s.sources, zone)]
