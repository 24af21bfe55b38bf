"""Expressions of the code tree as C: each kind has a function, and all give one word."""

from __future__ import annotations

from ...code import tree as code
from . import library
from .printer import PRINTERS, SCALARS, TESTS, Printer, board_part, scalar, words
from .queries import function_of
from .unit import Untranslatable, constant_text

COLLECTIONS = {"many", "list", "set", "frozen set", "bundle", "record", "map"}
NUMBERS = {"players": "players", "trial": "trial", "over": "over", "choice": "choice", "you": "you"}
COUNTED = {"number", "player", "kind", "cell", "edge", "piece", "direction", "resource", "participant"}
COPIES = {"values": "rw_values_of", "once": "rw_distinct", "set": "rw_set_of", "frozen set": "rw_set_of"}
READERS = {"many": "rw_item_at", "list": "rw_item_at", "map": "rw_of_key"}
ARITHMETIC = {"+": "rw_add", "-": "rw_subtract", "*": "rw_times", "//": "rw_quotient", "%": "rw_remainder"}


# ---------------------------------------------------------------- simple ones


def literal(p: Printer, e: code.Literal) -> str:
    """A value as it is; of a text, whether it is not empty."""
    if e.value is None:
        return "NIL"
    return f"N({1 if e.value else 0})" if isinstance(e.value, (str, bool)) else f"N({e.value})"


def constant(p: Printer, e: code.Constant) -> str:
    """A name with a fixed value, or a table."""
    if e.name in p.unit.readers and e.module == "rules":
        return p.unit.table(e.name, "rules")
    return constant_text(p.unit, e)


def local(p: Printer, e: code.Local) -> str:
    """A local; it is noted that it is read."""
    return p.read(e.name)


def field(p: Printer, e: code.Field) -> str:
    """A field of the position."""
    if e.attribute in NUMBERS:
        return f"N(g->{NUMBERS[e.attribute]})"
    if e.attribute == "memo":
        assert e.index is not None
        return f"g->f[FIRST_STORE + rw_number({p.value(e.index)})]"
    if e.attribute not in p.unit.fields:
        raise Untranslatable(f"the attribute {e.attribute}")
    name = p.unit.fields[e.attribute]
    return f"g->f[{name}]" if e.index is None else p.unit.element(e.attribute, loose(p, e.index))


def index(p: Printer, e: code.Index) -> str:
    """An element."""
    if isinstance(e.of, code.MapOf) and isinstance(e.at, code.Part) and e.at.name == "menu":
        return by_menu(p, e.of, e.at)
    if isinstance(e.of, code.Constant) and e.of.name in p.unit.stores:
        return f"rw_kept(g->c, {p.unit.stores[e.of.name]}, {p.value(e.at)})"
    if isinstance(e.at, code.Literal) and e.of.type.name in ("frame", "record", "bundle", "many"):
        reader = "rw_member" if isinstance(e.at.value, int) and e.at.value >= 0 else "rw_at"
        return f"{reader}(g->c, {p.value(e.of)}, {e.at.value})"
    reader = READERS.get(e.of.type.name, "rw_index")
    return p.in_order([e.of, e.at], lambda x: f"{reader}(g->c, {x[0]}, {x[1]})")


def by_menu(p: Printer, given: code.MapOf, menu: code.Part) -> str:
    """What the menu of a picked action passes on."""
    assert isinstance(menu.of, code.Index)
    found = "rw_no_things()"
    for key, value in given.items:
        assert isinstance(key, code.Literal)
        of = f"rw_action_menu(g, {p.value(menu.of.at)})"
        found = f"({of} == {p.unit.menus.index(str(key.value))} ? {p.value(value)} : {found})"
    return found


def slice_of(p: Printer, e: code.Slice) -> str:
    """A part of a sequence."""
    low, high = (p.value(x) if x is not None else "NIL" for x in (e.low, e.high))
    return f"rw_slice(g->c, {p.value(e.of)}, {low}, {high})"


def part(p: Printer, e: code.Part) -> str:
    """A part of a board or of what a search has found."""
    if e.name == "names":
        return "N(1)"
    if e.name in library.CANDIDATES and e.of.type.name != "board":
        return f"rw_at(g->c, {p.value(e.of)}, {library.CANDIDATES[e.name]})"
    return board_part(p, e.of, e.name)


# ---------------------------------------------------------------- operators


