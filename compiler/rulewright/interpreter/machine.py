"""The oracle at work: blocks, units and rules with their reactions, by what is registered for each kind of statement."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeVar

from rulewright.typed import tree
from rulewright_runtime import Finished

from .asking import Ask, Asking, Waiting
from .env import Around, Env, Then
from .library import stock
from .rules import Dispute, Layers, Reaction
from .state import NONE, State

After = Callable[[State], Any]
Take = TypeVar("Take", bound=Callable[..., Any])
DONE: dict[type, Callable[[Machine, Any, Env, State], Env | None]] = {}  # statements that never ask
STEPS: dict[type, Callable[[Machine, Any, Env, State, Then], Any]] = {}  # those that can, with what follows


def done_at_once(kind: type) -> Callable[[Take], Take]:
    """Registers how a kind of statement is carried out that never asks; it may give new names."""

    def register(take: Take) -> Take:
        DONE[kind] = take
        return take

    return register


def taken_as_step(kind: type) -> Callable[[Take], Take]:
    """Registers how a kind of statement is carried out that can ask."""

    def register(take: Take) -> Take:
        STEPS[kind] = take
        return take

    return register


class Machine(Asking):
    """Carries out the rules of one game; what waits for an answer is kept here."""

    waiting: list[Waiting]
    after_secret: Any

    def block(self, body: tree.Block, env: Env, st: State, k: Then, at: int = 0) -> Any:
        """The statements from one on; those that cannot ask are carried out at once."""
        while at < len(body):
            done = DONE.get(type(body[at]))
            if done is None:
                return self.step(body, at, env, st, k)
            env = done(self, body[at], env, st) or env
            at += 1
        return lambda: k(env, st)

    def step(self, body: tree.Block, at: int, env: Env, st: State, k: Then) -> Any:
        """One statement, then the rest of its block."""
        take = STEPS[type(body[at])]
        return lambda: take(self, body[at], env, st, lambda e, t: self.block(body, e, t, k, at + 1))

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
            return self.react(plain, you, args, around, t, lambda u: disputed(found, dispute, u))

        def disputed(found: list[Reaction], dispute: Dispute, t: State) -> Any:
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

    def change(
        self, verb: str, resource: str, who: int, amount: int, around: Around, st: State, then: After
    ) -> Any:
        """One resource: a counter, or what its own rules say."""
        r = self.game.resources[resource]
        if verb == "gain" and "room" in r.functions:
            amount = min(amount, self.values.define(r.functions["room"], who, NONE, (), st))
        if verb == "lose":
            amount = min(amount, stock(self.values, resource, who, st))
        rule = r.functions.get("gained" if verb == "gain" else "paid")
        if rule is not None:
            return self.call(rule, who, NONE, (amount,), around, st, then)
        assert r.field is not None
        st.write(r.field, who, 0, st.read(r.field, who, 0) + (amount if verb == "gain" else -amount))
        return then(st)

    def unit(self, body: tree.Block, env: Env, st: State, k: Then) -> Any:
        return self.block(body, env.in_unit(), st, lambda e, t: self.end_of_unit(e, t, env.around, k))

    def end_of_unit(self, env: Env, st: State, outer: Around, k: Then) -> Any:
        """The outermost unit that has been carried through ends a trial."""
        if st.trial >= 0 and not outer.units:
            raise Finished
        return k(env.within(outer), st)

    def in_order(
        self,
        dispute: Dispute,
        you: int,
        left: list[tuple[int, Reaction]],
        react: Any,
        around: Around,
        st: State,
        then: After,
    ) -> Any:
        """Reactions whose order their subject chooses, for one thing after the other; one that clashes with no other left is not asked for."""
        if not left:
            return lambda: then(st)

        def resume(option: int, t: State) -> Any:
            at = next(n for n, (i, _) in enumerate(left) if i == option)
            rest = left[:at] + left[at + 1 :]
            return react(left[at][1], t, lambda u: self.in_order(dispute, you, rest, react, around, u, then))

        d = Ask(
            choice=dispute.choice,
            who=you,
            options=dispute.options(
                [i for i, _ in left], lambda test: self.values.holds(test, Env({}, you=you), st)
            ),
            resume=resume,
            around=around,
            opens=lambda o: False,
            again=lambda t: self.in_order(dispute, you, left, react, around, t, then),
        )
        return self.ask(d, st)
