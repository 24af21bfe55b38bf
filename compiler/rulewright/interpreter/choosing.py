"""The forms of choice: picks, sets, branches, offers, orders, mixes and secret answers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from rulewright.typed import tree
from rulewright.typed.expr import Field
from rulewright_runtime import Finished, halves, paired

from .asking import Ask, plain, run
from .env import Around, Env, Then
from .library import is_enough, stock
from .machine import After, Machine, taken_as_step
from .pieces import alike, sorts
from .state import NONE, State


@taken_as_step(tree.Choose)
def step_choose(m: Machine, s: tree.Choose, env: Env, st: State, k: Then) -> Any:
    return picks(m, s, 0, env, env.around, st, k)


def picks(m: Machine, s: tree.Choose, at: int, env: Env, outer: Around, st: State, k: Then) -> Any:
    """All picks of one `choose`, and its block, are carried through together."""
    if s.together and at == 0:
        return pick_pair(m, s, env, outer, st, k)
    if at < len(s.picks):
        one = s.picks[at].amount == "one"
        return (pick_one if one else pick_several)(m, s, at, env, outer, st, k)
    end: Then = lambda e, t: k(e.within(outer), t)  # noqa: E731
    if s.body is not None or is_unit(m, s):
        end = lambda e, t: m.end_of_unit(e, t, outer, k)  # noqa: E731
    return m.block(s.body or [], env, st, end)


def is_unit(m: Machine, s: tree.Choose) -> bool:
    return s.body is not None or len(s.picks) > 1 or s.picks[0].amount != "one"


def started(m: Machine, s: tree.Choose, at: int, env: Env) -> Env:
    return env.in_unit() if at == 0 and is_unit(m, s) else env


def fallback(m: Machine, s: tree.Choose, at: int, env: Env, k: Then) -> Callable[[State], Any] | None:
    if s.body is None or s.optional or at > 0:
        return None
    return lambda t: m.block(s.otherwise, env, t, k)


def secrets_of(m: Machine, pick: tree.Pick, env: Env) -> frozenset[str]:
    return frozenset() if env.around.secret else frozenset(m.secrets.read_by(pick.source, pick.where))


def conditions_of(m: Machine, s: tree.Choose, env: Env) -> frozenset[str]:
    parts = [e for p in s.picks for e in (p.source, p.where, p.so_that)]
    found = m.secrets.read_by(*parts) | m.secrets.in_first(s.body or [])
    return frozenset() if env.around.secret else frozenset(found)


def candidates(m: Machine, pick: tree.Pick, env: Env, st: State) -> tuple[int, ...]:
    found = m.values.ranged(pick.candidate, pick.source, pick.where, env, st)
    return tuple(x for x, _ in found if x != NONE)


def pick_one(m: Machine, s: tree.Choose, at: int, env: Env, outer: Around, st: State, k: Then) -> Any:
    pick = s.picks[at]
    options = once(m, pick, env, st)
    declined = [NONE] if s.optional and at == 0 else []

    def resume(option: int, t: State) -> Any:
        if declined and option == NONE:
            return k(env, t)
        stored(m, pick, option, env, t)
        inner = started(m, s, at, env).bind(pick.name, option)
        return picks(m, s, at + 1, inner, outer, t, k)

    d = Ask(
        choice=plain(pick.choice),
        who=m.values.value(s.who, env, st),
        options=options + declined,
        resume=resume,
        around=env.around,
        opens=lambda o: is_unit(m, s) and not (declined and o == NONE),
        again=lambda t: picks(m, s, at, env, outer, t, k),
        otherwise=fallback(m, s, at, env, k),
        secrets=secrets_of(m, pick, env),
        conditions=conditions_of(m, s, env) if declined else frozenset(),
    )
    return m.ask(d, st)


def pick_pair(m: Machine, s: tree.Choose, env: Env, outer: Around, st: State, k: Then) -> Any:
    """Both things at once: every pair of a first and a second one."""
    first, second = s.picks
    pairs: list[tuple[int, int]] = []
    for a in once(m, first, env, st):
        inner = env.bind(first.name, a)
        pairs += [(a, b) for b in once(m, second, inner, st)]

    def resume(option: int, t: State) -> Any:
        if option == NONE:
            return k(env, t)
        inner = started(m, s, 0, env)
        for pick, value in zip(s.picks, halves(option)):
            inner = inner.bind(pick.name, value)
            stored(m, pick, value, inner, t)
        return picks(m, s, 2, inner, outer, t, k)

    d = Ask(
        choice=plain(first.choice),
        who=m.values.value(s.who, env, st),
        options=[paired(a, b) for a, b in pairs] + ([NONE] if s.optional else []),
        resume=resume,
        around=env.around,
        opens=lambda o: is_unit(m, s) and o != NONE,
        again=lambda t: picks(m, s, 0, env, outer, t, k),
        otherwise=fallback(m, s, 0, env, k),
        secrets=secrets_of(m, first, env) | secrets_of(m, second, env),
        conditions=conditions_of(m, s, env) if s.optional else frozenset(),
    )
    return m.ask(d, st)


def once(m: Machine, pick: tree.Pick, env: Env, st: State) -> list[int]:
    """What can be chosen, of things that look alike one."""
    found = sorts(m.rules.game, pick, candidates(m, pick, env, st), st)
    return list(dict.fromkeys(found.values()))


def stored(m: Machine, pick: tree.Pick, answer: Any, env: Env, st: State) -> None:
    if isinstance(pick.field, Field):
        owner = m.values.given(pick.field.owner, env, st)
        st.write(pick.field.info, owner, m.values.given(pick.field.key, env, st), answer)


def pick_several(
    m: Machine,
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
    unsorted = candidates(m, pick, env, st)
    looks = sorts(m.rules.game, pick, unsorted, st)
    pool = (
        tuple(sorted(unsorted, key=lambda x: unsorted.index(looks[x])))
        if alike(pick, m.rules.game)
        else unsorted
    )
    picked = tuple(pool[i] for i in places)
    number = m.values.given(pick.number, env, st, len(pool))
    low = number if pick.amount == "exactly" else 0
    rest = range(places[-1] + 1 if places else 0, len(pool))
    options: dict[int, int] = {}  # what can be picked next -> its place
    offered: set[int] = set()
    for i in rest:
        if len(places) < number and len(places) + len(pool) - i >= low and looks[pool[i]] not in offered:
            offered.add(looks[pool[i]])
            options[pool[i]] = i
    done = len(places) >= low and m.values.holds(pick.so_that, env.bind(pick.name, picked), st)

    def resume(option: int, t: State) -> Any:
        inner = env if places else started(m, s, at, env)
        if option == NONE:
            stored(m, pick, picked, env, t)
            return picks(m, s, at + 1, inner.bind(pick.name, picked), outer, t, k)
        return pick_several(m, s, at, inner, outer, t, k, (*places, options[option]))

    d = Ask(
        choice=plain(pick.choice),
        who=m.values.value(s.who, env, st),
        options=[*options, *([NONE] if done else [])],
        resume=resume,
        around=env.around,
        opens=lambda o: True,
        again=lambda t: pick_several(m, s, at, env, outer, t, k, places),
        otherwise=None if places else fallback(m, s, at, env, k),
        secrets=secrets_of(m, pick, env),
        conditions=conditions_of(m, s, env),
        begun=bool(places),
        picked=picked,
        unbounded=pick.number is None,
    )
    return m.ask(d, st)


@taken_as_step(tree.ChooseOne)
def step_chooseone(m: Machine, s: tree.ChooseOne, env: Env, st: State, k: Then) -> Any:
    d = Ask(
        choice=plain(s.choice),
        who=m.values.value(s.who, env, st),
        options=[i for i, b in enumerate(s.branches) if m.values.holds(b.test, env, st)],
        resume=lambda o, t: m.unit(s.branches[o].body, env, t, k),
        around=env.around,
        opens=lambda o: True,
        again=lambda t: step_chooseone(m, s, env, t, k),
        conditions=frozenset(
            a for b in s.branches for a in m.secrets.read_by(b.test) | m.secrets.in_first(b.body)
        ),
    )
    return m.ask(d, st)


@taken_as_step(tree.May)
def step_may(m: Machine, s: tree.May, env: Env, st: State, k: Then) -> Any:
    d = Ask(
        choice=plain(s.choice),
        who=m.values.value(s.who, env, st),
        options=[1, 0],
        resume=lambda o, t: m.unit(s.body, env, t, k) if o else k(env, t),
        around=env.around,
        opens=lambda o: o == 1,
        again=lambda t: step_may(m, s, env, t, k),
        conditions=frozenset(m.secrets.in_first(s.body)),
    )
    return m.ask(d, st)


@taken_as_step(tree.Offer)
def step_offer(m: Machine, s: tree.Offer, env: Env, st: State, k: Then) -> Any:
    who = m.values.value(s.who, env, st)
    found = {a: args for menu, args in s.menus for a in m.rules.menu(menu, who, st)}
    if st.trial >= 0:
        found = {a: v for a, v in found.items() if m.rules.actions[a].key not in env.around.tried}

    def resume(option: int, t: State) -> Any:
        if option == NONE:
            return k(env, t)
        args = tuple(m.values.value(a, env, t) for a in found[option])
        after: After = lambda u: m.end_of_unit(env, u, env.around, k)  # noqa: E731
        return m.run_action(option, who, args, env.around, t, after)

    d = Ask(
        choice="_or_".join(menu for menu, _ in s.menus),
        who=who,
        options=[*found, *([NONE] if s.refusal is not None else [])],
        resume=resume,
        around=env.around,
        opens=lambda o: o != NONE,
        again=lambda t: step_offer(m, s, env, t, k),
        secrets=frozenset(a for menu, _ in s.menus for a in m.secrets.in_menu(menu)),
    )
    return m.ask(d, st)


@taken_as_step(tree.AnyOrder)
def step_anyorder(m: Machine, s: tree.AnyOrder, env: Env, st: State, k: Then) -> Any:
    left = [i for i, b in enumerate(s.branches) if m.values.holds(b.test, env, st)]
    return branches_in_order(m, s, left, env, st, k)


def branches_in_order(m: Machine, s: tree.AnyOrder, left: list[int], env: Env, st: State, k: Then) -> Any:
    if not left:
        return lambda: k(env, st)
    d = Ask(
        choice=plain(s.choice),
        who=m.values.value(s.who, env, st),
        options=left,
        resume=lambda o, t: m.unit(
            s.branches[o].body,
            env,
            t,
            lambda e, u: branches_in_order(m, s, [i for i in left if i != o], e, u, k),
        ),
        around=env.around,
        opens=lambda o: True,
        again=lambda t: branches_in_order(m, s, left, env, t, k),
        otherwise=None if env.around.units else lambda t: k(env, t),  # what cannot be done is left out
    )
    return m.ask(d, st)


def secretly(m: Machine, s: tree.Each, players: tuple[int, ...], env: Env, st: State, k: Then) -> Any:
    """Everyone's block is begun; what follows comes when all have answered."""
    if st.trial >= 0:
        raise Finished
    inner = env.within(replace(env.around, secret=True))
    budget = m.values.budget
    waiting = [run(m.block(s.body, inner.bind(s.name, p), st, lambda e, t: None), budget) for p in players]
    m.waiting = [w for w in waiting if w is not None]
    m.after_secret = lambda: k(env, st)
    return None if m.waiting else m.after_secret


