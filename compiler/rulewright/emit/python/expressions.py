"""Expressions of the code tree as Python: one line for each kind, and brackets where they are needed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...code import tree as code
from ...code.tree import Expr

# How tightly parts hold together, from the loosest to the tightest.
LOOSE, CONDITIONAL, OR, AND, NOT, COMPARED, SUM, PRODUCT, SIGN, FIRM = range(10)
STRENGTHS = {"+": SUM, "-": SUM, "*": PRODUCT, "//": PRODUCT, "%": PRODUCT}
CONVERSIONS = {
    "sequence": "tuple({})",
    "list": "list({})",
    "set": "set({})",
    "frozen set": "frozenset({})",
    "flag": "bool({})",
    "number": "int({})",
    "text": "str({})",
    "once": "dict.fromkeys({})",
}
# What a query gives, with its loops in the braces.
QUERIES = {
    "sequence": "tuple([{}])",
    "list": "[{}]",
    "each": "({})",
    "any": "any({})",
    "count": "len([{}])",
    "sum": "sum([{}])",
    "highest": "max([{}], default=0)",
    "lowest": "min([{}], default=0)",
    "first": "next(({}), NONE)",
    "map": "{{{}}}",
    "joined": '", ".join({})',
}
# Queries of which the brackets of the call are enough.
KEYED = {"best": "max({}, key={}, default=NONE)", "ordered": "tuple(sorted({}, key={}))"}


def text(e: Expr, least: int = LOOSE) -> str:
    """An expression, in brackets if it holds together less than is wanted."""
    made, strength = PRINTERS[type(e)](e)
    return f"({made})" if strength < least else made


def truth(e: Expr, least: int = LOOSE) -> str:
    """An expression that is only looked at: a sequence stands for whether there is anything in it."""
    if isinstance(e, code.Some):
        return text(e.of, least)
    if isinstance(e, code.Logic):
        return logic(e, truth, least)
    return text(e, least)


def logic(e: code.Logic, part: Callable[[Expr, int], str], least: int) -> str:
    """Flags side by side."""
    own = AND if e.op == "and" else OR
    made = f" {e.op} ".join(part(x, own + 1) for x in e.parts)
    return f"({made})" if own < least else made


def arguments(args: tuple[Expr, ...]) -> str:
    """What a function is given; the brackets of a query that is all are those of the call."""
    if len(args) == 1 and isinstance(args[0], code.Query) and args[0].kind == "each":
        return text(args[0])[1:-1]
    return ", ".join(map(text, args))


def collection(e: code.Collection) -> str:
    """Values side by side, in the brackets of their type."""
    inner, name = ", ".join(map(text, e.items)), e.type.name
    if name == "map":
        return "{}"
    if name == "list":
        return f"[{inner}]"
    if name == "set":
        return f"{{{inner}}}" if inner else "set()"
    if name == "frozen set":
        spread = any(isinstance(x, code.Spread) for x in e.items)
        return f"frozenset([{inner}])" if spread else f"frozenset({{{inner}}})" if inner else "frozenset()"
    return f"({inner},)" if len(e.items) == 1 else f"({inner})"


def clauses(e: code.Query) -> str:
    """The loops of a query."""
    found = []
    for x in e.clauses:
        wanted = f" if {truth(x.test, OR)}" if x.test is not None else ""
        found.append(f"for {', '.join([x.name, *x.also])} in {gone_over(x)}{wanted}")
    return " ".join(found)


def gone_over(x: code.Clause | code.For) -> str:
    """What a loop goes over, counted if its steps count."""
    weight = f", {x.counted}" if x.counted > 1 else ""
    return f"stepping(g, {text(x.source)}{weight})" if x.counted else text(x.source, OR)


def query(e: code.Query) -> str:
    """A query as a comprehension."""
    loops = clauses(e)
    if e.kind in KEYED:
        over = text(e.of) if e.of is not None else f"({text(e.body)} {loops})"
        if e.key is None:
            return f"tuple(sorted({over}))"
        return KEYED[e.kind].format(over, f"lambda {e.name}: {text(e.key)}")
    if e.kind == "bundles":
        return f"sum_bundles(({text(e.body)} {loops}), {len_of_bundle(e)})"
    body = "1" if e.kind == "count" else f"{e.name}: {text(e.body)}" if e.kind == "map" else text(e.body)
    return QUERIES[e.kind].format(f"{body} {loops}")


def len_of_bundle(e: code.Query) -> str:
    """How many resources there are."""
    return text(e.key) if e.key is not None else "0"


def literal(e: code.Literal) -> tuple[str, int]:
    """A value as it is."""
    made = repr(e.value)
    return made, SIGN if made.startswith("-") else FIRM


def binary(e: code.Binary) -> tuple[str, int]:
    """Two values with an operator between them; what is on the right binds at least as tightly."""
    own = STRENGTHS.get(e.op, COMPARED)
    left = own + 1 if own == COMPARED else own
    return f"{text(e.left, left)} {e.op} {text(e.right, own + 1)}", own


def conditional(e: code.Conditional) -> tuple[str, int]:
    """One of two values."""
    made = f"{text(e.then, OR)} if {truth(e.test, OR)} else {text(e.otherwise, OR)}"
    return made, CONDITIONAL


def negation(e: code.Not) -> tuple[str, int]:
    """That a flag is false."""
    if isinstance(e.value, code.IsUnset):
        return f"{text(e.value.value, SUM)} is not None", COMPARED
    return f"not {truth(e.value, NOT)}", NOT


def contains(e: code.Contains) -> tuple[str, int]:
    """Whether something is in a collection."""
    word = "not in" if e.negated else "in"
    return f"{text(e.element, SUM)} {word} {text(e.of, SUM)}", COMPARED


def slice_of(e: code.Slice) -> str:
    """A part of a sequence."""
    low, high = (text(x) if x is not None else "" for x in (e.low, e.high))
    return f"{text(e.of, FIRM)}[{low}:{high}]"


def field(e: code.Field) -> str:
    """A field of the position."""
    return f"g.{e.attribute}" if e.index is None else f"g.{e.attribute}[{text(e.index)}]"


def convert(e: code.Convert) -> str:
    """A value in another form."""
    if e.to == "values":
        return f"{text(e.value, FIRM)}.values()"
    return CONVERSIONS[e.to].format(arguments((e.value,)))


def range_of(e: code.Range) -> str:
    """Numbers in a row."""
    return f"range({text(e.high)})" if e.low == code.number(0) else f"range({text(e.low)}, {text(e.high)})"


def index(e: code.Index) -> str:
    """An element."""
    return f"{text(e.of, FIRM)}[{text(e.at)}]"


def frame(e: code.Frame) -> str:
    """A continuation is a tuple."""
    return f"({arguments((e.up, e.label, *e.saved))})"


def map_of(e: code.MapOf) -> str:
    """A map with known keys."""
    return f"{{{', '.join(f'{text(k)}: {text(v)}' for k, v in e.items)}}}"


def firm(made: Callable[[Any], str]) -> Callable[[Any], tuple[str, int]]:
    """A printer of something that never needs brackets."""
    return lambda e: (made(e), FIRM)


PRINTERS: dict[type, Callable[[Any], tuple[str, int]]] = {
    code.Literal: literal,
    code.Constant: firm(lambda e: e.name),
    code.Local: firm(lambda e: e.name),
    code.Field: firm(field),
    code.Index: firm(index),
    code.Slice: firm(slice_of),
    code.Part: firm(lambda e: f"{text(e.of, FIRM)}.{e.name}"),
    code.Call: firm(lambda e: f"{e.function}({arguments(e.args)})"),
    code.Method: firm(lambda e: f"{text(e.of, FIRM)}.{e.name}({arguments(e.args)})"),
    code.Not: negation,
    code.Negative: lambda e: (f"-{text(e.value, SIGN)}", SIGN),
    code.Binary: binary,
    code.Logic: lambda e: (logic(e, text, LOOSE), AND if e.op == "and" else OR),
    code.Conditional: conditional,
    code.Contains: contains,
    code.Some: firm(lambda e: f"bool({text(e.of)})"),
    code.Size: firm(lambda e: f"len({text(e.of)})"),
    code.IsUnset: lambda e: (f"{text(e.value, SUM)} is None", COMPARED),
    code.Collection: firm(collection),
    code.MapOf: firm(map_of),
    code.Filled: lambda e: (f"[{text(e.value)}] * {text(e.times, SIGN)}", PRODUCT),
    code.Spread: lambda e: (f"*{text(e.of, SUM)}", LOOSE),
    code.Range: firm(range_of),
    code.Convert: firm(convert),
    code.Query: firm(query),
    code.Closure: lambda e: (f"lambda {', '.join(e.params)}: {text(e.body)}", LOOSE),
    code.Named: lambda e: (f"{e.name}={text(e.value)}", LOOSE),
    code.Frame: firm(frame),
}
