"""Gates of rules as defines of their own: asked for by whoever calls the rule, and by the menus."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..analysis.failing import Facts
from ..analysis.liveness import free_in
from ..typed import tree
from ..typed import types as t
from ..typed.expr import CallExpr, Lib, Local, RuleValue, You, disjunction
from ..typed.tree import E
from .copying import in_words
from .saying import Saying, is_same
from .walks import Gate, Held, Later, RuleGate, Unknown, Walk, cases

FEW = 4  # so many statements of a rule are looked at that cannot fail itself


class RuleGates(Saying):
    facts: Facts
    effects: list[tuple[str, RuleValue]]
    needed: dict[str, tree.Function]  # gates of rules, as defines of their own
    tests: dict[str, E]  # what they test
    by_rule: dict[str, RuleGate | None]
    you: E  # whose unit it is

    def block(self, rest: tree.Block, walk: Walk, later: Later | None) -> Gate:
        raise NotImplementedError

    # ------------------------------------------------------------ events

    def applies(self, s: tree.Call, f: tree.Function, walk: Walk) -> E | None:
        """Whether an event moves anybody to do anything, as a define of its own; None: that cannot be said."""
        tests: list[E] = []
        for part in f.body:
            if not isinstance(part, tree.If) or part.otherwise:
                return None
            tests.append(part.test)
        test = disjunction(tests)
        if test is None:
            return None
        doc = f"whether {f.name} has anything to do"
        name = self.define(f"applies.{f.key}", f"{f.name} applies", test, f, f.params, doc)
        assert isinstance(s.call, CallExpr)
        return self.argument(replace(s.call, type=t.FLAG, name=name, span=s.span), walk)

    def may_decline(self, s: tree.Call) -> bool:
        """Whether all that an event moves `you` to do are things that you may refuse: then nothing has changed."""
        for part in self.functions[s.call.name].body:
            for step in part.then if isinstance(part, tree.If) else [part]:
                hook = self.functions.get(step.call.name) if isinstance(step, tree.Call) else None
                if hook is None or not all(isinstance(x, tree.May) for x in hook.body):
                    return False
        return True

    # ------------------------------------------------------------ calls

    def call_gate(self, s: tree.Call, walk: Walk) -> Gate | None:
        """The gate of a rule as a function of its own, where nothing that it reads has been written."""
        keys = self.touches.called(s)
        who = self.argument(s.call.args[0], walk)
        if who is not None and (who.op, who.name) != (self.you.op, self.you.name):
            return None  # somebody else's doing: only following it in place tells whose choices are whose
        if isinstance(s.call, Lib):
            return self.effect_call(s, walk)
        found = self.rule_gate(keys[0], walk.depth)
        held: list[str] = []
        if found is not None and found.reads(self.touches) & walk.written:
            held = sorted(a for a, x in walk.values.items() if x.owner is None or is_same(x.owner, who))
            held = [a for a in held if a in self.touches.function_reads(keys[0])]
            found = self.rule_gate(keys[0], walk.depth, walk.written, held)
        if found is None:
            return None
        if not found.name and not found.sure:
            return Gate(None, found.exact)
        try:
            args = [None if a is None else self.now(a, walk) for a in s.call.args]
        except Unknown:
            return Gate(None, False)
        if args[0] is None and self.needed[found.name or found.sure].uses_you:
            return Gate(None, False)
        args += [walk.values[a].value for a in found.held]
        test, sure = (
            (
                CallExpr(t.FLAG, name, args[0], args[1], [a for a in args[2:] if a is not None], span=s.span)
                if name
                else None
            )
            for name in (found.name, found.sure)
        )
        return Gate(test, found.exact, sure)

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
            Lib(t.FLAG, "can_perform", args, span=s.span),
            exact,
            None if exact else Lib(t.FLAG, "effect_is_exact", [args[1]]),  # some of them must be tried
        )

    def effect_gate(self, text: str, e: RuleValue) -> tuple[str, bool]:
        """The gate of one rule with its constants, as it stands in a table."""
        key = f"effect:{text}"
        known = self.by_rule.get(key)
        if known is None:
            you = You(t.PLAYER)
            call = tree.Call(e.span, (), CallExpr(t.NOTHING, e.name, you, None, e.arguments, span=e.span))
            asked, self.you = self.you, you
            self.by_rule[key] = RuleGate("", False)
            gate = self.block([call], Walk({}), None)
            self.you = asked
            known = self.by_rule[key] = self.made(key, f"can {text}", gate, self.functions[e.name], [])
        return known.name, known.exact

    def rule_gate(
        self, rule: str, depth: int, written: frozenset[str] = frozenset(), held: Sequence[str] = ()
    ) -> RuleGate | None:
        """The gate of a rule as a define of its own. After something was written that the rule reads, it says what can
        still be said of the present position; fields that are `held` are known then, and given as further arguments.
        """
        changed = written & self.touches.function_reads(rule)
        after = "@after_".join([rule, *sorted(changed - set(held))])
        key = "@with_".join([after, *held])
        if key in self.by_rule:
            return self.by_rule[key]
        self.by_rule[key] = None  # while it is being worked out, for rules that call themselves
        f = self.functions.get(rule)
        if f is None:
            return None
        if not self.facts.block_fails(f.body):
            self.by_rule[key] = RuleGate("", True)
            return self.by_rule[key]
        walk = Walk({p.name: Local(p.type, p.name) for p in f.params}, changed, depth=depth + 1)
        later = {a: later_name(a, f) for a in held}
        for a, name in later.items():
            info = self.game.fields[a]
            owner = You(t.PLAYER) if info.owner == "player" else None
            walk.values[a] = Held(owner, Local(info.type, name))
        asked, self.you = self.you, You(t.PLAYER)
        gate = self.block(list(f.body), walk, None)
        self.you = asked
        needed = free_in(gate.test) | free_in(gate.exact_if)
        used = [a for a in held if later[a] in needed]
        params = [*f.params, *(tree.Param(later[a], self.game.fields[a].type) for a in used)]
        made = self.made("@with_".join([after, *used]), f"can {f.name}", gate, f, params)
        made.held = used
        self.by_rule[key] = made
        return made

    def made(self, key: str, label: str, gate: Gate, f: tree.Function, params: list[tree.Param]) -> RuleGate:
        """A gate as defines: what must hold, and what is enough then."""
        name = sure = ""
        doc = f"whether {f.name} can be carried through"
        if gate.test is not None:
            name = self.define(f"can.{key}", label, gate.test, f, params, doc)
        if not gate.exact and gate.exact_if is not None:
            doc = f"whether nothing else can stop {f.name}"
            sure = self.define(f"sure.{key}", label.replace("can", "sure", 1), gate.exact_if, f, params, doc)
        return RuleGate(name, gate.exact, sure)

    def define(
        self, name: str, label: str, test: E, f: tree.Function, params: list[tree.Param], doc: str
    ) -> str:
        """A gate as a define of its own; the same test under the same name is made once."""
        found, n = name, 2
        while found in self.needed and in_words(self.tests[found]) != in_words(test):
            found, n = f"{name}_{n}", n + 1
        if found in self.needed:
            return found
        self.tests[found] = test
        define = tree.Function(
            key=found,
            name=label,
            category="define",
            owner=f.owner,
            params=params,
            result=t.FLAG,
            body=[tree.Result(f.span, (), value, case) for value, case in cases(test)],
            label=doc,
            flags=(),
            uses_you=f.uses_you,
            uses_this=f.uses_this,
            sources=f.sources,
            span=f.span,
            locals={**f.locals, **{p.name: p.type for p in params}},
        )
        self.needed[found] = define
        self.functions[found] = define
        return found


def later_name(attribute: str, f: tree.Function) -> str:
    """The parameter for what a field will hold then."""
    name = f"{attribute}_then"
    while name in f.locals or name in [p.name for p in f.params]:
        name += "_"
    return name
