"""What is never reached: constant conditions, repeated cases, lines after the end; members that are left out."""

from __future__ import annotations

from ...analysis.survey import Part, Survey
from ...analysis.walk import blocks_of, ends_the_game, same, shape
from ...resolved import model
from .. import tree
from ..context import Context
from ..expr import And, Compare, Const, Field, Fold, IfExpr, Lib, Not, Or, Query
from ..tree import E
from .ranges import Intervals, always, intervals, size_of

MEND_CASE = "mend the condition, or remove the case"


def check(c: Context, game: tree.Game, seen: Survey) -> None:
    """Warns of conditions and lines that never matter, in all rules."""
    for part in seen.rules:
        known = intervals(part)
        block(c, game, known, part.block, None)
        cases(c, game, known, part)
        for e in part.expressions:
            expression(c, known, e)
        if part.category in ("instead", "when"):
            for test in part.tests:
                warn_if_constant(c, known, test)


# ---------------------------------------------------------------- conditions


def truth(known: Intervals, e: E) -> bool | None:
    """Whether a condition always (True) or never (False) holds; None if it depends."""
    if isinstance(e, Const):
        return bool(e.value)
    if isinstance(e, Not):
        inner = truth(known, e.operand)
        return None if inner is None else not inner
    if isinstance(e, (And, Or)):
        parts = [truth(known, a) for a in e.operands if a is not None]
        decisive = isinstance(e, Or)
        if decisive in parts:
            return decisive
        return (not decisive) if all(p is (not decisive) for p in parts) else None
    if isinstance(e, Compare):
        return compared(known, e)
    return None


def compared(known: Intervals, e: Compare) -> bool | None:
    """Whether a comparison always or never holds, None if that depends."""
    left, right = e.left, e.right
    if (
        isinstance(left, Const)
        and isinstance(right, Const)
        and left.type.name == right.type.name != "text"
        and e.sign in ("=", "!=")
    ):
        return bool((left.value == right.value) == (e.sign == "="))
    if "none" in (left.type.name, right.type.name) and e.sign in ("=", "!="):
        value = right if left.type.name == "none" else left
        return (
            e.sign == "!="
            if isinstance(value, Field) and not value.type.optional and not value.type.is_many
            else None
        )
    if (
        e.sign in ("=", "!=", "<=", ">=", "<", ">")
        and not isinstance(left, Const)
        and pure(left)
        and same(left, right)
    ):
        return e.sign in ("=", "<=", ">=")
    return always(known, e) if left.type.name == right.type.name == "number" else None


def pure(e: E) -> bool:
    """True if an expression draws nothing."""
    return not any(isinstance(x, Lib) and x.name.startswith(("random", "roll")) for x in e.walk())


def warn_if_constant(c: Context, known: Intervals, test: E | None) -> bool | None:
    """Warns of a condition that does not depend on anything; those that are typed as constants are told already."""
    found = truth(known, test) if test is not None else None
    if test is not None and found is not None:
        word = "always" if found else "never"
        hint = "remove the condition" if found else "remove what it guards, or mend the condition"
        if isinstance(test, Compare) and any(a is not None and a.type.name == "none" for a in test.parts):
            field = next(a for a in (test.left, test.right) if isinstance(a, Field))
            hint = f"`{field.info.name}` is never none; if it may be, declare it `{field.type} or none`"
        c.warn("RW413", f"this condition {word} holds", test.span, hint)
    return found


def expression(c: Context, known: Intervals, e: E) -> None:
    """Warns of conditions inside an expression that always or never hold."""
    if isinstance(e, IfExpr):
        warn_if_constant(c, known, e.test)
    elif isinstance(e, Query):
        warn_if_constant(c, known, e.where)
    elif isinstance(e, Fold):
        warn_if_constant(c, known, e.where)


# ---------------------------------------------------------------- statements


def block(c: Context, game: tree.Game, known: Intervals, found: tree.Block, above: tree.S | None) -> None:
    """Warns of lines that are never reached, and of the conditions of each statement."""
    for i, s in enumerate(found):
        if i + 1 < len(found) and ends(known, s) and not isinstance(s, tree.Stop):
            what = "the game is over" if ends_the_game(s) else "every way before it leaves the rule"
            c.warn("RW405", f"this is never reached: {what}", found[i + 1].span, "remove it, or move it up")
        conditions(c, game, known, s)
        if isinstance(s, tree.If) and not (above is not None and above.span == s.span):
            chain(c, s)
        for inner in blocks_of(s):
            block(c, game, known, inner, s)


