"""Expressions that lowering puts in the place of others: entries of tables, and what loops before a line have gathered."""

from __future__ import annotations

from dataclasses import dataclass

from ..typed.expr import CallExpr, E


@dataclass(slots=True)
class TableEntry(E):
    """What a define gives for members, looked up in a table that is made before play."""

    table: str
    members: list[E]


@dataclass(slots=True)
class PartlyConstant(E):
    """The entry of a table; where it is 0, what a define gives."""

    entry: E
    asked: E


@dataclass(slots=True)
class PossibleMembers(E):
    """The members for which a test can hold, as a set that is made before play."""

    table: str


@dataclass(slots=True)
class CheckedCall(CallExpr):
    """A call that already stands behind the table that is looked up first."""


@dataclass(slots=True)
class Gathered(E):
    """What a loop before the line has gathered in a local; of `different` things only the number is asked."""

    local: str
    different: bool = False


@dataclass(slots=True)
class AnyGathered(E):
    """True if a loop before the line has gathered anything in a local."""

    local: str
