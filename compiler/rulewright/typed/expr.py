"""Expressions of the typed tree: one small class for each operation, and a generic walk and rewrite over all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, fields
from operator import attrgetter
from typing import TYPE_CHECKING, Any, TypeGuard, TypeVar

from ..surface.ast import NOWHERE, Sources, Span
from .types import FLAG, Type

if TYPE_CHECKING:
    from .tree import Pick

Same = TypeVar("Same", bound="E")


@dataclass(slots=True)
class E:
    """Any expression: it has a type and a place. Fields of a subclass that hold expressions are its parts."""

    type: Type
    span: Span = field(default=NOWHERE, kw_only=True)

    @property
    def parts(self) -> list[E | None]:
        """The expressions inside this one, in the order of its fields; None where one is left out."""
        return LAYOUTS[self.__class__].parts(self)

    def with_parts(self: Same, parts: Sequence[E | None]) -> Same:
        """A copy with other expressions inside."""
        return LAYOUTS[self.__class__].rebuilt(self, parts)  # type: ignore[return-value]

    def walk(self) -> Iterator[E]:
        """This expression and all that are inside it, from the outside in."""
        waiting: list[E | None] = [self]
        while waiting:
            e = waiting.pop()
            if e is not None:
                yield e
                backwards = LAYOUTS[e.__class__].backwards
                if backwards is not None:
                    waiting += backwards(e)

    def rewrite(self, change: Callable[[E], E]) -> E:
        """A copy in which every expression is what `change` makes of it, from the inside out."""
        inside = self.parts
        return change(self.with_parts([None if p is None else p.rewrite(change) for p in inside]))


@dataclass(slots=True)
class FieldInfo:
    """A field of the state: where it is kept and what it may hold."""

    name: str
    attribute: str
    owner: str  # table, player, cell:BOARD, edge:BOARD.NAME, piece:NAME
    type: Type
    key: Type | None
    key_low: int
    key_size: int
    flags: tuple[str, ...]
    is_resource: bool
    default: E | None
    sources: Sources
    span: Span

    @property
    def visibility(self) -> str:
        """Who may see it: open, private or hidden."""
        return "private" if "private" in self.flags else "hidden" if "hidden" in self.flags else "open"


# ---------------------------------------------------------------- values


@dataclass(slots=True)
class Const(E):
    """A number, a flag, or a member, player, cell or resource by its number; `name` is its word in the rules."""

    value: int
    name: str = ""


@dataclass(slots=True)
class Text(E):
    """A text with holes: in `texts` a None stands for the next of the holes; `source` is as it was written."""

    texts: list[str | None]
    holes: list[E]
    source: str = ""


@dataclass(slots=True)
class Local(E):
    """A local variable or parameter."""

    name: str


@dataclass(slots=True)
class You(E):
    """The player whose rule it is."""


@dataclass(slots=True)
class This(E):
    """The member, cell or piece whose rule it is."""


@dataclass(slots=True)
class Field(E):
    """A field of the state: of an owner unless it is the table's, for one key unless the whole map is meant."""

    info: FieldInfo
    owner: E | None = None
    key: E | None = None


@dataclass(slots=True)
class ColumnOf(E):
    """The figure of a kind's member in one column."""

    kind: str
    name: str
    member: E


@dataclass(slots=True)
class Pieces(E):
    """All pieces of one sort that are in play."""

    piece: str


# ---------------------------------------------------------------- calls


@dataclass(slots=True)
class CallExpr(E):
    """A call of a define, a rule or an event by its key; `subject` is `you` in it, `this` the member it belongs to."""

    name: str
    subject: E | None = None
    this: E | None = None
    arguments: list[E] = field(default_factory=list)


@dataclass(slots=True)
class BaseCall(E):
    """`base` in an override; without `given` it passes on the arguments that the override has."""

    name: str
    arguments: list[E]
    given: bool


@dataclass(slots=True)
class RuleValue(E):
    """A rule kept as a value, to be carried out by `perform`; its arguments are constants."""

    name: str
    arguments: list[E]

    @property
    def text(self) -> str:
        """The rule and its arguments, as one name."""
        said = (str(a.name or a.value) if isinstance(a, Const) else "?" for a in self.arguments)
        return f"{self.name}({', '.join(said)})"


@dataclass(slots=True)
class DefineRef(E):
    """A define by its name, given to a function of the library (`by: linked`)."""

    define: str
    subject: E | None


@dataclass(slots=True)
class Lib(E):
    """A function of the library; `of` is the kind, board, edge, piece or resource that it is about."""

    name: str
    arguments: list[E | None] = field(default_factory=list)
    of: str = ""

    def arg(self, n: int) -> E:
        """An argument that is there in any case."""
        found = self.arguments[n]
        assert found is not None
        return found


@dataclass(slots=True)
class Participant(E):
    """A participant that is not a player, by its number."""

    number: int


@dataclass(slots=True)
class Directions(E):
    """Directions of a board, by their numbers."""

    numbers: tuple[int, ...]


@dataclass(slots=True)
class NoRow(E):
    """What a table of a define gives if no row fits: a failure."""


@dataclass(slots=True)
class SomeSubset(E):
    """True if several things can be chosen as a pick wants it."""

    pick: Pick
    source: E
    number: E | None
    where: E | None
    so_that: E | None


# ---------------------------------------------------------------- operators


@dataclass(slots=True)
class Math(E):
    """`+`, `-`, `*` or `/` of two numbers."""

    sign: str
    left: E
    right: E


@dataclass(slots=True)
class Minus(E):
    """A number with its sign turned."""

    value: E


@dataclass(slots=True)
class Compare(E):
    """`=`, `!=`, `<`, `<=`, `>` or `>=` of two values."""

    sign: str
    left: E
    right: E


