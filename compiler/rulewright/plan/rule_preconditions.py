"""Gates of rules as defines of their own: asked for by whoever calls the rule, and by the menus."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..analysis.liveness import free_in
from ..typed import tree
from ..typed import types as t
from ..typed.expr import CallExpr, Lib, Local, RuleValue, You, disjunction
from ..typed.spelling import spelled
from ..typed.tree import E
from . import preconditions, symbolic
from .path_state import Gate, Gates, PathState, RuleGate, SymbolicValue, Unknown, cases
from .substitution import in_words
from .symbolic import is_same

# ------------------------------------------------------------ events


def applies(gates: Gates, s: tree.Call, f: tree.Function, path: PathState) -> E | None:
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
    name = define(gates, f"applies.{f.key}", f"{f.name} applies", test, f, f.params, doc)
    assert isinstance(s.call, CallExpr)
    return symbolic.argument(gates, replace(s.call, type=t.FLAG, name=name, span=s.span), path)


def may_decline(gates: Gates, s: tree.Call) -> bool:
    """Whether all that an event moves `you` to do are things that you may refuse: then nothing has changed."""
    for part in gates.functions[s.call.name].body:
        for step in part.then if isinstance(part, tree.If) else [part]:
            hook = gates.functions.get(step.call.name) if isinstance(step, tree.Call) else None
            if hook is None or not all(isinstance(x, tree.May) for x in hook.body):
                return False
    return True


# ------------------------------------------------------------ calls


def call_gate(gates: Gates, s: tree.Call, path: PathState) -> Gate | None:
    """The gate of a rule as a function of its own, where nothing that it reads has been written."""
    keys = gates.effects.called(s)
    who = symbolic.argument(gates, s.call.parts[0], path)
    if who is not None and spelled(who) != spelled(gates.you):
        return None  # somebody else's doing: only following it in place tells whose choices are whose
    if isinstance(s.call, Lib):
        return effect_call(gates, s, path)
    found = rule_gate(gates, keys[0], path.depth)
    held: list[str] = []
    if found is not None and found.reads(gates.effects) & path.written:
        held = sorted(a for a, x in path.values.items() if x.owner is None or is_same(x.owner, who))
        held = [a for a in held if a in gates.effects.function_reads(keys[0])]
        found = rule_gate(gates, keys[0], path.depth, path.written, held)
    if found is None:
        return None
    if not found.name and not found.sure:
        return Gate(None, found.exact)
    try:
        args = [None if a is None else symbolic.at_present(gates, a, path) for a in s.call.parts]
    except Unknown:
        return Gate(None, False)
    if args[0] is None and gates.needed[found.name or found.sure].uses_you:
        return Gate(None, False)
    args += [path.values[a].value for a in found.held]
    test, sure = (
        (
            CallExpr(t.FLAG, name, args[0], args[1], [a for a in args[2:] if a is not None], span=s.span)
            if name
            else None
        )
        for name in (found.name, found.sure)
    )
    return Gate(test, found.exact, sure)


def effect_call(gates: Gates, s: tree.Call, path: PathState) -> Gate:
    """The gate of a rule that is kept as a value: one of those that stand in tables."""
    made = [effect_gate(gates, text, e) for text, e in gates.rule_values]
    exact = all(e for _, e in made)
    names = [n for n, _ in made if n]
    if not names:
        return Gate(None, exact)
    if any(gates.effects.function_reads(n) & path.written for n in names):
        return Gate(None, False)
    try:
        args = [None if a is None else symbolic.at_present(gates, a, path) for a in s.call.parts]
    except Unknown:
        return Gate(None, False)
    return Gate(
        Lib(t.FLAG, "can_perform", args, span=s.span),
        exact,
        None if exact else Lib(t.FLAG, "effect_is_exact", [args[1]]),  # some of them must be tried
    )


def effect_gate(gates: Gates, text: str, e: RuleValue) -> tuple[str, bool]:
    """The gate of one rule with its constants, as it stands in a table."""
    key = f"effect:{text}"
    known = gates.by_rule.get(key)
    if known is None:
        you = You(t.PLAYER)
        call = tree.Call(e.span, (), CallExpr(t.NOTHING, e.name, you, None, e.arguments, span=e.span))
        asked, gates.you = gates.you, you
        gates.by_rule[key] = RuleGate("", False)
        gate = preconditions.whole(gates, [call], PathState({}))
        gates.you = asked
        known = gates.by_rule[key] = as_defines(gates, key, f"can {text}", gate, gates.functions[e.name], [])
    return known.name, known.exact


def rule_gate(
    gates: Gates, rule: str, depth: int, written: frozenset[str] = frozenset(), held: Sequence[str] = ()
) -> RuleGate | None:
    """The gate of a rule as a define of its own. After something was written that the rule reads, it says what can
    still be said of the present position; fields that are `held` are known then, and given as further arguments.
    """
    changed = written & gates.effects.function_reads(rule)
    after = "@after_".join([rule, *sorted(changed - set(held))])
    key = "@with_".join([after, *held])
    if key in gates.by_rule:
        return gates.by_rule[key]
    gates.by_rule[key] = None  # while it is being computed, for rules that call themselves
    f = gates.functions.get(rule)
    if f is None:
        return None
    if not gates.facts.block_fails(f.body):
        gates.by_rule[key] = RuleGate("", True)
        return gates.by_rule[key]
    path = PathState({p.name: Local(p.type, p.name) for p in f.params}, changed, depth=depth + 1)
    later = {a: later_name(a, f) for a in held}
    for a, name in later.items():
        info = gates.game.fields[a]
        owner = You(t.PLAYER) if info.owner == "player" else None
        path.values[a] = SymbolicValue(owner, Local(info.type, name))
    asked, gates.you = gates.you, You(t.PLAYER)
    gate = preconditions.whole(gates, list(f.body), path)
    gates.you = asked
    needed = free_in(gate.test) | free_in(gate.exact_if)
    used = [a for a in held if later[a] in needed]
    params = [*f.params, *(tree.Param(later[a], gates.game.fields[a].type) for a in used)]
    built = as_defines(gates, "@with_".join([after, *used]), f"can {f.name}", gate, f, params)
    built.held = used
    gates.by_rule[key] = built
    return built


def as_defines(
    gates: Gates, key: str, label: str, gate: Gate, f: tree.Function, params: list[tree.Param]
) -> RuleGate:
    """A gate as defines: what must hold, and what is enough then."""
    name = sure = ""
    doc = f"whether {f.name} can be carried through"
    if gate.test is not None:
        name = define(gates, f"can.{key}", label, gate.test, f, params, doc)
    if not gate.exact and gate.exact_if is not None:
        doc = f"whether nothing else can stop {f.name}"
        sure = define(gates, f"sure.{key}", label.replace("can", "sure", 1), gate.exact_if, f, params, doc)
    return RuleGate(name, gate.exact, sure)


def define(
    gates: Gates, name: str, label: str, test: E, f: tree.Function, params: list[tree.Param], doc: str
) -> str:
    """A gate as a define of its own; the same test under the same name is made once."""
    found, n = name, 2
    while found in gates.needed and in_words(gates.tests[found]) != in_words(test):
        found, n = f"{name}_{n}", n + 1
    if found in gates.needed:
        return found
    gates.tests[found] = test
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
    gates.needed[found] = define
    gates.functions[found] = define
    return found


def later_name(attribute: str, f: tree.Function) -> str:
    """The parameter for what a field will hold then."""
    name = f"{attribute}_then"
    while name in f.locals or name in [p.name for p in f.params]:
        name += "_"
    return name
