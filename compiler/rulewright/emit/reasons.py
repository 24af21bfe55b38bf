"""Options in words, and why something is not offered: functions that speak with the rules' own lines and ids."""

from __future__ import annotations

import re
from collections.abc import Mapping

from ..plan import model
from ..plan.locals import free_in
from ..plan.names import constant, local_name
from ..surface.ast import Span
from ..typed import tree
from ..typed.tree import E
from ..typed.types import FLAG
from .annotations import annotation
from .functions import FunctionPrinter
from .metadata import choice_name, has_sure_function, in_the_open, is_filled, sure_actions
from .printing import indented
from .statements import ids
from .support import given_args


def source_text(sources: Mapping[str, str], span: Span) -> str:
    """The words of the rules at a place."""
    lines = sources.get(span.path, "").split("\n")
    if not 1 <= span.line <= len(lines):
        return ""
    if span.line == span.end_line:
        parts = [lines[span.line - 1][span.column - 1 : span.end_column - 1]]
    else:
        parts = [lines[span.line - 1][span.column - 1 :], *lines[span.line : span.end_line - 1]]
        parts = [x.split("#")[0] for x in (*parts, lines[span.end_line - 1][: span.end_column - 1])]
    text = " ".join(" ".join(parts).split())
    return text[1:-1] if re.fullmatch(r"\([^()]*\)", text) else text


def unpack(c: model.Choice) -> list[str]:
    names = [local_name(n) for n in c.saved]
    return [f"_, _, {', '.join(names)} = f"] if names else []


def chosen(c: model.Choice, pick: tree.Pick) -> list[str]:
    """Gives a thing that an option means the name by which the rules speak of it."""
    value = "option"
    if c.options.second is not None:
        value = "option % PAIR" if pick is c.options.second else "option // PAIR"
    return [f"{local_name(pick.candidate)} = {value}"]


def conjuncts(e: E | None) -> list[E]:
    if e is None:
        return []
    if e.op == "and":
        return [x for a in e.args for x in conjuncts(a)]
    return [e]


