"""The library: functions and constants that every game may use, each with the types it takes and gives."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from ...diagnostics import suggest
from ...language.library import form_of
from ...surface import ast
from .. import types as t
from ..context import Context, several
from ..expr import Const, DefineRef, Lib, ListOf, Math
from ..tree import E
from ..types import Type
from . import access, amounts, calls, coerce, expressions, operators
from .directions import check_way, directions
from .sized import size_options, within

if TYPE_CHECKING:
    from ..context import Scope


Args = Sequence[ast.Expr | E]
Named = list[tuple[str, ast.Expr]]
Handler = Callable[["Context", Args, Named, ast.Span, "Scope"], E]

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


def values_of(
    c: Context,
    name: str,
    args: Args,
    named: Named,
    span: ast.Span,
    scope: Scope,
    allow: tuple[str, ...] = (),
) -> list[E]:
    for n, value in named:
        if n not in allow:
            hint = f"it has: {', '.join(allow)}" if allow else "write the values without their names"
            c.report("RW214", f"{name} has no argument `{n}`", value.span, hint)
    return [a if isinstance(a, E) else expressions.expr(c, a, scope) for a in args]


def count_of(c: Context, name: str, values: list[E], low: int, high: int, span: ast.Span) -> bool:
    if low <= len(values) <= high:
        return True
    wanted = several(low, "value") if low == high else f"{low} to {high} values"
    c.report("RW217", f"{name} takes {wanted}, not {len(values)}", span, form_of(name))
    return False


def wrong(type: Type, span: ast.Span) -> E:
    return Const(type, 0, span=span)


def many_of(c: Context, value: E) -> E:
    if value.type.is_many or value.type.name == "unknown":
        return value
    return ListOf(t.many(t.sure(value.type)), [value], span=value.span)


# ---------------------------------------------------------------- collections


def on_collection(name: str, result: Callable[[Type], Type], refused: tuple[str, ...] = ()) -> Handler:
    def handle(c: Context, args: Args, named: Named, span: ast.Span, scope: Scope) -> E:
        values = values_of(c, name, args, named, span, scope)
        if not count_of(c, name, values, 1, 1, span):
            return wrong(t.UNKNOWN, span)
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
    values = values_of(c, "position", args, named, span, scope)
    if not count_of(c, "position", values, 2, 2, span):
        return wrong(t.NUMBER, span)
    return Lib(t.NUMBER, "position", [values[0], many_of(c, values[1])], span=span)


def without(c: Context, args: Args, named: Named, span: ast.Span, scope: Scope) -> E:
    values = values_of(c, "without", args, named, span, scope)
    if not count_of(c, "without", values, 2, 2, span):
        return wrong(t.UNKNOWN, span)
    group = many_of(c, values[0])
    return Lib(t.many(group.type.item), "difference", [group, many_of(c, values[1])], span=span)


def sorted_by(c: Context, args: Args, named: Named, span: ast.Span, scope: Scope) -> E:
    values = values_of(c, "sorted", args, named, span, scope, ("by",))
    if not count_of(c, "sorted", values, 1, 1, span):
        return wrong(t.UNKNOWN, span)
    group = many_of(c, values[0])
    by = linked_define(c, dict(named).get("by"), [group.type.item], scope, span)
    return Lib(t.many(t.plain(group.type.item)), "sorted", [group, by], span=span)


def connected(c: Context, args: Args, named: Named, span: ast.Span, scope: Scope) -> E:
    values = values_of(c, "connected", args, named, span, scope, ("by",))
    if not count_of(c, "connected", values, 1, 1, span):
        return wrong(t.UNKNOWN, span)
    group = many_of(c, values[0])
    element = t.plain(group.type.item)
    by = linked_define(c, dict(named).get("by"), [element, element], scope, span)
    if not named and element.name not in ("cell", "unknown"):
        c.report("RW217", f"what connects two things of type {element}?", span, form_of("connected"))
    return Lib(t.many(t.many(element)), "connected", [group, by], element.of, span=span)


def linked_define(
    c: Context, name: ast.Expr | None, given: list[Type], scope: Scope, span: ast.Span
) -> E | None:
    """`by: linked`: a define by its name, the only thing in the language that takes a function."""
    if name is None:
        return None
    if not isinstance(name, ast.Name) or name.name not in c.signatures:
        near = (
            suggest(name.name, [k for k, s in c.signatures.items() if s.function.category == "define"])
            if isinstance(name, ast.Name)
            else None
        )
        c.report(
            "RW220",
            "this must be the name of a define",
            name.span,
            f"did you mean `{near}`?" if near else "declare `define NAME(…) = …` and give its name",
        )
        return None
    sig = c.signatures[name.name]
    c.used.add(name.name)
    needed = len(sig.function.params)
    for i, type in enumerate(given[:needed]):
        c.grow_param(sig, i, type, name.span)
    if needed not in (len(given), 0) or (needed == 0 and given[0].name not in ("player", "unknown")):
        c.report(
            "RW217",
            f"{name.name} must take {several(len(given), 'value')} here",
            name.span,
            f"give `define {name.name}` {several(len(given), 'parameter')}",
        )
    subject = None
    if needed > 0:
        subject = calls.subject(c, sig, None, span, scope)
    else:
        sig.callers.add(c.current)
    return DefineRef(sig.result, sig.key, subject, span=span)


# ---------------------------------------------------------------- players


def players_from(name: str) -> Handler:
    return simple(name, (t.PLAYER,), t.many(t.PLAYER))


# ---------------------------------------------------------------- boards


def cell_result(
    name: str, cells: int, numbers: int, result: Callable[[Type], Type], called: str = ""
) -> Handler:
    """A function on cells of one board, then numbers or directions; in the rules it may be called otherwise."""

    def handle(c: Context, args: Args, named: Named, span: ast.Span, scope: Scope) -> E:
        said = called or (name.removesuffix("_through") if cells == 1 and not numbers else name)
        values = values_of(c, said, args, named, span, scope)
        if not count_of(c, said, values, cells, cells + numbers, span):
            return wrong(t.UNKNOWN, span)
        board = values[0].type
        for v in values[:cells]:
            if v.type.name not in ("cell", "unknown"):
                c.report("RW304", f"{said} works on cells, but this is {v.type}", v.span, form_of(said))
            elif v.type.name == "cell" and board.name == "cell" and v.type.of != board.of:
                c.report(
                    "RW304",
                    f"{said} works on cells of one board",
                    v.span,
                    f"the other is a cell of {board.of}",
                )
        of = board.of if board.name == "cell" else ""
        found = Lib(result(t.sure(board)), name, list(values), of, span=span)
        return found if name in ("step", "line") else within(c, found)

    return handle


def step(c: Context, args: Args, named: Named, span: ast.Span, scope: Scope) -> E:
    found = cell_result("step", 1, 2, t.maybe)(c, args, named, span, scope)
    if len(found.args) == 1:
        c.report("RW217", "step takes a cell, a direction and perhaps a number", span, form_of("step"))
    elif found.args:
        check_way(c, "step", found.arg(0), found.arg(1))
    return within(c, found)


def line(c: Context, args: Args, named: Named, span: ast.Span, scope: Scope) -> E:
    found = cell_result("line", 1, 1, t.many)(c, args, named, span, scope)
    if len(found.args) == 1:
        c.report("RW217", "line takes a cell and a direction", span, form_of("line"))
    elif found.args:
        check_way(c, "line", found.arg(0), found.arg(1))
    return within(c, found)


def lines(c: Context, args: Args, named: Named, span: ast.Span, scope: Scope) -> E:
    return of_board(c, "lines", args, named, span, scope, lambda cell: t.many(t.many(cell)), 1)


def of_board(
    c: Context,
    name: str,
    args: Args,
    named: Named,
    span: ast.Span,
    scope: Scope,
    result: Callable[[Type], Type],
    numbers: int,
) -> E:
    """`lines(square, 3)`, `row(mausoleum, 4)`: the first argument names a board."""
    if not args or not isinstance(args[0], ast.Name) or args[0].name not in c.game.boards:
        c.report(
            "RW221",
            f"{name} begins with the name of a board",
            span,
            f"as in `{name}({next(iter(c.game.boards), 'board')}, 3)`",
        )
        return wrong(t.UNKNOWN, span)
    board = args[0].name
    c.used.add(board)
    values = values_of(c, name, args[1:], named, span, scope)
    if not count_of(c, name, values, numbers, numbers, span):
        return wrong(t.UNKNOWN, span)
    checked = [coerce.expect(c, v, t.NUMBER, f"a value of {name}") for v in values]
    return within(c, Lib(result(t.cell(board)), name, list(checked), board, span=span))


def row_or_column(name: str) -> Handler:
    def handle(c: Context, args: Args, named: Named, span: ast.Span, scope: Scope) -> E:
        first = args[0] if args else None
        if isinstance(first, ast.Name) and first.name in c.game.boards:
            return of_board(c, name, args, named, span, scope, t.many, 1)
        return cell_result(f"{name}_through", 1, 0, t.many)(c, args, named, span, scope)

    return handle


def block(c: Context, args: Args, named: Named, span: ast.Span, scope: Scope) -> E:
    given = dict(named)
    if (
        len(args) != 1
        or not isinstance(args[0], ast.Name)
        or args[0].name not in c.game.boards
        or set(given) != {"rows", "columns"}
    ):
        c.report(
            "RW217", "block cannot be called so", span, "write `block(BOARD, rows: 1..3, columns: 1..4)`"
        )
        return wrong(t.UNKNOWN, span)
    c.used.add(args[0].name)
    rows, columns = coerce.collection(c, given["rows"], scope), coerce.collection(c, given["columns"], scope)
    return within(c, Lib(t.many(t.cell(args[0].name)), "block", [rows, columns], args[0].name, span=span))


def path_length(c: Context, args: Args, named: Named, span: ast.Span, scope: Scope) -> E:
    values = values_of(c, "path_length", args, named, span, scope, ("through",))
    if not count_of(c, "path_length", values, 2, 2, span):
        return wrong(t.NUMBER, span)
    cell = t.sure(values[0].type)
    through = linked_define(c, dict(named).get("through"), [cell], scope, span)
    if through is not None and size_options(c, cell.of):
        c.report(
            "RW229",
            f"the size of {cell.of} is an option, so ways through some of its cells are not measured",
            span,
            "give it a fixed size, or a variant for each size",
        )
    return Lib(t.NUMBER, "path_length", [values[0], values[1], through], cell.of, span=span)


def touching(c: Context, args: Args, named: Named, span: ast.Span, scope: Scope) -> E:
    values = values_of(c, "touching", args, named, span, scope)
    if not count_of(c, "touching", values, 2, 2, span):
        return wrong(t.FLAG, span)
    of = values[0].type
    if of.name != "piece":
        return cell_result("adjacent", 2, 0, lambda e: t.FLAG, "touching")(c, values, [], span, scope)
    if t.sure(values[1].type) not in (t.sure(of), t.UNKNOWN):
        c.report("RW304", "touching works on two pieces of one type", span, f"the first is {of}")
    return Lib(t.FLAG, "touching", list(values), of.of, span=span)


def edge_between(c: Context, args: Args, named: Named, span: ast.Span, scope: Scope) -> E:
    """`edge_between(EDGES, a, b)`: the edge of that name between two cells, or none."""
    for board in c.game.boards.values():
        if args and isinstance(args[0], ast.Name) and args[0].name in board.edges and len(args) == 3:
            a, b = values_of(c, "edge_between", args[1:], named, span, scope)
            name = f"{board.name}.{args[0].name}"
            return Lib(t.maybe(t.edge(name)), "edge_between", [a, b], name, span=span)
    c.report("RW217", "edge_between cannot be called so", span, "write `edge_between(EDGES, cell, cell)`")
    return wrong(t.UNKNOWN, span)


def edges_of(c: Context, args: Args, named: Named, span: ast.Span, scope: Scope) -> E:
    """`edges_of(EDGES)`: all edges of that name."""
    for board in c.game.boards.values():
        if len(args) == 1 and isinstance(args[0], ast.Name) and args[0].name in board.edges:
            name = f"{board.name}.{args[0].name}"
            return Lib(t.many(t.edge(name)), "edges_of", [], name, span=span)
    c.report("RW217", "edges_of cannot be called so", span, "write `edges_of(EDGES)`")
    return wrong(t.UNKNOWN, span)


def ends_of(c: Context, args: Args, named: Named, span: ast.Span, scope: Scope) -> E:
    values = values_of(c, "ends_of", args, named, span, scope)
    if not count_of(c, "ends_of", values, 1, 1, span) or values[0].type.name != "edge":
        c.report("RW217", "ends_of takes an edge", span, "as in `ends_of(e)` for an `e in edges_of(EDGES)`")
        return wrong(t.UNKNOWN, span)
    board = values[0].type.of.split(".")[0]
    return Lib(t.many(t.cell(board)), "ends_of", [values[0]], values[0].type.of, span=span)


def ring_distance(c: Context, args: Args, named: Named, span: ast.Span, scope: Scope) -> E:
    values = values_of(c, "ring_distance", args, named, span, scope)
    if not count_of(c, "ring_distance", values, 2, 2, span):
        return wrong(t.NUMBER, span)
    of = values[0].type
    if of.name == "kind" and "ring" not in c.game.kinds[of.of].flags:
        c.report("RW304", f"{of.of} is not a ring", span, hint=f"declare `kind {of.of}, ring`")
    return Lib(t.NUMBER, "ring_distance", list(values), of.of, span=span)


# ---------------------------------------------------------------- resources, chance, kinds


def on_resource(name: str) -> Handler:
    def handle(c: Context, args: Args, named: Named, span: ast.Span, scope: Scope) -> E:
        values = values_of(c, name, args, named, span, scope)
        if len(values) != 1 or values[0].type.name not in ("resource", "unknown"):
            c.report(
                "RW222",
                f"{name} takes a resource",
                span,
                f"as in `{name}({next(iter(c.game.resources), 'coin')})`",
            )
            return wrong(t.NUMBER, span)
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
            else wrong(t.NUMBER, span)
        )
    return Const(t.NUMBER, 1_000_000, span=span)


def payable(c: Context, args: Args, named: Named, span: ast.Span, scope: Scope) -> E:
    values = values_of(c, "payable", args, named, span, scope)
    if not count_of(c, "payable", values, 1, 1, span):
        return wrong(t.FLAG, span)
    bundle = coerce.expect(c, operators.as_bundle(c, values[0]), t.BUNDLE, "a value of payable")
    return Lib(t.FLAG, "payable", [coerce.you(c, scope, span), bundle], span=span)


def random(c: Context, args: Args, named: Named, span: ast.Span, scope: Scope) -> E:
    values = values_of(c, "random", args, named, span, scope)
    if not count_of(c, "random", values, 1, 2, span):
        return wrong(t.UNKNOWN, span)
    group = many_of(c, values[-1])
    element = t.plain(group.type.item)
    if len(values) == 1:
        return Lib(element, "random_one", [group], span=span)
    return Lib(t.many(element), "random_some", [coerce.expect(c, values[0], t.NUMBER), group], span=span)


def roll(c: Context, args: Args, named: Named, span: ast.Span, scope: Scope) -> E:
    if len(args) != 2 or not isinstance(args[1], ast.Name) or args[1].name not in c.game.kinds:
        c.report("RW217", "roll cannot be called so", span, "write `roll(NUMBER, KIND)`")
        return wrong(t.UNKNOWN, span)
    c.used.add(args[1].name)
    amount = coerce.expect(c, values_of(c, "roll", args[:1], named, span, scope)[0], t.NUMBER)
    return Lib(t.many(t.kind(args[1].name)), "roll", [amount], args[1].name, span=span)


def all_of(c: Context, args: Args, named: Named, span: ast.Span, scope: Scope) -> E:
    """All members of a kind, each as often as its column `copies` says."""
    if len(args) != 1 or not isinstance(args[0], ast.Name) or args[0].name not in c.game.kinds:
        c.report("RW217", "all_of cannot be called so", span, "write `all_of(KIND)`")
        return wrong(t.UNKNOWN, span)
    c.used.add(args[0].name)
    return Lib(t.many(t.kind(args[0].name)), "all_of", [], args[0].name, span=span)


def list_of(c: Context, args: Args, named: Named, span: ast.Span, scope: Scope) -> E:
    """An empty list of things of one type."""
    if len(args) != 1 or not isinstance(args[0], ast.Name):
        c.report("RW217", "list_of cannot be called so", span, "write `list_of(TYPE)`")
        return wrong(t.UNKNOWN, span)
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
