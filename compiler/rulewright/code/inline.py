"""Small defines that stand where they are called, because a call costs more than they do."""

from __future__ import annotations

from ..plan.substitution import arguments, substitute
from ..typed import types as t
from ..typed.expr import (
    And,
    CallExpr,
    Compare,
    Const,
    Field,
    Fold,
    IfExpr,
    In,
    ListOf,
    Local,
    NoRow,
    Query,
    SomeSubset,
    Text,
    This,
    You,
    present,
)
from ..typed.spelling import spelled
from ..typed.tree import Block, E, Function, Result, S
from .lowering import Lowering

PLAIN = (Local, Const, You, This)  # costs nothing even if it stands in several places


def inlined(c: Lowering, e: E, depth: int = 2) -> E:
    """A test inside a loop, with small defines opened."""
    if c.places or not c.opens:
        return e
    args = [None if a is None else inlined(c, a, depth) for a in e.parts]
    made = e.with_parts(args)
    if not isinstance(e, CallExpr) or depth == 0 or e.type.is_many or e.name in c.known or e.name in c.mostly:
        return made
    f = c.plan.signatures[e.name]
    value = small_value(f.body)
    given = arguments(f, made)
    if value is None:
        return usual(c, f, made, given)
    if any(not isinstance(a, PLAIN) and uses(value, n) > 1 for n, a in given.items()):
        return made
    return inlined(c, substitute(value, given), depth - 1)


def usual(c: Lowering, f: Function, call: E, given: dict[str, E]) -> E:
    """A define that says something else for few members: it is called for these, else its last case stands there."""
    *rare, last = f.body
    value = small_value([last])
    tests = [special(s) for s in rare]
    if value is None or not rare or None in tests or any(not isinstance(a, PLAIN) for a in given.values()):
        return call
    fields = {field.info.attribute: field for field, _ in filter(None, tests)}
    if len(fields) > 1:
        return call
    members = [member for _, member in filter(None, tests)]
    field = next(iter(fields.values()))
    if len(members) == 1:
        test: E = Compare(t.FLAG, "=", field, members[0])
    else:
        test = In(t.FLAG, field, ListOf(t.many(field.type), members))
    test, value = substitute(test, given), inlined(c, substitute(value, given), 1)
    return IfExpr(call.type, test, call, value, span=call.span)


def small_value(body: Block) -> E | None:
    """What a small define gives, as one expression; None: it is not that small."""
    cases = [s for s in body if isinstance(s, Result)]
    if (
        not cases
        or len(cases) != len(body)
        or cases[-1].test is not None
        or any(s.test is None for s in cases[:-1])
    ):
        return None
    value = cases[-1].value
    for case in reversed(cases[:-1]):
        value = IfExpr(value.type, present(case.test), case.value, value, span=value.span)
    size = 0
    for x in value.walk():
        size += 1
        if isinstance(x, (Query, Fold, Text, NoRow, SomeSubset)):
            return None
    return value if size <= (14 if len(cases) == 1 else 16) else None


def special(s: S) -> tuple[Field, E] | None:
    """The comparison of a field of yours with a member without which a case does not hold; None: there is no such one."""
    test = s.test if isinstance(s, Result) else None
    while test is not None and isinstance(test, And):
        test = test.operands[0]
    if test is None or not isinstance(test, Compare) or test.sign != "=" or not isinstance(test.right, Const):
        return None
    field = test.left
    own = isinstance(field, Field) and field.key is None and isinstance(field.owner, You)
    return (field, test.right) if own and isinstance(field, Field) else None


def uses(value: E, name: str) -> int:
    """How often a local, `you` or `this` stands in an expression."""
    return sum(
        (
            spelled(x)[0 if isinstance(x, (You, This)) else 1] == name
            if isinstance(x, (Local, You, This))
            else False
        )
        for x in value.walk()
    )
