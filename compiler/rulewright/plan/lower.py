"""Changes become calls: overrides are wrapped around what they override, hooks follow what they wait for."""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import replace

from ..typed import tree
from ..typed import types as t
from ..typed.tree import E
from .analysis import Facts, all_expressions, own_expressions, statements
from .mixes import with_mix_rules
from .touches import Touches

YES = E("const", t.FLAG, data=True)


def lower(game: tree.Game) -> dict[str, tree.Function]:
    """All functions of the engine, with overrides and hooks worked in."""
    lowering = Lowering(game)
    return lowering.run()


class Lowering:
    def __init__(self, game: tree.Game) -> None:
        self.game = with_mix_rules(game)
        self.functions: dict[str, tree.Function] = dict(self.game.functions)
        self.order = {name: i for i, name in enumerate(game.override_order)}

    def run(self) -> dict[str, tree.Function]:
        overrides: dict[str, list[tree.Change]] = {}
        hooks: dict[str, list[tree.Change]] = {}
        for c in self.game.overrides:
            overrides.setdefault(c.target, []).append(c)
        for c in self.game.hooks:
            if c.target != "used":
                hooks.setdefault(c.target, []).append(c)
        for target in sorted(overrides, key=list(self.functions).index):
            self.wrap(target, sorted(overrides[target], key=self.layer))
        for target in sorted(hooks, key=list(self.functions).index):
            self.follow(target, sorted(hooks[target], key=self.layer))
        self.after_use()
        self.functions.pop("used", None)
        return self.functions

    def layer(self, c: tree.Change) -> tuple[int, int]:
        """From the inside out: variants, then kinds in the game's order, then the lines' order; participants last."""
        if c.owner == "":
            return 0, 0
        if c.owner.startswith("participant:"):
            return self.order.get("participant", 10_000) + 1, 0
        kind = c.owner.split(":")[1].split(".")[0]
        return self.order.get(kind, 1_000) + 1, 0

    # ------------------------------------------------------------ overrides

    def wrap(self, target: str, layers: list[tree.Change]) -> None:
        function = self.functions[target]
        below = replace(function, key=f"{target}@base", category=function.category)
        self.functions[below.key] = below
        chain: list[tuple[E, tree.Function]] = []  # outermost first, above `below`
        used_base = False
        for c in layers:
            if c.uses_base:
                below = self.entry(function, f"{target}@below_{self.suffix(c)}", below, chain)
                self.functions[below.key] = below
                chain = []
                used_base = True
            override = self.override(function, c, below)
            self.functions[override.key] = override
            condition = self.condition(c, function, below)
            if condition is YES:
                chain = [(condition, override)]
            else:
                chain.insert(0, (condition, override))
        self.functions[target] = self.entry(function, target, below, chain)
        if not used_base and chain and chain[-1][0] is YES:
            del self.functions[f"{target}@base"]

    def suffix(self, c: tree.Change) -> str:
        owner = c.owner.split(":")[-1].split(".")[-1] or c.variant or "variant"
        return f"{owner}_{c.key.split(':')[1]}"

    def override(self, function: tree.Function, c: tree.Change, below: tree.Function) -> tree.Function:
        override = tree.Function(
            key=f"{function.key}@{self.suffix(c)}",
            name=function.name,
            category=function.category if function.category != "event" else "rule",
            owner=function.owner,
            params=c.params,
            result=function.result,
            body=copy.deepcopy(c.body) if c.uses_base else c.body,
            label=function.label,
            flags=(),
            uses_you=function.uses_you,
            uses_this=function.uses_this,
            sources=c.sources or function.sources,
            span=c.span,
            locals=c.locals,
        )
        self.bind_base(override.body, below, [E("local", p.type, name=p.name) for p in c.params])
        return override

    def bind_base(self, body: tree.Block, below: tree.Function, params: list[E]) -> None:
        for e in all_expressions(body):
            if e.op == "base":
                self.base_to_call(e, below, params)

    def base_to_call(self, e: E, below: tree.Function, params: list[E]) -> None:
        args = [a for a in e.args if a is not None] if e.data else [copy.copy(p) for p in params]
        e.op, e.name = "call", below.key
        you = E("you", t.PLAYER) if below.uses_you else None
        this = E("this", t.kind(below.owner.split(":")[1])) if below.uses_this else None
        e.args = [you, this, *args]

    def condition(self, c: tree.Change, function: tree.Function, below: tree.Function) -> E:
        """When an override is in force, said of the overridden function's own parameters."""
        own = {p.name: f.name for p, f in zip(c.params, function.params)}
        tests: list[E] = []
        owner = self.owner_test(c, function)
        if owner is not None:
            tests.append(owner)
        for i, value in c.matches:
            param = function.params[i]
            tests.append(E("compare", t.FLAG, [E("local", param.type, name=param.name), value], "="))
        if c.where is not None:
            where = rename(c.where, own)
            for e in where.walk():
                if e.op == "base":
                    self.base_to_call(e, below, [E("local", p.type, name=p.name) for p in function.params])
            tests.append(where)
        return all_hold(tests)

    def owner_test(self, c: tree.Change, function: tree.Function) -> E | None:
        if c.owner.startswith("participant:"):
            return self.is_participant(c.owner[12:])
        if not c.owner.startswith(("kind:", "member:")):
            return None
        kind, member = self.member_of(c.owner)
        if function.uses_this and function.owner == f"kind:{kind}":
            if not member:
                return None
            return E("compare", t.FLAG, [E("this", t.kind(kind)), self.member(kind, member)], "=")
        return self.in_force(kind, member)

    def member_of(self, owner: str) -> tuple[str, str]:
        kind, _, member = owner.split(":")[1].partition(".")
        return kind, member

    def member(self, kind: str, member: str) -> E:
        return E("const", t.kind(kind), name=member, data=self.game.kinds[kind].members.index(member))

    def is_participant(self, name: str) -> E:
        number = self.game.participants[name].number
        seat = E("lib", t.PLAYER, name="participant", data=number)
        return E("compare", t.FLAG, [E("you", t.PLAYER), seat], "=")

    def in_force(self, kind: str, member: str, you: E | None = None) -> E | None:
        clause = self.game.kinds[kind].in_force
        if clause is None:
            return None
        parts = {"this": self.member(kind, member)} if member else {}
        if you is not None:
            parts["you"] = you
        if clause.test is not None:
            return substitute(clause.test, parts)
        assert clause.copies is not None
        copies = substitute(clause.copies, parts)
        return E("query", t.FLAG, copies.args, copies.name, "any", copies.span)

    def entry(
        self, function: tree.Function, key: str, below: tree.Function, chain: list[tuple[E, tree.Function]]
    ) -> tree.Function:
        """Tries the overrides from the outside in, then what is below them all."""
        entry = replace(function, key=key, locals={p.name: p.type for p in function.params})
        calls = [(test, self.call(function, to)) for test, to in chain]
        if not calls or calls[-1][0] is not YES:
            calls.append((YES, self.call(function, below)))
        if function.category == "define":
            entry.body = [
                tree.Result(function.span, function.sources, call, None if test is YES else test)
                for test, call in calls
            ]
            return entry
        body: tree.Block = []
        for test, call in reversed(calls):
            step = tree.Call(function.span, function.sources, call)
            body = [step] if test is YES else [tree.If(function.span, (), test, [step], body)]
        entry.body = body
        if entry.category == "event":
            entry.category = "rule"
        return entry

    def call(self, function: tree.Function, to: tree.Function, subject: E | None = None) -> E:
        you = (subject or E("you", t.PLAYER)) if to.uses_you else None
        this = E("this", t.kind(function.owner.split(":")[1])) if to.uses_this else None
        args = [E("local", p.type, name=p.name) for p in function.params]
        return E("call", function.result, [you, this, *args], to.key, None, to.span)

    # ------------------------------------------------------------ hooks

    def follow(self, target: str, hooks: list[tree.Change]) -> None:
        function = self.functions[target]
        first: tree.Block = []
        if function.body:
            steps = replace(function, key=f"{target}@steps")
            self.functions[steps.key] = steps
            first = [tree.Call(function.span, function.sources, self.call(function, steps))]
        reactions = [self.reaction(function, c) for c in hooks]
        if "any_order" in function.flags:
            hooks, reactions = self.by_owner(hooks, reactions)
        entry = replace(function, locals={p.name: p.type for p in function.params})
        disputed = self.disputed(reactions) if "any_order" in function.flags else []
        if disputed:
            settled = [s for i, (_, block) in enumerate(reactions) if i not in disputed for s in block]
            chosen = [hooks[i] for i in disputed]
            entry.body = [*first, *settled, self.in_any_order(function, chosen, [reactions[i] for i in disputed])]
        else:
            entry.body = [*first, *(s for _, block in reactions for s in block)]
        for _, block in reactions:
            for s in statements(block):
                if isinstance(s, (tree.For, tree.Let)):
                    entry.locals.setdefault(s.name, t.UNKNOWN if isinstance(s, tree.Let) else s.source.type.item)
        self.functions[target] = entry

    def by_owner(
        self, hooks: list[tree.Change], reactions: list[tuple[E, tree.Block]]
    ) -> tuple[list[tree.Change], list[tuple[E, tree.Block]]]:
        """The hooks of one card, tile or structure are one reaction, in the order of their lines."""
        first: dict[str, tree.Change] = {}
        joined: dict[str, tuple[E, tree.Block]] = {}
        for c, (test, block) in zip(hooks, reactions):
            if c.owner not in first:
                first[c.owner], joined[c.owner] = c, (test, block)
                continue
            before, steps = joined[c.owner]
            either = YES if YES in (before, test) else E("or", t.FLAG, [before, test], span=test.span)
            joined[c.owner] = (either, [*steps, *block])
        return list(first.values()), list(joined.values())

    def disputed(self, reactions: list[tuple[E, tree.Block]]) -> list[int]:
        """The hooks whose order matters: two that both ask, or one that reads or sets what another changes."""
        facts = Facts(self.functions, [])
        touches = Touches(self.game, self.functions, [])
        bodies = [block for _, block in reactions]
        found: set[int] = set()
        for i, a in enumerate(bodies):
            for j, b in enumerate(bodies):
                if i < j and (both_ask(facts, a, b) or touches.clash(a, b)):
                    found |= {i, j}
        return sorted(found)

    def reaction(self, function: tree.Function, c: tree.Change) -> tuple[E, tree.Block]:
        """The condition of a hook and the call that carries it out."""
        hook = tree.Function(
            key=f"{function.key}@when_{self.suffix(c)}",
            name=f"when_{function.name}",
            category="rule",
            owner=self.hook_owner(c),
            params=c.params,
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
        self.functions[hook.key] = hook
        args = [E("local", p.type, name=p.name) for p in function.params]
        you = E("you", t.PLAYER) if function.uses_you else E("const", t.PLAYER, data=0)
        holder = you
        if c.subject:
            hook.params = [tree.Param(c.subject, t.PLAYER), *hook.params]
            args = [you, *args]
            holder = E("local", t.PLAYER, name="holder")
        if c.copy:
            hook.params = [*hook.params, tree.Param(c.copy, c.locals[c.copy])]
            args = [*args, E("local", c.locals[c.copy], name=c.copy)]
        kind, member = self.member_of(c.owner) if c.owner.startswith(("kind:", "member:")) else ("", "")
        this = E("this", t.kind(kind)) if hook.uses_this else None
        call: tree.S = tree.Call(c.span, c.sources, E("call", t.NOTHING, [holder, this, *args], hook.key, None, c.span))
        tests = [self.match(function, i, v) for i, v in c.matches]
        if c.where is not None:
            own = {p.name: a for p, a in zip(hook.params, args)}
            tests.append(substitute(c.where, {**own, "you": holder}))
        return self.around(c, kind, member, holder, tests, call)

    def hook_owner(self, c: tree.Change) -> str:
        return c.owner if c.owner.startswith("kind:") else ""

    def match(self, function: tree.Function, i: int, value: E) -> E:
        param = function.params[i]
        return E("compare", t.FLAG, [E("local", param.type, name=param.name), value], "=")

    def around(
        self, c: tree.Change, kind: str, member: str, holder: E, tests: list[E], call: tree.S
    ) -> tuple[E, tree.Block]:
        """Loops over holders, members and copies, as far as the hook needs them."""
        clause = self.game.kinds[kind].in_force if kind else None
        body: tree.Block = [call]
        in_force: E | None = None
        if c.owner.startswith("participant:"):
            in_force = self.is_participant(c.owner[12:])
            in_force = substitute(in_force, {"you": holder})
        if clause is not None and clause.copies is not None:
            parts = {"you": holder}
            if member:
                parts["this"] = self.member(kind, member)
            copies = substitute(clause.copies, parts)
            test = all_hold(tests)
            body = [tree.If(c.span, (), test, body, [])] if test is not YES else body
            body = [tree.For(c.span, (), c.copy, copies, body)]
            where = None if test is YES else test
            some = E("query", t.FLAG, [copies, where, None], c.copy, "any", c.span)
            return some, self.for_holders(c, holder, body)
        if clause is not None:
            in_force = self.in_force(kind, member, holder)
        test = all_hold([*([in_force] if in_force is not None else []), *tests])
        body = [tree.If(c.span, (), test, body, [])] if test is not YES else body
        if kind and not member:
            body = [tree.For(c.span, (), "this", E("lib", t.many(t.kind(kind)), name="members", data=kind), body)]
        return test, self.for_holders(c, holder, body)

    def for_holders(self, c: tree.Change, holder: E, body: tree.Block) -> tree.Block:
        if not c.subject:
            return body
        players = E("lib", t.many(t.PLAYER), name="participants")
        return [tree.For(c.span, (), holder.name, players, body)]

    def in_any_order(
        self, function: tree.Function, hooks: list[tree.Change], reactions: list[tuple[E, tree.Block]]
    ) -> tree.S:
        branches: list[tree.Branch] = []
        for c, (test, block) in zip(hooks, reactions):
            name = c.owner.split(".")[-1].split(":")[-1].replace("_", " ")
            label = E("text", t.TEXT, [], name, [name], c.span)
            branches.append(tree.Branch(c.span, c.sources, label, None if test is YES else test, block))
        choice = f"{function.name}.order"
        return tree.AnyOrder(function.span, function.sources, choice, E("you", t.PLAYER), branches)

    def after_use(self) -> None:
        """`when used` in a kind follows every action of its members."""
        for c in self.used_hooks():
            kind, _ = self.member_of(c.owner)
            for key, f in list(self.functions.items()):
                if f.category == "action" and f.owner.startswith(f"member:{kind}."):
                    member = self.member(kind, f.owner.split(".")[1])
                    body = [copy_statement(s, {"this": member}) for s in c.body]
                    self.functions[key] = replace(f, body=[*f.body, *body], locals={**f.locals, **c.locals})

    def used_hooks(self) -> list[tree.Change]:
        return [c for c in self.game.hooks if c.target == "used"]


def both_ask(facts: Facts, a: tree.Block, b: tree.Block) -> bool:
    return facts.block_asks(a) and facts.block_asks(b)


# ---------------------------------------------------------------- copying expressions


def all_hold(tests: list[E]) -> E:
    if not tests:
        return YES
    found = tests[0]
    for test in tests[1:]:
        found = E("and", t.FLAG, [found, test], span=test.span)
    return found


def rename(e: E, names: dict[str, str]) -> E:
    return transform(e, lambda x: replace(x, name=names[x.name]) if x.op == "local" and x.name in names else x)


def substitute(e: E, parts: dict[str, E]) -> E:
    """A copy in which locals, `you` and `this` stand for other expressions."""

    def change(x: E) -> E:
        name = x.name if x.op == "local" else x.op if x.op in ("you", "this") else ""
        return replace(parts[name], span=x.span) if name in parts else x

    return transform(e, change)


def transform(e: E, change: Callable[[E], E]) -> E:
    args = [None if a is None else transform(a, change) for a in e.args]
    return change(E(e.op, e.type, args, e.name, e.data, e.span))


def copy_statement(s: tree.S, parts: dict[str, E]) -> tree.S:
    """A copy of a statement with parts of its expressions replaced."""
    made = copy.deepcopy(s)
    for e in own_expressions(made):
        for x in e.walk():
            name = x.name if x.op == "local" else x.op
            if name in parts:
                with_ = parts[name]
                x.op, x.type, x.args, x.name, x.data = with_.op, with_.type, with_.args, with_.name, with_.data
    return made

