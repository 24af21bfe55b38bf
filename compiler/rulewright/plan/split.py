"""Stage 4: rules are cut at their choices; what follows a choice becomes a function that resumes from saved locals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from ..analysis.bounds import Bounds, Growing
from ..analysis.callers import Callers
from ..analysis.effects import Touches
from ..analysis.failing import Facts
from ..analysis.walk import all_expressions, statements
from ..typed import tree
from ..typed import types as t
from ..typed.expr import CallExpr, Local, RuleValue, conjunction
from ..typed.tree import E
from . import model
from .branches import Branches
from .circles import mark_circles
from .cutting import Follow
from .gates import Gates
from .harmless import Harmless
from .loops import Loops
from .lower import Lowering
from .names import engine_name, of_the_engine
from .picks import Picks
from .secrets import Secrets
from .walks import YES, Later, RuleGate
from .ways import kept


def plan(game: tree.Game) -> model.Plan:
    """The plan of a checked game."""
    return _Planner(game).run()


class _Planner(Loops, Picks, Branches):
    def __init__(self, game: tree.Game) -> None:
        self.game = game
        self.lowering = Lowering(game)
        self.signatures = self.lowering.run()
        self.effects = self.find_effects()
        effect_rules = [e.name for _, e in self.effects]
        self.bounds = Bounds(game, self.signatures)
        self.facts = Facts(self.signatures, effect_rules, self.bounds)
        self.gates = Gates(
            game, self.signatures, self.facts, Touches(game, self.signatures, effect_rules), self.effects
        )
        self.secrets = Secrets(game, self.lowering, self.signatures, effect_rules)
        self.functions = []
        self.by_name = {}
        self.options = []
        self.choices = []
        self.trials = []
        self.afters = {}
        self.mays = []
        self.has_free_actions = any(
            isinstance(s, tree.With) for f in self.signatures.values() for s in statements(f.body)
        )
        self.free_menus = []
        self.taken = of_the_engine(self.game)
        self.wished = {}
        self.written = list(self.signatures)
        self.names = {key: self.fresh(engine_name(key)) for key in self.signatures}
        self.function_names = set(self.names.values())

    def run(self) -> model.Plan:
        for key, f in list(self.signatures.items()):
            self.function(key, f)
        self.look_beyond()
        actions = self.actions()
        effect_gates = {text: self.gates.effect_gate(text, e) for text, e in self.effects}
        for key, f in sorted(self.signatures.items()):
            if key not in self.names:
                self.names[key] = self.fresh(engine_name(key))
                self.function(key, f)
        self.mark_harmless(actions)
        mark_circles(self.game, self.functions, self.names, self.facts)
        return model.Plan(
            game=self.game,
            functions=self.functions,
            options=self.options,
            choices=self.choices,
            actions=actions,
            effects=self.effects,
            asking=self.facts.asking,
            names=self.names,
            params={k: (f.uses_you, f.uses_this) for k, f in self.signatures.items()},
            signatures=self.signatures,
            free_menus=self.free_menus,
            trials=self.trials,
            constants=self.constants(),
            growing=self.growing(),
            exact_menus=[m for m in self.free_menus if self.menu_is_exact([m])],
            effect_gates=effect_gates,
            kept=self.kept(),
            written=self.written,
        )

    def kept(self) -> model.Kept:
        gates = [k for k in self.signatures if k.startswith("can.")]
        asked: list[E] = [CallExpr(t.FLAG, k) for k in gates]
        asked += [e for o in self.options for e in o.expressions()]
        touches = self.gates.touches
        again = bool(self.free_menus)
        return kept(
            self.game, self.signatures, touches, asked, self.options, self.names, self.constants(), again
        )

    def mark_harmless(self, actions: list[model.Action]) -> None:
        free = [a for a in actions if a.menu in self.free_menus]
        if free:
            harmless = Harmless(self.game, self.signatures, self.gates.touches)
            for c in self.choices:
                c.harmless = harmless.of(c, free)
            for a in free:
                a.changes = harmless.changes(a) if not a.asking and not a.once_per else []

    def function(self, key: str, f: tree.Function) -> None:
        self.f = f = replace(f, locals=dict(f.locals))
        self.key = key
        self.base = self.names[key]
        self.inside = key in self.facts.inside
        self.followed = key in self.facts.followed
        self.risky = key in self.facts.risky
        self.hidden = False
        self.lexically_inside = 0
        self.enclosing = []
        params = [("you", t.PLAYER)] if f.uses_you else []
        params += [("this", t.this_type(f.owner) or t.UNKNOWN)] if f.uses_this else []
        params += [(p.name, p.type) for p in f.params]
        asking = key in self.facts.asking
        role = "value" if f.category == "define" else "asking" if asking else "plain"
        body: list[model.Node]
        made = model.Function(
            name=self.base,
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
        self.functions.append(made)
        self.by_name[made.name] = made
        if asking:
            body = self.block(f.body, Follow(rest=[]))
        else:
            body = [model.Plain(s) for s in f.body]
        made.body = body

    # ------------------------------------------------------------ statements

    def block(self, statements: tree.Block, k: Follow) -> list[model.Node]:
        out: list[model.Node] = []
        for i, s in enumerate(statements):
            if isinstance(s, tree.Stop):
                return [*out, model.Stop(*self.way_out())]
            if not self.facts.asks(s) and not self.stops(s):
                out.append(model.Plain(s, self.way_out()))
                continue
            out.extend(self.split(s, statements[i + 1 :], k))
            return out
        return out + self.finish(k)

    def stops(self, s: tree.S) -> bool:
        """A `stop` inside an if must leave the whole rule, also where the rule is cut into pieces."""
        if isinstance(s, tree.Stop):
            return True
        if isinstance(s, tree.If):
            return any(self.stops(x) for b in (s.then, s.otherwise) for x in b)
        return False

    def split(self, s: tree.S, rest: tree.Block, k: Follow) -> list[model.Node]:
        if isinstance(s, tree.Call):
            return self.call(s, rest, k)
        if isinstance(s, tree.If):
            following = self.after(rest, k, "then", s.span)
            return [model.Branch(s.test, self.block(s.then, following), self.block(s.otherwise, following))]
        if isinstance(s, tree.For):
            return self.loop_for(s, s.name, s.source, s.body, rest, k)
        if isinstance(s, tree.Each):
            if s.secretly:
                return self.secretly(s, rest, k)
            body: tree.Block = [tree.If(s.span, (), s.where, s.body, [])] if s.where is not None else s.body
            return self.loop_for(s, s.name, s.source, body, rest, k)
        if isinstance(s, tree.Repeat):
            return self.repeat(s, rest, k)
        if isinstance(s, tree.Choose):
            return self.choose(s, rest, k)
        if isinstance(s, tree.ChooseOne):
            return self.choose_one(s, rest, k)
        if isinstance(s, tree.May):
            return self.may(s, rest, k)
        if isinstance(s, tree.Offer):
            return self.offer(s, rest, k)
        if isinstance(s, tree.AnyOrder):
            return self.any_order(s, rest, k)
        if isinstance(s, tree.With):
            following = self.after(rest, k, f"after_{s.menu}", s.span)
            if s.menu not in self.free_menus:
                self.free_menus.append(s.menu)
            return self.inside_of("with", s.body, following, model.Push("with", None, s.who, s.menu))
        raise AssertionError(f"cannot split {type(s).__name__}")

    def call(self, s: tree.Call, rest: tree.Block, k: Follow) -> list[model.Node]:
        name = s.call.name.split(".")[-1].split("@")[0]
        following = self.after(rest, k, f"after_{name}", s.span)
        return [model.Invoke(s.call, self.frame(following), s.span, s.sources)]

    def look_beyond(self) -> None:
        """Where nothing in a rule can fail, but something after it in the unit: gates may tell that too, if the rest is known."""
        callers = Callers(self.signatures, [e.name for _, e in self.effects])
        for choice, key, s, rest in self.mays:
            blocks = [b for b in callers.following(key) if b]
            follows = [self.afters[id(b[0])] for b in blocks if id(b[0]) in self.afters]
            names = [*choice.saved, *(n for k in follows for n in k.live or [] if n != "you")]
            if not blocks or len(follows) < len(blocks) or len(set(names)) < len(names):
                continue  # nothing is known, or two of them give different things the same name
            later: Later | None = None
            for block, k in reversed(list(zip(blocks, follows))):
                later = Later(block, {n: Local(t.NUMBER, n) for n in k.names - {"you"}}, later)
            gates = [self.gates.of([*body, *rest], choice.saved, s.who, later=later) for body in ([], s.body)]
            for option, gate in enumerate(gates):
                if gate.exact or gate.exact_if is not None:
                    tests = [x for x in (gate.test, gate.exact_if) if x is not None]
                    choice.sure_if[option] = conjunction(tests) or YES
            choice.beyond = [self.frame_of(k) for k in follows] if choice.sure_if else []
            choice.decides = all(gate.exact for gate in gates)

    # ------------------------------------------------------------ tables

    def constants(self) -> set[str]:
        touches = self.gates.touches
        changing = touches.changing()
        return {
            k
            for k, f in self.signatures.items()
            if f.category == "define" and touches.is_constant(k, changing)
        }

    def growing(self) -> set[str]:
        growing = Growing(self.bounds)
        return {
            p.choice
            for f in self.signatures.values()
            for s in statements(f.body)
            if isinstance(s, tree.Choose)
            for p in s.picks
            if p.so_that is not None and growing.holds_on(p.so_that, p.name)
        }

    def find_effects(self) -> list[tuple[str, RuleValue]]:
        """Every rule that stands in a table, once for each set of arguments; those that examples alone name come last."""
        sources = [e for f in self.signatures.values() for e in all_expressions(f.body)]
        for kind in self.game.kinds.values():
            for column in kind.columns.values():
                sources.extend(x for c in column.cells if c is not None for x in c.walk())
        for p in self.game.participants.values():
            for d in p.decides:
                sources.extend(all_expressions(d.body))
        for info in self.game.fields.values():
            sources.extend(info.default.walk() if info.default is not None else [])
        found = named_effects(sources)
        others = named_effects(self.example_expressions())
        return sorted(found.items()) + sorted((t, e) for t, e in others.items() if t not in found)

    def example_expressions(self) -> Iterator[E]:
        for example in self.game.examples:
            yield from all_expressions(example.block)
            for value in example.values:
                yield from value.walk()

    def actions(self) -> list[model.Action]:
        lowering = self.lowering
        found: list[model.Action] = []
        for key, f in list(self.signatures.items()):
            if f.category != "action" or "@" in key:
                continue
            in_force = None
            if f.owner.startswith("member:"):
                kind, member = f.owner[7:].split(".")
                in_force = lowering.in_force(kind, member)
            elif f.owner.startswith("participant:"):
                in_force = lowering.is_participant(f.owner[12:])
            gate = self.gates.rule_gate(key, 0) or RuleGate("", False)
            found.append(
                model.Action(
                    name=f.name,
                    label=f.label,
                    menu=f.menu,
                    key=key,
                    owner=f.owner,
                    once_per=f.once_per,
                    shared=f.shared,
                    asking=key in self.facts.asking,
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


def named_effects(expressions: Iterable[E]) -> dict[str, RuleValue]:
    """The rules that are mentioned as values, by their text."""
    found: dict[str, RuleValue] = {}
    for e in expressions:
        if isinstance(e, RuleValue):
            found.setdefault(e.text, e)
    return found
