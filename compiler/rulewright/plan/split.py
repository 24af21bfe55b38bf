"""Stage 4: rules are cut at their choices; what follows a choice becomes a function that resumes from saved locals."""

from __future__ import annotations

from dataclasses import replace

from ..analysis.bounds import Growing
from ..analysis.callers import Callers
from ..analysis.walk import statements
from ..typed import tree
from ..typed import types as t
from ..typed.expr import CallExpr, Local, conjunction
from ..typed.tree import E
from . import blocks, branches, model, preconditions, rule_preconditions
from .interference import Interference
from .names import engine_name
from .path_state import YES, Later, RuleGate
from .recursion import mark_recursion
from .split_searches import memoised
from .splitter import Follow, Splitter


def plan(game: tree.Game) -> model.Plan:
    """The plan of a checked game."""
    splitter = Splitter(game)
    for key, f in list(splitter.signatures.items()):
        cut(splitter, key, f)
    look_beyond(splitter)
    actions = find_actions(splitter)
    effect_gates = {
        text: rule_preconditions.effect_gate(splitter.gates, text, e) for text, e in splitter.rule_values
    }
    for key, f in sorted(splitter.signatures.items()):
        if key not in splitter.names:
            splitter.names[key] = splitter.fresh(engine_name(key))
            cut(splitter, key, f)
    mark_harmless(splitter, actions)
    mark_recursion(splitter.game, splitter.functions, splitter.names, splitter.facts)
    constant = constants(splitter)
    return model.Plan(
        game=splitter.game,
        functions=splitter.functions,
        options=splitter.options,
        choices=splitter.choices,
        actions=actions,
        rule_values=splitter.rule_values,
        asking=splitter.facts.asking,
        names=splitter.names,
        params={k: (f.uses_you, f.uses_this) for k, f in splitter.signatures.items()},
        signatures=splitter.signatures,
        free_menus=splitter.free_menus,
        trials=splitter.trials,
        constants=constant,
        growing=growing(splitter),
        exact_menus=[m for m in splitter.free_menus if branches.menu_is_exact(splitter, [m])],
        effect_gates=effect_gates,
        memoised=memoised_values(splitter, constant),
        written=splitter.written,
    )


def memoised_values(splitter: Splitter, constant: set[str]) -> model.Memoised:
    """The values that are worth memoising, of all that options and gates ask for."""
    gates = [k for k in splitter.signatures if k.startswith("can.")]
    asked: list[E] = [CallExpr(t.FLAG, k) for k in gates]
    asked += [e for o in splitter.options for e in o.expressions()]
    effects = splitter.gates.effects
    again = bool(splitter.free_menus)
    return memoised(
        splitter.game,
        splitter.signatures,
        effects,
        asked,
        splitter.options,
        splitter.names,
        constant,
        again,
    )


def mark_harmless(splitter: Splitter, actions: list[model.Action]) -> None:
    """Notes for each choice the free actions that leave it an answer."""
    free = [a for a in actions if a.menu in splitter.free_menus]
    if free:
        harmless = Interference(splitter.game, splitter.signatures, splitter.gates.effects)
        for c in splitter.choices:
            c.harmless = harmless.of(c, free)
        for a in free:
            a.changes = harmless.changes(a) if not a.asking and not a.once_per else []


