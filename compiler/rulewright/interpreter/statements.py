"""Statements as steps with what follows them passed along, so that any of them can be tried and left again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from rulewright.typed import tree
from rulewright.typed.expr import BaseCall, CallExpr, Field, Get, Item, Local
from rulewright.typed.tree import E
from rulewright.typed.types import ZONES
from rulewright_runtime import Blocked, Finished, GameOver, RulesFailure, chance

from .budget import kept
from .choosing import Choosing
from .env import Around, Env, Then
from .library import can_pay, difference
from .rules import Dispute, Layers, Reaction
from .state import NONE, Slot, State
from .values import many

After = Callable[[State], Any]


class Statements(Choosing):
    def block(self, body: tree.Block, env: Env, st: State, k: Then, at: int = 0) -> Any:
        """The statements from one on; those that cannot ask are carried out at once."""
        while at < len(body):
            name = type(body[at]).__name__.lower()
            simple = getattr(self, "do_" + name, None)
            if simple is None:
                return self.step(getattr(self, "step_" + name), body, at, env, st, k)
            env = simple(body[at], env, st) or env
            at += 1
        return lambda: k(env, st)

    def step(self, take: Any, body: tree.Block, at: int, env: Env, st: State, k: Then) -> Any:
        """One statement, then the rest of its block."""
        return lambda: take(body[at], env, st, lambda e, t: self.block(body, e, t, k, at + 1))

    # ------------------------------------------------------------ values and words

    def do_let(self, s: tree.Let, env: Env, st: State) -> Env:
        return env.bind(s.name, kept(self.values.wanted(s.value, s.value.type, env, st)))

    def do_set(self, s: tree.Set, env: Env, st: State) -> Env | None:
        value = self.values.wanted(s.value, s.target.type, env, st)
        if s.op != "=":
            old = self.values.value(s.target, env, st)
            value = old + value if s.op == "+=" else old - value
        if s.target.type.name == "number" and not s.target.type.optional and value <= NONE // 2:
            raise RulesFailure("none is no number")
        return self.store(s.target, value, s.value.type.optional and s.op == "=", env, st)

    def store(self, target: E, value: Any, unchecked: bool, env: Env, st: State) -> Env | None:
        if isinstance(target, Local):
            return env.bind(target.name, value)
        if isinstance(target, Item):
            place = self.values.value(target.index, env, st)
            self.values.value(target, env, st)  # it must be there
            group = self.values.all(target.collection, env, st)
            return self.store(target.collection, (*group[: place - 1], value, *group[place:]), True, env, st)
        if isinstance(target, Get):
            whole = target.map
            assert isinstance(whole, Field)
            target = Field(target.type, whole.info, whole.owner, target.key)
        assert isinstance(target, Field)
        _, owner, key = self.slot(target, env, st)
        st.write(target.info, owner, key, self.in_range(target.info, value, unchecked))
        return None

    def in_range(self, info: tree.FieldInfo, value: Any, unchecked: bool) -> Any:
        low, high = info.type.low, info.type.high
        if info.type.name != "number" or (unchecked and value == NONE):
            return value
        if "cyclic" in info.flags and low is not None and high is not None:
            return (value - low) % (high - low + 1) + low
        if (low is not None and value < low) or (high is not None and value > high):
            raise RulesFailure(f"{info.name} cannot become {value}")
        return value

    def slot(self, e: E, env: Env, st: State) -> Slot:
        assert isinstance(e, Field)
        return (
            e.info.attribute,
            self.values.given(e.owner, env, st),
            self.values.given(e.key, env, st),
        )

    def do_say(self, s: tree.Say, env: Env, st: State) -> None:
        if st.trial < 0:
            text = self.values.value(s.text, env, st)
            self.values.budget.spend((len(st.log) + len(text)) // 10)
            st.log = (*st.log, text)

    def do_require(self, s: tree.Require, env: Env, st: State) -> None:
        if not self.values.value(s.test, env, st):
            raise Blocked(s.reason)

    def do_begin(self, s: tree.Begin, env: Env, st: State) -> None:
        ending = {f.key for f in self.rules.actions if f.once_per == s.period}
        st.used = {mark: used for mark, used in st.used.items() if mark[0] not in ending}

    # ------------------------------------------------------------ things

    def do_shuffle(self, s: tree.Shuffle, env: Env, st: State) -> Env | None:
        state: Any = st
        return self.store(s.zone, chance.shuffled(state, self.values.all(s.zone, env, st)), True, env, st)

    def is_zone(self, e: E, what: E) -> bool:
        held = what.type.item if what.type.is_many else what.type
        return held.name == "piece" and isinstance(e, Field) and e.type.is_many and e.type.shape in ZONES

    def piece_of(self, e: E) -> str:
        return (e.type.item if e.type.is_many else e.type).of

    def do_move(self, s: tree.Move, env: Env, st: State) -> Env | None:
        what = self.values.all(s.what, env, st)
        goal = s.goal
        place = goal.type.item if goal.type.is_many and not isinstance(goal, Field) else goal.type
        if place.name == "cell" and self.piece_of(s.what) in self.game.pieces:
            for x in what:
                st.stand(self.piece_of(s.what), x, self.values.all(goal, env, st))
            return None
        if self.is_zone(goal, s.what):
            for x in what:
                st.put(self.piece_of(s.what), x, self.slot(goal, env, st), s.end == "top")
            return None
        return self.move_values(what, s, env, st)

    def move_values(self, what: tuple[Any, ...], s: tree.Move, env: Env, st: State) -> Env | None:
        if s.origin is not None:
            env = (
                self.store(s.origin, difference(self.values.all(s.origin, env, st), what), True, env, st)
                or env
            )
        if not s.goal.type.is_many:
            return self.store(s.goal, what[0] if what else NONE, True, env, st) or env
        held = self.values.all(s.goal, env, st)
        if s.goal.type.shape == "set":
            what = tuple(x for x in what if x not in held)
        return self.store(s.goal, what + held if s.end == "top" else held + what, True, env, st) or env

    def do_place(self, s: tree.Place, env: Env, st: State) -> None:
        infos = self.game.pieces[s.piece].fields
        values = {n: self.values.wanted(e, infos[n].type, env, st) for n, e in s.fields.items()}
        at = self.values.all(s.at, env, st)
        number = st.new_piece(s.piece)
        for name, info in infos.items():
            value = values[name] if name in values else self.rules.first_value(info, number, 0, st)
            st.fields[(info.attribute, number, 0)] = value
        if isinstance(s.at, Field) and s.at.type.is_many:
            st.put(s.piece, number, self.slot(s.at, env, st), False)
        else:
            st.stand(s.piece, number, at)

    def do_remove(self, s: tree.Remove, env: Env, st: State) -> Env | None:
        what = self.values.all(s.what, env, st)
        if s.origin is None:
            for x in what:
                st.remove(self.piece_of(s.what), x)
            return None
        return self.store(s.origin, difference(self.values.all(s.origin, env, st), what), True, env, st)

    def do_draw(self, s: tree.Draw, env: Env, st: State) -> Env | None:
        held = self.values.all(s.origin, env, st)
        amount = max(0, self.values.value(s.amount, env, st))
        drawn = held[:amount]
        if self.is_zone(s.goal, s.origin):
            for x in drawn:
                st.put(self.piece_of(s.origin), x, self.slot(s.goal, env, st), False)
            return None
        env = self.store(s.origin, held[amount:], True, env, st) or env
        if s.goal.type.is_many:
            return self.store(s.goal, self.values.all(s.goal, env, st) + drawn, True, env, st) or env
        return self.store(s.goal, drawn[0] if drawn else NONE, True, env, st) or env

    # ------------------------------------------------------------ control

    def step_if(self, s: tree.If, env: Env, st: State, k: Then) -> Any:
        return self.block(s.then if self.values.value(s.test, env, st) else s.otherwise, env, st, k)

    def step_for(self, s: tree.For, env: Env, st: State, k: Then) -> Any:
        return self.loop(s.name, self.values.all(s.source, env, st), s.body, env, st, k)

    def loop(self, name: str, items: tuple[Any, ...], body: tree.Block, env: Env, st: State, k: Then) -> Any:
        if not items:
            return lambda: k(env, st)
        return self.block(
            body, env.bind(name, items[0]), st, lambda e, t: self.loop(name, items[1:], body, e, t, k)
        )

    def step_each(self, s: tree.Each, env: Env, st: State, k: Then) -> Any:
        """Who takes part is settled at the start."""
        everyone = self.values.all(s.source, env, st)
        players = tuple(p for p in everyone if self.values.holds(s.where, env.bind(s.name, p), st))
        if s.secretly:
            return self.secretly(s, players, env, st, k)
        return self.loop(s.name, players, s.body, env, st, k)

    def step_repeat(self, s: tree.Repeat, env: Env, st: State, k: Then) -> Any:
        if s.times is None:
            return self.until(s, env, st, k)
        return self.loop("", (0,) * self.values.value(s.times, env, st), s.body, env, st, k)

    def until(self, s: tree.Repeat, env: Env, st: State, k: Then) -> Any:
        if self.values.holds(s.until, env, st):
            return lambda: k(env, st)
        return self.block(s.body, env, st, lambda e, t: self.until(s, e, t, k))

    def step_stop(self, s: tree.Stop, env: Env, st: State, k: Then) -> Any:
        assert env.leave is not None
        return env.leave(env, st)

    def step_with(self, s: tree.With, env: Env, st: State, k: Then) -> Any:
        outer = env.around
        free = (*outer.free, (self.values.value(s.who, env, st), s.menu))
        inner = env.within(replace(outer, free=free))
        return self.block(s.body, inner, st, lambda e, t: k(e.within(outer), t))

    # ------------------------------------------------------------ calls

    def step_call(self, s: tree.Call, env: Env, st: State, k: Then) -> Any:
        call = s.call
        after: After = lambda t: k(env, t)  # noqa: E731
        if isinstance(call, CallExpr):
            you, this, args = self.values.call_parts(call, env, st)
            return self.call(call.name, you, this, args, env.around, st, after)
        if isinstance(call, BaseCall):
            assert env.base is not None
            base, args = env.base, self.values.base_parts(call, env, st)
            return self.layer(base.key, base.layers, env.you, base.this, args, env.around, st, after)
        if call.name == "end_game":
            st.winners = (
                self.values.all(call.arg(0), env, st) if call.arguments else self.rules.final_winners(st)
            )
            st.changed()
            raise GameOver
        if call.name == "perform":
            who, effect = self.values.value(call.arg(0), env, st), self.values.value(call.arg(1), env, st)
            if effect != NONE:
                return self.call(effect[1], who, NONE, effect[2], env.around, st, after)
        return after(st)

    def call(
        self, key: str, you: int, this: int, args: tuple[Any, ...], around: Around, st: State, then: After
    ) -> Any:
        """A rule with all that is in force, then the reactions to it."""
        function = self.game.functions[key]
        layers = self.rules.layers(key, you, this, st)
        uses = list(self.rules.after_use(function, you, st)) if function.category == "action" else []

        def reactions(t: State) -> Any:
            found = self.rules.reactions(key, you, this, t)
            dispute = self.rules.disputes.get(key, Dispute("", (), ()))
            plain = [r for r in found if r.change.span not in dispute.hooks]
            return self.react(plain, you, args, around, t, lambda u: in_order(found, dispute, u))

        def in_order(found: list[Reaction], dispute: Dispute, t: State) -> Any:
            left = [
                (i, r)
                for i, hook in enumerate(dispute.hooks)
                for r in found
                if r.change.span == hook and self.rules.reacting(r, you, args, t)
            ]
            react = lambda r, u, go: self.react([r], you, args, around, u, go)  # noqa: E731
            return self.in_order(dispute, you, left, react, around, t, used)

        def used(t: State) -> Any:
            return self.react(uses, you, (), around, t, then)

        return self.layer(key, layers, you, this, args, around, st, reactions)

    def layer(
        self,
        key: str,
        layers: Layers,
        you: int,
        this: int,
        args: tuple[Any, ...],
        around: Around,
        st: State,
        then: After,
    ) -> Any:
        body, env = self.rules.opened(key, layers, you, this, args, st)
        return self.body(body, env, around, st, then)

    def body(self, body: tree.Block, env: Env, around: Around, st: State, then: After) -> Any:
        """A rule's own body: `stop` leads to its end, and ends the units that it opened."""

        def leave(e: Env, t: State) -> Any:
            if t.trial >= 0 and e.around.units and not around.units:
                raise Finished
            return then(t)

        env = replace(env.within(around), leave=leave)
        return self.block(body, env, st, leave)

    def react(
        self, some: list[Reaction], you: int, args: tuple[Any, ...], around: Around, st: State, then: After
    ) -> Any:
        if not some:
            return lambda: then(st)
        env = self.rules.reacting(some[0], you, args, st)
        go_on: After = lambda t: self.react(some[1:], you, args, around, t, then)  # noqa: E731
        return self.body(some[0].change.body, env, around, st, go_on) if env is not None else go_on(st)

    def run_action(
        self, action: int, you: int, args: tuple[Any, ...], around: Around, st: State, then: After
    ) -> Any:
        """An action as a unit of its own; its mark is set first."""
        f = self.rules.actions[action]
        if f.once_per:
            st.used[(f.key, -1 if f.shared else you)] = True
        tried = around.tried | {f.key} if st.trial >= 0 else around.tried
        passed = tuple(args[f.menu_args.index(p.name)] for p in f.params)
        inner = replace(around, units=around.units + 1, tried=tried)
        return self.call(f.key, you, NONE, passed, inner, st, then)

    # ------------------------------------------------------------ resources

    def step_gain(self, s: tree.Gain, env: Env, st: State, k: Then) -> Any:
        who, amounts = self.values.value(s.who, env, st), self.values.value(s.amount, env, st)
        parts = [(r, n) for r, n in zip(self.values.resources, amounts) if n]
        if any(n <= NONE // 2 for _, n in parts):
            raise RulesFailure("none is no number")
        if s.verb == "pay" and not can_pay(self.values, parts, who, st):
            raise Blocked(f"not enough of {parts}")
        parts.sort(key=lambda part: bool(self.game.resources[part[0]].of))  # mixes come last
        return self.parts(s.verb, who, parts, env.around, st, lambda t: k(env, t))

    def parts(
        self, verb: str, who: int, parts: list[tuple[str, int]], around: Around, st: State, then: After
    ) -> Any:
        if not parts:
            return lambda: then(st)
        resource, amount = parts[0]
        go_on: After = lambda t: self.parts(verb, who, parts[1:], around, t, then)  # noqa: E731
        if self.game.resources[resource].of:
            if verb == "gain":
                return self.gain_mix(verb, resource, who, amount, around, st, go_on)
            return self.pay_mix(verb, resource, who, amount, around, st, go_on, parts[1:])
        return self.change(verb, resource, who, amount, around, st, go_on)

    def change(
        self, verb: str, resource: str, who: int, amount: int, around: Around, st: State, then: After
    ) -> Any:
        """One resource: a counter, or what its own rules say."""
        r = self.game.resources[resource]
        if verb == "gain" and "room" in r.functions:
            amount = min(amount, self.values.define(r.functions["room"], who, NONE, (), st))
        if verb == "lose":
            amount = min(amount, self.stock(resource, who, st))
        rule = r.functions.get("gained" if verb == "gain" else "paid")
        if rule is not None:
            return self.call(rule, who, NONE, (amount,), around, st, then)
        assert r.field is not None
        st.write(r.field, who, 0, st.read(r.field, who, 0) + (amount if verb == "gain" else -amount))
        return then(st)


__all__ = ["Statements", "many"]
