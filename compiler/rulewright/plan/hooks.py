"""Hooks: what follows a rule or an event, for every member, copy and player in force when it has finished."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from ..analysis.bounds import Bounds
from ..analysis.effects import EffectAnalysis
from ..analysis.failing import Facts
from ..analysis.liveness import free_in
from ..typed import tree
from ..typed import types as t
from ..typed.expr import (
    CallExpr,
    Compare,
    Const,
    Field,
    Fold,
    In,
    Item,
    Lib,
    ListOf,
    Local,
    Math,
    Query,
    Range,
    Text,
    This,
    You,
)
from ..typed.spelling import spelled
from ..typed.tree import E
from .idle import idle_unless
from .substitution import YES, all_hold, all_of, in_words, substitute

if TYPE_CHECKING:
    from .lower import Lowering

MANY = 3  # so many hooks make it worth looking once
PARTICIPANTS = Lib(t.many(t.PLAYER), "participants")


@dataclass(slots=True)
class Reaction:
    """One hook: for whom it is in force, what else must hold at its turn, and the call that carries it out."""

    owner: str
    change: tree.Change
    loops: list[tuple[str, E]]  # locals that go through holders, members and copies, from the outside in
    in_force: E  # without loops: a test
    tests: list[E]
    call: tree.S
    settled: list[str] = field(default_factory=list)  # locals that keep what `loops` go through, side by side
    guard: E | None = None  # a quick test that there is something to go through


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
    settles = settle(low, reactions, entry, "any_order" in function.flags)
    looks = look_once(low, reactions, entry)
    entry.body = [*first, *settles, *looks, *in_turn(low, function, reactions, entry)]


# ---------------------------------------------------------------- one hook


def reaction(low: Lowering, function: tree.Function, c: tree.Change) -> Reaction:
    """A hook with its conditions and its call, said of the function that it follows."""
    kind, member = low.member_of(c.owner) if c.owner.startswith(("kind:", "member:")) else ("", "")
    dispatched = bool(kind) and function.owner == f"kind:{kind}"
    names = own_names(low, function, c)
    you: E = You(t.PLAYER) if function.uses_you else Const(t.PLAYER, 0)
    holder, this, copy = you, this_of(low, kind, member), None
    if c.subject and (kind or c.owner.startswith("participant:")) and not dispatched:
        holder = Local(t.PLAYER, names["holder"])
    if kind and not member and not dispatched:
        this = Local(t.kind(kind), names["member"])
    if c.copy:
        copy = Local(c.locals[c.copy], names["copy"])
    loops, test = in_force(low, c, holder, this, copy, dispatched)
    hook = hook_function(low, function, c)
    low.functions[hook.key] = hook
    own: list[E] = [Local(p.type, p.name) for p in function.params]
    args = [*([you] if c.subject else []), *own, *([copy] if copy is not None else [])]
    given = this if hook.uses_this else None
    call = tree.Call(c.span, c.sources, CallExpr(t.NOTHING, hook.key, holder, given, args, span=c.span))
    tests = [equal(Local(function.params[i].type, function.params[i].name), v) for i, v in c.matches]
    if c.where is not None:
        named = {p.name: a for p, a in zip(hook.params, args)}
        tests.append(substitute(c.where, {**named, "you": holder, **({"this": this} if this else {})}))
    return Reaction(c.owner, c, loops, test, tests, call)


def this_of(low: Lowering, kind: str, member: str) -> E | None:
    """The member to which a hook belongs, as an expression."""
    if not kind:
        return None
    return low.member(kind, member) if member else This(t.kind(kind))


def own_names(low: Lowering, function: tree.Function, c: tree.Change) -> dict[str, str]:
    """Names of the locals for holder, member and copy that nothing else has which is said beside them."""
    taken = {p.name for p in function.params} | set(low.game.functions)
    clause = None
    if c.owner.startswith(("kind:", "member:")):
        clause = low.game.kinds[low.member_of(c.owner)[0]].in_force
    said = [c.where, *((clause.test, clause.copies) if clause is not None else ())]
    for e in said:
        taken |= {x.variable for x in (e.walk() if e is not None else ()) if isinstance(x, (Query, Fold))}
    params = {p.name for p in function.params}
    found: dict[str, str] = {}
    for part, name in (("holder", "holder"), ("member", "member"), ("copy", c.copy)):
        found[part], n = name, 2
        own = {c.copy} if part == "copy" else set()  # a copy keeps the name that its clause gives it
        while found[part] in taken - own or found[part] in params:
            found[part], n = f"{name}_{n}", n + 1
        taken.add(found[part])
    return found


def hook_function(low: Lowering, function: tree.Function, c: tree.Change) -> tree.Function:
    """The body of a hook as a function of its own."""
    params = list(c.params)
    if c.subject:
        params = [tree.Param(c.subject, t.PLAYER), *params]
    if c.copy:
        params = [*params, tree.Param(c.copy, c.locals[c.copy])]
    owner = low.numbered(c, c.owner.split(":")[-1].split(".")[-1] or "anyone")
    return tree.Function(
        key=f"{function.key}@when_{owner}",
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
        grantor=c.owner,
    )


def equal(a: E, b: E) -> E:
    """The test that two expressions give the same."""
    return Compare(t.FLAG, "=", a, b, span=b.span)


def in_force(
    low: Lowering, c: tree.Change, holder: E, this: E | None, copy: E | None, dispatched: bool
) -> tuple[list[tuple[str, E]], E]:
    """What is gone through, from the outside in: holders, members, copies; and a test if there is none of these."""
    if dispatched:
        assert this is not None
        return [], equal(This(this.type), this) if isinstance(this, Const) else YES
    loops: list[tuple[str, E]] = [(holder.name, PARTICIPANTS)] if isinstance(holder, Local) else []
    test: E = YES
    if c.owner.startswith("participant:"):
        test = substitute(low.is_participant(c.owner[12:]), {"you": holder})
    elif this is not None:
        clause = low.game.kinds[low.member_of(c.owner)[0]].in_force
        if isinstance(this, Local):
            loops.append((this.name, Lib(t.many(this.type), "members", [], this.type.of)))
        parts = {"you": holder, "this": this}
        if clause is not None and clause.copies is not None:
            assert copy is not None
            loops.append((spelled(copy)[1], substitute(clause.copies, parts)))
        elif clause is not None and clause.test is not None:
            test = substitute(clause.test, parts)
    if not loops or test is YES:
        return loops, test
    name, source = loops[-1]
    some = Query(source.type, "all", name, source, test, span=test.span)
    return [*loops[:-1], (name, some)], YES


# ---------------------------------------------------------------- who reacts, settled before the first reaction


def settle(low: Lowering, reactions: list[Reaction], entry: tree.Function, one_by_one: bool) -> tree.Block:
    """Who reacts is settled when the rule has finished, where one hook could change it for another; nested loops too, if their turns come one by one."""
    effects = EffectAnalysis(low.game, low.functions, [])
    written = [effects.writes(r.call) for r in reactions]
    writers = Counter(a for some in written for a in some)
    shared: dict[str, str] = {}  # what is kept already -> the local that keeps it
    lets: tree.Block = []
    for i, r in enumerate(reactions):
        own = Counter(written[i] if len(r.loops) < 2 else ())  # one loop is read once, at its start
        changed = {a for a in reads_of(effects, r) if writers[a] > own[a]}
        if not changed and not (one_by_one and len(r.loops) > 1):
            continue
        if len(r.loops) > 1:
            lets += keep_side_by_side(r, low.local(f"reacts_{i + 1}"), entry)
        elif r.loops:
            name, source = r.loops[0]
            kept = low.local(f"reacts_{i + 1}")
            r.loops[0] = name, keep_source(effects, r, source, changed, shared, lets, entry, kept)
        else:
            r.in_force = keep(r, r.in_force, low.local(f"reacts_{i + 1}"), lets, entry)
    return lets


def reads_of(effects: EffectAnalysis, r: Reaction) -> set[str]:
    """The attributes that decide whether a reaction is in force."""
    return effects.reads(r.in_force).union(*(effects.reads(source) for _, source in r.loops))


def keep(r: Reaction, e: E, name: str, lets: tree.Block, entry: tree.Function) -> E:
    """Stores an expression in a local of the entry, and gives that local."""
    entry.locals[name] = e.type
    lets.append(tree.Let(r.change.span, (), name, e))
    return Local(e.type, name, span=e.span)


def keep_source(
    effects: EffectAnalysis,
    r: Reaction,
    source: E,
    changed: set[str],
    shared: dict[str, str],
    lets: tree.Block,
    entry: tree.Function,
    local: str,
) -> E:
    """A loop's collection as it is now; the whole of it, once for all hooks, if its condition does not change."""
    if (
        not isinstance(source, Query)
        or source.quantifier != "all"
        or source.where is None
        or effects.reads(source.where) & changed
    ):
        return keep(r, source, local, lets, entry)
    whole = source.source
    said = in_words(whole)
    if said not in shared:
        shared[said] = local
        keep(r, whole, shared[said], lets, entry)
    kept = Local(whole.type, shared[said], span=whole.span)
    return source.with_parts([kept, *source.parts[1:]])


