"""Expressions of the typed tree, evaluated directly over a state."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, TypeVar

from rulewright.typed.expr import (
    And,
    BaseCall,
    Bundle,
    CallExpr,
    ColumnOf,
    Compare,
    Const,
    DefineRef,
    Directions,
    Field,
    Fold,
    Get,
    IfExpr,
    In,
    Item,
    Lib,
    ListOf,
    Local,
    Math,
    Minus,
    NoRow,
    Not,
    Or,
    Pair,
    Participant,
    Pieces,
    Query,
    Range,
    RuleValue,
    SomeSubset,
    Text,
    This,
    You,
)
from rulewright.typed.tree import E, FieldInfo, Game, Let, Result
from rulewright.typed.types import Type
from rulewright_runtime import DIRECTIONS, RulesFailure, bundle_text, numbers, seat_text

from . import library
from .budget import Budget, kept
from .env import Env, scratch
from .state import NONE, State

if TYPE_CHECKING:
    from .rules import Rules

COMPARE: dict[str, Callable[[Any, Any], bool]] = {
    "=": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}
MATH: dict[str, Callable[[int, int], int]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: a // b,
}


def many(value: Any) -> tuple[Any, ...]:
    """A collection as a tuple: a map is its values, one thing is a collection of one."""
    if isinstance(value, dict):
        return tuple(value.values())
    return value if isinstance(value, tuple) else (value,)


EVALUATED: dict[type[E], Callable[[Values, Any, Env, State], Any]] = (
    {}
)  # how each kind of expression is evaluated
Evaluate = TypeVar("Evaluate", bound=Callable[..., Any])


def evaluates(*kinds: type[E]) -> Callable[[Evaluate], Evaluate]:
    """Registers how some kinds of expressions are evaluated."""

    def register(evaluate: Evaluate) -> Evaluate:
        EVALUATED.update(dict.fromkeys(kinds, evaluate))
        return evaluate

    return register


class Values:
    """Evaluates expressions of one game."""

    def __init__(self, rules: Rules) -> None:
        self.rules: Rules = rules
        self.budget = Budget()
        self.game: Game = rules.game
        self.resources: list[str] = list(self.game.resources)

    def value(self, e: E, env: Env, st: State) -> Any:
        self.budget.spend()
        return EVALUATED[type(e)](self, e, env, st)

    def given(self, e: E | None, env: Env, st: State, otherwise: Any = 0) -> Any:
        return otherwise if e is None else self.value(e, env, st)

    def wanted(self, e: E, type: Type, env: Env, st: State) -> Any:
        """A value as another place wants it: one thing may stand for a collection."""
        found = self.value(e, env, st)
        return many(found) if type.name == "many" else found

    def all(self, e: E, env: Env, st: State) -> tuple[Any, ...]:
        return self.budget.of_size(many(self.value(e, env, st)))

    def holds(self, e: E | None, env: Env, st: State) -> bool:
        return e is None or bool(self.value(e, env, st))

    # ------------------------------------------------------------ names

    # ------------------------------------------------------------ calls

    def call_parts(self, e: CallExpr, env: Env, st: State) -> tuple[int, int, tuple[Any, ...]]:
        you, this = self.given(e.subject, env, st, env.you), self.given(e.this, env, st, env.this)
        params = self.game.functions[e.name].params
        return you, this, tuple(kept(self.wanted(a, p.type, env, st)) for a, p in zip(e.arguments, params))

    def define(self, key: str, you: int, this: int, args: tuple[Any, ...], st: State) -> Any:
        call = (key, you, this, args)
        if any(isinstance(a, dict) for a in args):
            return self.layer(key, self.rules.layers(key, you, this, st), you, this, args, st)
        if call not in st.found:
            before = self.budget.spent
            found = self.layer(key, self.rules.layers(key, you, this, st), you, this, args, st)
            st.found[call] = found, self.budget.spent - before
            return found
        found, cost = st.found[call]
        self.budget.saved += cost
        return found

    def layer(
        self, key: str, layers: tuple[Any, ...], you: int, this: int, args: tuple[Any, ...], st: State
    ) -> Any:
        """The value that the outermost layer gives."""
        body, env = self.rules.opened(key, layers, you, this, args, st)
        type = self.game.functions[key].result
        for s in body:
            if isinstance(s, Let):
                env = env.bind(s.name, self.value(s.value, env, st))
            elif isinstance(s, Result) and self.holds(s.test, env, st):
                return self.wanted(s.value, type, env, st)
        raise AssertionError(f"{key} gives no value")

    def base_parts(self, e: BaseCall, env: Env, st: State) -> tuple[Any, ...]:
        assert env.base is not None
        if not e.given:
            return tuple(env.names[p] for p in env.base.params)
        params = self.game.functions[env.base.key].params
        return tuple(self.wanted(a, p.type, env, st) for a, p in zip(e.arguments, params))

    # ------------------------------------------------------------ operators

    # ------------------------------------------------------------ queries

    def ranged(self, name: str, source: E, where: E | None, env: Env, st: State) -> Iterator[tuple[Any, Env]]:
        """Each element for which the condition holds, with the names in which it is bound."""
        inner = scratch(env)
        for x in self.all(source, env, st):
            inner.names[name] = x
            if self.holds(where, inner, st):
                yield x, inner

    # ------------------------------------------------------------ the library and words

    def words(self, type: Type, value: Any) -> str:
        if type.name == "flag":
            return "yes" if value else "no"
        if type.name == "player":
            return "nobody" if value == NONE else seat_text(value)
        if type.name == "piece":
            return type.of
        if type.name == "direction":
            return "none" if value == NONE else DIRECTIONS[value]
        if type.is_many:
            things = value.values() if type.name == "map" else value
            return ", ".join(self.words(type.item, x) for x in things)
        if type.name == "resource":
            return "none" if value == NONE else list(self.game.resources.values())[value].label
        if type.name == "bundle":
            return bundle_text(tuple(r.label for r in self.game.resources.values()), value)
        if type.name == "kind":
            return "none" if value == NONE else self.game.kinds[type.of].labels[value]
        if type.name == "cell":
            kind = self.game.boards[type.of].kind
            names = self.game.kinds[kind].labels if kind else self.rules.boards[type.of].names
            return "none" if value == NONE else names[value]
        return str(value)


# ---------------------------------------------------------------- each kind of expression


@evaluates(Const)
def on_const(v: Values, e: Const, env: Env, st: State) -> Any:
    return e.value


@evaluates(Local)
def on_local(v: Values, e: Local, env: Env, st: State) -> Any:
    return env.names[e.name]


@evaluates(You)
def on_you(v: Values, e: You, env: Env, st: State) -> int:
    return env.you


@evaluates(This)
def on_this(v: Values, e: This, env: Env, st: State) -> int:
    return env.this


@evaluates(Field)
def on_field(v: Values, e: Field, env: Env, st: State) -> Any:
    info: FieldInfo = e.info
    owner = v.given(e.owner, env, st)
    if info.key is None:
        return st.read(info, owner, 0)
    if e.key is not None:
        return st.read(info, owner, v.value(e.key, env, st))
    return {k: st.read(info, owner, k) for k in range(info.key_low, info.key_low + info.key_size)}


@evaluates(Pair)
def on_pair(v: Values, e: Pair, env: Env, st: State) -> int:
    """The place of two keys in a map of pairs."""
    assert e.type.sizes is not None
    low, size, other_low, other_size = e.type.sizes
    first, second = v.value(e.first, env, st) - low, v.value(e.second, env, st) - other_low
    if not (0 <= first < size and 0 <= second < other_size):
        raise RulesFailure("a key outside the map")
    return int(first * other_size + second)


@evaluates(ColumnOf)
def on_column(v: Values, e: ColumnOf, env: Env, st: State) -> Any:
    column = v.game.kinds[e.kind].columns[e.name]
    member = v.value(e.member, env, st)
    if not 0 <= member < len(column.cells):
        raise RulesFailure(f"no member has the column {e.name}")
    cell = column.cells[member]
    if cell is not None:
        return v.wanted(cell, column.type, Env({}, this=member), st)
    blanks: dict[str, Any] = {
        "many": (),
        "flag": False,
        "number": 0,
        "bundle": (0,) * len(v.resources),
    }
    return blanks.get(column.type.name, NONE)


@evaluates(Pieces)
def on_pieces(v: Values, e: Pieces, env: Env, st: State) -> tuple[int, ...]:
    return st.alive[e.piece]


@evaluates(CallExpr)
def on_call(v: Values, e: CallExpr, env: Env, st: State) -> Any:
    you, this, args = v.call_parts(e, env, st)
    return v.define(e.name, you, this, args, st)


@evaluates(BaseCall)
def on_base(v: Values, e: BaseCall, env: Env, st: State) -> Any:
    base = env.base
    assert base is not None
    return v.layer(base.key, base.layers, env.you, base.this, v.base_parts(e, env, st), st)


@evaluates(RuleValue)
def on_effect(v: Values, e: RuleValue, env: Env, st: State) -> Any:
    return ("effect", e.name, tuple(v.value(a, env, st) for a in e.arguments if a is not None))


@evaluates(Math)
def on_math(v: Values, e: Math, env: Env, st: State) -> int:
    right = v.value(e.right, env, st)
    if e.sign == "/" and right == 0:
        raise RulesFailure("division by zero")
    return MATH[e.sign](v.value(e.left, env, st), right)


@evaluates(Minus)
def on_minus(v: Values, e: Minus, env: Env, st: State) -> int:
    return -int(v.value(e.value, env, st))


@evaluates(Compare)
def on_compare(v: Values, e: Compare, env: Env, st: State) -> bool:
    left, right = v.value(e.left, env, st), v.value(e.right, env, st)
    if e.left.type.is_many or e.right.type.is_many:
        left, right = many(left), many(right)
        if "set" in (e.left.type.shape, e.right.type.shape):
            left, right = set(left), set(right)
    return COMPARE[e.sign](left, right)


@evaluates(In)
def on_in(v: Values, e: In, env: Env, st: State) -> bool:
    return (v.value(e.element, env, st) in v.all(e.collection, env, st)) != e.negated


@evaluates(And)
def on_and(v: Values, e: And, env: Env, st: State) -> bool:
    return all(v.value(a, env, st) for a in e.operands if a is not None)


@evaluates(Or)
def on_or(v: Values, e: Or, env: Env, st: State) -> bool:
    return any(v.value(a, env, st) for a in e.operands if a is not None)


@evaluates(Not)
def on_not(v: Values, e: Not, env: Env, st: State) -> bool:
    return not v.value(e.operand, env, st)


@evaluates(IfExpr)
def on_if(v: Values, e: IfExpr, env: Env, st: State) -> Any:
    return v.wanted(e.value if v.value(e.test, env, st) else e.otherwise, e.type, env, st)


@evaluates(ListOf)
def on_list(v: Values, e: ListOf, env: Env, st: State) -> tuple[Any, ...]:
    return tuple(v.value(a, env, st) for a in e.items if a is not None)


@evaluates(Range)
def on_range(v: Values, e: Range, env: Env, st: State) -> tuple[int, ...]:
    return tuple(numbers(v.value(e.low, env, st), v.value(e.high, env, st) + 1))


@evaluates(Bundle)
def on_bundle(v: Values, e: Bundle, env: Env, st: State) -> tuple[int, ...]:
    amounts = dict.fromkeys(v.resources, 0)
    for name, a in zip(e.resources, e.amounts):
        amounts[name] += v.given(a, env, st)
    return tuple(amounts.values())


@evaluates(Item)
def on_item(v: Values, e: Item, env: Env, st: State) -> Any:
    group, place = v.all(e.collection, env, st), v.value(e.index, env, st)
    if not 1 <= place <= len(group):
        raise RulesFailure(f"there is no element {place}")
    return group[place - 1]


@evaluates(Get)
def on_get(v: Values, e: Get, env: Env, st: State) -> Any:
    group, key = v.value(e.map, env, st), v.value(e.key, env, st)
    if key not in group:
        raise RulesFailure(f"the map has nothing for {key}")
    return group[key]


@evaluates(Query)
def on_query(v: Values, e: Query, env: Env, st: State) -> Any:
    found = v.ranged(e.variable, e.source, e.where, env, st)
    if e.quantifier == "any":
        return any(True for _ in found)
    if e.quantifier == "no":
        return not any(True for _ in found)
    if e.quantifier == "first":
        return next((x for x, _ in found), NONE)
    if e.quantifier in ("all", "count"):
        kept = tuple(x for x, _ in found)
        return kept if e.quantifier == "all" else len(kept)
    rated = [(v.value(e.by, inner, st), x) for x, inner in found]  # type: ignore[arg-type]
    if e.quantifier == "ordered":
        return tuple(x for _, x in sorted(rated, key=lambda pair: pair[0]))
    best = max((by for by, _ in rated), default=None)
    return next((x for by, x in rated if by == best), NONE)


@evaluates(Fold)
def on_fold(v: Values, e: Fold, env: Env, st: State) -> Any:
    found = {}
    rated = []
    for x, inner in v.ranged(e.variable, e.source, e.where, env, st):
        found[x] = v.value(e.body, inner, st)
        rated.append(found[x])
    if e.operation == "each":
        return found
    if e.operation == "sum":
        return sum(rated)
    if e.operation == "joined":
        return tuple(x for collection in rated for x in collection)
    if e.operation == "sum_bundles":
        return tuple(sum(b[i] for b in rated) for i in range(len(v.resources)))
    return (max if e.operation == "highest" else min)(rated, default=0)


@evaluates(Lib, DefineRef, Directions, NoRow, Participant, SomeSubset)
def on_lib(v: Values, e: E, env: Env, st: State) -> Any:
    if isinstance(e, Participant):
        return st.players + e.number
    if isinstance(e, Directions):
        return e.numbers
    if isinstance(e, NoRow):
        raise RulesFailure("the table has no row for this")
    assert isinstance(e, Lib)
    return library.call(v, e, env, st)


@evaluates(Text)
def on_text(v: Values, e: Text, env: Env, st: State) -> str:
    holes = iter(e.holes)
    parts: list[str] = []
    for part in e.texts:
        if part is None:
            hole = next(holes)
            part = v.words(hole.type, v.value(hole, env, st))
        parts.append(part)
    return "".join(parts)
