"""What a name means: a local, something of `this`, a declaration, or the library; alone or with arguments."""

from __future__ import annotations

from dataclasses import replace

from ...resolved.words import DIRECTIONS
from ...surface import ast
from .. import types as t
from ..context import Context, Scope, Signature, several
from ..expr import BaseCall, Const, Lib, ListOf, Local, Participant, Pieces, This, const
from ..tree import E
from ..types import Type
from . import access, calls, coerce, expressions
from .described import piece_with
from .directions import NAMED_SETS, listed, of_the_game
from .library import CONSTANTS, LIBRARY
from .products import member_with
from .sized import within


def name(c: Context, e: ast.Name, scope: Scope) -> E:
    """What a name means; an unknown one is reported."""
    found = local_name(c, e.name, e.span, scope)
    if found is None:
        found = global_name(c, e.name, None, e.span, scope)
    if found is None:
        c.unknown_name(e.name, e.span, scope, [*LIBRARY, *CONSTANTS])
        return Const(t.UNKNOWN, 0, span=e.span)
    return found


def local_name(c: Context, name: str, span: ast.Span, scope: Scope) -> E | None:
    """What a name means within its body, or None."""
    if name == "it" and scope.it is not None:
        return replace(scope.it, span=span)
    if name == "you":
        return coerce.you(c, scope, span)
    if name == "this" and scope.this is not None:
        return this(c, scope, span)
    if name in scope.constants:
        return scope.constants[name]
    if name in scope.names:
        local = scope.names[name]
        return Local(scope.body.locals[local], local, span=span)
    if name == "base" and scope.base:
        return base_call(c, None, span, scope)
    return None


def this(c: Context, scope: Scope, span: ast.Span) -> E:
    """The member, cell or piece that a body is about, noted as used."""
    assert scope.this is not None
    if isinstance(scope.this, This):
        scope.body.uses_this = True
    return replace(scope.this, span=span)


def base_call(c: Context, args: list[E] | None, span: ast.Span, scope: Scope) -> BaseCall:
    """The call of what an override replaces; without arguments it gets those of the override."""
    sig = c.signatures[scope.base]
    scope.body.uses_base = True
    if sig.uses_you:
        coerce.you(c, scope, span)
    c.depends_on(sig)
    arguments = list(args) if args is not None else []
    return BaseCall(sig.result, scope.base, arguments, args is not None, span=span)


def global_name(c: Context, name: str, args: list[E] | None, span: ast.Span, scope: Scope) -> E | None:
    """A name without a dot: something of `this`, a declaration, or the library."""
    if scope.this is not None and is_of_this(c, scope.this.type, name):
        found = access.dot(c, this(c, scope, span), name, args, span, scope)
        if found is not None:
            return found
    symbol = c.game.symbols.get(name)
    if symbol is None:
        return constant_name(c, name, span, scope) if args is None else None
    c.used.add(name)
    if symbol.category == "kind":
        return Lib(t.many(t.kind(name)), "members", [], name, span=span)
    if symbol.category == "member":
        return member_const(c, symbol.owner, name, span)
    if symbol.category == "resource":
        return const(list(c.game.resources).index(name), t.RESOURCE, span, name)
    if symbol.category == "board":
        return within(c, Lib(t.many(t.cell(name)), "cells", [], name, span=span))
    if symbol.category == "pieces":
        return Pieces(t.many(t.piece(symbol.owner)), symbol.owner, span=span)
    if symbol.category == "field":
        return access.read(c, c.table[name], None, args, span)
    if symbol.category == "function":
        return calls.call(c, c.signatures[name], None, None, args or [], span, scope)
    if symbol.category == "participant":
        number = list(c.game.participants).index(name)
        return Participant(t.PLAYER, number, span=span)
    if symbol.category == "menu":
        c.report(
            "RW213",
            f"`{name}` is a menu: it can only be offered",
            span,
            f"write `offer {name}` on a line of its own",
        )
        return const(0, t.UNKNOWN, span)
    c.report(
        "RW213",
        f"`{name}` is a sort of pieces, not a value",
        span,
        f"the pieces in play are `{plural(c, name)}`",
    )
    return const(0, t.UNKNOWN, span)


def is_of_this(c: Context, type: Type, name: str) -> bool:
    """True if a name stands for something of `this`."""
    return type.name in ("kind", "cell", "piece") and name in access.members_known(c, type)


def plural(c: Context, name: str) -> str:
    """The plural of a piece's name; any other name as it is."""
    return c.game.pieces[name].plural if name in c.game.pieces else name


def member_const(c: Context, kind: str, name: str, span: ast.Span) -> E:
    """A member as a constant."""
    index = list(c.game.kinds[kind].members).index(name)
    return const(index, t.kind(kind), span, name)


def constant_name(c: Context, name: str, span: ast.Span, scope: Scope) -> E | None:
    """A constant or a function of the library without arguments, or None."""
    if name in ("yes", "no"):
        return const(name == "yes", t.FLAG, span)
    if name in ("none", "nothing"):
        return const(t.NONE_VALUE, t.NOTHING, span, "none")
    if name == "empty":
        return ListOf(t.many(t.UNKNOWN), [], span=span)
    if name in CONSTANTS:
        type = CONSTANTS[name]
        return Lib(type, name, span=span)
    if name in DIRECTIONS:
        return const(DIRECTIONS.index(name), t.DIRECTION, span, name)
    if name == "directions":
        return of_the_game(coerce.shapes(c), span)
    if name in NAMED_SETS:
        return listed(NAMED_SETS[name], span)
    if name in LIBRARY:
        return expressions.library(c, name, [], [], span, scope)
    return None


