"""Statements without a choice as lines of Python."""

from __future__ import annotations

import re
from collections import Counter

from ..plan import model
from ..plan.names import constant, local_name
from ..surface.ast import Sources, Span
from ..typed import tree
from ..typed import types as t
from ..typed.tree import E, FieldInfo
from .annotations import annotation
from .moving import Moving
from .printing import indented
from .search import conjuncts, is_search


def ids(sources: Sources) -> str:
    return ", ".join(c.id for c in sources if c.id)


def read_once(lines: list[str]) -> list[str]:
    """Takes what a loop only reads of the state out of the loop: it runs often enough for that to count."""
    own, text = your_own("\n".join(lines), 1)
    far, text = distances_from(text)
    found = sorted(set(re.findall(r"\bg\.(\w+)\[", text)))
    names = [n for n in found if not re.search(rf"(?<!g\.)\b{n}\b", text) and n == local_name(n)]
    for name in names:
        text = text.replace(f"g.{name}[", f"{name}[")
    return [*own, *far, *(f"{name} = g.{name}" for name in names), *text.split("\n")]


def distances_from(text: str) -> tuple[list[str], str]:
    """Lines that look up how far all cells are from one that stays the same, and the text with names for these."""
    running = {name for names in re.findall(r"\bfor (.+?) in ", text) for name in re.findall(r"\w+", names)}
    lines: list[str] = []
    for place, board, cell in sorted(set(re.findall(r"\b((\w+)\.distances\[([a-z]\w*)\])", text))):
        name = f"{board.lower()}_from_{cell}".rstrip("_")
        if cell not in running and "lambda" not in text and re.search(rf"\b{name}\b", text) is None:
            lines.append(f"{name} = {place}")
            text = text.replace(place, name)
    return lines, text


# A field of yours, also one that is kept for each member of a kind or for each number.
YOUR_OWN = re.compile(r"\bg\.\w+\[you(?: \* \d+ \+ (?:\d+|[A-Z][A-Z_0-9]*))?\]")


def read_your_own(lines: list[str], often: int) -> list[str]:
    """Reads a field of yours once that is asked for so often; nothing changes meanwhile."""
    own, text = your_own("\n".join(lines), often)
    return [*own, *text.split("\n")]


def your_own(text: str, often: int) -> tuple[list[str], str]:
    """Lines that read fields of yours, and the text with names for these fields."""
    lines: list[str] = []
    for place, times in sorted(Counter(YOUR_OWN.findall(text)).items()):
        words = re.findall(r"\w+", place.lower())
        name = "_".join(["your", words[1], *words[4:5]])
        if times >= often and "for you in" not in text and re.search(rf"\b{name}\b", text) is None:
            lines.append(f"{name} = {place}")
            text = text.replace(place, name)
    return lines, text


def flat(e: E) -> E:
    """Tests all of which, or one of which, must hold, side by side."""
    if e.op not in ("and", "or"):
        return e
    parts = [flat(a) for a in e.args if a is not None]
    args = [x for a in parts for x in (a.args if a.op == e.op else [a])]
    return E(e.op, e.type, args, e.name, e.data, e.span)


# Statements that change something themselves, not by what they call or hold.
CHANGES = (tree.Set, tree.Move, tree.Place, tree.Remove, tree.Draw, tree.Shuffle)


