"""Expressions by an operation's word and parts by number, as the printer still writes and reads them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ..surface.ast import Span
    from .expr import E
    from .types import Type

CLASSES: dict[str, Any] = {}


class Meta(type):
    """Makes `E("list", type, args, name, data, span)` give a node of the class for that operation."""

    def __call__(cls, *given: Any, **named: Any) -> Any:
        return make(*given, **named) if cls.__name__ == "E" else type.__call__(cls, *given, **named)


class Old(metaclass=Meta):
    """What every expression could be asked before it had a class of its own."""

    __slots__ = ()

    if TYPE_CHECKING:
        type: Type
        span: Span

        def __init__(
            self,
            op: str,
            type: Type,
            args: Sequence[E | None] = (),
            name: str = "",
            data: Any = None,
            span: Span = ...,
        ) -> None: ...

        @property
        def op(self) -> str: ...

        @property
        def args(self) -> list[E | None]: ...

        @property
        def data(self) -> Any: ...

        @property
        def name(self) -> str: ...

    def arg(self, n: int) -> E:
        found = self.args[n]
        assert found is not None
        return found


WORDS = {
    "Const": "const", "Text": "text", "Local": "local", "You": "you", "This": "this", "Field": "field", "ColumnOf": "column",
    "Pieces": "pieces", "CallExpr": "call", "BaseCall": "base", "RuleValue": "effect", "DefineRef": "lib", "Lib": "lib",
    "Participant": "lib", "Directions": "lib", "NoRow": "lib", "SomeSubset": "lib", "Math": "math",
    "Minus": "minus", "Compare": "compare", "And": "and", "Or": "or", "Not": "not", "IfExpr": "if", "Query": "query",
    "Fold": "fold", "ListOf": "list", "Range": "range", "Bundle": "bundle", "Item": "item", "Get": "get", "Pair": "pair",
}  # fmt: skip

NAMES = {
    "Text": "source", "Pieces": "piece", "Math": "sign", "Compare": "sign", "Query": "variable", "Fold": "variable",
    "Printed": "label",
}  # fmt: skip
LIBRARY = {
    "DefineRef": "define", "Participant": "participant", "Directions": "directions",
    "NoRow": "no_row", "SomeSubset": "some_subset",
}  # fmt: skip
DATA: dict[str, Callable[[Any], Any]] = {
    "Const": lambda e: e.value,
    "Text": lambda e: e.texts,
    "Field": lambda e: e.info,
    "ColumnOf": lambda e: e.kind,
    "CallExpr": lambda e: e.mark or None,
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
    "Printed": lambda e: e.given,
}
Maker = Callable[[dict[str, Any], Any, Any, str, Any], Any]
MAKERS: dict[str, Maker] = {
    "const": lambda c, t, a, n, d: c["Const"](t, d, n),
    "text": lambda c, t, a, n, d: c["Text"](t, d, list(a), n),
    "local": lambda c, t, a, n, d: c["Local"](t, n),
    "you": lambda c, t, a, n, d: c["You"](t),
    "this": lambda c, t, a, n, d: c["This"](t),
    "field": lambda c, t, a, n, d: c["Field"](t, d, *a),
    "column": lambda c, t, a, n, d: c["ColumnOf"](t, d, n, *a),
    "pieces": lambda c, t, a, n, d: c["Pieces"](t, n),
    "call": lambda c, t, a, n, d: c["CallExpr"](t, n, *a[:2], arguments=list(a[2:]), mark=d or ""),
    "base": lambda c, t, a, n, d: c["BaseCall"](t, n, list(a), d),
    "effect": lambda c, t, a, n, d: c["RuleValue"](t, n, list(a)),
    "lib": lambda c, t, a, n, d: (
        SPECIAL[n](c, t, a, n, d)
        if n in SPECIAL
        else c["Lib"](t, n, list(a), d.of if hasattr(d, "of") else d or "")
    ),
    "math": lambda c, t, a, n, d: c["Math"](t, n, *a),
    "minus": lambda c, t, a, n, d: c["Minus"](t, *a),
    "compare": lambda c, t, a, n, d: c["Compare"](t, n, *a),
    "in": lambda c, t, a, n, d: c["In"](t, *a),
    "not in": lambda c, t, a, n, d: c["In"](t, *a, negated=True),
    "and": lambda c, t, a, n, d: c["And"](t, list(a)),
    "or": lambda c, t, a, n, d: c["Or"](t, list(a)),
    "not": lambda c, t, a, n, d: c["Not"](t, *a),
    "if": lambda c, t, a, n, d: c["IfExpr"](t, *a),
    "query": lambda c, t, a, n, d: c["Query"](t, d, n, *a),
    "fold": lambda c, t, a, n, d: c["Fold"](t, d, n, *a),
    "list": lambda c, t, a, n, d: c["ListOf"](t, list(a)),
    "range": lambda c, t, a, n, d: c["Range"](t, *a),
    "bundle": lambda c, t, a, n, d: c["Bundle"](t, d, list(a)),
    "item": lambda c, t, a, n, d: c["Item"](t, *a, sure=d == "sure"),
    "get": lambda c, t, a, n, d: c["Get"](t, *a),
    "pair": lambda c, t, a, n, d: c["Pair"](t, *a),
}
SPECIAL: dict[str, Maker] = {
    "define": lambda c, t, a, n, d: c["DefineRef"](t, d, *a),
    "participant": lambda c, t, a, n, d: c["Participant"](t, d),
    "directions": lambda c, t, a, n, d: c["Directions"](t, d),
    "no_row": lambda c, t, a, n, d: c["NoRow"](t),
    "some_subset": lambda c, t, a, n, d: c["SomeSubset"](t, d, *a),
}


def make(op: str, type: Any, args: Any = (), name: str = "", data: Any = None, span: Any = None) -> Any:
    """An expression by its operation's word and its parts in order."""
    maker = MAKERS.get(op)
    if maker:
        made = maker(CLASSES, type, args, name, data)
    else:
        made = CLASSES["Printed"](type, op, list(args), name, data)
    if span is not None:
        made.span = span
    return made


def constant(value: str) -> Callable[[Any], str]:
    return lambda e: value


def install(classes: dict[str, Any]) -> None:
    """Gives every class of expressions the old attributes that it has no field for."""
    CLASSES.update(classes)
    for name, word in WORDS.items():
        classes[name].op = property(constant(word))
    classes["In"].op = property(lambda e: "not in" if e.negated else "in")
    classes["Printed"].op = property(lambda e: e.word)
    for name in [*WORDS, "In", "Printed"]:
        of = classes[name]
        of.args = of.parts
        of.data = property(DATA.get(name, lambda e: None))
        if name == "Field":
            of.name = property(lambda e: e.info.attribute)
        elif name in LIBRARY:
            of.name = property(constant(LIBRARY[name]))
        elif name in NAMES:
            of.name = property(attrgetter(NAMES[name]))
        elif not hasattr(of, "name"):
            of.name = property(constant(""))
