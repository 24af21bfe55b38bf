"""The library: functions and constants that every game may use, each with the types it takes and gives."""

from __future__ import annotations

import functools
from collections.abc import Callable

from ...language.library import form_of
from ...surface import ast
from .. import types as t
from ..context import Context, Scope, several
from ..expr import Const, Lib, ListOf, Math
from ..tree import E
from ..types import Type
from . import access, amounts, calls, coerce, operators
from .arguments import Args, Handler, Named, count_of, linked_define, many_of, placeholder, values_of
from .board_library import (
    block,
    cell_result,
    edge_between,
    edges_of,
    ends_of,
    line,
    lines,
    path_length,
    ring_distance,
    row_or_column,
    step,
    touching,
)
from .directions import directions

CONSTANTS: dict[str, Type] = {
    "players": t.many(t.PLAYER),
    "participants": t.many(t.PLAYER),
    "players_count": t.NUMBER,
    "first_player": t.PLAYER,
    "first_seat": t.PLAYER,
    "winners": t.many(t.PLAYER),
    "game_over": t.FLAG,
}


def simple(name: str, params: tuple[Type, ...], result: Type, more: Type | None = None) -> Handler:
    """A function with fixed parameter types; `more` is the type of any further arguments."""

    def handle(c: Context, args: Args, named: Named, span: ast.Span, scope: Scope) -> E:
        values = values_of(c, name, args, named, span, scope)
        if len(values) < len(params) or (len(values) > len(params) and more is None):
            c.report(
                "RW217",
                f"{name} takes {several(len(params), 'value')}, not {len(values)}",
                span,
                form_of(name),
            )
            return Const(result, 0, span=span)
        wanted = [*params, *([more] * (len(values) - len(params)))]
        checked = [coerce.expect(c, v, w or t.UNKNOWN, f"a value of {name}") for v, w in zip(values, wanted)]
        return Lib(result, name, list(checked), span=span)

    return handle


# ---------------------------------------------------------------- collections


def on_collection(name: str, result: Callable[[Type], Type], refused: tuple[str, ...] = ()) -> Handler:
    """The handler of a function of one collection; `result` gives its type by that of the elements."""

    def handle(c: Context, args: Args, named: Named, span: ast.Span, scope: Scope) -> E:
        values = values_of(c, name, args, named, span, scope)
        if not count_of(c, name, values, 1, 1, span):
            return placeholder(t.UNKNOWN, span)
        value = many_of(c, values[0])
        if t.plain(value.type.item).name in refused:
            c.report("RW304", f"{name} takes things, numbers or flags", span, form_of(name))
        return Lib(result(t.plain(value.type.item)), name, [value], span=span)

    return handle


def first(c: Context, args: Args, named: Named, span: ast.Span, scope: Scope) -> E:
    """`first(S)`: one thing or none; `first(n, S)`: as many of them, or all."""
    if len(args) != 2:
        return on_collection("first", t.maybe)(c, args, named, span, scope)
    number, group = values_of(c, "first", args, named, span, scope)
    group = many_of(c, group)
    number = coerce.expect(c, number, t.NUMBER, "how many")
    return Lib(t.many(t.plain(group.type.item)), "first_some", [number, group], span=span)


def position(c: Context, args: Args, named: Named, span: ast.Span, scope: Scope) -> E:
    """`position(x, list)`: the place of a thing."""
    values = values_of(c, "position", args, named, span, scope)
    if not count_of(c, "position", values, 2, 2, span):
        return placeholder(t.NUMBER, span)
    return Lib(t.NUMBER, "position", [values[0], many_of(c, values[1])], span=span)


def without(c: Context, args: Args, named: Named, span: ast.Span, scope: Scope) -> E:
    """`without(some, others)`: those that are not among the others."""
    values = values_of(c, "without", args, named, span, scope)
    if not count_of(c, "without", values, 2, 2, span):
        return placeholder(t.UNKNOWN, span)
    group = many_of(c, values[0])
    return Lib(t.many(group.type.item), "difference", [group, many_of(c, values[1])], span=span)


