"""The forms of choice: picks, sets, branches, offers, orders, mixes and secret answers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from rulewright.typed import tree
from rulewright.typed.expr import Field
from rulewright_runtime import Finished, halves, paired

from .asking import Ask, Asking, Waiting, plain, run
from .env import Around, Env, Then
from .library import is_enough, stock
from .pieces import alike, sorts
from .rules import Dispute, Reaction
from .state import NONE, State

After = Callable[[State], Any]


class Choosing(Asking):
    def block(self, body: tree.Block, env: Env, st: State, k: Then, at: int = 0) -> Any:
        raise NotImplementedError

    def change(
        self, verb: str, resource: str, who: int, amount: int, around: Around, st: State, then: After
    ) -> Any:
        raise NotImplementedError

    # ------------------------------------------------------------ units

    def unit(self, body: tree.Block, env: Env, st: State, k: Then) -> Any:
        return self.block(body, env.in_unit(), st, lambda e, t: self.end_of_unit(e, t, env.around, k))

    def end_of_unit(self, env: Env, st: State, outer: Around, k: Then) -> Any:
        """The outermost unit that has been carried through ends a trial."""
        if st.trial >= 0 and not outer.units:
            raise Finished
        return k(env.within(outer), st)

    # ------------------------------------------------------------ choose

    def step_choose(self, s: tree.Choose, env: Env, st: State, k: Then) -> Any:
        return self.picks(s, 0, env, env.around, st, k)

    def picks(self, s: tree.Choose, at: int, env: Env, outer: Around, st: State, k: Then) -> Any:
        """All picks of one `choose`, and its block, are carried through together."""
        if s.together and at == 0:
            return self.pick_pair(s, env, outer, st, k)
        if at < len(s.picks):
            one = s.picks[at].amount == "one"
            return (self.pick_one if one else self.pick_several)(s, at, env, outer, st, k)
        end: Then = lambda e, t: k(e.within(outer), t)  # noqa: E731
        if s.body is not None or self.is_unit(s):
            end = lambda e, t: self.end_of_unit(e, t, outer, k)  # noqa: E731
        return self.block(s.body or [], env, st, end)

    def is_unit(self, s: tree.Choose) -> bool:
        return s.body is not None or len(s.picks) > 1 or s.picks[0].amount != "one"

    def started(self, s: tree.Choose, at: int, env: Env) -> Env:
        return env.in_unit() if at == 0 and self.is_unit(s) else env

    def fallback(self, s: tree.Choose, at: int, env: Env, k: Then) -> Callable[[State], Any] | None:
        if s.body is None or s.optional or at > 0:
            return None
        return lambda t: self.block(s.otherwise, env, t, k)

    def secrets_of(self, pick: tree.Pick, env: Env) -> frozenset[str]:
        return frozenset() if env.around.secret else frozenset(self.secrets.read_by(pick.source, pick.where))

    def conditions_of(self, s: tree.Choose, env: Env) -> frozenset[str]:
        parts = [e for p in s.picks for e in (p.source, p.where, p.so_that)]
        found = self.secrets.read_by(*parts) | self.secrets.in_first(s.body or [])
        return frozenset() if env.around.secret else frozenset(found)

    def candidates(self, pick: tree.Pick, env: Env, st: State) -> tuple[int, ...]:
        found = self.values.ranged(pick.candidate, pick.source, pick.where, env, st)
        return tuple(x for x, _ in found if x != NONE)

    def pick_one(self, s: tree.Choose, at: int, env: Env, outer: Around, st: State, k: Then) -> Any:
        pick = s.picks[at]
        options = self.once(pick, env, st)
        declined = [NONE] if s.optional and at == 0 else []

        def resume(option: int, t: State) -> Any:
            if declined and option == NONE:
                return k(env, t)
            self.stored(pick, option, env, t)
            inner = self.started(s, at, env).bind(pick.name, option)
            return self.picks(s, at + 1, inner, outer, t, k)

        d = Ask(
            choice=plain(pick.choice),
            who=self.values.value(s.who, env, st),
            options=options + declined,
            resume=resume,
            around=env.around,
            opens=lambda o: self.is_unit(s) and not (declined and o == NONE),
            again=lambda t: self.picks(s, at, env, outer, t, k),
            otherwise=self.fallback(s, at, env, k),
            secrets=self.secrets_of(pick, env),
            conditions=self.conditions_of(s, env) if declined else frozenset(),
        )
        return self.ask(d, st)

    def pick_pair(self, s: tree.Choose, env: Env, outer: Around, st: State, k: Then) -> Any:
        """Both things at once: every pair of a first and a second one."""
        first, second = s.picks
        pairs: list[tuple[int, int]] = []
        for a in self.once(first, env, st):
            inner = env.bind(first.name, a)
            pairs += [(a, b) for b in self.once(second, inner, st)]

        def resume(option: int, t: State) -> Any:
            if option == NONE:
                return k(env, t)
            inner = self.started(s, 0, env)
            for pick, value in zip(s.picks, halves(option)):
                inner = inner.bind(pick.name, value)
                self.stored(pick, value, inner, t)
            return self.picks(s, 2, inner, outer, t, k)

        d = Ask(
            choice=plain(first.choice),
            who=self.values.value(s.who, env, st),
            options=[paired(a, b) for a, b in pairs] + ([NONE] if s.optional else []),
            resume=resume,
            around=env.around,
            opens=lambda o: self.is_unit(s) and o != NONE,
            again=lambda t: self.picks(s, 0, env, outer, t, k),
            otherwise=self.fallback(s, 0, env, k),
            secrets=self.secrets_of(first, env) | self.secrets_of(second, env),
            conditions=self.conditions_of(s, env) if s.optional else frozenset(),
        )
        return self.ask(d, st)

    def once(self, pick: tree.Pick, env: Env, st: State) -> list[int]:
        """What can be chosen, of things that look alike one."""
        found = sorts(self.rules.game, pick, self.candidates(pick, env, st), st)
        return list(dict.fromkeys(found.values()))

    def stored(self, pick: tree.Pick, answer: Any, env: Env, st: State) -> None:
        if isinstance(pick.field, Field):
            owner = self.values.given(pick.field.owner, env, st)
            st.write(pick.field.info, owner, self.values.given(pick.field.key, env, st), answer)

    def pick_several(
        self,
        s: tree.Choose,
        at: int,
        env: Env,
        outer: Around,
        st: State,
        k: Then,
        places: tuple[int, ...] = (),
    ) -> Any:
        """One pick after the other, each further on in the source than the one before."""
        pick = s.picks[at]
        unsorted = self.candidates(pick, env, st)
        looks = sorts(self.rules.game, pick, unsorted, st)
        pool = (
            tuple(sorted(unsorted, key=lambda x: unsorted.index(looks[x])))
            if alike(pick, self.rules.game)
            else unsorted
        )
        picked = tuple(pool[i] for i in places)
        number = self.values.given(pick.number, env, st, len(pool))
        low = number if pick.amount == "exactly" else 0
        rest = range(places[-1] + 1 if places else 0, len(pool))
        options: dict[int, int] = {}  # what can be picked next -> its place
        offered: set[int] = set()
        for i in rest:
            if len(places) < number and len(places) + len(pool) - i >= low and looks[pool[i]] not in offered:
                offered.add(looks[pool[i]])
                options[pool[i]] = i
        done = len(places) >= low and self.values.holds(pick.so_that, env.bind(pick.name, picked), st)

        def resume(option: int, t: State) -> Any:
            inner = env if places else self.started(s, at, env)
            if option == NONE:
                self.stored(pick, picked, env, t)
                return self.picks(s, at + 1, inner.bind(pick.name, picked), outer, t, k)
            return self.pick_several(s, at, inner, outer, t, k, (*places, options[option]))

        d = Ask(
            choice=plain(pick.choice),
            who=self.values.value(s.who, env, st),
            options=[*options, *([NONE] if done else [])],
            resume=resume,
            around=env.around,
            opens=lambda o: True,
            again=lambda t: self.pick_several(s, at, env, outer, t, k, places),
            otherwise=None if places else self.fallback(s, at, env, k),
            secrets=self.secrets_of(pick, env),
            conditions=self.conditions_of(s, env),
            begun=bool(places),
            picked=picked,
            unbounded=pick.number is None,
        )
        return self.ask(d, st)

    # ------------------------------------------------------------ branches, may, offer

    def step_chooseone(self, s: tree.ChooseOne, env: Env, st: State, k: Then) -> Any:
        d = Ask(
            choice=plain(s.choice),
            who=self.values.value(s.who, env, st),
            options=[i for i, b in enumerate(s.branches) if self.values.holds(b.test, env, st)],
            resume=lambda o, t: self.unit(s.branches[o].body, env, t, k),
            around=env.around,
            opens=lambda o: True,
            again=lambda t: self.step_chooseone(s, env, t, k),
            conditions=frozenset(
                a for b in s.branches for a in self.secrets.read_by(b.test) | self.secrets.in_first(b.body)
            ),
        )
        return self.ask(d, st)

    def step_may(self, s: tree.May, env: Env, st: State, k: Then) -> Any:
        d = Ask(
            choice=plain(s.choice),
            who=self.values.value(s.who, env, st),
            options=[1, 0],
            resume=lambda o, t: self.unit(s.body, env, t, k) if o else k(env, t),
            around=env.around,
            opens=lambda o: o == 1,
            again=lambda t: self.step_may(s, env, t, k),
            conditions=frozenset(self.secrets.in_first(s.body)),
        )
        return self.ask(d, st)

    def step_offer(self, s: tree.Offer, env: Env, st: State, k: Then) -> Any:
        who = self.values.value(s.who, env, st)
        found = {a: args for menu, args in s.menus for a in self.rules.menu(menu, who, st)}
        if st.trial >= 0:
            found = {a: v for a, v in found.items() if self.rules.actions[a].key not in env.around.tried}

        def resume(option: int, t: State) -> Any:
            if option == NONE:
                return k(env, t)
            args = tuple(self.values.value(a, env, t) for a in found[option])
            after: After = lambda u: self.end_of_unit(env, u, env.around, k)  # noqa: E731
            return self.run_action(option, who, args, env.around, t, after)

        d = Ask(
            choice="_or_".join(menu for menu, _ in s.menus),
            who=who,
            options=[*found, *([NONE] if s.refusal is not None else [])],
            resume=resume,
            around=env.around,
            opens=lambda o: o != NONE,
            again=lambda t: self.step_offer(s, env, t, k),
            secrets=frozenset(a for menu, _ in s.menus for a in self.secrets.in_menu(menu)),
        )
        return self.ask(d, st)

    # ------------------------------------------------------------ orders

    def step_anyorder(self, s: tree.AnyOrder, env: Env, st: State, k: Then) -> Any:
        left = [i for i, b in enumerate(s.branches) if self.values.holds(b.test, env, st)]
        return self.branches_in_order(s, left, env, st, k)

    def branches_in_order(self, s: tree.AnyOrder, left: list[int], env: Env, st: State, k: Then) -> Any:
        if not left:
            return lambda: k(env, st)
        d = Ask(
            choice=plain(s.choice),
            who=self.values.value(s.who, env, st),
            options=left,
            resume=lambda o, t: self.unit(
                s.branches[o].body,
                env,
                t,
                lambda e, u: self.branches_in_order(s, [i for i in left if i != o], e, u, k),
            ),
            around=env.around,
            opens=lambda o: True,
            again=lambda t: self.branches_in_order(s, left, env, t, k),
            otherwise=None if env.around.units else lambda t: k(env, t),  # what cannot be done is left out
        )
        return self.ask(d, st)

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

    # ------------------------------------------------------------ secret answers

    def secretly(self, s: tree.Each, players: tuple[int, ...], env: Env, st: State, k: Then) -> Any:
        """Everyone's block is begun; what follows comes when all have answered."""
        if st.trial >= 0:
            raise Finished
        inner = env.within(replace(env.around, secret=True))
        budget = self.values.budget
        waiting = [
            run(self.block(s.body, inner.bind(s.name, p), st, lambda e, t: None), budget) for p in players
        ]
        self.waiting = [w for w in waiting if w is not None]
        self.after_secret = lambda: k(env, st)
        return None if self.waiting else self.after_secret

    waiting: list[Waiting]
    after_secret: Any

    # ------------------------------------------------------------ mixes

    def stock(self, resource: str, who: int, st: State) -> int:
        return stock(self.values, resource, who, st)

    def pay_mix(
        self,
        verb: str,
        mix: str,
        who: int,
        amount: int,
        around: Around,
        st: State,
        then: After,
        later: list[tuple[str, int]],
        at: int = 0,
    ) -> Any:
        """How much of each kind, while there is a choice; what is paid later must remain payable."""
        kinds = self.game.resources[mix].of
        if verb == "lose":
            amount = min(amount, sum(self.stock(r, who, st) for r in kinds[at:]))
        if at == len(kinds) - 1 or not amount:  # what is left is paid with the last of them
            return self.change("lose", kinds[-1], who, amount, around, st, then)
        kind = kinds[at]
        due = [(self.game.resources[r].of or (r,), n) for r, n in later if verb == "pay"]
        held = {r: self.stock(r, who, st) for of in (kinds, *(of for of, _ in due)) for r in of}

        def resume(option: int, t: State) -> Any:
            def go_on(u: State) -> Any:
                return self.pay_mix(verb, mix, who, amount - option, around, u, then, later, at + 1)

            return self.change("lose", kind, who, option, around, t, go_on)

        d = Ask(
            choice=f"{verb}_{mix}.{kind}",
            who=who,
            options=[
                x
                for x in range(min(amount, held[kind]) + 1)
                if is_enough({**held, kind: held[kind] - x}, [(kinds[at + 1 :], amount - x), *due])
            ],
            resume=resume,
            around=around,
            opens=lambda o: False,
            again=lambda t: self.pay_mix(verb, mix, who, amount, around, t, then, later, at),
            secrets=frozenset(self.secrets.in_stocks(kinds[at:])),
        )
        return self.ask(d, st)

    def gain_mix(
        self, verb: str, mix: str, who: int, amount: int, around: Around, st: State, then: After
    ) -> Any:
        """One kind for each unit."""
        if amount <= 0:
            return lambda: then(st)
        kinds = self.game.resources[mix].of
        go_on: After = lambda t: self.gain_mix(verb, mix, who, amount - 1, around, t, then)  # noqa: E731
        d = Ask(
            choice=f"gain_{mix}",
            who=who,
            options=list(range(len(kinds))),
            resume=lambda o, t: self.change("gain", kinds[o], who, 1, around, t, go_on),
            around=around,
            opens=lambda o: False,
            again=lambda t: self.gain_mix(verb, mix, who, amount, around, t, then),
        )
        return self.ask(d, st)
