"""Hooks: what follows a rule or an event, for every member, copy and player in force when it has finished."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from ..typed import tree
from ..typed import types as t
from ..typed.tree import E
from .analysis import Facts
from .bounds import Bounds
from .touches import Touches

if TYPE_CHECKING:
    from .lower import Lowering

YES = E("const", t.FLAG, data=True)


@dataclass(slots=True)
class Reaction:
    """One hook: when it is in force, what else must hold at its turn, and the call that carries it out."""

    owner: str
    change: tree.Change
    in_force: E  # a test, or the collection of copies, members or holders to go through
    variable: str  # the local that goes through that collection; "" for a test
    tests: list[E]
    call: tree.S
    each_holder: bool = False  # copies of every holder are gone through
    settled: str = ""  # the local in which `in_force` was read when the rule had finished
    more: list[Reaction] = field(default_factory=list)  # further hooks of the same owner


def follow(low: Lowering, target: str, hooks: list[tree.Change]) -> None:
    """Puts the hooks of a rule or event behind it."""
    function = low.functions[target]
    first: tree.Block = []
    if function.body:
        steps = replace(function, key=f"{target}@steps")
        low.functions[steps.key] = steps
        first = [tree.Call(function.span, function.sources, low.call(function, steps))]
    reactions = [reaction(low, function, c) for c in hooks]
    entry = replace(function, locals={p.name: p.type for p in function.params})
    low.functions[target] = entry
    # in any order, the list of what is left to do is made before the first reaction
    settles = [] if "any_order" in function.flags else settle(low, reactions, entry)
    entry.body = [*first, *settles, *in_turn(low, function, reactions, entry)]


# ---------------------------------------------------------------- one hook


def reaction(low: Lowering, function: tree.Function, c: tree.Change) -> Reaction:
    kind, member = low.member_of(c.owner) if c.owner.startswith(("kind:", "member:")) else ("", "")
    you = E("you", t.PLAYER) if function.uses_you else E("const", t.PLAYER, data=0)
    dispatched = bool(kind) and function.owner == f"kind:{kind}"
    looped = bool(c.subject) and (bool(kind) or c.owner.startswith("participant:")) and not dispatched
    holder = E("local", t.PLAYER, name="holder") if looped else you
    hook = hook_function(function, c)
    low.functions[hook.key] = hook
    args = [E("local", p.type, name=p.name) for p in function.params]
    if c.subject:
        args = [you, *args]
    if c.copy:
        args = [*args, E("local", c.locals[c.copy], name=c.copy)]
    this = E("this", t.kind(kind)) if hook.uses_this else None
    call = tree.Call(c.span, c.sources, E("call", t.NOTHING, [holder, this, *args], hook.key, None, c.span))
    tests = [
        equal(E("local", function.params[i].type, name=function.params[i].name), v) for i, v in c.matches
    ]
    if c.where is not None:
        own = {p.name: a for p, a in zip(hook.params, args)}
        tests.append(low.substitute(c.where, {**own, "you": holder}))
    in_force, variable = in_force_of(low, c, kind, member, holder, dispatched)
    return Reaction(c.owner, c, in_force, variable, tests, call, looped and bool(c.copy))


def hook_function(function: tree.Function, c: tree.Change) -> tree.Function:
    params = list(c.params)
    if c.subject:
        params = [tree.Param(c.subject, t.PLAYER), *params]
    if c.copy:
        params = [*params, tree.Param(c.copy, c.locals[c.copy])]
    owner = c.owner.split(":")[-1].split(".")[-1] or "anyone"
    return tree.Function(
        key=f"{function.key}@when_{owner}_{c.key.split(':')[1]}",
        name=f"when_{function.name}",
        category="rule",
        owner=c.owner if c.owner.startswith("kind:") else "",
        params=params,
        result=t.NOTHING,
        body=c.body,
        label=function.label,
        flags=(),
        uses_you=True,
        uses_this=c.owner.startswith("kind:"),
        sources=c.sources,
        span=c.span,
        locals=c.locals,
    )


def equal(a: E, b: E) -> E:
    return E("compare", t.FLAG, [a, b], "=", span=b.span)


def in_force_of(
    low: Lowering, c: tree.Change, kind: str, member: str, holder: E, dispatched: bool
) -> tuple[E, str]:
    """A test, or what to go through and the local that does."""
    if dispatched:
        this = E("this", t.kind(kind))
        return (equal(this, low.member(kind, member)), "") if member else (YES, "")
    players = E("lib", t.many(t.PLAYER), name="participants")
    if c.owner.startswith("participant:"):
        test = low.substitute(low.is_participant(c.owner[12:]), {"you": holder})
        return holders(players, test, holder)
    clause = low.game.kinds[kind].in_force if kind else None
    if clause is None:
        return YES, ""
    if clause.copies is not None:
        parts = {"you": holder, **({"this": low.member(kind, member)} if member else {})}
        return low.substitute(clause.copies, parts), c.copy
    test = low.in_force(kind, member, holder) or YES
    if not member:
        everyone = E("lib", t.many(t.kind(kind)), name="members", data=kind)
        named = low.substitute(test, {"this": E("local", t.kind(kind), name="this")})
        return E("query", t.many(t.kind(kind)), [everyone, named, None], "this", "all", c.span), "this"
    return holders(players, test, holder)


def holders(players: E, test: E, holder: E) -> tuple[E, str]:
    if holder.op != "local":
        return test, ""
    return E("query", t.many(t.PLAYER), [players, test, None], holder.name, "all", test.span), holder.name


# ---------------------------------------------------------------- all hooks of a rule


def settle(low: Lowering, reactions: list[Reaction], entry: tree.Function) -> tree.Block:
    """Who reacts is settled when the rule has finished, where one hook could change it for another."""
    touches = Touches(low.game, low.functions, [])
    lets: tree.Block = []
    for i, r in enumerate(reactions):
        read = touches.reads(r.in_force)
        written = {x for j, other in enumerate(reactions) if j != i for x in touches.writes(other.call)}
        if read & written and not r.each_holder:
            r.settled = f"reacts_{i + 1}"
            entry.locals[r.settled] = r.in_force.type
            lets.append(tree.Let(r.change.span, (), r.settled, r.in_force))
    return lets


def in_turn(
    low: Lowering, function: tree.Function, reactions: list[Reaction], entry: tree.Function
) -> tree.Block:
    """The reactions one after the other, or in the order that the subject wants."""
    if "any_order" not in function.flags:
        return [s for r in reactions for s in steps_of(r, entry)]
    grouped = by_owner(reactions)
    bodies = [[s for x in (r, *r.more) for s in steps_of(x, entry)] for r in grouped]
    pairs = order_matters(low, bodies)
    disputed = sorted({i for pair in pairs for i in pair})
    settled = [s for i, body in enumerate(bodies) if i not in disputed for s in body]
    if not disputed:
        return settled
    branches = [branch(grouped[i], bodies[i]) for i in disputed]
    clashes = [(disputed.index(i), disputed.index(j)) for i, j in pairs]
    you = E("you", t.PLAYER)
    return [
        *settled,
        tree.AnyOrder(function.span, function.sources, f"{function.name}.order", you, branches, clashes),
    ]


def steps_of(r: Reaction, entry: tree.Function) -> tree.Block:
    in_force = E("local", r.in_force.type, name=r.settled) if r.settled else r.in_force
    test = all_hold(r.tests)
    body: tree.Block = [r.call] if test is YES else [tree.If(r.change.span, (), test, [r.call], [])]
    if r.variable:
        entry.locals.setdefault(r.variable, r.in_force.type.item)
        loop: tree.S = tree.For(r.change.span, (), r.variable, in_force, body)
        if r.each_holder:
            entry.locals.setdefault("holder", t.PLAYER)
            loop = tree.For(
                r.change.span, (), "holder", E("lib", t.many(t.PLAYER), name="participants"), [loop]
            )
        return [loop]
    if in_force is YES:
        return body
    if test is not YES:
        return [tree.If(r.change.span, (), E("and", t.FLAG, [in_force, test]), [r.call], [])]
    return [tree.If(r.change.span, (), in_force, body, [])]


def by_owner(reactions: list[Reaction]) -> list[Reaction]:
    """The hooks of one card, tile or structure are one reaction, in the order of their lines."""
    first: dict[str, Reaction] = {}
    for r in reactions:
        if r.owner in first:
            first[r.owner].more.append(r)
        else:
            first[r.owner] = r
    return list(first.values())


def order_matters(low: Lowering, bodies: list[tree.Block]) -> list[tuple[int, int]]:
    """The pairs of reactions whose order matters: both ask, or one reads or sets what the other changes."""
    facts = Facts(low.functions, [], Bounds(low.game, low.functions))
    touches = Touches(low.game, low.functions, [])
    found: list[tuple[int, int]] = []
    for i, a in enumerate(bodies):
        for j, b in enumerate(bodies):
            if i < j and ((facts.block_asks(a) and facts.block_asks(b)) or touches.clash(a, b)):
                found.append((i, j))
    return found


def branch(r: Reaction, body: tree.Block) -> tree.Branch:
    name = r.owner.split(".")[-1].split(":")[-1].replace("_", " ") or "rule"
    label = E("text", t.TEXT, [], name, [name], r.change.span)
    tests = [present(x) for x in (r, *r.more)]
    test = tests[0]
    for other in tests[1:]:
        test = YES if YES in (test, other) else E("or", t.FLAG, [test, other])
    return tree.Branch(r.change.span, r.change.sources, label, None if test is YES else test, body)


def present(r: Reaction) -> E:
    """Whether a reaction has anything to do, seen before the first of them."""
    in_force = E("local", r.in_force.type, name=r.settled) if r.settled else r.in_force
    test = all_hold(r.tests)
    if r.variable:
        some = E("query", t.FLAG, [in_force, None if test is YES else test, None], r.variable, "any")
        if r.each_holder:
            players = E("lib", t.many(t.PLAYER), name="participants")
            some = E("query", t.FLAG, [players, some, None], "holder", "any")
        return some
    if in_force is YES or test is YES:
        return test if in_force is YES else in_force
    return E("and", t.FLAG, [in_force, test])


def all_hold(tests: list[E]) -> E:
    if not tests:
        return YES
    found = tests[0]
    for test in tests[1:]:
        found = E("and", t.FLAG, [found, test], span=test.span)
    return found


# ---------------------------------------------------------------- when used


def after_use(low: Lowering) -> None:
    """`when used` in a kind follows every action of its members; in a member, the actions of that member."""
    used = low.game.functions.get("used")
    for c in (h for h in low.game.hooks if h.target == "used"):
        assert used is not None
        kind, member = low.member_of(c.owner)
        hook = hook_function(used, c)
        low.functions[hook.key] = hook
        for key, f in list(low.functions.items()):
            if f.category != "action" or "@" in key or not f.owner.startswith(f"member:{kind}."):
                continue
            if member and f.owner != f"member:{kind}.{member}":
                continue
            low.functions[key] = with_use(low, f, c, hook, kind)


def with_use(
    low: Lowering, f: tree.Function, c: tree.Change, hook: tree.Function, kind: str
) -> tree.Function:
    member = low.member(kind, f.owner.split(".")[1])
    steps = replace(f, key=f"{f.key}@steps", category="rule")
    body: tree.Block = []
    if steps.key not in low.functions:
        low.functions[steps.key] = steps
        body = [tree.Call(f.span, f.sources, low.call(f, steps))]
    else:
        body = list(f.body)  # a second hook of the same kind
    args: list[E] = []
    locals_ = {p.name: p.type for p in f.params} | f.locals
    if c.copy:
        clause = low.game.kinds[kind].in_force
        assert clause is not None
        assert clause.copies is not None
        copies = low.substitute(clause.copies, {"this": member})
        locals_["used_copy"] = copies.type.item
        body = [tree.Let(c.span, (), "used_copy", E("lib", copies.type.item, [copies], "first")), *body]
        args = [E("local", copies.type.item, name="used_copy")]
    this = member if hook.uses_this else None
    call = E("call", t.NOTHING, [E("you", t.PLAYER), this, *args], hook.key, None, c.span)
    return replace(f, body=[*body, tree.Call(c.span, c.sources, call)], locals=locals_)
