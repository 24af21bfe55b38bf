"""Conditions on a chosen set: what they say about the number of things, about a sum over them, and the rest."""

from __future__ import annotations

from dataclasses import dataclass

from ..analysis.liveness import free_in
from ..typed.expr import Compare, Const, Fold, Local, conjunction, conjuncts, is_lib
from ..typed.tree import E, Pick

TURNED = {"<=": ">=", "<": ">"}


@dataclass
class Condition:
    """A condition on a set: the least number of things, the rest of it, and whether larger sets meet it."""

    least: E | None  # so many things at least
    rest: E | None  # what is asked beside that


@dataclass
class Total:
    """A sum over the set, of what is never below nothing, that must reach an amount."""

    fold: Fold
    needed: E


def condition(pick: Pick) -> Condition:
    """Takes the least number of things out of the condition: that one can be counted with."""
    if pick.so_that is None or pick.amount == "exactly":
        return Condition(None, pick.so_that)
    parts = conjuncts(pick.so_that)
    for i, part in enumerate(parts):
        bound = at_least(part, pick.name)
        # what does not stand first may have no value where something before it does not hold
        if (
            bound is not None
            and is_size(bound.left, pick.name)
            and (i == 0 or isinstance(bound.right, Const))
        ):
            return Condition(bound.right, conjunction([*parts[:i], *parts[i + 1 :]]))
    return Condition(None, pick.so_that)


def total(pick: Pick) -> Total | None:
    """The sum that is all that a growing condition asks for; None: it asks for something else."""
    test = at_least(pick.so_that, pick.name)
    if test is None or pick.number is not None:
        return None
    fold = test.left
    if (
        not isinstance(fold, Fold)
        or fold.operation != "sum"
        or fold.where is not None
        or pick.name in free_in(fold.body)
    ):
        return None
    return Total(fold, test.right) if is_set(fold.source, pick.name) else None


def at_least(e: E | None, name: str) -> Compare | None:
    """A comparison as `>=`, the set, the local `name`, on its left side alone."""
    if e is None or not isinstance(e, Compare):
        return None
    if e.sign in TURNED:
        e = Compare(e.type, TURNED[e.sign], e.right, e.left, span=e.span)
    return e if e.sign == ">=" and name not in free_in(e.right) else None


def is_size(e: E, name: str) -> bool:
    """True if an expression is the size of the set."""
    return is_lib(e, "size") and is_set(e.arg(0), name)


def is_set(e: E, name: str) -> bool:
    """True if an expression is the set itself."""
    return isinstance(e, Local) and e.name == name
