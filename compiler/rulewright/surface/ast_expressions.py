"""The syntax tree of values."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..diagnostics import Span
from .ast_nodes import Node


@dataclass(slots=True)
class Name(Node):
    name: str
    assumed: bool = False


@dataclass(slots=True)
class Your(Node):
    name: str


@dataclass(slots=True)
class Number(Node):
    value: int
    assumed: bool = False


@dataclass(slots=True)
class Text(Node):
    """A string; its holes ``{expr}`` are parsed where the string is used as a label."""

    value: str


@dataclass(slots=True)
class MemberOf(Node):
    target: Expr
    name: str
    name_span: Span


@dataclass(slots=True)
class Apply(Node):
    target: Expr
    args: list[Expr]
    named: list[tuple[str, Expr]] = field(default_factory=list)


@dataclass(slots=True)
class Listing(Node):
    items: list[Expr]


@dataclass(slots=True)
class Range(Node):
    low: Expr
    high: Expr


@dataclass(slots=True)
class Arithmetic(Node):
    op: str  # + - * /
    left: Expr
    right: Expr


@dataclass(slots=True)
class Minus(Node):
    value: Expr


@dataclass(slots=True)
class Quantity(Node):
    """``3 coin``, ``price(t) coin``: an amount followed by the name of its resource."""

    amount: Expr
    unit: str
    unit_span: Span


@dataclass(slots=True)
class Compare(Node):
    op: str  # < <= > >= = is, is not, in, not in
    left: Expr
    right: Expr


@dataclass(slots=True)
class Either(Node):
    left: Expr
    right: Expr


@dataclass(slots=True)
class Both(Node):
    left: Expr
    right: Expr


@dataclass(slots=True)
class Negate(Node):
    value: Expr


@dataclass(slots=True)
class Conditional(Node):
    value: Expr
    test: Expr
    otherwise: Expr


@dataclass(slots=True)
class Query(Node):
    """``count x in S where c``; quantifier: count any no all first best."""

    quantifier: str
    name: str
    source: Expr
    where: Expr | None
    by: Expr | None


@dataclass(slots=True)
class Fold(Node):
    """``sum e for x in S where c``; op: sum highest lowest each."""

    op: str
    body: Expr
    name: str
    source: Expr
    where: Expr | None


Expr = (
    Name
    | Your
    | Number
    | Text
    | MemberOf
    | Apply
    | Listing
    | Range
    | Arithmetic
    | Minus
    | Quantity
    | Compare
    | Either
    | Both
    | Negate
    | Conditional
    | Query
    | Fold
)
