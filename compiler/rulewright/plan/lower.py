"""Changes become calls: overrides are wrapped around what they override, hooks follow what they wait for."""

from __future__ import annotations

from dataclasses import replace

from ..analysis.walk import expressions_of, statements
from ..typed import tree
from ..typed import types as t
from ..typed.expr import BaseCall, CallExpr, Compare, Const, Lib, Local, Not, Participant, Query, This, You
from ..typed.infer.during import OWNER as DURING
from ..typed.kept import KEPT
from ..typed.tree import E
from .endings import ended, leaves_early
from .hooks import follow
from .mixes import with_asking_resources, with_mix_rules
from .substitution import YES, all_hold, rename, substitute, with_parts
from .used import after_use

SUFFIXES = ("base", "steps")  # of functions that stand beside those of changes


class Lowering:
    """All functions of the engine, with overrides and hooks worked in."""

    def __init__(self, game: tree.Game) -> None:
        self.game = with_asking_resources(with_mix_rules(game))
        self.functions: dict[str, tree.Function] = dict(self.game.functions)
        self.order = {name: i for i, name in enumerate(game.override_order)}
        self.changing: dict[tuple[str, str, str], list[str]] = {}  # what one owner changes of one rule

    def run(self) -> dict[str, tree.Function]:
        """All functions, with overrides and hooks worked in."""
        overrides: dict[str, list[tree.Change]] = {}
        hooks: dict[str, list[tree.Change]] = {}
        for c in self.game.overrides:
            overrides.setdefault(c.target, []).extend(self.for_members(c))
        for c in self.game.hooks:
            if c.target != "used":
                hooks.setdefault(c.target, []).append(c)
        for target in sorted(overrides, key=list(self.functions).index):
            self.wrap(target, sorted(overrides[target], key=self.layer))
        for target in sorted(hooks, key=list(self.functions).index):
            self.follow(target, sorted(hooks[target], key=self.layer))
        after_use(self)
        self.functions.pop("used", None)
        self.drop_uncalled()
        self.name_choices()
        return KEPT.functions(self.functions)

    def follow(self, target: str, hooks: list[tree.Change]) -> None:
        """Puts hooks behind a rule; where all of its steps are always gone through, its ending becomes the last of them."""
        ending = hooks[-1] if hooks[-1].owner == DURING else None
        others = hooks if ending is None else hooks[:-1]
        if others:
            follow(self, target, others)
        if ending is None:
            return
        function = self.functions[target]
        if leaves_early(function):
            follow(self, target, [ending])
        else:
            self.functions[target] = ended(function, ending)

    def drop_uncalled(self) -> None:
        """What stands in its caller's place, and is called by nobody, is not needed."""
        called = {
            e.name for f in self.functions.values() for e in expressions_of(f) if isinstance(e, CallExpr)
        }
        for key in [k for k, f in self.functions.items() if "@" in k and k not in called and own_value(f)]:
            del self.functions[key]

    def name_choices(self) -> None:
        """Every choice has a name of its own, also in two hooks of one member that wait for the same."""
        taken: set[str] = set()
        for f in self.functions.values():
            for s in statements(f.body):
                if isinstance(s, tree.Choose) and s.together:
                    name = free_name(s.picks[0].choice, taken)
                    s.picks[0].choice = s.picks[1].choice = name
                    continue
                for one in s.picks if isinstance(s, tree.Choose) else [s]:
                    if isinstance(one, tree.Pick | tree.ChooseOne | tree.May | tree.AnyOrder):
                        one.choice = free_name(one.choice, taken)

    def layer(self, c: tree.Change) -> tuple[int, int]:
        """From the inside out: variants, then kinds in the game's order, then the lines' order; participants last."""
        if c.owner == "":
            return 0, 0
        if c.owner.startswith("participant:"):
            return self.order.get("participant", 10_000) + 1, 0
        if c.owner == DURING:  # what lasts for one rule ends last
            return 20_000, 0
        kind = c.owner.split(":")[1].split(".")[0]
        return self.order.get(kind, 1_000) + 1, 0

    # ------------------------------------------------------------ overrides

    def wrap(self, target: str, layers: list[tree.Change]) -> None:
        """Puts the layers of a function around it; its key becomes the entry."""
        function = self.functions[target]
        base = replace(function, key=f"{target}@base", category=function.category)
        self.functions[base.key] = base
        chain: list[tuple[E, tree.Function]] = []  # outermost first, above `base`
        for c in layers:
            copies = bool(c.copy) and not self.dispatched(c, function)
            below = base
            if copies or c.uses_base:
                below = self.below(function, c, base, chain)
            if copies:
                base, chain = self.for_copies(function, c, below), []
                continue
            override = self.override(function, c, below)
            self.functions[override.key] = override
            condition = self.condition(c, function, below)
            if condition is YES:
                chain = [(condition, override)]
            else:
                chain.insert(0, (condition, override))
        self.functions[target] = self.entry(function, target, base, chain)

    def below(
        self,
        function: tree.Function,
        c: tree.Change,
        base: tree.Function,
        chain: list[tuple[E, tree.Function]],
    ) -> tree.Function:
        """What a layer finds below itself: the layers so far, tried in one place so that no call leads only to the next."""
        if not chain:
            return base
        below = self.entry(function, f"{function.key}@below_{self.suffix(c)}", base, chain)
        self.functions[below.key] = below
        return below

    def for_members(self, c: tree.Change) -> list[tree.Change]:
        """A change in the kind itself, not in a member, is one for each member."""
        function = self.functions.get(c.target)
        if not c.owner.startswith("kind:") or function is None or function.owner == c.owner:
            return [c]
        kind = c.owner[5:]
        made: list[tree.Change] = []
        for member in self.game.kinds[kind].members:
            this = {"this": self.member(kind, member)}
            body = with_parts(c.body, this)
            where = substitute(c.where, this) if c.where is not None else None
            made.append(replace(c, owner=f"member:{kind}.{member}", body=body, where=where))
        return made

    def dispatched(self, c: tree.Change, function: tree.Function) -> bool:
        """A function of the member's own kind: the member gives its own, whatever is in force."""
        return function.owner == f"kind:{self.member_of(c.owner)[0]}"

    def for_copies(self, function: tree.Function, c: tree.Change, below: tree.Function) -> tree.Function:
        """One layer for each copy in force: the override of a copy has the next copy as its base."""
        kind, member = self.member_of(c.owner)
        clause = self.game.kinds[kind].in_force
        assert clause is not None
        assert clause.copies is not None
        copies = substitute(clause.copies, {"this": self.member(kind, member)})
        kept = self.local("copies_left")
        left = Local(copies.type, kept)
        params = [*function.params, tree.Param(kept, copies.type)]
        key = f"{function.key}@{self.suffix(c)}"
        following = replace(function, key=f"{key}__next", params=params, category=self.acting(function))
        following.locals = {p.name: p.type for p in params}
        self.functions[following.key] = following
        own = replace(
            c,
            params=[*c.params, tree.Param(c.copy, copies.type.item), tree.Param(kept, copies.type)],
        )
        own.locals = {**c.locals, kept: copies.type, c.copy: copies.type.item}
        override = self.override(function, own, following)
        self.functions[override.key] = override
        args: list[E] = [Local(p.type, p.name) for p in function.params]
        rest = Lib(copies.type, "tail", [left])
        first = Lib(copies.type.item, "first", [left])
        none_left = Compare(t.FLAG, "=", Lib(t.NUMBER, "size", [left]), Const(t.NUMBER, 0))
        condition = self.condition(replace(c, owner=""), function, following)
        if condition is not YES:
            condition = substitute(condition, {c.copy: first})
        skip = self.call_with(following, function, [*args, rest])
        cases: list[tuple[E, E]] = [(none_left, self.call_with(below, function, args))]
        if condition is not YES:
            cases.append((Not(t.FLAG, condition), skip))
        cases.append((YES, self.call_with(override, function, [*args, first, rest])))
        following.body = self.cases(function, cases)
        entry = replace(function, key=f"{key}__copies", locals={p.name: p.type for p in function.params})
        entry.category = self.acting(function)
        entry.body = self.cases(function, [(YES, self.call_with(following, function, [*args, copies]))])
        self.functions[entry.key] = entry
        return entry

    def local(self, name: str) -> str:
        """A local of the compiler's own that is called like no rule."""
        found, n = name, 2
        while found in self.game.functions:
            found, n = f"{name}_{n}", n + 1
        return found

    def acting(self, function: tree.Function) -> str:
        """The category of a function with a body: an event becomes a rule."""
        return "rule" if function.category == "event" else function.category

    def call_with(self, to: tree.Function, function: tree.Function, args: list[E]) -> E:
        """A call of a function with other arguments."""
        you = You(t.PLAYER) if to.uses_you else None
        this = This(t.this_type(function.owner) or t.UNKNOWN) if to.uses_this else None
        return CallExpr(function.result, to.key, you, this, list(args), span=to.span)

    def cases(self, function: tree.Function, cases: list[tuple[E, E]]) -> tree.Block:
        """The first case that holds, as a define's results or as a rule's steps."""
        if function.category == "define":
            return [
                tree.Result(function.span, function.sources, call, None if test is YES else test)
                for test, call in cases
            ]
        body: tree.Block = []
        for test, call in reversed(cases):
            assert isinstance(call, CallExpr)
            step = tree.Call(function.span, function.sources, call)
            body = [step] if test is YES else [tree.If(function.span, (), test, [step], body)]
        return body

    def suffix(self, c: tree.Change) -> str:
        """What the key of a layer ends with: its owner, and a number if the owner has several."""
        owner = self.numbered(c, c.owner.split(":")[-1].split(".")[-1] or c.variant or "variant")
        return f"{owner}__1" if owner in SUFFIXES or owner.startswith(("below_", "when_")) else owner

    def numbered(self, c: tree.Change, owner: str) -> str:
        """The owner of a change, with a number from its second change of the same rule on: no other rule has a part in the name."""
        keys = self.changing.setdefault((c.key.split(":")[0], c.target, owner), [])
        if c.key not in keys:
            keys.append(c.key)
        return owner if c.key == keys[0] else f"{owner}__{keys.index(c.key) + 1}"

    def override(self, function: tree.Function, c: tree.Change, below: tree.Function) -> tree.Function:
        """An `instead` as a function of its own, whose `base` calls the layer below."""
        own: list[E] = [Local(p.type, p.name) for p in c.params[: len(function.params)]]
        return tree.Function(
            key=f"{function.key}@{self.suffix(c)}",
            name=function.name,
            category=function.category if function.category != "event" else "rule",
            owner=function.owner,
            params=c.params,
            result=function.result,
            body=self.bind_base(c.body, below, own) if c.uses_base else c.body,
            label=function.label,
            flags=(),
            uses_you=function.uses_you,
            uses_this=function.uses_this,
            sources=c.sources or function.sources,
            span=c.span,
            locals=c.locals,
            grantor=c.owner,
        )

    def bind_base(self, body: tree.Block, below: tree.Function, params: list[E]) -> tree.Block:
        """A copy of an override's body in which `base` calls what is overridden."""
        return tree.rewritten(body, lambda e: e.rewrite(lambda x: self.base_to_call(x, below, params)))

    def base_to_call(self, e: E, below: tree.Function, params: list[E]) -> E:
        """`base` as a call of what is overridden; any other expression as it is."""
        if not isinstance(e, BaseCall):
            return e
        args = list(e.arguments if e.given else params)
        if len(below.params) > len(args):  # the next copy's layer takes the copies that are left
            args.append(Local(below.params[-1].type, below.params[-1].name))
        you = You(t.PLAYER) if below.uses_you else None
        this = This(t.this_type(below.owner) or t.UNKNOWN) if below.uses_this else None
        return CallExpr(e.type, below.key, you, this, args, span=e.span)

    def condition(self, c: tree.Change, function: tree.Function, below: tree.Function) -> E:
        """When an override is in force, said of the overridden function's own parameters."""
        own = {p.name: f.name for p, f in zip(c.params, function.params)}
        tests: list[E] = []
        owner = self.owner_test(c, function)
        if owner is not None:
            tests.append(owner)
        for i, value in c.matches:
            param = function.params[i]
            tests.append(Compare(t.FLAG, "=", Local(param.type, param.name), value))
        if c.where is not None:
            params: list[E] = [Local(p.type, p.name) for p in function.params]
            tests.append(rename(c.where, own).rewrite(lambda x: self.base_to_call(x, below, params)))
        if all(isinstance(x, Const) and x.value is True for x in tests):
            return YES
        return all_hold(tests)

    def owner_test(self, c: tree.Change, function: tree.Function) -> E | None:
        """When the owner of a change is in force; None: always."""
        if c.owner.startswith("participant:"):
            return self.is_participant(c.owner[12:])
        if not c.owner.startswith(("kind:", "member:")):
            return None
        kind, member = self.member_of(c.owner)
        if function.uses_this and function.owner == f"kind:{kind}":
            if not member:
                return None
            return Compare(t.FLAG, "=", This(t.kind(kind)), self.member(kind, member))
        return self.in_force(kind, member)

    def member_of(self, owner: str) -> tuple[str, str]:
        """The kind and the member that an owner names; no member: all of the kind."""
        kind, _, member = owner.split(":")[1].partition(".")
        return kind, member

    def member(self, kind: str, member: str) -> E:
        """A member as a constant."""
        return Const(t.kind(kind), self.game.kinds[kind].members.index(member), member)

    def is_participant(self, name: str) -> E:
        """The test that the one who acts is a seat without a human."""
        number = self.game.participants[name].number
        seat = Participant(t.PLAYER, number)
        return Compare(t.FLAG, "=", You(t.PLAYER), seat)

    def in_force(self, kind: str, member: str, you: E | None = None) -> E | None:
        """When a member speaks, with its clause said of that member; None: always."""
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
        assert isinstance(copies, Query)
        return replace(copies, type=t.FLAG, quantifier="any")

    def entry(
        self, function: tree.Function, key: str, below: tree.Function, chain: list[tuple[E, tree.Function]]
    ) -> tree.Function:
        """Tries the overrides from the outside in, then what is below them all."""
        entry = replace(function, key=key, locals={p.name: p.type for p in function.params})
        calls = [(test, constant_of(to) or self.call(function, to)) for test, to in chain]
        if not calls or calls[-1][0] is not YES:
            calls.append((YES, own_value(below) or self.call(function, below)))
        entry.body = self.cases(function, calls)
        if entry.category == "event":
            entry.category = "rule"
        return entry

    def call(self, function: tree.Function, to: tree.Function, subject: E | None = None) -> CallExpr:
        """A call of a layer with the parameters of the function that it overrides."""
        you = (subject or You(t.PLAYER)) if to.uses_you else None
        this = This(t.this_type(function.owner) or t.UNKNOWN) if to.uses_this else None
        args = [Local(p.type, p.name) for p in function.params]
        return CallExpr(function.result, to.key, you, this, list(args), span=to.span)


def constant_of(override: tree.Function) -> E | None:
    """The figure or name that an override gives, whatever its arguments are."""
    value = own_value(override)
    return value if value is not None and isinstance(value, Const) else None


def own_value(below: tree.Function) -> E | None:
    """The value of a define that is a single expression: it stands in its caller's place, for which a call is too dear."""
    if below.category != "define" or len(below.body) != 1:
        return None
    result = below.body[0]
    return result.value if isinstance(result, tree.Result) and result.test is None else None


def free_name(name: str, taken: set[str]) -> str:
    """The name, with a number behind it if it is taken, also in other letters: constants are written in capitals."""
    plain = name.partition("#")[0]
    found, n = name, 2
    while found.lower() in taken:
        found, n = f"{plain}#{n}", n + 1
    taken.add(found.lower())
    return found
