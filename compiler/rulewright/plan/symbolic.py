"""Saying it of the present position: an expression of a later point of a unit, with what was written until then put in.

What was written in a known way is known: a field that was set holds what it was set to, a zone lacks the piece that
was moved out of it. Whatever else was written cannot be said.
"""

from __future__ import annotations

from dataclasses import replace

from ..analysis.liveness import free_in
from ..language.library import PIECE_READERS
from ..typed import tree
from ..typed import types as t
from ..typed.expr import (
    Bundle,
    CallExpr,
    ColumnOf,
    Const,
    DefineRef,
    Field,
    Fold,
    IfExpr,
    Lib,
    ListOf,
    Local,
    Math,
    Pieces,
    Query,
    SomeSubset,
    This,
    You,
    is_lib,
)
from ..typed.spelling import spelled
from ..typed.tree import E
from .path_state import Gates, PathState, SymbolicValue, Unknown

OPENED = 4  # how deep defines are opened that read what was written
OPAQUE = ("payable", "stock_of", *PIECE_READERS)


def at_present(gates: Gates, e: E, path: PathState) -> E:
    """The expression, said of the present position."""
    return put(gates, e, path, frozenset())


def argument(gates: Gates, a: E | None, path: PathState) -> E | None:
    """An argument, said of the present position; None: that cannot be said."""
    if a is None:
        return None
    try:
        return at_present(gates, a, path)
    except Unknown:
        return None


def put(gates: Gates, e: E, path: PathState, bound: frozenset[str], depth: int = 0) -> E:
    """A copy in which locals stand for their values and written fields for what they hold."""
    if isinstance(e, (Local, You, This)):
        return named(gates, e, path, bound)
    if is_changed(gates, e, path):
        if isinstance(e, Field):
            return held_by(gates, e, path, bound)
        if isinstance(e, CallExpr):
            return opened(gates, e, path, bound, depth)
        if is_opaque(gates, e, path):
            raise Unknown
    inner = bound
    if isinstance(e, SomeSubset):
        inner = bound | {e.pick.name, e.pick.candidate}
    elif isinstance(e, (Query, Fold)):
        inner = bound | {e.variable}
    args = [None if a is None else put(gates, a, path, inner, depth) for a in e.parts]
    made = e.with_parts(args)
    return added(made) if isinstance(made, Math) else made


def is_changed(gates: Gates, e: E, path: PathState) -> bool:
    """True if an expression reads something that was written."""
    return bool(path.written) and bool(gates.effects.reads(e) & path.written)


def is_opaque(gates: Gates, e: E, path: PathState) -> bool:
    """Whether it reads by itself what cannot be put in."""
    if is_lib(e, "payable"):  # the price can be put in, the stocks cannot
        return bool(gates.effects.resource_reads(e) & path.written)
    if isinstance(e, ColumnOf):
        return not gates.game.kinds[e.kind].columns[e.name].constant
    return isinstance(e, (Pieces, DefineRef)) or (isinstance(e, Lib) and e.name in OPAQUE)


def named(gates: Gates, e: E, path: PathState, bound: frozenset[str]) -> E:
    """What a local, `you` or `this` stands for; Unknown if that is not known."""
    name = e.name if isinstance(e, Local) else spelled(e)[0]
    if name in bound or (not isinstance(e, Local) and name not in path.names):
        return e
    known = path.names.get(name)
    if known is None:
        raise Unknown
    return free_of(replace(known, type=e.type, span=e.span) if isinstance(known, Local) else known, bound)


def held_by(gates: Gates, e: Field, path: PathState, bound: frozenset[str]) -> E:
    """What a field holds that was written."""
    known = path.values.get(e.info.attribute)
    owner = None if e.owner is None else put(gates, e.owner, path, bound)
    if known is None or e.key is not None or not is_same(owner, known.owner):
        raise Unknown
    return free_of(known.value, bound | path.outer)


def opened(gates: Gates, e: CallExpr, path: PathState, bound: frozenset[str], depth: int) -> E:
    """A define that reads what was written: its cases with its arguments."""
    f = gates.functions.get(e.name)
    if f is None or depth >= OPENED or not all(isinstance(s, tree.Result) for s in f.body):
        raise Unknown
    given = [None if a is None else put(gates, a, path, bound, depth) for a in e.parts]
    inner = path.copy()
    inner.names = {p.name: a for p, a in zip(f.params, given[2:])}
    inner.names["you"], inner.names["this"] = given[0], given[1]
    inner.outer = path.outer | bound
    value: E | None = None
    for s in reversed(f.body):
        assert isinstance(s, tree.Result)
        case = put(gates, s.value, inner, frozenset(), depth + 1)
        if s.test is not None and value is None:
            raise Unknown
        if s.test is not None and value is not None:
            test = put(gates, s.test, inner, frozenset(), depth + 1)
            case = IfExpr(e.type, test, case, value, span=e.span)
        value = case
    if value is None:
        raise Unknown
    return value


