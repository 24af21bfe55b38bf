"""Randomness stands on the right of a `let` or of an assignment, nowhere else."""

from __future__ import annotations

from ...analysis.survey import Part, Survey
from ...analysis.walk import own_expressions
from ...language.library import CHANCE
from .. import tree
from ..context import Context
from ..expr import Fold, Lib, Query, is_lib
from ..tree import E

HINT = "draw it first, on a line of its own: `let x = random(…)`"


def check(c: Context, game: tree.Game, seen: Survey) -> None:
    """Reports chance wherever it is not drawn once and kept."""
    for part in seen.parts:
        if not any(is_chance(e) for e in part.expressions):
            continue
        for s in part.statements:
            statement(c, part, s)
        for test in part.tests:
            refuse(c, test, "a condition is read as often as the engine likes")
    for e in seen.loose:
        if is_chance(e):
            report(c, e, "a figure is the same whenever it is read")


def statement(c: Context, part: Part, s: tree.S) -> None:
    """Reports chance in a statement that does not keep it."""
    if part.category == "define":
        for e in own_expressions(s):
            refuse(c, e, "a define gives the same value whenever it is read")
    elif isinstance(s, tree.Let) or (isinstance(s, tree.Set) and s.op in ("=", "+=", "-=")):
        for x in s.value.walk():
            for inner in asked_again(x):
                refuse(c, inner, "this is asked for every element")
    elif isinstance(s, (tree.Choose, tree.ChooseOne, tree.AnyOrder, tree.May, tree.Offer)):
        for e in own_expressions(s):
            refuse(c, e, "options are the same whenever they are listed")
    else:
        for e in own_expressions(s):
            refuse(c, e, "chance is drawn by a `let` or an assignment")


def asked_again(e: E) -> list[E]:
    """The parts of a query that are asked for each element."""
    if isinstance(e, Query):
        return [a for a in e.parts[1:] if a is not None]
    return [a for a in (e.body, e.where) if a is not None] if isinstance(e, Fold) else []


def refuse(c: Context, e: E, why: str) -> None:
    """Reports each chance in an expression, with the reason."""
    for x in e.walk():
        if is_chance(x):
            report(c, x, why)


def report(c: Context, e: E, why: str) -> None:
    """Reports one chance, with the reason."""
    name = "roll" if is_lib(e, "roll") else "random"
    c.report("RW444", f"`{name}` cannot stand here: {why}", e.span, HINT)


def is_chance(e: E) -> bool:
    """True if an expression itself draws."""
    return isinstance(e, Lib) and e.name in CHANCE