class ReasonPrinter:
    """Writes the functions of an engine's reasons.py."""

    def __init__(self, p: FunctionPrinter, sources: Mapping[str, str]) -> None:
        self.p = p
        self.sources = sources
        self.explained: dict[str, str] = {}  # define -> function that says which of its cases decided

    def all(self) -> list[str]:
        found: list[str] = []
        for c in self.p.plan.choices:
            if any(label.args for label in c.labels) or any(pick.label for pick in c.options.picks):
                found.append(self.text_function(c))
            if is_filled(c):
                found.append(self.asked_function(c))
            if c.kind in ("pick", "subset"):
                found.append(self.why_function(c))
            if has_sure_function(self.p, c):
                found.append(self.sure_function(c))
            if in_the_open(c):
                found.append(self.open_function(c))
        found += [
            self.absent_function(a) for a in self.p.plan.actions if a.once_per or a.in_force is not None
        ]
        return [*self.explained.values(), *found]

    def absent_function(self, a: model.Action) -> str:
        """Why an action does not stand in its menu."""
        rules = ids(a.sources)
        body: list[str] = []
        if a.once_per:
            used = f"g.used_{a.name}" if a.shared else f"g.used_{a.name}[you]"
            body += [f"if {used}:", f"    return 'it can be used once per {a.once_per}', {rules!r}"]
        if a.in_force is not None:
            body += [
                f"if {self.p.negated(a.in_force)}:",
                f"    return 'it does not apply to you now', {rules!r}",
            ]
        body.append('return "", ""')
        return "\n".join([f"def {a.name}_absent(g: G, you: int) -> tuple[str, str]:", *indented(body)]) + "\n"

    # ------------------------------------------------------------ options in words

    def text_function(self, c: model.Choice) -> str:
        p = self.p
        body = unpack(c)
        labels = [pick.label for pick in c.options.picks if pick.label is not None]
        if c.options.pick is not None and labels:
            ending = "done" if c.kind == "subset" else c.options.pick.refusal or "no"
            body += [
                *(line for pick in c.options.picks for line in chosen(c, pick)),
                "if option == NONE:",
                f"    return {ending!r}",
                f"return {p.expr(labels[0])}",
            ]
        else:
            for i, label in enumerate(c.labels):
                number = 1 - i if c.kind == "may" else i
                body += [f"if option == {number}:", f"    return {p.expr(label)}"]
            body.append('return ""')
        return (
            "\n".join([f"def {choice_name(c)}_text(g: G, f: Then, option: int) -> str:", *indented(body)])
            + "\n"
        )

    def asked_function(self, c: model.Choice) -> str:
        """What is asked, in words."""
        body = [*unpack(c), f"return {self.p.expr(c.prompt)}"]
        return "\n".join([f"def {choice_name(c)}_asked(g: G, f: Then) -> str:", *indented(body)]) + "\n"

    def sure_function(self, c: model.Choice) -> str:
        """Whether an option needs no trial in this position."""
        body = [*unpack(c), *self.of_callers(c)]
        for option, test in c.sure_if.items():
            body += [f"if option == {option}:", f"    return {self.p.expr(test)}"]
        for a in sure_actions(self.p, c):
            body += [f"if option == A_{constant(a.name)}:", f"    return {self.sure_call(a, c)}"]
        if c.sure_pick is not None and c.options.pick is not None:
            body += [line for pick in c.options.picks for line in chosen(c, pick)]
            body.append(f"return {self.p.expr(c.sure_pick)}")
        else:
            body.append("return False")
        return (
            "\n".join([f"def {choice_name(c)}_sure(g: G, f: Then, option: int) -> bool:", *indented(body)])
            + "\n"
        )

    def of_callers(self, c: model.Choice) -> list[str]:
        """Reads the locals of those who have called the rule."""
        needed = set[str]().union(*map(free_in, c.sure_if.values()))
        return [
            f"{local_name(name)} = caller(f, {above})[{place}]"
            for above, frame in enumerate(c.beyond, start=1)
            for place, name in enumerate(frame.saved, start=2)
            if name in needed and name not in c.saved
        ]

    def open_function(self, c: model.Choice) -> str:
        """Whether something could be chosen for all that everybody sees."""
        pick = c.options.pick
        assert pick is not None
        where, second = pick.where, c.options.second
        if second is not None:
            any_second = E("query", FLAG, [second.source, second.where, None], second.candidate, "any")
            where = any_second if where is None else E("and", FLAG, [where, any_second])
        some = E("query", FLAG, [pick.source, where, None], pick.candidate, "any", pick.span)
        test = self.p.expr(some)
        if pick.number is not None:
            test = f"{self.p.atom(pick.number)} > 0 and {test}"
        body = [*unpack(c), f"return {test}"]
        return "\n".join([f"def {choice_name(c)}_open(g: G, f: Then) -> bool:", *indented(body)]) + "\n"

    def sure_call(self, a: model.Action, c: model.Choice) -> str:
        """Asks whether the gate of a menu's action decides now."""
        f = self.p.plan.signatures[a.sure]
        assert c.options.who is not None
        given = next([self.p.expr(x) for x in args] for menu, args in c.options.menus if menu == a.menu)
        args = ["g", *([self.p.expr(c.options.who)] if f.uses_you else []), *given_args(self.p, a, given)]
        return f"{self.p.plan.names[a.sure]}({', '.join(args)})"

    # ------------------------------------------------------------ why not

    def why_function(self, c: model.Choice) -> str:
        p = self.p
        own = ids(c.sources)
        body = unpack(c)
        for pick in c.options.picks:
            body += [*chosen(c, pick), *self.against(pick, own)]
        nested = c.options.later or c.options.nested
        if nested is not None:
            rules = self.rules(nested, own)
            body += [f"if not {p.atom(nested)}:", f"    return 'nothing could be chosen after it', {rules!r}"]
        body.append('return "", ""')
        head = f"def {choice_name(c)}_why(g: G, f: Then, option: int) -> tuple[str, str]:"
        return "\n".join([head, *indented(body)]) + "\n"

    def against(self, pick: tree.Pick, own: str) -> list[str]:
        """Lines that say which condition of its pick a thing fails."""
        p, name = self.p, local_name(pick.candidate)
        outside = f"it is not among: {source_text(self.sources, pick.source.span)}"
        body = [
            f"if {name} not in {p.members_of(pick.source)}:",
            f"    return {outside!r}, {self.rules(pick.source, own)!r}",
        ]
        if pick.reason:
            assert pick.where is not None
            rules = self.rules(pick.where, own)
            body += [f"if {p.negated(pick.where)}:", f"    return {pick.reason!r}, {rules!r}"]
        for test in conjuncts(None if pick.reason else pick.where):
            body += [f"if {p.negated(test)}:", f"    return {self.reason(test, own)}"]
        return body

    def reason(self, test: E, own: str) -> str:
        """Text and rule ids of a condition that does not hold; a define says which of its cases decided."""
        if test.op == "call" and self.p.plan.signatures[test.name].result.name == "flag":
            name = self.explain(test.name)
            return f"{name}({', '.join(self.p.arguments(test))})"
        text = f"this does not hold: {source_text(self.sources, test.span)}"
        return f"{text!r}, {self.rules(test, own)!r}"

    def rules(self, e: E, own: str) -> str:
        """The ids of the defines that an expression calls, then those of its own line."""
        found: list[str] = []
        for x in e.walk():
            if x.op == "call":
                f = self.p.plan.signatures[x.name]
                found += [c.id for c in f.sources if c.id]
                found += [c.id for s in f.body for c in s.sources if c.id]
        return without_copies(", ".join(found), own)

    def explain(self, key: str) -> str:
        """The function that says which case of a define decided, with its words and ids."""
        f = self.p.plan.signatures[key]
        name = f"{self.p.plan.names[key]}_why"
        if key in self.explained:
            return name
        self.explained[key] = ""  # defines may call themselves
        body: list[str] = []
        for s in f.body:
            if isinstance(s, tree.Let):
                body.extend(self.p.do_let(s))
            elif isinstance(s, tree.Result):
                answer = f"return {self.case(f, s)}"
                body += [answer] if s.test is None else [f"if {self.p.expr(s.test)}:", f"    {answer}"]
        params = [("you", "int")] if f.uses_you else []
        params += [("this", "int")] if f.uses_this else []
        params += [(local_name(q.name), annotation(q.type)) for q in f.params]
        head = f"def {name}({', '.join(['g: G', *(f'{n}: {ty}' for n, ty in params)])}) -> tuple[str, str]:"
        self.explained[key] = "\n".join([head, *indented(body)]) + "\n"
        return name

    def case(self, f: tree.Function, s: tree.Result) -> str:
        """Text and rule ids of a case that decided, by which the define did not hold."""
        own, value = ids(f.sources), s.value
        layers = f"{f.key.split('@')[0]}@"
        if value.op == "call" and value.name.startswith(layers):  # an override, or what it overrides
            return self.reason(value, own)
        if value.op != "const":
            text = f"this does not hold: {source_text(self.sources, value.span)}"
        elif value.data is True:  # then the define holds, and nobody asks
            return '"", ""'
        elif s.test is not None and s.test.span.line:
            text = f"this stands against it: {source_text(self.sources, s.test.span)}"
        else:
            text = f"this does not hold: {f.label}"
        return f"{text!r}, {without_copies(ids(s.sources), self.rules(value, own))!r}"


def without_copies(*rules: str) -> str:
    """Lists of ids as one, each id once."""
    return ", ".join(dict.fromkeys(x for listed in rules for x in listed.split(", ") if x))