# ------------------------------------------------------------ what is written in a known way


def assigned(gates: Gates, s: tree.Set, path: PathState) -> dict[str, SymbolicValue]:
    """What a field holds after it was set."""
    target = followed(gates, s.target)
    if target is None:
        return {}
    try:
        owner = None if target.owner is None else at_present(gates, target.owner, path)
        value = at_present(gates, s.value, path)
        if s.op != "=":
            value = added(Math(t.NUMBER, s.op[0], at_present(gates, target, path), value, span=s.span))
    except Unknown:
        return {}
    return {target.info.attribute: SymbolicValue(owner, value)}


def gained(gates: Gates, s: tree.Gain, who: E | None, path: PathState) -> dict[str, SymbolicValue]:
    """What fields hold after a resource was gained by a rule of its own that sets them."""
    if s.verb != "gain" or not isinstance(s.amount, Bundle) or len(s.amount.amounts) != 1 or who is None:
        return {}
    resource = gates.game.resources[s.amount.resources[0]]
    f = gates.functions.get(resource.functions.get("gained", ""))
    if f is None or "room" in resource.functions:
        return {}
    inside = path.copy()
    inside.names = {"you": who, f.params[0].name: argument(gates, s.amount.amounts[0], path)}
    for one in f.body:
        known = assigned(gates, one, inside) if isinstance(one, tree.Set) else {}
        inside.write(gates.effects.writes(one), known)
        if isinstance(one, tree.Let):
            inside.names[one.name] = argument(gates, one.value, inside)
    written = gates.effects.writes(s)
    return {name: held for name, held in inside.values.items() if name in written}


def moved(
    gates: Gates, s: tree.Move, path: PathState, zones: dict[str, E | None]
) -> dict[str, SymbolicValue]:
    """What zones hold after a piece was moved from one of them to another; none are given: it may lie anywhere."""
    found: dict[str, SymbolicValue] = {}
    if not zones:
        return found
    try:
        thing = ListOf(t.many(s.what.type), [at_present(gates, s.what, path)], span=s.span)
        for place in zones.values():
            if (zone := followed(gates, place)) is not None:
                rest = Lib(zone.type, "difference", [content(gates, zone, path), thing], span=s.span)
                found[zone.info.attribute] = SymbolicValue(zone.owner, rest)
        goal, name = followed(gates, s.goal), spelled(s.goal)[1]
        if goal is None or name in zones or goal.type.shape not in t.ZONES:
            found.pop(name, None)
        elif s.end != "top":
            owner = None if goal.owner is None else at_present(gates, goal.owner, path)
            more = Lib(goal.type, "union", [at_present(gates, goal, path), thing], span=s.span)
            found[name] = SymbolicValue(owner, more)
    except Unknown:
        return {}
    return found


def content(gates: Gates, zone: Field, path: PathState) -> E:
    """What a zone, said of the present position, holds after what was written."""
    if zone.info.attribute not in path.written:
        return zone
    known = path.values.get(zone.info.attribute)
    if known is None or not is_same(zone.owner, known.owner):
        raise Unknown
    return known.value


def followed(gates: Gates, e: E | None) -> Field | None:
    """A field of a player or of the table, without a key: one value that can be followed; None for all else."""
    info = gates.game.fields.get(e.info.attribute) if isinstance(e, Field) else None
    if not isinstance(e, Field) or info is None or info.owner not in ("player", "table") or info.key:
        return None
    return e


def places(gates: Gates, source: E, path: PathState) -> dict[str, E | None]:
    """The zones from which a piece was picked, said of the present position; None: of which owner is not known."""
    names = gates.effects.source_zones(source)
    found: dict[str, E | None] = dict.fromkeys(names)
    seen: set[str] = set()
    for x in source.walk():
        if isinstance(x, Field) and x.info.attribute in names:
            owner = argument(gates, x.owner, path)
            sure = x.info.attribute not in seen and (owner is not None or x.owner is None)
            found[x.info.attribute] = x.with_parts([owner, *x.parts[1:]]) if sure else None
            seen.add(x.info.attribute)
    return found


def is_same(a: E | None, b: E | None) -> bool:
    """Whether two subjects are surely the same."""
    if a is None or b is None:
        return a is b
    return isinstance(a, (You, Local, Const)) and spelled(a) == spelled(b)


def added(e: Math) -> E:
    """A sum or difference, computed if both figures are known; nothing changes if one of them is 0."""
    a, b = e.left, e.right
    if e.sign not in ("+", "-") or not isinstance(b, Const) or not isinstance(b.value, int):
        return e
    if isinstance(a, Const) and isinstance(a.value, int):
        return Const(e.type, a.value + b.value if e.sign == "+" else a.value - b.value, span=e.span)
    return a if b.value == 0 else e


def free_of(e: E, bound: frozenset[str]) -> E:
    """The expression, where no name in it means something else."""
    if bound and free_in(e) & bound:
        raise Unknown
    return e
