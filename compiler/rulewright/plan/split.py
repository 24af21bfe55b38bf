"""Stage 4: rules are cut at their choices; what follows a choice becomes a function that resumes from saved locals."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ..surface.ast import Span
from ..typed import tree
from ..typed import types as t
from ..typed.tree import E
from . import model
from .analysis import Facts, all_expressions, free_block, free_in, pick_needs, statements
from .gates import Gate, Gates, some_subset
from .lower import Lowering
from .names import engine_name, local_name
from .touches import Touches

ONE = E("const", t.NUMBER, data=1)
DECLINED = E("const", t.NOTHING, name="none", data=-1_000_000_000)


def plan(game: tree.Game) -> model.Plan:
    """The plan of a checked game."""
    return _Planner(game).run()


@dataclass(slots=True)
class Follow:
    """What comes after a block: return to the caller (no function), a function, or a loop's head."""

    function: str = ""
    live: list[str] | None = None
    back: bool = False
    fails: bool = False
    rest: tree.Block | None = None  # the statements that follow until the end of the rule; None: not known
    around: str = (
        ""  # unit, with: the block inside which this stands; its frame is made anew with the present locals
    )

    @property
    def names(self) -> set[str]:
        return set(self.live or [])


class _Planner:
    def __init__(self, game: tree.Game) -> None:
        self.game = game
        self.lowering = Lowering(game)
        self.signatures = self.lowering.run()
        self.effects = self.find_effects()
        effect_rules = [e.name for _, e in self.effects]
        self.facts = Facts(self.signatures, effect_rules)
        self.gates = Gates(
            game, self.signatures, self.facts, Touches(game, self.signatures, effect_rules), self.effects
        )
        self.functions: list[model.Function] = []
        self.by_name: dict[str, model.Function] = {}
        self.options: list[model.Options] = []
        self.choices: list[model.Choice] = []
        self.trials: list[str] = []
        self.has_free_actions = any(
            isinstance(s, tree.With) for f in self.signatures.values() for s in statements(f.body)
        )
        self.free_menus: list[str] = []
        self.names = {key: engine_name(key) for key in self.signatures}
        self.taken: set[str] = set(self.names.values())

    def run(self) -> model.Plan:
        for key, f in list(self.signatures.items()):
            self.function(key, f)
        actions = self.actions()
        effect_gates = {text: self.gates.effect_gate(text, e) for text, e in self.effects}
        for key, f in sorted(self.signatures.items()):
            if key not in self.names:
                self.names[key] = self.fresh(engine_name(key))
                self.function(key, f)
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
            exact_menus=[m for m in self.free_menus if self.menu_is_exact([m])],
            effect_gates=effect_gates,
        )

    def constants(self) -> set[str]:
        touches = self.gates.touches
        changing = touches.changing()
        return {
            k
            for k, f in self.signatures.items()
            if f.category == "define" and touches.is_constant(k, changing)
        }

    def find_effects(self) -> list[tuple[str, E]]:
        """Every rule that stands in a table, once for each set of arguments."""
        found: dict[str, E] = {}
        sources = [e for f in self.signatures.values() for e in all_expressions(f.body)]
        for kind in self.game.kinds.values():
            for column in kind.columns.values():
                sources.extend(x for c in column.cells if c is not None for x in c.walk())
        for example in self.game.examples:
            for step in example.steps:
                sources.extend(all_expressions(step.call))
            sources.extend(all_expressions(example.given))
            sources.extend(x for _, test, _, _ in example.claims if test is not None for x in test.walk())
        for p in self.game.participants.values():
            for d in p.decides:
                sources.extend(all_expressions(d.body))
        for info in self.game.fields.values():
            sources.extend(info.default.walk() if info.default is not None else [])
        for e in sources:
            if e.op == "effect":
                text = e.name + "(" + ", ".join(str(a.name or a.data) for a in e.args if a is not None) + ")"
                found.setdefault(text, e)
                e.data = text
        return sorted(found.items())

    # ------------------------------------------------------------ functions

    def function(self, key: str, f: tree.Function) -> None:
        self.f = f = replace(f, locals=dict(f.locals))
        self.base = self.names[key]
        self.inside = key in self.facts.inside
        self.enclosing: list[tuple[str, int]] = []  # units and blocks with free actions around a statement
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

    def fresh(self, name: str) -> str:
        found, n = name, 2
        while found in self.taken:
            found = f"{name}_{n}"
            n += 1
        self.taken.add(found)
        return found

    def types(self, names: list[str]) -> list[tuple[str, t.Type]]:
        known = {"you": t.PLAYER, "this": t.this_type(self.f.owner) or t.UNKNOWN}
        return [(n, self.f.locals.get(n) or known.get(n, t.NUMBER)) for n in names]

    def resume(
        self, name: str, live: list[str], span: Span, pick: str = "", pick_type: t.Type | None = None
    ) -> model.Function:
        made = model.Function(
            name=name,
            role="resume" if pick else "asking",
            params=self.types(live),
            body=[],
            result=None,
            doc="",
            sources=(),
            span=span,
            pick=pick,
            pick_type=pick_type,
            resumable=True,
            locals=self.f.locals,
            section=span.path,
        )
        self.functions.append(made)
        self.by_name[name] = made
        return made

    def in_order(self, names: set[str]) -> list[str]:
        """Locals in the order in which the rule made them; `you` first."""
        known = ["you", "this", *self.f.locals]
        return [n for n in known if n in names] + sorted(names - set(known))

    # ------------------------------------------------------------ what follows

    def finish(self, k: Follow) -> list[model.Node]:
        if not k.function:
            return [model.Return()]
        if k.around:
            return [model.Leave(k.around, self.frame_of(k))]
        if k.back:
            return [model.Bounce(self.frame_of(k))]
        return [model.Jump(k.function, list(k.live or []))]

    def frame_of(self, k: Follow) -> model.Frame:
        self.by_name[k.function].resumable = True
        self.by_name[k.function].risky = self.by_name[k.function].risky or k.fails
        return model.Frame(k.function, list(k.live or []))

    def frame(self, k: Follow) -> model.Frame | None:
        if k.around:  # what leaves the block must see the locals as they are then
            name = self.fresh(f"{self.base}__leave")
            made = self.resume(name, list(k.live or []), self.f.span)
            made.risky = k.fails
            made.body = self.finish(k)
            return model.Frame(name, list(k.live or []))
        return self.frame_of(k) if k.function else None

    def after(self, rest: tree.Block, k: Follow, hint: str, span: Span) -> Follow:
        """The rest of a block, and what follows it, as something that can be jumped to or resumed."""
        if not rest:
            return k
        live = self.in_order(free_block(rest, k.names))
        name = self.fresh(f"{self.base}__{hint}")
        made = self.resume(name, live, rest[0].span)
        made.resumable = False
        fails = self.facts.block_fails(rest) or k.fails
        made.risky = fails
        made.body = self.block(rest, k)
        return Follow(name, live, False, fails, None if k.rest is None else [*rest, *k.rest])

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

    def way_out(self) -> tuple[int, bool]:
        """How many frames `stop` leaves below it, and whether it ends a unit."""
        return sum(frames for _, frames in self.enclosing), any(kind == "unit" for kind, _ in self.enclosing)

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

    # ------------------------------------------------------------ loops

    def loop_for(
        self, s: tree.S, name: str, source: E, body: tree.Block, rest: tree.Block, k: Follow
    ) -> list[model.Node]:
        if source.op == "lib" and source.name in ("players", "participants"):
            return self.loop_seats(s, name, source, body, rest, k)
        items, place = self.counter(f"{name}_list"), self.counter(f"{name}_number")
        self.f.locals[items] = t.many(source.type.item)
        self.f.locals[place] = t.NUMBER
        needed = (free_block(body, set()) - {name}) | free_block(rest, k.names)
        live = self.in_order(needed | {items, place})
        head = self.fresh(f"{self.base}__each_{local_name(name)}")
        loop = self.resume(head, live, s.span)
        fails = self.facts.block_fails(body) or self.facts.block_fails(rest) or k.fails
        loop.risky = fails
        number = E("local", t.NUMBER, name=place)
        size = E("lib", t.NUMBER, [E("local", t.many(source.type.item), name=items)], "size")
        test = E("compare", t.FLAG, [number, size], "<")
        following = E("math", t.NUMBER, [number, ONE], "+")
        take: list[model.Node] = [
            model.Plain(tree.Set(s.span, (), number, "=", following)),
            model.Plain(
                tree.Let(
                    s.span,
                    s.sources,
                    name,
                    E("item", source.type.item, [size.args[0], number], data="sure", span=s.span),
                )
            ),
        ]
        inner = self.block(body, Follow(head, live, True, fails, None if fails else []))
        loop.body = [model.Branch(test, [*take, *inner], self.block(rest, k))]
        return [
            model.Plain(tree.Let(s.span, s.sources, items, source)),
            model.Plain(tree.Let(s.span, (), place, E("const", t.NUMBER, data=0))),
            model.Jump(head, live),
        ]

    def loop_seats(
        self, s: tree.S, name: str, source: E, body: tree.Block, rest: tree.Block, k: Follow
    ) -> list[model.Node]:
        """All players in the order of their seats: the next seat is all that is kept."""
        following = self.counter(f"next_{name}")
        self.f.locals[following] = t.PLAYER
        needed = (free_block(body, set()) - {name}) | free_block(rest, k.names)
        live = self.in_order(needed | {following})
        head = self.fresh(f"{self.base}__each_{local_name(name)}")
        loop = self.resume(head, live, s.span)
        fails = self.facts.block_fails(body) or self.facts.block_fails(rest) or k.fails
        loop.risky = fails
        seat = E("local", t.PLAYER, name=following)
        test = E("compare", t.FLAG, [seat, E("lib", t.NUMBER, [source], "size")], "<")
        take: list[model.Node] = [
            model.Plain(tree.Let(s.span, s.sources, name, seat)),
            model.Plain(tree.Set(s.span, (), seat, "+=", ONE)),
        ]
        inner = self.block(body, Follow(head, live, True, fails, None if fails else []))
        loop.body = [model.Branch(test, [*take, *inner], self.block(rest, k))]
        return [
            model.Plain(tree.Let(s.span, (), following, E("const", t.PLAYER, data=0))),
            model.Jump(head, live),
        ]

    def counter(self, name: str) -> str:
        found, n = name, 2
        while found in self.f.locals:
            found = f"{name}_{n}"
            n += 1
        return found

    def repeat(self, s: tree.Repeat, rest: tree.Block, k: Follow) -> list[model.Node]:
        needed = free_block(s.body, set()) | free_block(rest, k.names)
        before: list[model.Node] = []
        take: list[model.Node] = []
        if s.times is not None:
            left = self.counter("times_left")
            self.f.locals[left] = t.NUMBER
            needed.add(left)
            number = E("local", t.NUMBER, name=left)
            test = E("compare", t.FLAG, [number, E("const", t.NUMBER, data=0)], ">")
            before = [model.Plain(tree.Let(s.span, s.sources, left, s.times))]
            take = [model.Plain(tree.Set(s.span, (), number, "-=", ONE))]
        else:
            assert s.until is not None
            needed |= free_in(s.until)
            test = E("not", t.FLAG, [s.until], span=s.span)
        live = self.in_order(needed)
        head = self.fresh(f"{self.base}__repeat")
        loop = self.resume(head, live, s.span)
        fails = self.facts.block_fails(s.body) or self.facts.block_fails(rest) or k.fails
        loop.risky = fails
        inner = self.block(s.body, Follow(head, live, True, fails, None if fails else []))
        loop.body = [model.Branch(test, [*take, *inner], self.block(rest, k))]
        return [*before, model.Jump(head, live)]

    def secretly(self, s: tree.Each, rest: tree.Block, k: Follow) -> list[model.Node]:
        following = self.after(rest, k, "all_answered", s.span)
        live = self.in_order(free_block(s.body, set()) - {s.name})
        name = self.fresh(f"{self.base}__secretly")
        body = self.resume(name, [s.name, *live], s.span)
        hidden, self.hidden = getattr(self, "hidden", False), True
        body.body = self.block(s.body, Follow(rest=[]))
        self.hidden = hidden
        return [model.Secret(s.source, s.where, s.name, model.Frame(name, live), self.frame(following))]

    # ------------------------------------------------------------ choices

    def choice(
        self,
        name: str,
        kind: str,
        type: t.Type | None,
        labels: list[E],
        options: model.Options,
        saved: list[str],
        s: tree.S,
        prompt: str,
        hidden: bool = False,
    ) -> None:
        self.options.append(options)
        taken = {c.name for c in self.choices}
        assert name not in taken, f"two choices are called {name}"
        self.choices.append(
            model.Choice(
                name=name,
                prompt=prompt,
                type=type,
                kind=kind,
                hidden=hidden,
                private=self.reads_private(options),
                labels=labels,
                options=options,
                saved=saved,
                sources=s.sources or self.f.sources,
                span=s.span,
            )
        )

    def reads_private(self, options: model.Options) -> bool:
        """Options that come from somebody's private field, perhaps through a define, are for that player's eyes."""
        pick = options.pick
        parts = [pick.source, pick.where] if pick is not None else []
        read = {a for part in parts for a in self.gates.touches.reads(part)}
        for menu, _ in options.menus:
            for f in self.signatures.values():
                if f.category == "action" and f.menu == menu and f.owner.startswith("member:"):
                    kind, member = f.owner[7:].split(".")
                    read |= self.gates.touches.reads(self.lowering.in_force(kind, member))
        return any(a in self.game.fields and self.game.fields[a].visibility != "open" for a in read)

    def gate(self, rest: tree.Block, k: Follow, who: E, starts_unit: bool) -> Gate:
        """What an option must satisfy so that the rest of its unit can be carried through."""
        if not (starts_unit or self.inside or self.lexically_inside):
            return Gate(None, True)
        known = ["you", "this", *self.f.locals]
        if starts_unit and not (self.inside or self.lexically_inside):
            return self.gates.of(rest, known, who)  # what follows is not part of the unit
        if not self.facts.block_fails(rest) and not k.fails:
            return Gate(None, True)
        found = self.gates.of([*rest, *(k.rest or [])], known, who)
        return Gate(
            found.test, found.exact and k.rest is not None, found.exact_if if k.rest is not None else None
        )

    def mode(self, exact: bool, starts_unit: bool, name: str) -> str:
        """How the options are checked against the rest of the unit: by their gates, or by trial."""
        if exact:
            return "in_unit" if self.inside or self.lexically_inside else "plain"
        self.trials.append(name)
        return "checked" if starts_unit else "in_unit"

    lexically_inside = 0

    def unit(self, body: tree.Block, k: Follow) -> list[model.Node]:
        """The body of a branch, a `may` or a chosen block: it is offered only if it can be carried through."""
        self.lexically_inside += 1
        if not self.facts.block_fails(body):
            nodes = self.block(body, k)
        else:
            nodes = self.inside_of("unit", body, k, model.Push("unit"))
        self.lexically_inside -= 1
        return nodes

    def inside_of(self, kind: str, body: tree.Block, k: Follow, push: model.Push) -> list[model.Node]:
        """A body under a frame of its own; what follows is kept below that frame."""
        inner = Follow(rest=k.rest, fails=k.fails)
        before: list[model.Node] = []
        self.enclosing.append((kind, 2 if k.function else 1))
        if k.function:
            before = [model.Push("frame", self.frame_of(k))]
            changed = {
                s.target.name for s in statements(body) if isinstance(s, tree.Set) and s.target.op == "local"
            }
            if changed & k.names:
                inner = Follow(k.function, k.live, False, k.fails, k.rest, kind)
        nodes = self.block(body, inner)
        self.enclosing.pop()
        return [*before, push, *nodes]

    def uncovered(self, needed: set[str]) -> list[str]:
        return self.in_order(needed)

    def choose(self, s: tree.Choose, rest: tree.Block, k: Follow) -> list[model.Node]:
        if s.body is None:
            return self.picks(s, s.picks, rest, k, None)
        following = self.after(rest, k, "then", s.span)
        fallback: list[model.Node] | None = None if s.optional else []
        nodes = self.picks(s, s.picks, s.body, following, fallback)
        if fallback is None:
            return nodes
        choice = next(c for c in self.choices if c.name == s.picks[0].choice)
        if self.has_free_actions or choice.name in self.trials:
            fallback.append(self.otherwise(s, choice, following))
        else:
            fallback.extend(self.block(s.otherwise, following))
        return nodes

    def otherwise(self, s: tree.Choose, choice: model.Choice, following: Follow) -> model.Jump:
        """What is done if nothing can be chosen, as a function that can also go on from the choice's frame."""
        choice.otherwise = self.fresh(f"{self.base}__nothing_to_choose")
        made = self.resume(choice.otherwise, choice.saved, s.span)
        made.body = self.block(s.otherwise, following)
        return model.Jump(choice.otherwise, choice.saved)

    def picks(
        self,
        s: tree.Choose,
        picks: list[tree.Pick],
        body: tree.Block,
        k: Follow,
        fallback: list[model.Node] | None,
    ) -> list[model.Node]:
        """Asks for the first pick; the others and the body follow in the function that takes the answer."""
        pick, later = picks[0], picks[1:]
        first = pick is s.picks[0]
        is_unit = s.body is not None
        body_needs = free_block(body, k.names)
        after_needs = pick_needs(later) | (body_needs - {p.name for p in later})
        if is_unit:
            after_needs |= k.names | free_block(s.otherwise, k.names)
        after_needs |= free_in(s.who)
        if pick.amount != "one":
            return self.subset(s, pick, later, body, k, fallback, after_needs)
        follows: tree.Block = [tree.Choose(s.span, s.sources, s.who, later, False, None, [])] if later else []
        gate = self.gate([*follows, *body], k, s.who, is_unit)
        option_needs = (free_in(pick.source) | free_in(pick.where) | pick_needs(later)) - {
            pick.name,
            pick.candidate,
        }
        option_needs |= free_in(gate.test) - {pick.name}
        field_needs = free_in(pick.field) | (free_in(pick.label) - {pick.name, pick.candidate})
        live = self.in_order((after_needs - {pick.name}) | option_needs | field_needs)
        name = self.fresh(f"{self.base}__{local_name(pick.name)}")
        made = self.resume(name, live, pick.span, pick.name, pick.type)
        made.sources = s.sources
        options = model.Options(
            name=self.fresh(f"{name}_options"),
            kind="pick",
            params=self.types(self.in_order(option_needs)),
            pick=pick,
            later=self.exists(later) if gate.test is None or not gate.exact else None,
            nested=self.exists(later),
            gate=gate.test,
            optional=s.optional and first,
            span=pick.span,
        )
        mode = self.mode(gate.exact, is_unit, pick.choice)
        hidden = getattr(self, "hidden", False)
        prompt = f"choose {pick.name.replace('_', ' ')}"
        self.choice(pick.choice, "pick", pick.type, [], options, live, s, prompt, hidden)
        made.risky = not gate.exact
        store: list[model.Node] = []
        if pick.field is not None:
            store = [
                model.Plain(
                    tree.Set(pick.span, s.sources, pick.field, "=", E("local", pick.type, name=pick.name))
                )
            ]
        if later:
            body_nodes = self.picks(s, later, body, k, None)
        elif is_unit:
            body_nodes = self.unit(body, k)
        else:
            body_nodes = self.block(body, k)
        if s.optional and first:
            test = E("compare", t.FLAG, [E("local", t.maybe(pick.type), name=pick.name), DECLINED], "=")
            made.body = [model.Branch(test, self.finish(k), [*store, *body_nodes])]
        else:
            made.body = [*store, *body_nodes]
        args = [n for n, _ in options.params]
        frame = model.Frame(name, live)
        return [model.Ask(pick.choice, s.who, options.name, args, mode, frame, fallback, s.span, s.sources)]

    def exists(self, later: list[tree.Pick]) -> E | None:
        """Some later picks can be made: an element of the next source with a later one of its own."""
        if not later:
            return None
        pick, rest = later[0], self.exists(later[1:])
        if pick.amount != "one":
            return some_subset(pick)
        where = pick.where
        if rest is not None:
            where = rest if where is None else E("and", t.FLAG, [where, rest])
        return E("query", t.FLAG, [pick.source, where, None], pick.name, "any", pick.span)

    def subset(
        self,
        s: tree.Choose,
        pick: tree.Pick,
        later: list[tree.Pick],
        body: tree.Block,
        k: Follow,
        fallback: list[model.Node] | None,
        after_needs: set[str],
    ) -> list[model.Node]:
        """Several things, one at a time in the order of the source, until enough are chosen."""
        option_needs = (
            free_in(pick.source) | free_in(pick.where) | free_in(pick.so_that) | free_in(pick.number)
        ) - {pick.name, pick.candidate}
        label_needs = free_in(pick.label) - {pick.candidate}
        live = self.in_order(after_needs | option_needs | label_needs | {pick.name})
        head = self.fresh(f"{self.base}__pick_{local_name(pick.name)}")
        loop = self.resume(head, live, pick.span)
        one = self.counter(f"{pick.name}_pick")
        self.f.locals[one] = pick.type.item
        name = self.fresh(f"{self.base}__{local_name(pick.name)}")
        made = self.resume(name, live, pick.span, one, pick.type.item)
        options = model.Options(
            name=self.fresh(f"{name}_options"),
            kind="subset",
            params=self.types(self.in_order(option_needs | {pick.name})),
            pick=pick,
            picked=pick.name,
            span=pick.span,
        )
        is_unit = s.body is not None
        fails = self.facts.block_fails(body) or k.fails
        mode = self.mode(not fails, is_unit, pick.choice)
        hidden = getattr(self, "hidden", False)
        prompt = f"choose {pick.name.replace('_', ' ')}"
        self.choice(pick.choice, "subset", pick.type.item, [], options, live, s, prompt, hidden)
        made.risky = loop.risky = fails
        done = E("compare", t.FLAG, [E("local", t.maybe(pick.type.item), name=one), DECLINED], "=")
        chosen = E("local", pick.type, name=pick.name)
        added = E(
            "lib", pick.type, [chosen, E("list", pick.type, [E("local", pick.type.item, name=one)])], "union"
        )
        if later:
            body_nodes = self.picks(s, later, body, k, None)
        elif is_unit:
            body_nodes = self.unit(body, k)
        else:
            body_nodes = self.block(body, k)
        made.body = [
            model.Branch(
                done,
                body_nodes,
                [
                    model.Plain(tree.Set(pick.span, (), chosen, "=", added)),
                    model.Bounce(model.Frame(head, live)),
                ],
            )
        ]
        frame = model.Frame(name, live)
        args = [n for n, _ in options.params]
        loop.body = [
            model.Ask(pick.choice, s.who, options.name, args, mode, frame, fallback, s.span, s.sources)
        ]
        start = tree.Let(pick.span, (), pick.name, E("list", pick.type, []))
        return [model.Plain(start), model.Jump(head, live)]

    def choose_one(self, s: tree.ChooseOne, rest: tree.Block, k: Follow) -> list[model.Node]:
        following = self.after(rest, k, "then", s.span)
        return self.branches(s, s.choice, s.who, s.branches, following)

    def branches(
        self, s: tree.S, choice: str, who: E, branches: list[tree.Branch], following: Follow
    ) -> list[model.Node]:
        test_needs: set[str] = set()
        label_needs: set[str] = set()
        body_needs: set[str] = set()
        for b in branches:
            test_needs |= free_in(b.test)
            label_needs |= free_in(b.label)
            body_needs |= free_block(b.body, following.names)
        gates = [self.gate(b.body, following, who, True) for b in branches]
        for gate in gates:
            test_needs |= free_in(gate.test) | free_in(gate.exact_if)
        exact = all(gate.exact for gate in gates)
        live = self.in_order(test_needs | label_needs | body_needs | following.names | free_in(who))
        name = self.fresh(f"{self.base}__choice")
        answer = self.counter("pick")
        made = self.resume(name, live, s.span, answer, t.NUMBER)
        options = model.Options(
            name=self.fresh(f"{name}_options"),
            kind="branches",
            params=self.types(self.in_order(test_needs)),
            tests=[b.test for b in branches],
            gates=[gate.test for gate in gates],
            span=s.span,
        )
        mode = self.mode(exact, True, choice)
        labels = [b.label for b in branches]
        sure = [i for i, gate in enumerate(gates) if gate.exact]
        self.choice(choice, "branch", None, labels, options, live, s, self.f.label)
        self.choices[-1].sure = sure
        self.choices[-1].sure_if = {
            i: gate.exact_if for i, gate in enumerate(gates) if gate.exact_if is not None
        }
        made.risky = not exact
        picked = E("local", t.NUMBER, name=answer)
        nodes: list[model.Node] = []
        for i, b in reversed(list(enumerate(branches))):
            body = self.unit(b.body, following)
            if not nodes:
                nodes = body
            else:
                test = E("compare", t.FLAG, [picked, E("const", t.NUMBER, data=i)], "=")
                nodes = [model.Branch(test, body, nodes)]
        made.body = nodes
        frame = model.Frame(name, live)
        args = [n for n, _ in options.params]
        return [model.Ask(choice, who, options.name, args, mode, frame, None, s.span, s.sources)]

    def may(self, s: tree.May, rest: tree.Block, k: Follow) -> list[model.Node]:
        following = self.after(rest, k, "then", s.span)
        gate = self.gate(s.body, following, s.who, True)
        needed = free_block(s.body, following.names) | free_in(s.label) | following.names | free_in(s.who)
        live = self.in_order(needed | free_in(gate.test) | free_in(gate.exact_if))
        name = self.fresh(f"{self.base}__may")
        answer = self.counter("pick")
        made = self.resume(name, live, s.span, answer, t.NUMBER)
        options = model.Options(name="yes_or_no", kind="may", params=[], span=s.span)
        if gate.test is not None:
            options.name = self.fresh(f"{name}_options")
            options.params = self.types(self.in_order(free_in(gate.test)))
            options.gate = gate.test
        mode = self.mode(gate.exact, True, s.choice)
        refusal = s.refusal or "no"
        labels = [s.label, E("text", t.TEXT, [], refusal, [refusal])]
        self.choice(s.choice, "may", None, labels, options, live, s, s.label.name)
        if gate.exact_if is not None:
            self.choices[-1].sure_if = {1: gate.exact_if}
        made.risky = not gate.exact
        test = E("compare", t.FLAG, [E("local", t.NUMBER, name=answer), ONE], "=")
        made.body = [model.Branch(test, self.unit(s.body, following), self.finish(following))]
        frame = model.Frame(name, live)
        args = [n for n, _ in options.params]
        return [model.Ask(s.choice, s.who, options.name, args, mode, frame, None, s.span, s.sources)]

    def offer(self, s: tree.Offer, rest: tree.Block, k: Follow) -> list[model.Node]:
        menu_names = [m for m, _ in s.menus]
        following = self.after(rest, k, f"after_{menu_names[0] if menu_names else 'offer'}", s.span)
        needed = free_in(s.who)
        for _, args in s.menus:
            for a in args:
                needed |= free_in(a)
        live = self.in_order(needed | following.names)
        name = self.fresh(f"{self.base}__{'_or_'.join(menu_names)}")
        answer = self.counter("pick")
        made = self.resume(name, live, s.span, answer, t.NUMBER)
        options = model.Options(
            name=self.fresh(f"{name}_options"),
            kind="menu",
            params=self.types(self.in_order(needed)),
            menus=s.menus,
            refusal=s.refusal is not None,
            who=s.who,
            span=s.span,
        )
        choice = self.menu_choice("_or_".join(menu_names))
        exact = self.menu_is_exact(menu_names)
        mode = self.mode(exact, True, choice)
        labels = [E("text", t.TEXT, [], s.refusal, [s.refusal])] if s.refusal else []
        prompt = " or ".join(self.game.menus[m][0] for m in menu_names)
        self.choice(choice, "menu", None, labels, options, live, s, prompt)
        made.risky = following.fails or not exact
        run: list[model.Node] = [model.RunAction(answer, s.who, s.menus, self.frame(following))]
        if s.refusal is not None:
            test = E("compare", t.FLAG, [E("local", t.NUMBER, name=answer), DECLINED], "=")
            run = [model.Branch(test, self.finish(following), run)]
        made.body = run
        frame = model.Frame(name, live)
        names = [n for n, _ in options.params]
        return [model.Ask(choice, s.who, options.name, names, mode, frame, None, s.span, s.sources)]

    def menu_is_exact(self, menus: list[str]) -> bool:
        """Whether the menus' own tests tell which actions can be carried through."""
        exact = True
        for key, f in list(self.signatures.items()):
            if f.category == "action" and f.menu in menus and "@" not in key:
                found = self.gates.rule_gate(key, 0)
                exact = exact and found is not None and found[1]
        return exact

    def menu_choice(self, name: str) -> str:
        names = {c.name for c in self.choices}
        found, n = name, 2
        while found in names:
            found = f"{name}#{n}"
            n += 1
        return found

    def any_order(self, s: tree.AnyOrder, rest: tree.Block, k: Follow) -> list[model.Node]:
        """Asked again until none is left; the branches still to come are kept in a list of their numbers."""
        left = self.counter("left_to_do")
        self.f.locals[left] = t.many(t.NUMBER)
        remaining = E("local", t.many(t.NUMBER), name=left)
        branch_needs: set[str] = set()
        for b in s.branches:
            branch_needs |= free_in(b.label) | free_block(b.body, set())
        needed = branch_needs | free_block(rest, k.names) | free_in(s.who)
        live = self.in_order(needed | {left})
        head = self.fresh(f"{self.base}__in_any_order")
        loop = self.resume(head, live, s.span)
        fails = (
            k.fails or self.facts.block_fails(rest) or any(self.facts.block_fails(b.body) for b in s.branches)
        )
        following = self.after(rest, k, "then", s.span)
        back = Follow(head, live, True, fails, None if fails else [])
        name = self.fresh(f"{self.base}__next")
        answer = self.counter("pick")
        made = self.resume(name, live, s.span, answer, t.NUMBER)
        options = model.Options(
            name=self.fresh(f"{name}_options"),
            kind="order",
            params=self.types([left]),
            picked=left,
            clashes=s.clashes,
            span=s.span,
        )
        self.choice(
            s.choice, "branch", None, [b.label for b in s.branches], options, live, s, "what comes next"
        )
        picked = E("local", t.NUMBER, name=answer)
        without = E("lib", t.many(t.NUMBER), [remaining, E("list", t.many(t.NUMBER), [picked])], "difference")
        nodes: list[model.Node] = []
        for i, b in reversed(list(enumerate(s.branches))):
            body = self.unit(b.body, back)
            test = E("compare", t.FLAG, [picked, E("const", t.NUMBER, data=i)], "=")
            nodes = [model.Branch(test, body, nodes)] if nodes else body
        made.risky = loop.risky = fails
        made.body = [model.Plain(tree.Set(s.span, (), remaining, "=", without)), *nodes]
        frame = model.Frame(name, live)
        empty = E(
            "compare", t.FLAG, [E("lib", t.NUMBER, [remaining], "size"), E("const", t.NUMBER, data=0)], "="
        )
        mode = self.mode(not fails, True, s.choice)
        # outside of units, what cannot be done in any order is left out; inside, it makes the unit impossible
        skip = None if self.inside or self.lexically_inside else self.finish(following)
        ask = model.Ask(s.choice, s.who, options.name, [left], mode, frame, skip, s.span, s.sources)
        loop.body = [model.Branch(empty, self.finish(following), [ask])]
        begin: list[model.Node] = [
            model.Plain(tree.Let(s.span, s.sources, left, E("list", t.many(t.NUMBER), [])))
        ]
        for i, b in enumerate(s.branches):
            number = E("list", t.many(t.NUMBER), [E("const", t.NUMBER, data=i)])
            add: tree.S = tree.Set(
                b.span, (), remaining, "=", E("lib", t.many(t.NUMBER), [remaining, number], "union")
            )
            if b.test is not None:
                add = tree.If(b.span, (), b.test, [add], [])
            begin.append(model.Plain(add))
        return [*begin, model.Jump(head, live)]

    # ------------------------------------------------------------ actions

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
                    gate=(self.gates.rule_gate(key, 0) or ("", False))[0],
                    exact=(self.gates.rule_gate(key, 0) or ("", False))[1],
                    sources=f.sources,
                    span=f.span,
                )
            )
        return found
