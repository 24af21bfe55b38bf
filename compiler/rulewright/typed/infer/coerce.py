"""Values of a wanted type: what fits, what is hoisted to fit, and what to say of the rest."""

from __future__ import annotations

from dataclasses import replace

from ...surface import ast
from .. import types as t
from ..context import Context, Scope, article
from ..expr import ColumnOf, Lib, ListOf, You, const
from ..tree import E
from ..types import Type
from . import amounts, expressions

IN_WORDS = {"flag": "yes or no", "bundle": "an amount of resources", "effect": "a rule with constant values"}
MOST = 9  # collections in each other: an empty list can be any


def expect(c: Context, e: E, wanted: Type, what: str = "") -> E:
    """The value as one of the wanted type; reported if it is none."""
    if wanted.name == "number" and e.type.name == "cell" and shape_of(c, e.type.of) == "ring":
        return replace(e, type=t.NUMBER)  # the places of a ring are numbers from 0
    if wanted.name == "bundle" and isinstance(e, ColumnOf) and e.type.item.name in ("bundle", "resource"):
        comma_for_plus(c, e)
    elif not t.fits(e.type, wanted):
        hint = ""
        needed = IN_WORDS.get(wanted.name, str(wanted))
        given = t.plain(e.type) if wanted.name != "number" else e.type
        if wanted.name == "bundle" and e.type.name == "number":
            hint = "an amount needs its resource, as in `3 coin`"
        elif wanted.name == "flag" and e.type.name == "number":
            hint = "compare the number, as in `… > 0`"
        else:
            hint = way_to(c, wanted, e.type)
        c.report("RW304", f"{what or 'this'} must be {needed}, but it is {given}", e.span, hint)
    return lift(c, e, wanted)


def comma_for_plus(c: Context, e: ColumnOf) -> None:
    """A price of which some line makes a list: told there, not where it is paid."""
    for m in c.game.kinds[e.kind].members.values():
        cells = m.cells.get(e.name) or []
        if len(cells) > 1:
            text = f"the column {e.name} is paid or gained, but a comma makes a list of it"
            c.report("RW304", text, cells[1].span, "join amounts by `+`, as in `2 coin + 1 wood`")


def way_to(c: Context, wanted: Type, given: Type) -> str:
    """How to come by a value of a type."""
    element = wanted.item if wanted.is_many else wanted
    columns = (
        list(c.game.kinds[given.of].columns) if given.name == "kind" and given.of in c.game.kinds else []
    )
    fitting = [
        column for column in columns if c.columns.get((given.of, column), t.UNKNOWN).name == element.name
    ]
    if fitting and not (element.name == "kind" and element.of == given.of):
        return f"perhaps a figure of it: {', '.join('.' + column for column in fitting[:6])}"
    if element.name == "kind" and element.of in c.game.kinds:
        members = list(c.game.kinds[element.of].members)
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


def lift(c: Context, e: E, wanted: Type) -> E:
    """One thing where a collection is expected, and one list where a list of lists is."""
    if t.depth(e.type, unknown=MOST) < t.depth(wanted) and e.type.name != "none":
        return lift(c, ListOf(t.many(e.type), [e], span=e.span), wanted)
    if wanted.is_many and e.type.name == "none":
        return ListOf(wanted, [], span=e.span)
    return e


def flag(c: Context, e: ast.Expr, scope: Scope) -> E:
    """A condition, typed."""
    return expect(c, expressions.expr(c, e, scope), t.FLAG, "a condition")


def number(c: Context, e: ast.Expr, scope: Scope) -> E:
    """A number, typed."""
    return expect(c, expressions.expr(c, e, scope), t.NUMBER, "this")


def collection(c: Context, e: ast.Expr, scope: Scope) -> E:
    """A collection, typed; one thing becomes a list of one, a kind's name its members."""
    if isinstance(e, ast.Name) and e.name in c.game.kinds and e.name not in scope.names:
        c.used.add(
            e.name
        )  # after `from` and `in` a kind's name means its members, also beside a column so named
        return Lib(t.many(t.kind(e.name)), "members", [], e.name, span=e.span)
    found = amounts.parts_of(c, e, scope) or expressions.expr(c, e, scope)
    if found.type.name in ("unknown",) or found.type.is_many:
        return found
    if found.type.name == "none":
        c.report("RW305", "this is none, not a collection", found.span, "the empty collection is `empty`")
        return found
    return ListOf(t.many(found.type), [found], span=found.span)


def player_expr(c: Context, e: ast.Expr, scope: Scope) -> E:
    """A player, typed."""
    return expect(c, expressions.expr(c, e, scope), t.PLAYER, "this")


def you(c: Context, scope: Scope, span: ast.Span) -> E:
    """The player who is spoken to here; reported if there is none."""
    if scope.you is None:
        c.report("RW212", "there is no `you` here", span, "this is not said to a player: name one")
        return const(0, t.PLAYER, span)
    if isinstance(scope.you, You):
        scope.body.uses_you = True
        return You(scope.you.type, span=span)
    return replace(scope.you, span=span)


def shape_of(c: Context, board: str) -> str:
    """The name of a board's shape, or nothing."""
    shape = c.game.boards[board].shape
    if isinstance(shape, ast.Apply):
        shape = shape.target
    return shape.name if isinstance(shape, ast.Name) else ""


def shapes(c: Context) -> list[str]:
    """The shapes of all boards."""
    return [shape_of(c, board) for board in c.game.boards]
