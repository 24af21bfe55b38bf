"""The syntax tree of statements: the lines of a body."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from ..diagnostics import Span
from .ast_expressions import Expr, Text
from .ast_nodes import Node, Sources


@dataclass(slots=True)
class Statement(Node):
    """A line of a body; ``sources`` are the rule ids that close it."""

    sources: Sources


@dataclass(slots=True)
class Let(Statement):
    """``let name = value``."""

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
    """``target = value``."""

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
    """``name(args)`` as a line: a rule is carried out."""

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
    """``remove what [from origin]``."""

    what: Expr
    origin: Expr | None


@dataclass(slots=True)
class Draw(Statement):
    """``draw amount from origin to goal``."""

    amount: Expr
    origin: Expr
    goal: Expr


@dataclass(slots=True)
class Shuffle(Statement):
    """``shuffle zone``."""

    zone: Expr


@dataclass(slots=True)
class Swap(Statement):
    """``swap first and second``."""

    first: Expr
    second: Expr


@dataclass(slots=True)
class Require(Statement):
    """``require test "reason"``: what follows can only be done if this holds."""

    test: Expr
    reason: Text | None


@dataclass(slots=True)
class Say(Statement):
    """``say "text"``: a line of the log."""

    text: Text


@dataclass(slots=True)
class Offer(Statement):
    """``offer M, N(args) [or "label"]``."""

    menus: list[Expr]
    refusal: Text | None


@dataclass(slots=True)
class Begin(Statement):
    """``begin period``: actions once per this period can be taken again."""

    period: str


@dataclass(slots=True)
class Stop(Statement):
    """Leaves the rule."""


@dataclass(slots=True)
class If(Statement):
    """``if test: … else if test: … else: …``."""

    branches: list[tuple[Expr, Block]]
    otherwise: Block | None


@dataclass(slots=True)
class For(Statement):
    """``for name in source where test by order:`` with its body."""

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
    """``repeat n times``, ``repeat up to n times`` or ``repeat until test`` with its body."""

    times: Expr | None
    until: Expr | None
    body: Block
    up_to: bool = False  # a refusal ends it


@dataclass(slots=True)
class Amount(Node):
    """How many are chosen: ``2``, ``(n)``, ``up to n``, ``any``."""

    kind: str  # exactly, up to, any
    value: Expr | None


@dataclass(slots=True)
class Pick(Node):
    """``[amount] [your] name from source [where test] [so that test]``: one thing of a choice."""

    amount: Amount | None
    yours: bool  # choose your bid from ...: stored into your field
    name: str
    source: Expr
    where: Expr | None
    so_that: Expr | None
    label: Text | None = None  # an option in words: it speaks of `it`
    reason: Text | None = None  # why something that does not meet the condition cannot be chosen
    prompt: Text | None = None  # what is asked


class Picks(NamedTuple):
    """What stands after `choose`."""

    span: Span
    each: list[Pick]
    together: bool


@dataclass(slots=True)
class Choose(Statement):
    """``[who] chooses x from S, y from T [: body [else: otherwise]]``."""

    who: Expr | None
    picks: list[Pick]
    body: Block | None
    otherwise: Block | None
    together: bool = False  # one decision for all picks


@dataclass(slots=True)
class Branch(Statement):
    """``"label" if test:`` with its body: one way out of several."""

    label: Text
    test: Expr | None
    body: Block


@dataclass(slots=True)
class ChooseOne(Statement):
    """``[who] chooses one:`` with its branches."""

    who: Expr | None
    branches: list[Branch]
    prompt: Text | None = None  # what is asked


@dataclass(slots=True)
class AnyOrder(Statement):
    """``in any order:`` with branches that are all carried out."""

    branches: list[Branch]


@dataclass(slots=True)
class May(Statement):
    """``[who] may "label": body [else: otherwise]`` or ``[who] may choose picks: body [else: otherwise]``."""

    who: Expr | None
    label: Text | None
    picks: list[Pick]
    body: Block
    refusal: Text | None = None  # the other option in words
    otherwise: Block | None = None  # what is done if nothing was taken
    together: bool = False  # one decision for all picks


@dataclass(slots=True)
class With(Statement):
    """``with menu:``: a body during which free actions can be taken."""

    menu: str
    menu_span: Span
    body: Block


@dataclass(slots=True)
class As(Statement):
    """``as who:``: a body in which ``you`` is somebody else."""

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
    | Swap
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