def keep_side_by_side(r: Reaction, local: str, entry: tree.Function) -> tree.Block:
    """What nested loops go through, in one list for each of their locals."""
    span = r.change.span
    body: tree.Block = []
    lets: tree.Block = []
    for name, source in r.loops:
        type = source.type.item
        kept = f"{local}_{name}_"
        r.settled.append(kept)
        entry.locals[kept], entry.locals[name] = t.many(type), type
        lets.append(tree.Let(span, (), kept, ListOf(t.many(type), [])))
        one = ListOf(t.many(type), [Local(type, name)])
        target = Local(t.many(type), kept)
        body.append(tree.Set(span, (), target, "=", Lib(t.many(type), "union", [target, one])))
    for name, source in reversed(r.loops):
        body = [tree.For(span, (), name, source, body)]
    return [*lets, *body]


# ---------------------------------------------------------------- many hooks that wait for things of many sorts


def look_once(low: Lowering, reactions: list[Reaction], entry: tree.Function) -> tree.Block:
    """Where many hooks go through the same things, each for those of its sort, the sorts are looked up once."""
    groups: dict[str, list[tuple[Reaction, Query, E]]] = {}
    for r in reactions:
        if (look := look_of(r)) is not None:
            source = r.loops[0][1]
            assert isinstance(source, Query)
            groups.setdefault(in_words(source.source) + in_words(look), []).append((r, source, look))
    lets: tree.Block = []
    for group in groups.values():
        if len(group) < MANY:
            continue
        _, source, look = group[0]
        kept, span = source.source, source.span
        name = low.local(f"{spelled(kept)[1]}_{spelled(look)[1]}")
        while name in entry.locals:
            name += "_"
        sorts = Local(t.many(look.type), name)
        entry.locals[name] = sorts.type
        listed = Fold(sorts.type, "listed", source.variable, look, kept, span=span)
        lets.append(tree.Let(span, (), name, listed))
        for r, own, _ in group:
            assert isinstance(own.where, Compare)
            r.guard = In(t.FLAG, own.where.right, sorts, span=span)
    return lets