def sorted_by(c: Context, args: Args, named: Named, span: ast.Span, scope: Scope) -> E:
    """`sorted(list, by: define)`."""
    values = values_of(c, "sorted", args, named, span, scope, ("by",))
    if not count_of(c, "sorted", values, 1, 1, span):
        return placeholder(t.UNKNOWN, span)
    group = many_of(c, values[0])
    by = linked_define(c, dict(named).get("by"), [group.type.item], scope, span)
    return Lib(t.many(t.plain(group.type.item)), "sorted", [group, by], span=span)


def connected(c: Context, args: Args, named: Named, span: ast.Span, scope: Scope) -> E:
    """`connected(group, by: define)`: the parts that hang together."""
    values = values_of(c, "connected", args, named, span, scope, ("by",))
    if not count_of(c, "connected", values, 1, 1, span):
        return placeholder(t.UNKNOWN, span)
    group = many_of(c, values[0])
    element = t.plain(group.type.item)
    by = linked_define(c, dict(named).get("by"), [element, element], scope, span)
    if not named and element.name not in ("cell", "unknown"):
        c.report("RW217", f"what connects two things of type {element}?", span, form_of("connected"))
    return Lib(t.many(t.many(element)), "connected", [group, by], element.of, span=span)


# ---------------------------------------------------------------- players


def players_from(name: str) -> Handler:
    """The handler of a function of one player that gives several."""
    return simple(name, (t.PLAYER,), t.many(t.PLAYER))


# ---------------------------------------------------------------- resources, chance, kinds


def on_resource(name: str) -> Handler:
    """The handler of a function of one resource of the player who is spoken to."""

    def handle(c: Context, args: Args, named: Named, span: ast.Span, scope: Scope) -> E:
        values = values_of(c, name, args, named, span, scope)
        if len(values) != 1 or values[0].type.name not in ("resource", "unknown"):
            c.report(
                "RW222",
                f"{name} takes a resource",
                span,
                f"as in `{name}({next(iter(c.game.resources), 'coin')})`",
            )
            return placeholder(t.NUMBER, span)
        who = coerce.you(c, scope, span)
        if isinstance(values[0], Const):
            return of_resource(c, name, values[0].name, who, span, scope)
        return amounts.by_resource(c, values[0], span, lambda r: of_resource(c, name, r, who, span, scope))

    return handle


def of_resource(c: Context, name: str, resource: str, who: E, span: ast.Span, scope: Scope) -> E:
    """What a player has of a resource, or has room for."""
    key = f"{resource}.{name}"
    if key in c.signatures:
        return calls.call(c, c.signatures[key], who, None, [], span, scope)
    if name == "stock" and c.game.resources[resource].of:
        parts = [of_resource(c, name, part, who, span, scope) for part in c.game.resources[resource].of]
        return functools.reduce(lambda a, b: Math(t.NUMBER, "+", a, b, span=span), parts)
    if name == "stock":
        return (
            access.of_player(c, who, resource, None, span, scope)
            if resource in c.player
            else placeholder(t.NUMBER, span)
        )
    return Const(t.NUMBER, 1_000_000, span=span)


def payable(c: Context, args: Args, named: Named, span: ast.Span, scope: Scope) -> E:
    """`payable(bundle)`: whether you can pay this."""
    values = values_of(c, "payable", args, named, span, scope)
    if not count_of(c, "payable", values, 1, 1, span):
        return placeholder(t.FLAG, span)
    bundle = coerce.expect(c, operators.as_bundle(c, values[0]), t.BUNDLE, "a value of payable")
    return Lib(t.FLAG, "payable", [coerce.you(c, scope, span), bundle], span=span)


def random(c: Context, args: Args, named: Named, span: ast.Span, scope: Scope) -> E:
    """`random(group)` or `random(n, group)`."""
    values = values_of(c, "random", args, named, span, scope)
    if not count_of(c, "random", values, 1, 2, span):
        return placeholder(t.UNKNOWN, span)
    group = many_of(c, values[-1])
    element = t.plain(group.type.item)
    if len(values) == 1:
        return Lib(element, "random_one", [group], span=span)
    return Lib(t.many(element), "random_some", [coerce.expect(c, values[0], t.NUMBER), group], span=span)


