"""Saying it of the present position: an expression of a later point of a unit, with what was written until then put in.

What was written in a known way is known: a field that was set holds what it was set to, a zone lacks the piece that
was moved out of it. Whatever else was written cannot be said.
"""

from __future__ import annotations

from dataclasses import replace

from ..analysis.effects import Touches
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
from ..typed.tree import E
from .walks import Held, Unknown, Walk

OPENED = 4  # how deep defines are opened that read what was written
OPAQUE = ("payable", "stock_of", *PIECE_READERS)


class Saying:
    game: tree.Game
    functions: dict[str, tree.Function]
    touches: Touches

    def now(self, e: E, walk: Walk) -> E:
        """The expression, said of the present position."""
        return self.put(e, walk, frozenset())

    def argument(self, a: E | None, walk: Walk) -> E | None:
        if a is None:
            return None
        try:
            return self.now(a, walk)
        except Unknown:
            return None

    def put(self, e: E, walk: Walk, bound: frozenset[str], depth: int = 0) -> E:
        if isinstance(e, (Local, You, This)):
            return self.named(e, walk, bound)
        if self.is_changed(e, walk):
            if isinstance(e, Field):
                return self.held(e, walk, bound)
            if isinstance(e, CallExpr):
                return self.opened(e, walk, bound, depth)
            if self.is_opaque(e, walk):
                raise Unknown
        inner = bound
        if isinstance(e, SomeSubset):
            inner = bound | {e.pick.name, e.pick.candidate}
        elif isinstance(e, (Query, Fold)):
            inner = bound | {e.variable}
        args = [None if a is None else self.put(a, walk, inner, depth) for a in e.args]
        made = e.with_parts(args)
        return added(made) if isinstance(e, Math) else made

    def is_changed(self, e: E, walk: Walk) -> bool:
        return bool(walk.written) and bool(self.touches.reads(e) & walk.written)

    def is_opaque(self, e: E, walk: Walk) -> bool:
        """Whether it reads by itself what cannot be put in."""
        if is_lib(e, "payable"):  # the price can be put in, the stocks cannot
            return bool(self.touches.resource_reads(e) & walk.written)
        if isinstance(e, ColumnOf):
            return not self.game.kinds[e.kind].columns[e.name].constant
        return isinstance(e, (Pieces, DefineRef)) or (isinstance(e, Lib) and e.name in OPAQUE)

    def named(self, e: E, walk: Walk, bound: frozenset[str]) -> E:
        name = e.name if isinstance(e, Local) else e.op
        if name in bound or (not isinstance(e, Local) and name not in walk.names):
            return e
        known = walk.names.get(name)
        if known is None:
            raise Unknown
        return free_of(replace(known, type=e.type, span=e.span) if isinstance(known, Local) else known, bound)

    def held(self, e: E, walk: Walk, bound: frozenset[str]) -> E:
        """What a field holds that was written."""
        known = walk.values.get(e.name)
        owner = None if e.args[0] is None else self.put(e.arg(0), walk, bound)
        if known is None or e.args[1] is not None or not is_same(owner, known.owner):
            raise Unknown
        return free_of(known.value, bound | walk.outer)

    def opened(self, e: E, walk: Walk, bound: frozenset[str], depth: int) -> E:
        """A define that reads what was written: its cases with its arguments."""
        f = self.functions.get(e.name)
        if f is None or depth >= OPENED or not all(isinstance(s, tree.Result) for s in f.body):
            raise Unknown
        given = [None if a is None else self.put(a, walk, bound, depth) for a in e.args]
        inner = walk.copy()
        inner.names = {p.name: a for p, a in zip(f.params, given[2:])}
        inner.names["you"], inner.names["this"] = given[0], given[1]
        inner.outer = walk.outer | bound
        value: E | None = None
        for s in reversed(f.body):
            assert isinstance(s, tree.Result)
            case = self.put(s.value, inner, frozenset(), depth + 1)
            if s.test is not None and value is None:
                raise Unknown
            if s.test is not None and value is not None:
                test = self.put(s.test, inner, frozenset(), depth + 1)
                case = IfExpr(e.type, test, case, value, span=e.span)
            value = case
        if value is None:
            raise Unknown
        return value

    # ------------------------------------------------------------ what is written in a known way

    def assigned(self, s: tree.Set, walk: Walk) -> dict[str, Held]:
        """What a field holds after it was set."""
        if not self.is_kept(s.target):
            return {}
        try:
            owner = None if s.target.args[0] is None else self.now(s.target.arg(0), walk)
            value = self.now(s.value, walk)
            if s.op != "=":
                value = added(Math(t.NUMBER, s.op[0], self.now(s.target, walk), value, span=s.span))
        except Unknown:
            return {}
        return {s.target.name: Held(owner, value)}

    def gained(self, s: tree.Gain, who: E | None, walk: Walk) -> dict[str, Held]:
        """What fields hold after a resource was gained by a rule of its own that sets them."""
        if s.verb != "gain" or not isinstance(s.amount, Bundle) or len(s.amount.amounts) != 1 or who is None:
            return {}
        resource = self.game.resources[s.amount.resources[0]]
        f = self.functions.get(resource.functions.get("gained", ""))
        if f is None or "room" in resource.functions:
            return {}
        inside = walk.copy()
        inside.names = {"you": who, f.params[0].name: self.argument(s.amount.arg(0), walk)}
        for one in f.body:
            known = self.assigned(one, inside) if isinstance(one, tree.Set) else {}
            inside.write(self.touches.writes(one), known)
            if isinstance(one, tree.Let):
                inside.names[one.name] = self.argument(one.value, inside)
        written = self.touches.writes(s)
        return {name: held for name, held in inside.values.items() if name in written}

    def moved(self, s: tree.Move, walk: Walk, zones: dict[str, E | None]) -> dict[str, Held]:
        """What zones hold after a piece was moved from one of them to another; none are given: it may lie anywhere."""
        found: dict[str, Held] = {}
        if not zones:
            return found
        try:
            thing = ListOf(t.many(s.what.type), [self.now(s.what, walk)], span=s.span)
            for zone in zones.values():
                if zone is not None and self.is_kept(zone):
                    rest = Lib(zone.type, "difference", [self.content(zone, walk), thing], span=s.span)
                    found[zone.name] = Held(zone.args[0], rest)
            if s.goal.name in zones or not self.is_kept(s.goal) or s.goal.type.shape not in t.ZONES:
                found.pop(s.goal.name, None)
            elif s.end != "top":
                owner = None if s.goal.args[0] is None else self.now(s.goal.arg(0), walk)
                more = Lib(s.goal.type, "union", [self.now(s.goal, walk), thing], span=s.span)
                found[s.goal.name] = Held(owner, more)
        except Unknown:
            return {}
        return found

    def content(self, zone: E, walk: Walk) -> E:
        """What a zone, said of the present position, holds after what was written."""
        if zone.name not in walk.written:
            return zone
        known = walk.values.get(zone.name)
        if known is None or not is_same(zone.args[0], known.owner):
            raise Unknown
        return known.value

    def is_kept(self, e: E) -> bool:
        """A field of a player or of the table, without a key: one value that can be followed."""
        info = self.game.fields.get(e.info.attribute) if isinstance(e, Field) else None
        return info is not None and info.owner in ("player", "table") and info.key is None

    def places(self, source: E, walk: Walk) -> dict[str, E | None]:
        """The zones from which a piece was picked, said of the present position; None: of which owner is not known."""
        names = self.touches.source_zones(source)
        found: dict[str, E | None] = dict.fromkeys(names)
        seen: set[str] = set()
        for x in source.walk():
            if isinstance(x, Field) and x.info.attribute in names:
                owner = self.argument(x.owner, walk)
                sure = x.info.attribute not in seen and (owner is not None or x.owner is None)
                found[x.info.attribute] = x.with_parts([owner, *x.args[1:]]) if sure else None
                seen.add(x.info.attribute)
        return found


def is_same(a: E | None, b: E | None) -> bool:
    """Whether two subjects are surely the same."""
    if a is None or b is None:
        return a is b
    return isinstance(a, (You, Local, Const)) and (a.op, a.name, a.data) == (b.op, b.name, b.data)


def added(e: E) -> E:
    """A sum or difference, worked out if both figures are known; nothing changes if one of them is 0."""
    a, b = e.arg(0), e.arg(1)
    if e.name not in ("+", "-") or not isinstance(b, Const) or not isinstance(b.value, int):
        return e
    if isinstance(a, Const) and isinstance(a.value, int):
        return Const(e.type, a.value + b.value if e.name == "+" else a.value - b.value, span=e.span)
    return a if b.value == 0 else e


def free_of(e: E, bound: frozenset[str]) -> E:
    """The expression, where no name in it means something else."""
    if bound and free_in(e) & bound:
        raise Unknown
    return e