def apply(c: Context, e: ast.Apply, scope: Scope) -> E:
    """Something with arguments: a call, a key of a map, or a place in a list."""
    target = e.target
    if isinstance(target, ast.Name):
        return apply_name(c, e, target, scope)
    if e.named:
        c.report("RW214", "nothing can be named here", e.span, "write the values without their names")
    args = [expressions.expr(c, a, scope) for a in e.args]
    if isinstance(target, ast.Your):
        return access.of_player(c, coerce.you(c, scope, target.span), target.name, args, e.span, scope)
    if isinstance(target, ast.MemberOf):
        return access.member_of(c, target, args, scope, e.span)
    return calls.index(c, expressions.expr(c, target, scope), args, e.span)


def apply_name(c: Context, e: ast.Apply, target: ast.Name, scope: Scope) -> E:
    """A name with arguments, by what the name means."""
    name = target.name
    found = local_name(c, name, target.span, scope)
    is_product = name in c.game.kinds and bool(c.game.kinds[name].factors)
    if found is not None and name != "base" and not is_product:
        return calls.index(c, found, [expressions.expr(c, a, scope) for a in e.args], e.span)
    symbol = c.game.symbols.get(name)
    if name == "base" and scope.base:
        return base_call(c, [expressions.expr(c, a, scope) for a in e.args], e.span, scope)
    if symbol is None and name.endswith("_at") and name[:-3] in c.game.pieces and len(e.args) == 1:
        where = expressions.expr(c, e.args[0], scope)
        return Lib(t.maybe(t.piece(name[:-3])), "piece_at", [where], name[:-3], span=e.span)
    if symbol is None and name in CONSTANTS:
        constant = constant_name(c, name, target.span, scope)
        assert constant is not None
        return calls.index(c, constant, [expressions.expr(c, a, scope) for a in e.args], e.span)
    if name in LIBRARY and symbol is not None and is_figure(c, name):
        return expressions.library(c, name, e.args, e.named, e.span, scope)
    if symbol is None and name in LIBRARY and not (scope.this and is_of_this(c, scope.this.type, name)):
        return expressions.library(c, name, e.args, e.named, e.span, scope)
    if symbol is not None and symbol.category == "piece" and scope.body.key.startswith("example:"):
        return piece_with(c, name, e, scope)
    args = [expressions.expr(c, a, scope) for a in e.args]
    if symbol is not None and symbol.category == "function":
        args = named_arguments(c, c.signatures[name], args, e, scope)
    elif e.named:
        c.report("RW214", "nothing can be named here", e.span, "write the values without their names")
    if symbol is not None and symbol.category == "board":
        c.used.add(name)
        return cell_at(c, name, args, e.span)
    if is_product:
        return member_with(c, name, args, e.span)
    if symbol is not None and symbol.category == "member":
        return calls.index(c, member_const(c, symbol.owner, name, e.span), args, e.span)
    found = global_name(c, name, args, e.span, scope)
    if found is None:
        c.unknown_name(name, target.span, scope, list(LIBRARY))
        return const(0, t.UNKNOWN, e.span)
    return found


def is_figure(c: Context, name: str) -> bool:
    """A define or a field that is a single figure: it takes no values, so with values the library's function is meant."""
    info = c.table.get(name)
    if info is not None:
        return info.key is None and info.type.name in ("number", "flag")
    sig = c.signatures.get(name)
    return sig is not None and not sig.function.params and sig.result.name in ("number", "flag")


def named_arguments(c: Context, sig: Signature, args: list[E], e: ast.Apply, scope: Scope) -> list[E]:
    """The arguments in the order of the parameters, named ones put in their places."""
    names = [p for p, _ in sig.function.params]
    given: dict[str, E] = {}
    for name, value in e.named:
        if name not in names[len(args) :]:
            left = ", ".join(names[len(args) :]) or "none"
            c.report(
                "RW214",
                f"{sig.function.name} has no parameter `{name}` left",
                value.span,
                f"still to be given: {left}",
            )
        given[name] = expressions.expr(c, value, scope)
    return args + [given[n] for n in names[len(args) :] if n in given]


def cell_at(c: Context, board: str, args: list[E], span: ast.Span) -> E:
    """A cell by its numbers; a wrong number of them is reported."""
    for a in args:
        if a.type.name not in ("number", "unknown"):
            coerce.expect(c, a, t.NUMBER, f"a coordinate of {board}")
    shape = coerce.shape_of(c, board)
    wanted = 2 if shape == "grid" else 1
    if len(args) != wanted:
        example = f"{board}({', '.join('1' * wanted)})"
        c.report(
            "RW217",
            f"a cell of {board} is named by {several(wanted, 'number')}, not {len(args)}",
            span,
            f"as in `{example}`",
        )
    return within(c, Lib(t.cell(board), "cell", list(args), board, span=span))
