"""The syntax tree of a rules file: one small class for each construct of the grammar, each with its place."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from rulewright.diagnostics import NOWHERE as NOWHERE  # re-exported: every node has a place
from rulewright.diagnostics import Span as Span


class Citation(NamedTuple):
    """One rule id that closes a line, as in ``[TA-7.4 pl]`` or ``[assumed]`` (then ``id`` is empty)."""

    id: str
    marks: tuple[str, ...]  # words after the id: assumed, known, an edition
    span: Span


Sources = tuple[Citation, ...]


@dataclass(slots=True)
class Node:
    span: Span


# ---------------------------------------------------------------- expressions


@dataclass(slots=True)
class Name(Node):
    name: str


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

# ---------------------------------------------------------------- statements


@dataclass(slots=True)
class Statement(Node):
    sources: Sources


@dataclass(slots=True)
class Let(Statement):
    name: str
    value: Expr


@dataclass(slots=True)
class Result(Statement):
    """``= value``, ``= value if test``, ``= value otherwise``: a case of a define."""

    value: Expr
    test: Expr | None
    otherwise: bool = False


@dataclass(slots=True)
class Assign(Statement):
    target: Expr
    value: Expr


@dataclass(slots=True)
class Change(Statement):
    """``target += value`` and ``target -= value``."""

    op: str  # += -=
    target: Expr
    value: Expr


@dataclass(slots=True)
class Call(Statement):
    call: Expr


@dataclass(slots=True)
class Gain(Statement):
    """``gain B``, ``pay B``, ``lose B``; ``who`` is None for you."""

    verb: str  # gain pay lose
    who: Expr | None
    amount: Expr


@dataclass(slots=True)
class Move(Statement):
    """``move what [from origin] to goal``."""

    what: Expr
    origin: Expr | None
    goal: Expr


@dataclass(slots=True)
class Place(Statement):
    """``place piece(fields) at cell_or_zone``: what is an Apply or a Name."""

    what: Expr
    at: Expr


@dataclass(slots=True)
class Remove(Statement):
    what: Expr
    origin: Expr | None


@dataclass(slots=True)
class Draw(Statement):
    amount: Expr
    origin: Expr
    goal: Expr


@dataclass(slots=True)
class Shuffle(Statement):
    zone: Expr


@dataclass(slots=True)
class Require(Statement):
    test: Expr
    reason: Text | None


@dataclass(slots=True)
class Say(Statement):
    text: Text


@dataclass(slots=True)
class Offer(Statement):
    """``offer M, N(args) [or "label"]``."""

    menus: list[Expr]
    refusal: Text | None


@dataclass(slots=True)
class Begin(Statement):
    period: str


@dataclass(slots=True)
class Stop(Statement):
    """Leaves the rule."""


@dataclass(slots=True)
class If(Statement):
    branches: list[tuple[Expr, Block]]
    otherwise: Block | None


@dataclass(slots=True)
class For(Statement):
    name: str
    source: Expr
    where: Expr | None
    by: Expr | None
    body: Block


@dataclass(slots=True)
class Each(Statement):
    """``[secretly] each player [in S] [where c]:``; kind is ``player`` or ``participant``."""

    secretly: bool
    kind: str
    source: Expr | None
    where: Expr | None
    body: Block


@dataclass(slots=True)
class Repeat(Statement):
    times: Expr | None
    until: Expr | None
    body: Block


@dataclass(slots=True)
class Amount(Node):
    """How many are chosen: ``2``, ``(n)``, ``up to n``, ``any``."""

    kind: str  # exactly, up to, any
    value: Expr | None


@dataclass(slots=True)
class Pick(Node):
    amount: Amount | None
    yours: bool  # choose your bid from ...: stored into your field
    name: str
    source: Expr
    where: Expr | None
    so_that: Expr | None
    label: Text | None = None  # an option in words: it speaks of `it`


@dataclass(slots=True)
class Choose(Statement):
    """``[who] chooses x from S, y from T [: body [else: otherwise]]``."""

    who: Expr | None
    picks: list[Pick]
    body: Block | None
    otherwise: Block | None


@dataclass(slots=True)
class Branch(Statement):
    label: Text
    test: Expr | None
    body: Block


@dataclass(slots=True)
class ChooseOne(Statement):
    who: Expr | None
    branches: list[Branch]


@dataclass(slots=True)
class AnyOrder(Statement):
    branches: list[Branch]


@dataclass(slots=True)
class May(Statement):
    """``[who] may "label": body`` or ``[who] may choose picks: body``."""

    who: Expr | None
    label: Text | None
    picks: list[Pick]
    body: Block
    refusal: Text | None = None  # the other option in words


@dataclass(slots=True)
class With(Statement):
    menu: str
    menu_span: Span
    body: Block


@dataclass(slots=True)
class As(Statement):
    who: Expr
    body: Block


Stmt = (
    Let
    | Result
    | Assign
    | Change
    | Call
    | Gain
    | Move
    | Place
    | Remove
    | Draw
    | Shuffle
    | Require
    | Say
    | Offer
    | Begin
    | Stop
    | If
    | For
    | Each
    | Repeat
    | Choose
    | ChooseOne
    | AnyOrder
    | May
    | With
    | As
)
Block = list[Stmt]

# ---------------------------------------------------------------- declarations


@dataclass(slots=True)
class Declaration(Node):
    """Anything that stands on a line of its own outside a body; ``sources`` closes its first line."""

    sources: Sources


@dataclass(slots=True)
class TypeName(Node):
    """``number``, ``player``, ``set of T``, ``0..12``, a kind's name …, each perhaps ``or none``."""

    name: str  # a name, a collection word with `of`, or "range"
    of: TypeName | None = None
    low: int | None = None
    high: int | None = None
    or_none: bool = False


