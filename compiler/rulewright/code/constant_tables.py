"""Defines over members of kinds whose values are known at compile time: they are looked up in tables."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Any

from ..analysis.walk import all_expressions
from ..plan.model import Plan
from ..plan.names import constant
from ..plan.substitution import arguments, only_value
from ..typed import tree
from ..typed import types as t
from ..typed.expr import (
    CallExpr,
    ColumnOf,
    Const,
    Field,
    IfExpr,
    Lib,
    Local,
    Math,
    Minus,
    Query,
    This,
    is_lib,
)
from ..typed.tree import E
from ..typed.types import NONE_VALUE
from .evaluate import Evaluator

MOST = 500  # entries of one table
DEEPEST = 20  # calls inside one another


@dataclass(slots=True)
class ConstantTable:
    """What a define gives for members of kinds, in the order of its parameters, `this` before them."""

    name: str  # of the table
    function: tree.Function
    kinds: list[str]
    members: list[list[int]]  # of each kind; the last one is none, if none can be asked for
    values: dict[tuple[int, ...], Any]
    named: list[str]  # the members of the kind that it gives, if it gives a member
    column: ColumnOf | None = None  # the column that it is

    def takes_none(self, axis: int) -> bool:
        """True if the table has an entry for none at this axis."""
        return bool(self.members) and self.members[axis][-1] == NONE_VALUE

    def figure(self, members: tuple[int, ...]) -> E:
        """The entry for some members, as a constant."""
        value, type = self.values[members], self.function.result
        name = self.named[value] if type.name == "kind" and value != NONE_VALUE else ""
        return Const(type, value, name)

    @property
    def same(self) -> bool:
        """True if all entries are the same."""
        return len({repr(v) for v in self.values.values()}) == 1


@dataclass(slots=True)
class PartialTable:
    """A define that gives a figure of most members of a kind, known at compile time; 0 stands for what must be asked."""

    name: str  # of the table
    function: tree.Function
    place: int  # of the member among the arguments of a call
    kind: str
    figures: list[int]


@dataclass(slots=True)
class Possible:
    """The members of a kind for which a test can hold at all: for all others it is known that it does not."""

    name: str  # of the set
    function: tree.Function
    place: int  # of the member among the arguments of a call
    kind: str
    members: list[str]


class Members(Evaluator):
    """Evaluates what does not depend on the position; anything else is `NotImplementedError`."""

    depth = 0

    def on_this(self, e: This, names: dict[str, Any]) -> Any:
        """The member to which a define belongs."""
        if "this" not in names:
            raise NotImplementedError("this")
        return names["this"]

    def on_local(self, e: Local, names: dict[str, Any]) -> Any:
        """What a local holds."""
        if e.name not in names:
            raise NotImplementedError(e.name)
        return names[e.name]

    def on_field(self, e: Field, names: dict[str, Any]) -> Any:
        """Fields depend on the position."""
        raise NotImplementedError(e.info.attribute)

    def on_column(self, e: ColumnOf, names: dict[str, Any]) -> Any:
        """The figure of a member."""
        column = self.plan.game.kinds[e.kind].columns[e.name]
        member = self.value(e.member, names)
        if not column.constant or member == NONE_VALUE or column.type.name not in ("number", "flag", "kind"):
            raise NotImplementedError(e.name)
        found = column.cells[member]
        if found is None:
            return {"number": 0, "flag": False}.get(column.type.name, NONE_VALUE)
        return self.value(found, names)

    def on_if(self, e: IfExpr, names: dict[str, Any]) -> Any:
        """One of two values."""
        return self.value(e.value if self.value(e.test, names) else e.otherwise, names)

    def on_math(self, e: Math, names: dict[str, Any]) -> int:
        """Arithmetic; divisions round down."""
        left, right = self.value(e.left, names), self.value(e.right, names)
        if e.sign == "/" and right == 0:
            raise NotImplementedError("division by nothing")
        return int(left // right) if e.sign == "/" else super().on_math(e, names)

    def on_minus(self, e: Minus, names: dict[str, Any]) -> int:
        """A number with the other sign."""
        return -int(self.value(e.value, names))

    def on_call(self, e: CallExpr, names: dict[str, Any]) -> Any:
        """What an argument stands for may not be known; then it must not be asked for."""
        f = self.plan.signatures[e.name]
        inner: dict[str, Any] = {}
        for name, a in arguments(f, e).items():
            with suppress(NotImplementedError):
                inner[name] = self.value(a, names)
        return self.result(f, inner)

    def result(self, f: tree.Function, names: dict[str, Any]) -> Any:
        """What a define gives."""
        if f.category != "define" or self.depth > DEEPEST:
            raise NotImplementedError(f.key)
        self.depth += 1
        try:
            for s in f.body:
                if not isinstance(s, tree.Result):
                    raise NotImplementedError(f.key)
                if s.test is None or self.value(s.test, names):
                    return self.value(s.value, names)
        finally:
            self.depth -= 1
        raise NotImplementedError(f.key)

    def on_query(self, e: Query, names: dict[str, Any]) -> Any:
        """Queries are left to the engine."""
        raise NotImplementedError(e.quantifier)

    def on_lib(self, e: Lib, names: dict[str, Any]) -> Any:
        """The least, the largest, the distance from 0."""
        if not is_lib(e, "min", "max", "abs"):
            raise NotImplementedError(type(e).__name__)
        figures = [self.value(a, names) for a in e.arguments if a is not None]
        return abs(figures[0]) if e.name == "abs" else min(figures) if e.name == "min" else max(figures)


def is_member(type: t.Type) -> bool:
    """True if a type is that of members, and never none."""
    return type.name == "kind" and not type.optional


def constant_defines(plan: Plan) -> dict[str, ConstantTable]:
    """All defines whose values are the same in every position, for each set of members."""
    evaluator, absent = Members(plan), may_be_none(plan)
    found: dict[str, ConstantTable] = {}
    for key in plan.names:
        f = plan.signatures.get(key)
        if f is not None and f.category == "define" and f.result.name in ("number", "flag", "kind"):
            table = column_of(f) or table_of(plan, evaluator, f, absent)
            if table is not None and ("@" not in key or table.column is not None or is_figure(table)):
                found[key] = table
    return found


def is_figure(table: ConstantTable) -> bool:
    """Whether a layer of an override says the same for all members; other layers are asked for few of them."""
    return table.same and not any(isinstance(x, ColumnOf) for x in all_expressions(table.function.body))


def axes_of(f: tree.Function) -> list[tuple[str, t.Type]]:
    """The parameters of a define, `this` before them."""
    this = t.this_type(f.owner) if f.uses_this else None
    return [*([("this", this)] if this is not None else []), *((p.name, p.type) for p in f.params)]


def column_of(f: tree.Function) -> ConstantTable | None:
    """A define that only names a column."""
    axes, value = axes_of(f), only_value(f)
    if len(axes) != 1 or not is_member(axes[0][1]) or value is None or not isinstance(value, ColumnOf):
        return None
    member = value.member
    if not isinstance(member, This) and not (isinstance(member, Local) and member.name == axes[0][0]):
        return None
    return ConstantTable("", f, [value.kind], [], {}, [], value)


def table_of(
    plan: Plan, evaluator: Members, f: tree.Function, absent: set[tuple[str, str]]
) -> ConstantTable | None:
    """The table of a define; None: its values are not known, or it has other parameters than members."""
    axes = axes_of(f)
    if not axes or not all(is_member(type) for _, type in axes):
        return None
    members = [list(range(len(plan.game.kinds[type.of].members))) for _, type in axes]
    for some, (name, _) in zip(members, axes):
        some += [NONE_VALUE] if (f.key, name) in absent else []
    if prod(len(some) for some in members) > MOST:
        return None
    names = [name for name, _ in axes]
    try:
        values = {some: evaluator.result(f, dict(zip(names, some))) for some in product(*members)}
    except NotImplementedError:
        return None
    named = plan.game.kinds[f.result.of].members if f.result.name == "kind" else []
    kinds = [type.of for _, type in axes]
    return ConstantTable(constant(plan.names[f.key]), f, kinds, members, values, list(named))


def may_be_none(plan: Plan) -> set[tuple[str, str]]:
    """Parameters (function, name) for which some call gives none, or something that may be none."""
    given = [
        (key, e.name, name, a)
        for key, f in plan.signatures.items()
        for e in all_expressions(f.body)
        if isinstance(e, CallExpr)
        for name, a in arguments(plan.signatures[e.name], e).items()
    ]
    found = {(to, name) for _, to, name, a in given if a.type.optional}
    size = -1
    while size < len(found):
        size = len(found)
        found |= {
            (to, name)
            for key, to, name, a in given
            if isinstance(a, (Local, This)) and (key, a.name if isinstance(a, Local) else "this") in found
        }
    return found


def partly_constant(plan: Plan) -> dict[str, PartialTable]:
    """Defines of a member and of something else that give figures other than 0 of most members, whatever the position is."""
    evaluator, absent = Members(plan), may_be_none(plan)
    found: dict[str, PartialTable] = {}
    for key in plan.names:
        f = plan.signatures.get(key)
        if f is None or f.category != "define" or f.result.name != "number" or "@" in key:
            continue
        axes = [(name, type) for name, type in axes_of(f) if is_member(type)]
        if len(axes) != 1 or (key, axes[0][0]) in absent:
            continue
        name, kind = axes[0][0], plan.game.kinds[axes[0][1].of]
        figures = [figure_of(evaluator, f, name, i) for i in range(len(kind.members))]
        if any(n == 0 for n in figures) and 2 * figures.count(0) < len(figures):
            found[key] = PartialTable(constant(plan.names[key]), f, place_of(f, name), kind.name, figures)
    return found


def place_of(f: tree.Function, name: str) -> int:
    """Where a call has `this` or a parameter."""
    return 1 if name == "this" else 2 + [p.name for p in f.params].index(name)


def figure_of(evaluator: Members, f: tree.Function, name: str, member: int) -> int:
    """What a define gives for a member; 0: that is not known."""
    try:
        return int(evaluator.result(f, {name: member}))
    except NotImplementedError:
        return 0


def possible_members(plan: Plan) -> dict[str, Possible]:
    """Tests of a member and of something else that do not hold for some members, whatever the position is."""
    evaluator, absent = Members(plan), may_be_none(plan)
    found: dict[str, Possible] = {}
    for key in plan.names:
        f = plan.signatures.get(key)
        if f is None or f.category != "define" or f.result.name != "flag":
            continue
        axes = [(name, type) for name, type in axes_of(f) if is_member(type)]
        if len(axes) != 1 or len(axes_of(f)) == 1 or (key, axes[0][0]) in absent:
            continue
        name, kind = axes[0][0], plan.game.kinds[axes[0][1].of]
        members = [m for i, m in enumerate(kind.members) if can_hold(evaluator, f, name, i)]
        if 0 < len(members) < len(kind.members):
            table = set_name(plan, key, members, found)
            found[key] = Possible(table, f, place_of(f, name), kind.name, members)
    return found


def set_name(plan: Plan, key: str, members: list[str], found: dict[str, Possible]) -> str:
    """A test that is said of a later position has the name of the test itself, if it can hold for the same members."""
    plain = constant(plan.names.get(key.split("@with_")[0], plan.names[key]))
    same = all(x.members == members for x in found.values() if x.name == plain)
    return plain if same else constant(plan.names[key])


def can_hold(evaluator: Members, f: tree.Function, name: str, member: int) -> bool:
    """Whether a test can hold for a member."""
    try:
        return bool(evaluator.result(f, {name: member}))
    except NotImplementedError:
        return True
