"""Values that are read as they are: constants, names, texts, fields, columns, and calls of defines."""

from __future__ import annotations

from ..plan.names import constant, local_name
from ..typed.expr import (
    CallExpr,
    ColumnOf,
    Const,
    Field,
    Lib,
    Local,
    Pair,
    Pieces,
    RuleValue,
    Text,
    This,
    You,
)
from ..typed.tree import E, FieldInfo
from ..typed.types import NONE_VALUE, Type
from . import tree as code
from .lowering import Lowering, expr, items, library, many, members_of, operation, single
from .none_checks import argument_checked_for_none
from .tree import Binary, Call, Constant, Expr, Index, Literal, number, runtime, text
from .types import NUMBER, TEXT


@operation(Const)
def const(c: Lowering, e: Const) -> Expr:
    """A number, a flag or a member by its name."""
    if isinstance(e.value, bool):
        return Literal(e.value, type=e.type, place=e.span)
    if e.value == NONE_VALUE:
        return code.NONE
    if e.type.name == "kind" and e.name:
        return Constant(constant(e.name), "tables", e.value, type=e.type, place=e.span)
    if e.type.name == "direction" and e.name:
        c.needs.directions.add(e.name)
        return Constant(e.name.upper(), "tables", e.value, type=e.type, place=e.span)
    return Literal(e.value, type=e.type, place=e.span)


@operation(Local)
def named_local(c: Lowering, e: Local) -> Expr:
    """A local under its name in the engine."""
    return code.Local(local_name(e.name), type=e.type, place=e.span)


@operation(You, This)
def subject(c: Lowering, e: You | This) -> Expr:
    """The player whom the rule speaks to, or the thing that it belongs to."""
    return code.Local("you" if isinstance(e, You) else "this", type=e.type, place=e.span)


# ---------------------------------------------------------------- texts


@operation(Text)
def words_of(c: Lowering, e: Text) -> Expr:
    """A text with its holes filled."""
    holes = iter(e.holes)
    if not e.holes:
        return text("".join(p or "" for p in e.texts))
    parts: list[Expr] = []
    for part in e.texts:
        if part is None:
            hole = next(holes)
            assert hole is not None
            parts.append(in_words(c, hole))
        elif part:
            parts.append(text(part))
    found = parts[0]
    for more in parts[1:]:
        found = Binary("+", found, more, type=TEXT)
    return found


def in_words(c: Lowering, e: E) -> Expr:
    """A value in words, for labels and the log."""
    name = e.type.name
    if name == "piece":
        return text(e.type.of)
    if e.type.is_many:
        one = in_words(c, Local(e.type.item, "one"))
        source = members_of(c, e) if name == "map" else items(c, e)
        return code.Query("joined", one, (code.Clause("one", source),), type=TEXT)
    made = expr(c, e)
    if name == "text":
        return made
    if name == "player":
        return runtime("seat_name", code.POSITION_LOCAL, made, type=TEXT)
    if name == "flag":
        return code.Conditional(made, text("yes"), text("no"), type=TEXT)
    if name == "bundle":
        return runtime("bundle_text", Constant("RESOURCE_LABELS", "tables"), made, type=TEXT)
    if (labels := labels_of(c, e.type)) is not None:
        return runtime("named", labels, made, type=TEXT)
    return code.Convert("text", made, type=TEXT)


def labels_of(c: Lowering, type: Type) -> Expr | None:
    """The table of what people read for values of a type; None: there is none."""
    if type.name == "cell":
        kind = c.game.boards[type.of].kind  # if its members are the cells, people read their labels
        board = Constant(constant(type.of), "tables")
        return Constant(f"{constant(kind)}__LABELS", "tables") if kind else code.Part(board, "names")
    if type.name == "kind":
        return Constant(f"{constant(type.of)}__LABELS", "tables")
    if type.name == "direction":
        return Constant("DIRECTIONS", "runtime")
    names = {"resource": "RESOURCE_LABELS", "effect": "EFFECT_LABELS"}
    return Constant(names[type.name], "tables") if type.name in names else None


# ---------------------------------------------------------------- fields and columns


@operation(Field)
def field(c: Lowering, e: Field) -> Expr:
    """A field of the position, or all of one that is kept for each key."""
    info: FieldInfo = e.info
    owner, key = e.owner, e.key
    if info.key is not None and key is None:
        return whole_map(c, info, owner)
    if owner is None and key is None:
        return code.Field(info.attribute, type=e.type, place=e.span)
    return code.Field(info.attribute, index(c, info, owner, key), type=e.type, place=e.span)


def index(c: Lowering, info: FieldInfo, owner: E | None, key: E | None) -> Expr:
    """Where the value of an owner and a key is kept."""
    if key is None:
        assert owner is not None
        return expr(c, owner)
    at = key_place(c, info, key)
    if owner is None or (isinstance(owner, Const) and owner.value == 0):
        return at
    row = Binary("*", expr(c, owner), number(info.key_size), type=NUMBER)
    return Binary("+", row, at, type=NUMBER)


