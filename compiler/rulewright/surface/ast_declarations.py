"""The syntax tree of declarations: all that stands outside of bodies."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..diagnostics import Span
from .ast_examples import Example, Shared
from .ast_expressions import Expr, Text
from .ast_nodes import Declaration, Node, Sources
from .ast_statements import Block


@dataclass(slots=True)
class TypeName(Node):
    """``number``, ``player``, ``set of T``, ``0..12``, a kind's name …, each perhaps ``or none``."""

    name: str  # a name, a collection word with `of`, or "range"
    of: TypeName | None = None
    low: Expr | None = None  # a number, or the name of a define that is one
    high: Expr | None = None
    or_none: bool = False


@dataclass(slots=True)
class Param(Node):
    """``name: type`` in the brackets of a header."""

    name: str
    type: TypeName | None


@dataclass(slots=True)
class Signature(Node):
    """``name(params) "label"``: the header of what can be called."""

    name: str
    params: list[Param]
    label: Text | None


@dataclass(slots=True)
class Property(Declaration):
    """``name: values`` below a game or a variant."""

    name: str
    values: list[Expr]


@dataclass(slots=True)
class Game(Declaration):
    """``game name "label"`` with its properties."""

    name: str
    label: Text | None
    properties: list[Property]


@dataclass(slots=True)
class Column(Node):
    """``| name: type = default`` in the header of a kind."""

    name: str
    assumed: bool
    type: TypeName | None
    default: Cell | None = None  # of members without such a cell


@dataclass(slots=True)
class Cell(Node):
    """A cell of a table; no values: ``-``."""

    values: list[Expr]


@dataclass(slots=True)
class Attribute(Declaration):
    """``name = value`` below a member or a participant."""

    name: str
    value: Expr


@dataclass(slots=True)
class Member(Declaration):
    """``name "label" | cells`` in the table of a kind, with what stands below it."""

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
class Factor(Node):
    """What members of a kind are made of: the members of another, or numbers."""

    name: str
    type: TypeName | None  # of numbers: their range


@dataclass(slots=True)
class Kind(Declaration):
    """``kind name, flags of factors | columns`` with its members."""

    name: str
    label: Text | None
    flags: list[str]
    columns: list[Column]
    applies: list[Applies]
    members: list[Member]
    behaviour: list[Behaviour]
    factors: list[Factor] = field(default_factory=list)
    shown: Text | None = None  # the labels of its members, with holes for figures


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
    """``piece name on board, flags`` with its fields."""

    name: str
    on: Expr | None
    flags: list[str]
    fields: list[Field]
    behaviour: list[Behaviour] = field(default_factory=list)
    plural: str = ""  # if it is irregular


@dataclass(slots=True)
class Resource(Declaration):
    """``resource name "label", flags of others``."""

    name: str
    label: Text | None
    flags: list[str]
    of: list[str]
    behaviour: list[Behaviour]
    plural: str = ""  # if it is irregular


@dataclass(slots=True)
class Edges(Declaration):
    """``edges name(a, b) where test``: pairs of cells that have fields."""

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
    """``board name: shape`` with the fields of its cells."""

    name: str
    shape: Expr
    fields: list[Field]
    edges: list[Edges]
    pictures: list[Picture]
    behaviour: list[Behaviour] = field(default_factory=list)


@dataclass(slots=True)
class State(Declaration):
    """``player`` or ``table`` with the fields that each player or the table has."""

    owner: str  # player, table
    fields: list[Field]
    behaviour: list[Behaviour]
    during: Expr | None = None  # the rule at whose end the fields have their first values again


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
    """``event name(params), flags``: what `when` can wait for."""

    signature: Signature
    flags: list[str]


@dataclass(slots=True)
class Rule(Declaration):
    """``rule name(params):`` with its body."""

    signature: Signature
    body: Block


@dataclass(slots=True)
class Action(Declaration):
    """``action name in menu once per period:`` with its body."""

    signature: Signature
    menu: Expr
    once_per: str | None
    shared: bool
    body: Block


@dataclass(slots=True)
class Menu(Declaration):
    """``menu name(params) for "label"``."""

    signature: Signature
    label: Text | None


@dataclass(slots=True)
class When(Declaration):
    """``when pattern where test:``: what happens after an event, a rule or a change."""

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
    """``decides pattern where test``: how an automatic participant answers."""

    pattern: Expr
    where: Expr | None
    value: Expr | None = None
    body: Block | None = None


@dataclass(slots=True)
class Participant(Declaration):
    """``participant name "label" decided by expr``: a seat without a player."""

    name: str
    label: Text | None
    decided_by: Expr | None
    attributes: list[Attribute]
    behaviour: list[Behaviour]
    decides: list[Decides]


@dataclass(slots=True)
class Extend(Declaration):
    """``extend name``: columns, members, fields and behaviour that are added to what stands elsewhere."""

    name: str
    columns: list[Column]
    members: list[Member]
    applies: list[Applies]
    behaviour: list[Behaviour]
    fields: list[Field]


@dataclass(slots=True)
class Without(Declaration):
    """``without a, b``: what a variant takes away."""

    names: list[tuple[str, Span]]


@dataclass(slots=True)
class Variant(Declaration):
    """``variant name of game "label"`` with what it changes."""

    name: str
    of: str
    label: Text | None
    properties: list[Property]
    declarations: list[Decl]


@dataclass(slots=True)
class Label(Declaration):
    """``target = "text"``: the translation of one name or text."""

    target: Expr  # a name, or a Text to translate whole
    text: Text


@dataclass(slots=True)
class Labels(Declaration):
    """``labels language`` with its translations."""

    language: str
    labels: list[Label]


@dataclass(slots=True)
class LookRow(Declaration):
    """``desert | "#e9c94f"``: the columns of one member, cell or resource."""

    name: str
    cells: list[Cell]


@dataclass(slots=True)
class LookAs(Declaration):
    """``spots as rows by line``, ``space as marker on wall``: in which role fields are drawn."""

    names: list[tuple[str, Span]]
    role: str
    joint: str  # by, on, or ""
    other: str


@dataclass(slots=True)
class LookHide(Declaration):
    """``hide a, b``: fields that are not drawn."""

    names: list[tuple[str, Span]]


@dataclass(slots=True)
class LookFrom(Declaration):
    """``colour from faction.home``: something is taken from a field."""

    name: str
    source: Expr


@dataclass(slots=True)
class LookList(Declaration):
    """``face: labour, strength``."""

    name: str
    values: list[Expr]


LookItem = LookRow | LookAs | LookHide | LookFrom | LookList


@dataclass(slots=True)
class Look(Declaration):
    """How a kind, board, piece, the players, the table or the resources are drawn."""

    name: str
    columns: list[Column]
    items: list[LookItem]


Behaviour = Define | Event | Rule | Action | Menu | When | Instead | Participant
Decl = (
    Game
    | Kind
    | Extend
    | Piece
    | Resource
    | Board
    | State
    | Behaviour
    | Variant
    | Without
    | Example
    | Shared
    | Labels
    | Look
)


@dataclass(slots=True, eq=False, weakref_slot=True)
class File:
    """A parsed rules file; two files are the same only if they are one."""

    path: str
    text: str
    declarations: list[Decl]