def look_of(r: Reaction) -> E | None:
    """What a hook's things are told by, if it goes through things of one sort: these are kept, or no other hook changes them."""
    if r.settled or len(r.loops) != 1:
        return None
    source = r.loops[0][1]
    if (
        not isinstance(source, Query)
        or source.quantifier != "all"
        or not isinstance(source.source, (Local, Field))
    ):
        return None
    where = source.where
    if (
        where is None
        or not isinstance(where, Compare)
        or where.sign != "="
        or not isinstance(where.right, Const)
    ):
        return None
    return where.left if free_in(where.left) == {source.variable} else None


def guarded(effects: EffectAnalysis, r: Reaction, entry: tree.Function) -> tree.Block:
    """The steps of a hook, passed over where there is nothing to go through."""
    if r.guard is None:
        return steps_of(effects, r, entry)
    name = r.loops[0][0]
    fixed = [x for x in r.tests if not effects.reads(x) and name not in free_in(x)]
    inner = replace(r, tests=[x for x in r.tests if x not in fixed])
    return [tree.If(r.change.span, (), all_hold([r.guard, *fixed]), steps_of(effects, inner, entry), [])]


def is_due(effects: EffectAnalysis, r: Reaction) -> E:
    """Whether a reaction without loops is in force and wanted; what reads no field is the quickest to ask."""
    quick = [x for x in r.tests if not effects.reads(x)]
    others = [x for x in r.tests if x not in quick]
    return all_hold([*quick, *([] if r.in_force is YES else [r.in_force]), *others])


