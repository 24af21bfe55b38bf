"""Gates: what must hold now so that the rest of a unit can be carried through, found by analysis instead of trial.

The rest of a unit is walked with what it has written so far. A condition on state that nothing before it has
written is a condition on the present position. Where that cannot be said, the gate is not exact and the engine
tries the unit out.
"""

from __future__ import annotations

from dataclasses import replace

from ..typed import tree
from ..typed import types as t
from ..typed.checks_walk import statements
from ..typed.tree import E
from .analysis import Facts
from .locals import changed_in
from .touches import Touches
from .walks import (
    YES,
    Gate,
    Later,
    Unknown,
    Walk,
    all_of,
    conjunction,
    disjunction,
    folded,
    is_the_end,
    some_subset,
)

DEPTH = 6  # how deep calls are followed into


class Gates:
    def __init__(
        self,
        game: tree.Game,
        functions: dict[str, tree.Function],
        facts: Facts,
        touches: Touches,
        effects: list[tuple[str, E]],
    ) -> None:
        self.game = game
        self.effects = effects
        self.functions = functions
        self.facts = facts
        self.touches = touches
        self.counter = 0
        self.needed: dict[str, tree.Function] = {}  # gates of rules, as defines of their own
        self.by_rule: dict[str, tuple[str, bool] | None] = {}

    # ------------------------------------------------------------ entry

    def of(self, rest: tree.Block, known: list[str], who: E, picked: tree.Pick | None = None) -> Gate:
        """The gate of the rest of a unit of `who`; `known` are the locals that are there now, one was just picked."""
        walk = Walk({n: E("local", t.NUMBER, name=n) for n in known if n not in ("you", "this")})
        if picked is not None:
            walk.lying[picked.name] = self.touches.source_zones(picked.source)
        self.you = who
        return self.block(list(rest), walk, None)

    def fails_later(self, later: Later | None) -> bool:
        while later is not None:
            if self.facts.block_fails(later.rest):
                return True
            later = later.up
        return False

    def block(self, rest: tree.Block, walk: Walk, later: Later | None) -> Gate:
        tests: list[E] = []
        exact = True
        for i, s in enumerate(rest):
            if not self.facts.block_fails(rest[i:]) and not self.fails_later(later):
                return Gate(conjunction(tests), exact)
            if self.touches.is_chance(s):
                return Gate(conjunction(tests), exact)
            following = rest[i + 1 :]
            if isinstance(s, tree.Stop) or is_the_end(s):
                return Gate(conjunction(tests), exact)
            if isinstance(s, tree.Let):
                self.let(s, walk)
                continue
            if not isinstance(s, tree.If) and any(isinstance(x, tree.Stop) for x in statements([s])):
                return Gate(conjunction(tests), False)  # what follows may never come
            ends = self.branching(s, following, walk, later)
            if ends is not None:
                return self.both(tests, exact, ends)
            found = self.statement(s, walk)
            if found.test is not None:
                tests.append(found.test)
            exact = exact and found.exact
        if later is not None:
            walk.names = dict(later.names)
            walk.lying = {}
            return self.both(tests, exact, self.block(later.rest, walk, later.up))
        return Gate(conjunction(tests), exact)

    def both(self, tests: list[E], exact: bool, last: Gate) -> Gate:
        more = [last.test] if last.test is not None else []
        return Gate(conjunction([*tests, *more]), exact and last.exact, last.exact_if if exact else None)

    # ------------------------------------------------------------ expressions

    def now(self, e: E, walk: Walk) -> E:
        """The expression, said of the present position."""
        if self.touches.reads(e) & walk.written:
            raise Unknown
        return self.put(e, walk, frozenset())

    def put(self, e: E, walk: Walk, bound: frozenset[str]) -> E:
        if e.op == "lib" and e.name == "some_subset":
            bound = bound | {e.data.name, e.data.candidate}
        if e.op == "local":
            if e.name in bound:
                return e
            known = walk.names.get(e.name)
            if known is None:
                raise Unknown
            return replace(known, type=e.type, span=e.span) if known.op == "local" else known
        if e.op in ("you", "this") and e.op in walk.names:
            known = walk.names[e.op]
            if known is None:
                raise Unknown
            return known
        inner = bound
        if e.op in ("query", "fold"):
            inner = bound | {e.name}
        args = [None if a is None else self.put(a, walk, inner) for a in e.args]
        return E(e.op, e.type, args, e.name, e.data, e.span)

    def let(self, s: tree.Let, walk: Walk) -> None:
        try:
            walk.names[s.name] = self.now(s.value, walk)
        except Unknown:
            walk.names[s.name] = None

    # ------------------------------------------------------------ statements that go on

    def statement(self, s: tree.S, walk: Walk) -> Gate:
        if isinstance(s, tree.Require):
            return self.condition(s.test, walk)
        if isinstance(s, tree.Gain):
            return self.gain(s, walk)
        if isinstance(s, tree.Set) and s.target.op == "local":
            try:
                value = self.now(s.value, walk)
                old = walk.names.get(s.target.name)
                if s.op != "=":
                    value = E("math", t.NUMBER, [old, value], s.op[0]) if old is not None else value
                walk.names[s.target.name] = value if s.op == "=" or old is not None else None
            except Unknown:
                walk.names[s.target.name] = None
            return Gate(None, True)
        exact = not self.facts.fails(s)
        written = self.written_by(s, walk)
        walk.written = walk.written | written
        self.forget(walk, written)
        for name in changed_in([s]):
            walk.names[name] = None
        if not exact and isinstance(s, tree.Call):
            return Gate(None, False)
        return Gate(None, exact)

    def written_by(self, s: tree.S, walk: Walk) -> set[str]:
        """What a statement writes; where a piece that was picked lies, is known until something else may move it."""
        if isinstance(s, tree.Move) and s.what.op == "local" and s.goal.op == "field":
            zones = walk.lying.get(s.what.name, set())
            walk.lying[s.what.name] = {s.goal.name}
            return self.touches.move_writes(s, zones)
        written = self.touches.writes(s)
        walk.lying = {n: zones for n, zones in walk.lying.items() if not zones & written}
        return written

    def condition(self, test: E, walk: Walk) -> Gate:
        try:
            return Gate(folded(self.now(test, walk)), True)
        except Unknown:
            return Gate(None, False)

    def gain(self, s: tree.Gain, walk: Walk) -> Gate:
        tests: list[E] = []
        exact = True
        try:
            who = self.put(s.who, walk, frozenset())
        except Unknown:
            who = None
        if s.verb == "pay":
            if who is None:
                exact = False
            elif s.amount.op == "bundle":
                for r, a in zip(s.amount.data, s.amount.args):
                    assert a is not None
                    found = self.can_pay(r, a, who, walk)
                    exact = exact and found.exact
                    tests += [found.test] if found.test is not None else []
            else:
                found = self.condition(E("lib", t.FLAG, [s.who, s.amount], "payable", None, s.span), walk)
                exact = found.exact
                tests += [found.test] if found.test is not None else []
        before = set(walk.written)
        walk.written = walk.written | self.touches.writes(s)
        if s.verb in ("pay", "gain") and s.amount.op == "bundle" and who is not None:
            self.remember(s, who, walk, before)
        else:
            self.forget(walk, self.touches.writes(s))
        return Gate(conjunction(tests), exact)

    def forget(self, walk: Walk, written: set[str]) -> None:
        """What was changed in another way is no longer known by what was paid and gained."""
        for key in list(walk.paid):
            info = self.game.resources[key.split(" ")[0]].field
            if info is not None and info.attribute in written:
                del walk.paid[key]

    def can_pay(self, resource: str, amount: E, who: E, walk: Walk) -> Gate:
        r = self.game.resources[resource]
        key = f"{resource} {who.op} {who.name}"
        try:
            price = self.now(amount, walk)
        except Unknown:
            return Gate(None, False)
        stock = E("lib", t.NUMBER, [who], "stock_of", resource)
        if self.touches.stock_reads(resource) & walk.written:
            if key not in walk.paid or not self.is_plain(r):
                return Gate(None, False)
            for earlier in walk.paid[key]:
                price = E("math", t.NUMBER, [price, earlier], "+")
        return Gate(E("compare", t.FLAG, [stock, price], ">="), True)

    def is_plain(self, r: tree.Resource) -> bool:
        return not r.functions and not r.of and r.field is not None

    def remember(self, s: tree.Gain, who: E, walk: Walk, before: set[str]) -> None:
        """A plain resource that was only paid and gained so far is known: the stock less the sum of these."""
        for r, a in zip(s.amount.data, s.amount.args):
            assert a is not None
            resource = self.game.resources[r]
            key = f"{r} {who.op} {who.name}"
            if not self.is_plain(resource) or resource.field is None:
                continue
            if resource.field.attribute in before and key not in walk.paid:
                continue
            try:
                amount = self.now_amount(a, walk, before)
            except Unknown:
                walk.paid.pop(key, None)
                continue
            if s.verb == "gain":
                amount = E("minus", t.NUMBER, [amount])
            walk.paid.setdefault(key, []).append(amount)

    def now_amount(self, amount: E, walk: Walk, before: set[str]) -> E:
        if self.touches.reads(amount) & before:
            raise Unknown
        return self.put(amount, walk, frozenset())

    # ------------------------------------------------------------ statements that branch

    def branching(self, s: tree.S, rest: tree.Block, walk: Walk, later: Later | None) -> Gate | None:
        """Choices, ifs and calls whose outcome decides over what follows; None: not such a statement."""
        follows = self.facts.block_fails(rest) or self.fails_later(later)
        if isinstance(s, tree.Choose) and s.body is None and not s.optional:
            return self.choose(s.picks, s.who, rest, walk, later)
        if isinstance(s, tree.ChooseOne):
            return self.choose_one(s, rest, walk, later)
        if isinstance(s, tree.If) and (self.facts.fails(s) or follows):
            return self.if_(s, rest, walk, later)
        if isinstance(s, tree.Call) and self.facts.fails(s):
            return self.call(s, rest, walk, later)
        return None

    def choose(
        self, picks: list[tree.Pick], who: E, rest: tree.Block, walk: Walk, later: Later | None
    ) -> Gate:
        """Some answer must exist with which everything after it can be done."""
        if self.other_player(who, walk):
            return Gate(None, True)
        pick, more = picks[0], picks[1:]
        inner = walk.copy()
        if pick.amount != "one":
            inner.names[pick.name] = None
            found = self.choose(more, who, rest, inner, later) if more else self.block(rest, inner, later)
            try:
                some = self.now(some_subset(pick), walk)
            except Unknown:
                return Gate(found.test, False)
            return Gate(conjunction([some, *([found.test] if found.test is not None else [])]), found.exact)
        self.counter += 1
        name = f"{pick.name}_{self.counter}"
        inner.names[pick.name] = inner.names[pick.candidate] = E("local", pick.type, name=name)
        inner.lying[pick.name] = self.touches.source_zones(pick.source)
        try:
            source = self.now(pick.source, walk)
            where = self.now(pick.where, inner) if pick.where is not None else None
        except Unknown:
            return Gate(None, False)
        if pick.field is not None:
            inner.written = inner.written | {pick.field.name}
        found = self.choose(more, who, rest, inner, later) if more else self.block(rest, inner, later)
        tests = [x for x in (where, found.test) if x is not None]
        return Gate(
            E("query", t.FLAG, [source, conjunction(tests), None], name, "any", pick.span), found.exact
        )

    def other_player(self, who: E, walk: Walk) -> bool:
        """Another player's decision ends the search as a success."""
        try:
            found = self.put(who, walk, frozenset())
        except Unknown:
            return True
        return (found.op, found.name) != (self.you.op, self.you.name)

    you = E("you", t.PLAYER)

    def choose_one(self, s: tree.ChooseOne, rest: tree.Block, walk: Walk, later: Later | None) -> Gate:
        if self.other_player(s.who, walk):
            return Gate(None, True)
        options: list[E] = []
        exact = True
        unless: list[E | None] = []  # conditions under which the branches that are not exact are
        for b in s.branches:
            inner = walk.copy()
            tests: list[E] = []
            if b.test is not None:
                found = self.condition(b.test, inner)
                exact = exact and found.exact
                tests += [found.test] if found.test is not None else []
            body = self.block([*b.body, *rest], inner, later)
            exact = exact and body.exact
            unless += [] if body.exact else [body.exact_if]
            tests += [body.test] if body.test is not None else []
            if not tests and body.exact:
                return Gate(None, True)  # this way is always open
            options.append(conjunction(tests) or YES)
        return Gate(disjunction(options), exact, all_of(unless))

    def if_(self, s: tree.If, rest: tree.Block, walk: Walk, later: Later | None) -> Gate:
        test = self.condition(s.test, walk)
        if test.test is not None and test.test.op == "const":
            return self.block([*(s.then if test.test.data else s.otherwise), *rest], walk, later)
        yes = self.block([*s.then, *rest], walk.copy(), later)
        no = self.block([*s.otherwise, *rest], walk.copy(), later)
        exact = yes.exact and no.exact
        if test.test is None or not test.exact:
            return Gate(None, exact and yes.test is None and no.test is None)
        unless: E | None = None
        if not exact and all(x.exact or x.exact_if is not None for x in (yes, no)):
            unless = E("if", t.FLAG, [test.test, yes.exact_if or YES, no.exact_if or YES])
        if yes.test is None and no.test is None:
            return Gate(None, exact, unless)
        return Gate(E("if", t.FLAG, [test.test, yes.test or YES, no.test or YES]), exact, unless)

    # ------------------------------------------------------------ calls

    def call(self, s: tree.Call, rest: tree.Block, walk: Walk, later: Later | None) -> Gate:
        if walk.depth >= DEPTH:
            return Gate(None, False)
        found: Gate | None = None
        if not self.facts.block_fails(rest) and not self.fails_later(later):
            found = self.call_gate(s, walk)
            if found is not None and (found.exact or found.exact_if is not None):
                return found
        f = self.functions.get(s.call.name)
        if s.call.op != "call" or f is None or any(isinstance(x, tree.Stop) for x in statements(f.body)):
            return found or Gate(None, False)
        if found is not None and not any(a is not None and a.op == "const" for a in s.call.args[1:]):
            return found  # following the rule in place could tell no more
        inner = walk.copy()
        inner.depth += 1
        inner.lying = {}  # the called rule has locals of its own
        inner.names = {p.name: self.argument(a, walk) for p, a in zip(f.params, s.call.args[2:])}
        inner.names["you"] = self.argument(s.call.args[0], walk)
        inner.names["this"] = self.argument(s.call.args[1], walk)
        return self.block(list(f.body), inner, Later(rest, walk.names, later))

    def argument(self, a: E | None, walk: Walk) -> E | None:
        if a is None:
            return None
        try:
            return self.now(a, walk)
        except Unknown:
            return None

    def call_gate(self, s: tree.Call, walk: Walk) -> Gate | None:
        """The gate of a rule as a function of its own, where nothing that it reads has been written."""
        keys = self.touches.called(s)
        who = self.argument(s.call.args[0], walk)
        if who is not None and (who.op, who.name) != (self.you.op, self.you.name):
            return None  # somebody else's doing: only following it in place tells whose choices are whose
        if s.call.op == "lib":
            return self.effect_call(s, walk)
        found = self.rule_gate(keys[0], walk.depth)
        if found is not None and found[0] and self.touches.function_reads(found[0]) & walk.written:
            found = self.rule_gate(keys[0], walk.depth, walk.written)
        if found is None:
            return None
        name, exact = found
        if not name:
            return Gate(None, exact)
        try:
            args = [None if a is None else self.now(a, walk) for a in s.call.args]
        except Unknown:
            return Gate(None, False)
        if args[0] is None and self.needed[name].uses_you:
            return Gate(None, False)
        return Gate(E("call", t.FLAG, args, name, None, s.span), exact)

    def effect_call(self, s: tree.Call, walk: Walk) -> Gate:
        """The gate of a rule that is kept as a value: one of those that stand in tables."""
        made = [self.effect_gate(text, e) for text, e in self.effects]
        exact = all(e for _, e in made)
        names = [n for n, _ in made if n]
        if not names:
            return Gate(None, exact)
        if any(self.touches.function_reads(n) & walk.written for n in names):
            return Gate(None, False)
        try:
            args = [None if a is None else self.now(a, walk) for a in s.call.args]
        except Unknown:
            return Gate(None, False)
        return Gate(
            E("lib", t.FLAG, args, "can_perform", None, s.span),
            exact,
            None if exact else E("lib", t.FLAG, [args[1]], "effect_is_exact"),  # some of them must be tried
        )

    def effect_gate(self, text: str, e: E) -> tuple[str, bool]:
        """The gate of one rule with its constants, as it stands in a table."""
        key = f"effect:{text}"
        known = self.by_rule.get(key)
        if known is not None:
            return known
        you = E("you", t.PLAYER)
        call = tree.Call(e.span, (), E("call", t.NOTHING, [you, None, *e.args], e.name, None, e.span))
        asked, self.you = self.you, you
        self.by_rule[key] = ("", False)
        gate = self.block([call], Walk({}), None)
        self.you = asked
        if gate.test is None:
            self.by_rule[key] = ("", gate.exact)
        else:
            self.by_rule[key] = (
                self.define(f"can.{key}", f"can {text}", gate.test, self.functions[e.name], []),
                gate.exact,
            )
        return self.by_rule[key] or ("", False)

    def rule_gate(
        self, rule: str, depth: int, written: frozenset[str] = frozenset()
    ) -> tuple[str, bool] | None:
        """The name of the define that says whether a rule can be carried through ("" if nothing tells), and whether that
        is exact. After something was written that the rule reads, it says what can still be said of the present position.
        """
        changed = written & self.touches.function_reads(rule)
        key = "@after_".join([rule, *sorted(changed)])
        if key in self.by_rule:
            return self.by_rule[key]
        self.by_rule[key] = None  # while it is being worked out, for rules that call themselves
        f = self.functions.get(rule)
        if f is None:
            return None
        if not self.facts.block_fails(f.body):
            self.by_rule[key] = ("", True)
            return self.by_rule[key]
        walk = Walk({p.name: E("local", p.type, name=p.name) for p in f.params}, changed, depth=depth + 1)
        asked, self.you = self.you, E("you", t.PLAYER)
        gate = self.block(list(f.body), walk, None)
        self.you = asked
        if gate.test is None:
            self.by_rule[key] = ("", gate.exact)
            return self.by_rule[key]
        name = self.define(f"can.{key}", f"can {f.name}", gate.test, f, f.params)
        self.by_rule[key] = (name, gate.exact)
        return self.by_rule[key]

    def define(self, name: str, label: str, test: E, f: tree.Function, params: list[tree.Param]) -> str:
        """A gate as a define of its own."""
        define = tree.Function(
            key=name,
            name=label,
            category="define",
            owner=f.owner,
            params=params,
            result=t.FLAG,
            body=[tree.Result(f.span, (), test, None)],
            label=f"whether {f.name} can be carried through",
            flags=(),
            uses_you=f.uses_you,
            uses_this=f.uses_this,
            sources=f.sources,
            span=f.span,
            locals=dict(f.locals),
        )
        self.needed[name] = define
        self.functions[name] = define
        return name