@dataclass(slots=True)
class In(E):
    """True if an element is in a collection; if `negated`, true if it is not."""

    element: E
    collection: E
    negated: bool = False


@dataclass(slots=True)
class And(E):
    """True if all operands are."""

    operands: list[E]


@dataclass(slots=True)
class Or(E):
    """True if one of the operands is."""

    operands: list[E]


@dataclass(slots=True)
class Not(E):
    """True if its operand is not."""

    operand: E


@dataclass(slots=True)
class IfExpr(E):
    """One value if a test holds, otherwise another."""

    test: E
    value: E
    otherwise: E


# ---------------------------------------------------------------- collections


@dataclass(slots=True)
class Query(E):
    """Things of a collection for which a test holds: all, ordered, count, any, no, first or best of them."""

    quantifier: str
    variable: str
    source: E
    where: E | None = None
    by: E | None = None


@dataclass(slots=True)
class Fold(E):
    """A value for each thing of a collection, put together: sum, sum_bundles, highest, lowest, each, joined, listed, different."""

    operation: str
    variable: str
    body: E
    source: E
    where: E | None = None


@dataclass(slots=True)
class ListOf(E):
    """A list of given items."""

    items: list[E]


@dataclass(slots=True)
class Range(E):
    """The numbers from low to high."""

    low: E
    high: E


@dataclass(slots=True)
class Bundle(E):
    """Amounts of resources."""

    resources: tuple[str, ...]
    amounts: list[E]


@dataclass(slots=True)
class Item(E):
    """An element of a list by its number from 1; `sure` if it is there in any case, counted from 0."""

    collection: E
    index: E
    sure: bool = False


@dataclass(slots=True)
class Get(E):
    """The value of a map for a key."""

    map: E
    key: E


@dataclass(slots=True)
class Pair(E):
    """The key of a map that is kept for each two things."""

    first: E
    second: E


def const(value: int, type: Type, span: Span, name: str = "") -> E:
    """A value that is known at compile time."""
    return Const(type, value, name, span=span)


def present(e: E | None) -> E:
    """An expression that is there in any case."""
    assert e is not None
    return e


def figure(e: E | None) -> int:
    """The value of an expression that is known to be a constant."""
    assert isinstance(e, Const)
    return e.value


def as_text(e: E) -> Text:
    """An expression that is known to be a text as the rules write it."""
    assert isinstance(e, Text)
    return e


def is_lib(e: E | None, *names: str) -> TypeGuard[Lib]:
    """True if an expression calls one of these functions of the library."""
    return isinstance(e, Lib) and e.name in names


OPPOSITES = {"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}  # of comparisons


def conjuncts(e: E | None) -> list[E]:
    """The conditions of which all must hold."""
    if isinstance(e, And):
        return [x for a in e.operands for x in conjuncts(a)]
    return [] if e is None else [e]


def disjuncts(e: E) -> list[E]:
    """The conditions of which one must hold."""
    return [x for a in e.operands for x in disjuncts(a)] if isinstance(e, Or) else [e]


def conjunction(tests: list[E]) -> E | None:
    """All of the conditions as one; None if there are none."""
    if not tests:
        return None
    found = tests[0]
    for test in tests[1:]:
        found = And(FLAG, [found, test], span=test.span)
    return found


def disjunction(tests: list[E]) -> E | None:
    """One of the conditions as one; None if there are none."""
    if not tests:
        return None
    found = tests[0]
    for test in tests[1:]:
        found = Or(FLAG, [found, test], span=test.span)
    return found


# ---------------------------------------------------------------- the generic part


class Layout:
    """Which fields of a class hold expressions: some hold one each, and one may hold a list of them."""

    def __init__(self, of: type[E]) -> None:
        self.fields = [f.name for f in fields(of)]
        kinds = {f.name: str(f.type) for f in fields(of)}
        self.single = [name for name, kind in kinds.items() if kind in ("E", "E | None")]
        several = [name for name, kind in kinds.items() if kind in ("list[E]", "list[E | None]")]
        assert len(several) <= 1, f"{of.__name__} has more than one list of expressions"
        self.several = several[0] if several else ""
        self.get = _getter(self.single)
        # the parts with the last one first; None: this class has none
        self.backwards = self._backwards() if self.single or self.several else None

    def _backwards(self) -> Callable[[E], Iterable[E | None]]:
        """A function that gives the parts of an expression, the last one first."""
        if self.several:
            return lambda e: reversed(self.parts(e))
        some: Callable[[E], Any] = attrgetter(*reversed(self.single))
        return some if len(self.single) > 1 else lambda e: (some(e),)

    def parts(self, e: E) -> list[E | None]:
        """The expressions inside of one, in their order; None where one is absent."""
        found = self.get(e)
        return [*found, *getattr(e, self.several)] if self.several else found

    def rebuilt(self, e: E, parts: Sequence[E | None]) -> E:
        """The same expression with other parts."""
        made = object.__new__(e.__class__)
        for name in self.fields:
            setattr(made, name, getattr(e, name))
        for name, part in zip(self.single, parts):
            setattr(made, name, part)
        if self.several:
            setattr(made, self.several, list(parts[len(self.single) :]))
        return made


def _getter(names: list[str]) -> Callable[[E], list[E | None]]:
    """A function that reads these attributes as a list."""
    if not names:
        return lambda e: []
    if len(names) == 1:
        one = attrgetter(names[0])
        return lambda e: [one(e)]
    some = attrgetter(*names)
    return lambda e: list(some(e))


class _Layouts(dict[type[E], Layout]):
    """The layouts of the classes of expressions, each made when it is first asked for."""

    def __missing__(self, of: type[E]) -> Layout:
        self[of] = Layout(of)
        return self[of]


LAYOUTS = _Layouts()
