"""Functions of the plan as Python: rules, what follows their choices, and the options of each choice."""

from __future__ import annotations

from ..plan import model
from ..plan.analysis import own_expressions
from ..plan.names import constant, local_name
from ..plan.walks import conjunction
from ..typed import tree
from ..typed import types as t
from ..typed.checks_walk import statements
from ..typed.tree import E
from . import guards
from .annotations import annotation
from .picking import PickPrinter
from .places import sorts_kept
from .printing import indented
from .statements import ids, read_once

AFTER_UNIT = "return up if g.trial < 0 else (up, L_UNIT)"


class FunctionPrinter(PickPrinter):
    def __init__(self, plan: model.Plan, places: bool = False) -> None:
        super().__init__(plan, places)
        self.sets: dict[str, tuple[str, list[str]]] = {}  # members that a function looks for, and their kind
        picks = [pick for o in plan.options for pick in o.picks]
        self.comparing = set[str]().union(*map(self.comparing_for, picks))  # functions that compare pieces
        if not places:
            self.stores = [*self.stores, *sorts_kept(self.touches, self.comparing)]
        self.jumped = {n.function for f in plan.functions for n in nodes(f.body) if isinstance(n, model.Jump)}

    # ------------------------------------------------------------ functions

    def function(self, f: model.Function) -> str:
        self.name = f.name
        self.rule = ids(f.sources)
        self.result = f.result
        self.stop = "return" if f.role == "plain" else "return up"
        resumed = f.role == "resume" or (f.role == "asking" and f.resumable and f.name not in self.jumped)
        ways = self.lasting.ways.get(f.name)
        if ways is not None:
            lines = [f"def {f.name}({self.params(f.params)}) -> bool:", *indented(self.doc(f))]
            with self.loops_before(f.params, [ways.test]):
                search = self.searched_ways(ways, f"{self.ways_asked(ways, f.params)}.every", "return True")
            if not ways.columns:  # the test is the same for all of them
                search = []
                lines.append(
                    f"    return {self.atom(ways.test)} and bool({self.ways_asked(ways, f.params)}.every)"
                )
            lines += indented([*search, "return False"]) if search else []
            return self.ways(f.name, ways, f.params) + "\n".join(lines) + "\n"
        plain = [n.statement for n in f.body if isinstance(n, model.Plain)] if f.role == "value" else []
        with self.loops_before(f.params, [e for s in statements(plain) for e in own_expressions(s)]):
            body = self.handed_over(f) or self.nodes(f.body)
        head: list[str] = []
        if f.role == "value" and f.name in self.kept_names:
            return self.kept(f, body)
        if f.role == "value" and f.name in self.until_changed:
            return self.kept_until_changed(f, body)
        if f.role == "value" and f.name in self.still:
            return self.kept_while_still(f, body)
        if f.role in ("value", "plain"):
            result = annotation(f.result) if f.role == "value" else "None"
            lines = [f"def {f.name}({self.params(f.params)}) -> {result}:"]
            if f.role == "plain" and not body:
                body = ["pass"]
        elif resumed:
            pick = local_name(f.pick) if f.pick else "_"
            lines = [f"def {f.name}(g: G, f: Then, {pick}: int) -> Then | None:"]
            head = self.unpack(f)
        else:
            lines = [f"def {f.name}({self.params(f.params, 'up: Then | None')}) -> Then | None:"]
        doc = self.doc(f)
        if f.circular:
            place = f"{f.span.path}:{f.span.line}"
            head = [f"deeper(g, {f.circular!r}, {place!r})"]
            body = ["try:", *indented(body), "finally:", "    g.call_depth -= 1"]
        text = [*lines, *indented([*doc, *head, *body])]
        if f.resumable and not resumed:
            text += ["", "", *self.adapter(f)]
        return "\n".join(text) + "\n"

    def handed_over(self, f: model.Function) -> list[str]:
        """The body of a define that only passes on what it is given; none: it does more."""
        for key, handing in self.handing.items():
            if f.role == "value" and self.plan.names[key] == f.name:
                names = [local_name(n) for n, _ in f.params]
                return [f"return {handing.table}[{local_name(handing.member)}]({', '.join(['g', *names])})"]
        return []

    def unpack(self, f: model.Function) -> list[str]:
        """What a frame holds, in the order in which `frame` puts it there."""
        names = [local_name(n) for n, _ in f.params]
        if len(names) > 1:
            return ["up: Then | None", f"up, _, {', '.join(names)} = f"]
        lines = ["up: Then | None = f[0]"]
        if names:
            lines.append(f"{names[0]}: {annotation(f.params[0][1])} = f[2]")
        return lines

    def adapter(self, f: model.Function) -> list[str]:
        """Resumes a function that is also called directly."""
        names = [local_name(n) for n, _ in f.params]
        lines = [f"def {f.name}__again(g: G, f: Then, _: int) -> Then | None:"]
        return [
            *lines,
            f"    {', '.join(['up', '_', *names])} = f",
            f"    return {f.name}({', '.join(['g', *names, 'up'])})",
        ]

    # ------------------------------------------------------------ bodies

    def nodes(self, body: list[model.Node]) -> list[str]:
        lines: list[str] = []
        passed = 0  # what stands behind one test for all of a run
        for place, n in enumerate(body):
            if place < passed:
                continue
            if run := [] if self.places else guards.run_at(body[place:]):
                lines += self.guarded(run)
                passed = place + len(run)
                continue
            if is_plain_unit(body[place:]):
                return [*lines, *self.nodes(body[place + 1 : -1]), AFTER_UNIT]
            method = getattr(self, "node_" + type(n).__name__.lower())
            lines.extend(method(n))
            if (
                isinstance(n, model.Plain)
                and isinstance(n.statement, tree.Result)
                and lines[-1:]
                and returns(lines[-1])
            ):
                break  # no later case is ever reached
        return lines

    def guarded(self, run: list[tree.If]) -> list[str]:
        """Tests that look among the same things, passed over where nothing is there that one of them looks for."""
        members = {m.name: m.type.of for m in map(guards.looked_for, run) if m is not None}
        kind = next(iter(members.values()))
        plain = name = f"{constant(self.name)}__{constant(kind)}"
        number = 2
        while name in self.sets:
            name, number = f"{plain}_{number}", number + 1
        self.sets[name] = (kind, list(members))
        test = f"if not {name}.isdisjoint({local_name(guards.among(run[0]))}):"
        return [test, *indented([line for s in run for line in self.statement(s)])]

    def node_plain(self, n: model.Plain) -> list[str]:
        if n.way_out[0]:
            kept, self.stop = self.stop, self.way_out(*n.way_out)
            lines = self.statement(n.statement)
            self.stop = kept
            return lines
        return self.statement(n.statement)

    def way_out(self, frames: int, unit: bool) -> str:
        if not frames:
            return "return up"
        return f"return (beneath(up, {frames}), L_UNIT)" if unit else f"return beneath(up, {frames})"

    def node_stop(self, n: model.Stop) -> list[str]:
        return [self.way_out(n.frames, n.unit)]

    def node_branch(self, n: model.Branch) -> list[str]:
        test = self.truth(n.test)
        if test in ("True", "not False"):  # settled for the whole game, by a figure of a variant
            return self.nodes(n.then)
        if test in ("False", "not True"):
            return self.nodes(n.otherwise)
        lines = [f"if {test}:", *indented(self.nodes(n.then))]
        return [*lines, *self.nodes(n.otherwise)]  # the first part always returns

    def node_turn(self, n: model.Turn) -> list[str]:
        place = f"{n.span.path}:{n.span.line}"
        return [f"next_round(g, {place!r})"]

    def node_return(self, n: model.Return) -> list[str]:
        return ["return up"]

    def node_jump(self, n: model.Jump) -> list[str]:
        args = ["g", *(local_name(a) for a in n.args), "up"]
        return [f"return {n.function}({', '.join(args)})"]

    def then(self, frame: model.Frame | None) -> str:
        if frame is None:
            return "up"
        return self.frame("up", frame)

    def frame(self, up: str, frame: model.Frame) -> str:
        """A frame as the runtime keeps it: what follows it, its label, the saved locals."""
        return f"({', '.join([up, self.label(frame.label), *map(local_name, frame.saved)])})"

    def label(self, name: str) -> str:
        return f"L_{constant(name)}"

    def saved(self, names: list[str]) -> str:
        inner = ", ".join(local_name(n) for n in names)
        return f"({inner},)" if len(names) == 1 else f"({inner})"

    def node_bounce(self, n: model.Bounce) -> list[str]:
        return [f"return {self.then(n.frame)}"]

    def node_leave(self, n: model.Leave) -> list[str]:
        # `up` is the block's own frame, below it the old frame of what follows, below that the caller
        below = self.frame("beneath(up, 2)", n.frame)
        return [f"return ({below}, L_UNIT)" if n.kind == "unit" else f"return {below}"]

    def node_invoke(self, n: model.Invoke) -> list[str]:
        lines = self.note(n.span, n.sources)
        if n.call.op == "lib":
            args = ["g", *(self.expr(a) for a in n.call.args if a is not None), self.then(n.frame)]
            return [*lines, f"return perform({', '.join(args)})"]
        args = [*self.arguments(n.call), self.then(n.frame)]
        return [*lines, f"return {self.plan.names[n.call.name]}({', '.join(args)})"]

    def node_runaction(self, n: model.RunAction) -> list[str]:
        action = f"MACHINE.actions[{local_name(n.pick)}]"
        given = {menu: self.on_list(E("list", t.UNKNOWN, list(args))) for menu, args in n.menus}
        if len(set(given.values())) == 1:
            args = next(iter(given.values()))
        else:
            args = "{" + ", ".join(f"{m!r}: {a}" for m, a in given.items()) + f"}}[{action}.menu]"
        return [f"return {action}.run(g, {self.expr(n.who)}, {args}, {self.then(n.frame)})"]

    def node_push(self, n: model.Push) -> list[str]:
        if n.kind == "frame":
            push = f"up = {self.then(n.frame)}"
            return [push] if n.test is None else [f"if {self.truth(n.test)}:", f"    {push}"]
        if n.kind == "unit":
            return ["up = (up, L_UNIT)"]
        assert n.who is not None
        return [f"up = (up, L_WITH, {self.expr(n.who)}, M_{constant(n.menu)})"]

    def node_ask(self, n: model.Ask) -> list[str]:
        lines = self.note(n.span, n.sources)
        who, choice = self.expr(n.who), f"C_{constant(n.choice)}"
        args = ", ".join(["g", *(local_name(a) for a in n.args)])
        options, then = f"{n.options}({args})", self.then(n.frame)
        ask = "ask" if n.mode == "plain" else f"ask_{n.mode}"
        if n.fallback is None:
            return [*lines, f"return {ask}(g, {who}, {choice}, {options}, {then})"]
        if n.mode == "plain":
            lines += [
                f"options = {options}",
                "if options:",
                f"    return ask(g, {who}, {choice}, options, {then})",
            ]
        else:
            filter_ = "offerable_in_unit" if n.mode == "in_unit" else "offerable"
            lines += [
                f"then = {then}",
                f"options = {filter_}(g, {who}, {choice}, {options}, then)",
                "if options:",
                f"    return ask(g, {who}, {choice}, options, then)",
            ]
        return [*lines, *self.nodes(n.fallback)]

    def node_secret(self, n: model.Secret) -> list[str]:
        players = self.many(n.players)
        if n.where is not None:
            name = local_name(n.player)
            players = f"tuple({name} for {name} in {self.items(n.players)} if {self.expr(n.where)})"
        return [
            f"return secretly(g, {players}, {self.label(n.frame.label)}, {self.saved(n.frame.saved)}, {self.then(n.after)})"
        ]

    # ------------------------------------------------------------ options

    def options(self, o: model.Options) -> str:
        if o.name == "yes_or_no":
            return ""
        worked_out = o.expressions() if o.kind != "pair" else []
        with self.loops_before(o.params, worked_out, o.pick.candidate if o.pick is not None else ""):
            body = {
                "may": self.options_may,
                "pick": self.options_pick,
                "pair": self.options_pair,
                "subset": self.options_subset,
                "branches": self.options_branches,
                "menu": self.options_menu,
                "order": self.options_order,
            }[o.kind](o)
        place = f"# {o.span.path}:{o.span.line}"
        ways = self.lasting.ways.get(o.name)
        before = self.ways(o.name, ways, o.params) if ways is not None else self.clashes(o)
        head = f"def {o.name}({self.params(o.params)}) -> list[int]:"
        return before + "\n".join([head, *indented([place, *body])]) + "\n"

    def options_may(self, o: model.Options) -> list[str]:
        if o.declined is None:
            assert o.gate is not None
            return [f"return [1, 0] if {self.expr(o.gate)} else [0]"]
        yes = self.expr(o.gate) if o.gate is not None else "True"
        return [
            f"options = [1] if {yes} else []",
            f"return [*options, 0] if {self.expr(o.declined)} else options",
        ]

    def options_pick(self, o: model.Options) -> list[str]:
        assert o.pick is not None
        name = local_name(o.pick.candidate)
        ways = self.lasting.ways.get(o.name)
        if ways is not None:
            text = f"[{name} for {name}, ways in found.things if not possible.isdisjoint(ways)]"
            return [
                f"found = {self.ways_asked(ways, o.params)}",
                "possible: set[Any] = set()",
                *self.searched_ways(ways, "found.every", f"possible.add({self.way(ways)})"),
                f"return {self.with_refusal(o, text)}",
            ]
        test = conjunction([x for x in (o.pick.where, o.later, o.gate) if x is not None])
        if test is not None:
            return self.searched_options(o, test)
        return [f"return {self.each_once(o, f'list({self.items(o.pick.source)})')}"]

    def searched_options(self, o: model.Options, test: E) -> list[str]:
        """Options of which a test holds."""
        assert o.pick is not None
        source, name = o.pick.source, local_name(o.pick.candidate)
        loop = read_once(self.search(o.pick.candidate, source, test, [f"options.append({name})"]))
        return ["options: list[int] = []", *loop, f"return {self.each_once(o, 'options')}"]

    def options_branches(self, o: model.Options) -> list[str]:
        gates = o.gates or [None] * len(o.tests)
        tests = [conjunction([x for x in pair if x is not None]) for pair in zip(o.tests, gates)]
        if all(x is None for x in tests):
            return [f"return {list(range(len(tests)))!r}"]
        lines = ["options: list[int] = []"]
        for i, test in enumerate(tests):
            if test is None:
                lines.append(f"options.append({i})")
            else:
                lines += [f"if {self.truth(test)}:", f"    options.append({i})"]
        return [*lines, "return options"]

    def options_menu(self, o: model.Options) -> list[str]:
        assert o.who is not None
        who = self.expr(o.who)
        parts = []
        for menu, args in o.menus:
            given = ", ".join(["g", who, *(self.expr(a) for a in args)])
            parts.append(f"{menu}_menu({given})")
        text = " + ".join(parts) or "[]"
        return [f"return {text}{' + [NONE]' if o.refusal else ''}"]

    def clashes(self, o: model.Options) -> str:
        """The table of what clashes with what, where an order is chosen."""
        if o.clashes is None:
            return ""
        found: dict[int, set[int]] = {}
        for a, b in o.clashes:
            found.setdefault(a, set()).add(b)
            found.setdefault(b, set()).add(a)
        rows = ", ".join(
            f"{a}: frozenset([{', '.join(runs(others))}])" for a, others in sorted(found.items())
        )
        table = f"{clashes_name(o)}: Final[dict[int, frozenset[int]]] = {{{rows}}}\n"
        if o.idle:
            rows = ", ".join(f"{i}: frozenset([{', '.join(runs({*wakers}))}])" for i, _, wakers in o.idle)
            table += f"{wakers_name(o)}: Final[dict[int, frozenset[int]]] = {{{rows}}}\n"
        return table + "\n\n"

    def options_order(self, o: model.Options) -> list[str]:
        if o.branches:  # each with the thing that it is carried out for
            numbers = f"tuple([one % {o.branches} for one in {local_name(o.picked)}])"
            return self.ordered(o, numbers)
        if o.clashes is not None:
            return self.ordered(o, local_name(o.picked))
        return [f"return list({local_name(o.picked)})"]

    def ordered(self, o: model.Options, left: str) -> list[str]:
        """What may come next; those that can do nothing now are looked for first."""
        if not o.idle:
            return [f"return order_options({left}, {clashes_name(o)})"]
        lines = [f"left = {left}", "idle: list[int] = []", "if len(left) > 1:"]
        for i, test, _ in o.idle:
            lines += [f"    if {i} in left and not ({self.expr(test)}):", f"        idle.append({i})"]
        return [*lines, f"return order_options(left, {clashes_name(o)}, idle, {wakers_name(o)})"]