def roll(c: Context, args: Args, named: Named, span: ast.Span, scope: Scope) -> E:
    """`roll(n, kind)`: the faces of so many dice."""
    if len(args) != 2 or not isinstance(args[1], ast.Name) or args[1].name not in c.game.kinds:
        c.report("RW217", "roll cannot be called so", span, "write `roll(NUMBER, KIND)`")
        return placeholder(t.UNKNOWN, span)
    c.used.add(args[1].name)
    amount = coerce.expect(c, values_of(c, "roll", args[:1], named, span, scope)[0], t.NUMBER)
    return Lib(t.many(t.kind(args[1].name)), "roll", [amount], args[1].name, span=span)


def all_of(c: Context, args: Args, named: Named, span: ast.Span, scope: Scope) -> E:
    """All members of a kind, each as often as its column `copies` says."""
    if len(args) != 1 or not isinstance(args[0], ast.Name) or args[0].name not in c.game.kinds:
        c.report("RW217", "all_of cannot be called so", span, "write `all_of(KIND)`")
        return placeholder(t.UNKNOWN, span)
    c.used.add(args[0].name)
    return Lib(t.many(t.kind(args[0].name)), "all_of", [], args[0].name, span=span)


def list_of(c: Context, args: Args, named: Named, span: ast.Span, scope: Scope) -> E:
    """An empty list of things of one type."""
    if len(args) != 1 or not isinstance(args[0], ast.Name):
        c.report("RW217", "list_of cannot be called so", span, "write `list_of(TYPE)`")
        return placeholder(t.UNKNOWN, span)
    c.used.add(args[0].name)
    element = c.type_of(ast.TypeName(args[0].span, args[0].name))
    return ListOf(t.many(element), [], span=span)


LIBRARY: dict[str, Handler] = {
    "size": on_collection("size", lambda e: t.NUMBER),
    "first": first,
    "last": on_collection("last", t.maybe),
    "distinct": on_collection("distinct", lambda e: t.many(e, "set")),
    "positions": on_collection("positions", lambda e: t.many(t.NUMBER)),
    "fingerprint": on_collection("fingerprint", lambda e: t.NUMBER, ("text", "bundle", "effect")),
    "reversed": on_collection("reversed", t.many),
    "position": position,
    "without": without,
    "sorted": sorted_by,
    "connected": connected,
    **{name: simple(name, (t.NUMBER,), t.NUMBER, t.NUMBER) for name in ("min", "max")},
    "abs": simple("abs", (t.NUMBER,), t.NUMBER),
    "mod": simple("mod", (t.NUMBER, t.NUMBER), t.NUMBER),
    **{name: players_from(name) for name in ("clockwise_from", "clockwise_after")},
    "next_player": simple("next_player", (t.PLAYER,), t.PLAYER),
    "neighbours": cell_result("neighbours", 1, 0, t.many),
    "around": cell_result("around", 1, 0, t.many),
    "adjacent": cell_result("adjacent", 2, 0, lambda e: t.FLAG),
    "distance": cell_result("distance", 2, 0, lambda e: t.NUMBER),
    "shared_neighbours": cell_result("shared_neighbours", 2, 0, t.many),
    "directions": directions,
    "line": line,
    "lines_through": cell_result("lines_through", 1, 1, lambda e: t.many(t.many(e))),
    "step": step,
    "lines": lines,
    **{name: row_or_column(name) for name in ("row", "column")},
    "block": block,
    "path_length": path_length,
    "touching": touching,
    "edge_between": edge_between,
    "edges_of": edges_of,
    "ends_of": ends_of,
    "ring_distance": ring_distance,
    "room": on_resource("room"),
    "stock": on_resource("stock"),
    "payable": payable,
    "random": random,
    "roll": roll,
    "all_of": all_of,
    "list_of": list_of,
}
CHANCE = ("random_one", "random_some", "roll")
