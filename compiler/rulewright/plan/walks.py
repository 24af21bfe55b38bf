"""What the analysis of gates goes by: the gate itself, where a walk is, and tests put together."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..typed import tree
from ..typed import types as t
from ..typed.tree import E

YES = E("const", t.FLAG, data=True)


@dataclass(slots=True)
class Gate:
    test: E | None  # None: nothing has to hold
    exact: bool
    exact_if: E | None = None  # not exact, unless this holds


@dataclass(slots=True)
class Walk:
    """Where the analysis is: what has been written, what locals stand for, what has been paid and gained."""

    names: dict[str, E | None]  # local -> expression in the present position; None: not known
    written: frozenset[str] = frozenset()
    paid: dict[str, list[E]] = field(default_factory=dict)  # plain resource of you -> amounts paid so far
    depth: int = 0
    lying: dict[str, set[str]] = field(
        default_factory=dict
    )  # local -> the zones one of which holds the piece

    def copy(self) -> Walk:
        paid = {k: list(v) for k, v in self.paid.items()}
        return Walk(dict(self.names), self.written, paid, self.depth, dict(self.lying))


@dataclass(slots=True)
class Later:
    """What follows the rule that is being walked: the rest of its caller, with the caller's locals."""

    rest: tree.Block
    names: dict[str, E | None]
    up: Later | None


class Unknown(Exception):
    """A condition that cannot be said of the present position."""


def folded(e: E) -> E:
    """A comparison of two constants is known now."""
    if e.op == "compare" and e.name in ("=", "!=") and e.arg(0).op == e.arg(1).op == "const":
        return E("const", t.FLAG, data=(e.arg(0).data == e.arg(1).data) == (e.name == "="), span=e.span)
    return e


def all_of(unless: list[E | None]) -> E | None:
    """All of the conditions, if there is one for each."""
    known = [x for x in unless if x is not None]
    return conjunction(known) if len(known) == len(unless) else None


def is_the_end(s: tree.S) -> bool:
    """The end of the game carries a unit through."""
    return isinstance(s, tree.Call) and s.call.op == "lib" and s.call.name == "end_game"


def some_subset(pick: tree.Pick) -> E:
    """Whether several things can be chosen as a pick wants it."""
    args = [pick.source, pick.number, pick.where, pick.so_that]
    return E("lib", t.FLAG, args, "some_subset", pick, pick.span)


def conjunction(tests: list[E]) -> E | None:
    if not tests:
        return None
    found = tests[0]
    for test in tests[1:]:
        found = E("and", t.FLAG, [found, test], span=test.span)
    return found


def disjunction(tests: list[E]) -> E | None:
    if not tests:
        return None
    found = tests[0]
    for test in tests[1:]:
        found = E("or", t.FLAG, [found, test], span=test.span)
    return found