def conditions(c: Context, game: tree.Game, known: Intervals, s: tree.S) -> None:
    """Warns of a statement whose condition always or never holds, or that goes through nothing."""
    if isinstance(s, tree.If):
        if not isinstance(s.test, Const):  # told where it was typed
            warn_if_constant(c, known, s.test)
    elif isinstance(s, tree.Require):
        if not isinstance(s.test, Const):  # `require no "…"` says that something is never possible
            warn_if_constant(c, known, s.test)
    elif isinstance(s, tree.Each):
        warn_if_constant(c, known, s.where)
    elif isinstance(s, tree.Choose):
        for p in s.picks:
            warn_if_constant(c, known, p.where)
            warn_if_constant(c, known, p.so_that)
    elif isinstance(s, (tree.ChooseOne, tree.AnyOrder)):
        for b in s.branches:
            warn_if_constant(c, known, b.test)
    elif isinstance(s, tree.For) and size_of(game, s.source) == 0:
        c.warn(
            "RW413", "there is nothing here to go through", s.source.span, "lists and ranges count upwards"
        )
    elif isinstance(s, tree.Repeat) and s.until is not None and truth(known, s.until) is True:
        warn_if_constant(c, known, s.until)


def chain(c: Context, s: tree.If) -> None:
    """`if a … else if a …`: the second is never reached."""
    first, above = s, {shape(s.test)}
    while len(s.otherwise) == 1 and isinstance(s.otherwise[0], tree.If) and s.otherwise[0].span == first.span:
        s = s.otherwise[0]
        if shape(s.test) in above:
            c.warn(
                "RW421", "this case is never reached: the same condition stands above", s.test.span, MEND_CASE
            )
        above.add(shape(s.test))


def complete(game: tree.Game | model.Game, tests: list[E]) -> bool:
    """Whether tests `x is a`, `x is b` name every member of a kind."""
    found = named_by(tests)
    return found is not None and len(found[1]) == len(game.kinds[found[0]].members)


def left_out(game: tree.Game | model.Game, tests: list[E]) -> list[str]:
    """The members that tests `x is a`, `x is b` do not name."""
    found = named_by(tests)
    if found is None or len(tests) < 2:
        return []
    return [m for i, m in enumerate(game.kinds[found[0]].members) if i not in found[1]]


def named_by(tests: list[E]) -> tuple[str, set[int]] | None:
    """The kind and the members that tests name, if all of them ask what one and the same thing is."""
    subjects: list[E] = []
    named: set[int] = set()
    for test in tests:
        if (
            not isinstance(test, Compare)
            or test.sign != "="
            or not isinstance(test.right, Const)
            or test.right.type.name != "kind"
        ):
            return None
        subjects.append(test.left)
        named.add(test.right.value)
    same_thing = bool(subjects) and all(same(subjects[0], x) for x in subjects)
    first = tests[0] if same_thing else None
    return (first.right.type.of, named) if isinstance(first, Compare) else None


def ends(known: Intervals, s: tree.S) -> bool:
    """Whether nothing after a statement is ever reached."""
    if isinstance(s, tree.Stop) or ends_the_game(s):
        return True
    if isinstance(s, tree.If):
        return bool(s.otherwise) and all(any(ends(known, x) for x in b) for b in (s.then, s.otherwise))
    if isinstance(s, tree.ChooseOne):
        return all(any(ends(known, x) for x in b.body) for b in s.branches)
    return False


def cases(c: Context, game: tree.Game, known: Intervals, part: Part) -> None:
    """The cases of a define: conditions that are constant or stand above already, and members left out."""
    above: dict[str, E] = {}
    for s in part.block:
        if not isinstance(s, tree.Result) or s.test is None or s.test.span == s.span:
            continue  # a row of a table is compared with the others where it is typed
        warn_if_constant(c, known, s.test)
        if shape(s.test) in above:
            c.warn("RW421", "this case is never reached: the same condition stands above", s.span, MEND_CASE)
        above[shape(s.test)] = s.test
    last = part.block[-1] if part.block else None
    open_end = isinstance(last, tree.Result) and last.test is None and last.span == part.span
    missing = left_out(game, list(above.values())) if open_end else []
    if missing:
        c.warn(
            "RW414",
            f"nothing is said for {', '.join(missing)}",
            part.span,
            "add cases for them, or `= … otherwise`",
        )