def cut(splitter: Splitter, key: str, f: tree.Function) -> None:
    """Cuts one rule at its choices, and adds its functions to the plan."""
    splitter.f = f = replace(f, locals=dict(f.locals))
    splitter.key = key
    splitter.base = splitter.names[key]
    splitter.inside = key in splitter.facts.inside
    splitter.outside = key in splitter.facts.outside
    splitter.followed = key in splitter.facts.followed
    splitter.risky = key in splitter.facts.risky
    splitter.hidden = False
    splitter.lexically_inside = 0
    splitter.enclosing = []
    params = [("you", t.PLAYER)] if f.uses_you else []
    params += [("this", t.this_type(f.owner) or t.UNKNOWN)] if f.uses_this else []
    params += [(p.name, p.type) for p in f.params]
    asking = key in splitter.facts.asking
    role = "value" if f.category == "define" else "asking" if asking else "plain"
    body: list[model.Node]
    made = model.Function(
        name=splitter.base,
        role=role,
        params=params,
        body=[],
        result=f.result if role == "value" else None,
        doc=f.label if f.category == "action" else f.name.replace("_", " "),
        sources=f.sources,
        span=f.span,
        locals=f.locals,
        section=f.span.path,
    )
    splitter.functions.append(made)
    splitter.by_name[made.name] = made
    if asking:
        body = blocks.block(splitter, f.body, Follow(rest=[]))
    else:
        body = [model.Plain(s) for s in f.body]
    made.body = body


# ------------------------------------------------------------ statements


def look_beyond(splitter: Splitter) -> None:
    """Where nothing in a rule can fail, but something after it in the unit: gates may tell that too, if the rest is known."""
    callers = Callers(splitter.signatures, [e.name for _, e in splitter.rule_values])
    for choice, key, s, rest in splitter.mays:
        blocks = [b for b in callers.following(key) if b]
        follows = [splitter.afters[id(b[0])] for b in blocks if id(b[0]) in splitter.afters]
        names = [*choice.saved, *(n for k in follows for n in k.live or [] if n != "you")]
        if not blocks or len(follows) < len(blocks) or len(set(names)) < len(names):
            continue  # nothing is known, or two of them give different things the same name
        later: Later | None = None
        for block, k in reversed(list(zip(blocks, follows))):
            later = Later(block, {n: Local(t.NUMBER, n) for n in k.names - {"you"}}, later)
        gates = [
            preconditions.of(splitter.gates, [*body, *rest], choice.saved, s.who, later=later)
            for body in ([], s.body)
        ]
        for option, gate in enumerate(gates):
            if gate.exact or gate.exact_if is not None:
                tests = [x for x in (gate.test, gate.exact_if) if x is not None]
                choice.sure_if[option] = conjunction(tests) or YES
        choice.beyond = [splitter.frame_of(k) for k in follows] if choice.sure_if else []
        choice.decides = all(gate.exact for gate in gates)


# ------------------------------------------------------------ tables


def constants(splitter: Splitter) -> set[str]:
    """The defines that give the same in every position of every game."""
    effects = splitter.gates.effects
    changing = effects.changing()
    return {
        k
        for k, f in splitter.signatures.items()
        if f.category == "define" and effects.is_constant(k, changing)
    }


def growing(splitter: Splitter) -> set[str]:
    """The choices of a set whose condition every larger set meets too."""
    growing = Growing(splitter.bounds)
    return {
        p.choice
        for f in splitter.signatures.values()
        for s in statements(f.body)
        if isinstance(s, tree.Choose)
        for p in s.picks
        if p.so_that is not None and growing.holds_on(p.so_that, p.name)
    }


def find_actions(splitter: Splitter) -> list[model.Action]:
    """The actions of all menus, with their gates."""
    lowering = splitter.lowering
    found: list[model.Action] = []
    for key, f in list(splitter.signatures.items()):
        if f.category != "action" or "@" in key:
            continue
        in_force = None
        if f.owner.startswith("member:"):
            kind, member = f.owner[7:].split(".")
            in_force = lowering.in_force(kind, member)
        elif f.owner.startswith("participant:"):
            in_force = lowering.is_participant(f.owner[12:])
        gate = rule_preconditions.rule_gate(splitter.gates, key, 0) or RuleGate("", False)
        found.append(
            model.Action(
                name=f.name,
                label=f.label,
                menu=f.menu,
                key=key,
                owner=f.owner,
                once_per=f.once_per,
                shared=f.shared,
                asking=key in splitter.facts.asking,
                args=[p.name for p in f.params],
                in_force=in_force,
                gate=gate.name,
                exact=gate.exact,
                sure=gate.sure,
                sources=f.sources,
                span=f.span,
            )
        )
    return found
