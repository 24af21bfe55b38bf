"""Pieces that cannot be told apart: what each of them looks like, and which of them a field names."""

from __future__ import annotations

from ..typed import types as t
from ..typed.tree import FieldInfo, Piece
from . import tree as code
from .functions import POSITION_PARAM
from .lowering import Lowering
from .places import all_sorts, naming, sorts_in_one_zone
from .state import zones
from .tree import (
    Assign,
    Binary,
    Clause,
    Collection,
    Effects,
    Expr,
    Function,
    Logic,
    Param,
    Return,
    Slice,
    Spread,
    Statement,
    number,
    runtime,
    when,
)
from .types import ANY, FLAG, LOOKS, NUMBER, list_of, many

ONE = code.Local("x", type=NUMBER)
SOME = code.Local("things", type=many(NUMBER))


def sorts(c: Lowering) -> list[Function]:
    """For each sort of pieces declared `alike` the functions by which its pieces are compared."""
    found: list[Function] = []
    for piece in c.game.pieces.values():
        if (name := all_sorts(piece.name)) in c.comparing:
            found.append(sort_function(c, piece, name, anywhere(c, piece)))
        if (name := sorts_in_one_zone(piece.name)) in c.comparing:
            found.append(sort_function(c, piece, name, together(figures(piece))))
    return found


def sort_function(c: Lowering, piece: Piece, name: str, look: Expr) -> Function:
    """Tells which of some pieces cannot be told apart."""
    looks = code.Local("looks", type=list_of(ANY))
    compared = Assign(looks, code.Query("list", look, (Clause("x", SOME),), type=looks.type))
    few = Binary("<", code.Size(SOME, type=NUMBER), number(2), type=FLAG)
    body: list[Statement] = [when(few, Return(Collection((SOME, code.UNSET), type=LOOKS)))]
    told = named(c, piece)
    made = runtime("sorts", SOME, looks, *([told] if told is not None else []), type=LOOKS)
    body += [compared, Return(made)]
    doc = f"The {piece.plural} that cannot be told apart side by side."
    params = (POSITION_PARAM, Param("things", SOME.type))
    return Function(name, params, LOOKS, tuple(body), doc, effects=Effects(pure=True))


def anywhere(c: Lowering, piece: Piece) -> Expr:
    """The look of a piece: where it lies, and its fields; one in a deck, a pile or a row looks like no other."""
    parts: list[Expr] = [code.Field(f"{piece.name}_cells", ONE)] if piece.board else []
    if not piece.zoned:
        return together([*parts, *figures(piece)])
    place = code.Field(f"{piece.name}_zone", ONE, type=NUMBER)
    look = together([place, *parts, *figures(piece)])
    held = zones(c, piece.name)
    free = [z for z in held if c.game.fields[z.attribute].type.shape in t.UNORDERED]
    if len(free) == len(held):
        return look
    tests: list[Expr] = [
        Logic(
            "and",
            (
                Binary("<=", number(z.low), place, type=FLAG),
                Binary("<", place, number(z.end), type=FLAG),
            ),
            type=FLAG,
        )
        for z in free
    ]
    tests.append(Binary("==", place, code.NONE, type=FLAG))
    test = tests[0] if len(tests) == 1 else Logic("or", tuple(tests), type=FLAG)
    return code.Conditional(test, look, ONE, type=ANY)


def together(parts: list[Expr]) -> Expr:
    """Several figures as one."""
    return Collection(tuple(parts), type=ANY) if len(parts) > 1 else parts[0]


def figures(piece: Piece) -> list[Expr]:
    """The fields of a piece; if it has none, all look the same."""
    found: list[Expr] = [] if piece.fields else [number(0)]
    for info in piece.fields.values():
        if info.key is None:
            found.append(code.Field(info.attribute, ONE, type=info.type))
        else:
            first = Binary("*", ONE, number(info.key_size), type=NUMBER)
            end = Binary("+", first, number(info.key_size), type=NUMBER)
            found.append(code.Convert("sequence", Slice(code.Field(info.attribute), first, end)))
    return found


def named(c: Lowering, piece: Piece) -> Expr | None:
    """All pieces of the sort that some field names; None: no field does."""
    parts: list[Expr] = []
    one, several = code.Local("x"), code.Local("xs")
    for info in naming(c.game, piece.name):
        values = code.Field(info.attribute)
        if info.type.is_many and has_many(info):
            clauses = (Clause("xs", values), Clause("x", several))
            parts.append(Spread(code.Query("each", one, clauses)))
        else:
            parts.append(Spread(values) if info.type.is_many or has_many(info) else values)
    return Collection(tuple(parts), type=many(NUMBER)) if parts else None


def has_many(info: FieldInfo) -> bool:
    """Whether the state has a list of values for the field: one for each owner or key."""
    return info.owner != "table" or info.key is not None