def is_plain_unit(body: list[model.Node]) -> bool:
    """A unit to the end of the function in which nothing is asked: only a trial needs to know that it has been finished."""
    first, *inner, last = body if len(body) > 2 else [*body, None, None]
    return (
        isinstance(first, model.Push)
        and first.kind == "unit"
        and isinstance(last, model.Return)
        and all(isinstance(n, model.Plain) and not leaves(n.statement) for n in inner)
    )


def leaves(s: tree.S) -> bool:
    """Whether a statement can end the rule, or the define, around it."""
    return any(isinstance(x, (tree.Stop, tree.Result)) for x in statements([s]))


def clashes_name(o: model.Options) -> str:
    return f"{constant(o.name.removesuffix('__next_options'))}__CLASHES"


def wakers_name(o: model.Options) -> str:
    return f"{constant(o.name.removesuffix('__next_options'))}__WAKERS"


def runs(numbers: set[int]) -> list[str]:
    """Numbers in their order, long runs of them as ranges."""
    found: list[list[int]] = []
    for n in sorted(numbers):
        if found and n == found[-1][-1] + 1:
            found[-1].append(n)
        else:
            found.append([n])
    return [
        x
        for run in found
        for x in ([f"*range({run[0]}, {run[-1] + 1})"] if len(run) > 3 else [str(n) for n in run])
    ]


def returns(line: str) -> bool:
    return line.startswith(("return ", "raise "))


def nodes(body: list[model.Node]) -> list[model.Node]:
    """All nodes, also inside branches."""
    found: list[model.Node] = []
    for n in body:
        found.append(n)
        if isinstance(n, model.Branch):
            found.extend(nodes(n.then))
            found.extend(nodes(n.otherwise))
        elif isinstance(n, model.Ask) and n.fallback is not None:
            found.extend(nodes(n.fallback))
    return found