def pay_mix(
    m: Machine,
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
    kinds = m.game.resources[mix].of
    if verb == "lose":
        amount = min(amount, sum(stock(m.values, r, who, st) for r in kinds[at:]))
    if at == len(kinds) - 1 or not amount:  # what is left is paid with the last of them
        return m.change("lose", kinds[-1], who, amount, around, st, then)
    kind = kinds[at]
    due = [(m.game.resources[r].of or (r,), n) for r, n in later if verb == "pay"]
    held = {r: stock(m.values, r, who, st) for of in (kinds, *(of for of, _ in due)) for r in of}

    def resume(option: int, t: State) -> Any:
        def go_on(u: State) -> Any:
            return pay_mix(m, verb, mix, who, amount - option, around, u, then, later, at + 1)

        return m.change("lose", kind, who, option, around, t, go_on)

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
        again=lambda t: pay_mix(m, verb, mix, who, amount, around, t, then, later, at),
        secrets=frozenset(m.secrets.in_stocks(kinds[at:])),
    )
    return m.ask(d, st)


def gain_mix(
    m: Machine, verb: str, mix: str, who: int, amount: int, around: Around, st: State, then: After
) -> Any:
    """One kind for each unit."""
    if amount <= 0:
        return lambda: then(st)
    kinds = m.game.resources[mix].of
    go_on: After = lambda t: gain_mix(m, verb, mix, who, amount - 1, around, t, then)  # noqa: E731
    d = Ask(
        choice=f"gain_{mix}",
        who=who,
        options=list(range(len(kinds))),
        resume=lambda o, t: m.change("gain", kinds[o], who, 1, around, t, go_on),
        around=around,
        opens=lambda o: False,
        again=lambda t: gain_mix(m, verb, mix, who, amount, around, t, then),
    )
    return m.ask(d, st)
