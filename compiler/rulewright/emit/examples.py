"""Worked examples as functions: what is given, what is called, what is claimed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..plan.analysis import all_expressions
from ..plan.model import Plan
from ..plan.names import local_name
from ..typed import tree
from ..typed.described import is_described
from .functions import FunctionPrinter
from .printing import indented
from .reasons import source_text
from .statements import ids


class ExamplePrinter(FunctionPrinter):
    def __init__(self, plan: Plan, sources: Mapping[str, str]) -> None:
        super().__init__(plan)
        self.opens = False
        self.sources = sources
        self.functions: list[str] = []

    def all(self) -> tuple[list[str], list[dict[str, Any]]]:
        rows = [self.example(i, e) for i, e in enumerate(self.game.examples)]
        return self.functions, rows

    def example(self, number: int, e: tree.Example) -> dict[str, Any]:
        name = f"example_{number + 1}"
        given = "None"
        if e.given:
            given = f"{name}_given"
            self.add(f"def {given}(g: G) -> None:", self.given(e.given))
        moves = [self.move(f"{name}_call_{i + 1}", s) for i, s in enumerate(e.steps)]
        claims: list[str] = []
        for i, (_, test, step, span) in enumerate(e.claims):
            place = f"{span.path}:{span.line}"
            if step is not None:
                claims.append(self.move("", step))
                continue
            assert test is not None
            claim = f"{name}_claim_{i + 1}"
            self.add(
                f"def {claim}(g: G) -> tuple[bool, str]:", [f"return {self.expr(test)}, {self.actual(test)}"]
            )
            claims.append(f"Claim({source_text(self.sources, span)!r}, {place!r}, {claim})")
        script = [f"({what!r}, {self.told(values)})" for what, values in e.script]
        return {
            "title": e.title,
            "rules": ids(e.sources),
            "place": f"{e.span.path}:{e.span.line}",
            "players": repr(tuple(e.players)),
            "script": f"({', '.join(script)},)" if script else "()",
            "given": given,
            "moves": moves,
            "claims": claims,
            "options": repr(e.options),
        }

    def told(self, values: tree.E) -> str:
        """What chance is told to give; what depends on the position is worked out when it is needed."""
        if values.op == "list" and any(a is not None and is_described(a) for a in values.args):
            tests = ", ".join(self.told_one(a) for a in values.args if a is not None)
            return f"lambda g, things: in_turn(things, {tests})"
        known = all(x.op in ("const", "list", "range") for x in values.walk())
        return self.many(values) if known else f"lambda g, things: {self.many(values)}"

    def told_one(self, value: tree.E) -> str:
        """A test for one of the things that chance is told to give."""
        if not is_described(value):
            return f"lambda one: one == {self.expr(value)}"
        test = "True" if value.args[1] is None else self.expr(value.arg(1))
        return f"lambda {local_name(value.name)}: {test}"

    def noticed(self, s: tree.S, lines: list[str]) -> list[str]:
        """What is given is simply stored."""
        return lines

    def given(self, statements: tree.Block) -> list[str]:
        """Whatever works something out finds nothing that was worked out before."""
        lines: list[str] = []
        for s in statements:
            asks = any(e.op in ("call", "lib") for e in all_expressions([s]))
            lines += [*(["forget(g)"] if asks and lines and self.stores else []), *self.statement(s)]
        return [*lines, *(["forget(g)"] if self.stores else [])]

    def add(self, head: str, body: list[str]) -> None:
        self.functions.append("\n".join([head, *indented(body)]) + "\n")

    def actual(self, test: tree.E) -> str:
        """What is found where the claim compares."""
        if test.op == "compare" and test.arg(0).type.name != "map":
            return self.words(test.arg(0))
        return "'something else'"

    def move(self, name: str, s: tree.ExampleStep) -> str:
        place = f"{s.span.path}:{s.span.line}"
        call = "None"
        if s.kind == "call":
            call = name
            self.add(f"def {name}(g: G) -> Then | None:", self.call_lines(s.call))
        return f"ExampleMove({s.kind!r}, {s.player!r}, {tuple(s.answers)!r}, {s.rule!r}, {place!r}, {call})"

    def do_call(self, s: tree.Call) -> list[str]:
        """What is given may also call rules that ask: the first option answers."""
        if s.call.op == "call" and s.call.name in self.plan.asking:
            call = f"{self.plan.names[s.call.name]}({', '.join([*self.arguments(s.call), 'None'])})"
            return [f"carry_out(g, lambda g: {call})"]
        return super().do_call(s)

    def call_lines(self, body: tree.Block) -> list[str]:
        lines: list[str] = []
        for s in body:
            assert isinstance(s, tree.Call)
            asking = s.call.op == "call" and s.call.name in self.plan.asking
            asking = asking or (
                s.call.name == "perform" and any(e.name in self.plan.asking for _, e in self.plan.effects)
            )
            if not asking:
                lines.extend(super().do_call(s))
            elif s.call.op == "call":
                return [
                    *lines,
                    f"return {self.plan.names[s.call.name]}({', '.join([*self.arguments(s.call), 'None'])})",
                ]
            else:
                args = [self.expr(a) for a in s.call.args if a is not None]
                return [*lines, f"return perform({', '.join(['g', *args, 'None'])})"]
        return [*lines, "return None"]
