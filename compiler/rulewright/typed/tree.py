"""The typed tree: what every name, field and call means, with its type; read by the planner and the interpreter."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, TypeVar

from ..surface.ast import NOWHERE as NOWHERE
from ..surface.ast import Sources, Span
from .expr import BaseCall, CallExpr, Lib
from .expr import E as E
from .expr import FieldInfo as FieldInfo
from .looks import Look
from .types import Type

if TYPE_CHECKING:
    from .example_tree import Example

# ---------------------------------------------------------------- statements


@dataclass(slots=True)
class S:
    """A statement with its place and rule ids."""

    span: Span
    sources: Sources


@dataclass(slots=True)
class Let(S):
    """A local gets its value."""

    name: str
    value: E


@dataclass(slots=True)
class Result(S):
    """A case of a define: the value, if the test holds."""

    value: E
    test: E | None


@dataclass(slots=True)
class Set(S):
    """Stores a value; target is a local, a field or an item of one; op is = += -=."""

    target: E
    op: str
    value: E


@dataclass(slots=True)
class Call(S):
    """A rule is carried out."""

    call: CallExpr | BaseCall | Lib


@dataclass(slots=True)
class Gain(S):
    """A player gains, pays or loses a bundle."""

    verb: str  # gain pay lose
    who: E
    amount: E  # a bundle


@dataclass(slots=True)
class Move(S):
    """Moves things of one type; goal: a field (zone, collection or single place), a cell or cells."""

    what: E
    origin: E | None
    goal: E
    end: str  # top, bottom


@dataclass(slots=True)
class Place(S):
    """A new piece is put on cells or into a zone."""

    piece: str
    fields: dict[str, E]
    at: E
    var: str = ""


@dataclass(slots=True)
class Remove(S):
    """Things leave a collection, or pieces the game."""

    what: E
    origin: E | None


@dataclass(slots=True)
class Draw(S):
    """Things move from the top of a zone."""

    amount: E
    origin: E
    goal: E


@dataclass(slots=True)
class Shuffle(S):
    """A zone is put in random order."""

    zone: E


@dataclass(slots=True)
class Require(S):
    """What must hold so that the rest can be done."""

    test: E
    reason: str


@dataclass(slots=True)
class Say(S):
    """A line is added to the log."""

    text: E


@dataclass(slots=True)
class Offer(S):
    """A player chooses an action from menus."""

    who: E
    menus: list[tuple[str, list[E]]]
    refusal: str | None


@dataclass(slots=True)
class Begin(S):
    """A period begins anew, for actions that are limited to once in it."""

    period: str


@dataclass(slots=True)
class Stop(S):
    """Leaves the rule."""


@dataclass(slots=True)
class If(S):
    """One of two blocks, by a condition."""

    test: E
    then: Block
    otherwise: Block


@dataclass(slots=True)
class For(S):
    """A block for each thing of a collection."""

    name: str
    source: E
    body: Block


@dataclass(slots=True)
class Each(S):
    """For each player; `name` is the local that is `you` in the body."""

    secretly: bool
    name: str
    source: E
    where: E | None
    body: Block


@dataclass(slots=True)
class Repeat(S):
    """A block so many times, or until a condition holds."""

    times: E | None
    until: E | None
    body: Block


@dataclass(slots=True)
class Pick:
    """One part of a `choose`. `name` is the local that takes the answer; `field` stores it as well."""

    span: Span
    choice: str  # rule.variable
    name: str
    type: Type
    field: E | None
    amount: str  # one, exactly, up to, any
    number: E | None
    source: E
    candidate: str  # the local of which `where` speaks; the answer's own name if one thing is chosen
    where: E | None
    so_that: E | None  # speaks of the local `name`, the whole set
    label: E | None = None  # an option in words; speaks of the candidate
    refusal: str = ""  # `may choose … else "…"`
    reason: str = ""  # why `where` keeps something out, in the rules' own words
    prompt: E | None = None  # what is asked; of several things it may speak of those chosen so far


@dataclass(slots=True)
class Choose(S):
    """A player picks things; without a body they are bound for the rest of the block."""

    who: E
    picks: list[Pick]
    optional: bool  # `may choose`: the first answer may be no
    body: Block | None
    otherwise: Block
    together: bool = False  # both picks are one decision


@dataclass(slots=True)
class Branch:
    """One of several ways to go on."""

    span: Span
    sources: Sources
    label: E  # text
    test: E | None
    body: Block
    each: E | None = None  # of hooks: things for each of which the branch is carried out once
    grantor: str = ""  # of hooks: whose it is, as of a Function


@dataclass(slots=True)
class ChooseOne(S):
    """A player chooses one branch."""

    choice: str
    who: E
    branches: list[Branch]
    prompt: E | None = None


@dataclass(slots=True)
class AnyOrder(S):
    """All branches are carried out, in an order that a player chooses."""

    choice: str
    who: E
    branches: list[Branch]
    clashes: list[tuple[int, int]] | None = (
        None  # of hooks: the pairs whose order matters; None: every order is asked
    )
    # of hooks: branches that do nothing unless something holds, that condition, and the branches that could bring it about
    idle: list[tuple[int, E, tuple[int, ...]]] = field(default_factory=list)
    chosen: str = (
        ""  # of hooks: the local that holds the number of a branch and its thing, as `numbered` puts them together
    )


@dataclass(slots=True)
class May(S):
    """A player says yes or no to a block."""

    choice: str
    who: E
    label: E
    body: Block
    refusal: str = ""


@dataclass(slots=True)
class With(S):
    """A block during which a player can take free actions of a menu."""

    menu: str
    who: E
    body: Block


Block = list[S]
Any_ = TypeVar("Any_")


def rewritten(value: Any_, change: Callable[[E], E]) -> Any_:
    """A copy of statements in which each expression that stands in one is what `change` makes of it."""
    return _rewritten(value, change)  # type: ignore[no-any-return]


def _rewritten(value: Any, change: Callable[[E], E]) -> Any:
    """The same value with every expression in it changed."""
    if isinstance(value, E):
        return change(value)
    if type(value) in (list, tuple):  # a place is a tuple with a class of its own
        return type(value)(_rewritten(x, change) for x in value)
    if isinstance(value, dict):
        return {k: _rewritten(x, change) for k, x in value.items()}
    if isinstance(value, (S, Pick, Branch)):
        return type(value)(**{f.name: _rewritten(getattr(value, f.name), change) for f in fields(value)})
    return value


# ---------------------------------------------------------------- declarations


@dataclass(slots=True)
class Param:
    """A parameter with its type."""

    name: str
    type: Type


@dataclass(slots=True)
class Function:
    """A define, rule, event or action with its body typed."""

    key: str  # name, or owner.name for functions of kinds and resources
    name: str
    category: str
    owner: str
    params: list[Param]
    result: Type
    body: Block
    label: str
    flags: tuple[str, ...]
    uses_you: bool
    uses_this: bool
    sources: Sources
    span: Span
    menu: str = ""
    menu_args: tuple[str, ...] = ()  # names of this action's parameters that the menu passes
    once_per: str = ""
    shared: bool = False
    locals: dict[str, Type] = field(default_factory=dict)
    grantor: str = ""  # of a change: its owner, as in member:KIND.NAME; what it asks is granted by that


@dataclass(slots=True)
class Change:
    """An `instead` or a `when`, typed; a function of its own with a condition."""

    key: str
    target: str  # function key
    owner: str
    subject: str  # local bound to the subject of the event, or ""
    params: list[Param]
    matches: list[tuple[int, E]]  # constants that arguments must equal
    where: E | None
    body: Block
    uses_base: bool
    result: Type
    uses_you: bool
    copy: str  # local bound to the copy in force, or ""
    variant: str
    sources: Sources
    span: Span
    locals: dict[str, Type] = field(default_factory=dict)


@dataclass(slots=True)
class InForce:
    """When the members of a kind speak: a test in `you` and `this`, or a collection of copies."""

    test: E | None
    copies: E | None
    copy: str
    for_player: bool


@dataclass(slots=True)
class Kind:
    """A kind with its members and columns."""

    name: str
    label: str
    flags: tuple[str, ...]
    members: list[str]
    labels: list[str]
    columns: dict[str, Column]
    in_force: InForce | None
    span: Span


@dataclass(slots=True)
class Column:
    """A column of a kind, with a cell for each member."""

    name: str
    type: Type
    cells: list[E | None]  # by member; None: `-`
    constant: bool


@dataclass(slots=True)
class Board:
    """A board with its cells, borders and edges."""

    name: str
    shape: str  # grid hexes graph ring track
    sizes: dict[str, E]  # rows, columns, size
    cells: list[str]  # names, for graph and track
    kind: str  # the kind whose members are the cells, or ""
    borders: E | None
    picture: list[str]
    options: dict[str, str]
    edges: dict[str, EdgeSet]
    span: Span


@dataclass(slots=True)
class EdgeSet:
    """The pairs of cells that meet a test."""

    name: str
    ends: tuple[str, str]
    test: E


@dataclass(slots=True)
class Piece:
    """A sort of piece."""

    name: str
    plural: str
    board: str
    fields: dict[str, FieldInfo]
    zoned: bool  # it can be in zones
    alike: bool  # those with equal fields in one place cannot be told apart
    span: Span


@dataclass(slots=True)
class Resource:
    """A resource with its field and functions."""

    name: str
    label: str
    of: tuple[str, ...]
    field: FieldInfo | None
    functions: dict[str, str]  # stock room gained paid -> function key
    span: Span


@dataclass(slots=True)
class Decides:
    """How a participant answers a choice: a define over the local `options`."""

    participant: str
    choice: str
    where: E | None
    body: Block
    span: Span
    sources: Sources


@dataclass(slots=True)
class Participant:
    """A seat without a player, and how it decides."""

    name: str
    label: str
    number: int
    controller: E | None
    attributes: dict[str, E]
    decides: list[Decides]
    span: Span


@dataclass(slots=True)
class Game:
    """A whole game in one of its variants, typed."""

    name: str
    variant: str
    title: str
    players: list[int]
    kinds: dict[str, Kind]
    resources: dict[str, Resource]
    boards: dict[str, Board]
    pieces: dict[str, Piece]
    fields: dict[str, FieldInfo]  # by attribute
    functions: dict[str, Function]
    overrides: list[Change]
    hooks: list[Change]
    menus: dict[str, tuple[str, list[Param]]]  # name -> label, parameters
    participants: dict[str, Participant]
    examples: list[Example]
    labels: dict[str, dict[str, str]]
    override_order: list[str]
    multi_cell: set[str]  # pieces that can cover several cells
    span: Span
    looks: dict[str, Look] = field(default_factory=dict)  # what they draw -> how
