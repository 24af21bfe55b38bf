"""Preconditions of payments: what must be there now, with all that was paid and gained on the path before."""

from __future__ import annotations

from ..typed import tree
from ..typed import types as t
from ..typed.expr import Bundle, Compare, Lib, Math, Minus, conjunction
from ..typed.spelling import spelled
from ..typed.tree import E
from . import symbolic
from .path_state import Gate, Gates, PathState, Unknown, folded


def condition(gates: Gates, test: E, path: PathState) -> Gate:
    """The gate of a test."""
    try:
        return Gate(folded(symbolic.at_present(gates, test, path)), True)
    except Unknown:
        return Gate(None, False)


def gain(gates: Gates, s: tree.Gain, path: PathState) -> Gate:
    """The gate of a change of resources: what is paid must be there."""
    tests: list[E] = []
    exact = True
    try:
        who = symbolic.put(gates, s.who, path, frozenset())
    except Unknown:
        who = None
    if s.verb == "pay":
        if who is None:
            exact = False
        elif isinstance(s.amount, Bundle):
            for r, a in zip(s.amount.resources, s.amount.amounts):
                assert a is not None
                found = can_pay(gates, r, a, who, path)
                exact = exact and found.exact
                tests += [found.test] if found.test is not None else []
        else:
            found = condition(gates, Lib(t.FLAG, "payable", [s.who, s.amount], span=s.span), path)
            exact = found.exact
            tests += [found.test] if found.test is not None else []
    before = set(path.written)
    path.write(gates.effects.writes(s), symbolic.gained(gates, s, who, path))
    if s.verb in ("pay", "gain") and isinstance(s.amount, Bundle) and who is not None:
        remember(gates, s, who, path, before)
    else:
        forget(gates, path, gates.effects.writes(s))
    return Gate(conjunction(tests), exact)


def forget(gates: Gates, path: PathState, written: set[str]) -> None:
    """What was changed in another way is no longer known by what was paid and gained."""
    for key in list(path.paid):
        info = gates.game.resources[key.split(" ")[0]].field
        if info is not None and info.attribute in written:
            del path.paid[key]


def can_pay(gates: Gates, resource: str, amount: E, who: E, path: PathState) -> Gate:
    """The gate of paying an amount of one resource."""
    r = gates.game.resources[resource]
    key = f"{resource} {spelled(who)}"
    try:
        price = symbolic.at_present(gates, amount, path)
    except Unknown:
        return Gate(None, False)
    stock = Lib(t.NUMBER, "stock_of", [who], resource)
    if gates.effects.stock_reads(resource) & path.written:
        if key not in path.paid or not is_plain(gates, r):
            return Gate(None, False)
        for earlier in path.paid[key]:
            price = Math(t.NUMBER, "+", price, earlier)
    return Gate(Compare(t.FLAG, ">=", stock, price), True)


def is_plain(gates: Gates, r: tree.Resource) -> bool:
    """True if a resource is a plain counter."""
    return not r.functions and not r.of and r.field is not None


def remember(gates: Gates, s: tree.Gain, who: E, path: PathState, before: set[str]) -> None:
    """A plain resource that was only paid and gained so far is known: the stock less the sum of these."""
    assert isinstance(s.amount, Bundle)
    for r, a in zip(s.amount.resources, s.amount.amounts):
        resource = gates.game.resources[r]
        key = f"{r} {spelled(who)}"
        if not is_plain(gates, resource) or resource.field is None:
            continue
        if resource.field.attribute in before and key not in path.paid:
            continue
        try:
            amount = now_amount(gates, a, path, before)
        except Unknown:
            path.paid.pop(key, None)
            continue
        if s.verb == "gain":
            amount = Minus(t.NUMBER, amount)
        path.paid.setdefault(key, []).append(amount)


def now_amount(gates: Gates, amount: E, path: PathState, before: set[str]) -> E:
    """An amount, said of the present position; Unknown if what it reads was written before."""
    if gates.effects.reads(amount) & before:
        raise Unknown
    return symbolic.put(gates, amount, path, frozenset())