def key_place(c: Lowering, info: FieldInfo, key: E) -> Expr:
    """Where the value of a key is kept, counted from the first key."""
    if info.key_low and isinstance(key, Const):
        return number(key.value - info.key_low)
    if info.key is not None and info.key.name == "number" and not isinstance(key, Const):
        return place_of(c, key, info.key_low, info.key_size)
    return expr(c, key)


def place_of(c: Lowering, key: E, low: int, size: int) -> Expr:
    """A number as a place among `size` ones, checked in play."""
    return runtime("place_of", expr(c, key), number(low), number(size), type=NUMBER)


@operation(Pair)
def pair(c: Lowering, e: Pair) -> Expr:
    """The place of two keys in a map of pairs."""
    assert e.type.sizes is not None
    low, size, other_low, other_size = e.type.sizes
    first, second = pair_place(c, e.first, low, size), pair_place(c, e.second, other_low, other_size)
    if isinstance(first, Literal) and isinstance(second, Literal):
        return number(int(first.value or 0) * other_size + int(second.value or 0))
    return Binary("+", Binary("*", first, number(other_size), type=NUMBER), second, type=NUMBER)


def pair_place(c: Lowering, key: E, low: int, size: int) -> Expr:
    """The place of one of two keys."""
    if key.type.name != "number":
        return expr(c, key)
    return number(key.value - low) if isinstance(key, Const) else place_of(c, key, low, size)


def whole_map(c: Lowering, info: FieldInfo, owner: E | None) -> Expr:
    """All values of a field that is kept for each key, by key."""
    low = info.key_low
    at: Expr = code.Local("key", type=NUMBER)
    if owner is not None:
        row = Binary("*", expr(c, owner), number(info.key_size), type=NUMBER)
        at = Binary("+", row, at, type=NUMBER)
    if low:
        at = Binary("-", at, number(low), type=NUMBER)
    keys = code.Range(number(low), number(low + info.key_size))
    return code.Query(
        "map", code.Field(info.attribute, at, type=info.type), (code.Clause("key", keys),), type=info.type
    )


@operation(ColumnOf)
def column(c: Lowering, e: ColumnOf) -> Expr:
    """The figure of a member: out of a table, or computed of the position."""
    kind = c.game.kinds[e.kind]
    member = expr(c, e.member)
    if kind.columns[e.name].constant:
        table = Constant(f"{constant(kind.name)}__{constant(e.name)}", "tables")
        return Index(table, member, type=e.type, place=e.span)
    return Call(f"{kind.name}_{e.name}", (code.POSITION_LOCAL, member), type=e.type, place=e.span)


@operation(Pieces)
def pieces(c: Lowering, e: Pieces) -> Expr:
    """All pieces of a sort that are in play."""
    return code.Convert("sequence", code.Field(f"{e.piece}_alive"), type=e.type, place=e.span)


# ---------------------------------------------------------------- calls


@operation(CallExpr)
def call(c: Lowering, e: CallExpr) -> Expr:
    """A call of a define or a rule that never asks."""
    return Call(c.plan.names[e.name], tuple(arguments(c, e)), type=e.type, place=e.span)


def arguments(c: Lowering, e: CallExpr) -> list[Expr]:
    """The position, the subject, and what is given, in the order of the parameters."""
    f = c.plan.signatures[e.name]
    you, this = e.subject, e.this
    args: list[Expr] = [code.POSITION_LOCAL]
    if f.uses_you:
        args.append(expr(c, you) if you is not None else code.YOU)
    if f.uses_this:
        args.append(expr(c, this) if this is not None else code.THIS)
    for p, a in zip(f.params, e.arguments):
        args.append(passed(c, a, p.type))
    return args


def passed(c: Lowering, a: E, wanted: Type) -> Expr:
    """An argument; one thing may stand for a sequence of one."""
    if wanted.name == "many":
        return many(c, a) if a.type.is_many else single(expr(c, a), wanted)
    return argument_checked_for_none(c, a, wanted, expr(c, a))


@operation(RuleValue)
def effect(c: Lowering, e: RuleValue) -> Expr:
    """A rule as a value: its number in the table of rules that are values."""
    return effect_constant(c, e.text)


def effect_constant(c: Lowering, rule: str) -> Constant:
    """The constant of a rule that is a value."""
    number_of = {name: i for i, (name, _) in enumerate(c.plan.rule_values)}
    return Constant(f"E_{effect_name(rule)}", "tables", number_of.get(rule))


def effect_name(rule: str) -> str:
    """A rule with its figures: `take(1, -2)` is TAKE__1__MINUS_2."""
    name, _, figures = rule.rstrip(")").partition("(")
    words = "__".join([name, *figures.split(", ")]).replace("-", "minus_").replace(".", "__")
    return "".join(x if x.isalnum() or x == "_" else "_" for x in words).strip("_").upper()


@library("stock_of")
def stock_of(c: Lowering, e: Lib) -> Expr:
    """How much of a resource somebody has."""
    from .resources import stock

    return stock(c, e.of, expr(c, e.arg(0)))