def negation(p: Printer, e: code.Not) -> str:
    """That a flag is false."""
    return f"rw_flag(!{p.test(e.value)})"


def negative(p: Printer, e: code.Negative) -> str:
    """A number with the other sign."""
    return f"rw_subtract(g->c, N(0), {p.value(e.value)})"


def binary(p: Printer, e: code.Binary) -> str:
    """Arithmetic, a comparison, or two sequences one after the other."""
    if e.op not in ARITHMETIC:
        return f"rw_flag({compared(p, e)})"
    function = ARITHMETIC[e.op]
    types = {e.left.type.name, e.right.type.name}
    if e.op == "+" and "text" in types:
        return p.in_order([e.left, e.right], lambda x: f"({x[0]} | {x[1]})")
    if e.op == "+" and types & COLLECTIONS:
        function = "rw_chained"
    elif e.op == "+" and not types & SCALARS:
        function = "rw_plus"
    return p.in_order([e.left, e.right], lambda x: f"{function}(g->c, {x[0]}, {x[1]})")


def loose(p: Printer, e: code.Expr) -> str:
    """A number that is only compared or looked up: a sum of two needs no check."""
    plain = isinstance(e, code.Binary) and e.op in ("+", "-") and not p.unit.acts(e)
    if (
        not plain
        or not isinstance(e, code.Binary)
        or not (e.left.type.name in COUNTED and e.right.type.name in COUNTED)
    ):
        return p.value(e)
    return f"{'rw_sum' if e.op == '+' else 'rw_gap'}({p.value(e.left)}, {p.value(e.right)})"


def logic_value(p: Printer, e: code.Logic) -> str:
    """Flags side by side."""
    return f"rw_flag({logic(p, e)})"


def conditional(p: Printer, e: code.Conditional) -> str:
    """One of two values."""
    return f"({p.test(e.test)} ? {p.value(e.then)} : {p.value(e.otherwise)})"


def contains_value(p: Printer, e: code.Contains) -> str:
    """Whether something is in a collection."""
    return f"rw_flag({contains(p, e)})"


def some_value(p: Printer, e: code.Some) -> str:
    """Whether there is anything in a collection."""
    return f"rw_flag({p.test(e)})"


def size(p: Printer, e: code.Size) -> str:
    """How many things there are."""
    return f"N((int64_t)rw_size(g->c, {p.value(e.of)}))"


def is_unset(p: Printer, e: code.IsUnset) -> str:
    """Whether a value is not there yet."""
    return f"rw_flag({p.value(e.value)} == NIL)"


# ---------------------------------------------------------------- collections


def collection(p: Printer, e: code.Collection) -> str:
    """Values side by side."""
    if e.type.name in ("map", "list", "set") and not e.items:
        return f"rw_growing(g->c, 8, {'MAP' if e.type.name == 'map' else 'SEQUENCE'})"
    if not e.items:
        return "rw_no_things()"
    size = len(e.items)
    parts = [x.of if isinstance(x, code.Spread) else x for x in e.items]
    if any(isinstance(x, code.Spread) for x in e.items):
        marks = ", ".join("1" if isinstance(x, code.Spread) else "0" for x in e.items)
        spread = f"(const char[]){{{marks}}}"
        return p.in_order(parts, lambda x: f"rw_spread(g->c, {size}, {words(x)}, {spread})")
    if e.type.name not in ("list", "set") and all(known_number(x) for x in e.items):
        return p.unit.fixed([p.value(x) for x in e.items])
    return p.in_order(parts, lambda x: f"rw_sequence(g->c, {size}, {words(x)})")


def known_number(e: code.Expr) -> bool:
    """Whether a value is a number that C can write down."""
    if isinstance(e, code.Literal):
        return e.value is not None
    return isinstance(e, code.Constant) and e.value is not None


def map_of(p: Printer, e: code.MapOf) -> str:
    """A map with known keys."""
    parts = [x for pair in e.items for x in pair]
    return p.in_order(parts, lambda x: f"rw_map_of(g->c, {len(parts)}, {words(x)})")


def filled(p: Printer, e: code.Filled) -> str:
    """The same value so many times."""
    return p.in_order([e.value, e.times], lambda x: f"rw_filled(g->c, {x[0]}, {x[1]})")


def range_of(p: Printer, e: code.Range) -> str:
    """Numbers in a row."""
    return p.in_order([e.low, e.high], lambda x: f"rw_range(g->c, {x[0]}, {x[1]})")


