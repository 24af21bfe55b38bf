"""What stands behind a dot: fields, figures and defines of players, members, cells, pieces and edges."""

from __future__ import annotations

from ..diagnostics import suggest
from ..surface import ast
from . import types as t
from .calls import Calls
from .context import Scope
from .library import LIBRARY
from .tree import E, FieldInfo
from .types import Type
from .wanted import const


class Access(Calls):
    def member_of(
        self, e: ast.MemberOf, args: list[E] | None, scope: Scope, span: ast.Span | None = None
    ) -> E:
        span = span or e.span
        if isinstance(e.target, ast.Name) and e.target.name not in scope.names:
            symbol = self.game.symbols.get(e.target.name)
            if symbol is not None and symbol.category == "board":
                self.used.add(symbol.name)
                return self.named_cell(symbol.name, e.name, e.name_span)
        target = self.expr(e.target, scope)
        found = self.dot(target, e.name, args, span, scope)
        if found is not None:
            return found
        if target.type.name != "unknown":
            known = self.members_known(target.type)
            near = suggest(e.name, known)
            hint = (
                f"did you mean `{near}`?"
                if near
                else f"it has: {', '.join(known[:12]) or 'nothing of its own'}"
            )
            self.report("RW216", f"{target.type} has no `{e.name}`", e.name_span, hint)
        return const(0, t.UNKNOWN, span)

    def members_known(self, type: Type) -> list[str]:
        if type.name == "player":
            return [*self.player, *(k for k, s in self.signatures.items() if "." not in k)]
        if type.name == "kind":
            kind = self.game.kinds[type.of]
            return [*kind.columns, *kind.functions]
        if type.name == "cell":
            board = self.game.boards[type.of]
            over = self.game.kinds[self.board_kinds[type.of]].columns if type.of in self.board_kinds else {}
            return [*self.cells.get(type.of, {}), *board.functions, *over, "row", "column"]
        if type.name == "piece":
            return [*self.pieces.get(type.of, {}), *self.game.pieces[type.of].functions, "cell", "cells"]
        if type.name == "bundle":
            return list(self.game.resources)
        if type.name == "edge":
            return list(self.edges.get(type.of, {}))
        return []

    def dot(self, target: E, name: str, args: list[E] | None, span: ast.Span, scope: Scope) -> E | None:
        if target.type.name == "player":
            return self.of_player(target, name, args, span, scope, quiet=True)
        if target.type.name == "kind":
            return self.of_member(target, name, args, span, scope)
        if target.type.name == "cell":
            return self.computed(target, name, args, span, scope) or self.of_cell(target, name, args, span)
        if target.type.name == "piece":
            return self.computed(target, name, args, span, scope) or self.of_piece(target, name, args, span)
        if target.type.name == "bundle":
            resource = self.resource_called(name)
            found = self.amount_in(target, self.resource_const(resource, span), span) if resource else None
            return self.index(found, args, span) if found is not None and args else found
        if target.type.name == "edge":
            info = self.edges.get(target.type.of, {}).get(name)
            return self.read(info, target, args, span) if info else None
        return None

    def of_player(
        self, who: E, name: str, args: list[E] | None, span: ast.Span, scope: Scope, quiet: bool = False
    ) -> E:
        if name in self.player:
            self.used.add(f"player.{name}")
            return self.read(self.player[name], who, args, span)
        symbol = self.game.symbols.get(name)
        if symbol is not None and symbol.category == "function":
            self.used.add(name)
            return self.call(self.signatures[name], who, None, args or [], span, scope)
        if name in LIBRARY and name in ("room", "payable", "stock"):
            inner = scope.inner()
            inner.you = who
            return self.library(name, args or [], [], span, inner)
        near = suggest(name, [*self.player, *self.game.functions])
        hint = f"did you mean `{near}`?" if near else f"players have: {', '.join(list(self.player)[:12])}"
        self.report("RW216", f"a player has no `{name}`", span, hint)
        return const(0, t.UNKNOWN, span)

    def of_member(self, who: E, name: str, args: list[E] | None, span: ast.Span, scope: Scope) -> E | None:
        kind = self.game.kinds[who.type.of]
        if name in kind.columns:
            found = E("column", self.columns.get((kind.name, name), t.UNKNOWN), [who], name, kind.name, span)
            return self.index(found, args, span) if args else found
        if name in kind.functions:
            sig = self.signatures[f"{kind.name}.{name}"]
            return self.call(sig, None, who, args or [], span, scope)
        return None

    def computed(self, who: E, name: str, args: list[E] | None, span: ast.Span, scope: Scope) -> E | None:
        """A define that stands in a board or a piece."""
        sig = self.signatures.get(f"{who.type.of}.{name}")
        return self.call(sig, None, who, args or [], span, scope) if sig is not None else None

    def of_cell(self, who: E, name: str, args: list[E] | None, span: ast.Span) -> E | None:
        board = who.type.of
        if name in self.cells.get(board, {}):
            return self.read(self.cells[board][name], who, args, span)
        if name in ("row", "column") and args is None:
            return E("lib", t.NUMBER, [who], f"{name}_number", board, span)
        for piece in self.game.pieces.values():
            if piece.board == board:
                if name == piece.name:
                    return E("lib", t.maybe(t.piece(name)), [who], "piece_at", piece.name, span)
                if name == piece.plural:
                    found = E("lib", t.many(t.piece(piece.name)), [who], "pieces_at", piece.name, span)
                    return self.index(found, args, span) if args else found
        kind = self.board_kinds.get(board)
        if kind and name in self.game.kinds[kind].columns:
            found = E("column", self.columns.get((kind, name), t.UNKNOWN), [who], name, kind, span)
            return self.index(found, args, span) if args else found
        return None

    def named_cell(self, board: str, name: str, span: ast.Span) -> E:
        return E("lib", t.cell(board), [], "named_cell", (board, name), span)

    def of_piece(self, who: E, name: str, args: list[E] | None, span: ast.Span) -> E | None:
        piece = who.type.of
        if name in self.pieces.get(piece, {}):
            return self.read(self.pieces[piece][name], who, args, span)
        board = self.game.pieces[piece].board
        if name == "cell" and board:
            return E("lib", t.maybe(t.cell(board)), [who], "cell_of", piece, span)
        if name == "cells" and board:
            return E("lib", t.many(t.cell(board)), [who], "cells_of", piece, span)
        return None

    def pair(self, info: FieldInfo, args: list[E], span: ast.Span) -> E:
        """The two keys of a map of pairs."""
        assert info.key is not None
        if len(args) < 2:
            self.report(
                "RW217",
                f"`{info.name}` is read with 2 values, not {len(args)}",
                span,
                f"as in `{info.name}(a, b)`",
            )
            args.append(const(0, t.UNKNOWN, span))
        wanted = (info.key.key or t.UNKNOWN, info.key.item)
        found = [self.expect(args.pop(0), w, f"a key of `{info.name}`") for w in wanted]
        return E("pair", info.key, list(found), span=span)

    def read(self, info: FieldInfo, owner: E | None, args: list[E] | None, span: ast.Span) -> E:
        args = list(args or [])
        key: E | None = None
        if info.key is not None:
            if not args:
                return E("field", t.map_of(info.key, info.type), [owner, None], info.attribute, info, span)
            key = self.pair(info, args, span) if info.key.name == "pair" else None
            key = key or self.expect(args.pop(0), info.key, f"the key of `{info.name}`")
        found = E("field", info.type, [owner, key], info.attribute, info, span)
        return self.index(found, args, span) if args else found
