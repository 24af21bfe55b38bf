"""The syntax tree of worked examples: their steps in the order in which they are written."""

from __future__ import annotations

from dataclasses import dataclass

from .ast_expressions import Expr
from .ast_nodes import Declaration
from .ast_statements import Block


@dataclass(slots=True)
class Cast(Declaration):
    """``players ann, bob``: who plays in an example."""

    names: list[str]


@dataclass(slots=True)
class Only(Declaration):
    """``only in v, w``: the variants that an example is for."""

    variants: list[str]


@dataclass(slots=True)
class Given(Declaration):
    """``given:`` with statements that change the position."""

    body: Block


@dataclass(slots=True)
class GivenNamed(Declaration):
    """``given NAME``: what a shared ``given`` of that name says."""

    name: str


@dataclass(slots=True)
class Next(Declaration):
    """``next shuffle: …`` and ``next roll: …``: what randomness will give."""

    what: str
    values: list[Expr]


@dataclass(slots=True)
class Answer(Declaration):
    """``ann: values``: what a player answers."""

    player: str  # or `all`
    values: list[Expr]


@dataclass(slots=True)
class Asked(Declaration):
    """What is claimed of a decision or of the log; ``player`` is empty for the log."""

    kind: str  # can cannot options words asked unasked said unsaid
    player: str
    values: list[Expr]


@dataclass(slots=True)
class Perform(Declaration):
    """A rule called by an example; ``player`` is the subject of ``as yellow: call``."""

    player: str | None
    call: Expr


@dataclass(slots=True)
class Played(Declaration):
    """``when:`` with answers and calls: what is played."""

    moves: list[Answer | Asked | Perform]


@dataclass(slots=True)
class Claim(Declaration):
    """A condition that must hold."""

    test: Expr


@dataclass(slots=True)
class Expected(Declaration):
    """``then [in v, w]:`` with claims."""

    variants: list[str]  # none: in all that have no claims of their own
    claims: list[Claim | Asked]


@dataclass(slots=True)
class Example(Declaration):
    """``example "title"`` with its steps."""

    title: str
    steps: list[Cast | Only | Given | GivenNamed | Next | Played | Expected]


@dataclass(slots=True)
class Shared(Declaration):
    """``given NAME`` outside of examples: players and statements that several examples begin with."""

    name: str
    players: Cast | None
    body: Block
