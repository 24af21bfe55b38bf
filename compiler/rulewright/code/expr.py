"""Expressions of the code tree: typed values, one small class for each way to get one."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..surface.ast import NOWHERE, Span
from .types import UNKNOWN, Type


@dataclass(frozen=True, slots=True)
class Node:
    """Anything in the tree; `place` is where it stands in the rules."""

    place: Span = field(default=NOWHERE, compare=False, repr=False, kw_only=True)


# ---------------------------------------------------------------- expressions


@dataclass(frozen=True, slots=True)
class Expr(Node):
    """A value; two are equal if they are computed in the same way, wherever they stand."""

    type: Type = field(default=UNKNOWN, compare=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Literal(Expr):
    """A number, a flag, a text, or None: a value that is not there yet."""

    value: int | bool | str | None


@dataclass(frozen=True, slots=True)
class Constant(Expr):
    """A name with a fixed value that a module defines: a member of a kind, a table, a label, a board."""

    name: str
    module: str  # tables, state, rules, runtime
    value: int | None = None  # of one number


@dataclass(frozen=True, slots=True)
class Local(Expr):
    """A parameter or a local of the function."""

    name: str


@dataclass(frozen=True, slots=True)
class Field(Expr):
    """A field of the position; `index` says which one if there is one for each owner or key."""

    attribute: str
    index: Expr | None = None


@dataclass(frozen=True, slots=True)
class Index(Expr):
    """An element of a sequence, a table, a map or a frame."""

    of: Expr
    at: Expr


@dataclass(frozen=True, slots=True)
class Slice(Expr):
    """A part of a sequence, from `low` up to but without `high`."""

    of: Expr
    low: Expr | None
    high: Expr | None


@dataclass(frozen=True, slots=True)
class Part(Expr):
    """A named part of a record: the cells of a board, the candidates of a search."""

    of: Expr
    name: str


@dataclass(frozen=True, slots=True)
class Call(Expr):
    """A function with its arguments; `module` is rules, state, reasons, runtime or language (what every back end has)."""

    function: str
    args: tuple[Expr, ...]
    module: str = "rules"


@dataclass(frozen=True, slots=True)
class Method(Expr):
    """A function that belongs to a record: of a board, of an action."""

    of: Expr
    name: str
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Not(Expr):
    """That a flag is false."""

    value: Expr


@dataclass(frozen=True, slots=True)
class Negative(Expr):
    """A number with the other sign."""

    value: Expr


@dataclass(frozen=True, slots=True)
class Binary(Expr):
    """Arithmetic (+ - * // %) or a comparison (== != < <= > >=); + also joins texts, lists and sequences."""

    op: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Logic(Expr):
    """All of some flags (`and`) or one of them (`or`); later ones are computed only if they decide."""

    op: str
    parts: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Conditional(Expr):
    """One of two values; only that one is computed."""

    test: Expr
    then: Expr
    otherwise: Expr


@dataclass(frozen=True, slots=True)
class Contains(Expr):
    """Whether something is in a sequence, a set or a map."""

    element: Expr
    of: Expr
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Some(Expr):
    """Whether there is anything in a sequence."""

    of: Expr


@dataclass(frozen=True, slots=True)
class Size(Expr):
    """How many things are in a sequence."""

    of: Expr


@dataclass(frozen=True, slots=True)
class IsUnset(Expr):
    """Whether a value has not been computed yet."""

    value: Expr


@dataclass(frozen=True, slots=True)
class Collection(Expr):
    """Values side by side: a sequence, a list, a record, a set, as the type says; empty maps too."""

    items: tuple[Expr, ...] = ()


@dataclass(frozen=True, slots=True)
class MapOf(Expr):
    """A map with known keys."""

    items: tuple[tuple[Expr, Expr], ...]


@dataclass(frozen=True, slots=True)
class Filled(Expr):
    """A list with the same value so many times."""

    value: Expr
    times: Expr


@dataclass(frozen=True, slots=True)
class Spread(Expr):
    """All of a sequence, as items of a collection."""

    of: Expr


@dataclass(frozen=True, slots=True)
class Range(Expr):
    """The numbers from `low` up to but without `high`."""

    low: Expr
    high: Expr


@dataclass(frozen=True, slots=True)
class Convert(Expr):
    """A value in another form: sequence, list, set, frozen set, flag, number, text, values (of a map)."""

    to: str
    value: Expr


@dataclass(frozen=True, slots=True)
class Clause(Node):
    """One loop of a query: what it runs over, and which of that it wants."""

    name: str
    source: Expr
    test: Expr | None = None
    also: tuple[str, ...] = ()  # what it runs over is a record: the names of its other parts
    counted: int = 0  # as how many steps between two decisions each thing counts that it goes over


@dataclass(frozen=True, slots=True)
class Query(Expr):
    """Goes over things without a change to the position.

    kind: sequence, list, each (one after the other), any, count, sum, bundles (their sum), highest, lowest, first,
    best (the thing with the highest key), ordered (by key), map (by the variable), joined (texts).
    """

    kind: str
    body: Expr
    clauses: tuple[Clause, ...]
    key: Expr | None = None  # of best and ordered
    of: Expr | None = None  # best and ordered without a test: all of these

    @property
    def name(self) -> str:
        """The variable of the outer loop."""
        return self.clauses[0].name


@dataclass(frozen=True, slots=True)
class Closure(Expr):
    """A function without a name that reads the locals around it."""

    params: tuple[str, ...]
    body: Expr


@dataclass(frozen=True, slots=True)
class Named(Expr):
    """An argument that is given by the name of its parameter."""

    name: str
    value: Expr


@dataclass(frozen=True, slots=True)
class Frame(Expr):
    """A continuation: resume `label` with the saved locals, then go on with `up`."""

    up: Expr
    label: Constant
    saved: tuple[Expr, ...] = ()
