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
from .circles import mark_circles
from .cutting import Cutting, Follow
from .harmless import Harmless
from .names import engine_name
from .walks import YES, Later, RuleGate
from .ways import kept


def plan(game: tree.Game) -> model.Plan:
    """The plan of a checked game."""
    cutting = Cutting(game)
    for key, f in list(cutting.signatures.items()):
        cut(cutting, key, f)
    look_beyond(cutting)
    actions = find_actions(cutting)
    effect_gates = {
        text: rule_preconditions.effect_gate(cutting.gates, text, e) for text, e in cutting.effects
    }
    for key, f in sorted(cutting.signatures.items()):
        if key not in cutting.names:
            cutting.names[key] = cutting.fresh(engine_name(key))
            cut(cutting, key, f)
    mark_harmless(cutting, actions)
    mark_circles(cutting.game, cutting.functions, cutting.names, cutting.facts)
    return model.Plan(
        game=cutting.game,
        functions=cutting.functions,
        options=cutting.options,
        choices=cutting.choices,
        actions=actions,
        effects=cutting.effects,
        asking=cutting.facts.asking,
        names=cutting.names,
        params={k: (f.uses_you, f.uses_this) for k, f in cutting.signatures.items()},
        signatures=cutting.signatures,
        free_menus=cutting.free_menus,
        trials=cutting.trials,
        constants=constants(cutting),
        growing=growing(cutting),
        exact_menus=[m for m in cutting.free_menus if branches.menu_is_exact(cutting, [m])],
        effect_gates=effect_gates,
        kept=kept_values(cutting),
        written=cutting.written,
    )


def kept_values(cutting: Cutting) -> model.Kept:
    gates = [k for k in cutting.signatures if k.startswith("can.")]
    asked: list[E] = [CallExpr(t.FLAG, k) for k in gates]
    asked += [e for o in cutting.options for e in o.expressions()]
    touches = cutting.gates.touches
    again = bool(cutting.free_menus)
    return kept(
        cutting.game,
        cutting.signatures,
        touches,
        asked,
        cutting.options,
        cutting.names,
        constants(cutting),
        again,
    )


def mark_harmless(cutting: Cutting, actions: list[model.Action]) -> None:
    free = [a for a in actions if a.menu in cutting.free_menus]
    if free:
        harmless = Harmless(cutting.game, cutting.signatures, cutting.gates.touches)
        for c in cutting.choices:
            c.harmless = harmless.of(c, free)
        for a in free:
            a.changes = harmless.changes(a) if not a.asking and not a.once_per else []


def cut(cutting: Cutting, key: str, f: tree.Function) -> None:
    cutting.f = f = replace(f, locals=dict(f.locals))
    cutting.key = key
    cutting.base = cutting.names[key]
    cutting.inside = key in cutting.facts.inside
    cutting.followed = key in cutting.facts.followed
    cutting.risky = key in cutting.facts.risky
    cutting.hidden = False
    cutting.lexically_inside = 0
    cutting.enclosing = []
    params = [("you", t.PLAYER)] if f.uses_you else []
    params += [("this", t.this_type(f.owner) or t.UNKNOWN)] if f.uses_this else []
    params += [(p.name, p.type) for p in f.params]
    asking = key in cutting.facts.asking
    role = "value" if f.category == "define" else "asking" if asking else "plain"
    body: list[model.Node]
    made = model.Function(
        name=cutting.base,
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
    cutting.functions.append(made)
    cutting.by_name[made.name] = made
    if asking:
        body = blocks.block(cutting, f.body, Follow(rest=[]))
    else:
        body = [model.Plain(s) for s in f.body]
    made.body = body


# ------------------------------------------------------------ statements


def look_beyond(cutting: Cutting) -> None:
    """Where nothing in a rule can fail, but something after it in the unit: gates may tell that too, if the rest is known."""
    callers = Callers(cutting.signatures, [e.name for _, e in cutting.effects])
    for choice, key, s, rest in cutting.mays:
        blocks = [b for b in callers.following(key) if b]
        follows = [cutting.afters[id(b[0])] for b in blocks if id(b[0]) in cutting.afters]
        names = [*choice.saved, *(n for k in follows for n in k.live or [] if n != "you")]
        if not blocks or len(follows) < len(blocks) or len(set(names)) < len(names):
            continue  # nothing is known, or two of them give different things the same name
        later: Later | None = None
        for block, k in reversed(list(zip(blocks, follows))):
            later = Later(block, {n: Local(t.NUMBER, n) for n in k.names - {"you"}}, later)
        gates = [
            preconditions.of(cutting.gates, [*body, *rest], choice.saved, s.who, later=later)
            for body in ([], s.body)
        ]
        for option, gate in enumerate(gates):
            if gate.exact or gate.exact_if is not None:
                tests = [x for x in (gate.test, gate.exact_if) if x is not None]
                choice.sure_if[option] = conjunction(tests) or YES
        choice.beyond = [cutting.frame_of(k) for k in follows] if choice.sure_if else []
        choice.decides = all(gate.exact for gate in gates)


# ------------------------------------------------------------ tables


def constants(cutting: Cutting) -> set[str]:
    touches = cutting.gates.touches
    changing = touches.changing()
    return {
        k
        for k, f in cutting.signatures.items()
        if f.category == "define" and touches.is_constant(k, changing)
    }


def growing(cutting: Cutting) -> set[str]:
    growing = Growing(cutting.bounds)
    return {
        p.choice
        for f in cutting.signatures.values()
        for s in statements(f.body)
        if isinstance(s, tree.Choose)
        for p in s.picks
        if p.so_that is not None and growing.holds_on(p.so_that, p.name)
    }


def find_actions(cutting: Cutting) -> list[model.Action]:
    lowering = cutting.lowering
    found: list[model.Action] = []
    for key, f in list(cutting.signatures.items()):
        if f.category != "action" or "@" in key:
            continue
        in_force = None
        if f.owner.startswith("member:"):
            kind, member = f.owner[7:].split(".")
            in_force = lowering.in_force(kind, member)
        elif f.owner.startswith("participant:"):
            in_force = lowering.is_participant(f.owner[12:])
        gate = rule_preconditions.rule_gate(cutting.gates, key, 0) or RuleGate("", False)
        found.append(
            model.Action(
                name=f.name,
                label=f.label,
                menu=f.menu,
                key=key,
                owner=f.owner,
                once_per=f.once_per,
                shared=f.shared,
                asking=key in cutting.facts.asking,
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
