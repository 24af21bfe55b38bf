"""Small defines that stand where they are called, because a call costs more than they do."""

from __future__ import annotations

from ..plan.copying import arguments, substitute
from ..typed import types as t
from ..typed.tree import Block, E, Function, Result, S
from .lowering import Lowering

PLAIN = ("local", "const", "you", "this")  # costs nothing even if it stands in several places


def inlined(c: Lowering, e: E, depth: int = 2) -> E:
    """A test inside a loop, with small defines opened."""
    if c.places or not c.opens:
        return e
    args = [None if a is None else inlined(c, a, depth) for a in e.args]
    made = E(e.op, e.type, args, e.name, e.data, e.span)
    if e.op != "call" or depth == 0 or e.type.is_many or e.name in c.known or e.name in c.mostly:
        return made
    f = c.plan.signatures[e.name]
    value = small_value(f.body)
    given = arguments(f, made)
    if value is None:
        return usual(c, f, made, given)
    if any(a.op not in PLAIN and uses(value, n) > 1 for n, a in given.items()):
        return made
    return inlined(c, substitute(value, given), depth - 1)


def usual(c: Lowering, f: Function, call: E, given: dict[str, E]) -> E:
    """A define that says something else for few members: it is called for these, else its last case stands there."""
    *rare, last = f.body
    value = small_value([last])
    tests = [special(s) for s in rare]
    if value is None or not rare or None in tests or any(a.op not in PLAIN for a in given.values()):
        return call
    fields = {test.name: test.arg(0) for test in tests if test is not None}
    if len(fields) > 1:
        return call
    members = [test.arg(1) for test in tests if test is not None]
    field = next(iter(fields.values()))
    if len(members) == 1:
        test = E("compare", t.FLAG, [field, members[0]], "=")
    else:
        test = E("in", t.FLAG, [field, E("list", t.many(field.type), list(members))])
    test, value = substitute(test, given), inlined(c, substitute(value, given), 1)
    return E("if", call.type, [test, call, value], span=call.span)


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
        value = E("if", value.type, [case.test, case.value, value], span=value.span)
    size = 0
    for x in value.walk():
        size += 1
        if x.op in ("query", "fold", "text") or (x.op == "lib" and x.name in ("no_row", "some_subset")):
            return None
    return value if size <= (14 if len(cases) == 1 else 16) else None


def special(s: S) -> E | None:
    """The comparison of a field of yours with a member without which a case does not hold; None: there is no such one."""
    test = s.test if isinstance(s, Result) else None
    while test is not None and test.op == "and":
        test = test.args[0]
    if test is None or test.op != "compare" or test.name != "=" or test.arg(1).op != "const":
        return None
    field = test.arg(0)
    owner = field.args[0] if field.op == "field" and field.args[1] is None else None
    own = owner is not None and owner.op == "you"
    return E("special", t.FLAG, [field, test.arg(1)], field.name) if own else None


def uses(value: E, name: str) -> int:
    """How often a local, `you` or `this` stands in an expression."""
    return sum((x.name if x.op == "local" else x.op) == name for x in value.walk())