class StatementPrinter(Moving):
    stop = "return"  # how a rule is left: `return up` where it may ask
    rule = ""  # ids of the rule being printed, for reasons

    def __init__(self, plan: model.Plan) -> None:
        super().__init__(plan)
        self.lasting = plan.kept

    def block(self, statements: tree.Block) -> list[str]:
        lines: list[str] = []
        for s in statements:
            lines.extend(self.statement(s))
        return lines

    def statement(self, s: tree.S) -> list[str]:
        method = getattr(self, "do_" + type(s).__name__.lower())
        lines: list[str] = method(s)
        if isinstance(s, CHANGES):
            lines = self.noticed(s, lines)
        if self.places and isinstance(s, tree.Result):
            return self.placed_result(s, lines)
        return [*self.note(s.span, s.sources), *lines]

    def noticed(self, s: tree.S, lines: list[str]) -> list[str]:
        """A change of what kept values read; to store what is there already is no change."""
        told: list[str] = []
        for attribute in sorted(self.touches.writes(s)):
            own, there, other = self.readers(attribute)
            name, place = constant(attribute), self.owner_of(s, attribute)
            told += (
                [f"changed_for(g, {place}, R_OWN_{name})" if place else f"changed(g, R_OWN_{name})"]
                if own
                else []
            )
            told += (
                [f"changed_at(g, {place}, R_AT_{name})" if place else f"changed(g, R_AT_{name})"]
                if there
                else []
            )
            told += [f"changed(g, R_{name})"] if other else []
        if not told:
            return lines
        test = self.would_change(s)
        return [f"if {test}:", *indented([*lines, *told])] if test else [*lines, *told]

    def readers(self, attribute: str) -> tuple[list[int], list[int], list[int]]:
        """Which kept values read an attribute: of the player whom they are about, of the cells they go over, of anything."""
        reads = list(enumerate(self.lasting.reads))
        own = [i for i, r in reads if attribute in r.own]
        there = [i for i, r in reads if attribute in r.there]
        return own, there, [i for i, r in reads if attribute in r.other]

    def owner_of(self, s: tree.S, attribute: str) -> str:
        """Whose field a statement changes; "": it may be anybody's."""
        places = [s.target] if isinstance(s, tree.Set) else [s.goal] if isinstance(s, tree.Move) else []
        places += [s.origin] if isinstance(s, tree.Remove) and s.origin is not None else []
        roots = [e.arg(0) if e.op == "item" else e for e in places]
        owners = [e.args[0] for e in roots if e.op == "field" and e.name == attribute]
        if isinstance(s, tree.Move) and s.origin is not None:
            return ""
        return self.expr(owners[0]) if len(owners) == 1 and owners[0] is not None else ""

    def would_change(self, s: tree.S) -> str:
        """The test that a statement changes anything, where that is easily told."""
        if isinstance(s, tree.Set) and s.op == "=" and s.target.op == "field":
            text, value = self.expr(s.target), self.value(s.value, s.target.type)
            plain = {"()": text, "False": text, "True": f"not {text}"}.get(value)
            return plain or (f"{text} != {value}" if re.fullmatch(r"\w+", value) else "")
        if isinstance(s, tree.Move) and s.goal.type.shape == "set" and s.origin is None:
            one = self.expr(s.what) if not s.what.type.is_many else ""
            return f"{one} not in {self.expr(s.goal)}" if re.fullmatch(r"\w+", one) else ""
        return ""

    def note(self, span: Span, sources: Sources) -> list[str]:
        """The comment that leads back from a line of the engine to its rule."""
        if self.places:
            return [f"# {span.path}:{span.line}:{span.column}"] if span.line else []
        text = ids(sources)
        return [f"# {span.path}:{span.line} [{text}]"] if text else []

    def placed_result(self, s: tree.Result, lines: list[str]) -> list[str]:
        """A case is reached when its test holds. One that names a figure, or says that a table has no such row, is none."""
        if (s.value.op == "const" and s.test is None) or s.value.name == "no_row":
            return lines
        place = self.note(s.span, s.sources)
        if s.test is not None and len(lines) == 2:
            return [lines[0], *(indented(place) if place else []), lines[1]]
        return [*place, *lines]

    # ------------------------------------------------------------ values

    def value(self, e: E, wanted: t.Type) -> str:
        if wanted.name == "many":
            return self.many(e) if e.type.is_many or e.op == "list" else f"({self.expr(e)},)"
        return self.expr(e)

    def do_let(self, s: tree.Let) -> list[str]:
        type = s.value.type
        hint = f": {annotation(type)}" if type.name in ("many", "map") else ""
        before: list[str] = []
        value = self.lifted(s.value, before)
        return [*before, f"{local_name(s.name)}{hint} = {self.value(value, type)}"]

    def do_result(self, s: tree.Result) -> list[str]:
        if s.value.op == "lib" and s.value.name == "no_row":
            return [f"raise {self.expr(s.value)}"]
        if s.test is None and self.result is not None:
            loop = self.returned_query(self.folded(s.value))
            if loop is not None:
                return read_once(loop)
        text = self.value(s.value, self.result) if self.result is not None else self.expr(s.value)
        test = "True" if s.test is None else self.truth(s.test)
        if self.scope is not None and self.has_loop(s.value) and test != "False":
            lines = read_once(self.returned(s.value))
            return lines if test == "True" else [f"if {test}:", *indented(lines)]
        if test == "True":  # a figure of a variant may settle a case for the whole game
            return read_once([f"return {text}"]) if " for " in text else [f"return {text}"]
        return [] if test == "False" else [f"if {test}:", f"    return {text}"]

    def returned_query(self, e: E) -> list[str] | None:
        """A query as the whole value of a define: a loop that returns as soon as it knows; None: not such a query."""
        if e.op == "lib" and e.name in ("first", "last"):
            inner = self.folded(e.arg(0))
            if (
                inner.op == "query"
                and inner.data == "all"
                and inner.args[1] is not None
                and not e.type.is_many
            ):
                source = self.items(inner.arg(0))
                if e.name == "last":
                    source = f"reversed({self.many(inner.arg(0))})"
                name, test = local_name(inner.name), self.truth(inner.args[1])
                return [
                    f"for {name} in {source}:",
                    f"    if {test}:",
                    f"        return {name}",
                    "return NONE",
                ]
        tests = conjuncts(e)
        if len(tests) > 1:
            search = is_search(tests[-1])
            return [*self.last_search(tests, ["return True"]), "return False"] if search else None
        e = tests[0]
        if e.op != "query" or e.args[1] is None or e.data not in ("any", "no", "first") or e.type.is_many:
            return None
        name = local_name(e.name)
        found = {"any": "True", "no": "False", "first": name}[e.data]
        missing = {"any": "False", "no": "True", "first": "NONE"}[e.data]
        return [*self.search(e.name, e.arg(0), e.arg(1), [f"return {found}"]), f"return {missing}"]

    def returned(self, e: E) -> list[str]:
        """A value parts of which are loops; one that may not be needed stands behind the test before it."""
        e, before = flat(self.folded(e)), list[str]()
        if e.op in ("and", "or", "if") and any(self.has_loop(a) for a in e.args[1:]):
            test = self.truth(self.lifted(e.arg(0), before))
            rest = e.arg(1) if len(e.args) < 3 else E(e.op, e.type, e.args[1:], span=e.span)
            if e.op == "or":
                return [*before, f"if {test}:", "    return True", *self.returned(rest)]
            inner, otherwise = self.returned(e.arg(1) if e.op == "if" else rest), ["return False"]
            if e.op == "if":
                otherwise = self.returned(e.arg(2))
            elif inner[-1:] == otherwise:
                inner.pop()
            return [*before, f"if {test}:", *indented(inner), *otherwise]
        loop = self.returned_query(e)
        if loop is None:
            e = self.lifted(e, before)
            loop = [f"return {self.expr(e) if self.result is None else self.value(e, self.result)}"]
        return [*before, *loop]

    result: t.Type | None = None

    def do_set(self, s: tree.Set) -> list[str]:
        target = s.target
        if target.op == "item":
            root, place = target.arg(0), self.expr(target.arg(1))
            value = self.expr(s.value)
            if s.op != "=":
                value = f"item({self.expr(root)}, {place}) {s.op[0]} {self.atom(s.value)}"
            return [f"{self.expr(root)} = replaced({self.expr(root)}, {place}, {value})"]
        text = self.expr(target)
        if target.op == "field":
            return self.set_field(text, target.data, s)
        return [f"{text} {s.op} {self.value(s.value, target.type)}"]

    def set_field(self, text: str, info: FieldInfo, s: tree.Set) -> list[str]:
        value = self.value(s.value, info.type)
        low, high = info.type.low, info.type.high
        if (
            info.type.name != "number"
            or (s.value.op == "const" and s.op == "=")
            or (low is None and high is None)
        ):
            return [f"{text} {s.op} {value}"]
        if s.op != "=":
            value = f"{text} {s.op[0]} {self.atom(s.value)}"
        if "cyclic" in info.flags and low is not None and high is not None:
            shift = f" - {low}" if low else ""
            back = f" + {low}" if low else ""
            return [f"{text} = ({value}{shift}) % {high - low + 1}{back}"]
        if s.value.type.optional and s.op == "=":
            return [f"{text} = {value}"]
        if high is None:
            if s.op == "+=" and s.value.op == "const" and s.value.data >= 0:
                return [f"{text} += {self.expr(s.value)}"]
            return [f"{text} = at_least({value}, {low}, {info.name!r})"]
        bottom = -1_000_000 if low is None else low
        return [f"{text} = within({value}, {bottom}, {high}, {info.name!r})"]

    # ------------------------------------------------------------ control

    def do_if(self, s: tree.If) -> list[str]:
        lines = [f"if {self.truth(s.test)}:", *indented(self.block(s.then))]
        rest = s.otherwise
        while len(rest) == 1 and isinstance(rest[0], tree.If):
            inner = rest[0]
            lines += [f"elif {self.truth(inner.test)}:", *indented(self.block(inner.then))]
            rest = inner.otherwise
        if rest:
            lines += ["else:", *indented(self.block(rest))]
        return lines

    def do_for(self, s: tree.For) -> list[str]:
        return [f"for {local_name(s.name)} in {self.loop_source(s.source)}:", *indented(self.block(s.body))]

    def loop_source(self, e: E) -> str:
        """What a loop runs over is read once, at its start."""
        return self.many(e) if e.op == "query" or e.type.name == "map" else self.items(e)

    def do_each(self, s: tree.Each) -> list[str]:
        body = self.block(s.body)
        if s.where is not None:
            body = [f"if {self.truth(s.where)}:", *indented(body)]
        return [f"for {local_name(s.name)} in {self.loop_source(s.source)}:", *indented(body)]

    def do_repeat(self, s: tree.Repeat) -> list[str]:
        alike = self.alike_in(s)
        if s.times is not None and alike is not None and alike.piece in self.made_alike:
            return self.place_alike(s.times, alike)
        body = indented(self.block(s.body))
        if s.times is not None:
            return [f"for _ in range({self.expr(s.times)}):", *body]
        assert s.until is not None
        place = f"{s.span.path}:{s.span.line}"
        return [f"for _ in bounded({place!r}):", f"    if {self.truth(s.until)}:", "        break", *body]

    def do_stop(self, s: tree.Stop) -> list[str]:
        return [self.stop]

    def do_call(self, s: tree.Call) -> list[str]:
        if s.call.op == "lib" and s.call.name == "end_game":
            winners = self.many(s.call.arg(0)) if s.call.args else "final_winners(g)"
            return [f"end_game(g, {winners})"]
        if s.call.op == "lib" and s.call.name == "perform":
            return [f"perform(g, {', '.join(self.expr(a) for a in s.call.args if a is not None)})"]
        if s.call.op == "lib":
            return ["pass"]
        return [self.expr(s.call)]

    # ------------------------------------------------------------ checks and words

    def do_require(self, s: tree.Require) -> list[str]:
        reason = s.reason or "this is not possible now"
        rule = ids(s.sources) or self.rule
        return [f"if {self.negated(s.test)}:", f"    raise Blocked({reason!r}, {rule!r})"]

    def do_say(self, s: tree.Say) -> list[str]:
        rule = ids(s.sources) or self.rule
        return ["if g.log is not None:", f"    g.log.append(({self.expr(s.text)}, {rule!r}))"]

    def do_begin(self, s: tree.Begin) -> list[str]:
        return [f"begin_{s.period}(g)"]

    # ------------------------------------------------------------ resources

    def do_gain(self, s: tree.Gain) -> list[str]:
        who = self.expr(s.who)
        if s.amount.op != "bundle":
            if s.verb == "pay":
                rule = ids(s.sources) or self.rule
                return [f"pay_bundle(g, {who}, {self.expr(s.amount)}, {rule!r})"]
            return [f"{s.verb}_bundle(g, {who}, {self.expr(s.amount)})"]
        parts = [(r, a) for r, a in zip(s.amount.data, s.amount.args) if a is not None]
        lines: list[str] = []
        if s.verb == "pay":
            for r, a in parts:
                lines.extend(self.can_pay(r, a, who, s))
        for r, a in parts:
            lines.extend(self.change(s.verb, r, self.expr(a), self.atom(a), who))
        return lines

    def can_pay(self, resource: str, amount: E, who: str, s: tree.Gain) -> list[str]:
        label = self.game.resources[resource].label
        reason = f"not enough {label}"
        rule = ids(s.sources) or self.rule
        return [
            f"if {self.stock(resource, who)} < {self.atom(amount)}:",
            f"    raise Blocked({reason!r}, {rule!r})",
        ]

    def change(self, verb: str, resource: str, amount: str, atom: str, who: str) -> list[str]:
        r = self.game.resources[resource]
        names = self.plan.names
        if verb == "gain":
            if "room" in r.functions:
                amount = f"min({amount}, {names[r.functions['room']]}(g, {who}))"
            if "gained" in r.functions:
                return [f"{names[r.functions['gained']]}(g, {who}, {amount})"]
            return [f"{self.counter(resource, who)} += {amount}"]
        if verb == "lose":
            amount = f"min({amount}, {self.stock(resource, who)})"
        if "paid" in r.functions:
            return [f"{names[r.functions['paid']]}(g, {who}, {amount})"]
        return [f"{self.counter(resource, who)} -= {amount}"]

    def counter(self, resource: str, who: str) -> str:
        r = self.game.resources[resource]
        return f"g.{r.field.attribute}[{who}]" if r.field is not None else f"g.{resource}[{who}]"

    # ------------------------------------------------------------ first values

    def blank(self, info: FieldInfo) -> str:
        """The first value of a field for which the rules give none."""
        if info.default is not None:
            return self.value(info.default, info.type)
        if info.type.optional:
            return "NONE"
        if info.type.name == "flag":
            return "False"
        if info.type.name in ("many",):
            return "()"
        if info.type.name == "bundle":
            return f"(0,) * {len(self.resources)}"
        if info.type.name == "number":
            low, high = info.type.low, info.type.high
            if low is not None and low > 0:
                return str(low)
            return str(high) if high is not None and high < 0 else "0"
        return "0"
