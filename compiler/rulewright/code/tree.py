"""The code tree: statements, functions, tables and modules over the expressions of `expr.py`, and the way through all of them.

Nodes never change; `walk` goes over all of a node, `rewrite` gives a changed copy. What a node is called says what
it does, not how a language spells it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, fields, replace
from operator import attrgetter, is_
from typing import Any

from ..surface.ast import NOWHERE, Span
from ..typed.types import NONE_VALUE
from .expr import Binary as Binary
from .expr import Call as Call
from .expr import Clause as Clause
from .expr import Closure as Closure
from .expr import Collection as Collection
from .expr import Conditional as Conditional
from .expr import Constant as Constant
from .expr import Contains as Contains
from .expr import Convert as Convert
from .expr import Expr as Expr
from .expr import Field as Field
from .expr import Filled as Filled
from .expr import Frame as Frame
from .expr import Index as Index
from .expr import IsUnset as IsUnset
from .expr import Literal as Literal
from .expr import Local as Local
from .expr import Logic as Logic
from .expr import MapOf as MapOf
from .expr import Method as Method
from .expr import Named as Named
from .expr import Negative as Negative
from .expr import Node as Node
from .expr import Not as Not
from .expr import Part as Part
from .expr import Query as Query
from .expr import Range as Range
from .expr import Size as Size
from .expr import Slice as Slice
from .expr import Some as Some
from .expr import Spread as Spread
from .types import ANY, FLAG, FRAME, NOTHING, NUMBER, OPTIONS, POSITION, TEXT, UNKNOWN, Type

# ---------------------------------------------------------------- statements


@dataclass(frozen=True, slots=True)
class Statement(Node):
    """What is done; `note` names its rule for readers of the engine."""

    note: str = field(default="", compare=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Assign(Statement):
    """Stores a value in a local, a field or an element; op is = += -=. `declared`: the local begins here, with this type."""

    target: Expr
    value: Expr
    op: str = "="
    declared: Type | None = None


@dataclass(frozen=True, slots=True)
class Declare(Statement):
    """A local that gets its value later."""

    name: str
    type: Type


@dataclass(frozen=True, slots=True)
class Unpack(Statement):
    """The values of a record or a frame as locals; `_` is not wanted."""

    names: tuple[str, ...]
    value: Expr


@dataclass(frozen=True, slots=True)
class Case(Node):
    """A test, and what is done if it is the first one that holds."""

    test: Expr
    body: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class If(Statement):
    """The first case that holds, or else `otherwise`."""

    cases: tuple[Case, ...]
    otherwise: tuple[Statement, ...] = ()


@dataclass(frozen=True, slots=True)
class For(Statement):
    """Goes over a sequence; `otherwise` is done if no `Break` has ended it."""

    names: tuple[str, ...]
    source: Expr
    body: tuple[Statement, ...]
    otherwise: tuple[Statement, ...] = ()
    counted: int = 0  # as how many steps between two decisions each thing counts that it goes over


@dataclass(frozen=True, slots=True)
class Repeat(Statement):
    """Does something until a `Break`, and fails after too many rounds, with a place in the rules."""

    body: tuple[Statement, ...]
    where: str = ""


@dataclass(frozen=True, slots=True)
class Break(Statement):
    """Ends the loop around it."""


@dataclass(frozen=True, slots=True)
class Continue(Statement):
    """Goes on with the next thing of the loop around it."""


@dataclass(frozen=True, slots=True)
class Return(Statement):
    """Gives a value, or nothing, to the caller."""

    value: Expr | None = None


@dataclass(frozen=True, slots=True)
class Do(Statement):
    """Calls a function for what it does."""

    call: Expr


@dataclass(frozen=True, slots=True)
class CountStep(Statement):
    """Counts a call of this function as so many steps between two decisions."""

    steps: int = 1


@dataclass(frozen=True, slots=True)
class Put(Statement):
    """Adds a value to a list or a set that grows."""

    into: Expr
    value: Expr


@dataclass(frozen=True, slots=True)
class Resume(Statement):
    """Leaves the function; the machine goes on with a continuation."""

    frame: Expr


@dataclass(frozen=True, slots=True)
class Jump(Statement):
    """Goes on with a function that may ask; it does not come back here."""

    call: Expr


@dataclass(frozen=True, slots=True)
class Push(Statement):
    """Puts a frame on top of what remains to be done."""

    frame: Frame


@dataclass(frozen=True, slots=True)
class Ask(Statement):
    """Asks somebody to choose one of the options, and leaves the function; `then` takes the answer."""

    mode: str  # plain, in_unit, checked, outside: how it is made sure that the unit around it can be finished
    who: Expr
    choice: Constant
    options: Expr
    then: Expr


@dataclass(frozen=True, slots=True)
class Fail(Statement):
    """The unit around it is impossible; a reason in words, and the rule."""

    reason: Expr
    rule: Expr


@dataclass(frozen=True, slots=True)
class NoRow(Statement):
    """The rules have no row for this case: a fault of the rules."""

    where: str


@dataclass(frozen=True, slots=True)
class Say(Statement):
    """Writes a line into the log, if there is one."""

    text: Expr
    rule: str


@dataclass(frozen=True, slots=True)
class Invalidate(Statement):
    """Drops the memoised values that read a field which has changed; with `of`: only those of one owner."""

    scope: str  # all, owner, cell
    readers: Constant
    of: Expr | None = None


# ---------------------------------------------------------------- functions and modules


@dataclass(frozen=True, slots=True)
class Param(Node):
    """A parameter of a function."""

    name: str
    type: Type


@dataclass(frozen=True, slots=True)
class Effects:
    """What a call of a function may do beside giving a value."""

    reads: frozenset[str] = frozenset()  # attributes of the position
    writes: frozenset[str] = frozenset()
    asks: bool = False
    fails: bool = False
    pure: bool = False  # changes nothing, asks nothing, draws nothing
    constant: bool = False  # gives the same in every position


@dataclass(frozen=True, slots=True)
class Memo(Node):
    """That the position keeps what a function gives, for each who asks, until something that it reads changes (see `Invalidate`)."""

    store: int  # its number in the position
    figures: Expr | None = None  # what was computed holds as long as these stay the same


@dataclass(frozen=True, slots=True)
class Function(Node):
    """A function of the engine."""

    name: str
    params: tuple[Param, ...]
    result: Type
    body: tuple[Statement, ...]
    doc: str = ""  # what it is, in words of the rules
    note: str = ""  # its place and rule, where there are no such words
    sentence: str = ""  # of the rulebook, of the rule that it cites first
    effects: Effects = field(default=Effects(), compare=False)
    limit: str = ""  # it may call itself: the rule that is named if that never ends
    memo: Memo | None = None
    removable: bool = False  # made for speed: it goes if nothing calls it


@dataclass(frozen=True, slots=True)
class Table(Node):
    """A constant of the module."""

    name: str
    type: Type
    value: Expr
    comment: str = ""


@dataclass(frozen=True, slots=True)
class Section(Node):
    """Functions that belong together: those of one rules file."""

    title: str
    items: tuple[Function | Table, ...]


@dataclass(frozen=True, slots=True)
class Module(Node):
    """All functions of one file of an engine."""

    name: str
    sections: tuple[Section, ...]

    def changed(self, change: Callable[[Function | Table], Function | Table]) -> Module:
        """The module with what `change` makes of each function and table."""
        sections = [replace(s, items=tuple(map(change, s.items))) for s in self.sections]
        return replace(self, sections=tuple(sections))

    def functions(self) -> Iterator[Function]:
        """All functions, in the order in which they stand."""
        for section in self.sections:
            for item in section.items:
                if isinstance(item, Function):
                    yield item


Block = tuple[Statement, ...]

# ---------------------------------------------------------------- going over a tree


SKIPPED = {"place", "type", "effects", "declared", "result"}  # fields that hold no nodes
PLAIN = {
    "str",
    "bool",
    "int",
    "int | None",
    "int | bool | str | None",
    "tuple[str, ...]",
}  # types of such fields


class _Parts(dict[type, tuple[str, ...]]):
    """The fields of each class of nodes that can hold other nodes."""

    def __missing__(self, kind: type) -> tuple[str, ...]:
        named = [f.name for f in fields(kind) if f.name not in SKIPPED and f.type not in PLAIN]
        self[kind] = tuple(named)
        return self[kind]


PARTS = _Parts()


class _Inside(dict[type, Callable[[Any], tuple[Any, ...]]]):
    """How to read what these fields hold, the last one first."""

    def __missing__(self, kind: type) -> Callable[[Any], tuple[Any, ...]]:
        names = PARTS[kind][::-1]
        read: Callable[[Any], Any] = attrgetter(*names) if names else lambda node: ()
        self[kind] = (lambda node: (read(node),)) if len(names) == 1 else read
        return self[kind]


INSIDE = _Inside()


def parts_named(kind: type) -> tuple[str, ...]:
    """The fields of a class of nodes that can hold other nodes."""
    return PARTS[kind]


def children(node: Any) -> Iterator[Node]:
    """The nodes directly inside one, in the order in which they are computed."""
    for name in parts_named(type(node)):
        yield from nodes_in(getattr(node, name))


def nodes_in(value: Any) -> Iterator[Node]:
    """The nodes that a field holds: one, several, or none."""
    if isinstance(value, Node):
        yield value
    elif isinstance(value, tuple):
        for one in value:
            yield from nodes_in(one)


def walk(node: Any) -> Iterator[Any]:
    """A node, or each of several ones, and all that is inside, from the outside in."""
    waiting = [node]
    while waiting:
        one = waiting.pop()
        if one.__class__ is tuple:
            waiting += one[::-1]
        elif one is not None:
            yield one
            waiting += INSIDE[one.__class__](one)


def rewrite(node: Any, change: Callable[[Any], Any]) -> Any:
    """A copy in which `change` has been applied to every node, from the inside out; what is not changed is shared."""
    if node.__class__ is tuple:
        return same_or([rewrite(one, change) for one in node], node)
    if node is None:
        return node
    return change(with_parts(node, lambda part: rewrite(part, change)))


def same_or(made: list[Any], old: tuple[Any, ...]) -> tuple[Any, ...]:
    """The old tuple if nothing in it has changed, or else one of what was made."""
    return old if all(map(is_, made, old)) else tuple(made)


def with_parts(node: Any, change: Callable[[Any], Any]) -> Any:
    """A node with other parts; the same one if none has changed."""
    changed = {}
    for name in PARTS[node.__class__]:
        old = getattr(node, name)
        if old is not None and old != ():
            new = change(old)
            if new is not old:
                changed[name] = new
    return replace(node, **changed) if changed else node


def rewrite_blocks(block: Block, change: Callable[[Block], Block]) -> Block:
    """A copy of a block in which `change` has been applied to it and to each block inside, from the inside out."""

    def within(s: Any) -> Any:
        if isinstance(s, (If, For, Repeat, Case)):
            return with_parts(s, lambda part: tuple_of(part) if part.__class__ is tuple else part)
        return s

    def tuple_of(part: tuple[Any, ...]) -> tuple[Any, ...]:
        cases = isinstance(part[0], Case)
        return same_or([within(x) for x in part], part) if cases else rewrite_blocks(part, change)

    return change(same_or([within(s) for s in block], block))


# ---------------------------------------------------------------- common nodes

POSITION_LOCAL = Local("g", type=POSITION)
YOU = Local("you", type=Type("player"))
THIS = Local("this", type=NUMBER)
UP = Local("up", type=FRAME)
YES = Literal(True, type=FLAG)
NO = Literal(False, type=FLAG)
NONE = Constant("NONE", "runtime", NONE_VALUE, type=NOTHING)
UNSET = Literal(None, type=NOTHING)
CHOSEN = Local("options", type=OPTIONS)
FIGURES_NOW = Local("now", type=ANY)  # those as long as which a memoised value holds
RULE_PARAM = Local("rule", type=TEXT)  # the ids of the rule that is named where it fails


def number(value: int) -> Literal:
    """A number as it is."""
    return Literal(value, type=NUMBER)


def text(value: str) -> Literal:
    """A text as it is."""
    return Literal(value, type=TEXT)


def runtime(function: str, *args: Expr, type: Type = UNKNOWN) -> Call:
    """A call of a function of the runtime."""
    return Call(function, args, "runtime", type=type)


def when(test: Expr, *body: Statement, otherwise: Block = (), note: str = "", place: Span = NOWHERE) -> If:
    """A test with what is done if it holds."""
    return If((Case(test, body),), otherwise, note=note, place=place)


def all_of(tests: list[Expr]) -> Expr | None:
    """All of some tests as one; None: there are none."""
    return tests[0] if len(tests) == 1 else Logic("and", tuple(tests), type=FLAG) if tests else None