def convert(p: Printer, e: code.Convert) -> str:
    """A value in another form."""
    if e.to == "text":
        return "N(1)"
    if e.to == "flag":
        return f"rw_flag({p.test(e.value)})"
    if e.to == "number":
        return p.value(e.value)
    if e.to == "sequence" and isinstance(e.value, code.Local) and e.value.name in p.settled:
        return p.value(e.value)
    return f"{COPIES.get(e.to, 'rw_sequence_of')}(g->c, {p.value(e.value)})"


def query(p: Printer, e: code.Query) -> str:
    """A query is a function of its own."""
    made = function_of(e, p.unit.helper("query"))
    p.helper(made)
    return f"{made.name}(g{''.join(f', {p.read(x.name)}' for x in made.params)})"


def frame(p: Printer, e: code.Frame) -> str:
    """A continuation."""
    label = constant_text(p.unit, e.label).removeprefix("N(").removesuffix(")")
    size = len(e.saved)

    def made(x: list[str]) -> str:
        return f"rw_frame(g, {x[0]}, {label}, {size}, {words(x[1:]) if size else 'NULL'})"

    return p.in_order([e.up, *e.saved], made)


# ---------------------------------------------------------------- tests


def compared(p: Printer, e: code.Binary) -> str:
    """A comparison."""
    if e.op not in ("==", "!=", "<", "<=", ">", ">="):
        return ""
    if e.left == e.right and not p.unit.acts(e.left):  # compilers warn of what is always the same
        return "1" if e.op in ("==", "<=", ">=") else "0"
    if scalar(e.left.type) or scalar(e.right.type):
        return p.in_order([e.left, e.right], lambda x: f"({x[0]} {e.op} {x[1]})", loose)
    if e.op in ("==", "!="):
        sign = "!" if e.op == "!=" else ""
        return p.in_order([e.left, e.right], lambda x: f"({sign}rw_equal({x[0]}, {x[1]}))")
    return p.in_order([e.left, e.right], lambda x: f"(rw_compare({x[0]}, {x[1]}) {e.op} 0)")


def logic(p: Printer, e: code.Logic) -> str:
    """Flags side by side."""
    sign = " && " if e.op == "and" else " || "
    return f"({sign.join(p.test(x) for x in e.parts)})"


def contains(p: Printer, e: code.Contains) -> str:
    """Whether something is in a collection; of a few things each is compared."""
    sign = "!" if e.negated else ""
    plain = isinstance(e.of, code.Collection) and not any(isinstance(x, code.Spread) for x in e.of.items)
    if plain and isinstance(e.of, code.Collection) and scalar(e.element.type) and not p.unit.acts(e.of):
        kept = p.temp()
        tests = " || ".join(f"{kept} == {p.value(x)}" for x in e.of.items) or "0"
        return f"({kept} = {p.value(e.element)}, {sign}({tests}))"
    return p.in_order([e.element, e.of], lambda x: f"({sign}rw_contains(g->c, {x[1]}, {x[0]}))")


def some(p: Printer, e: code.Some) -> str:
    """Whether there is anything in a collection."""
    if isinstance(e.of, code.Constant) and e.of.name in p.unit.stores:
        return f"(rw_kept(g->c, {p.unit.stores[e.of.name]}, N(0)) != NIL)"
    return f"rw_some({p.value(e.of)})"


TESTS |= {
    code.Binary: compared,
    code.Logic: logic,
    code.Contains: contains,
    code.Some: some,
    code.Not: lambda p, e: f"(!{p.test(e.value)})",
    code.IsUnset: lambda p, e: f"({p.value(e.value)} == NIL)",
}
PRINTERS |= {
    code.Literal: literal,
    code.Constant: constant,
    code.Local: local,
    code.Field: field,
    code.Index: index,
    code.Slice: slice_of,
    code.Part: part,
    code.Not: negation,
    code.Negative: negative,
    code.Binary: binary,
    code.Logic: logic_value,
    code.Conditional: conditional,
    code.Contains: contains_value,
    code.Some: some_value,
    code.Size: size,
    code.IsUnset: is_unset,
    code.Collection: collection,
    code.MapOf: map_of,
    code.Filled: filled,
    code.Range: range_of,
    code.Convert: convert,
    code.Query: query,
    code.Frame: frame,
}
