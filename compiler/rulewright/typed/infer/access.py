"""What stands behind a dot: fields, figures and defines of players, members, cells, pieces and edges."""

from __future__ import annotations

from ...surface import ast
from .. import types as t
from ..context import Context, Scope
from ..expr import ColumnOf, Field, Lib, Pair, const
from ..tree import E, FieldInfo
from ..types import Type
from . import amounts, boards, calls, coerce, expressions
from .library import LIBRARY


def member_of(
    c: Context, e: ast.MemberOf, args: list[E] | None, scope: Scope, span: ast.Span | None = None
) -> E:
    """What stands behind a dot, typed; an unknown name is reported."""
    span = span or e.span
    if isinstance(e.target, ast.Name) and e.target.name not in scope.names:
        symbol = c.game.symbols.get(e.target.name)
        if symbol is not None and symbol.category == "board":
            c.used.add(symbol.name)
            return boards.named_cell(c, symbol.name, e.name, e.name_span)
    target = expressions.expr(c, e.target, scope)
    found = dot(c, target, e.name, args, span, scope)
    if found is not None:
        return found
    if target.type.name != "unknown":
        known = members_known(c, target.type)
        hint = f"it has: {', '.join(known[:12]) or 'nothing of its own'}"
        c.unknown_part(e.name, target.type, e.name_span, known, hint)
    return const(0, t.UNKNOWN, span)


def members_known(c: Context, type: Type) -> list[str]:
    """The names that can stand behind a dot after a value of this type."""
    if type.name == "player":
        return [*c.player, *(k for k, s in c.signatures.items() if "." not in k)]
    if type.name == "kind":
        kind = c.game.kinds[type.of]
        return [*kind.columns, *kind.functions]
    if type.name == "cell":
        board = c.game.boards[type.of]
        over = c.game.kinds[c.board_kinds[type.of]].columns if type.of in c.board_kinds else {}
        return [*c.cells.get(type.of, {}), *board.functions, *over, "row", "column"]
    if type.name == "piece":
        return [*c.pieces.get(type.of, {}), *c.game.pieces[type.of].functions, "cell", "cells"]
    if type.name == "bundle":
        return list(c.game.resources)
    if type.name == "edge":
        return list(c.edges.get(type.of, {}))
    return []


def dot(c: Context, target: E, name: str, args: list[E] | None, span: ast.Span, scope: Scope) -> E | None:
    """A name behind a value, or None if values of its type have none of that name."""
    if target.type.name == "player":
        return of_player(c, target, name, args, span, scope, quiet=True)
    if target.type.name == "kind":
        return of_member(c, target, name, args, span, scope)
    if target.type.name == "cell":
        return computed(c, target, name, args, span, scope) or of_cell(c, target, name, args, span)
    if target.type.name == "piece":
        return computed(c, target, name, args, span, scope) or of_piece(c, target, name, args, span)
    if target.type.name == "bundle":
        resource = amounts.resource_called(c, name)
        found = (
            amounts.amount_in(c, target, amounts.resource_const(c, resource, span), span)
            if resource
            else None
        )
        return calls.index(c, found, args, span) if found is not None and args else found
    if target.type.name == "edge":
        info = c.edges.get(target.type.of, {}).get(name)
        return read(c, info, target, args, span) if info else None
    return None


def of_player(
    c: Context, who: E, name: str, args: list[E] | None, span: ast.Span, scope: Scope, quiet: bool = False
) -> E:
    """A field or define of a player, or a function of the library about one."""
    if name in c.player:
        c.used.add(f"player.{name}")
        return read(c, c.player[name], who, args, span)
    symbol = c.game.symbols.get(name)
    if symbol is not None and symbol.category == "function":
        c.used.add(name)
        return calls.call(c, c.signatures[name], who, None, args or [], span, scope)
    if name in LIBRARY and name in ("room", "payable", "stock"):
        inner = scope.inner()
        inner.you = who
        return expressions.library(c, name, args or [], [], span, inner)
    hint = f"players have: {', '.join(list(c.player)[:12])}"
    c.unknown_part(name, t.PLAYER, span, [*c.player, *c.game.functions], hint)
    return const(0, t.UNKNOWN, span)