@dataclass(slots=True)
class Param(Node):
    name: str
    type: TypeName | None


@dataclass(slots=True)
class Signature(Node):
    name: str
    params: list[Param]
    label: Text | None


@dataclass(slots=True)
class Property(Declaration):
    name: str
    values: list[Expr]


@dataclass(slots=True)
class Game(Declaration):
    name: str
    label: Text | None
    properties: list[Property]


@dataclass(slots=True)
class Column(Node):
    name: str
    assumed: bool
    type: TypeName | None


@dataclass(slots=True)
class Cell(Node):
    """A cell of a table; no values: ``-``."""

    values: list[Expr]


@dataclass(slots=True)
class Attribute(Declaration):
    name: str
    value: Expr


@dataclass(slots=True)
class Member(Declaration):
    name: str
    label: Text | None
    cells: list[Cell]
    attributes: list[Attribute]
    behaviour: list[Behaviour]


@dataclass(slots=True)
class Applies(Declaration):
    """``applies [to p] while test`` or ``applies [to p] for each copy in source [where test]``."""

    to: str | None
    copy: str | None
    source: Expr | None
    test: Expr | None


@dataclass(slots=True)
class Kind(Declaration):
    name: str
    label: Text | None
    flags: list[str]
    columns: list[Column]
    applies: list[Applies]
    members: list[Member]
    behaviour: list[Behaviour]


@dataclass(slots=True)
class Field(Declaration):
    """``a, b for each K: type = value, flags``; ``each`` is a name or a Range of numbers."""

    names: list[str]
    each: Expr | None
    type: TypeName
    value: Expr | None
    flags: list[str]


@dataclass(slots=True)
class Piece(Declaration):
    name: str
    on: Expr | None
    fields: list[Field]
    behaviour: list[Behaviour] = field(default_factory=list)


@dataclass(slots=True)
class Resource(Declaration):
    name: str
    label: Text | None
    flags: list[str]
    of: list[str]
    behaviour: list[Behaviour]


@dataclass(slots=True)
class Edges(Declaration):
    name: str
    ends: tuple[str, str]
    test: Expr
    fields: list[Field]


@dataclass(slots=True)
class Picture(Declaration):
    """A drawing of a board that gives each cell its value of one field."""

    field: str
    legend: list[tuple[str, Expr]]
    rows: list[Text]


@dataclass(slots=True)
class Board(Declaration):
    name: str
    shape: Expr
    fields: list[Field]
    edges: list[Edges]
    pictures: list[Picture]
    behaviour: list[Behaviour] = field(default_factory=list)


