"""Types of expressions: every name becomes a local, a field, a call, a constant; every place gets its type."""

from __future__ import annotations

from ..diagnostics import suggest
from ..surface import ast
from ..surface.parse import parse_label
from . import types as t
from .context import Context, Scope, Signature, article, several
from .library import CONSTANTS, LIBRARY
from .tree import E, FieldInfo
from .types import Type

IN_WORDS = {"flag": "yes or no", "bundle": "an amount of resources", "effect": "a rule with constant values"}


def const(value: int | bool, type: Type, span: ast.Span, name: str = "") -> E:
    return E("const", type, name=name, data=value, span=span)


class Expressions(Context):
    # ------------------------------------------------------------ dispatch

    def expr(self, e: ast.Expr, scope: Scope) -> E:
        if isinstance(e, ast.Number):
            return E("const", t.NUMBER, data=e.value, span=e.span)
        if isinstance(e, ast.Name):
            return self.name(e, scope)
        if isinstance(e, ast.Your):
            return self.of_player(self.you(scope, e.span), e.name, None, e.span, scope)
        if isinstance(e, ast.MemberOf):
            return self.member_of(e, None, scope)
        if isinstance(e, ast.Apply):
            return self.apply(e, scope)
        if isinstance(e, ast.Compare):
            return self.compare(e, scope)
        if isinstance(e, ast.Arithmetic):
            return self.arithmetic(e, scope)
        if isinstance(e, ast.Quantity):
            return self.quantity(e, scope)
        if isinstance(e, ast.Query):
            return self.query(e, scope)
        if isinstance(e, ast.Fold):
            return self.fold(e, scope)
        if isinstance(e, (ast.Both, ast.Either)):
            op = "and" if isinstance(e, ast.Both) else "or"
            return E(op, t.FLAG, [self.flag(e.left, scope), self.flag(e.right, scope)], span=e.span)
        if isinstance(e, ast.Negate):
            return E("not", t.FLAG, [self.flag(e.value, scope)], span=e.span)
        if isinstance(e, ast.Conditional):
            return self.conditional(e, scope)
        if isinstance(e, ast.Listing):
            return self.listing(e.items, e.span, scope)
        if isinstance(e, ast.Range):
            low, high = self.number(e.low, scope), self.number(e.high, scope)
            return E("range", t.many(t.NUMBER), [low, high], span=e.span)
        if isinstance(e, ast.Minus):
            value = self.number(e.value, scope)
            if value.op == "const":
                return const(-value.data, t.NUMBER, e.span)
            return E("minus", t.NUMBER, [value], span=e.span)
        return self.text(e, scope)

    def text(self, e: ast.Text, scope: Scope) -> E:
        parts, problems = parse_label(e.value, e.span)
        if self.final:
            self.diagnostics.extend(problems)
        texts: list[str | None] = []
        holes: list[E | None] = []
        for part in parts:
            if isinstance(part, str):
                texts.append(part)
            else:
                texts.append(None)
                holes.append(self.expr(part, scope))
        return E("text", t.TEXT, holes, data=texts, name=e.value, span=e.span)

    # ------------------------------------------------------------ wanted types

    def expect(self, e: E, wanted: Type, what: str = "") -> E:
        if wanted.name == "number" and e.type.name == "cell" and self.shape_of(e.type.of) == "ring":
            return E(
                e.op, t.NUMBER, e.args, e.name, e.data, e.span
            )  # the places of a ring are numbers from 0
        if not t.fits(e.type, wanted):
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
        """One thing where a collection is expected; a resource where a bundle is."""
        if wanted.is_many and not e.type.is_many and e.type.name not in ("unknown", "none"):
            return E("list", t.many(e.type), [e], span=e.span)
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
        found = self.expr(e, scope)
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

    # ------------------------------------------------------------ names

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
        if self.needs_you(sig):
            self.you(scope, span)
        sig.callers.add(self.current)
        arguments: list[E | None] = list(args) if args is not None else []
        return E("base", sig.result, arguments, name=scope.base, data=args is not None, span=span)

    def needs_you(self, sig: Signature) -> bool:
        return sig.uses_you

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
        if name in ("north", "east", "south", "west"):
            return const(("north", "east", "south", "west").index(name), t.DIRECTION, span, name)
        if name in LIBRARY:
            return LIBRARY[name](self, [], [], span, scope)
        return None

    # ------------------------------------------------------------ calls and access

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
        if found is not None and name != "base":
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
        if symbol is None and name in LIBRARY and not (scope.this and self.is_of_this(scope.this.type, name)):
            return LIBRARY[name](self, e.args, e.named, e.span, scope)
        args = [self.expr(a, scope) for a in e.args]
        if symbol is not None and symbol.category == "function":
            args = self.named_arguments(self.signatures[name], args, e, scope)
        elif e.named:
            self.report("RW214", "nothing can be named here", e.span, "write the values without their names")
        if symbol is not None and symbol.category == "board":
            self.used.add(name)
            return self.cell_at(name, args, e.span)
        if symbol is not None and symbol.category == "member":
            return self.index(self.member_const(symbol.owner, name, e.span), args, e.span)
        found = self.global_name(name, args, e.span, scope)
        if found is None:
            self.unknown_name(name, target.span, scope, list(LIBRARY))
            return const(0, t.UNKNOWN, e.span)
        return found

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

    def index(self, target: E, args: list[E], span: ast.Span) -> E:
        """`tiles(round)`, `amounts(p)`: an element of a list by its number, or of a map by its key."""
        if target.type.name == "unknown":
            return E("const", t.UNKNOWN, data=0, span=span)
        if len(args) != 1 or not target.type.is_many:
            few = target.type.is_many
            text = (
                f"one value finds an element, not {len(args)}"
                if few
                else f"this is {target.type}, neither a list nor a map"
            )
            self.report(
                "RW215", text, span, "give one number or key" if few else "read it without parentheses"
            )
            return const(0, t.UNKNOWN, span)
        if target.type.name == "map":
            return E("get", target.type.item, [target, args[0]], span=span)
        self.expect(args[0], t.NUMBER, "the place in the list")
        return E("item", target.type.item, [target, args[0]], span=span)

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
            return LIBRARY[name](self, args or [], [], span, inner)
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

    def read(self, info: FieldInfo, owner: E | None, args: list[E] | None, span: ast.Span) -> E:
        args = list(args or [])
        key: E | None = None
        if info.key is not None:
            if not args:
                return E("field", t.map_of(info.key, info.type), [owner, None], info.attribute, info, span)
            key = self.expect(args.pop(0), info.key, f"the key of `{info.name}`")
        found = E("field", info.type, [owner, key], info.attribute, info, span)
        return self.index(found, args, span) if args else found

    # ------------------------------------------------------------ calling functions

    def call(
        self, sig: Signature, who: E | None, this: E | None, args: list[E], span: ast.Span, scope: Scope
    ) -> E:
        f = sig.function
        if f.category in ("rule", "event", "action"):
            return self.effect(sig, who, this, args, span, scope)
        if args and not f.params:  # a computed list or map is read like a stored one
            found = E("call", sig.result, [self.subject(sig, who, span, scope), this], sig.key, None, span)
            return self.index(found, args, span)
        self.check_arguments(sig, args, span)
        return E("call", sig.result, [self.subject(sig, who, span, scope), this, *args], sig.key, None, span)

    def subject(self, sig: Signature, who: E | None, span: ast.Span, scope: Scope) -> E | None:
        sig.callers.add(self.current)
        if not self.needs_you(sig):
            return None
        return who if who is not None else self.you(scope, span)

    def check_arguments(self, sig: Signature, args: list[E], span: ast.Span) -> None:
        f = sig.function
        if len(args) != len(f.params):
            names = ", ".join(p for p, _ in f.params)
            wanted = f"{f.name}({names})" if names else f"{f.name} without arguments"
            self.report(
                "RW217",
                f"{f.name} takes {several(len(f.params), 'value')}, not {len(args)}",
                span,
                f"write `{wanted}`",
            )
        for i, a in enumerate(args[: len(f.params)]):
            self.grow_param(sig, i, a.type, a.span)

    def effect(
        self, sig: Signature, who: E | None, this: E | None, args: list[E], span: ast.Span, scope: Scope
    ) -> E:
        """A rule named where a value is wanted: carried out later by `perform`."""
        self.check_arguments(sig, args, span)
        sig.callers.add(self.current)
        if who is not None or this is not None or any(a.op != "const" for a in args):
            self.report(
                "RW306",
                "a rule kept as a value needs constant arguments",
                span,
                f"call {sig.function.name} on a line of its own",
            )
        return E("effect", t.EFFECT, list(args), sig.key, None, span)

    # ------------------------------------------------------------ cells

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

    def shape_of(self, board: str) -> str:
        shape = self.game.boards[board].shape
        if isinstance(shape, ast.Apply):
            shape = shape.target
        return shape.name if isinstance(shape, ast.Name) else ""

    def named_cell(self, board: str, name: str, span: ast.Span) -> E:
        return E("lib", t.cell(board), [], "named_cell", (board, name), span)

    # ------------------------------------------------------------ operators

    def compare(self, e: ast.Compare, scope: Scope) -> E:
        left, right = self.expr(e.left, scope), self.expr(e.right, scope)
        if e.op in ("in", "not in"):
            if not right.type.is_many and right.type.name != "unknown":
                right = E("list", t.many(right.type), [right], span=right.span)
            if not t.fits(t.sure(left.type), right.type.item) and left.type.name != "none":
                self.report(
                    "RW307",
                    f"{left.type} can never be in {right.type}",
                    e.span,
                    self.way_to(right.type.item, left.type),
                )
            return E(e.op, t.FLAG, [left, right], span=e.span)
        if e.op in ("<", "<=", ">", ">="):
            for side in (left, right):
                if side.type.name not in ("number", "unknown", "kind"):
                    self.expect(side, t.NUMBER, "what is compared")
            return E("compare", t.FLAG, [left, right], e.op, span=e.span)
        both_many = left.type.is_many or right.type.is_many
        if both_many:
            left, right = self.lift(left, t.many(t.UNKNOWN)), self.lift(right, t.many(t.UNKNOWN))
        if t.join(left.type, right.type) is None:
            self.report(
                "RW307", f"{left.type} can never be {right.type}", e.span, self.way_to(left.type, right.type)
            )
        op = "!=" if e.op == "is not" else "="
        return E("compare", t.FLAG, [left, right], op, span=e.span)

    def arithmetic(self, e: ast.Arithmetic, scope: Scope) -> E:
        left, right = self.expr(e.left, scope), self.expr(e.right, scope)
        names = {left.type.name, right.type.name}
        if "bundle" in names or "resource" in names:
            return self.bundle_math(e, left, right)
        if left.type.is_many or right.type.is_many:
            if e.op not in "+-":
                self.report(
                    "RW308",
                    f"collections cannot be combined with {e.op}",
                    e.span,
                    "`+` joins them, `-` takes away",
                )
            left, right = self.lift(left, t.many(t.UNKNOWN)), self.lift(right, t.many(t.UNKNOWN))
            element = t.join(left.type.item, right.type.item) or t.UNKNOWN
            return E(
                "lib", t.many(element), [left, right], "union" if e.op == "+" else "difference", span=e.span
            )
        if left.type.name == "flag" or right.type.name == "flag":
            self.report(
                "RW308",
                f"yes and no cannot be combined with {e.op}",
                e.span,
                "use `and`, `or`, or `1 if … else 0`",
            )
        left, right = (
            s if s.type.name in ("number", "unknown", "flag") else self.expect(s, t.NUMBER, "this")
            for s in (left, right)
        )
        if left.op == "const" and right.op == "const" and e.op != "/":
            value = {"+": left.data + right.data, "-": left.data - right.data, "*": left.data * right.data}[
                e.op
            ]
            return const(value, t.NUMBER, e.span)
        if e.op == "/" and right.op == "const" and right.data == 0:
            self.report("RW309", "division by zero", e.span, "divide by another number")
        return E("math", t.NUMBER, [left, right], e.op, span=e.span)

    def bundle_math(self, e: ast.Arithmetic, left: E, right: E) -> E:
        left, right = self.as_bundle(left), self.as_bundle(right)
        names = (left.type.name, right.type.name)
        if e.op in "+-" and names == ("bundle", "bundle"):
            if left.op == "bundle" and right.op == "bundle" and e.op == "+":
                if not set(left.data) & set(right.data):
                    return E(
                        "bundle",
                        t.BUNDLE,
                        [*left.args, *right.args],
                        data=left.data + right.data,
                        span=e.span,
                    )
            return E(
                "lib",
                t.BUNDLE,
                [left, right],
                "add_bundles" if e.op == "+" else "subtract_bundles",
                span=e.span,
            )
        if e.op == "*" and set(names) == {"number", "bundle"}:
            amount, bundle = (left, right) if names[0] == "number" else (right, left)
            if bundle.op == "bundle":
                scaled: list[E | None] = [
                    (
                        E("math", t.NUMBER, [amount, a], "*", span=e.span)
                        if not (a is not None and a.op == "const" and a.data == 1)
                        else amount
                    )
                    for a in bundle.args
                ]
                return E("bundle", t.BUNDLE, scaled, data=bundle.data, span=e.span)
            return E("lib", t.BUNDLE, [amount, bundle], "scale_bundle", span=e.span)
        if "unknown" not in names:
            hint = (
                "give both a resource, as in `3 coin + 1 vp`"
                if e.op in "+-"
                else "a bundle is multiplied by a number"
            )
            self.report("RW308", f"{left.type} and {right.type} cannot be combined with {e.op}", e.span, hint)
        return E("lib", t.BUNDLE, [left, right], "add_bundles", span=e.span)

    def as_bundle(self, e: E) -> E:
        if e.type.name != "resource":
            return e
        if e.op == "const":
            return E("bundle", t.BUNDLE, [const(1, t.NUMBER, e.span)], data=(e.name,), span=e.span)
        return E("lib", t.BUNDLE, [e], "bundle_of", span=e.span)

    def quantity(self, e: ast.Quantity, scope: Scope) -> E:
        amount = self.number(e.amount, scope)
        if e.unit not in self.game.resources:
            near = suggest(e.unit, list(self.game.resources))
            hint = f"did you mean `{near}`?" if near else "did you forget a comma or an operator?"
            self.report("RW310", f"`{e.unit}` is not a resource", e.unit_span, hint)
            return E("bundle", t.UNKNOWN, [], data=(), span=e.span)
        self.used.add(e.unit)
        return E("bundle", t.BUNDLE, [amount], data=(e.unit,), span=e.span)

    def conditional(self, e: ast.Conditional, scope: Scope) -> E:
        test = self.flag(e.test, scope)
        value, otherwise = self.expr(e.value, scope), self.expr(e.otherwise, scope)
        if "bundle" in (value.type.name, otherwise.type.name):
            value, otherwise = self.as_bundle(value), self.as_bundle(otherwise)
        type = t.join(value.type, otherwise.type)
        if type is None:
            text = f"this is {value.type} in one case and {otherwise.type} in the other"
            self.report("RW303", text, e.span, "both cases give values of one type, or none")
            type = t.UNKNOWN
        return E("if", t.plain(type), [test, value, otherwise], span=e.span)

    def listing(self, items: list[ast.Expr], span: ast.Span, scope: Scope) -> E:
        values = [self.expr(i, scope) for i in items]
        element: Type = t.UNKNOWN
        for v in values:
            grown = t.join(element, t.plain(v.type))
            if grown is None:
                text = f"a list holds things of one type, not {element} and {v.type}"
                self.report("RW311", text, v.span, "make two lists of it")
            else:
                element = grown
        return E("list", t.many(element), list(values), span=span)

    # ------------------------------------------------------------ queries

    def loop_variable(self, name: str, source: E, span: ast.Span, scope: Scope) -> tuple[Scope, str]:
        inner = scope.inner()
        self.hides(name, source.type.item, span)
        local = inner.bind(name, t.plain(source.type.item))
        return inner, local

    def hides(self, name: str, type: Type, span: ast.Span, only_warn: bool = False) -> None:
        """A local may not bear the name of a declaration, except of the kind it ranges over."""
        symbol = self.game.symbols.get(name)
        if symbol is None or symbol.name in (type.of, type.name):
            return
        if symbol.category in ("kind", "piece", "board", "menu", "resource"):
            return
        place = f"{symbol.span.path}:{symbol.span.line}"
        means = article(
            self.game.functions[name].category if symbol.category == "function" else symbol.category
        )
        means = "all pieces of a sort" if symbol.category == "pieces" else means
        tell = self.warn if only_warn else self.report
        tell("RW218", f"`{name}` already means {means} ({place})", span, "rename the variable")

    def query(self, e: ast.Query, scope: Scope) -> E:
        source = self.collection(e.source, scope)
        inner, local = self.loop_variable(e.name, source, e.span, scope)
        where = self.flag(e.where, inner) if e.where else None
        by = self.expr(e.by, inner) if e.by else None
        element = t.plain(source.type.item)
        types = {
            "count": t.NUMBER,
            "any": t.FLAG,
            "no": t.FLAG,
            "all": t.many(element),
            "first": t.maybe(element),
            "best": t.maybe(element),
        }
        if e.quantifier == "best" and by is None:
            self.report(
                "RW219", "`best` does not say by what", e.span, "as in `best p in players by p.points`"
            )
        if e.quantifier == "no" and where is not None and where.op == "not" and self.final:
            self.warn_universal(e, source)
        return E("query", types[e.quantifier], [source, where, by], local, e.quantifier, e.span)

    def warn_universal(self, e: ast.Query, source: E) -> None:
        if source.op == "query" or (source.type.shape in t.COLLECTIONS and source.op == "field"):
            self.warn(
                "RW312",
                "`no … where not …` also holds of nothing at all",
                e.span,
                "if the collection can be empty, count instead",
            )

    def fold(self, e: ast.Fold, scope: Scope) -> E:
        source = self.collection(e.source, scope)
        inner, local = self.loop_variable(e.name, source, e.span, scope)
        where = self.flag(e.where, inner) if e.where else None
        body = self.expr(e.body, inner)
        if e.op == "each":
            if body.type.is_many:
                text = "`each` gives one value for each thing, not a collection"
                self.report("RW313", text, e.span, "ask for one value, such as `size(…)`")
            return E(
                "fold",
                t.map_of(source.type.item, t.plain(body.type)),
                [body, source, where],
                local,
                "each",
                e.span,
            )
        if e.op == "sum" and body.type.name in ("bundle", "resource"):
            return E("fold", t.BUNDLE, [self.as_bundle(body), source, where], local, "sum_bundles", e.span)
        if body.type.name not in ("number", "unknown"):
            self.expect(body, t.NUMBER, f"what `{e.op}` works on")
        return E("fold", t.NUMBER, [body, source, where], local, e.op, e.span)
