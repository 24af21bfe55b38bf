"""Values of a wanted type: what fits, what is lifted to fit, and what to say of the rest."""

from __future__ import annotations

from ..surface import ast
from . import types as t
from .context import Context, Scope, article
from .library import Args, Named
from .tree import E
from .types import Type

IN_WORDS = {"flag": "yes or no", "bundle": "an amount of resources", "effect": "a rule with constant values"}
MOST = 9  # collections in each other: an empty list can be any


def const(value: int | bool, type: Type, span: ast.Span, name: str = "") -> E:
    return E("const", type, name=name, data=value, span=span)


class Wanted(Context):
    """What the parts of the checker of expressions share; `Expressions` puts them together."""

    def expr(self, e: ast.Expr, scope: Scope) -> E:
        raise NotImplementedError

    def parts_of(self, e: ast.Expr, scope: Scope) -> E | None:
        raise NotImplementedError

    def library(self, name: str, args: Args, named: Named, span: ast.Span, scope: Scope) -> E:
        raise NotImplementedError

    def expect(self, e: E, wanted: Type, what: str = "") -> E:
        if wanted.name == "number" and e.type.name == "cell" and self.shape_of(e.type.of) == "ring":
            return E(
                e.op, t.NUMBER, e.args, e.name, e.data, e.span
            )  # the places of a ring are numbers from 0
        if wanted.name == "bundle" and e.op == "column" and e.type.item.name in ("bundle", "resource"):
            self.comma_for_plus(e)
        elif not t.fits(e.type, wanted):
            hint = ""
            needed = IN_WORDS.get(wanted.name, str(wanted))
            given = t.plain(e.type) if wanted.name != "number" else e.type
            if wanted.name == "bundle" and e.type.name == "number":
                hint = "an amount needs its resource, as in `3 coin`"
            elif wanted.name == "flag" and e.type.name == "number":
                hint = "compare the number, as in `… > 0`"
            else:
                hint = self.way_to(wanted, e.type)
            self.report("RW304", f"{what or 'this'} must be {needed}, but it is {given}", e.span, hint)
        return self.lift(e, wanted)

    def comma_for_plus(self, e: E) -> None:
        """A price of which some line makes a list: told there, not where it is paid."""
        for m in self.game.kinds[e.data].members.values():
            cells = m.cells.get(e.name) or []
            if len(cells) > 1:
                text = f"the column {e.name} is paid or gained, but a comma makes a list of it"
                self.report("RW304", text, cells[1].span, "join amounts by `+`, as in `2 coin + 1 wood`")

    def way_to(self, wanted: Type, given: Type) -> str:
        """How to come by a value of a type."""
        element = wanted.item if wanted.is_many else wanted
        columns = (
            list(self.game.kinds[given.of].columns)
            if given.name == "kind" and given.of in self.game.kinds
            else []
        )
        fitting = [c for c in columns if self.columns.get((given.of, c), t.UNKNOWN).name == element.name]
        if fitting and not (element.name == "kind" and element.of == given.of):
            return f"perhaps a figure of it: {', '.join('.' + c for c in fitting[:6])}"
        if element.name == "kind" and element.of in self.game.kinds:
            members = list(self.game.kinds[element.of].members)
            return f"name {article(element.of)}: {', '.join(members[:6])}{', …' if len(members) > 6 else ''}"
        ways = {
            "player": "name a player, as in `you` or `next_player(you)`",
            "cell": f"name a cell of {element.of}",
            "piece": f"name {article(element.of)} that is in play",
            "flag": "ask a question, as in `x is y`",
            "effect": "name a rule with constant values, as in `gain_coins(3)`",
            "bundle": "an amount needs its resource, as in `3 coin`",
        }
        return ways.get(element.name, f"give {article(wanted)}")

    def lift(self, e: E, wanted: Type) -> E:
        """One thing where a collection is expected, and one list where a list of lists is."""
        if t.depth(e.type, unknown=MOST) < t.depth(wanted) and e.type.name != "none":
            return self.lift(E("list", t.many(e.type), [e], span=e.span), wanted)
        if wanted.is_many and e.type.name == "none":
            return E("list", wanted, [], span=e.span)
        return e

    def flag(self, e: ast.Expr, scope: Scope) -> E:
        return self.expect(self.expr(e, scope), t.FLAG, "a condition")

    def number(self, e: ast.Expr, scope: Scope) -> E:
        return self.expect(self.expr(e, scope), t.NUMBER, "this")

    def collection(self, e: ast.Expr, scope: Scope) -> E:
        if isinstance(e, ast.Name) and e.name in self.game.kinds and e.name not in scope.names:
            self.used.add(
                e.name
            )  # after `from` and `in` a kind's name means its members, also beside a column so named
            return E("lib", t.many(t.kind(e.name)), name="members", data=e.name, span=e.span)
        found = self.parts_of(e, scope) or self.expr(e, scope)
        if found.type.name in ("unknown",) or found.type.is_many:
            return found
        if found.type.name == "none":
            self.report(
                "RW305", "this is none, not a collection", found.span, "the empty collection is `empty`"
            )
            return found
        return E("list", t.many(found.type), [found], span=found.span)

    def player_expr(self, e: ast.Expr, scope: Scope) -> E:
        return self.expect(self.expr(e, scope), t.PLAYER, "this")

    def you(self, scope: Scope, span: ast.Span) -> E:
        if scope.you is None:
            self.report("RW212", "there is no `you` here", span, "this is not said to a player: name one")
            return const(0, t.PLAYER, span)
        if scope.you.op == "you":
            scope.body.uses_you = True
        return E(scope.you.op, scope.you.type, list(scope.you.args), scope.you.name, scope.you.data, span)

    def shape_of(self, board: str) -> str:
        shape = self.game.boards[board].shape
        if isinstance(shape, ast.Apply):
            shape = shape.target
        return shape.name if isinstance(shape, ast.Name) else ""

    def shapes(self) -> list[str]:
        """The shapes of all boards."""
        return [self.shape_of(board) for board in self.game.boards]