@dataclass(slots=True)
class State(Declaration):
    owner: str  # player, table
    fields: list[Field]
    behaviour: list[Behaviour]


@dataclass(slots=True)
class Row(Node):
    """A row of a define's table: key, values; key None: otherwise."""

    key: Expr | None
    values: list[Expr]
    sources: Sources


@dataclass(slots=True)
class Define(Declaration):
    """One of: ``value [where where]``, ``rows`` (a table), ``body`` (lets and results)."""

    signature: Signature
    value: Expr | None = None
    where: Expr | None = None
    rows: list[Row] | None = None
    body: Block | None = None


@dataclass(slots=True)
class Event(Declaration):
    signature: Signature
    flags: list[str]


@dataclass(slots=True)
class Rule(Declaration):
    signature: Signature
    body: Block


@dataclass(slots=True)
class Action(Declaration):
    signature: Signature
    menu: Expr
    once_per: str | None
    shared: bool
    body: Block


@dataclass(slots=True)
class Menu(Declaration):
    signature: Signature
    label: Text | None


@dataclass(slots=True)
class When(Declaration):
    pattern: Expr
    where: Expr | None
    body: Block


@dataclass(slots=True)
class Instead(Declaration):
    """Replaces a rule (``body``) or a define (``value``, or ``body`` of lets and results)."""

    pattern: Expr
    where: Expr | None
    value: Expr | None = None
    rows: list[Row] | None = None
    body: Block | None = None


@dataclass(slots=True)
class Decides(Declaration):
    pattern: Expr
    where: Expr | None
    value: Expr | None = None
    body: Block | None = None


@dataclass(slots=True)
class Participant(Declaration):
    name: str
    label: Text | None
    decided_by: Expr | None
    attributes: list[Attribute]
    behaviour: list[Behaviour]
    decides: list[Decides]


@dataclass(slots=True)
class Extend(Declaration):
    name: str
    columns: list[Column]
    members: list[Member]
    applies: list[Applies]
    behaviour: list[Behaviour]
    fields: list[Field]


@dataclass(slots=True)
class Without(Declaration):
    names: list[tuple[str, Span]]


@dataclass(slots=True)
class Variant(Declaration):
    name: str
    of: str
    label: Text | None
    properties: list[Property]
    declarations: list[Decl]


# ---------------------------------------------------------------- examples and labels


@dataclass(slots=True)
class Cast(Declaration):
    names: list[str]


@dataclass(slots=True)
class Only(Declaration):
    variant: str


@dataclass(slots=True)
class Given(Declaration):
    body: Block


@dataclass(slots=True)
class Next(Declaration):
    """``next shuffle: …`` and ``next roll: …``: what randomness will give."""

    what: str
    values: list[Expr]


@dataclass(slots=True)
class Answer(Declaration):
    player: str
    values: list[Expr]


@dataclass(slots=True)
class Cannot(Declaration):
    player: str
    values: list[Expr]


@dataclass(slots=True)
class Perform(Declaration):
    """A rule called by an example; ``player`` is the subject of ``as yellow: call``."""

    player: str | None
    call: Expr


@dataclass(slots=True)
class Played(Declaration):
    moves: list[Answer | Cannot | Perform]


@dataclass(slots=True)
class Claim(Declaration):
    test: Expr


@dataclass(slots=True)
class Expected(Declaration):
    variant: str | None
    claims: list[Claim | Cannot]


@dataclass(slots=True)
class Example(Declaration):
    title: str
    steps: list[Cast | Only | Given | Next | Played | Expected]


@dataclass(slots=True)
class Label(Declaration):
    target: Expr  # a name, or a Text to translate whole
    text: Text


@dataclass(slots=True)
class Labels(Declaration):
    language: str
    labels: list[Label]


Behaviour = Define | Event | Rule | Action | Menu | When | Instead | Participant
Decl = (
    Game | Kind | Extend | Piece | Resource | Board | State | Behaviour | Variant | Without | Example | Labels
)


@dataclass(slots=True)
class File:
    """A parsed rules file."""

    path: str
    text: str
    declarations: list[Decl]
