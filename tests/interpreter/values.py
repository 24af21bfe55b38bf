"""Expressions of the typed tree, evaluated directly over a state."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from rulewright.typed.tree import E, FieldInfo, Game, Let, Result
from rulewright.typed.types import Type
from rulewright_runtime import DIRECTIONS, RulesFailure, bundle_text, seat_text

from . import library
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


class Values:
    """Evaluates expressions of one game."""

    def __init__(self, rules: Rules) -> None:
        self.rules: Rules = rules
        self.game: Game = rules.game
        self.resources: list[str] = list(self.game.resources)
        self.ways = {
            name[3:].replace("_", " "): getattr(self, name) for name in dir(self) if name.startswith("on_")
        }

    def value(self, e: E, env: Env, st: State) -> Any:
        return self.ways[e.op](e, env, st)

    def given(self, e: E | None, env: Env, st: State, otherwise: Any = 0) -> Any:
        return otherwise if e is None else self.value(e, env, st)

    def wanted(self, e: E, type: Type, env: Env, st: State) -> Any:
        """A value as another place wants it: one thing may stand for a collection."""
        found = self.value(e, env, st)
        return many(found) if type.name == "many" else found

    def all(self, e: E, env: Env, st: State) -> tuple[Any, ...]:
        return many(self.value(e, env, st))

    def holds(self, e: E | None, env: Env, st: State) -> bool:
        return e is None or bool(self.value(e, env, st))

    # ------------------------------------------------------------ names

    def on_const(self, e: E, env: Env, st: State) -> Any:
        return e.data

    def on_local(self, e: E, env: Env, st: State) -> Any:
        return env.names[e.name]

    def on_you(self, e: E, env: Env, st: State) -> int:
        return env.you

    def on_this(self, e: E, env: Env, st: State) -> int:
        return env.this

    def on_field(self, e: E, env: Env, st: State) -> Any:
        info: FieldInfo = e.data
        owner = self.given(e.args[0], env, st)
        if info.key is None:
            return st.read(info, owner, 0)
        if e.args[1] is not None:
            return st.read(info, owner, self.value(e.args[1], env, st))
        return {k: st.read(info, owner, k) for k in range(info.key_low, info.key_low + info.key_size)}

    def on_pair(self, e: E, env: Env, st: State) -> int:
        """The place of two keys in a map of pairs."""
        assert e.type.sizes is not None
        low, size, other_low, other_size = e.type.sizes
        first, second = self.value(e.arg(0), env, st) - low, self.value(e.arg(1), env, st) - other_low
        if not (0 <= first < size and 0 <= second < other_size):
            raise RulesFailure("a key outside the map")
        return int(first * other_size + second)

    def on_column(self, e: E, env: Env, st: State) -> Any:
        column = self.game.kinds[e.data].columns[e.name]
        member = self.value(e.arg(0), env, st)
        if not 0 <= member < len(column.cells):
            raise RulesFailure(f"no member has the column {e.name}")
        cell = column.cells[member]
        if cell is not None:
            return self.wanted(cell, column.type, Env({}, this=member), st)
        blanks: dict[str, Any] = {
            "many": (),
            "flag": False,
            "number": 0,
            "bundle": (0,) * len(self.resources),
        }
        return blanks.get(column.type.name, NONE)

    def on_pieces(self, e: E, env: Env, st: State) -> tuple[int, ...]:
        return st.alive[e.name]

    # ------------------------------------------------------------ calls

    def on_call(self, e: E, env: Env, st: State) -> Any:
        you, this, args = self.call_parts(e, env, st)
        return self.define(e.name, you, this, args, st)

    def call_parts(self, e: E, env: Env, st: State) -> tuple[int, int, tuple[Any, ...]]:
        you, this = self.given(e.args[0], env, st, env.you), self.given(e.args[1], env, st, env.this)
        params = self.game.functions[e.name].params
        return you, this, tuple(self.wanted(e.arg(i + 2), p.type, env, st) for i, p in enumerate(params))

    def define(self, key: str, you: int, this: int, args: tuple[Any, ...], st: State) -> Any:
        call = (key, you, this, args)
        if any(isinstance(a, dict) for a in args):
            return self.layer(key, self.rules.layers(key, you, this, st), you, this, args, st)
        if call not in st.found:
            st.found[call] = self.layer(key, self.rules.layers(key, you, this, st), you, this, args, st)
        return st.found[call]

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

    def base_parts(self, e: E, env: Env, st: State) -> tuple[Any, ...]:
        assert env.base is not None
        if not e.data:
            return tuple(env.names[p] for p in env.base.params)
        params = self.game.functions[env.base.key].params
        return tuple(self.wanted(e.arg(i), p.type, env, st) for i, p in enumerate(params))

    def on_base(self, e: E, env: Env, st: State) -> Any:
        base = env.base
        assert base is not None
        return self.layer(base.key, base.layers, env.you, base.this, self.base_parts(e, env, st), st)

    def on_effect(self, e: E, env: Env, st: State) -> Any:
        return ("effect", e.name, tuple(self.value(a, env, st) for a in e.args if a is not None))

    # ------------------------------------------------------------ operators

    def on_math(self, e: E, env: Env, st: State) -> int:
        right = self.value(e.arg(1), env, st)
        if e.name == "/" and right == 0:
            raise RulesFailure("division by zero")
        return MATH[e.name](self.value(e.arg(0), env, st), right)

    def on_minus(self, e: E, env: Env, st: State) -> int:
        return -int(self.value(e.arg(0), env, st))

    def on_compare(self, e: E, env: Env, st: State) -> bool:
        left, right = self.value(e.arg(0), env, st), self.value(e.arg(1), env, st)
        if e.arg(0).type.is_many or e.arg(1).type.is_many:
            left, right = many(left), many(right)
            if "set" in (e.arg(0).type.shape, e.arg(1).type.shape):
                left, right = set(left), set(right)
        return COMPARE[e.name](left, right)

    def on_in(self, e: E, env: Env, st: State) -> bool:
        return self.value(e.arg(0), env, st) in self.all(e.arg(1), env, st)

    def on_not_in(self, e: E, env: Env, st: State) -> bool:
        return not self.on_in(e, env, st)

    def on_and(self, e: E, env: Env, st: State) -> bool:
        return all(self.value(a, env, st) for a in e.args if a is not None)

    def on_or(self, e: E, env: Env, st: State) -> bool:
        return any(self.value(a, env, st) for a in e.args if a is not None)

    def on_not(self, e: E, env: Env, st: State) -> bool:
        return not self.value(e.arg(0), env, st)

    def on_if(self, e: E, env: Env, st: State) -> Any:
        return self.wanted(e.arg(1 if self.value(e.arg(0), env, st) else 2), e.type, env, st)

    def on_list(self, e: E, env: Env, st: State) -> tuple[Any, ...]:
        return tuple(self.value(a, env, st) for a in e.args if a is not None)

    def on_range(self, e: E, env: Env, st: State) -> tuple[int, ...]:
        return tuple(range(self.value(e.arg(0), env, st), self.value(e.arg(1), env, st) + 1))

    def on_bundle(self, e: E, env: Env, st: State) -> tuple[int, ...]:
        amounts = dict.fromkeys(self.resources, 0)
        for name, a in zip(e.data, e.args):
            amounts[name] += self.given(a, env, st)
        return tuple(amounts.values())

    def on_item(self, e: E, env: Env, st: State) -> Any:
        group, place = self.all(e.arg(0), env, st), self.value(e.arg(1), env, st)
        if not 1 <= place <= len(group):
            raise RulesFailure(f"there is no element {place}")
        return group[place - 1]

    def on_get(self, e: E, env: Env, st: State) -> Any:
        group, key = self.value(e.arg(0), env, st), self.value(e.arg(1), env, st)
        if key not in group:
            raise RulesFailure(f"the map has nothing for {key}")
        return group[key]

    # ------------------------------------------------------------ queries

    def ranged(self, name: str, source: E, where: E | None, env: Env, st: State) -> Iterator[tuple[Any, Env]]:
        """Each element for which the condition holds, with the names in which it is bound."""
        inner = scratch(env)
        for x in self.all(source, env, st):
            inner.names[name] = x
            if self.holds(where, inner, st):
                yield x, inner

    def on_query(self, e: E, env: Env, st: State) -> Any:
        found = self.ranged(e.name, e.arg(0), e.args[1], env, st)
        if e.data == "any":
            return any(True for _ in found)
        if e.data == "no":
            return not any(True for _ in found)
        if e.data == "first":
            return next((x for x, _ in found), NONE)
        if e.data in ("all", "count"):
            kept = tuple(x for x, _ in found)
            return kept if e.data == "all" else len(kept)
        rated = [(self.value(e.args[2], inner, st), x) for x, inner in found]  # type: ignore[arg-type]
        if e.data == "ordered":
            return tuple(x for _, x in sorted(rated, key=lambda pair: pair[0]))
        best = max((by for by, _ in rated), default=None)
        return next((x for by, x in rated if by == best), NONE)

    def on_fold(self, e: E, env: Env, st: State) -> Any:
        found = {}
        rated = []
        for x, inner in self.ranged(e.name, e.arg(1), e.args[2], env, st):
            found[x] = self.value(e.arg(0), inner, st)
            rated.append(found[x])
        if e.data == "each":
            return found
        if e.data == "sum":
            return sum(rated)
        if e.data == "joined":
            return tuple(x for collection in rated for x in collection)
        if e.data == "sum_bundles":
            return tuple(sum(b[i] for b in rated) for i in range(len(self.resources)))
        return (max if e.data == "highest" else min)(rated, default=0)

    # ------------------------------------------------------------ the library and words

    def on_lib(self, e: E, env: Env, st: State) -> Any:
        return library.call(self, e, env, st)

    def on_text(self, e: E, env: Env, st: State) -> str:
        holes = iter(e.args)
        parts: list[str] = []
        for part in e.data:
            hole = next(holes) if part is None else None
            parts.append(part if hole is None else self.words(hole.type, self.value(hole, env, st)))
        return "".join(parts)

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
