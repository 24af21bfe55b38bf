"""The syntax tree of values."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..diagnostics import Span
from .ast_nodes import Node


@dataclass(slots=True)
class Name(Node):
    """A name, perhaps with the question mark of an assumption."""

    name: str
    assumed: bool = False


@dataclass(slots=True)
class Your(Node):
    """``your name``: a field of the player who acts."""

    name: str


@dataclass(slots=True)
class Number(Node):
    """A whole number, perhaps with the question mark of an assumption."""

    value: int
    assumed: bool = False


@dataclass(slots=True)
class Text(Node):
    """A string; its holes ``{expr}`` are parsed where the string is used as a label."""

    value: str


@dataclass(slots=True)
class MemberOf(Node):
    """``target.name``."""

    target: Expr
    name: str
    name_span: Span


@dataclass(slots=True)
class Apply(Node):
    """``target(args, name: value)``."""

    target: Expr
    args: list[Expr]
    named: list[tuple[str, Expr]] = field(default_factory=list)


@dataclass(slots=True)
class Listing(Node):
    """``(a, b, c)``."""

    items: list[Expr]


@dataclass(slots=True)
class Range(Node):
    """``low..high``."""

    low: Expr
    high: Expr


@dataclass(slots=True)
class Arithmetic(Node):
    """``left op right`` of numbers or bundles."""

    op: str  # + - * /
    left: Expr
    right: Expr


@dataclass(slots=True)
class Minus(Node):
    """``-value``."""

    value: Expr


@dataclass(slots=True)
class Quantity(Node):
    """``3 coin``, ``price(t) coin``: an amount followed by the name of its resource."""

    amount: Expr
    unit: str
    unit_span: Span


@dataclass(slots=True)
class Compare(Node):
    """``left op right``, true or false."""

    op: str  # < <= > >= = is, is not, in, not in
    left: Expr
    right: Expr


@dataclass(slots=True)
class Either(Node):
    """``left or right``."""

    left: Expr
    right: Expr


@dataclass(slots=True)
class Both(Node):
    """``left and right``."""

    left: Expr
    right: Expr


@dataclass(slots=True)
class Negate(Node):
    """``not value``."""

    value: Expr


@dataclass(slots=True)
class Conditional(Node):
    """``value if test else otherwise``."""

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
