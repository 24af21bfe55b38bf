"""How an expression is spelled in dumps, digests and comparisons: a word for its operation, its name, and what else is its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .expr import E

# class -> the word of its operation
WORDS = {
    "Const": "const", "Text": "text", "Local": "local", "You": "you", "This": "this", "Field": "field", "ColumnOf": "column",
    "Pieces": "pieces", "CallExpr": "call", "BaseCall": "base", "RuleValue": "effect", "DefineRef": "lib", "Lib": "lib",
    "Participant": "lib", "Directions": "lib", "NoRow": "lib", "SomeSubset": "lib", "Math": "math",
    "Minus": "minus", "Compare": "compare", "And": "and", "Or": "or", "Not": "not", "IfExpr": "if", "Query": "query",
    "Fold": "fold", "ListOf": "list", "Range": "range", "Bundle": "bundle", "Item": "item", "Get": "get", "Pair": "pair",
}  # fmt: skip
NAMES: dict[str, Callable[[Any], str]] = {
    "Const": lambda e: e.name,
    "Text": lambda e: e.source,
    "Local": lambda e: e.name,
    "Field": lambda e: e.info.attribute,
    "ColumnOf": lambda e: e.name,
    "Pieces": lambda e: e.piece,
    "CallExpr": lambda e: e.name,
    "BaseCall": lambda e: e.name,
    "RuleValue": lambda e: e.name,
    "DefineRef": lambda e: "define",
    "Lib": lambda e: e.name,
    "Participant": lambda e: "participant",
    "Directions": lambda e: "directions",
    "NoRow": lambda e: "no_row",
    "SomeSubset": lambda e: "some_subset",
    "Math": lambda e: e.sign,
    "Compare": lambda e: e.sign,
    "Query": lambda e: e.variable,
    "Fold": lambda e: e.variable,
}
OWN: dict[str, Callable[[Any], Any]] = {
    "Const": lambda e: e.value,
    "Text": lambda e: e.texts,
    "Field": lambda e: e.info,
    "ColumnOf": lambda e: e.kind,
    "BaseCall": lambda e: e.given,
    "RuleValue": lambda e: e.text,
    "DefineRef": lambda e: e.define,
    "Lib": lambda e: e.arguments[0].type if e.name == "ring_distance" else e.of or None,
    "Participant": lambda e: e.number,
    "Directions": lambda e: e.numbers,
    "NoRow": lambda e: e.span,
    "SomeSubset": lambda e: e.pick,
    "Query": lambda e: e.quantifier,
    "Fold": lambda e: e.operation,
    "Bundle": lambda e: e.resources,
    "Item": lambda e: "sure" if e.sure else None,
}


def spelled(e: E) -> tuple[str, str, Any]:
    """The word of an expression's operation, its name ("" if it has none), and what else it has beside its parts."""
    of = type(e).__name__
    if of == "In":
        return ("not in" if e.negated else "in"), "", None  # type: ignore[attr-defined]
    name, own = NAMES.get(of), OWN.get(of)
    return WORDS.get(of, of), "" if name is None else name(e), None if own is None else own(e)
