"""Fields of players, the table, cells, edges and pieces: their types, their attributes, their first values."""

from __future__ import annotations

import builtins
import keyword

from ...diagnostics import suggest
from ...resolved import model
from ...surface import ast
from .. import tree
from .. import types as t
from ..context import Body, Context, Scope
from ..expr import Const, Field, This, You
from ..tree import E
from ..types import Type
from . import boards, coerce, expressions, stores

# Slots of the runtime's position: a field of the rules with such a name gets another attribute.
POSITION = {
    "machine", "players", "chance", "script", "trial", "over", "winners", "log", "player", "you", "choice",
    "options", "then", "answer", "waiting", "tried", "call_depth", "idle_rounds", "memo", "clone", "copy_into",
}  # fmt: skip


def declare_fields(c: Context) -> None:
    """Gives every field its type and an attribute of the position."""
    game = c.game
    for p in game.pieces.values():
        if p.board and p.board not in game.boards:
            near = suggest(p.board, game.boards)
            hint = f"did you mean `{near}`?" if near else f"declare `board {p.board}: …`"
            c.report("RW221", f"there is no board `{p.board}`", p.span, hint)
            p.board = near or ""
        for flag in p.flags:
            if flag != "alike":
                c.report("RW225", f"a piece cannot be `{flag}`", p.span, "its only flag is alike")
    for board in game.boards.values():
        boards.declare_board(c, board)
    taken = POSITION | {f"{p}_{part}" for p in game.pieces for part in ("alive", "cells", "on", "zone")}
    taken |= {f"used_{f.name}" for f in game.functions.values() if f.category == "action"}
    for name, f in game.table.items():
        c.table[name] = field(c, f, fresh(c, name, taken))
    for name, f in game.player.items():
        c.player[name] = field(c, f, fresh(c, name, taken))
    for board in game.boards.values():
        c.cells[board.name] = {
            n: field(c, f, fresh(c, f"{board.name}_{n}", taken)) for n, f in board.fields.items()
        }
        for e in board.edges.values():
            c.edges[f"{board.name}.{e.name}"] = {
                n: field(c, f, fresh(c, f"{e.name}_{n}", taken)) for n, f in e.fields.items()
            }
    for piece in game.pieces.values():
        c.pieces[piece.name] = {
            n: field(c, f, fresh(c, f"{piece.name}_{n}", taken)) for n, f in piece.fields.items()
        }


def fresh(c: Context, name: str, taken: set[str]) -> str:
    """An attribute of this name that nothing else has, with underscores added as needed."""
    attribute = name
    while attribute in taken or keyword.iskeyword(attribute):
        attribute += "_"
    taken.add(attribute)
    return attribute


def field(c: Context, f: model.FieldDecl, attribute: str) -> tree.FieldInfo:
    """A field with type, key and flags; flags that do not fit are reported."""
    key, low, size = key_of(c, f)
    type = c.type_of(f.type)
    is_resource = type.name == "resource" and is_counter(c, f)
    if is_resource:
        type = Type("number", low=0)
    for flag in f.flags:
        if flag not in ("private", "hidden", "cyclic", "option", "open"):
            c.report(
                "RW225",
                f"a field cannot be `{flag}`",
                f.span,
                "flags are private, hidden, cyclic, option, open",
            )
    if "open" in f.flags:
        open_figure(c, f, type)
    if is_resource:
        shared = c.game.resources.get(f.name)
        if shared is None:
            c.report("RW226", f"there is no resource `{f.name}`", f.span, f"declare `resource {f.name}`")
        elif "private" in shared.flags:
            f.flags = [*f.flags, "private"]
    if "option" in f.flags and (
        keyword.iskeyword(f.name)
        or f.name in {*dir(builtins), *POSITION, "seed", "names", "engine", "ask_forced"}
    ):
        c.report(
            "RW205",
            f"an option cannot be called `{f.name}`: it is given by name when a game is made",
            f.span,
            "choose another name",
        )
    if "option" in f.flags and "open" not in f.flags and f.owner != "table":
        c.report("RW225", "only a field of the table can be an option", f.span, "declare it under `table`")
    info = tree.FieldInfo(
        name=f.name,
        attribute=attribute,
        owner=f.owner,
        type=type,
        key=key,
        key_low=low,
        key_size=size,
        flags=tuple(f.flags),
        is_resource=is_resource,
        default=None,
        sources=f.sources,
        span=f.span,
    )
    c.fields[attribute] = info
    return info


def open_figure(c: Context, f: model.FieldDecl, type: Type) -> None:
    """A figure that is still to be found is an option that players are not asked for; all its values must be known."""
    if f.owner != "table":
        c.report("RW225", "only a field of the table can be open", f.span, "declare it under `table`")
    elif type.name == "number" and (type.low is None or type.high is None):
        c.report(
            "RW225",
            "an open figure needs both ends of its range",
            f.span,
            "as in `start: 3..8 = 5, open`",
        )
    elif type.optional or type.name not in ("number", "flag", "kind"):
        c.report(
            "RW225",
            "only a number, a flag or a member of a kind can be open",
            f.span,
            "as in `start: 3..8 = 5, open`",
        )
    if "option" not in f.flags:
        f.flags = [*f.flags, "option"]