# ---------------------------------------------------------------- all hooks of a rule


def in_turn(
    low: Lowering, function: tree.Function, reactions: list[Reaction], entry: tree.Function
) -> tree.Block:
    """The reactions one after the other, or in the order that the subject wants."""
    effects = EffectAnalysis(low.game, low.functions, [])
    if "any_order" not in function.flags:
        return [s for r in reactions for s in guarded(effects, r, entry)]
    bodies = [steps_of(effects, r, entry) for r in reactions]
    pairs = order_matters(low, bodies)
    disputed = sorted({i for pair in pairs for i in pair})
    settled = [s for i, r in enumerate(reactions) if i not in disputed for s in guarded(effects, r, entry)]
    if not disputed:
        return settled
    place = {i: n for n, i in enumerate(disputed)}
    clashes = [(place[i], place[j]) for i, j in pairs]
    chosen = low.local("chosen")
    entry.locals[chosen] = t.NUMBER
    thing = Math(t.NUMBER, "/", Local(t.NUMBER, chosen), number(len(disputed)))
    labels = names_of([reactions[i] for i in disputed])
    branches = [branch(effects, reactions[i], label, thing, entry) for i, label in zip(disputed, labels)]
    you = You(t.PLAYER)
    order = tree.AnyOrder(function.span, function.sources, f"{function.name}.order", you, branches, clashes)
    order.idle = idle_unless(low, [reactions[i].call for i in disputed])
    order.chosen = chosen if any(b.each is not None for b in branches) else ""
    return [*settled, order]


def steps_of(effects: EffectAnalysis, r: Reaction, entry: tree.Function) -> tree.Block:
    """The statements that carry out a reaction for all it is in force for."""
    span = r.change.span
    if not r.settled and not r.loops:
        due = is_due(effects, r)
        return [r.call] if due is YES else [tree.If(span, (), due, [r.call], [])]
    test = all_hold(r.tests)
    body: tree.Block = [r.call] if test is YES else [tree.If(span, (), test, [r.call], [])]
    if r.settled:
        return [kept_loop(r, body, entry)]
    for name, source in reversed(r.loops):
        entry.locals.setdefault(name, source.type.item)
        body = [tree.For(span, (), name, source, body)]
    return body


def kept_loop(r: Reaction, body: tree.Block, entry: tree.Function) -> tree.S:
    """A loop over what was kept side by side."""
    place = kept_place(r, entry)
    return tree.For(r.change.span, (), place, places_of(r), [*kept_lets(r, place), *body])


