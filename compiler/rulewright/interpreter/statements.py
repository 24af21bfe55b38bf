"""Statements as steps with what follows them passed along, so that any of them can be tried and left again."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rulewright.typed import tree
from rulewright.typed.expr import BaseCall, CallExpr, Field, Get, Item, Local
from rulewright.typed.tree import E
from rulewright.typed.types import ZONES
from rulewright_runtime import Blocked, GameOver, RulesFailure, chance

from .budget import kept
from .choosing import gain_mix, pay_mix, secretly
from .env import Around, Env, Then
from .library import can_pay, difference
from .machine import After, Machine, done_at_once, taken_as_step
from .state import NONE, Slot, State


@done_at_once(tree.Let)
def do_let(m: Machine, s: tree.Let, env: Env, st: State) -> Env:
    return env.bind(s.name, kept(m.values.wanted(s.value, s.value.type, env, st)))


@done_at_once(tree.Set)
def do_set(m: Machine, s: tree.Set, env: Env, st: State) -> Env | None:
    value = m.values.wanted(s.value, s.target.type, env, st)
    if s.op != "=":
        old = m.values.value(s.target, env, st)
        value = old + value if s.op == "+=" else old - value
    if s.target.type.name == "number" and not s.target.type.optional and value <= NONE // 2:
        raise RulesFailure("none is no number")
    return store(m, s.target, value, s.value.type.optional and s.op == "=", env, st)


def store(m: Machine, target: E, value: Any, unchecked: bool, env: Env, st: State) -> Env | None:
    if isinstance(target, Local):
        return env.bind(target.name, value)
    if isinstance(target, Item):
        place = m.values.value(target.index, env, st)
        m.values.value(target, env, st)  # it must be there
        group = m.values.all(target.collection, env, st)
        return store(m, target.collection, (*group[: place - 1], value, *group[place:]), True, env, st)
    if isinstance(target, Get):
        whole = target.map
        assert isinstance(whole, Field)
        target = Field(target.type, whole.info, whole.owner, target.key)
    assert isinstance(target, Field)
    _, owner, key = slot(m, target, env, st)
    st.write(target.info, owner, key, in_range(m, target.info, value, unchecked))
    return None


def in_range(m: Machine, info: tree.FieldInfo, value: Any, unchecked: bool) -> Any:
    low, high = info.type.low, info.type.high
    if info.type.name != "number" or (unchecked and value == NONE):
        return value
    if "cyclic" in info.flags and low is not None and high is not None:
        return (value - low) % (high - low + 1) + low
    if (low is not None and value < low) or (high is not None and value > high):
        raise RulesFailure(f"{info.name} cannot become {value}")
    return value


def slot(m: Machine, e: E, env: Env, st: State) -> Slot:
    assert isinstance(e, Field)
    return (
        e.info.attribute,
        m.values.given(e.owner, env, st),
        m.values.given(e.key, env, st),
    )


@done_at_once(tree.Say)
def do_say(m: Machine, s: tree.Say, env: Env, st: State) -> None:
    if st.trial < 0:
        text = m.values.value(s.text, env, st)
        m.values.budget.spend((len(st.log) + len(text)) // 10)
        st.log = (*st.log, text)


@done_at_once(tree.Require)
def do_require(m: Machine, s: tree.Require, env: Env, st: State) -> None:
    if not m.values.value(s.test, env, st):
        raise Blocked(s.reason)


@done_at_once(tree.Begin)
def do_begin(m: Machine, s: tree.Begin, env: Env, st: State) -> None:
    ending = {f.key for f in m.rules.actions if f.once_per == s.period}
    st.used = {mark: used for mark, used in st.used.items() if mark[0] not in ending}


@done_at_once(tree.Shuffle)
def do_shuffle(m: Machine, s: tree.Shuffle, env: Env, st: State) -> Env | None:
    state: Any = st
    return store(m, s.zone, chance.shuffled(state, m.values.all(s.zone, env, st)), True, env, st)


def is_zone(m: Machine, e: E, what: E) -> bool:
    held = what.type.item if what.type.is_many else what.type
    return held.name == "piece" and isinstance(e, Field) and e.type.is_many and e.type.shape in ZONES


def piece_of(m: Machine, e: E) -> str:
    return (e.type.item if e.type.is_many else e.type).of


@done_at_once(tree.Move)
def do_move(m: Machine, s: tree.Move, env: Env, st: State) -> Env | None:
    what = m.values.all(s.what, env, st)
    goal = s.goal
    place = goal.type.item if goal.type.is_many and not isinstance(goal, Field) else goal.type
    if place.name == "cell" and piece_of(m, s.what) in m.game.pieces:
        for x in what:
            st.stand(piece_of(m, s.what), x, m.values.all(goal, env, st))
        return None
    if is_zone(m, goal, s.what):
        for x in what:
            st.put(piece_of(m, s.what), x, slot(m, goal, env, st), s.end == "top")
        return None
    return move_values(m, what, s, env, st)


def move_values(m: Machine, what: tuple[Any, ...], s: tree.Move, env: Env, st: State) -> Env | None:
    if s.origin is not None:
        env = store(m, s.origin, difference(m.values.all(s.origin, env, st), what), True, env, st) or env
    if not s.goal.type.is_many:
        return store(m, s.goal, what[0] if what else NONE, True, env, st) or env
    held = m.values.all(s.goal, env, st)
    if s.goal.type.shape == "set":
        what = tuple(x for x in what if x not in held)
    return store(m, s.goal, what + held if s.end == "top" else held + what, True, env, st) or env


@done_at_once(tree.Place)
def do_place(m: Machine, s: tree.Place, env: Env, st: State) -> None:
    infos = m.game.pieces[s.piece].fields
    values = {n: m.values.wanted(e, infos[n].type, env, st) for n, e in s.fields.items()}
    at = m.values.all(s.at, env, st)
    number = st.new_piece(s.piece)
    for name, info in infos.items():
        value = values[name] if name in values else m.rules.first_value(info, number, 0, st)
        st.fields[(info.attribute, number, 0)] = value
    if isinstance(s.at, Field) and s.at.type.is_many:
        st.put(s.piece, number, slot(m, s.at, env, st), False)
    else:
        st.stand(s.piece, number, at)


@done_at_once(tree.Remove)
def do_remove(m: Machine, s: tree.Remove, env: Env, st: State) -> Env | None:
    what = m.values.all(s.what, env, st)
    if s.origin is None:
        for x in what:
            st.remove(piece_of(m, s.what), x)
        return None
    return store(m, s.origin, difference(m.values.all(s.origin, env, st), what), True, env, st)


@done_at_once(tree.Draw)
def do_draw(m: Machine, s: tree.Draw, env: Env, st: State) -> Env | None:
    held = m.values.all(s.origin, env, st)
    amount = max(0, m.values.value(s.amount, env, st))
    drawn = held[:amount]
    if is_zone(m, s.goal, s.origin):
        for x in drawn:
            st.put(piece_of(m, s.origin), x, slot(m, s.goal, env, st), False)
        return None
    env = store(m, s.origin, held[amount:], True, env, st) or env
    if s.goal.type.is_many:
        return store(m, s.goal, m.values.all(s.goal, env, st) + drawn, True, env, st) or env
    return store(m, s.goal, drawn[0] if drawn else NONE, True, env, st) or env


@taken_as_step(tree.If)
def step_if(m: Machine, s: tree.If, env: Env, st: State, k: Then) -> Any:
    return m.block(s.then if m.values.value(s.test, env, st) else s.otherwise, env, st, k)


@taken_as_step(tree.For)
def step_for(m: Machine, s: tree.For, env: Env, st: State, k: Then) -> Any:
    return loop(m, s.name, m.values.all(s.source, env, st), s.body, env, st, k)


def loop(
    m: Machine, name: str, items: tuple[Any, ...], body: tree.Block, env: Env, st: State, k: Then
) -> Any:
    if not items:
        return lambda: k(env, st)
    return m.block(body, env.bind(name, items[0]), st, lambda e, t: loop(m, name, items[1:], body, e, t, k))


@taken_as_step(tree.Each)
def step_each(m: Machine, s: tree.Each, env: Env, st: State, k: Then) -> Any:
    """Who takes part is settled at the start."""
    everyone = m.values.all(s.source, env, st)
    players = tuple(p for p in everyone if m.values.holds(s.where, env.bind(s.name, p), st))
    if s.secretly:
        return secretly(m, s, players, env, st, k)
    return loop(m, s.name, players, s.body, env, st, k)


@taken_as_step(tree.Repeat)
def step_repeat(m: Machine, s: tree.Repeat, env: Env, st: State, k: Then) -> Any:
    if s.times is None:
        return until(m, s, env, st, k)
    return loop(m, "", (0,) * m.values.value(s.times, env, st), s.body, env, st, k)


def until(m: Machine, s: tree.Repeat, env: Env, st: State, k: Then) -> Any:
    if m.values.holds(s.until, env, st):
        return lambda: k(env, st)
    return m.block(s.body, env, st, lambda e, t: until(m, s, e, t, k))


@taken_as_step(tree.Stop)
def step_stop(m: Machine, s: tree.Stop, env: Env, st: State, k: Then) -> Any:
    assert env.leave is not None
    return env.leave(env, st)


@taken_as_step(tree.With)
def step_with(m: Machine, s: tree.With, env: Env, st: State, k: Then) -> Any:
    outer = env.around
    free = (*outer.free, (m.values.value(s.who, env, st), s.menu))
    inner = env.within(replace(outer, free=free))
    return m.block(s.body, inner, st, lambda e, t: k(e.within(outer), t))


@taken_as_step(tree.Call)
def step_call(m: Machine, s: tree.Call, env: Env, st: State, k: Then) -> Any:
    call = s.call
    after: After = lambda t: k(env, t)  # noqa: E731
    if isinstance(call, CallExpr):
        you, this, args = m.values.call_parts(call, env, st)
        return m.call(call.name, you, this, args, env.around, st, after)
    if isinstance(call, BaseCall):
        assert env.base is not None
        base, args = env.base, m.values.base_parts(call, env, st)
        return m.layer(base.key, base.layers, env.you, base.this, args, env.around, st, after)
    if call.name == "end_game":
        st.winners = m.values.all(call.arg(0), env, st) if call.arguments else m.rules.final_winners(st)
        st.changed()
        raise GameOver
    if call.name == "perform":
        who, effect = m.values.value(call.arg(0), env, st), m.values.value(call.arg(1), env, st)
        if effect != NONE:
            return m.call(effect[1], who, NONE, effect[2], env.around, st, after)
    return after(st)


@taken_as_step(tree.Gain)
def step_gain(m: Machine, s: tree.Gain, env: Env, st: State, k: Then) -> Any:
    who, amounts = m.values.value(s.who, env, st), m.values.value(s.amount, env, st)
    parts = [(r, n) for r, n in zip(m.values.resources, amounts) if n]
    if any(n <= NONE // 2 for _, n in parts):
        raise RulesFailure("none is no number")
    if s.verb == "pay" and not can_pay(m.values, parts, who, st):
        raise Blocked(f"not enough of {parts}")
    parts.sort(key=lambda part: bool(m.game.resources[part[0]].of))  # mixes come last
    return each_amount(m, s.verb, who, parts, env.around, st, lambda t: k(env, t))


def each_amount(
    m: Machine, verb: str, who: int, parts: list[tuple[str, int]], around: Around, st: State, then: After
) -> Any:
    if not parts:
        return lambda: then(st)
    resource, amount = parts[0]
    go_on: After = lambda t: each_amount(m, verb, who, parts[1:], around, t, then)  # noqa: E731
    if m.game.resources[resource].of:
        if verb == "gain":
            return gain_mix(m, verb, resource, who, amount, around, st, go_on)
        return pay_mix(m, verb, resource, who, amount, around, st, go_on, parts[1:])
    return m.change(verb, resource, who, amount, around, st, go_on)