def is_counter(c: Context, f: model.FieldDecl) -> bool:
    """A field that bears the name of a resource counts it; any other one of that type holds a resource."""
    resources = c.game.resources
    if f.name in resources or not resources:
        return True
    uncounted = [
        r.name for r in resources.values() if not r.of and not r.functions and r.name not in c.game.player
    ]
    return f.type.or_none is False and f.owner == "player" and suggest(f.name, uncounted) is not None


def key_of(c: Context, f: model.FieldDecl) -> tuple[Type | None, int, int]:
    """The type of a map's keys, the first of them if they are numbers, and how many there are."""
    if f.each is None:
        return None, 0, 0
    if not isinstance(f.each, ast.Listing):
        return one_key(c, f.each, f.span)
    parts = [one_key(c, each, f.span) for each in f.each.items]
    if len(parts) > 2 or any(type is None or type.name == "player" for type, _, _ in parts):
        c.report(
            "RW227",
            "a map of pairs is kept for each two of members, cells, resources or numbers",
            f.each.span,
            "what belongs to a player stands under `player`; more than two keys are a `piece` with fields",
        )
        return None, 0, 0
    (first, low, size), (second, other_low, other_size) = parts
    assert first is not None
    assert second is not None
    return t.pair(first, low, size, second, other_low, other_size), 0, size * other_size


def one_key(c: Context, each: ast.Expr, span: ast.Span) -> tuple[Type | None, int, int]:
    """The type of a map's key, its lowest number and how many there are."""
    ends = boards.ends_of(c, each)
    if isinstance(each, ast.Range) and ends is None:
        for end in (each.low, each.high):
            c.bound(end)
        return t.NUMBER, 0, 1000
    if ends is not None:
        if not 0 <= ends[1] - ends[0] < 1000:
            c.report(
                "RW227",
                "a map by numbers needs a range of 1 to 1000 numbers",
                each.span,
                "as in `for each 1..3`",
            )
        return t.NUMBER, ends[0], max(1, ends[1] - ends[0] + 1)
    if isinstance(each, ast.Name):
        if each.name in c.game.kinds:
            c.used.add(each.name)
            return t.kind(each.name), 0, len(c.game.kinds[each.name].members)
        if each.name in ("player", "participant"):
            return t.PLAYER, 0, max(c.game.players) + len(c.game.participants)
        if each.name == "resource" and c.game.resources:
            return t.RESOURCE, 0, len(c.game.resources)
        if each.name == "number":
            c.report("RW227", "it is not said for which numbers", each.span, "as in `for each 1..3`")
            return t.NUMBER, 0, 1
        if each.name in c.game.boards:
            return t.cell(each.name), 0, boards.board_size(c, each.name)
    near = (
        suggest(each.name, [*c.game.kinds, *c.game.boards, "player"]) if isinstance(each, ast.Name) else None
    )
    hint = (
        f"did you mean `{near}`?" if near else "as in `for each colour`, `for each player`, `for each 1..3`"
    )
    c.report(
        "RW227",
        "a map is kept for each member of a kind, player, cell or number of a range",
        span,
        hint,
    )
    return None, 0, 0


def check_defaults(c: Context) -> None:
    """Types the first values of all fields."""
    for owner, fields in all_fields(c):
        for f in fields.values():
            info = field_of(c, owner, f.name)
            info.default = default(c, f, info)


def all_fields(c: Context) -> list[tuple[str, dict[str, model.FieldDecl]]]:
    """The declared fields by their owners."""
    game = c.game
    found = [("table", game.table), ("player", game.player)]
    found += [(f"cell:{b.name}", b.fields) for b in game.boards.values()]
    found += [(f"edge:{b.name}.{e.name}", e.fields) for b in game.boards.values() for e in b.edges.values()]
    found += [(f"piece:{p.name}", p.fields) for p in game.pieces.values()]
    return found


def field_of(c: Context, owner: str, name: str) -> tree.FieldInfo:
    """The field of an owner by its name."""
    if owner == "table":
        return c.table[name]
    if owner == "player":
        return c.player[name]
    what, of = owner.split(":")
    return {"cell": c.cells, "edge": c.edges, "piece": c.pieces}[what][of][name]


def default(c: Context, f: model.FieldDecl, info: tree.FieldInfo) -> E | None:
    """The first value of a field, typed; None if none is given."""
    if f.value is None:
        return None
    this: E | None = None
    if info.key is not None and info.key.name in ("kind", "resource"):
        this = This(info.key)
    elif info.owner.startswith("cell:"):
        this = This(t.cell(info.owner[5:]))
    you = You(t.PLAYER) if info.owner == "player" else None
    scope = Scope(Body(f"default:{info.attribute}", f.name), {}, you, this)
    value = expressions.expr(c, f.value, scope)
    if info.type.name == "resource" and value.type.name == "number":
        c.report("RW226", f"there is no resource `{f.name}`", f.span, f"declare `resource {f.name}`")
        return None
    value = coerce.expect(c, value, info.type, f"the first value of {f.name}")
    if isinstance(value, Const) and info.type.name == "number":
        stores.check_range(c, Field(info.type, info), value)
    return value