def of_member(c: Context, who: E, name: str, args: list[E] | None, span: ast.Span, scope: Scope) -> E | None:
    """A column or define of a member, or None."""
    kind = c.game.kinds[who.type.of]
    if name in kind.columns:
        found = ColumnOf(c.columns.get((kind.name, name), t.UNKNOWN), kind.name, name, who, span=span)
        return calls.index(c, found, args, span) if args else found
    if name in kind.functions:
        sig = c.signatures[f"{kind.name}.{name}"]
        return calls.call(c, sig, None, who, args or [], span, scope)
    return None


def computed(c: Context, who: E, name: str, args: list[E] | None, span: ast.Span, scope: Scope) -> E | None:
    """A define that stands in a board or a piece."""
    sig = c.signatures.get(f"{who.type.of}.{name}")
    return calls.call(c, sig, None, who, args or [], span, scope) if sig is not None else None


def of_cell(c: Context, who: E, name: str, args: list[E] | None, span: ast.Span) -> E | None:
    """A field, row, column, piece or figure of a cell, or None."""
    board = who.type.of
    if name in c.cells.get(board, {}):
        return read(c, c.cells[board][name], who, args, span)
    if name in ("row", "column") and args is None:
        return Lib(t.NUMBER, f"{name}_number", [who], board, span=span)
    for piece in c.game.pieces.values():
        if piece.board == board:
            if name == piece.name:
                return Lib(t.maybe(t.piece(name)), "piece_at", [who], piece.name, span=span)
            if name == piece.plural:
                found: E = Lib(t.many(t.piece(piece.name)), "pieces_at", [who], piece.name, span=span)
                return calls.index(c, found, args, span) if args else found
    kind = c.board_kinds.get(board)
    if kind and name in c.game.kinds[kind].columns:
        found = ColumnOf(c.columns.get((kind, name), t.UNKNOWN), kind, name, who, span=span)
        return calls.index(c, found, args, span) if args else found
    return None


def of_piece(c: Context, who: E, name: str, args: list[E] | None, span: ast.Span) -> E | None:
    """A field of a piece or where it stands, or None."""
    piece = who.type.of
    if name in c.pieces.get(piece, {}):
        return read(c, c.pieces[piece][name], who, args, span)
    board = c.game.pieces[piece].board
    if name == "cell" and board:
        return Lib(t.maybe(t.cell(board)), "cell_of", [who], piece, span=span)
    if name == "cells" and board:
        return Lib(t.many(t.cell(board)), "cells_of", [who], piece, span=span)
    return None


def pair(c: Context, info: FieldInfo, args: list[E], span: ast.Span) -> E:
    """The two keys of a map of pairs."""
    assert info.key is not None
    if len(args) < 2:
        c.report(
            "RW217",
            f"`{info.name}` is read with 2 values, not {len(args)}",
            span,
            f"as in `{info.name}(a, b)`",
        )
        args.append(const(0, t.UNKNOWN, span))
    wanted = (info.key.key or t.UNKNOWN, info.key.item)
    found = [coerce.expect(c, args.pop(0), w, f"a key of `{info.name}`") for w in wanted]
    return Pair(info.key, *list(found), span=span)


def read(c: Context, info: FieldInfo, owner: E | None, args: list[E] | None, span: ast.Span) -> E:
    """A field that is read, with its key if it is a map; further arguments pick an item."""
    args = list(args or [])
    key: E | None = None
    if info.key is not None:
        if not args:
            return Field(t.map_of(info.key, info.type), info, owner, span=span)
        key = pair(c, info, args, span) if info.key.name == "pair" else None
        key = key or coerce.expect(c, args.pop(0), info.key, f"the key of `{info.name}`")
    found = Field(info.type, info, owner, key, span=span)
    return calls.index(c, found, args, span) if args else found
