"""What a name means: a local, something of `this`, a declaration, or the library; alone or with arguments."""

from __future__ import annotations

from ..resolved.words import DIRECTIONS
from ..surface import ast
from . import types as t
from .access import Access
from .context import Scope, Signature, several
from .described import piece_with
from .directions import NAMED_SETS, listed, of_the_game
from .library import CONSTANTS, LIBRARY
from .products import member_with
from .tree import E
from .types import Type
from .wanted import const


class Names(Access):
    def name(self, e: ast.Name, scope: Scope) -> E:
        found = self.local_name(e.name, e.span, scope)
        if found is None:
            found = self.global_name(e.name, None, e.span, scope)
        if found is None:
            self.unknown_name(e.name, e.span, scope, [*LIBRARY, *CONSTANTS])
            return E("const", t.UNKNOWN, data=0, span=e.span)
        return found

    def local_name(self, name: str, span: ast.Span, scope: Scope) -> E | None:
        if name == "it" and scope.it is not None:
            return E(scope.it.op, scope.it.type, scope.it.args, scope.it.name, scope.it.data, span)
        if name == "you":
            return self.you(scope, span)
        if name == "this" and scope.this is not None:
            return self.this(scope, span)
        if name in scope.constants:
            return scope.constants[name]
        if name in scope.names:
            local = scope.names[name]
            return E("local", scope.body.locals[local], name=local, span=span)
        if name == "base" and scope.base:
            return self.base_call(None, span, scope)
        return None

    def this(self, scope: Scope, span: ast.Span) -> E:
        assert scope.this is not None
        if scope.this.op == "this":
            scope.body.uses_this = True
        return E(scope.this.op, scope.this.type, scope.this.args, scope.this.name, scope.this.data, span)

    def base_call(self, args: list[E] | None, span: ast.Span, scope: Scope) -> E:
        sig = self.signatures[scope.base]
        scope.body.uses_base = True
        if sig.uses_you:
            self.you(scope, span)
        sig.callers.add(self.current)
        arguments: list[E | None] = list(args) if args is not None else []
        return E("base", sig.result, arguments, name=scope.base, data=args is not None, span=span)

    def global_name(self, name: str, args: list[E] | None, span: ast.Span, scope: Scope) -> E | None:
        """A name without a dot: something of `this`, a declaration, or the library."""
        if scope.this is not None and self.is_of_this(scope.this.type, name):
            found = self.dot(self.this(scope, span), name, args, span, scope)
            if found is not None:
                return found
        symbol = self.game.symbols.get(name)
        if symbol is None:
            return self.constant_name(name, span, scope) if args is None else None
        self.used.add(name)
        if symbol.category == "kind":
            return E("lib", t.many(t.kind(name)), name="members", data=name, span=span)
        if symbol.category == "member":
            return self.member_const(symbol.owner, name, span)
        if symbol.category == "resource":
            return const(list(self.game.resources).index(name), t.RESOURCE, span, name)
        if symbol.category == "board":
            return E("lib", t.many(t.cell(name)), name="cells", data=name, span=span)
        if symbol.category == "pieces":
            return E("pieces", t.many(t.piece(symbol.owner)), name=symbol.owner, span=span)
        if symbol.category == "field":
            return self.read(self.table[name], None, args, span)
        if symbol.category == "function":
            return self.call(self.signatures[name], None, None, args or [], span, scope)
        if symbol.category == "participant":
            number = list(self.game.participants).index(name)
            return E("lib", t.PLAYER, name="participant", data=number, span=span)
        if symbol.category == "menu":
            self.report(
                "RW213",
                f"`{name}` is a menu: it can only be offered",
                span,
                f"write `offer {name}` on a line of its own",
            )
            return const(0, t.UNKNOWN, span)
        self.report(
            "RW213",
            f"`{name}` is a sort of pieces, not a value",
            span,
            f"the pieces in play are `{self.plural(name)}`",
        )
        return const(0, t.UNKNOWN, span)

    def is_of_this(self, type: Type, name: str) -> bool:
        return type.name in ("kind", "cell", "piece") and name in self.members_known(type)

    def plural(self, name: str) -> str:
        return self.game.pieces[name].plural if name in self.game.pieces else name

    def member_const(self, kind: str, name: str, span: ast.Span) -> E:
        index = list(self.game.kinds[kind].members).index(name)
        return const(index, t.kind(kind), span, name)

    def constant_name(self, name: str, span: ast.Span, scope: Scope) -> E | None:
        if name in ("yes", "no"):
            return const(name == "yes", t.FLAG, span)
        if name in ("none", "nothing"):
            return const(t.NONE_VALUE, t.NOTHING, span, "none")
        if name == "empty":
            return E("list", t.many(t.UNKNOWN), [], span=span)
        if name in CONSTANTS:
            type = CONSTANTS[name]
            return E("lib", type, name=name, span=span)
        if name in DIRECTIONS:
            return const(DIRECTIONS.index(name), t.DIRECTION, span, name)
        if name == "directions":
            return of_the_game(self.shapes(), span)
        if name in NAMED_SETS:
            return listed(NAMED_SETS[name], span)
        if name in LIBRARY:
            return self.library(name, [], [], span, scope)
        return None

    def apply(self, e: ast.Apply, scope: Scope) -> E:
        target = e.target
        if isinstance(target, ast.Name):
            return self.apply_name(e, target, scope)
        if e.named:
            self.report("RW214", "nothing can be named here", e.span, "write the values without their names")
        args = [self.expr(a, scope) for a in e.args]
        if isinstance(target, ast.Your):
            return self.of_player(self.you(scope, target.span), target.name, args, e.span, scope)
        if isinstance(target, ast.MemberOf):
            return self.member_of(target, args, scope, e.span)
        return self.index(self.expr(target, scope), args, e.span)

    def apply_name(self, e: ast.Apply, target: ast.Name, scope: Scope) -> E:
        name = target.name
        found = self.local_name(name, target.span, scope)
        is_product = name in self.game.kinds and bool(self.game.kinds[name].factors)
        if found is not None and name != "base" and not is_product:
            return self.index(found, [self.expr(a, scope) for a in e.args], e.span)
        symbol = self.game.symbols.get(name)
        if name == "base" and scope.base:
            return self.base_call([self.expr(a, scope) for a in e.args], e.span, scope)
        if symbol is None and name.endswith("_at") and name[:-3] in self.game.pieces and len(e.args) == 1:
            where = self.expr(e.args[0], scope)
            return E("lib", t.maybe(t.piece(name[:-3])), [where], "piece_at", name[:-3], e.span)
        if symbol is None and name in CONSTANTS:
            constant = self.constant_name(name, target.span, scope)
            assert constant is not None
            return self.index(constant, [self.expr(a, scope) for a in e.args], e.span)
        if name in LIBRARY and symbol is not None and self.is_figure(name):
            return self.library(name, e.args, e.named, e.span, scope)
        if symbol is None and name in LIBRARY and not (scope.this and self.is_of_this(scope.this.type, name)):
            return self.library(name, e.args, e.named, e.span, scope)
        if symbol is not None and symbol.category == "piece" and scope.body.key.startswith("example:"):
            return piece_with(self, name, e, scope)
        args = [self.expr(a, scope) for a in e.args]
        if symbol is not None and symbol.category == "function":
            args = self.named_arguments(self.signatures[name], args, e, scope)
        elif e.named:
            self.report("RW214", "nothing can be named here", e.span, "write the values without their names")
        if symbol is not None and symbol.category == "board":
            self.used.add(name)
            return self.cell_at(name, args, e.span)
        if is_product:
            return member_with(self, name, args, e.span)
        if symbol is not None and symbol.category == "member":
            return self.index(self.member_const(symbol.owner, name, e.span), args, e.span)
        found = self.global_name(name, args, e.span, scope)
        if found is None:
            self.unknown_name(name, target.span, scope, list(LIBRARY))
            return const(0, t.UNKNOWN, e.span)
        return found

    def is_figure(self, name: str) -> bool:
        """A define that is a single figure: it takes no values, so with values the library's function is meant."""
        sig = self.signatures.get(name)
        return sig is not None and not sig.function.params and sig.result.name in ("number", "flag")

    def named_arguments(self, sig: Signature, args: list[E], e: ast.Apply, scope: Scope) -> list[E]:
        names = [p for p, _ in sig.function.params]
        given: dict[str, E] = {}
        for name, value in e.named:
            if name not in names[len(args) :]:
                left = ", ".join(names[len(args) :]) or "none"
                self.report(
                    "RW214",
                    f"{sig.function.name} has no parameter `{name}` left",
                    value.span,
                    f"still to be given: {left}",
                )
            given[name] = self.expr(value, scope)
        return args + [given[n] for n in names[len(args) :] if n in given]

    def cell_at(self, board: str, args: list[E], span: ast.Span) -> E:
        for a in args:
            if a.type.name not in ("number", "unknown"):
                self.expect(a, t.NUMBER, f"a coordinate of {board}")
        shape = self.shape_of(board)
        wanted = 2 if shape == "grid" else 1
        if len(args) != wanted:
            example = f"{board}({', '.join('1' * wanted)})"
            self.report(
                "RW217",
                f"a cell of {board} is named by {several(wanted, 'number')}, not {len(args)}",
                span,
                f"as in `{example}`",
            )
        return E("lib", t.cell(board), list(args), "cell", board, span)