def kept_place(r: Reaction, entry: tree.Function) -> str:
    """The local that goes through the places of kept lists."""
    place = f"{r.settled[0]}place_"
    entry.locals[place] = t.NUMBER
    return place


def kept_lets(r: Reaction, place: str) -> tree.Block:
    """What stands at a place of the kept lists."""
    at = Local(t.NUMBER, place)
    return [
        tree.Let(r.change.span, (), name, kept_item(kept, source, at))
        for (name, source), kept in zip(r.loops, r.settled)
    ]


def kept_item(kept: str, source: E, number: E) -> E:
    """One element of a kept list."""
    type = source.type.item
    return Item(type, Local(t.many(type), kept), number, sure=True)


def places_of(r: Reaction) -> E:
    """The places of the kept lists, from 1."""
    type = t.many(r.loops[0][1].type.item)
    size = Lib(t.NUMBER, "size", [Local(type, r.settled[0])])
    return Range(t.many(t.NUMBER), Const(t.NUMBER, 1), size)


def number(n: int) -> E:
    """A number as it is."""
    return Const(t.NUMBER, n)


def names_of(reactions: list[Reaction]) -> list[str]:
    """What people call reactions: by their owner, several of one owner by their numbers."""
    names = [r.owner.split(".")[-1].split(":")[-1].replace("_", " ") or "rule" for r in reactions]
    several = {name for name, n in Counter(names).items() if n > 1}
    return [
        f"{name} {names[: i + 1].count(name)}" if name in several else name for i, name in enumerate(names)
    ]


def order_matters(low: Lowering, bodies: list[tree.Block]) -> list[tuple[int, int]]:
    """The pairs of reactions whose order matters: both ask, one asks and the other draws, or one reads or sets what the other changes."""
    facts = Facts(low.functions, [], Bounds(low.game, low.functions))
    effects = EffectAnalysis(low.game, low.functions, [])
    asks = [facts.block_asks(body) for body in bodies]
    draws = [any(isinstance(s, tree.Draw) for s in effects.deep(body)) for body in bodies]
    found: list[tuple[int, int]] = []
    touched = [effects.of_block(body) for body in bodies]
    for i, a in enumerate(touched):
        for j in range(i + 1, len(touched)):
            told = (asks[i] and (asks[j] or draws[j])) or (draws[i] and asks[j])
            if told or a.clashes(touched[j]):
                found.append((i, j))
    return found


def branch(effects: EffectAnalysis, r: Reaction, name: str, thing: E, entry: tree.Function) -> tree.Branch:
    """A reaction that waits for its turn; one of several things has a turn for each of them, which `thing` tells."""
    span = r.change.span
    label = Text(t.TEXT, [name], [], name, span=span)
    if not r.loops:
        due = is_due(effects, r)
        test = None if due is YES else due
        return tree.Branch(span, r.change.sources, label, test, steps_of(effects, r, entry), grantor=r.owner)
    test = all_hold(r.tests)
    body: tree.Block = [r.call] if test is YES else [tree.If(span, (), test, [r.call], [])]
    if r.settled:
        one, each = kept_place(r, entry), places_of(r)
        body = [*kept_lets(r, one), *body]
        wanted = of_kept(r, test, Local(t.NUMBER, one))
    else:
        (one, each), wanted = r.loops[0], None if test is YES else test
        entry.locals.setdefault(one, each.type.item)
        each, wanted = all_of(one, each, wanted)
    if wanted is not None:
        each = Query(t.many(each.type.item), "all", one, each, wanted, span=span)
    body = [tree.Let(span, (), one, thing), *body]
    return tree.Branch(span, r.change.sources, label, r.guard, body, each, r.owner)


def of_kept(r: Reaction, test: E, place: E) -> E | None:
    """A test said of what stands at a place of the kept lists."""
    if test is YES:
        return None
    parts = {name: kept_item(kept, source, place) for (name, source), kept in zip(r.loops, r.settled)}
    return substitute(test, parts)
